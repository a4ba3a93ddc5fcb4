#include "route/table/guided.hpp"

#include "route/table/tables.hpp"

#include <cstdlib>

namespace hubbub::route::table {
namespace {

// What one utterance along one stream makes of a table.
struct Part {
    std::vector<Band> bands, hope; // its cells, and those that are worth keeping
    std::vector<Small> cells;
    std::int64_t cost = 0; // from which they are counted
};

double cells_in(const std::vector<Band>& bands) {
    double cells = 1;
    for (const Band& band : bands) cells *= band.size();
    return cells;
}

class Run {
  public:
    Run(Board& board, QueuePlaces& places, const Reaches& reaches, const Guide& guide, bool plain)
        : board_(board), places_(places), reaches_(reaches), guide_(guide), tables_(board, plain),
          streams_(board.stream_count()), lows_(streams_), ahead_(streams_), rows_(streams_) {}

    Guided run(double most, double bytes, const Watch& watch);

  private:
    void lay(const Lay& lay);
    void lay_along(const Lay& lay, int stream);
    void put_together();
    void merge(const Part& part, std::int64_t least);
    void spread();
    void look_ahead(const Place& place, std::span<const Lay> lays);
    bool find_hope(Part& part, int j, std::int64_t room, const Small*& cell);

    Board& board_;
    QueuePlaces& places_;
    const Reaches& reaches_;
    const Guide& guide_;
    Table tables_;
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
    double work_ = 0, most_work_ = 0, most_bytes_ = 0; // so far, and what is allowed so far
    bool ended_ = false;                               // it was too much
};

// Fills in the rows for all cells that the lays may lead to.
void Run::look_ahead(const Place& place, std::span<const Lay> lays) {
    to_come_ = 0;
    for (std::size_t i = 0; i < place.size(); ++i) to_come_ += guide_.to_come[i][place[i]];
    for (int j = 0; j < streams_; ++j) {
        Band band = board_.band(lays[0].from, j);
        for (const Lay& lay : lays) {
            const Band& before = board_.band(lay.from, j);
            band.low = std::min(band.low, before.low);
            band.high = std::max({band.high, before.high, reaches_[lay.utterance * streams_ + j].end});
        }
        lows_[j] = places_.open_cells(place, j).low;
        band.low = std::max(band.low, lows_[j]);
        band.high = std::max(band.high, band.low);
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
            if (cell[k] * guide_.scale + row[k] > most) continue;
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
    Band& hope = part.hope[j];
    hope = {std::min(hope.low, low + first), std::max(hope.high, low + last)};
    return last >= 0;
}

void Run::lay_along(const Lay& lay, int stream) {
    if (used_ == parts_.size()) parts_.emplace_back();
    Part& part = parts_[used_];
    part.bands.resize(streams_);
    part.hope.resize(streams_);
    double wide = 1, lost = 0;
    for (int j = 0; j < streams_; ++j) {
        const Band before = board_.band(lay.from, j);
        Band band = before;
        if (j == stream) band.high = std::max(band.high, reaches_[lay.utterance * streams_ + j].end);
        band.low = std::max(band.low, lows_[j]);
        band.high = std::max(band.high, band.low);
        part.bands[j] = band;
        part.hope[j] = {band.high + 1, band.low - 1};
        wide *= band.high - before.low + 1;
        lost += static_cast<double>(board_.slide) * (band.high - before.low + 1);
    }
    const Steps& steps = board_.steps;
    const double word = steps.deletion + std::max({steps.deletion, std::abs(steps.match), std::abs(steps.mismatch)});
    const auto words = static_cast<double>(board_.utterances[lay.utterance].size());
    work_ += wide * (1 + words) + 100;                           // what a small one takes is not in its cells
    const double parts = static_cast<double>(parts_.size()) + 8; // of that size, and what is carried
    if (work_ > most_work_ || static_cast<double>(tables_.bytes()) + 2 * parts * wide > most_bytes_ || wide > 1 << 24 ||
        lost + word * words > beyond)
        ended_ = true;
    if (ended_) return;
    tables_.lay_along(lay, stream, part.bands, part.cells);
    part.cost = tables_.cost(lay.from);
    const std::int64_t room = guide_.limit - part.cost * guide_.scale - to_come_;
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
    if (!allowed) lay_along(lay, -1);
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
    std::int64_t cost = 0;
    if (used_ > 0) {
        bands_ = parts_[0].hope;
        std::int64_t least = parts_[0].cost;
        for (std::size_t p = 1; p < used_; ++p) {
            for (int j = 0; j < streams_; ++j) {
                const Band& more = parts_[p].hope[j];
                bands_[j] = {std::min(bands_[j].low, more.low), std::max(bands_[j].high, more.high)};
            }
            least = std::min(least, parts_[p].cost);
        }
        const double cells = cells_in(bands_);
        work_ += cells;
        if (work_ > most_work_ || static_cast<double>(tables_.bytes()) + 12 * cells > most_bytes_) ended_ = true;
        if (ended_) return;
        cells_.assign(static_cast<std::size_t>(cells), none);
        for (std::size_t p = 0; p < used_; ++p) merge(parts_[p], least);
        spread();
        const Small last = cells_.back();
        cost = least + last;
        for (Small& cell : cells_) cell = static_cast<Small>(std::min<Value>(cell - last, beyond));
    }
    board_.bands.insert(board_.bands.end(), bands_.begin(), bands_.end());
    tables_.add(cells_, cost);
}

Guided Run::run(double most, double bytes, const Watch& watch) {
    Guided made;
    for (int j = 0; j < streams_; ++j) {
        const std::int32_t low = places_.open_cells(places_.layer()[0], j).low;
        board_.bands.push_back({low, low});
    }
    // Where much more is needed than there is, that is seen early.
    most_work_ = 0.3 * most;
    most_bytes_ = bytes;
    while (!places_.over() && !places_.layer().empty()) {
        places_.advance();
        most_work_ += 0.7 * most / static_cast<double>(board_.utterances.size());
        for (std::size_t p = 0; p < places_.layer().size(); ++p) {
            watch.check();
            const std::vector<Lay>& lays = places_.lays()[p];
            used_ = 0;
            look_ahead(places_.layer()[p], lays);
            for (const Lay& one : lays) lay(one);
            board_.lays.insert(board_.lays.end(), lays.begin(), lays.end());
            if (!ended_) put_together();
            spend(static_cast<std::uint64_t>(std::min(most, work_ - made.work) / 3) +
                  500); // what is beyond is not done
            made.work = work_;
            if (ended_) return made;
        }
    }
    made.complete = true;
    made.found.candidate.stream_of.assign(board_.utterances.size(), 0);
    if (places_.layer().empty() || board_.bands.back().empty()) return made;
    made.found.candidate.cost = tables_.cost(board_.table_count() - 1);
    tables_.trace(made.found);
    made.complete = !made.found.order.empty();
    return made;
}

} // namespace

Guided route_guided(Board& board, QueuePlaces& places, const Reaches& reaches, const Guide& guide, double most,
                    double bytes, bool plain, const Watch& watch) {
    return Run(board, places, reaches, guide, plain).run(most, bytes, watch);
}

} // namespace hubbub::route::table
