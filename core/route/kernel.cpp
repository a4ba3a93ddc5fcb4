#include "kernel.hpp"

#include "simd.hpp"

#include <algorithm>
#include <bit>

namespace hubbub::orc {
Kernel::Kernel(const Instance& instance, std::uint64_t bytes) : instance_(instance), plain_(bytes == 0) {
    if (instance.steps.is_unit() && Profile::bytes_needed(instance) <= static_cast<double>(bytes)) {
        profile_ = Profile(instance);
    }
}

void Kernel::push(int stream, std::int32_t low, std::span<Value> row, int utterance, Value scale) const {
    if (!profile_.empty() && scale == 1) return push_bits(stream, low, row, utterance);
    const auto tokens = std::span(instance_.streams[stream]).subspan(low, row.size() - 1);
    const Steps steps = instance_.steps.times(scale);
    const RowOps& ops = plain_ ? *row_ops("plain") : row_ops();
    for (const Token word : instance_.utterances[utterance]) ops.push_word(row, tokens, word, steps);
}

void Kernel::push_bits(int stream, std::int32_t low, std::span<Value> row, int utterance) const {
    const auto& words = instance_.utterances[utterance];
    cells_.resize((row.size() - 1 + 63) / 64);
    row_ops().encode(row, cells_);
    for (const Token word : words) {
        const std::uint64_t* places = profile_.places(stream, word);
        Carry carry;
        std::int32_t bit = low;
        for (Rises& cells : cells_) {
            step(cells, bits_from(places, bit), carry);
            bit += 64;
        }
    }
    row[0] += static_cast<Value>(words.size());
    row_ops().decode(cells_, row);
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
    for (const Token word : words) {
        const std::uint64_t* places = profile_.places(stream, word);
        Carry carry;
        std::int32_t bit = cell;
        for (Rises& cells : cells_) {
            step(cells, bits_from(places, bit), carry);
            bit += 64;
        }
    }
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
    row_.assign(high - cell + 1, 0);
    const auto tokens = std::span(instance_.streams[stream]).subspan(cell, row_.size() - 1);
    for (const Token word : instance_.utterances[utterance]) row_ops().push_word(row_, tokens, word, instance_.steps);
    // From the left: only where the row falls. Then from the right, against those that are left, so that of two that
    // make each other useless (as with free steps) one stays.
    Value right = far;
    for (std::int32_t k = high - cell; k >= 0; --k) {
        if (k > 0 && row_[k - 1] <= row_[k]) continue;
        if (right <= row_[k] + instance_.slide * k) continue;
        right = std::min(right, row_[k] + instance_.slide * k);
        ends.push_back({cell + k, row_[k]});
    }
    std::reverse(ends.begin(), ends.end());
}

std::int64_t score(const Kernel& kernel, const Instance& instance, const std::vector<std::int32_t>& stream_of) {
    std::int64_t total = 0;
    for (int j = 0; j < instance.stream_count(); ++j) {
        std::vector<Value> row(instance.streams[j].size() + 1, 0);
        for (int n = 0; n < instance.utterance_count(); ++n) {
            if (stream_of[n] == j) kernel.push(j, 0, row, n, 1);
        }
        total += row.back();
    }
    return total;
}

} // namespace hubbub::orc
