#include "route/rows/kernel.hpp"

#include <algorithm>

namespace hubbub::route::rows {
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

Kernel::Kernel(const Instance& instance, bool plain)
    : instance_(instance),
      carrier_(utterances_of(instance), streams_of(instance), plain ? rows::row_ops("plain") : nullptr) {
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
    carrier_.ahead(stream, low, row, utterance, instance_.steps.times(scale));
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
