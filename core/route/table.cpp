#include "table.hpp"

#include "abreast.hpp"

#include <cstdlib>
#include <limits>
#include <numeric>

namespace hubbub::orc {
namespace {

using rows::abreast;
using rows::Small;

constexpr Small none = std::numeric_limits<Small>::max();
constexpr std::int32_t short_run = 6; // fewer lines are better taken one by one

// One stream on the way from one table to the next. The wide table between them has the cells of both: what lies beyond
// the first is reached by insertions, and what lies before the second is cut off when all is done.
struct Axis {
    int stream = 0;
    std::int32_t low = 0;    // the first cell of the old and of the wide table
    std::int32_t size = 1;   // cells of the old table
    std::int32_t wide = 1;   // cells of the wide one
    std::int32_t cut = 0;    // those of the wide one that the new one leaves out, at its start
    std::int32_t stride = 1; // in the wide table
    std::int32_t from = 1;   // the stride in the old one
};

Axis axis_of(const Board& board, int n, int j) {
    const Band &old = board.band(n, j), &next = board.band(n + 1, j);
    return {j, old.low, old.size(), next.high - old.low + 1, next.low - old.low};
}

bool closed(const Board& board) {
    return std::any_of(board.bands.begin(), board.bands.end(), [](const Band& band) { return band.empty(); });
}

class Table {
  public:
    Table(const Board& board, bool plain) : board_(board), ops_(rows::line_ops(plain)), streams_(board.stream_count()) {
        for (const TimedWords& stream : board.streams) ordered_.push_back(in_order(stream.spans));
    }

    Candidate run(std::int64_t known, const Watch& watch);

  private:
    void start();
    void step(int n);
    void widen(std::size_t axis, const Small* from, Small* to) const;
    Small* keep(std::size_t axis, const Small* from, Small* to) const;
    void push(int n, std::size_t axis);
    void find_runs(std::size_t axis);
    void fill_pairs(int n, std::size_t word, int j, std::int32_t low, std::int32_t count, Small* to);
    std::size_t place(int n, const std::vector<std::int32_t>& cells) const;
    bool trace_stream(int n, int j, std::int32_t end, Value value, std::vector<std::int32_t>& cells);
    void trace(Candidate& found);

    const Board& board_;
    const rows::LineOps& ops_;
    const int streams_;
    std::vector<char> ordered_;            // per stream: do its words stand in the order of their times?
    std::vector<Small> layers_;            // all tables, one after the other
    std::vector<std::size_t> layer_first_; // where each begins
    std::vector<Value> fall_;              // what the last cell of each differs from that of the table before

    // Of the step at hand:
    std::vector<Axis> axes_; // those with more than one cell
    std::vector<Small> old_, best_, pairs_, buffer_;
    std::vector<std::int32_t> runs_; // of lines along an axis: where they begin in the wide table
    std::int32_t run_ = 1;           // lines in each
    std::vector<Value> row_;
};

// The costs of one word's pairs with `count` words of a stream, from `low` on. A pair that time forbids costs what it
// comes to: a deletion, and the insertion is free.
void Table::fill_pairs(int n, std::size_t word, int j, std::int32_t low, std::int32_t count, Small* to) {
    const TimedWords &said = board_.utterances[n], &stream = board_.streams[j];
    const Token token = said.words[word];
    const Token* heard = stream.words.data() + low;
    const auto match = static_cast<Small>(board_.steps.match), mismatch = static_cast<Small>(board_.steps.mismatch);
    const auto forbidden = static_cast<Small>(board_.steps.deletion);
    std::int32_t first = 0, end = count;
    if (!stream.spans.empty()) {
        const Span* spans = stream.spans.data() + low;
        const Span own = said.spans[word];
        while (first < count && !may_pair(own, spans[first])) to[first++] = forbidden;
        while (end > first && !may_pair(own, spans[end - 1])) to[--end] = forbidden;
        if (!ordered_[j]) {
            for (std::int32_t k = first; k < end; ++k) {
                to[k] = !may_pair(own, spans[k]) ? forbidden : heard[k] == token ? match : mismatch;
            }
            return;
        }
    }
    for (std::int32_t k = first; k < end; ++k) to[k] = heard[k] == token ? match : mismatch;
}

void Table::start() {
    layers_.reserve(static_cast<std::size_t>(table_size(board_).cells));
    layers_.push_back(0);
    layer_first_ = {0};
    fall_ = {0};
}

void Table::widen(std::size_t axis, const Small* from, Small* to) const {
    if (axis == axes_.size()) {
        *to = *from;
        return;
    }
    const Axis& own = axes_[axis];
    const std::int32_t known = std::min(own.size, own.wide);
    if (axis + 1 == axes_.size()) {
        std::copy_n(from, known, to);
        std::fill(to + known, to + own.wide, from[known - 1]);
        return;
    }
    for (std::int32_t k = 0; k < known; ++k) widen(axis + 1, from + k * own.from, to + k * own.stride);
    for (std::int32_t k = known; k < own.wide; ++k)
        std::copy_n(to + (k - 1) * own.stride, own.stride, to + k * own.stride);
}

Small* Table::keep(std::size_t axis, const Small* from, Small* to) const {
    if (axis + 1 < axes_.size()) {
        const Axis& own = axes_[axis];
        for (std::int32_t k = own.cut; k < own.wide; ++k) to = keep(axis + 1, from + k * own.stride, to);
        return to;
    }
    const Axis last = axes_.empty() ? Axis{} : axes_.back();
    const auto base = static_cast<Small>(fall_.back());
    return std::transform(from + last.cut, from + last.wide, to,
                          [=](Small value) { return static_cast<Small>(value - base); });
}

// Where the runs of neighbouring lines along an axis begin. Lines that the new table does not need are left out where
// that is easy. Short runs are taken apart: then each line is a run.
void Table::find_runs(std::size_t axis) {
    const bool last = axis + 1 == axes_.size();
    const std::int32_t inner = axes_[axis].stride;
    const std::int32_t skipped = last ? 0 : axes_[axis + 1].cut * axes_[axis + 1].stride;
    run_ = inner - skipped;
    runs_ = {skipped};
    for (std::size_t a = 0; a < axis; ++a) {
        const Axis& other = axes_[a];
        const std::size_t count = runs_.size();
        const std::int32_t kept = other.wide - other.cut;
        runs_.resize(count * kept);
        for (std::size_t run = count; run-- > 0;) {
            const std::int32_t first = runs_[run] + other.cut * other.stride;
            for (std::int32_t k = kept; k-- > 0;) runs_[run * kept + k] = first + k * other.stride;
        }
    }
    if (run_ >= short_run || run_ == 1) return;
    const std::size_t count = runs_.size();
    runs_.resize(count * run_);
    for (std::size_t run = count; run-- > 0;) {
        for (std::int32_t k = run_; k-- > 0;) runs_[run * run_ + k] = runs_[run] + k;
    }
    run_ = 1;
}

void Table::push(int n, std::size_t axis) {
    const Axis& own = axes_[axis];
    const auto words = static_cast<std::int32_t>(board_.utterances[n].size());
    const std::int32_t heard = own.wide - 1;
    pairs_.resize(static_cast<std::size_t>(words) * heard);
    for (std::int32_t p = 0; p < words; ++p) fill_pairs(n, p, own.stream, own.low, heard, &pairs_[p * heard]);
    buffer_.resize(static_cast<std::size_t>(own.wide + 8) * abreast);
    find_runs(axis);
    const rows::Along along{old_.data(),
                            best_.data(),
                            own.wide,
                            own.stride,
                            pairs_.data(),
                            words,
                            static_cast<Small>(board_.steps.deletion),
                            buffer_.data()};
    const auto count = static_cast<std::int32_t>(runs_.size());
    if (run_ == 1) {
        for (std::int32_t k = 0; k < count; k += abreast) ops_.apart(along, &runs_[k], std::min(abreast, count - k));
        return;
    }
    for (const std::int32_t first : runs_) {
        for (std::int32_t k = 0; k < run_; k += abreast) ops_.together(along, first + k, std::min(abreast, run_ - k));
    }
}

void Table::step(int n) {
    axes_.clear();
    for (int j = 0; j < streams_; ++j) {
        if (const Axis axis = axis_of(board_, n, j); axis.size > 1 || axis.wide > 1) axes_.push_back(axis);
    }
    std::int32_t wide = 1, size = 1;
    for (std::size_t a = axes_.size(); a-- > 0;) {
        axes_[a].stride = wide;
        axes_[a].from = size;
        wide *= axes_[a].wide;
        size *= axes_[a].size;
    }
    old_.resize(wide + abreast); // some are read beyond the end
    widen(0, layers_.data() + layer_first_[n], old_.data());
    best_.assign(wide + abreast, none);
    bool pushed = false;
    for (std::size_t a = 0; a < axes_.size(); ++a) {
        if (!board_.allows(n, axes_[a].stream) || axes_[a].wide == 1) continue;
        push(n, a);
        pushed = true;
    }
    if (!pushed) { // then its words can only be deleted, wherever it goes
        const auto deleted = static_cast<Value>(board_.utterances[n].size()) * board_.steps.deletion;
        for (std::int32_t k = 0; k < wide; ++k) best_[k] = static_cast<Small>(old_[k] + deleted);
    }
    fall_.push_back(best_[wide - 1]);
    layer_first_.push_back(layers_.size());
    std::size_t kept = 1;
    for (const Axis& axis : axes_) kept *= axis.wide - axis.cut;
    layers_.resize(layers_.size() + kept);
    keep(0, best_.data(), layers_.data() + layer_first_.back());
}

std::size_t Table::place(int n, const std::vector<std::int32_t>& cells) const {
    std::size_t at = 0;
    for (int j = 0; j < streams_; ++j) at = at * board_.band(n, j).size() + (cells[j] - board_.band(n, j).low);
    return layer_first_[n] + at;
}

// Did utterance n go to stream j, on the way to cell `end` of it and whatever cells the others stood at before? If so,
// `cells` says where j stood.
bool Table::trace_stream(int n, int j, std::int32_t end, Value value, std::vector<std::int32_t>& cells) {
    const Band band = board_.band(n, j);
    const std::int32_t heard = end - band.low;
    row_.assign(heard + 1, 0);
    pairs_.resize(heard);
    for (std::size_t p = board_.utterances[n].size(); p-- > 0;) {
        fill_pairs(n, p, j, band.low, heard, pairs_.data());
        Value after = row_[heard], least = row_[heard] += board_.steps.deletion;
        for (std::int32_t k = heard; k-- > 0;) {
            const Value here = row_[k];
            row_[k] = least = std::min({least, after + pairs_[k], here + board_.steps.deletion});
            after = here;
        }
    }
    const std::int32_t elsewhere = cells[j];
    for (std::int32_t k = 0; k <= heard; ++k) {
        cells[j] = std::min(band.low + k, band.high);
        if (layers_[place(n, cells)] + row_[k] == value) return true;
    }
    cells[j] = elsewhere;
    return false;
}

void Table::trace(Candidate& found) {
    const int count = board_.utterance_count();
    std::vector<std::int32_t> after(streams_), before(streams_);
    for (int j = 0; j < streams_; ++j) after[j] = board_.band(count, j).high;
    for (int n = count; n-- > 0;) {
        const Value value = layers_[place(n + 1, after)] + fall_[n + 1];
        for (int j = 0; j < streams_; ++j) before[j] = std::min(after[j], board_.band(n, j).high);
        for (int j = 0; j < streams_; ++j) {
            if (!board_.allows(n, j) || !trace_stream(n, j, after[j], value, before)) continue;
            found.stream_of[n] = j;
            break;
        }
        after = before;
    }
}

Candidate Table::run(std::int64_t known, const Watch& watch) {
    Candidate found{std::vector<std::int32_t>(board_.utterance_count(), 0), far};
    start();
    for (int n = 0; n < board_.utterance_count(); ++n) {
        if (n % 64 == 0) watch.check();
        step(n);
    }
    found.cost = std::accumulate(fall_.begin(), fall_.end(), std::int64_t{0});
    if (streams_ > 1 && found.cost < known) trace(found);
    return found;
}

} // namespace

TableSize table_size(const Board& board) {
    constexpr double no_end = std::numeric_limits<double>::infinity();
    const Steps& steps = board.steps;
    const double word = steps.deletion + std::max({steps.deletion, std::abs(steps.match), std::abs(steps.mismatch)});
    TableSize size;
    if (closed(board)) return size;
    size.cells = 1;
    for (int n = 0; n < board.utterance_count(); ++n) {
        const auto words = static_cast<double>(board.utterances[n].size());
        double all = 1, next = 1, lost = 0;
        for (int j = 0; j < board.stream_count(); ++j) {
            const Axis axis = axis_of(board, n, j);
            all *= axis.wide;
            next *= axis.wide - axis.cut;
            lost += static_cast<double>(board.slide) * std::max(axis.wide, axis.size);
        }
        if (all > 1 << 24 || lost + word * words > none / 2) return {no_end, no_end, no_end};
        size.cells += next;
        size.widest = std::max(size.widest, all);
        size.work += all;
        for (int j = 0; j < board.stream_count(); ++j) {
            const Axis axis = axis_of(board, n, j);
            if (board.allows(n, j)) size.work += next / (axis.wide - axis.cut) * axis.wide * words;
        }
    }
    return size;
}

Candidate route_board(const Board& board, std::int64_t known, bool plain, const Watch& watch) {
    if (closed(board)) return {std::vector<std::int32_t>(board.utterance_count(), 0), far};
    return Table(board, plain).run(known, watch);
}

} // namespace hubbub::orc
