#include "route/schedule.hpp"
#include "route/table/internal.hpp"

#include <algorithm>

namespace hubbub::route::table {

using rows::Stretch;
using rows::Stretches;

namespace {

using namespace in_tables;

// A lower bound for the rest, in 1 / scale: the sum of `to_come` of every queue, `row` of every queue and stream for
// its remaining utterances, and `left` of every stream.
struct Guide {
    std::vector<std::vector<std::int64_t>> to_come; // per queue and turn
    std::vector<std::vector<Value>> left;           // per stream and cell
    std::vector<std::vector<Value>> rows;           // per queue and stream: the cells of each turn

    const Value* row(std::size_t queue, std::int32_t turn, int j) const {
        return rows[queue * left.size() + j].data() + turn * left[j].size();
    }
};

// The backward rows of each chain: B of chains.hpp for every row and cell.
std::vector<Value> rows_behind(const Problem& problem, const Stretches& stretches, std::int32_t i, std::int32_t j,
                               const bound::Prices& prices) {
    const std::size_t width = static_cast<std::size_t>(problem.words_in(j)) + 1;
    const Steps steps = free_deletion(problem.steps).times(problem.scale);
    const std::vector<Value>& before = prices.before[j];
    std::vector<Value> rows((problem.turns(i) + 1) * width, 0), uses;
    for (std::int32_t k = problem.turns(i); k-- > 0;) {
        Value* row = &rows[k * width];
        std::copy_n(row + width, width, row);
        const std::int32_t n = problem.queue[i][k];
        const Stretch& own = stretches.of(n, j);
        if (own.empty()) continue;
        uses.resize(own.width());
        for (std::int32_t t = 0; t < own.width(); ++t) uses[t] = row[own.first + t] + before[own.first + t];
        stretches.carry(n, j, uses.data(), steps);
        const Value price = prices.utterance[n] - problem.scale * problem.steps.deletion * problem.length(n);
        Value best = row[own.end - 1];
        for (std::int32_t h = own.end; h-- > own.first;) {
            best = std::min({best, row[h], uses[h - own.first] - before[h] - price});
            row[h] = best;
        }
        for (std::int32_t h = own.first; h-- > 0 && row[h] > best;) row[h] = best;
    }
    return rows;
}

Guide guide_of(const Problem& problem, const bound::Prices& prices) {
    const Stretches stretches(problem);
    Guide guide;
    guide.left = prices.before;
    for (auto& left : guide.left) {
        const Value whole = left.back();
        for (Value& value : left) value -= whole;
    }
    for (std::int32_t i = 0; i < problem.speakers; ++i) {
        auto& sums = guide.to_come.emplace_back(problem.turns(i) + 1, 0);
        for (std::int32_t k = problem.turns(i); k-- > 0;) sums[k] = sums[k + 1] + prices.utterance[problem.queue[i][k]];
        for (std::int32_t j = 0; j < problem.streams; ++j)
            guide.rows.push_back(rows_behind(problem, stretches, i, j, prices));
    }
    return guide;
}

Band hull(const Band& a, const Band& b) { return {std::min(a.low, b.low), std::max(a.high, b.high)}; }

// The result of one utterance along one stream of a table.
struct Part {
    std::vector<Band> bands, promising; // its cells, and those whose bound is within the limit
    std::vector<Small> cells;
    std::int64_t cost = 0; // the cost from which the cells are counted
};

class Run {
  public:
    // `open` has no tables yet; `limit` is the highest cost of a routing, in 1 / scale, counted from all insertions.
    Run(const TableLayout& open, const Guide& guide, std::int64_t limit, double most_work, double most_bytes)
        : layout_(open), positions_(layout_), guide_(guide), table_(layout_, false), limit_(limit),
          scale_(open.problem.scale), most_bytes_(most_bytes), most_work_(most_work), streams_(open.streams()),
          lows_(streams_), ahead_(streams_), rows_(streams_) {}

    // The best routing, counted from all insertions; no moves if none is within the limit.
    Routed run(const Watch& watch);
    bool complete() const { return complete_; } // whether everything within the limit was searched
    double work() const { return work_; }

  private:
    void expand(const Transition& transition);
    void expand_along(const Transition& transition, int stream);
    void put_together();
    void merge(const Part& part, std::int64_t least);
    void spread();
    void prepare_bounds(QueuePosition position, std::span<const Transition> transitions);
    bool find_promising(Part& part, int j, std::int64_t allowed, const Small*& cell);
    Band reached(const Transition& transition, int j, bool along) const;
    void count(double work, double bytes); // gives up if this exceeds the limits

    TableLayout layout_;
    QueuePositions positions_;
    const Guide& guide_;
    Table table_;
    const std::int64_t limit_;
    const Value scale_;
    const double most_bytes_, most_work_;
    const int streams_;
    // Of the current position: the bound without the rows, and per stream the first open cell, the bound for the rest
    // by cell, and the first cell of that row.
    std::int64_t to_come_ = 0;
    std::vector<std::int32_t> lows_, ahead_;
    std::vector<std::vector<Value>> rows_;
    std::vector<Part> parts_; // of the current table
    std::size_t used_ = 0;    // the number in use
    std::vector<Band> bands_;
    std::vector<Small> cells_;
    double work_ = 0, allowed_ = 0; // so far
    bool complete_ = true;
};

void Run::count(double work, double bytes) {
    work_ += work;
    if (work_ > allowed_ || static_cast<double>(table_.bytes()) + bytes > most_bytes_) complete_ = false;
}

// The cells of a stream that a transition reaches, along this stream or another.
Band Run::reached(const Transition& transition, int j, bool along) const {
    const Band& before = layout_.band(transition.from, j);
    const std::int32_t low = std::max(before.low, lows_[j]);
    const bool grows = along && layout_.allows(transition.utterance, j);
    return {low, std::max({low, before.high, grows ? layout_.reach(transition.utterance, j).end : 0})};
}

// Computes the rows for all cells that the transitions may reach.
void Run::prepare_bounds(QueuePosition position, std::span<const Transition> transitions) {
    to_come_ = 0;
    for (std::size_t i = 0; i < position.size(); ++i) to_come_ += guide_.to_come[i][position[i]];
    for (int j = 0; j < streams_; ++j) {
        lows_[j] = positions_.open_cells(position, j).low;
        Band band = reached(transitions[0], j, true);
        for (const Transition& transition : transitions) band = hull(band, reached(transition, j, true));
        ahead_[j] = band.low;
        std::vector<Value>& row = rows_[j];
        row.assign(guide_.left[j].begin() + band.low, guide_.left[j].begin() + band.high + 1);
        for (std::size_t i = 0; i < position.size(); ++i) {
            const Value* more = guide_.row(i, position[i], j) + band.low;
            for (std::size_t k = 0; k < row.size(); ++k) row[k] += more[k];
        }
    }
}

// Goes through the cells from stream j on; `allowed` is the highest cost allowed.
bool Run::find_promising(Part& part, int j, std::int64_t allowed, const Small*& cell) {
    const std::int32_t size = part.bands[j].size();
    const Value* row = rows_[j].data() + (part.bands[j].low - ahead_[j]);
    std::int32_t first = size, last = -1;
    if (j + 1 == streams_) {
        const auto most = static_cast<Value>(std::clamp<std::int64_t>(allowed, -far, far));
        for (std::int32_t k = 0; k < size; ++k) {
            if (cell[k] * scale_ + row[k] > most) continue;
            first = std::min(first, k);
            last = k;
        }
        cell += size;
    } else {
        for (std::int32_t k = 0; k < size; ++k) {
            if (!find_promising(part, j + 1, allowed - row[k], cell)) continue;
            first = std::min(first, k);
            last = k;
        }
    }
    const std::int32_t low = part.bands[j].low;
    part.promising[j] = hull(part.promising[j], {low + first, low + last});
    return last >= 0;
}

void Run::expand_along(const Transition& transition, int stream) {
    if (used_ == parts_.size()) parts_.emplace_back();
    Part& part = parts_[used_];
    part.bands.resize(streams_);
    part.promising.resize(streams_);
    double wide = 1, along = 0;
    for (int j = 0; j < streams_; ++j) {
        const Band band = part.bands[j] = reached(transition, j, j == stream);
        part.promising[j] = {band.high + 1, band.low - 1};
        const double cells = band.high - layout_.band(transition.from, j).low + 1;
        wide *= cells;
        along += cells;
    }
    const double parts = static_cast<double>(parts_.size()) + 8; // of that size, and what is carried
    count(wide * (1 + layout_.problem.length(transition.utterance)) + small_table, 2 * parts * wide);
    if (!fits(layout_.problem, wide, along, transition.utterance)) complete_ = false;
    if (!complete_) return;
    table_.lay_down(transition, stream, part.bands, part.cells);
    part.cost = table_.cost(transition.from);
    const std::int64_t allowed = limit_ - part.cost * scale_ - to_come_;
    const Small* cell = part.cells.data();
    if (find_promising(part, 0, allowed, cell)) ++used_;
}

void Run::expand(const Transition& transition) {
    bool allowed = false;
    for (int j = 0; j < streams_; ++j) {
        if (!layout_.allows(transition.utterance, j)) continue;
        expand_along(transition, j);
        allowed = true;
    }
    if (!allowed) expand_along(transition, 0); // it is deleted on every stream
}

void Run::merge(const Part& part, std::int64_t least) {
    const auto above = static_cast<Value>(std::min<std::int64_t>(part.cost - least, none));
    std::vector<std::int32_t> at;
    for (const Band& band : part.promising) at.push_back(band.low);
    const Band inner = part.promising.back();
    for (;;) {
        std::size_t from = 0, to = 0;
        for (int j = 0; j < streams_; ++j) {
            from = from * part.bands[j].size() + (at[j] - part.bands[j].low);
            to = to * bands_[j].size() + (at[j] - bands_[j].low);
        }
        for (std::int32_t k = 0; k < inner.size(); ++k)
            cells_[to + k] = static_cast<Small>(std::min<Value>(cells_[to + k], part.cells[from + k] + above));
        int j = streams_ - 2;
        for (; j >= 0 && at[j] == part.promising[j].high; --j) at[j] = part.promising[j].low;
        if (j < 0) return;
        ++at[j];
    }
}

// Words may be skipped, so no cell costs more than an earlier one.
void Run::spread() {
    std::size_t stride = 1;
    for (int j = streams_; j-- > 0;) {
        const std::size_t line = stride * bands_[j].size();
        for (std::size_t first = 0; first < cells_.size(); first += line)
            for (std::size_t k = first + stride; k < first + line; ++k)
                cells_[k] = std::min(cells_[k], cells_[k - stride]);
        stride = line;
    }
}

// Merges the parts into one table; none if there are none.
void Run::put_together() {
    cells_.clear();
    bands_.assign(streams_, Band{});
    std::int64_t least = 0;
    if (used_ > 0) {
        bands_ = parts_[0].promising;
        least = parts_[0].cost;
        for (std::size_t p = 1; p < used_; ++p) {
            for (int j = 0; j < streams_; ++j) bands_[j] = hull(bands_[j], parts_[p].promising[j]);
            least = std::min(least, parts_[p].cost);
        }
        double cells = 1;
        for (const Band& band : bands_) cells *= band.size();
        count(cells, 12 * cells);
        if (!complete_) return;
        cells_.assign(static_cast<std::size_t>(cells), none);
        for (std::size_t p = 0; p < used_; ++p) merge(parts_[p], least);
        spread();
    }
    layout_.bands.insert(layout_.bands.end(), bands_.begin(), bands_.end());
    table_.add(cells_, least);
}

Routed Run::run(const Watch& watch) {
    for (int j = 0; j < streams_; ++j) {
        const std::int32_t low = positions_.open_cells(positions_.at(0), j).low;
        layout_.bands.push_back({low, low});
    }
    allowed_ = early_share * most_work_;
    while (!positions_.over() && positions_.count() > 0) {
        positions_.advance();
        allowed_ += (1 - early_share) * most_work_ / layout_.utterances();
        for (std::size_t p = 0; p < positions_.count(); ++p) {
            watch.check();
            const std::vector<Transition>& transitions = positions_.transitions(p);
            const double before = work_;
            used_ = 0;
            prepare_bounds(positions_.at(p), transitions);
            for (const Transition& one : transitions) expand(one);
            layout_.transitions.insert(layout_.transitions.end(), transitions.begin(), transitions.end());
            if (complete_) put_together();
            // work beyond the limit was not done
            spend(step_cost::guided_cells * static_cast<std::uint64_t>(std::min(most_work_, work_ - before)) / 16);
            if (!complete_) return {};
        }
    }
    if (positions_.count() == 0 || layout_.bands.back().empty()) return {};
    Routed found{table_.trace(), table_.cost(layout_.tables() - 1)};
    complete_ = !found.moves.empty();
    return found;
}

} // namespace

TableResult route_by_prices(const Problem& problem, const bound::Prices& prices, std::int64_t proven, std::int64_t most,
                            double work, const Watch& watch) {
    const TableLayout open = reach_layout(problem);
    const Guide guide = guide_of(problem, prices);
    const double most_work = work * problem.utterance_count();
    const Budget rest = watch.rest();
    const Watch table_watch(rest);
    TableResult result{proven};
    try {
        for (const std::int64_t limit : {proven + (most - proven) / 2, most}) {
            if (limit < result.proven) break;
            Run run(open, guide, (limit - problem.base) * problem.scale, most_work,
                    static_cast<double>(watch.bytes) / 4);
            Routed found = run.run(table_watch);
            result.work += run.work();
            if (!run.complete()) break;
            if (!found.moves.empty()) {
                found.cost += problem.base;
                return {found.cost, std::move(found), result.work};
            }
            result.proven = limit + 1;
        }
    } catch (const Over&) { // with the bound proven so far
    }
    return result;
}

} // namespace hubbub::route::table
