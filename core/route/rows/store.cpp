#include "route/rows/store.hpp"

#include <algorithm>

namespace hubbub::route::rows {

void RowStore::begin(int boundaries, int streams) {
    streams_ = streams;
    factor_ = 1;
    rows_.assign(static_cast<std::size_t>(boundaries) * streams, Row{});
    narrow_.clear();
    wide_.clear();
}

void RowStore::keep(int boundary, int stream, std::int32_t low, std::span<const Value> row) {
    Row& kept = rows_[static_cast<std::size_t>(boundary) * streams_ + stream];
    kept = {0, low, static_cast<std::int32_t>(row.size()), row.front(), row.front() - row.back() > 32000};
    if (kept.wide) {
        kept.at = wide_.size();
        wide_.insert(wide_.end(), row.begin(), row.end());
        return;
    }
    kept.at = narrow_.size();
    narrow_.resize(kept.at + row.size());
    std::int16_t* to = narrow_.data() + kept.at;
    for (std::size_t k = 0; k < row.size(); ++k) to[k] = static_cast<std::int16_t>(row[k] - kept.base);
}

void RowStore::keep_same(int boundary, int stream) {
    const std::size_t here = static_cast<std::size_t>(boundary) * streams_ + stream;
    rows_[here] = rows_[here - streams_];
}

Value RowStore::at(int boundary, int stream, std::int32_t cell) const {
    const Row& row = rows_[static_cast<std::size_t>(boundary) * streams_ + stream];
    if (cell < row.low) return far;
    const std::int32_t k = std::min(cell - row.low, row.size - 1);
    return factor_ * (row.wide ? wide_[row.at + k] : row.base + narrow_[row.at + k]);
}

void RowStore::read_mirrored(int boundary, int stream, std::int32_t length, Band band, Value* to) const {
    const Row& row = rows_[static_cast<std::size_t>(boundary) * streams_ + stream];
    // Cell h of the reader is cell length - h here.
    const auto value = [&](std::int32_t k) {
        return factor_ * (row.wide ? wide_[row.at + k] : row.base + narrow_[row.at + k]);
    };
    const std::int32_t last = row.low + row.size - 1;
    std::int32_t h = band.low;
    for (; h <= band.high && length - h > last; ++h) *to++ = value(row.size - 1);
    const std::int32_t stop = std::min(band.high, length - row.low);
    if (row.wide) {
        for (const Value* from = wide_.data() + row.at + (length - row.low); h <= stop; ++h) *to++ = factor_ * from[-h];
    } else {
        const std::int16_t* from = narrow_.data() + row.at + (length - row.low);
        for (; h <= stop; ++h) *to++ = factor_ * (row.base + from[-h]);
    }
    for (; h <= band.high; ++h) *to++ = far;
}

} // namespace hubbub::route::rows
