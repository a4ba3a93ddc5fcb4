#include "route/table/internal.hpp"

#include <algorithm>

namespace hubbub::route::table {

using rows::May;

namespace {

// The time span of an utterance, whatever the order of its words.
Span around(std::span<const Span> spans) {
    Span all = spans[0];
    for (const Span& span : spans) all = {std::min(all.start, span.start), std::max(all.end, span.end)};
    return all;
}

void lay_in_order(TableLayout& layout) {
    for (int n = 0; n < layout.utterances(); ++n) layout.transitions.push_back({n, n + 1, n});
}

} // namespace

TableLayout reach_layout(const Problem& problem) {
    TableLayout layout{problem, {}, {}, {}, {}};
    for (const Utterance& one : problem.utterances)
        if (problem.timed()) layout.times.push_back(around(one.words.spans));
    layout.reaches.resize(problem.utterances.size() * problem.streams);
    for (int j = 0; j < problem.streams; ++j) {
        const rows::Times stream(problem.stream[j].spans);
        for (int n = 0; n < problem.utterance_count(); ++n)
            layout.reaches[static_cast<std::size_t>(n) * problem.streams + j] =
                problem.timed() ? stream.of(layout.times[n]) : Reach{0, problem.words_in(j)};
    }
    return layout;
}

TableLayout timed_layout(const Problem& problem) {
    TableLayout layout = reach_layout(problem);
    const QueuePositions positions(layout);
    for (std::int32_t n = 0; n <= layout.utterances(); ++n)
        for (int j = 0; j < layout.streams(); ++j) layout.bands.push_back(positions.open_cells({&n, 1}, j));
    lay_in_order(layout);
    return layout;
}

TableLayout layout_of(const Rows& rows) {
    TableLayout layout{rows.problem, {}, {}, {}, rows.alive.bands};
    // Nothing is paired before the first utterance, so all cells cost the same there and one represents them.
    for (int j = 0; j < layout.streams(); ++j) layout.band(0, j).high = layout.band(0, j).low;
    for (int n = 0; n < layout.utterances(); ++n) {
        for (int j = 0; j < layout.streams(); ++j) {
            const bool open = rows.alive.may(n, j) != May::never && rows.problem.carrier.reaches(j, n);
            layout.reaches.push_back({0, open ? rows.problem.words_in(j) : 0});
            // No path goes back.
            layout.band(n + 1, j).low = std::max(layout.band(n + 1, j).low, layout.band(n, j).low);
        }
    }
    for (int j = 0; j < layout.streams(); ++j) { // the last cell is the cheapest
        Band& end = layout.band(layout.utterances(), j);
        if (!end.empty()) end.low = end.high;
    }
    lay_in_order(layout);
    return layout;
}

QueuePositions::QueuePositions(const TableLayout& layout)
    : layout_(layout), queues_(layout.problem.queue), positions_(layout.problem.speakers), next_(positions_),
      after_(queues_.size(), 0) {
    find_ends();
    positions_.add(after_.data(), {});
}

void QueuePositions::find_ends() {
    std::size_t all = 0;
    for (const auto& queue : queues_) {
        first_.push_back(all);
        all += queue.size() + 1;
    }
    soonest_.resize(all * layout_.streams());
    behind_.resize(all * layout_.streams());
    for (std::size_t i = 0; i < queues_.size(); ++i) {
        const auto turns = static_cast<std::int32_t>(queues_[i].size());
        for (int j = 0; j < layout_.streams(); ++j) {
            for (std::int32_t k = 0; k < turns; ++k) {
                const std::int32_t n = queues_[i][k];
                behind_[at(i, k + 1, j)] =
                    std::max(behind_[at(i, k, j)], layout_.allows(n, j) ? layout_.reach(n, j).end : 0);
            }
            soonest_[at(i, turns, j)] = layout_.problem.words_in(j);
            for (std::int32_t k = turns; k-- > 0;) {
                const std::int32_t n = queues_[i][k], next = soonest_[at(i, k + 1, j)];
                soonest_[at(i, k, j)] = layout_.allows(n, j) ? std::min(next, layout_.reach(n, j).first) : next;
            }
        }
    }
}

bool QueuePositions::earlier(std::int32_t a, std::int32_t b) const {
    const std::vector<Span>& times = layout_.times;
    return times.empty() ? a < b : std::pair(times[a].start, a) < std::pair(times[b].start, b);
}

Band QueuePositions::open_cells(QueuePosition position, int j) const {
    Band band{layout_.problem.words_in(j), 0};
    for (std::size_t i = 0; i < queues_.size(); ++i) {
        band.low = std::min(band.low, soonest_[at(i, position[i], j)]);
        band.high = std::max(band.high, behind_[at(i, position[i], j)]);
    }
    band.high = std::max(band.low, band.high);
    return band;
}

// Whether the next utterance of a queue may have pairs after those of another queue, from its `turn` on.
bool QueuePositions::waits(std::size_t queue, QueuePosition position, std::size_t other, std::int32_t turn) const {
    const std::int32_t n = queues_[queue][position[queue]];
    for (int j = 0; j < layout_.streams(); ++j)
        if (layout_.allows(n, j) && soonest_[at(other, turn, j)] < layout_.reach(n, j).end - 1) return true;
    return false;
}

bool QueuePositions::comes_next(QueuePosition position, std::size_t queue) {
    const std::int32_t own = queues_[queue][position[queue]];
    enum : char { later, unsure, waiting, none };
    waiting_.assign(queues_.size(), none);
    for (std::size_t i = 0; i < queues_.size(); ++i) {
        if (!is_over(i, position)) waiting_[i] = earlier(queues_[i][position[i]], own) ? unsure : later;
    }
    for (bool found = true; found;) {
        found = false;
        for (std::size_t i = 0; i < queues_.size(); ++i) {
            for (std::size_t other = 0; other < queues_.size() && waiting_[i] == unsure; ++other) {
                if (other == i || waiting_[other] == unsure || waiting_[other] == none) continue;
                if (!waits(i, position, other, position[other] + (waiting_[other] == waiting ? 1 : 0))) continue;
                waiting_[i] = waiting;
                found = true;
            }
        }
    }
    return std::find(waiting_.begin(), waiting_.end(), unsure) == waiting_.end();
}

void QueuePositions::advance() {
    next_.clear();
    next_transitions_.clear();
    const auto first_next = first_table_ + static_cast<std::int32_t>(positions_.size());
    for (std::size_t p = 0; p < positions_.size(); ++p) {
        const std::int32_t from = first_table_ + static_cast<std::int32_t>(p);
        if (layout_.band(from, 0).empty()) continue;
        after_.assign(at(p).begin(), at(p).end());
        for (std::size_t i = 0; i < queues_.size(); ++i) {
            if (is_over(i, at(p)) || !comes_next(at(p), i)) continue;
            ++after_[i];
            const std::size_t to = next_.add(after_.data(), {});
            --after_[i];
            if (to == next_transitions_.size()) next_transitions_.emplace_back();
            next_transitions_[to].push_back({from, first_next + static_cast<std::int32_t>(to), queues_[i][after_[i]]});
        }
    }
    first_table_ = first_next;
    std::swap(positions_, next_);
    transitions_.swap(next_transitions_);
    ++layer_;
}

} // namespace hubbub::route::table
