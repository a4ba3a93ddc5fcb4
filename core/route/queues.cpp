#include "queues.hpp"

#include <map>
#include <numeric>
#include <unordered_map>

namespace hubbub::orc {
namespace {

class Queues {
  public:
    Queues(Board& board, const std::vector<std::int32_t>& queue_of, const std::vector<Span>& times,
           const Reaches& reaches);

    bool run(double most);

  private:
    using Place = std::vector<std::int32_t>; // how many utterances of each queue are laid down

    std::size_t at(std::size_t queue, std::int32_t turn, std::size_t j) const {
        return (first_[queue] + turn) * streams_ + j;
    }
    bool find_keys();
    void open_cells(const Place& place);
    bool waits(std::size_t queue, const Place& place, std::size_t other, std::int32_t turn) const;
    bool comes_next(const Place& place, std::size_t queue);
    bool earlier(std::int32_t a, std::int32_t b) const;

    Board& board_;
    const std::vector<Span>& times_;
    const Reaches& reaches_;
    const std::size_t streams_;
    std::vector<std::vector<std::int32_t>> queues_;
    std::vector<std::size_t> first_; // of each queue in the two below, one more than it has utterances
    // On each stream: the first word that any from this one on may pair with, and the end of those that any before it
    // may.
    std::vector<std::int32_t> soonest_, behind_;
    std::vector<std::uint64_t> key_; // of one step in each queue, for the places as numbers
    std::vector<char> waiting_;
};

Queues::Queues(Board& board, const std::vector<std::int32_t>& queue_of, const std::vector<Span>& times,
               const Reaches& reaches)
    : board_(board), times_(times), reaches_(reaches), streams_(board.streams.size()) {
    std::map<std::int32_t, std::size_t> number;
    for (std::size_t n = 0; n < queue_of.size(); ++n) {
        const auto [found, is_new] = number.try_emplace(queue_of[n], queues_.size());
        if (is_new) queues_.emplace_back();
        queues_[found->second].push_back(static_cast<std::int32_t>(n));
    }
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
            soonest_[at(i, turns, j)] = static_cast<std::int32_t>(board.streams[j].size());
            for (std::int32_t k = 0; k < turns; ++k) {
                const rows::Reach reach = reaches[queues_[i][k] * streams_ + j];
                behind_[at(i, k + 1, j)] = std::max(behind_[at(i, k, j)], reach.first < reach.end ? reach.end : 0);
            }
            for (std::int32_t k = turns; k-- > 0;) {
                const rows::Reach reach = reaches[queues_[i][k] * streams_ + j];
                soonest_[at(i, k, j)] = soonest_[at(i, k + 1, j)];
                if (reach.first < reach.end) soonest_[at(i, k, j)] = std::min(soonest_[at(i, k, j)], reach.first);
            }
        }
    }
}

// False where there are too many places for a number of 64 bits.
bool Queues::find_keys() {
    std::uint64_t all = 1;
    for (const auto& queue : queues_) {
        key_.push_back(all);
        if (all > std::numeric_limits<std::uint64_t>::max() / (queue.size() + 1)) return false;
        all *= queue.size() + 1;
    }
    return true;
}

bool Queues::earlier(std::int32_t a, std::int32_t b) const {
    return std::pair(times_[a].start, a) < std::pair(times_[b].start, b);
}

// As on a board of one queue: from the first word that one to come may pair with to the last that one laid down may.
void Queues::open_cells(const Place& place) {
    for (std::size_t j = 0; j < streams_; ++j) {
        Band band{static_cast<std::int32_t>(board_.streams[j].size()), 0};
        for (std::size_t i = 0; i < queues_.size(); ++i) {
            band.low = std::min(band.low, soonest_[at(i, place[i], j)]);
            band.high = std::max(band.high, behind_[at(i, place[i], j)]);
        }
        band.high = std::max(band.low, band.high);
        board_.bands.push_back(band);
    }
}

// May the next utterance of a queue have pairs behind those of another queue, from its `turn` on?
bool Queues::waits(std::size_t queue, const Place& place, std::size_t other, std::int32_t turn) const {
    const std::int32_t n = queues_[queue][place[queue]];
    for (std::size_t j = 0; j < streams_; ++j) {
        const rows::Reach reach = reaches_[n * streams_ + j];
        if (reach.first < reach.end && soonest_[at(other, turn, j)] < reach.end - 1) return true;
    }
    return false;
}

bool Queues::comes_next(const Place& place, std::size_t queue) {
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

bool Queues::run(double most) {
    if (!find_keys()) return false;
    TableSize size;
    std::vector<Place> layer{Place(queues_.size(), 0)}, next;
    std::unordered_map<std::uint64_t, std::int32_t> found; // in the next layer
    std::int32_t table = 0, tables = 1;                    // the first of the layer, and all so far
    open_cells(layer[0]);
    std::vector<std::vector<Lay>> lays; // by where they lead to, in the next layer
    for (std::size_t n = 0; n < board_.utterances.size(); ++n) {
        next.clear();
        found.clear();
        lays.clear();
        for (const Place& place : layer) {
            std::uint64_t key = 0;
            for (std::size_t i = 0; i < queues_.size(); ++i) key += key_[i] * place[i];
            for (std::size_t i = 0; i < queues_.size(); ++i) {
                if (place[i] == static_cast<std::int32_t>(queues_[i].size()) || !comes_next(place, i)) continue;
                const auto [entry, is_new] = found.try_emplace(key + key_[i], tables);
                if (is_new) {
                    ++tables;
                    next.push_back(place);
                    ++next.back()[i];
                    open_cells(next.back());
                    lays.emplace_back();
                }
                const Lay lay{table, entry->second, queues_[i][place[i]]};
                add_lay(size, board_, lay);
                if (size.work > most) return false;
                lays[entry->second - (tables - next.size())].push_back(lay);
            }
            ++table;
        }
        for (const auto& same : lays) board_.lays.insert(board_.lays.end(), same.begin(), same.end());
        layer.swap(next);
    }
    return true;
}

} // namespace

bool lay_queues(Board& board, const std::vector<std::int32_t>& queue_of, const std::vector<Span>& times,
                const Reaches& reaches, double most) {
    return Queues(board, queue_of, times, reaches).run(most);
}

} // namespace hubbub::orc
