#include "route/table/places.hpp"

#include <limits>
#include <map>
#include <numeric>

namespace hubbub::route::table {
QueuePlaces::QueuePlaces(const Board& board, const std::vector<std::int32_t>& queue_of, const std::vector<Span>& times,
                         const Reaches& reaches)
    : board_(board), times_(times), reaches_(reaches), streams_(board.streams.size()) {
    std::map<std::int32_t, std::size_t> number;
    for (std::size_t n = 0; n < queue_of.size(); ++n) {
        const auto [found, is_new] = number.try_emplace(queue_of[n], queues_.size());
        if (is_new) queues_.emplace_back();
        queues_[found->second].push_back(static_cast<std::int32_t>(n));
    }
    find_keys();
    find_ends();
    places_.assign(1, Place(queues_.size(), 0));
}

void QueuePlaces::find_ends() {
    std::size_t all = 0;
    for (const auto& queue : queues_) {
        first_.push_back(all);
        all += queue.size() + 1;
    }
    soonest_.resize(all * streams_);
    behind_.resize(all * streams_);
    for (std::size_t i = 0; i < queues_.size(); ++i) {
        const auto turns = static_cast<std::int32_t>(queues_[i].size());
        for (std::size_t j = 0; j < streams_; ++j) {
            soonest_[at(i, turns, j)] = static_cast<std::int32_t>(board_.streams[j].size());
            for (std::int32_t k = 0; k < turns; ++k) {
                const rows::Reach reach = reaches_[queues_[i][k] * streams_ + j];
                behind_[at(i, k + 1, j)] = std::max(behind_[at(i, k, j)], reach.first < reach.end ? reach.end : 0);
            }
            for (std::int32_t k = turns; k-- > 0;) {
                const rows::Reach reach = reaches_[queues_[i][k] * streams_ + j];
                soonest_[at(i, k, j)] = soonest_[at(i, k + 1, j)];
                if (reach.first < reach.end) soonest_[at(i, k, j)] = std::min(soonest_[at(i, k, j)], reach.first);
            }
        }
    }
}

void QueuePlaces::find_keys() {
    std::uint64_t all = 1;
    for (const auto& queue : queues_) {
        key_.push_back(all);
        if (all > std::numeric_limits<std::uint64_t>::max() / (queue.size() + 1)) return key_.clear();
        all *= queue.size() + 1;
    }
}

bool QueuePlaces::earlier(std::int32_t a, std::int32_t b) const {
    return std::pair(times_[a].start, a) < std::pair(times_[b].start, b);
}

Band QueuePlaces::open_cells(const Place& place, int j) const {
    Band band{static_cast<std::int32_t>(board_.streams[j].size()), 0};
    for (std::size_t i = 0; i < queues_.size(); ++i) {
        band.low = std::min(band.low, soonest_[at(i, place[i], j)]);
        band.high = std::max(band.high, behind_[at(i, place[i], j)]);
    }
    band.high = std::max(band.low, band.high);
    return band;
}

// May the next utterance of a queue have pairs behind those of another queue, from its `turn` on?
bool QueuePlaces::waits(std::size_t queue, const Place& place, std::size_t other, std::int32_t turn) const {
    const std::int32_t n = queues_[queue][place[queue]];
    for (std::size_t j = 0; j < streams_; ++j) {
        const rows::Reach reach = reaches_[n * streams_ + j];
        if (reach.first < reach.end && soonest_[at(other, turn, j)] < reach.end - 1) return true;
    }
    return false;
}

bool QueuePlaces::comes_next(const Place& place, std::size_t queue) {
    const std::int32_t own = queues_[queue][place[queue]];
    enum : char { later, unsure, waiting, none };
    waiting_.assign(queues_.size(), none);
    for (std::size_t i = 0; i < queues_.size(); ++i) {
        if (place[i] == static_cast<std::int32_t>(queues_[i].size())) continue;
        waiting_[i] = earlier(queues_[i][place[i]], own) ? unsure : later;
    }
    for (bool found = true; found;) {
        found = false;
        for (std::size_t i = 0; i < queues_.size(); ++i) {
            for (std::size_t other = 0; other < queues_.size() && waiting_[i] == unsure; ++other) {
                if (other == i || waiting_[other] == unsure || waiting_[other] == none) continue;
                if (!waits(i, place, other, place[other] + (waiting_[other] == waiting ? 1 : 0))) continue;
                waiting_[i] = waiting;
                found = true;
            }
        }
    }
    return std::find(waiting_.begin(), waiting_.end(), unsure) == waiting_.end();
}

void QueuePlaces::advance() {
    next_.clear();
    next_lays_.clear();
    found_.clear();
    const auto after = first_table_ + static_cast<std::int32_t>(places_.size());
    std::int32_t table = first_table_;
    for (const Place& place : places_) {
        const std::int32_t from = table++;
        if (board_.band(from, 0).empty()) continue;
        std::uint64_t key = 0;
        for (std::size_t i = 0; i < queues_.size(); ++i) key += key_[i] * place[i];
        for (std::size_t i = 0; i < queues_.size(); ++i) {
            if (place[i] == static_cast<std::int32_t>(queues_[i].size()) || !comes_next(place, i)) continue;
            const auto number = static_cast<std::int32_t>(next_.size());
            const auto [entry, is_new] = found_.try_emplace(key + key_[i], number);
            if (is_new) {
                next_.push_back(place);
                ++next_.back()[i];
                next_lays_.emplace_back();
            }
            next_lays_[entry->second].push_back({from, after + entry->second, queues_[i][place[i]]});
        }
    }
    first_table_ = after;
    places_.swap(next_);
    lays_.swap(next_lays_);
    ++layer_;
}

} // namespace hubbub::route::table
