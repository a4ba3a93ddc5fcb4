#include "beam.hpp"

#include <algorithm>
#include <numeric>

namespace hubbub::orc {
namespace {

struct State {
    Value cost, guess; // so far; so far and to come
    std::int32_t parent, stream, cell;
};

struct Offer {
    std::int32_t cell;
    Value cost, guess; // of the utterance; with the stream's cost to go
};

class Beam {
  public:
    Beam(const Half& half, const Half& mirror, int width)
        : half_(half), mirror_(mirror), width_(width), count_(half.instance.utterance_count()),
          streams_(half.instance.stream_count()) {}

    Candidate run(const Watch& watch);

  private:
    void expand(int n);
    void select();
    bool dominated(const std::int32_t* cells, Value cost, std::size_t kept) const;
    const std::vector<Offer>& offers(int n, int stream, std::int32_t cell);
    Value to_go(int boundary, int stream, std::int32_t cell) const {
        return mirror_.rows.at(count_ - boundary, stream, half_.instance.length(stream) - cell);
    }
    Candidate trace() const;

    const Half &half_, &mirror_;
    const std::size_t width_;
    const int count_, streams_;
    Value priced_ = 0;                             // of the utterances to come
    std::vector<std::int32_t> cells_, next_cells_; // of the states at hand, one after the other
    std::vector<State> states_, next_;
    std::vector<std::vector<State>> layers_;

    struct Known {
        std::int32_t cell;
        std::vector<Offer> offers;
    };
    std::vector<std::vector<Known>> known_; // per stream, the offers of the layer at hand
    std::vector<End> ends_;
};

constexpr std::size_t offers_kept = 8;

const std::vector<Offer>& Beam::offers(int n, int stream, std::int32_t cell) {
    auto& known = known_[stream];
    for (const Known& one : known) {
        if (one.cell == cell) return one.offers;
    }
    const auto words = static_cast<std::int32_t>(half_.instance.utterances[n].size());
    const std::int32_t reach = (2 * words + 63) / 64 * 64; // an upper bound needs no end farther away
    half_.kernel.ends(stream, cell, std::min(half_.instance.length(stream), cell + reach), n, ends_);
    Known one{cell, {}};
    for (const End& end : ends_) {
        const Value after = to_go(n + 1, stream, end.cell);
        if (after < far) one.offers.push_back({end.cell, end.cost * half_.scale, end.cost * half_.scale + after});
    }
    if (one.offers.size() > offers_kept) {
        std::nth_element(
            one.offers.begin(), one.offers.begin() + offers_kept, one.offers.end(),
            [](const Offer& a, const Offer& b) { return a.guess != b.guess ? a.guess < b.guess : a.cell < b.cell; });
        one.offers.resize(offers_kept);
    }
    known.push_back(std::move(one));
    return known.back().offers;
}

void Beam::expand(int n) {
    next_.clear();
    known_.assign(streams_, {});
    std::vector<Value> leave(streams_);
    for (std::size_t s = 0; s < states_.size(); ++s) {
        const std::int32_t* cells = &cells_[s * streams_];
        Value all = 0;
        int blocked = 0;
        for (int j = 0; j < streams_; ++j) {
            leave[j] = half_.alive.may(n, j) == May::always ? far : to_go(n + 1, j, cells[j]);
            if (leave[j] >= far) {
                ++blocked;
            } else {
                all += leave[j];
            }
        }
        for (int j = 0; j < streams_; ++j) {
            const bool blocks = leave[j] >= far;
            if (half_.alive.may(n, j) == May::never || blocked > blocks) continue;
            const Value rest = states_[s].cost + priced_ + all - (blocks ? 0 : leave[j]);
            for (const Offer& offer : offers(n, j, cells[j])) {
                next_.push_back(
                    {states_[s].cost + offer.cost, rest + offer.guess, static_cast<std::int32_t>(s), j, offer.cell});
            }
        }
    }
}

// Does one of the states kept so far reach whatever this one reaches, at no more cost (see search.hpp)?
bool Beam::dominated(const std::int32_t* cells, Value cost, std::size_t kept) const {
    for (std::size_t other = 0; other < kept; ++other) {
        Value way = next_[other].cost;
        for (int j = 0; j < streams_ && way <= cost; ++j) {
            const std::int32_t ahead = next_cells_[other * streams_ + j] - cells[j];
            if (ahead > 0) way += half_.instance.slide * half_.scale * ahead;
        }
        if (way <= cost) return true;
    }
    return false;
}

// Keeps the best states that are not dominated.
void Beam::select() {
    const auto before = [](const State& a, const State& b) {
        if (a.guess != b.guess) return a.guess < b.guess;
        if (a.cost != b.cost) return a.cost > b.cost;
        if (a.parent != b.parent) return a.parent < b.parent;
        return a.stream != b.stream ? a.stream < b.stream : a.cell < b.cell;
    };
    next_cells_.clear();
    std::size_t kept = 0, sorted = 0;
    std::vector<std::int32_t> cells(streams_);
    for (std::size_t s = 0; s < next_.size() && kept < width_; ++s) {
        if (s == sorted) { // few are looked at, so they are put in order a part at a time
            sorted = std::min(next_.size(), sorted + 4 * width_);
            if (sorted < next_.size()) {
                std::nth_element(next_.begin() + s, next_.begin() + sorted, next_.end(), before);
            }
            std::sort(next_.begin() + s, next_.begin() + sorted, before);
        }
        const State state = next_[s];
        std::copy_n(&cells_[static_cast<std::size_t>(state.parent) * streams_], streams_, cells.begin());
        cells[state.stream] = state.cell;
        if (dominated(cells.data(), state.cost, kept)) continue;
        next_cells_.insert(next_cells_.end(), cells.begin(), cells.end());
        next_[kept++] = state;
    }
    next_.resize(kept);
}

Candidate Beam::run(const Watch& watch) {
    priced_ = std::accumulate(half_.price.begin(), half_.price.end(), 0);
    cells_.assign(streams_, 0);
    states_ = {State{0, 0, 0, 0, 0}};
    for (int n = 0; n < count_; ++n) {
        if (n % 64 == 0) watch.check();
        priced_ -= half_.price[n];
        expand(n);
        select();
        states_ = next_;
        cells_.swap(next_cells_);
        layers_.push_back(states_);
    }
    return trace();
}

Candidate Beam::trace() const {
    Candidate found{std::vector<std::int32_t>(count_, 0), far};
    if (states_.empty()) return found;
    std::int32_t at = 0;
    for (std::size_t s = 1; s < states_.size(); ++s) {
        if (states_[s].cost < states_[at].cost) at = static_cast<std::int32_t>(s);
    }
    found.cost = states_[at].cost / half_.scale;
    for (int n = count_ - 1; n >= 0; --n) {
        found.stream_of[n] = layers_[n][at].stream;
        at = layers_[n][at].parent;
    }
    return found;
}

} // namespace

Candidate beam(const Half& half, const Half& mirror, int width, const Watch& watch) {
    return Beam(half, mirror, width).run(watch);
}

} // namespace hubbub::orc
