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

Axis axis_of(const Board& board, const Lay& lay, int j) {
    const Band &old = board.band(lay.from, j), &next = board.band(lay.to, j);
    return {j, old.low, old.size(), next.high - old.low + 1, next.low - old.low};
}

bool closed(const Board& board) {
    return std::any_of(board.bands.begin(), board.bands.end(), [](const Band& band) { return band.empty(); });
}

// Then the words that may pair with a word are neighbours.
bool in_order(std::span<const Span> spans) {
    return std::adjacent_find(spans.begin(), spans.end(), [](const Span& a, const Span& b) {
               return a.start > b.start || a.end > b.end;
           }) == spans.end();
}

class Table {
  public:
    Table(const Board& board, bool plain) : board_(board), ops_(rows::line_ops(plain)), streams_(board.stream_count()) {
        for (const TimedWords& stream : board.streams) ordered_.push_back(in_order(stream.spans));
    }

    BoardRouting run(std::int64_t known, const Watch& watch);

  private:
    void start();
    void step(std::span<const Lay> lays);
    void lay_down(const Lay& lay);
    void widen(std::size_t axis, const Small* from, Small* to) const;
    template <class Keep> Small* keep(std::size_t axis, const Small* from, Small* to, const Keep& kept) const;
    void push(int n, std::size_t axis);
    void find_runs(std::size_t axis);
    void fill_pairs(int n, std::size_t word, int j, std::int32_t low, std::int32_t count, Small* to);
    std::size_t place(int n, const std::vector<std::int32_t>& cells) const;
    bool trace_stream(const Lay& lay, int j, std::int32_t end, std::int64_t value, std::vector<std::int32_t>& cells);
    bool trace_lay(const Lay& lay, const std::vector<std::int32_t>& after, std::vector<std::int32_t>& before,
                   int& stream);
    void trace(BoardRouting& found);

    const Board& board_;
    const rows::LineOps& ops_;
    const int streams_;
    std::vector<char> ordered_;            // per stream: do its words stand in the order of their times?
    std::vector<Small> layers_;            // all tables, one after the other
    std::vector<std::size_t> layer_first_; // where each begins
    std::vector<std::int64_t> cost_;       // that of the last cell of each, from which the others are counted

    // Of the step at hand:
    std::vector<Axis> axes_; // those with more than one cell
    std::int32_t wide_ = 1;  // cells of the wide table
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
    cost_ = {0};
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

// What the new table has of the wide one: `kept` makes its values from theirs.
template <class Keep> Small* Table::keep(std::size_t axis, const Small* from, Small* to, const Keep& kept) const {
    if (axis + 1 < axes_.size()) {
        const Axis& own = axes_[axis];
        for (std::int32_t k = own.cut; k < own.wide; ++k) to = keep(axis + 1, from + k * own.stride, to, kept);
        return to;
    }
    const Axis last = axes_.empty() ? Axis{} : axes_.back();
    return std::transform(from + last.cut, from + last.wide, to, to, kept);
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

// The wide table after one more utterance.
void Table::lay_down(const Lay& lay) {
    axes_.clear();
    for (int j = 0; j < streams_; ++j) {
        if (const Axis axis = axis_of(board_, lay, j); axis.size > 1 || axis.wide > 1) axes_.push_back(axis);
    }
    std::int32_t size = 1;
    wide_ = 1;
    for (std::size_t a = axes_.size(); a-- > 0;) {
        axes_[a].stride = wide_;
        axes_[a].from = size;
        wide_ *= axes_[a].wide;
        size *= axes_[a].size;
    }
    old_.resize(wide_ + abreast); // some are read beyond the end
    widen(0, layers_.data() + layer_first_[lay.from], old_.data());
    best_.assign(wide_ + abreast, none);
    bool pushed = false;
    for (std::size_t a = 0; a < axes_.size(); ++a) {
        if (!board_.allows(lay.utterance, axes_[a].stream) || axes_[a].wide == 1) continue;
        push(lay.utterance, a);
        pushed = true;
    }
    if (!pushed) { // then its words can only be deleted, wherever it goes
        const auto deleted = static_cast<Value>(board_.utterances[lay.utterance].size()) * board_.steps.deletion;
        for (std::int32_t k = 0; k < wide_; ++k) best_[k] = static_cast<Small>(old_[k] + deleted);
    }
}

// The table that these lays lead to.
void Table::step(std::span<const Lay> lays) {
    const std::size_t first = layers_.size();
    std::size_t kept = 1;
    for (int j = 0; j < streams_; ++j) kept *= board_.band(lays[0].to, j).size();
    layer_first_.push_back(first);
    layers_.resize(first + kept, none);
    Small* to = layers_.data() + first;
    if (lays.size() == 1) {
        lay_down(lays[0]);
        const Small last = best_[wide_ - 1];
        cost_.push_back(cost_[lays[0].from] + last);
        keep(0, best_.data(), to, [=](Small value, Small) { return static_cast<Small>(value - last); });
        return;
    }
    std::int64_t least = cost_[lays[0].from];
    for (const Lay& lay : lays) least = std::min(least, cost_[lay.from]);
    for (const Lay& lay : lays) {
        // What comes from tables far dearer than the cheapest is cut off at `none`, which is far from the least.
        const auto above = static_cast<Value>(std::min<std::int64_t>(cost_[lay.from] - least, 2 * none));
        lay_down(lay);
        keep(0, best_.data(), to,
             [=](Small value, Small so_far) { return static_cast<Small>(std::min<Value>(value + above, so_far)); });
    }
    const Small last = to[kept - 1];
    cost_.push_back(least + last);
    for (std::size_t k = 0; k < kept; ++k) to[k] = static_cast<Small>(to[k] - last);
}

std::size_t Table::place(int n, const std::vector<std::int32_t>& cells) const {
    std::size_t at = 0;
    for (int j = 0; j < streams_; ++j) at = at * board_.band(n, j).size() + (cells[j] - board_.band(n, j).low);
    return layer_first_[n] + at;
}

// Did the utterance go to stream j, on the way to cell `end` of it and whatever cells the others stood at before? If
// so, `cells` says where j stood. `value` is counted as the table before counts.
bool Table::trace_stream(const Lay& lay, int j, std::int32_t end, std::int64_t value,
                         std::vector<std::int32_t>& cells) {
    const Band band = board_.band(lay.from, j);
    const std::int32_t heard = end - band.low;
    row_.assign(heard + 1, 0);
    pairs_.resize(heard);
    for (std::size_t p = board_.utterances[lay.utterance].size(); p-- > 0;) {
        fill_pairs(lay.utterance, p, j, band.low, heard, pairs_.data());
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
        if (layers_[place(lay.from, cells)] + row_[k] == value) return true;
    }
    cells[j] = elsewhere;
    return false;
}

// Did the best way to these cells come by this lay? If so, from which, and along which stream?
bool Table::trace_lay(const Lay& lay, const std::vector<std::int32_t>& after, std::vector<std::int32_t>& before,
                      int& stream) {
    const std::int64_t value = layers_[place(lay.to, after)] + cost_[lay.to] - cost_[lay.from];
    bool allowed = false;
    for (int j = 0; j < streams_; ++j) before[j] = std::min(after[j], board_.band(lay.from, j).high);
    for (stream = 0; stream < streams_; ++stream) {
        if (!board_.allows(lay.utterance, stream)) continue;
        allowed = true;
        if (trace_stream(lay, stream, after[stream], value, before)) return true;
    }
    stream = 0;
    const auto deleted = static_cast<Value>(board_.utterances[lay.utterance].size()) * board_.steps.deletion;
    return !allowed && layers_[place(lay.from, before)] + deleted == value;
}

void Table::trace(BoardRouting& found) {
    std::vector<std::int32_t> after(streams_), before(streams_);
    const int last = board_.table_count() - 1;
    for (int j = 0; j < streams_; ++j) after[j] = board_.band(last, j).high;
    int table = last, stream = 0;
    for (std::size_t k = board_.lays.size(); k-- > 0;) {
        const Lay& lay = board_.lays[k];
        if (lay.to != table || !trace_lay(lay, after, before, stream)) continue;
        found.candidate.stream_of[lay.utterance] = stream;
        found.order.push_back(lay.utterance);
        table = lay.from;
        after = before;
    }
    std::reverse(found.order.begin(), found.order.end());
}

BoardRouting Table::run(std::int64_t known, const Watch& watch) {
    BoardRouting found{{std::vector<std::int32_t>(board_.utterance_count(), 0), far}, {}};
    start();
    const std::span<const Lay> lays(board_.lays);
    for (std::size_t k = 0, end = 0; k < lays.size(); k = end) {
        while (end < lays.size() && lays[end].to == lays[k].to) ++end;
        if (lays[k].to % 64 == 1) watch.check();
        step(lays.subspan(k, end - k));
    }
    found.candidate.cost = cost_.back();
    if (found.candidate.cost >= known) return found;
    if (streams_ > 1 || lays.size() > board_.utterances.size()) {
        trace(found);
    } else { // nothing to choose
        for (const Lay& lay : lays) found.order.push_back(lay.utterance);
    }
    return found;
}

} // namespace

void add_lay(TableSize& size, const Board& board, const Lay& lay) {
    const Steps& steps = board.steps;
    const double word = steps.deletion + std::max({steps.deletion, std::abs(steps.match), std::abs(steps.mismatch)});
    const auto words = static_cast<double>(board.utterances[lay.utterance].size());
    double all = 1, next = 1, lost = 0, pushed = 0;
    for (int j = 0; j < board.stream_count(); ++j) {
        const Axis axis = axis_of(board, lay, j);
        all *= axis.wide;
        next *= axis.wide - axis.cut;
        lost += static_cast<double>(board.slide) * std::max(axis.wide, axis.size);
        if (board.allows(lay.utterance, j)) pushed += words * axis.wide / (axis.wide - axis.cut);
    }
    size.widest = std::max(size.widest, all);
    size.work += all + next * pushed;
    if (all > 1 << 24 || lost + word * words > none / 2) size.work = std::numeric_limits<double>::infinity();
}

void add_table(TableSize& size, const Board& board, int table) {
    double cells = 1;
    for (int j = 0; j < board.stream_count(); ++j) cells *= board.band(table, j).size();
    size.cells += cells;
}

TableSize table_size(const Board& board) {
    TableSize size;
    if (closed(board)) return size;
    for (int table = 0; table < board.table_count(); ++table) add_table(size, board, table);
    for (const Lay& lay : board.lays) add_lay(size, board, lay);
    return size;
}

void lay_in_order(Board& board) {
    for (int n = 0; n < board.utterance_count(); ++n) board.lays.push_back({n, n + 1, n});
}

BoardRouting route_board(const Board& board, std::int64_t known, bool plain, const Watch& watch) {
    if (closed(board)) return {{std::vector<std::int32_t>(board.utterance_count(), 0), far}, {}};
    return Table(board, plain).run(known, watch);
}

} // namespace hubbub::orc
