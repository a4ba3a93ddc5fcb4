// The schedule of the exact router for one queue: rows first, then graphs of what is left, windows and searches.
#pragma once

#include "route/router.hpp"

#include "route/graph/relax.hpp"
#include "route/graph/soft.hpp"
#include "route/primal/greedy.hpp"
#include "route/primal/stretches.hpp"
#include "route/run/log.hpp"
#include "route/run/random.hpp"

#include <algorithm>
#include <optional>

namespace hubbub::route {

using bound::Side;
using bound::SweepOptions;
using graph::Graph;
using graph::SoftAscent;
using graph::Subgradient;
using primal::Candidate;

class Solver {
  public:
    // The problem is ready.
    Solver(const RouteProblem& given, const Problem& problem, const Budget& budget, const Settings& settings)
        : given_(given), settings_(settings), watch_(budget), problem_(problem), rows_(problem),
          stretches_(problem_, 60, [this](const auto&... of_stretch) { return solve_stretch(of_stretch...); }),
          log_(given, problem_, watch_, settings.certificates) {}

    Routing run();

  private:
    // An edge takes 8 bytes, its reverse 8, its weight 4, its share of the nodes some more.
    std::size_t most_edges() const {
        return static_cast<std::size_t>(std::min<std::uint64_t>(watch_.bytes / 64, 1u << 28));
    }
    // Rows of both directions and of the routing being improved, in 16 bits.
    double row_bytes() const { return static_cast<double>(rows_.alive.cells()) * 2 * 3; }
    void solve();
    bool by_rows();
    void by_blocks();
    bool sweep_rows(const SweepOptions& options);
    void certify(const char* stage, Value scale, const std::vector<Value>& price, std::int64_t bound) const {
        log_.certify(stage, scale, bound + problem_.base * scale, price);
    }
    bool settle_rows(double share);
    bool by_table(double share);
    bool by_graph();
    std::int64_t next_guess();
    void decide(Graph& graph, std::int64_t limit);
    bool by_windows(Graph& graph, std::int64_t limit, int size, std::size_t width, std::uint64_t work);
    bool try_search(const Graph& graph, std::int64_t limit, std::uint64_t work, const std::vector<Value>* excess);
    bool prune(Graph& graph, std::int64_t limit);
    bool ascend(Graph& graph, Subgradient& ascent, std::int64_t limit, int steps, std::int64_t& bound);
    bool back_to_rows(const Graph& graph);
    std::int64_t rate(const std::vector<std::int32_t>& stream_of) const;
    bool improve(const Candidate& candidate);
    bool improve(const Routed& found);
    std::vector<Move> moves_of(const std::vector<std::int32_t>& stream_of) const;
    bool take(const std::vector<Move>& moves);
    void begin();
    void improve_by_nothing();
    bool take_voices();
    void improve_by_voices();
    void improve_from(std::vector<Move> moves);
    Routing solve_stretch(const RouteProblem& stretch, const std::vector<Move>& start, int effort) const;
    void improve_stretches();
    void improve_stretches(std::size_t kinds);
    void improve_at_last();
    bool is_poor() const;
    bool has_many_errors() const;
    void raise(std::int64_t bound, Value scale);
    std::int64_t limit(Value scale) const { return (best_.cost - 1) * scale; }
    std::optional<std::int64_t> row_limit() const {
        return settings_.closing ? std::optional(limit(rows_.scale)) : std::nullopt;
    }
    bool wide() const { return static_cast<double>(best_.cost) - bound_ > settings_.wide_gap; }
    bool proven() const { return bound_ > best_.cost - 1; }
    void note(const char* name, std::int64_t cells, std::int64_t work = 0);
    Routing result();

    const RouteProblem& given_;
    const Settings& settings_;
    Watch watch_;
    const Problem& problem_;
    bound::Rows rows_;
    primal::Stretches stretches_;
    Random random_;
    Candidate best_;
    double bound_ = 0;                    // in steps, shifted; only ever a multiple of 1 / scale, so exact
    std::int64_t row_bound_ = 0;          // L of the rows at hand, in their units
    Side next_sweep_ = Side::ahead;       // the rows of the other side are those of the present prices
    int window_rounds_ = 0;               // of the last limit: how hard it was
    double margin_ = settings_.margin;    // of a limit above the bound while prices rise, in steps
    int tight_ = 0;                       // limits whose graphs did not fit
    int stride_ = 2;                      // from one limit to the next, in steps
    bool stalled_ = false;                // the prices of the last graph could hardly be bettered
    int limits_ = 0;                      // so far
    std::vector<std::int32_t> stretched_; // what the last pass over stretches left
    Ended ended_ = Ended::memory;
    SoftAscent soft_;
    Log log_;
};

} // namespace hubbub::route
