#include "align/bits.hpp"

#include <bit>
#include <cstdlib>
#include <limits>

namespace hubbub {
namespace {

using Bits = BitKernel::Bits;
constexpr Bits all = ~Bits{0};

// The sum of the differences in columns [begin, end) of a block.
std::int64_t climb(const BitKernel::Edge& edge, std::size_t block, std::size_t begin, std::size_t end) {
    const Bits part = end - begin == 64 ? all : ((Bits{1} << (end - begin)) - 1) << begin;
    const std::size_t b = block - edge.first;
    return std::popcount(edge.rises[b] & part) - std::popcount(edge.falls[b] & part);
}

} // namespace

BitKernel::BitKernel(const std::vector<std::int32_t>& reference, const Text& hypothesis, Masks& masks)
    : reference_(reference), text_(hypothesis), masks_(masks), padding_((64 - reference.size() % 64) % 64),
      limit_(static_cast<std::int64_t>(std::max(reference.size(), hypothesis.size()))) {}

void BitKernel::unload() {
    const std::size_t end = lanes_loaded_ == 0 ? 0 : first_row(loaded_ + 1);
    for (std::size_t row = first_row(loaded_); row < end; ++row) {
        masks_.bits[row_in_group(row + 1) / 64 * masks_.stride + static_cast<std::size_t>(reference_[row])] = 0;
    }
}

void BitKernel::load(std::size_t group) {
    if (lanes_loaded_ > 0 && loaded_ == group) return;
    unload();
    const std::size_t end = first_row(group + 1);
    for (std::size_t row = first_row(group); row < end; ++row) {
        const std::size_t place = row_in_group(row + 1);
        masks_.bits[place / 64 * masks_.stride + static_cast<std::size_t>(reference_[row])] |= Bits{1} << place % 64;
    }
    loaded_ = group;
    lanes_loaded_ = row_in_group(end) / 64 + 1;
}

BitKernel::Edge BitKernel::top() const {
    return {0, std::vector<Bits>(blocks() + tail_blocks, all), std::vector<Bits>(blocks() + tail_blocks)};
}

BitKernel::Edge BitKernel::part(const Edge& edge, const Band& band) const {
    const auto cut = [&](const std::vector<Bits>& row) {
        const auto begin = row.begin() - static_cast<std::ptrdiff_t>(edge.first);
        return std::vector<Bits>(begin + static_cast<std::ptrdiff_t>(band.first),
                                 begin + static_cast<std::ptrdiff_t>(band.last + tail_blocks));
    };
    return {band.first, cut(edge.rises), cut(edge.falls)};
}

// The left column only rises. A lane that has not started sees a falling upper edge: then a rising column stays as it
// is, whatever the words. Padding rows neither rise nor fall and pass on the values from above.
BitKernel::State BitKernel::start() const {
    State state{};
    state.rises.fill(all);
    state.out_fall.fill(1);
    if (loaded_ == 0) state.rises[0] <<= padding_;
    return state;
}

void BitKernel::store(const State& state, std::size_t block, Edge& edge) const {
    edge.rises[block - edge.first] = state.row_rises;
    edge.falls[block - edge.first] = state.row_falls;
}

// Runs from one time to another. The differences of the upper edge are bits, the first in the lowest bit.
template <std::size_t count, bool recording>
void BitKernel::advance_lanes(State& state, std::size_t time, std::size_t end, Bits rises, Bits falls,
                              Record* record) const {
    State s = state; // kept in registers, since writes through a pointer might alias
    const Bits* masks = masks_.bits.data();
    const std::size_t stride = masks_.stride;
    for (; time < end; ++time) {
        const std::int32_t* text = text_.at(time);
        // From the last lane to the first, so that each reads what the lane above wrote in the previous step.
        for (std::size_t lane = count; lane-- > 0;) {
            const Bits same = masks[lane * stride + static_cast<std::size_t>(*(text - lane))];
            const Bits in_rise = lane == 0 ? rises & 1 : s.out_rise[lane - 1];
            const Bits in_fall = lane == 0 ? falls & 1 : s.out_fall[lane - 1];
            const Bits up = s.rises[lane], down = s.falls[lane], match = same | in_fall;
            // rows that cost as much as the cell up and left
            const Bits level = (((match & up) + up) ^ up) | match | down;
            const Bits rise = down | ~(level | up), fall = level & up;
            const Bits shifted_rise = rise << 1 | in_rise, shifted_fall = fall << 1 | in_fall;
            s.rises[lane] = shifted_fall | ~(level | shifted_rise);
            s.falls[lane] = shifted_rise & level;
            s.out_rise[lane] = rise >> 63;
            s.out_fall[lane] = fall >> 63;
            if constexpr (recording) {
                record->from_left_[record->index(time, lane)] = rise;
                record->from_above_[record->index(time, lane)] = s.rises[lane];
            }
        }
        s.row_rises = s.row_rises >> 1 | s.out_rise[count - 1] << 63;
        s.row_falls = s.row_falls >> 1 | s.out_fall[count - 1] << 63;
        rises >>= 1;
        falls >>= 1;
    }
    state = s;
}

void BitKernel::advance(State& state, std::size_t block, std::size_t begin, std::size_t end, const Edge& edge,
                        Record* record) const {
    const Bits rises = edge.rises[block - edge.first] >> begin, falls = edge.falls[block - edge.first] >> begin;
    const auto go = [&]<std::size_t count>() {
        const std::size_t time = block * 64;
        record == nullptr ? advance_lanes<count, false>(state, time + begin, time + end, rises, falls, nullptr)
                          : advance_lanes<count, true>(state, time + begin, time + end, rises, falls, record);
    };
    switch (lanes_loaded_) {
    case 1:
        return go.template operator()<1>();
    case 2:
        return go.template operator()<2>();
    case 3:
        return go.template operator()<3>();
    default:
        return go.template operator()<4>();
    }
}

// The last lane lags, so a block of the lower edge is complete only some columns into the next block. It overwrites the
// upper edge, which is no longer needed there.
void BitKernel::run(State& state, std::size_t from, std::size_t to, std::size_t first, Edge& edge,
                    Record* record) const {
    const std::size_t late = lanes_loaded_ - 1;
    for (std::size_t block = from; block < to; ++block) {
        advance(state, block, 0, late, edge, record);
        if (block > first) store(state, block - 1, edge);
        advance(state, block, late, 64, edge, record);
    }
}

void BitKernel::finish(State& state, const Band& band, Edge& edge, Record* record) const {
    advance(state, band.last, 0, lanes_loaded_ - 1, edge, record);
    store(state, band.last - 1, edge);
}

void BitKernel::open(Record& record, std::size_t from, std::size_t to) const {
    record.begin_ = from * 64;
    record.reserve((to - from) * 64 * lanes);
}

std::int64_t BitKernel::cost(const Band& band, const Edge& edge) const {
    std::int64_t cost = band.corner;
    for (std::size_t block = band.first; block < band.last; ++block) {
        cost += climb(edge, block, 0, std::min<std::size_t>(64, text_.size() - block * 64));
    }
    return cost;
}

// The number of hypothesis words left minus the number of reference words left: a lower bound on the unpaired words.
std::int64_t BitKernel::off_diagonal(std::size_t row, std::size_t column) const {
    return static_cast<std::int64_t>(text_.size() - column) - static_cast<std::int64_t>(reference_.size() - row);
}

Band BitKernel::below(std::size_t group, Band band, Edge& edge) const {
    const std::size_t row = first_row(group + 1);
    band.corner += static_cast<std::int64_t>(row - first_row(group));
    if (row == reference_.size()) return band;
    const Band next = narrow(band, edge, group + 1);
    for (std::size_t block = band.last; block < next.last; ++block) edge.rises[block] = all, edge.falls[block] = 0;
    return next;
}

// A cheap run along the most promising diagonals often prunes most of the matrix. It does not pay for short sequences,
// nor if the lengths differ so much that all diagonals are promising.
void BitKernel::tighten() {
    const std::size_t longer = std::max(reference_.size(), text_.size());
    if (groups() < 8 || static_cast<std::size_t>(std::abs(off_diagonal(0, 0))) > longer / 4) return;
    beam_ = true;
    const auto cost = Sweep(*this).distance();
    beam_ = false;
    if (cost) limit_ = *cost;
}

// The part of the band that the next group needs. An alignment within the limit leaves the edge where cost so far +
// unpaired words in the rest is within the limit, and then goes right no farther than the rest of the limit allows.
Band BitKernel::narrow(const Band& band, const Edge& edge, std::size_t group) const {
    const std::size_t row = first_row(group), rows = first_row(group + 1) - row;
    const std::int64_t limit = beam_ ? promising(band, edge, row) : limit_;
    Band next{blocks(), 0, 0};
    // Tests the first of some columns, with slack for the others, whose sum may be less by two per column.
    const auto look = [&](std::size_t column, std::size_t width, std::int64_t cost) {
        const std::int64_t excess = off_diagonal(row, column);
        const std::int64_t spare = limit - cost + 2 * static_cast<std::int64_t>(width);
        if (std::abs(excess) > spare) return;
        if (next.last == 0) {
            next.first = column / 64;
            next.corner = cost - climb(edge, next.first, 0, column % 64);
        }
        const std::size_t reach = column + width + rows + static_cast<std::size_t>(spare + excess) / 2;
        next.last = std::min(reach / 64 + 1, blocks());
    };
    std::int64_t cost = band.corner;
    for (std::size_t block = band.first; block < band.last; ++block) {
        const std::int64_t slack = limit - cost - std::abs(off_diagonal(row, block * 64));
        if (std::abs(slack) > 128) {
            look(block * 64, 64, cost);
            cost += climb(edge, block, 0, 64);
            continue;
        }
        for (std::size_t i = 0; i < 64; i += 8) {
            look(block * 64 + i, 8, cost);
            cost += climb(edge, block, i, i + 8);
        }
    }
    return next;
}

// The limit of the beam: slightly above the lowest sum of cost so far and unpaired words left. Nothing is within it if
// the words look unrelated.
std::int64_t BitKernel::promising(const Band& band, const Edge& edge, std::size_t row) const {
    constexpr std::int64_t width = 64;
    std::int64_t cost = band.corner, best = std::numeric_limits<std::int64_t>::max();
    for (std::size_t block = band.first; block < band.last; ++block) {
        best = std::min(best, cost + std::abs(off_diagonal(row, block * 64)));
        cost += climb(edge, block, 0, 64);
    }
    const std::int64_t errors = best - std::abs(off_diagonal(0, 0));
    const bool unrelated = errors * 4 > static_cast<std::int64_t>(row) * 3;
    return row > 0 && unrelated ? std::numeric_limits<std::int64_t>::min() / 2 : best + width;
}

} // namespace hubbub
