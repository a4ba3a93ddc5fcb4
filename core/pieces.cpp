#include "pieces.hpp"

#include "corpus/pool.hpp"
#include "seglst.hpp"
#include "utf8.hpp"

#include <algorithm>
#include <memory>
#include <mutex>

namespace hubbub {
namespace {

constexpr std::size_t piece_size = std::size_t{1} << 18; // stays in the processor's cache
constexpr std::size_t largest = std::size_t{1} << 28;
constexpr int milliseconds_between_looks = 50;

// The end of the last line that is whole; 0 if there is none. A return at the very end may be half of a line end.
std::size_t whole_lines(std::string_view text) {
    for (std::size_t i = text.size(); i > 0; --i)
        if (text[i - 1] == '\n' || (text[i - 1] == '\r' && i < text.size())) return i;
    return 0;
}

// Hands out a file piece by piece, to one thread at a time.
class Cutter {
  public:
    explicit Cutter(ByteSource& source) : source_(source) {}

    // The next piece; empty at the end of the file.
    std::string next() {
        std::string piece = std::move(rest_);
        rest_.clear();
        while (!ended_) {
            const std::size_t had = piece.size();
            if (had >= largest) throw std::bad_alloc(); // no transcript has such a line, but a sparse file has
            piece.resize(
                std::max(had + piece_size, 2 * had)); // a line without end must not be looked through too often
            std::size_t size = had + source_.read(piece.data() + had, piece.size() - had);
            if (size < piece.size()) { // mostly that was all: who knows it now starts no threads for a short file
                const std::size_t more = source_.read(piece.data() + size, piece.size() - size);
                ended_ = more == 0;
                size += more;
            }
            piece.resize(size);
            const std::size_t cut = ended_ ? piece.size() : whole_lines(piece);
            if (cut == 0) continue;
            rest_.assign(piece, cut);
            piece.resize(cut);
            break;
        }
        return piece;
    }
    bool ended() const { return ended_ && rest_.empty(); }

  private:
    ByteSource& source_;
    std::string rest_;
    bool ended_ = false;
};

} // namespace

bool Contents::add(Record& record) {
    if (record.words.data() == nullptr) record.words = "";
    for (const std::string_view text : {record.words, record.session, record.speaker, record.channel, record.extra}) {
        if (is_utf8(text)) continue;
        broken = text;
        return false;
    }
    if (record.extra.data() != nullptr) extra.emplace_back(columns.size(), record.extra);
    columns.add(record);
    return true;
}

void Contents::append(Contents&& next) {
    if (columns.size() > 0 && next.columns.size() > 0) gave_up |= keys != next.keys;
    if (columns.size() == 0) keys = next.keys;
    const std::size_t segments = columns.size();
    columns.add_all(next.columns);
    for (auto& [segment, text] : next.extra) extra.emplace_back(segments + segment, std::move(text));
    for (const auto& [segment, line] : next.marked) marked.emplace_back(segments + segment, lines + line);
    if (next.fault) {
        fault = std::move(next.fault);
        fault->line += lines;
    }
    broken = std::move(next.broken);
    gave_up |= next.gave_up;
    lines += next.lines;
}

Contents read_pieces(ByteSource& source, std::size_t threads, const ReadPiece& read,
                     const std::function<void()>& look) {
    Cutter cutter(source);
    Contents all;
    const std::string first = cutter.next();
    read(first, all);
    if (cutter.ended() || all.ended()) return all;

    std::mutex mutex;
    std::vector<std::unique_ptr<Contents>> pieces;
    bool stopped = false;
    // The piece itself and where its contents go; the pieces of other threads may be added meanwhile.
    const auto take = [&]() -> std::pair<std::string, Contents*> {
        const std::lock_guard lock(mutex);
        if (stopped) return {};
        std::string piece = cutter.next();
        if (piece.empty()) return {};
        pieces.push_back(std::make_unique<Contents>());
        return {std::move(piece), pieces.back().get()};
    };
    const auto work = [&] {
        for (;;) {
            const auto [piece, into] = take();
            if (into == nullptr) return;
            read(piece, *into);
            if (into->ended()) {
                const std::lock_guard lock(mutex);
                stopped = true;
            }
        }
    };
    const std::size_t wanted = threads == 0 ? processors() : std::min(threads, 4 * processors());
    Pool pool(wanted > 1 ? wanted : 0);
    if (pool.alone()) {
        work();
    } else {
        const auto stop = [&] {
            const std::lock_guard lock(mutex);
            stopped = true;
        };
        pool.each_watched(wanted, [&](std::size_t) { work(); }, milliseconds_between_looks, look, stop);
    }
    for (const auto& piece : pieces) {
        all.append(std::move(*piece));
        if (all.ended()) break;
    }
    return all;
}

ReadPiece lines_of(std::string layout) {
    return [layout = std::move(layout)](std::string_view piece, Contents& into) {
        LineReader reader(piece, layout);
        for (Record record; reader.next(record);)
            if (!into.add(record)) return;
        into.marked = reader.marked();
        into.lines = reader.line_number();
        if (reader.fault() != LineFault::none)
            into.fault = {reader.fault(), reader.line_number(), reader.field(), std::string(reader.line())};
    };
}

ReadPiece json_lines() {
    return [](std::string_view piece, Contents& into) {
        SeglstReader reader(piece);
        for (Record record; reader.next_line(record);)
            if (!into.add(record)) return;
        into.gave_up = reader.gave_up();
        into.keys = reader.keys();
    };
}

} // namespace hubbub
