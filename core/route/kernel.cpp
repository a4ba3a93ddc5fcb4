#include "kernel.hpp"

#include <algorithm>
#include <bit>

namespace hubbub::orc {
namespace {

std::vector<TimedWords> utterances_of(const Instance& instance) {
    std::vector<TimedWords> all;
    for (int n = 0; n < instance.utterance_count(); ++n) all.push_back(instance.utterance(n));
    return all;
}

std::vector<TimedWords> streams_of(const Instance& instance) {
    std::vector<TimedWords> all;
    for (int j = 0; j < instance.stream_count(); ++j) all.push_back(instance.stream(j));
    return all;
}

} // namespace

Kernel::Kernel(const Instance& instance, std::uint64_t bytes)
    : instance_(instance),
      carrier_(utterances_of(instance), streams_of(instance), bytes == 0 ? rows::row_ops("plain") : nullptr) {
    if (instance.steps.is_unit() && !instance.timed() &&
        Profile::bytes_needed(instance) <= static_cast<double>(bytes)) {
        profile_ = Profile(instance);
    }
    if (instance.timed()) find_open();
}

void Kernel::find_open() {
    const int count = instance_.utterance_count(), streams = instance_.stream_count();
    open_.resize(static_cast<std::size_t>(count + 1) * streams);
    for (int j = 0; j < streams; ++j) {
        const auto at = [&](int n) -> Band& { return open_[static_cast<std::size_t>(n) * streams + j]; };
        std::int32_t last = 0, first = instance_.length(j);
        at(0).high = last;
        for (int n = 0; n < count; ++n) at(n + 1).high = last = std::max(last, carrier_.reach(j, n).end);
        at(count).low = first;
        for (int n = count; n-- > 0;) {
            const rows::Reach& reach = carrier_.reach(j, n);
            if (reach.first < reach.end) first = std::min(first, reach.first);
            at(n).low = first;
        }
        for (int n = 0; n <= count; ++n) {
            if (at(n).low > at(n).high) std::swap(at(n).low, at(n).high);
        }
    }
}

void Kernel::push(int stream, std::int32_t low, std::span<Value> row, int utterance, Value scale) const {
    if (!profile_.empty() && scale == 1) return push_bits(stream, low, row, utterance);
    carrier_.ahead(stream, low, row, utterance, instance_.steps.times(scale));
}

// cells_ through all words; its first bit is that of the cell `low`.
void Kernel::carry_bits(int stream, std::int32_t low, int utterance) const {
    for (const Token word : instance_.utterances[utterance]) {
        const std::uint64_t* places = profile_.places(stream, word);
        Carry carry;
        std::int32_t bit = low;
        for (Rises& cells : cells_) {
            step(cells, bits_from(places, bit), carry);
            bit += 64;
        }
    }
}

void Kernel::push_bits(int stream, std::int32_t low, std::span<Value> row, int utterance) const {
    const auto& words = instance_.utterances[utterance];
    cells_.resize((row.size() - 1 + 63) / 64);
    rows::row_ops().encode(row, cells_);
    carry_bits(stream, low, utterance);
    row[0] += static_cast<Value>(words.size());
    rows::row_ops().decode(cells_, row);
}

void Kernel::ends(int stream, std::int32_t cell, std::int32_t high, int utterance, std::vector<End>& ends) const {
    ends.clear();
    if (!profile_.empty()) {
        ends_bits(stream, cell, high, utterance, ends);
    } else {
        ends_plain(stream, cell, high, utterance, ends);
    }
}

void Kernel::ends_bits(int stream, std::int32_t cell, std::int32_t high, int utterance, std::vector<End>& ends) const {
    const auto& words = instance_.utterances[utterance];
    const std::int32_t count = high - cell; // cells after the first
    cells_.assign((count + 63) / 64, Rises{});
    carry_bits(stream, cell, utterance);
    Value value = static_cast<Value>(words.size());
    if (count == 0 || (cells_[0].down & 1) == 0) ends.push_back({cell, value});
    for (std::int32_t start = 0; start < count; start += 64) {
        const Rises& cells = cells_[start / 64];
        // A rise from the left makes a cell useless, a fall to the right too (unless that cell is out of reach).
        std::uint64_t falls = cells.down >> 1;
        if (start + 64 < count) falls |= cells_[start / 64 + 1].down << 63;
        std::uint64_t inside = ~std::uint64_t{0};
        if (count - start < 64) {
            inside = (std::uint64_t{1} << (count - start)) - 1;
            falls &= inside >> 1;
        }
        for (std::uint64_t useful = inside & ~cells.up & ~falls; useful != 0; useful &= useful - 1) {
            const int k = std::countr_zero(useful);
            const std::uint64_t through = ~std::uint64_t{0} >> (63 - k);
            const Value here = value + std::popcount(cells.up & through) - std::popcount(cells.down & through);
            ends.push_back({cell + start + k + 1, here - (k + 1)});
        }
        value += std::popcount(cells.up) - std::popcount(cells.down) - 64;
    }
}

void Kernel::ends_plain(int stream, std::int32_t cell, std::int32_t high, int utterance, std::vector<End>& ends) const {
    std::int32_t low = cell; // the first cell of the row
    if (carrier_.timed()) {  // no end is worth anything outside the stretch where words may pair, but `cell` itself
        const rows::Reach& reach = carrier_.reach(stream, utterance);
        low = std::clamp(reach.first, cell, high);
        high = std::clamp(reach.end, low, high);
    }
    row_.assign(high - low + 1, 0);
    carrier_.ahead(stream, low, row_, utterance, instance_.steps);
    // From the left: only where the row falls. Then from the right, against those that are left, so that of two that
    // make each other useless (as with free steps) one stays.
    const auto add = [&](std::int32_t end, Value cost, Value right) {
        const Value used = instance_.slide * (end - cell);
        if (right <= cost + used) return right;
        ends.push_back({end, cost});
        return cost + used;
    };
    Value right = far;
    for (std::int32_t k = high - low; k > 0; --k) {
        if (row_[k - 1] > row_[k]) right = add(low + k, row_[k], right);
    }
    add(cell, row_[0], right);
    std::reverse(ends.begin(), ends.end());
}

void OpenRow::push(const Kernel& kernel, int stream, int utterance) {
    const Band next = kernel.open(utterance + 1, stream);
    cells.resize(next.high - low + 1, Value{cells.back()});
    kernel.push(stream, low, cells, utterance, 1);
    cut(next.low);
}

void OpenRow::pass(const Kernel& kernel, int stream, int utterance) {
    const Band next = kernel.open(utterance + 1, stream);
    cells.resize(next.high - low + 1, Value{cells.back()});
    cut(next.low);
}

void OpenRow::cut(std::int32_t from) {
    cells.erase(cells.begin(), cells.begin() + (from - low));
    low = from;
}

std::int64_t score(const Kernel& kernel, const Instance& instance, const std::vector<std::int32_t>& stream_of) {
    std::int64_t total = 0;
    for (int j = 0; j < instance.stream_count(); ++j) {
        OpenRow row(kernel, j);
        for (int n = 0; n < instance.utterance_count(); ++n) {
            if (stream_of[n] == j)
                row.push(kernel, j, n);
            else
                row.pass(kernel, j, n);
        }
        total += row.cells.back();
    }
    return total;
}

} // namespace hubbub::orc
