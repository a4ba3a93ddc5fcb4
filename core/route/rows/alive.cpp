#include "route/rows/alive.hpp"

#include "base/budget.hpp"
#include "route/schedule.hpp"

#include <algorithm>
#include <cstdlib>

namespace hubbub::route::rows {

Alive::Alive(const Problem& problem)
    : utterances(problem.utterance_count()), streams(problem.stream_count()),
      bands(static_cast<std::size_t>(utterances + 1) * streams),
      mays(static_cast<std::size_t>(utterances) * streams, May::either) {
    for (int j = 0; j < streams; ++j) {
        if (!problem.timed()) {
            for (int n = 0; n <= utterances; ++n) band(n, j) = {0, problem.words_in(j)};
            continue;
        }
        std::int32_t last = 0, first = problem.words_in(j);
        band(0, j).high = last;
        for (int n = 0; n < utterances; ++n)
            band(n + 1, j).high = last = std::max(last, problem.carrier.reach(j, n).end);
        for (int n = utterances; n >= 0; --n) {
            if (n < utterances && problem.carrier.reaches(j, n))
                first = std::min(first, problem.carrier.reach(j, n).first);
            band(n, j).low = first;
            if (first > band(n, j).high) std::swap(band(n, j).low, band(n, j).high);
        }
    }
}

bool Alive::settle(int utterance) {
    int possible = 0, certain = 0, last = 0;
    for (int j = 0; j < streams; ++j) {
        possible += may(utterance, j) != May::never;
        certain += may(utterance, j) == May::always;
        if (may(utterance, j) != May::never) last = j;
    }
    if (possible == 0 || certain > 1) return false;
    if (possible == 1) may(utterance, last) = May::always;
    if (certain == 1) {
        for (int j = 0; j < streams; ++j) {
            if (may(utterance, j) == May::either) may(utterance, j) = May::never;
        }
    }
    return true;
}

std::int64_t Alive::cells() const {
    std::int64_t total = 0;
    for (const Band& band : bands) total += band.size();
    return total;
}

void RowStore::begin(int boundaries, int streams) {
    streams_ = streams;
    factor_ = 1;
    rows_.assign(static_cast<std::size_t>(boundaries) * streams, Row{});
    narrow_.clear();
    wide_.clear();
}

void RowStore::keep(int boundary, int stream, std::int32_t low, std::span<const Value> row) {
    Row& kept = rows_[static_cast<std::size_t>(boundary) * streams_ + stream];
    kept = {0, low, static_cast<std::int32_t>(row.size()), row.front(), std::abs(row.front() - row.back()) > 32000};
    if (kept.wide) {
        kept.at = wide_.size();
        wide_.insert(wide_.end(), row.begin(), row.end());
        return;
    }
    spend(step_cost::store_cell * row.size());
    kept.at = narrow_.size();
    narrow_.resize(kept.at + row.size());
    std::int16_t* to = narrow_.data() + kept.at;
    for (std::size_t k = 0; k < row.size(); ++k) to[k] = static_cast<std::int16_t>(row[k] - kept.base);
}

void RowStore::keep_same(int boundary, int stream) {
    const int before = side_ == Side::ahead ? boundary - 1 : boundary + 1;
    rows_[static_cast<std::size_t>(boundary) * streams_ + stream] = row(before, stream);
}

void RowStore::read(int boundary, int stream, Band band, Value* to) const {
    const Row& kept = row(boundary, stream);
    const bool ahead = side_ == Side::ahead;
    const std::int32_t end = kept.low + kept.size; // one past the last
    const Value left = ahead ? far : value(kept, 0), right = ahead ? value(kept, kept.size - 1) : far;
    std::int32_t h = band.low;
    for (; h <= band.high && h < kept.low; ++h) *to++ = left;
    const std::int32_t count = std::min(band.high + 1, end) - h;
    const std::size_t from = kept.at + (h - kept.low);
    if (kept.wide) {
        for (std::int32_t k = 0; k < count; ++k) *to++ = factor_ * wide_[from + k];
    } else {
        for (std::int32_t k = 0; k < count; ++k) *to++ = factor_ * (kept.base + narrow_[from + k]);
    }
    for (h = std::max(h, h + count); h <= band.high; ++h) *to++ = right;
}

} // namespace hubbub::route::rows
