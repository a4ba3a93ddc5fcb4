#include "route/primal/primal.hpp"
#include "route/schedule.hpp"
#include "route/search/states.hpp"

#include <algorithm>
#include <numeric>

namespace hubbub::route::primal {

using rows::End;
using rows::May;

namespace {

struct State {
    Value cost, estimate;            // so far (g); so far plus the bound for the rest (f)
    std::int32_t parent, move, cell; // the move is the stream chosen
};

struct Offer {
    std::int32_t cell;
    Value cost, estimate; // of the utterance; plus the stream's cost to go
};

// A state and the stream that takes the next utterance; every resulting state costs at least the bound.
struct Way {
    Value bound, rest; // rest: the estimate without the stream's own part
    std::int32_t state, stream;
};

class Beam {
  public:
    Beam(const Rows& rows, int width)
        : rows_(rows), problem_(rows.problem), width_(width), count_(rows.alive.utterances),
          streams_(rows.alive.streams) {}

    Routed run(const Watch& watch);

  private:
    void find_ways(int n);
    void expand(int n);
    void select();
    bool dominated(const std::int32_t* cells, Value cost, std::size_t kept) const;
    std::span<const Offer> offers(int n, int stream, std::int32_t cell);
    Value to_go(int boundary, int stream, std::int32_t cell) const { return rows_.behind.at(boundary, stream, cell); }

    const Rows& rows_;
    const Problem& problem_;
    const std::size_t width_;
    const int count_, streams_;
    Value priced_ = 0;                             // of the remaining utterances
    std::vector<std::int32_t> cells_, next_cells_; // of the current states, concatenated
    std::vector<State> states_, next_;
    search::Trail trail_;
    std::vector<Way> ways_;
    std::vector<Value> leave_, least_; // of a state, per stream; the lowest estimates of the next states, a heap

    struct CachedOffers {
        std::int32_t stream, cell;
        std::size_t first, last;
    };
    std::vector<CachedOffers> cached_; // the ends computed in the current layer
    std::vector<Offer> offers_;
    std::vector<End> ends_;
    std::vector<std::int32_t> moved_;
};

std::span<const Offer> Beam::offers(int n, int stream, std::int32_t cell) {
    for (const CachedOffers& one : cached_) {
        if (one.cell == cell && one.stream == stream)
            return std::span(offers_).subspan(one.first, one.last - one.first);
    }
    const auto words = static_cast<std::int32_t>(problem_.utterances[n].words.size());
    // A beam search needs no end farther away. With times, a stream that lags behind must be able to catch up by
    // insertions, or no later word matches.
    const std::int32_t reach = problem_.timed() ? (2 * words + 63) / 64 * 64 : (2 * words + 23) / 8 * 8;
    problem_.carrier.ends(stream, cell, std::min(problem_.words_in(stream), cell + reach), n, problem_.steps,
                          problem_.slide, ends_);
    const std::size_t first = offers_.size();
    for (const End& end : ends_) {
        const Value after = to_go(n + 1, stream, end.cell);
        if (after < far) offers_.push_back({end.cell, end.cost * rows_.scale, end.cost * rows_.scale + after});
    }
    if (offers_.size() > first + one_queue::beam_ends) {
        std::nth_element(offers_.begin() + first, offers_.begin() + first + one_queue::beam_ends, offers_.end(),
                         [](const Offer& a, const Offer& b) {
                             return a.estimate != b.estimate ? a.estimate < b.estimate : a.cell < b.cell;
                         });
        offers_.resize(first + one_queue::beam_ends);
    }
    cached_.push_back({stream, cell, first, offers_.size()});
    return std::span(offers_).subspan(first);
}

// A stream's cost to go from before the utterance includes taking it at its price, so it bounds the cost of taking it:
// few ways must be expanded.
void Beam::find_ways(int n) {
    ways_.clear();
    for (std::size_t s = 0; s < states_.size(); ++s) {
        const std::int32_t* cells = &cells_[s * streams_];
        Value all = 0;
        int blocked = 0;
        for (int j = 0; j < streams_; ++j) {
            leave_[j] = rows_.alive.may(n, j) == May::always ? far : to_go(n + 1, j, cells[j]);
            if (leave_[j] >= far) {
                ++blocked;
            } else {
                all += leave_[j];
            }
        }
        for (int j = 0; j < streams_; ++j) {
            const bool blocks = leave_[j] >= far;
            if (rows_.alive.may(n, j) == May::never || blocked > blocks) continue;
            const Value rest = states_[s].cost + priced_ + all - (blocks ? 0 : leave_[j]);
            ways_.push_back({rest + rows_.price[n] + to_go(n, j, cells[j]), rest, static_cast<std::int32_t>(s), j});
        }
    }
    std::sort(ways_.begin(), ways_.end(), [](const Way& a, const Way& b) {
        if (a.bound != b.bound) return a.bound < b.bound;
        return a.state != b.state ? a.state < b.state : a.stream < b.stream;
    });
}

void Beam::expand(int n) {
    next_.clear();
    cached_.clear();
    offers_.clear();
    least_.clear();
    find_ways(n);
    const std::size_t enough = 2 * width_; // some will be dominated
    spend(step_cost::way * ways_.size());
    for (const Way& way : ways_) {
        if (least_.size() == enough && least_.front() <= way.bound) break;
        const Value cost = states_[way.state].cost;
        for (const Offer& offer : offers(n, way.stream, cells_[way.state * streams_ + way.stream])) {
            const Value estimate = way.rest + offer.estimate;
            if (least_.size() == enough) {
                if (estimate >= least_.front()) continue;
                std::pop_heap(least_.begin(), least_.end());
                least_.pop_back();
            }
            least_.push_back(estimate);
            std::push_heap(least_.begin(), least_.end());
            next_.push_back({cost + offer.cost, estimate, way.state, way.stream, offer.cell});
        }
    }
}

// Whether a kept state dominates this one (see search.hpp).
bool Beam::dominated(const std::int32_t* cells, Value cost, std::size_t kept) const {
    for (std::size_t other = 0; other < kept; ++other) {
        Value way = next_[other].cost;
        for (int j = 0; j < streams_ && way <= cost; ++j) {
            const std::int32_t ahead = next_cells_[other * streams_ + j] - cells[j];
            if (ahead > 0) way += problem_.slide * rows_.scale * ahead;
        }
        if (way <= cost) return true;
    }
    return false;
}

// Keeps the best states that are not dominated.
void Beam::select() {
    spend(step_cost::offer * next_.size());
    const auto before = [](const State& a, const State& b) {
        if (a.estimate != b.estimate) return a.estimate < b.estimate;
        if (a.cost != b.cost) return a.cost > b.cost;
        if (a.parent != b.parent) return a.parent < b.parent;
        return a.move != b.move ? a.move < b.move : a.cell < b.cell;
    };
    next_cells_.clear();
    std::size_t kept = 0, sorted = 0;
    for (std::size_t s = 0; s < next_.size() && kept < width_; ++s) {
        if (s == sorted) { // few states are needed, so they are sorted one part at a time
            sorted = std::min(next_.size(), sorted + 4 * width_);
            if (sorted < next_.size()) {
                std::nth_element(next_.begin() + s, next_.begin() + sorted, next_.end(), before);
            }
            std::sort(next_.begin() + s, next_.begin() + sorted, before);
        }
        const State state = next_[s];
        std::copy_n(&cells_[static_cast<std::size_t>(state.parent) * streams_], streams_, moved_.begin());
        moved_[state.move] = state.cell;
        if (dominated(moved_.data(), state.cost, kept)) continue;
        next_cells_.insert(next_cells_.end(), moved_.begin(), moved_.end());
        next_[kept++] = state;
    }
    next_.resize(kept);
}

Routed Beam::run(const Watch& watch) {
    priced_ = std::accumulate(rows_.price.begin(), rows_.price.end(), 0);
    cells_.assign(streams_, 0);
    states_ = {State{0, 0, 0, 0, 0}};
    leave_.resize(streams_);
    moved_.resize(streams_);
    for (int n = 0; n < count_; ++n) {
        if (n % 64 == 0) watch.check();
        priced_ -= rows_.price[n];
        expand(n);
        select();
        states_.swap(next_);
        cells_.swap(next_cells_);
        trail_.add(states_);
    }
    if (states_.empty()) return {};
    const auto best = std::min_element(states_.begin(), states_.end(),
                                       [](const State& a, const State& b) { return a.cost < b.cost; });
    Routed found{{}, best->cost / rows_.scale + problem_.base};
    for (const std::int32_t stream : trail_.moves_to(static_cast<std::size_t>(best - states_.begin())))
        found.moves.push_back({static_cast<std::int32_t>(found.moves.size()), stream});
    return found;
}

} // namespace

Routed beam(const Rows& rows, int width, const Watch& watch) { return Beam(rows, width).run(watch); }

} // namespace hubbub::route::primal
