#include "route/search/states.hpp"

#include <algorithm>
#include <numeric>

namespace hubbub::route::search {
namespace {

constexpr std::size_t most_killers = 192; // states that all others are compared with
constexpr std::size_t together = 32;      // of them at a time

std::uint64_t mix(std::uint64_t hash, std::int32_t node) {
    hash = (hash ^ static_cast<std::uint32_t>(node)) * 0x9e3779b97f4a7c15u;
    return hash ^ (hash >> 29);
}

} // namespace

void States::clear() {
    // After a wide layer the next ones need not go through as large a table.
    if (table_.size() > 64 && table_.size() > states_.size() * 16) table_.resize(table_.size() / 4);
    states_.clear();
    nodes_.clear();
    std::fill(table_.begin(), table_.end(), -1);
}

std::size_t States::slot(const std::int32_t* nodes) const {
    std::uint64_t hash = 0;
    for (int j = 0; j < streams_; ++j) hash = mix(hash, nodes[j]);
    std::size_t at = hash >> 20 & (table_.size() - 1);
    const auto differs = [&](std::int32_t s) { return !std::equal(nodes, nodes + streams_, this->nodes(s)); };
    while (table_[at] >= 0 && differs(table_[at])) {
        at = (at + 1) & (table_.size() - 1);
    }
    return at;
}

void States::grow() {
    table_.assign(std::max<std::size_t>(64, table_.size() * 2), -1);
    for (std::size_t s = 0; s < states_.size(); ++s) table_[slot(nodes(s))] = static_cast<std::int32_t>(s);
}

void States::add(const std::int32_t* nodes, const State& state) {
    if (states_.size() * 2 >= table_.size()) grow();
    const std::size_t at = slot(nodes);
    if (table_[at] < 0) {
        table_[at] = static_cast<std::int32_t>(states_.size());
        states_.push_back(state);
        nodes_.insert(nodes_.end(), nodes, nodes + streams_);
    } else if (state.cost < states_[table_[at]].cost) {
        states_[table_[at]] = state;
    }
}

void States::sort() {
    std::vector<std::int32_t> order(states_.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
        if (states_[a].guess != states_[b].guess) return states_[a].guess < states_[b].guess;
        if (states_[a].cost != states_[b].cost) return states_[a].cost < states_[b].cost;
        return a < b;
    });
    std::vector<State> states;
    std::vector<std::int32_t> all;
    states.reserve(order.size());
    all.reserve(nodes_.size());
    for (const std::int32_t s : order) {
        states.push_back(states_[s]);
        all.insert(all.end(), nodes(s), nodes(s) + streams_);
    }
    states_.swap(states);
    nodes_.swap(all);
}

void States::keep(std::size_t count) {
    if (count >= states_.size()) return;
    states_.resize(count);
    nodes_.resize(count * streams_);
}

void States::remove(const std::vector<char>& dead) {
    std::size_t kept = 0;
    for (std::size_t s = 0; s < states_.size(); ++s) {
        if (dead[s]) continue;
        states_[kept] = states_[s];
        std::copy_n(nodes(s), streams_, &nodes_[kept * streams_]);
        ++kept;
    }
    keep(kept);
}

// Each with the first so many that are left. A killer's guess is hardly ever larger, since the streams' own costs to go
// rise by no more than the places do: so a state is compared with those before it only.
void States::dominate_pairs(const Places& places, Value limit, std::vector<char>& dead) const {
    const std::size_t streams = streams_, sets = places.sets();
    std::vector<Value> cost(most_killers), way(most_killers), place(sets * streams * most_killers);
    std::size_t killers = 0;
    for (std::size_t s = 0; s < states_.size(); ++s) {
        const std::size_t set = places.set_for(limit - states_[s].guess);
        const Value* place_of = places.of(set);
        const std::int32_t* at = nodes(s);
        for (std::size_t first = 0; first < killers && !dead[s]; first += together) {
            const std::size_t last = std::min(killers, first + together);
            std::copy_n(cost.begin() + first, last - first, way.begin() + first);
            for (std::size_t j = 0; j < streams; ++j) {
                const Value here = place_of[at[j]];
                const Value* there = &place[(set * streams + j) * most_killers];
                for (std::size_t k = first; k < last; ++k) way[k] += std::max(0, there[k] - here);
            }
            dead[s] = *std::min_element(way.begin() + first, way.begin() + last) <= states_[s].cost;
        }
        if (dead[s] || killers == most_killers) continue;
        cost[killers] = states_[s].cost;
        for (std::size_t one = 0; one < sets; ++one) {
            for (std::size_t j = 0; j < streams; ++j) {
                place[(one * streams + j) * most_killers + killers] = places.of(one)[at[j]];
            }
        }
        ++killers;
    }
}

// For large layers: among the states that differ in one stream only, in the order of its cells.
void States::dominate_along(const Graph& graph, const Places& places, Value limit, int stream,
                            std::vector<char>& dead) const {
    std::vector<std::pair<std::uint64_t, std::int32_t>> order;
    for (std::size_t s = 0; s < states_.size(); ++s) {
        if (dead[s]) continue;
        std::uint64_t hash = 0;
        for (int j = 0; j < streams_; ++j) {
            if (j != stream) hash = mix(hash, nodes(s)[j]);
        }
        order.emplace_back(hash, static_cast<std::int32_t>(s));
    }
    const auto cell = [&](std::int32_t s) { return graph.cell[nodes(s)[stream]]; };
    const auto alike = [&](std::int32_t a, std::int32_t b) {
        for (int j = 0; j < streams_; ++j) {
            if (j != stream && nodes(a)[j] != nodes(b)[j]) return false;
        }
        return true;
    };
    std::sort(order.begin(), order.end(), [&](const auto& a, const auto& b) {
        if (a.first != b.first) return a.first < b.first;
        return cell(a.second) != cell(b.second) ? cell(a.second) < cell(b.second) : a.second < b.second;
    });
    std::int32_t killer = -1; // fewer words used and no more cost
    for (const auto& [hash, s] : order) {
        if (killer >= 0 && alike(killer, s) && states_[killer].cost <= states_[s].cost) {
            dead[s] = 1;
        } else {
            killer = s;
        }
    }
    killer = -1; // more words used and so much less cost
    for (auto one = order.rbegin(); one != order.rend(); ++one) {
        const std::int32_t s = one->second;
        if (dead[s]) continue;
        const Value* place = places.of(places.set_for(limit - states_[s].guess));
        if (killer >= 0 && alike(killer, s) &&
            states_[killer].cost + place[nodes(killer)[stream]] - place[nodes(s)[stream]] <= states_[s].cost) {
            dead[s] = 1;
        } else {
            killer = s;
        }
    }
}

void States::drop_dominated(const Graph& graph, const Places& places, Value limit) {
    std::vector<char> dead(states_.size(), 0);
    if (states_.size() > most_killers) {
        for (int j = 0; j < streams_; ++j) dominate_along(graph, places, limit, j, dead);
        remove(dead);
        dead.assign(states_.size(), 0);
    }
    dominate_pairs(places, limit, dead);
    remove(dead);
}

} // namespace hubbub::route::search
