// The search over a graph, which is of one queue: a key is a node for every stream.
#include "route/graph/slides.hpp"
#include "route/search/moves.hpp"

#include <algorithm>
#include <numeric>

namespace hubbub::route::search {

using graph::Places;
using graph::Step;

namespace {

class GraphMoves : public Moves {
  public:
    GraphMoves(const Graph& graph, const Problem& problem, const SearchOptions& options)
        : Moves(problem, 0, 0, graph.scale), graph_(graph), places_(graph, problem), options_(options),
          nodes_(graph.streams) {}

    std::int64_t limit(int layer) const override { // what the windows to come add is no longer there to spend
        return options_.limit - (options_.excess != nullptr ? (*options_.excess)[layer] : 0);
    }
    std::size_t sets() const override { return places_.sets(); }
    std::size_t set_for(Value left) const override { return places_.set_for(left); }
    const Value* lost(std::size_t set) const override { return places_.of(set); }

    void start(Next& first) override {
        std::int64_t bound = std::accumulate(graph_.price.begin(), graph_.price.end(), std::int64_t{0});
        for (int j = 0; j < streams; ++j) {
            nodes_[j] = graph_.first_layer[j].first;
            bound += graph_.behind[nodes_[j]];
        }
        first.add(nodes_.data(), bound, 0, 0, 0);
    }

    void expand(int n, const States& now, std::size_t s, Next& next) override {
        const std::uint64_t before = next.made;
        const std::int32_t* at = now.key(s);
        std::copy_n(at, streams, nodes_.begin());
        Value guess = now.state(s).guess;
        int stuck = 0; // streams that cannot leave the utterance out
        for (const Step& step : graph_.steps[n]) {
            const std::int32_t leave = graph_.leave[at[step.stream]];
            stuck += leave < 0;
            if (leave < 0) continue;
            guess += graph_.behind[leave] - graph_.behind[at[step.stream]];
            nodes_[step.stream] = leave;
        }
        for (const Step& step : graph_.steps[n]) {
            const std::int32_t leave = graph_.leave[at[step.stream]];
            if (stuck > (leave < 0)) continue;
            // The others have left it out already.
            const Value rest = guess - graph_.price[n] - graph_.behind[leave < 0 ? at[step.stream] : leave];
            take(n, step.stream, now, s, rest, next);
            nodes_[step.stream] = leave;
        }
        spend((next.made - before) * 40);
    }

  private:
    // All ways for one stream to take the utterance.
    void take(int n, int stream, const States& now, std::size_t s, Value rest, Next& next) {
        const std::int32_t node = now.key(s)[stream];
        for (std::uint32_t e = graph_.edge_first[node]; e < graph_.edge_last[node]; ++e) {
            const Value f = rest + graph_.edge_cost[e] + graph_.behind[graph_.edge_to[e]];
            if (!next.worth(f)) continue;
            nodes_[stream] = graph_.edge_to[e];
            next.add(nodes_.data(), f, now.state(s).cost + graph_.edge_cost[e], s, number(n, stream));
        }
    }

    const Graph& graph_;
    const Places places_;
    const SearchOptions& options_;
    std::vector<std::int32_t> nodes_; // of the state that is made
};

} // namespace

SearchResult search(const Graph& graph, const Problem& problem, const SearchOptions& options, const Watch& watch) {
    GraphMoves moves(graph, problem, options);
    return run(moves, options, watch);
}

} // namespace hubbub::route::search
