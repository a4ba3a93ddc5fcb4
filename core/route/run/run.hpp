// The run of a router: its budget (Watch), random numbers (Random), the parameters that tests change (Settings), and
// prices that can be verified (Certificate).
#pragma once

#include "base/budget.hpp"
#include "base/progress.hpp"
#include "route/problem/problem.hpp"

#include <chrono>
#include <cstdint>
#include <limits>
#include <vector>

namespace hubbub::route {

struct Over { // thrown when a run ends, by a proof or a used-up budget; the router catches it and returns the incumbent
    Ended why;
};

// The caller's budget while a router runs. It is checked often and only ends the work, never steers it, so that runs
// are reproducible.
class Watch {
  public:
    explicit Watch(const Budget& budget) : bytes(budget.bytes), enough(budget.enough), budget_(budget) {}

    // Whether the time or the work is used up. Throws if the work was stopped from outside.
    bool exhausted() const {
        budget_.check_stop();
        if (static_cast<double>(work()) > budget_.work) {
            ended_ = Ended::work;
        } else if (budget_.seconds != std::numeric_limits<double>::infinity() && seconds() > budget_.seconds) {
            ended_ = Ended::time;
        } else {
            return false;
        }
        return true;
    }
    void check() const {
        if (exhausted()) throw Over{ended_};
    }
    void show(const Stage& stage) const {
        if (budget_.progress != nullptr) budget_.progress->show(budget_.session, stage);
    }
    // The rest of the budget, with a share of the memory, for a part of the work. It reports no progress.
    Budget rest(std::uint64_t share = 1) const {
        return {bytes / share, budget_.seconds - seconds(), budget_.stop, nullptr,
                budget_.work - static_cast<double>(work())};
    }
    double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

    const std::uint64_t bytes;
    const std::int64_t enough; // in the caller's costs

  private:
    using Clock = std::chrono::steady_clock;
    std::uint64_t work() const { return work_done - before_; }

    const Budget& budget_;
    Clock::time_point start_ = Clock::now();
    std::uint64_t before_ = work_done;
    mutable Ended ended_ = Ended::not_yet;
};

// A small generator with a fixed seed: the same problem gives the same run on every machine (the distributions of the
// standard library do not guarantee that).
struct Random {
    std::uint64_t state = 0x9e3779b97f4a7c15u;

    std::uint32_t next() { // 31 bits
        state = state * 6364136223846793005u + 1442695040888963407u;
        return static_cast<std::uint32_t>(state >> 33);
    }
    double unit() { return next() / 2147483648.0; } // 0 .. 1
    bool flip() { return (next() & 1) != 0; }
};

// Prices and the bound claimed for them, for tests that verify the proof (tests/core/test_route_proof.py).
//
// While nothing is pruned, the bound can be recomputed from the prices alone. After pruning it is valid only for
// routings within the limit, and is at least as high.
struct Certificate {
    const char* stage = "";
    std::int64_t scale = 1;                      // all values are in units of 1 / scale
    std::int64_t bound = 0;                      // L of these prices, in the caller's costs
    std::vector<std::int64_t> utterance;         // per utterance of the problem
    std::vector<std::vector<std::int64_t>> word; // MIMO: per stream of the problem, per word
};

using Certificates = std::vector<Certificate>;

namespace bound {
struct Prices;
}

// Parameters of a router. Tests change them to reach late stages on problems that the early ones would solve, and to
// run single stages.
struct Settings {
    double table_work = 150000;               // of a table over all streams, per utterance; a larger table is not used
    bool primal = true;                       // search for good routings; off: only bounds and exact searches
    bool closing = true;                      // prune cells; off: bounds follow from the prices alone
    const std::vector<Move>* start = nullptr; // a routing to start from; utterances and streams as in the RouteProblem
    bool as_several = false;                  // treat one queue like several
    Certificates* certificates = nullptr;     // collects the prices of every stage, if not null

    // One queue.
    bool plain_rows = false;            // never SIMD
    std::int64_t large_rows = 1000000;  // cells; above, a good routing comes first; below, sweeps are cheaper
    bool ascent = true;                 // improve the prices over graphs
    bool graphs = true;                 // off: rows only, even if this does not prove the optimum
    int row_rounds = 6;                 // sweeps over rows
    double margin = 6;                  // of the first limit above the bound, in steps
    bool windows_first = false;         // bound windows before any search
    int window_size = 70;               // utterances; grows from round to round
    std::size_t window_width = 1000;    // states; grows too
    std::uint64_t search_work = 100000; // states; grows from round to round
    int most_limits = 1 << 30;          // stops after so many limits (or rounds of windows for one limit)
    double wide_gap = 12;               // in steps; while the gap is wider, neighborhoods are optimized again

    // Several queues.
    std::int64_t first_width = 128;                  // of the first searches; it grows
    std::int64_t most_width = std::int64_t{1} << 40; // an incomplete search of this width ends the work
    std::int32_t neighborhood = 80;          // utterances in the shortest neighborhood that is optimized again; 0: none
    std::uint64_t large_chains = 16'000'000; // bytes of rows: from half an hour on; stages are then fewer and longer
    bool merging =
        true; // solve again with all queues but one merged, if the first limit is reached without neighborhoods
    const bound::Prices* start_prices = nullptr; // of the problem; null: the same for all words
    double little = 0.05;                        // of the gap: a round that gains less ends the settling
    bool all_tables = false;                     // also without times, for single words, and with poor routings
    std::int32_t first_steps = 16;               // quick ones, before the first table
    bool quick = true;                           // off: short meetings are treated like long ones
    bool prices = true;                          // off: prices keep their start values, the search decides
    bool dominance = true;
    bool commutation = true;
};

} // namespace hubbub::route
