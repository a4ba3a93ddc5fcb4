#include "route/search/search.hpp"

#include "route/search/states.hpp"

#include <algorithm>
#include <numeric>

namespace hubbub::route::search {
namespace {

class Search {
  public:
    Search(const Graph& graph, const Instance& instance, const SearchOptions& options)
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
    void trace();

    const Graph& graph_;
    const Places places_;
    const SearchOptions& options_;
    States now_, next_;
    std::vector<std::vector<State>> layers_;
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
    const std::int32_t node = now_.nodes(from)[step.stream];
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
        const std::int32_t* at = now_.nodes(s);
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

SearchResult Search::run(const Watch& watch) {
    result_.found.cost = far;
    start();
    for (int n = 0; n < graph_.utterances; ++n) {
        if (n % 64 == 0 || now_.size() > 10000) watch.check();
        const std::uint64_t before = result_.states;
        expand(n);
        spend((result_.states - before) * 40 + next_.size() * 100);
        next_.sort();
        next_.drop_dominated(graph_, places_, limit_after(n));
        if (next_.size() > options_.width || result_.states > options_.work) result_.complete = false;
        next_.keep(options_.width);
        if (next_.size() == 0 || result_.states > options_.work) return std::move(result_);
        layers_.push_back(next_.all());
        std::swap(now_, next_);
    }
    trace();
    return std::move(result_);
}

void Search::trace() {
    std::size_t at = 0;
    for (std::size_t s = 1; s < now_.size(); ++s) {
        if (now_.state(s).cost < now_.state(at).cost) at = s;
    }
    result_.found.cost = now_.state(at).cost / graph_.scale;
    result_.found.stream_of.resize(graph_.utterances);
    for (int n = graph_.utterances - 1; n >= 0; --n) {
        const State& state = layers_[n][at];
        result_.found.stream_of[n] = state.stream;
        at = static_cast<std::size_t>(state.parent);
    }
}

} // namespace

SearchResult search(const Graph& graph, const Instance& instance, const SearchOptions& options, const Watch& watch) {
    return Search(graph, instance, options).run(watch);
}

} // namespace hubbub::route::search
