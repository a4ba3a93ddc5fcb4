#include "route/search/states.hpp"

#include <algorithm>
#include <numeric>

namespace hubbub::route::search {

std::size_t States::cheapest() const {
    const auto cheaper = [](const State& a, const State& b) { return a.cost < b.cost; };
    return static_cast<std::size_t>(std::min_element(states_.begin(), states_.end(), cheaper) - states_.begin());
}

std::uint64_t States::bytes() const {
    return states_.capacity() * sizeof(State) +
           (keys_.capacity() + marks_.capacity() + table_.capacity()) * sizeof(std::int32_t);
}

void States::clear() {
    // After a wide layer the next ones need not go through as large a table.
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

void States::sort(int places) {
    std::vector<std::int32_t> order(states_.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
        const std::int32_t *one = key(a), *other = key(b);
        for (int x = 0; x < places; ++x)
            if (one[x] != other[x]) return one[x] < other[x];
        if (states_[a].guess != states_[b].guess) return states_[a].guess < states_[b].guess;
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
        return states_[a].guess != states_[b].guess ? states_[a].guess < states_[b].guess : a < b;
    });
    const Value least = states_[*end].guess;
    std::vector<char> dead(states_.size(), 1);
    std::for_each(order.begin(), end, [&](std::int32_t s) { dead[s] = 0; });
    remove(dead);
    return least;
}

void Trail::add(const States& layer) {
    auto& steps = layers_.emplace_back();
    steps.reserve(layer.size());
    for (const State& state : layer.all()) steps.push_back({state.parent, state.move});
    bytes_ += layer.size() * sizeof(Step);
}

std::vector<std::int32_t> Trail::moves_to(std::size_t s) const {
    std::vector<std::int32_t> moves(layers_.size());
    for (std::size_t layer = layers_.size(); layer-- > 0;) {
        moves[layer] = layers_[layer][s].move;
        s = static_cast<std::size_t>(layers_[layer][s].parent);
    }
    return moves;
}

} // namespace hubbub::route::search
