// The schedule of the exact router for one queue: rows first, then graphs of what is left, windows and searches.
#pragma once

#include "route/bound/prices.hpp"
#include "route/graph/graph.hpp"
#include "route/schedule.hpp"
#include "route/standing.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace hubbub::route {

using bound::SweepOptions;
using graph::Graph;
using rows::Side;

class Solver : Standing {
  public:
    // The problem is ready.
    Solver(const RouteProblem& given, const Problem& problem, const Budget& budget, const Settings& settings)
        : Standing(given, problem, budget, settings, one_queue::stretch), rows_(problem) {}

    Routing run();

  private:
    // Rows (one.cpp). True: the routing is proven.
    void solve();
    bool by_rows();
    void by_blocks();
    bool sweep_rows(const SweepOptions& options);
    bool settle_rows(double share);
    bool by_table(double share);
    // Routings (one.cpp).
    void improve_from(const std::vector<Move>& moves);
    bool take_voices();
    void improve_by_voices();
    void stretches(std::size_t kinds);
    bool is_poor() const;
    bool has_many_errors() const;
    // Graphs (one_graph.cpp).
    bool by_graph();
    std::int64_t next_guess();
    void decide(Graph& graph, std::int64_t limit);
    bool by_prices(Graph& graph, std::int64_t& limit);
    bool by_windows(Graph& graph, std::int64_t limit, int size, std::size_t width, std::uint64_t work);
    bool try_search(const Graph& graph, std::int64_t limit, std::uint64_t work, const std::vector<Value>* excess);
    bool back_to_rows(const Graph& graph);

    // Rows of both directions and of the routing being improved, in 16 bits.
    bool rows_fit() const {
        return static_cast<double>(rows_.alive.cells()) * 2 * 3 <= static_cast<double>(watch_.bytes) / 2;
    }
    // Rows and graphs count from all insertions.
    void raise(std::int64_t bound, Value scale) {
        Standing::raise(static_cast<double>(bound) / scale + static_cast<double>(problem_.base));
    }
    void close() { Standing::raise(static_cast<double>(best_.cost)); }
    std::int64_t limit(Value scale) const { return (best_.cost - 1 - problem_.base) * scale; }
    std::optional<std::int64_t> row_limit() const {
        return settings_.closing ? std::optional(limit(rows_.scale)) : std::nullopt;
    }
    bool wide() const { return gap() > settings_.wide_gap; }
    void certify(const char* stage, Value scale, const std::vector<Value>& price, std::int64_t bound) const {
        log_.certify(stage, scale, bound + problem_.base * scale, price);
    }

    bound::Rows rows_;
    std::int64_t row_bound_ = 0;       // L of the rows at hand, in their units
    Side next_sweep_ = Side::ahead;    // the rows of the other side are those of the present prices
    int window_rounds_ = 0;            // of the last limit: how hard it was
    double margin_ = settings_.margin; // of a limit above the bound while prices rise, in steps
    int tight_ = 0;                    // limits whose graphs did not fit
    int stride_ = 2;                   // from one limit to the next, in steps
    bool stalled_ = false;             // the prices of the last graph could hardly be bettered
    int limits_ = 0;                   // so far
};

} // namespace hubbub::route
