#include "read/pieces.hpp"

#include "base/pool.hpp"
#include "read/seglst.hpp"
#include "read/utf8.hpp"

#include <algorithm>
#include <map>
#include <mutex>

namespace hubbub {
namespace {

constexpr std::size_t piece_size = std::size_t{1} << 18; // fits into the processor's cache
constexpr std::size_t largest = std::size_t{1} << 28;
constexpr int milliseconds_between_looks = 50;

// The end of the last complete line; 0 if there is none. A carriage return at the very end may be half of a line end.
std::size_t whole_lines(std::string_view text) {
    for (std::size_t i = text.size(); i > 0; --i)
        if (text[i - 1] == '\n' || (text[i - 1] == '\r' && i < text.size())) return i;
    return 0;
}

// Assigns pieces of a file, to one thread at a time.
class Cutter {
  public:
    explicit Cutter(ByteSource& source) : source_(source) {}

    // The next piece, stored in the buffer; empty at the end of the file.
    std::string_view next(std::string& buffer) {
        std::size_t size = rest_.size(), cut = size;
        grow(buffer, size);
        rest_.copy(buffer.data(), size);
        rest_.clear();
        while (!ended_) {
            if (size >= largest) throw std::bad_alloc(); // no transcript has such a line, but a sparse file has
            grow(buffer, size);
            size += source_.read(buffer.data() + size, buffer.size() - size);
            if (size < buffer.size()) { // usually the end of the file: then no threads are started for a short file
                const std::size_t more = source_.read(buffer.data() + size, buffer.size() - size);
                ended_ = more == 0;
                size += more;
            }
            cut = ended_ ? size : whole_lines({buffer.data(), size});
            if (cut == 0) continue;
            rest_.assign(buffer, cut, size - cut);
            break;
        }
        return {buffer.data(), cut};
    }
    bool ended() const { return ended_ && rest_.empty(); }

  private:
    // A short file (a folder may have many) gets only what it needs, plus a byte to detect its end. A line without end
    // must not be searched too often.
    void grow(std::string& buffer, std::size_t used) {
        const std::size_t left = buffer.empty() && !ended_ ? source_.left() : 0;
        const std::size_t wanted = ended_ ? 0 : left == 0 ? piece_size : std::min(piece_size, left + 1);
        if (buffer.size() < used + wanted) buffer.resize(std::max(used + wanted, 2 * used));
    }

    ByteSource& source_;
    std::string rest_;
    bool ended_ = false;
};

} // namespace

bool Contents::add(Record& record, bool is_text) {
    if (record.words.data() == nullptr) record.words = "";
    if (!is_text)
        for (const auto text : {record.words, record.session, record.speaker, record.channel, record.extra}) {
            if (is_utf8(text)) continue;
            broken = text;
            return false;
        }
    if (record.extra.data() != nullptr) extra.emplace_back(columns.size(), record.extra);
    columns.add(record);
    return true;
}

void Contents::append(Contents& next) {
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
    Contents empty;
    empty.columns = std::move(next.columns);
    empty.columns.clear();
    next = std::move(empty);
}

void Contents::expect(std::size_t read, std::size_t left) {
    constexpr double slack = 1.06; // lines differ in length
    if (read == 0) return;
    try {
        columns.reserve(1 + slack * static_cast<double>(std::min(left, largest)) / static_cast<double>(read));
    } catch (const std::bad_alloc&) { // a smaller reservation may be enough
    }
}

namespace {

// State shared by the threads that read one file.
class Reading {
  public:
    Reading(Cutter& cutter, const ReadPiece& read, Contents& all) : cutter_(cutter), read_(read), all_(all) {}

    void stop() {
        const std::lock_guard lock(mutex_);
        stopped_ = true;
    }

    // Reads pieces while there are any. The thread that has read the next piece in order appends it, while others read,
    // so little is stored twice.
    void work() {
        std::string buffer;
        Contents contents;
        std::unique_lock lock(mutex_);
        while (!stopped_) {
            const std::string_view piece = cutter_.next(buffer);
            if (piece.empty()) return;
            const std::size_t number = taken_++;
            lock.unlock();
            read_(piece, contents);
            lock.lock();
            waiting_.emplace(number, std::move(contents));
            contents = add_due(lock);
        }
    }

  private:
    // Appends the pieces that are next in order, unless another thread does; returns an appended Contents for reuse.
    Contents add_due(std::unique_lock<std::mutex>& lock) {
        Contents used;
        while (!adding_ && !stopped_ && waiting_.contains(due_)) {
            used = std::move(waiting_.extract(due_).mapped());
            adding_ = true;
            lock.unlock();
            all_.append(used);
            lock.lock();
            adding_ = false;
            ++due_;
            stopped_ |= all_.ended();
        }
        return used;
    }

    Cutter& cutter_;
    const ReadPiece& read_;
    Contents& all_;
    std::mutex mutex_;
    std::map<std::size_t, Contents> waiting_; // read but not yet appended, by number
    std::size_t taken_ = 0, due_ = 0;
    bool stopped_ = false, adding_ = false;
};

} // namespace

Contents read_pieces(ByteSource& source, std::size_t threads, const ReadPiece& read,
                     const std::function<void()>& look) {
    Cutter cutter(source);
    Contents all;
    std::string buffer;
    std::string_view piece = cutter.next(buffer);
    read(piece, all);
    if (cutter.ended() || all.ended()) return all;
    all.expect(piece.size(), source.left());

    const std::size_t wanted = threads == 0 ? processors() : std::min(threads, 4 * processors());
    Pool pool(wanted > 1 ? wanted : 0);
    if (pool.alone()) {
        while (!all.ended() && !(piece = cutter.next(buffer)).empty()) read(piece, all);
        return all;
    }
    Reading reading(cutter, read, all);
    const auto work = [&](std::size_t) {
        try {
            reading.work();
        } catch (...) {
            reading.stop();
            throw;
        }
    };
    pool.each_watched(wanted, work, milliseconds_between_looks, look, [&] { reading.stop(); });
    return all;
}

ReadPiece lines_of(std::string layout) {
    return [layout = std::move(layout)](std::string_view piece, Contents& into) {
        const bool is_text = is_utf8(piece);
        const std::size_t segments = into.columns.size(), lines = into.lines;
        LineReader reader(piece, layout);
        for (Record record; reader.next(record);)
            if (!into.add(record, is_text)) return;
        for (const auto& [segment, line] : reader.marked()) into.marked.emplace_back(segments + segment, lines + line);
        into.lines += reader.line_number();
        if (reader.fault() != LineFault::none)
            into.fault = {reader.fault(), into.lines, reader.field(), std::string(reader.line())};
    };
}

ReadPiece json_lines() {
    return [](std::string_view piece, Contents& into) {
        const bool is_text = is_utf8(piece);
        const std::size_t segments = into.columns.size();
        SeglstReader reader(piece);
        for (Record record; reader.next_line(record);)
            if (!into.add(record, is_text)) return;
        into.gave_up = reader.gave_up();
        if (into.columns.size() == segments) return;
        into.gave_up |= segments > 0 && into.keys != reader.keys();
        into.keys = reader.keys();
    };
}

} // namespace hubbub
