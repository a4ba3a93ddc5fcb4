#include "route/schedule.hpp"
#include "route/search/states.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace hubbub::route::search {

using namespace in_searches;

namespace {

std::uint64_t mixed(std::uint64_t hash, std::int32_t number) {
    hash = (hash ^ static_cast<std::uint32_t>(number)) * 0x9e3779b97f4a7c15u;
    return hash ^ (hash >> 29);
}

} // namespace

std::size_t States::cheapest() const {
    const auto cheaper = [](const State& a, const State& b) { return a.cost < b.cost; };
    return static_cast<std::size_t>(std::min_element(states_.begin(), states_.end(), cheaper) - states_.begin());
}

std::uint64_t States::bytes() const {
    return states_.capacity() * sizeof(State) +
           (keys_.capacity() + marks_.capacity() + table_.capacity()) * sizeof(std::int32_t);
}

void States::clear() {
    // After a wide layer a smaller table is enough for the next ones.
    if (table_.size() > 64 && table_.size() > states_.size() * 16) table_.resize(table_.size() / 4);
    states_.clear();
    keys_.clear();
    marks_.clear();
    std::fill(table_.begin(), table_.end(), -1);
}

std::size_t States::slot(const std::int32_t* key) const {
    std::uint64_t hash = 0;
    for (std::size_t x = 0; x < width_; ++x) hash = mixed(hash, key[x]);
    std::size_t at = hash >> 20 & (table_.size() - 1);
    const auto differs = [&](std::int32_t s) { return !std::equal(key, key + width_, this->key(s)); };
    while (table_[at] >= 0 && differs(table_[at])) {
        at = (at + 1) & (table_.size() - 1);
    }
    return at;
}

void States::grow() {
    table_.assign(std::max<std::size_t>(64, table_.size() * 2), -1);
    for (std::size_t s = 0; s < states_.size(); ++s) table_[slot(key(s))] = static_cast<std::int32_t>(s);
}

std::size_t States::add(const std::int32_t* key, const State& state, const std::int32_t* marks) {
    if (states_.size() * 2 >= table_.size()) grow();
    std::int32_t& at = table_[slot(key)];
    if (at < 0) {
        at = static_cast<std::int32_t>(states_.size());
        states_.push_back(state);
        keys_.insert(keys_.end(), key, key + width_);
        marks_.insert(marks_.end(), marks, marks + marked_);
        return at;
    }
    if (state.cost < states_[at].cost) states_[at] = state;
    lower_marks(at, marks);
    return at;
}

void States::lower_marks(std::size_t s, const std::int32_t* marks) {
    std::int32_t* own = marks_.data() + s * marked_;
    for (std::size_t x = 0; x < marked_; ++x) own[x] = std::min(own[x], marks[x]);
}

void States::sort(int key_length) {
    std::vector<std::int32_t> order(states_.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
        const std::int32_t *one = key(a), *other = key(b);
        for (int x = 0; x < key_length; ++x)
            if (one[x] != other[x]) return one[x] < other[x];
        if (states_[a].estimate != states_[b].estimate) return states_[a].estimate < states_[b].estimate;
        if (states_[a].cost != states_[b].cost) return states_[a].cost < states_[b].cost;
        return a < b;
    });
    std::vector<State> states;
    std::vector<std::int32_t> keys, marked;
    states.reserve(states_.capacity());
    keys.reserve(keys_.capacity());
    marked.reserve(marks_.capacity());
    for (const std::int32_t s : order) {
        states.push_back(states_[s]);
        keys.insert(keys.end(), key(s), key(s) + width_);
        marked.insert(marked.end(), marks(s), marks(s) + marked_);
    }
    states_.swap(states);
    keys_.swap(keys);
    marks_.swap(marked);
}

void States::keep(std::size_t count) {
    if (count >= states_.size()) return;
    states_.resize(count);
    keys_.resize(count * width_);
    marks_.resize(count * marked_);
}

void States::remove(const std::vector<char>& dead) {
    std::size_t kept = 0;
    for (std::size_t s = 0; s < states_.size(); ++s) {
        if (dead[s]) continue;
        if (kept < s) {
            states_[kept] = states_[s];
            std::copy_n(key(s), width_, keys_.begin() + static_cast<std::ptrdiff_t>(kept * width_));
            std::copy_n(marks(s), marked_, marks_.begin() + static_cast<std::ptrdiff_t>(kept * marked_));
        }
        ++kept;
    }
    keep(kept);
}

Value States::narrow(std::size_t width) {
    if (states_.size() <= width) return rows::far;
    std::vector<std::int32_t> order(states_.size());
    std::iota(order.begin(), order.end(), 0);
    const auto end = order.begin() + static_cast<std::ptrdiff_t>(width);
    std::nth_element(order.begin(), end, order.end(), [&](std::int32_t a, std::int32_t b) {
        return states_[a].estimate != states_[b].estimate ? states_[a].estimate < states_[b].estimate : a < b;
    });
    const Value least = states_[*end].estimate;
    std::vector<char> dead(states_.size(), 1);
    std::for_each(order.begin(), end, [&](std::int32_t s) { dead[s] = 0; });
    remove(dead);
    return least;
}

std::vector<std::int32_t> Trail::moves_to(std::size_t s) const {
    std::vector<std::int32_t> moves(layers_.size());
    for (std::size_t layer = layers_.size(); layer-- > 0;) {
        moves[layer] = layers_[layer][s].move;
        s = static_cast<std::size_t>(layers_[layer][s].parent);
    }
    return moves;
}

void Next::begin(std::int64_t limit) {
    states.clear();
    limit_ = cut_ = limit;
    look_again_ = cut_at * width_ + small_layer;
}

void Next::lower_cut() {
    estimates_.clear();
    for (const State& state : states.all()) estimates_.push_back(state.estimate);
    const auto kept = static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(cut_to * width_, estimates_.size() - 1));
    std::nth_element(estimates_.begin(), estimates_.begin() + kept, estimates_.end());
    cut_ = std::min<std::int64_t>(cut_, estimates_[kept]);
    look_again_ = 2 * states.size();
}

namespace {

std::uint64_t width_for(const Moves& moves, const SearchOptions& options) {
    const std::uint64_t per_state = sizeof(std::int32_t) * (moves.queues + moves.streams + moves.marks) + 40;
    return std::min(options.width, 1 + options.bytes / (widths_held * per_state));
}

// The comparisons of a sort.
std::uint64_t sorting(std::size_t count) { return count * static_cast<std::uint64_t>(std::bit_width(count)); }

class Search {
  public:
    Search(Moves& moves, const SearchOptions& options, const Watch& watch)
        : moves_(moves), options_(options), watch_(watch), width_(width_for(moves, options)),
          now_(moves.queues + moves.streams, moves.marks), next_(moves.queues + moves.streams, moves.marks, width_),
          cost_(most_dominators), way_(most_dominators), lost_(moves.sets() * moves.streams * most_dominators) {}

    SearchResult run();

  private:
    bool make_layer(int layer);
    void reduce(std::int64_t limit);
    void drop_dominated(std::int64_t limit);
    void dominate_along(std::size_t first, std::size_t last, int stream, std::int64_t limit);
    void dominate(std::size_t first, std::size_t last, std::int64_t limit);
    void mark_dominated(std::size_t s, std::size_t dominator);
    const std::int32_t* cells(std::size_t s) const { return next_.states.key(s) + moves_.queues; }
    std::size_t set_for(std::size_t s, std::int64_t limit) const {
        return moves_.set_for(static_cast<Value>(limit - next_.states.state(s).estimate));
    }
    std::int64_t limit(int layer) const {
        return options_.only_bound ? std::min(moves_.limit(layer), result_.bound - 1) : moves_.limit(layer);
    }
    void leave_out(std::int64_t f) { // no completion of a dropped state costs less
        result_.complete = false;
        result_.bound = std::min(result_.bound, f);
    }
    bool out_of_room() const { // sorting needs a second copy of the layer
        const std::uint64_t layers = now_.bytes() + 2 * next_.states.bytes();
        return layers + trail_.bytes() + moves_.bytes() > options_.bytes;
    }

    Moves& moves_;
    const SearchOptions& options_;
    const Watch& watch_;
    const std::uint64_t width_; // as requested, or as the memory allows
    const std::uint64_t cost_of_made_ =
        step_cost::made + step_cost::key_number * (moves_.queues + moves_.streams + moves_.marks);
    States now_;
    Next next_;
    Trail trail_;
    std::vector<char> dead_;
    std::vector<std::size_t> dominators_;
    std::vector<Value> cost_, way_, lost_; // of the dominators; lost_ per set and stream
    SearchResult result_;
};

// Returns false if the layer cannot be completed.
bool Search::make_layer(int layer) {
    next_.begin(limit(layer + 1));
    for (std::size_t s = 0; s < now_.size(); ++s) {
        if ((s % 64 == 0 && watch_.exhausted()) || out_of_room()) result_.stopped = true;
        if (result_.stopped) return false;
        const std::uint64_t made = next_.made;
        moves_.expand(layer, now_, s, next_);
        spend(cost_of_made_ * (next_.made - made));
    }
    return next_.made <= options_.work;
}

void Search::reduce(std::int64_t limit) {
    if (next_.least_dropped <= limit) leave_out(next_.least_dropped);
    spend(step_cost::state * next_.states.size());
    if (options_.dominance) drop_dominated(limit);
    if (next_.states.size() <= width_) return;
    result_.stopped = result_.stopped || width_ < options_.width;
    leave_out(next_.states.narrow(width_));
}

void Search::mark_dominated(std::size_t s, std::size_t dominator) {
    dead_[s] = 1;
    next_.states.lower_marks(dominator, next_.states.marks(s));
}

// Compares each state with the first dominators that are left. A dominator's estimate is hardly ever larger, since the
// streams' own costs to go rise by no more than what can be lost: so a state is only compared with those before it.
void Search::dominate(std::size_t first, std::size_t last, std::int64_t limit) {
    const std::size_t streams = moves_.streams, sets = moves_.sets();
    dominators_.clear();
    for (std::size_t s = first; s < last; ++s) {
        if (dead_[s]) continue;
        const std::size_t set = set_for(s, limit);
        const Value* lost = moves_.lost(set);
        const std::int32_t* at = cells(s);
        for (std::size_t begin = 0; begin < dominators_.size() && !dead_[s]; begin += together) {
            const std::size_t end = std::min(dominators_.size(), begin + together);
            spend(step_cost::compare * streams);
            std::copy_n(cost_.begin() + begin, end - begin, way_.begin() + begin);
            for (std::size_t j = 0; j < streams; ++j) {
                const Value here = lost[at[j]];
                const Value* there = &lost_[(set * streams + j) * most_dominators];
                for (std::size_t k = begin; k < end; ++k) way_[k] += std::max(0, there[k] - here);
            }
            const auto least = std::min_element(way_.begin() + begin, way_.begin() + end);
            if (*least <= next_.states.state(s).cost) mark_dominated(s, dominators_[least - way_.begin()]);
        }
        const std::size_t dominator = dominators_.size();
        if (dominator == width_) return; // the others are cut anyway
        if (dead_[s] || dominator == most_dominators) continue;
        cost_[dominator] = next_.states.state(s).cost;
        for (std::size_t one = 0; one < sets; ++one)
            for (std::size_t j = 0; j < streams; ++j)
                lost_[(one * streams + j) * most_dominators + dominator] = moves_.lost(one)[at[j]];
        dominators_.push_back(s);
    }
}

// For many states: compares those that differ in one stream only, in the order of its cells. Without it, some searches
// of an hour of speech expand ten times as many states.
void Search::dominate_along(std::size_t first, std::size_t last, int stream, std::int64_t limit) {
    spend(step_cost::sort_along * sorting(last - first));
    std::vector<std::pair<std::uint64_t, std::size_t>> order; // by hashes of the other cells
    for (std::size_t s = first; s < last; ++s) {
        if (dead_[s]) continue;
        std::uint64_t hash = 0;
        for (int j = 0; j < moves_.streams; ++j)
            if (j != stream) hash = mixed(hash, cells(s)[j]);
        order.emplace_back(hash, s);
    }
    const auto alike = [&](std::size_t a, std::size_t b) {
        for (int j = 0; j < moves_.streams; ++j)
            if (j != stream && cells(a)[j] != cells(b)[j]) return false;
        return true;
    };
    std::sort(order.begin(), order.end(), [&](const auto& a, const auto& b) {
        if (a.first != b.first) return a.first < b.first;
        const std::int32_t one = cells(a.second)[stream], other = cells(b.second)[stream];
        return one != other ? one < other : a.second < b.second;
    });
    const auto cost = [&](std::size_t s) { return next_.states.state(s).cost; };
    const std::size_t unset = last;
    std::size_t dominator = unset; // fewer words used, and no higher cost
    for (const auto& [hash, s] : order) {
        if (dominator != unset && alike(dominator, s) && cost(dominator) <= cost(s))
            mark_dominated(s, dominator);
        else
            dominator = s;
    }
    dominator = unset; // more words used, but lower cost by more than they can lose
    for (auto one = order.rbegin(); one != order.rend(); ++one) {
        const std::size_t s = one->second;
        if (dead_[s]) continue;
        const Value* lost = moves_.lost(set_for(s, limit));
        if (dominator != unset && alike(dominator, s) &&
            cost(dominator) + lost[cells(dominator)[stream]] - lost[cells(s)[stream]] <= cost(s))
            mark_dominated(s, dominator);
        else
            dominator = s;
    }
}

void Search::drop_dominated(std::int64_t limit) {
    States& states = next_.states;
    spend(step_cost::sort * sorting(states.size()));
    states.sort(moves_.queues);
    dead_.assign(states.size(), 0);
    for (std::size_t first = 0, last = 0; first < states.size(); first = last) {
        while (last < states.size() && std::equal(states.key(first), cells(first), states.key(last))) ++last;
        for (int j = 0; j < moves_.streams && last - first > most_dominators; ++j)
            dominate_along(first, last, j, limit);
        dominate(first, last, limit);
    }
    states.remove(dead_);
}

SearchResult Search::run() {
    const int layers = moves_.layers;
    next_.begin(moves_.limit(0));
    moves_.start(next_);
    spend(cost_of_made_ * next_.made);
    result_.bound = moves_.limit(layers) + 1;
    std::swap(now_, next_.states);
    for (int layer = 0; layer < layers && now_.size() > 0; ++layer) {
        if (!make_layer(layer)) {
            for (const State& state : now_.all()) leave_out(state.estimate);
            now_.clear();
            break;
        }
        reduce(limit(layer + 1));
        std::swap(now_, next_.states);
        trail_.add(now_.all());
    }
    result_.states = next_.made;
    for (const State& state : now_.all()) result_.bound = std::min<std::int64_t>(result_.bound, state.estimate);
    if (now_.size() == 0) return std::move(result_);
    const std::size_t best = now_.cheapest();
    result_.found.cost = now_.state(best).cost / moves_.scale + moves_.problem.base;
    for (const std::int32_t number : trail_.moves_to(best)) result_.found.moves.push_back(moves_.move(number));
    return std::move(result_);
}

} // namespace

SearchResult run(Moves& moves, const SearchOptions& options, const Watch& watch) {
    return Search(moves, options, watch).run();
}

} // namespace hubbub::route::search
