// Which words of a stream may pair with a word, by their times.
#pragma once

#include "match.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace hubbub::route::rows {

// The words of a stream that a word may pair with lie in first .. end - 1; `all`: all of these may.
struct Reach {
    std::int32_t first = 0, end = 0;
    bool all = true;
};

// Finds the reach of a word in a stream, however the stream's times are ordered: up to a place all words end too early
// (the running maximum of the ends tells), from a place on all start too late.
class Times {
  public:
    explicit Times(std::span<const Span> spans)
        : ends_so_far_(spans.size()), starts_so_far_(spans.size()), ends_from_(spans.size()),
          starts_from_(spans.size()) {
        auto end = std::numeric_limits<std::int64_t>::min(), start = end;
        for (std::size_t k = 0; k < spans.size(); ++k) {
            ends_so_far_[k] = end = std::max(end, spans[k].end);
            starts_so_far_[k] = start = std::max(start, spans[k].start);
        }
        end = start = std::numeric_limits<std::int64_t>::max();
        for (std::size_t k = spans.size(); k-- > 0;) {
            ends_from_[k] = end = std::min(end, spans[k].end);
            starts_from_[k] = start = std::min(start, spans[k].start);
        }
    }

    Reach of(const Span& word) const {
        const auto first = std::upper_bound(ends_so_far_.begin(), ends_so_far_.end(), word.start);
        const auto end = std::lower_bound(starts_from_.begin(), starts_from_.end(), word.end);
        Reach reach;
        reach.first = static_cast<std::int32_t>(first - ends_so_far_.begin());
        reach.end = std::max(reach.first, static_cast<std::int32_t>(end - starts_from_.begin()));
        if (reach.first < reach.end)
            reach.all = ends_from_[reach.first] > word.start && starts_so_far_[reach.end - 1] < word.end;
        return reach;
    }

  private:
    std::vector<std::int64_t> ends_so_far_, starts_so_far_, ends_from_, starts_from_;
};

} // namespace hubbub::route::rows
