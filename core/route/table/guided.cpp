#include "route/schedule.hpp"
#include "route/table/inside.hpp"

#include <algorithm>

namespace hubbub::route::table {

using rows::Stretch;
using rows::Stretches;

namespace {

using namespace in_tables;

// The least that the rest may cost, in 1 / scale: `to_come` of every queue and `row` of every queue and stream for the
// utterances that it has left, and `left` of every stream.
struct Guide {
    std::vector<std::vector<std::int64_t>> to_come; // per queue and turn
    std::vector<std::vector<Value>> left;           // per stream and cell
    std::vector<std::vector<Value>> rows;           // per queue and stream: the cells of each turn

    const Value* row(std::size_t queue, std::int32_t turn, int j) const {
        return rows[queue * left.size() + j].data() + turn * left[j].size();
    }
};

// The rows of what is still to come on each chain: B of chains.hpp for every row and cell.
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

// What one utterance along one stream makes of a table.
struct Part {
    std::vector<Band> bands, hope; // its cells, and those that are worth keeping
    std::vector<Small> cells;
    std::int64_t cost = 0; // from which they are counted
};

class Run {
  public:
    // `open` has no tables yet; `limit` is what a routing may cost, in 1 / scale, counted from all insertions.
    Run(const Board& open, const Guide& guide, std::int64_t limit, double most_work, double most_bytes)
        : board_(open), places_(board_), guide_(guide), table_(board_, false), limit_(limit),
          scale_(open.problem.scale), most_bytes_(most_bytes), most_work_(most_work), streams_(open.streams()),
          lows_(streams_), ahead_(streams_), rows_(streams_) {}

    // The best routing, counted from all insertions; no moves if none is within the limit.
    Routed run(const Watch& watch);
    bool complete() const { return complete_; } // everything within the limit has been looked at
    double work() const { return work_; }

  private:
    void lay(const Lay& lay);
    void lay_along(const Lay& lay, int stream);
    void put_together();
    void merge(const Part& part, std::int64_t least);
    void spread();
    void look_ahead(Place place, std::span<const Lay> lays);
    bool find_hope(Part& part, int j, std::int64_t room, const Small*& cell);
    Band reached(const Lay& lay, int j, bool along) const;
    void count(double work, double bytes); // gives up where that is too much

    Board board_;
    QueuePlaces places_;
    const Guide& guide_;
    Table table_;
    const std::int64_t limit_;
    const Value scale_;
    const double most_bytes_, most_work_;
    const int streams_;
    // Of the place at hand: what is to come but for the rows, and per stream the first cell that is open, the rest by
    // its cell, and the first cell of that row.
    std::int64_t to_come_ = 0;
    std::vector<std::int32_t> lows_, ahead_;
    std::vector<std::vector<Value>> rows_;
    std::vector<Part> parts_; // of the table at hand
    std::size_t used_ = 0;    // so many of them
    std::vector<Band> bands_;
    std::vector<Small> cells_;
    double work_ = 0, allowed_ = 0; // so far
    bool complete_ = true;
};

void Run::count(double work, double bytes) {
    work_ += work;
    if (work_ > allowed_ || static_cast<double>(table_.bytes()) + bytes > most_bytes_) complete_ = false;
}

// The cells of a stream that a lay leads to, along this stream or another.
Band Run::reached(const Lay& lay, int j, bool along) const {
    const Band& before = board_.band(lay.from, j);
    const std::int32_t low = std::max(before.low, lows_[j]);
    const bool grows = along && board_.allows(lay.utterance, j);
    return {low, std::max({low, before.high, grows ? board_.reach(lay.utterance, j).end : 0})};
}

// Fills in the rows for all cells that the lays may lead to.
void Run::look_ahead(Place place, std::span<const Lay> lays) {
    to_come_ = 0;
    for (std::size_t i = 0; i < place.size(); ++i) to_come_ += guide_.to_come[i][place[i]];
    for (int j = 0; j < streams_; ++j) {
        lows_[j] = places_.open_cells(place, j).low;
        Band band = reached(lays[0], j, true);
        for (const Lay& lay : lays) band = hull(band, reached(lay, j, true));
        ahead_[j] = band.low;
        std::vector<Value>& row = rows_[j];
        row.assign(guide_.left[j].begin() + band.low, guide_.left[j].begin() + band.high + 1);
        for (std::size_t i = 0; i < place.size(); ++i) {
            const Value* more = guide_.row(i, place[i], j) + band.low;
            for (std::size_t k = 0; k < row.size(); ++k) row[k] += more[k];
        }
    }
}

// Goes through the cells from stream j on; `room` is what they may cost.
bool Run::find_hope(Part& part, int j, std::int64_t room, const Small*& cell) {
    const std::int32_t size = part.bands[j].size();
    const Value* row = rows_[j].data() + (part.bands[j].low - ahead_[j]);
    std::int32_t first = size, last = -1;
    if (j + 1 == streams_) {
        const auto most = static_cast<Value>(std::clamp<std::int64_t>(room, -far, far));
        for (std::int32_t k = 0; k < size; ++k) {
            if (cell[k] * scale_ + row[k] > most) continue;
            first = std::min(first, k);
            last = k;
        }
        cell += size;
    } else {
        for (std::int32_t k = 0; k < size; ++k) {
            if (!find_hope(part, j + 1, room - row[k], cell)) continue;
            first = std::min(first, k);
            last = k;
        }
    }
    const std::int32_t low = part.bands[j].low;
    part.hope[j] = hull(part.hope[j], {low + first, low + last});
    return last >= 0;
}

void Run::lay_along(const Lay& lay, int stream) {
    if (used_ == parts_.size()) parts_.emplace_back();
    Part& part = parts_[used_];
    part.bands.resize(streams_);
    part.hope.resize(streams_);
    double wide = 1, along = 0;
    for (int j = 0; j < streams_; ++j) {
        const Band band = part.bands[j] = reached(lay, j, j == stream);
        part.hope[j] = {band.high + 1, band.low - 1};
        const double cells = band.high - board_.band(lay.from, j).low + 1;
        wide *= cells;
        along += cells;
    }
    const double parts = static_cast<double>(parts_.size()) + 8; // of that size, and what is carried
    count(wide * (1 + board_.problem.length(lay.utterance)) + small_table, 2 * parts * wide);
    if (!fits(board_.problem, wide, along, lay.utterance)) complete_ = false;
    if (!complete_) return;
    table_.lay_down(lay, stream, part.bands, part.cells);
    part.cost = table_.cost(lay.from);
    const std::int64_t room = limit_ - part.cost * scale_ - to_come_;
    const Small* cell = part.cells.data();
    if (find_hope(part, 0, room, cell)) ++used_;
}

void Run::lay(const Lay& lay) {
    bool allowed = false;
    for (int j = 0; j < streams_; ++j) {
        if (!board_.allows(lay.utterance, j)) continue;
        lay_along(lay, j);
        allowed = true;
    }
    if (!allowed) lay_along(lay, 0); // it is deleted, wherever it goes
}

void Run::merge(const Part& part, std::int64_t least) {
    const auto above = static_cast<Value>(std::min<std::int64_t>(part.cost - least, none));
    std::vector<std::int32_t> at;
    for (const Band& band : part.hope) at.push_back(band.low);
    const Band inner = part.hope.back();
    for (;;) {
        std::size_t from = 0, to = 0;
        for (int j = 0; j < streams_; ++j) {
            from = from * part.bands[j].size() + (at[j] - part.bands[j].low);
            to = to * bands_[j].size() + (at[j] - bands_[j].low);
        }
        for (std::int32_t k = 0; k < inner.size(); ++k)
            cells_[to + k] = static_cast<Small>(std::min<Value>(cells_[to + k], part.cells[from + k] + above));
        int j = streams_ - 2;
        for (; j >= 0 && at[j] == part.hope[j].high; --j) at[j] = part.hope[j].low;
        if (j < 0) return;
        ++at[j];
    }
}

// Words may be passed over, so no cell costs more than one before it.
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

// The parts as one table; none where there are none.
void Run::put_together() {
    cells_.clear();
    bands_.assign(streams_, Band{});
    std::int64_t least = 0;
    if (used_ > 0) {
        bands_ = parts_[0].hope;
        least = parts_[0].cost;
        for (std::size_t p = 1; p < used_; ++p) {
            for (int j = 0; j < streams_; ++j) bands_[j] = hull(bands_[j], parts_[p].hope[j]);
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
    board_.bands.insert(board_.bands.end(), bands_.begin(), bands_.end());
    table_.add(cells_, least);
}

Routed Run::run(const Watch& watch) {
    for (int j = 0; j < streams_; ++j) {
        const std::int32_t low = places_.open_cells(places_.place(0), j).low;
        board_.bands.push_back({low, low});
    }
    allowed_ = early_share * most_work_;
    while (!places_.over() && places_.count() > 0) {
        places_.advance();
        allowed_ += (1 - early_share) * most_work_ / board_.utterances();
        for (std::size_t p = 0; p < places_.count(); ++p) {
            watch.check();
            const std::vector<Lay>& lays = places_.lays(p);
            const double before = work_;
            used_ = 0;
            look_ahead(places_.place(p), lays);
            for (const Lay& one : lays) lay(one);
            board_.lays.insert(board_.lays.end(), lays.begin(), lays.end());
            if (complete_) put_together();
            spend(static_cast<std::uint64_t>(std::min(most_work_, work_ - before) / 3) + 500); // beyond is not done
            if (!complete_) return {};
        }
    }
    if (places_.count() == 0 || board_.bands.back().empty()) return {};
    Routed found{table_.trace(), table_.cost(board_.tables() - 1)};
    complete_ = !found.moves.empty();
    return found;
}

} // namespace

TableResult route_by_prices(const Problem& problem, const bound::Prices& prices, std::int64_t proven, std::int64_t most,
                            double work, const Watch& watch) {
    const Board open = reach_board(problem);
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
    } catch (const Over&) { // with what is proven so far
    }
    return result;
}

} // namespace hubbub::route::table
