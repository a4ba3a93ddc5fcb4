#include "route/search/search.hpp"

#include "route/graph/slides.hpp"
#include "route/search/states.hpp"

#include <algorithm>
#include <numeric>

namespace hubbub::route::search {
namespace {

using graph::Places;
using graph::Step;

constexpr std::size_t most_killers = 192; // states that all others are compared with
constexpr std::size_t together = 32;      // of them at a time

class Search {
  public:
    Search(const Graph& graph, const Problem& instance, const SearchOptions& options)
        : graph_(graph), places_(graph, instance), options_(options), now_(graph.streams), next_(graph.streams),
          nodes_(graph.streams) {}

    SearchResult run(const Watch& watch);

  private:
    void start();
    Value limit_after(int n) const { // what the windows to come add is no longer there to spend
        return static_cast<Value>(options_.limit - (options_.excess != nullptr ? (*options_.excess)[n + 1] : 0));
    }
    void expand(int n);
    void take(int n, const Step& step, std::size_t from, Value guess, Value limit);
    void drop_dominated(Value limit);
    void dominate_pairs(Value limit, std::vector<char>& dead) const;
    void dominate_along(Value limit, int stream, std::vector<char>& dead) const;

    const Graph& graph_;
    const Places places_;
    const SearchOptions& options_;
    States now_, next_;
    Trail trail_;
    std::vector<std::int32_t> nodes_;
    SearchResult result_;
};

void Search::start() {
    std::int64_t bound = std::accumulate(graph_.price.begin(), graph_.price.end(), std::int64_t{0});
    for (int j = 0; j < graph_.streams; ++j) {
        nodes_[j] = graph_.first_layer[j].first;
        bound += graph_.behind[nodes_[j]];
    }
    now_.clear();
    now_.add(nodes_.data(), {0, static_cast<Value>(bound), -1, -1});
}

// All ways for one stream to take utterance n; the others have left it out already.
void Search::take(int n, const Step& step, std::size_t from, Value guess, Value limit) {
    const std::int32_t node = now_.key(from)[step.stream];
    const Value cost = now_.state(from).cost;
    const Value base = guess - graph_.price[n] - graph_.behind[node];
    for (std::uint32_t e = graph_.edge_first[node]; e < graph_.edge_last[node]; ++e) {
        const std::int32_t to = graph_.edge_to[e];
        const Value value = base + graph_.edge_cost[e] + graph_.behind[to];
        if (value > limit) continue;
        nodes_[step.stream] = to;
        next_.add(nodes_.data(), {cost + graph_.edge_cost[e], value, static_cast<std::int32_t>(from), step.stream});
        ++result_.states;
    }
}

void Search::expand(int n) {
    const auto& steps = graph_.steps[n];
    const Value limit = limit_after(n);
    next_.clear();
    for (std::size_t s = 0; s < now_.size(); ++s) {
        const std::int32_t* at = now_.key(s);
        std::copy_n(at, graph_.streams, nodes_.begin());
        Value guess = now_.state(s).guess;
        int stuck = 0; // streams that cannot leave the utterance out
        for (const Step& step : steps) {
            const std::int32_t leave = graph_.leave[at[step.stream]];
            stuck += leave < 0;
            if (leave < 0) continue;
            guess += graph_.behind[leave] - graph_.behind[at[step.stream]];
            nodes_[step.stream] = leave;
        }
        for (const Step& step : steps) {
            const std::int32_t leave = graph_.leave[at[step.stream]];
            if (stuck > (leave < 0)) continue;
            const Value back = leave < 0 ? 0 : graph_.behind[leave] - graph_.behind[at[step.stream]];
            take(n, step, s, guess - back, limit);
            nodes_[step.stream] = leave;
        }
    }
}

// Each with the first so many that are left. A killer's guess is hardly ever larger, since the streams' own costs to go
// rise by no more than the places do: so a state is compared with those before it only.
void Search::dominate_pairs(Value limit, std::vector<char>& dead) const {
    const std::size_t streams = graph_.streams, sets = places_.sets();
    std::vector<Value> cost(most_killers), way(most_killers), place(sets * streams * most_killers);
    std::size_t killers = 0;
    for (std::size_t s = 0; s < next_.size(); ++s) {
        const std::size_t set = places_.set_for(limit - next_.state(s).guess);
        const Value* place_of = places_.of(set);
        const std::int32_t* at = next_.key(s);
        for (std::size_t first = 0; first < killers && !dead[s]; first += together) {
            const std::size_t last = std::min(killers, first + together);
            std::copy_n(cost.begin() + first, last - first, way.begin() + first);
            for (std::size_t j = 0; j < streams; ++j) {
                const Value here = place_of[at[j]];
                const Value* there = &place[(set * streams + j) * most_killers];
                for (std::size_t k = first; k < last; ++k) way[k] += std::max(0, there[k] - here);
            }
            dead[s] = *std::min_element(way.begin() + first, way.begin() + last) <= next_.state(s).cost;
        }
        if (dead[s] || killers == most_killers) continue;
        cost[killers] = next_.state(s).cost;
        for (std::size_t one = 0; one < sets; ++one) {
            for (std::size_t j = 0; j < streams; ++j) {
                place[(one * streams + j) * most_killers + killers] = places_.of(one)[at[j]];
            }
        }
        ++killers;
    }
}

// For large layers: among the states that differ in one stream only, in the order of its cells.
void Search::dominate_along(Value limit, int stream, std::vector<char>& dead) const {
    std::vector<std::pair<std::uint64_t, std::int32_t>> order;
    for (std::size_t s = 0; s < next_.size(); ++s) {
        if (dead[s]) continue;
        std::uint64_t hash = 0;
        for (int j = 0; j < graph_.streams; ++j) {
            if (j != stream) hash = mixed(hash, next_.key(s)[j]);
        }
        order.emplace_back(hash, static_cast<std::int32_t>(s));
    }
    const auto cell = [&](std::int32_t s) { return graph_.cell[next_.key(s)[stream]]; };
    const auto alike = [&](std::int32_t a, std::int32_t b) {
        for (int j = 0; j < graph_.streams; ++j) {
            if (j != stream && next_.key(a)[j] != next_.key(b)[j]) return false;
        }
        return true;
    };
    std::sort(order.begin(), order.end(), [&](const auto& a, const auto& b) {
        if (a.first != b.first) return a.first < b.first;
        return cell(a.second) != cell(b.second) ? cell(a.second) < cell(b.second) : a.second < b.second;
    });
    std::int32_t killer = -1; // fewer words used and no more cost
    for (const auto& [hash, s] : order) {
        if (killer >= 0 && alike(killer, s) && next_.state(killer).cost <= next_.state(s).cost) {
            dead[s] = 1;
        } else {
            killer = s;
        }
    }
    killer = -1; // more words used and so much less cost
    for (auto one = order.rbegin(); one != order.rend(); ++one) {
        const std::int32_t s = one->second;
        if (dead[s]) continue;
        const Value* place = places_.of(places_.set_for(limit - next_.state(s).guess));
        if (killer >= 0 && alike(killer, s) &&
            next_.state(killer).cost + place[next_.key(killer)[stream]] - place[next_.key(s)[stream]] <=
                next_.state(s).cost) {
            dead[s] = 1;
        } else {
            killer = s;
        }
    }
}

void Search::drop_dominated(Value limit) {
    std::vector<char> dead(next_.size(), 0);
    if (next_.size() > most_killers) {
        for (int j = 0; j < graph_.streams; ++j) dominate_along(limit, j, dead);
        next_.remove(dead);
        dead.assign(next_.size(), 0);
    }
    dominate_pairs(limit, dead);
    next_.remove(dead);
}

SearchResult Search::run(const Watch& watch) {
    result_.found.cost = far;
    start();
    for (int n = 0; n < graph_.utterances; ++n) {
        if (n % 64 == 0 || now_.size() > 10000) watch.check();
        const std::uint64_t before = result_.states;
        expand(n);
        spend((result_.states - before) * 40 + next_.size() * 100);
        next_.sort();
        drop_dominated(limit_after(n));
        if (next_.size() > options_.width || result_.states > options_.work) result_.complete = false;
        next_.keep(options_.width);
        if (next_.size() == 0 || result_.states > options_.work) return std::move(result_);
        trail_.add(next_);
        std::swap(now_, next_);
    }
    const std::size_t best = now_.cheapest();
    result_.found = {trail_.moves_to(best), now_.state(best).cost / graph_.scale};
    return std::move(result_);
}

} // namespace

SearchResult search(const Graph& graph, const Problem& instance, const SearchOptions& options, const Watch& watch) {
    return Search(graph, instance, options).run(watch);
}

} // namespace hubbub::route::search
