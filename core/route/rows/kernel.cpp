#include "route/rows/kernel.hpp"

#include <algorithm>

namespace hubbub::route::rows {
Kernel::Kernel(const Problem& problem) : problem_(problem) {
    if (problem.timed()) find_open();
}

void Kernel::find_open() {
    const int count = problem_.utterance_count(), streams = problem_.stream_count();
    open_.resize(static_cast<std::size_t>(count + 1) * streams);
    for (int j = 0; j < streams; ++j) {
        const auto at = [&](int n) -> Band& { return open_[static_cast<std::size_t>(n) * streams + j]; };
        std::int32_t last = 0, first = problem_.words_in(j);
        at(0).high = last;
        for (int n = 0; n < count; ++n) at(n + 1).high = last = std::max(last, problem_.carrier.reach(j, n).end);
        at(count).low = first;
        for (int n = count; n-- > 0;) {
            const rows::Reach& reach = problem_.carrier.reach(j, n);
            if (reach.first < reach.end) first = std::min(first, reach.first);
            at(n).low = first;
        }
        for (int n = 0; n <= count; ++n) {
            if (at(n).low > at(n).high) std::swap(at(n).low, at(n).high);
        }
    }
}

void Kernel::push(int stream, std::int32_t low, std::span<Value> row, int utterance, Value scale) const {
    problem_.carrier.ahead(stream, low, row, utterance, problem_.steps.times(scale));
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

} // namespace hubbub::route::rows
