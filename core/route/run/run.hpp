// The room `run`: how long to go on (Watch), random numbers (Random), what tests change (Settings), and
// prices that can be checked (Certificate).
#pragma once

#include "base/budget.hpp"
#include "base/progress.hpp"
#include "route/problem/problem.hpp"

#include <chrono>
#include <cstdint>
#include <limits>
#include <vector>

namespace hubbub::route {

struct Over { // thrown where a run ends, by a proof or for want of more; caught by the router, which returns what it
              // has
    Ended why;
};

// The caller's budget while a router runs: asked often, it ends the work. It never steers it, so that runs repeat.
class Watch {
  public:
    explicit Watch(const Budget& budget) : bytes(budget.bytes), budget_(budget) {}

    // Is the time or the work used up? Throws where the work was ended from outside.
    bool late() const {
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
        if (late()) throw Over{ended_};
    }
    void show(const Stage& stage) const {
        if (budget_.progress != nullptr) budget_.progress->show(stage);
    }
    // What is left for a part of the work, and a share of the memory. Its stages are no one else's business.
    Budget rest(std::uint64_t share = 1) const {
        return {bytes / share, budget_.seconds - seconds(), budget_.stop, nullptr,
                budget_.work - static_cast<double>(work())};
    }
    double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

    const std::uint64_t bytes;

  private:
    using Clock = std::chrono::steady_clock;
    std::uint64_t work() const { return work_done - before_; }

    const Budget& budget_;
    Clock::time_point start_ = Clock::now();
    std::uint64_t before_ = work_done;
    mutable Ended ended_ = Ended::not_yet;
};

// A small generator with a fixed seed: the same problem gives the same run on every machine (the distributions of the
// standard library do not).
struct Random {
    std::uint64_t state = 0x9e3779b97f4a7c15u;

    std::uint32_t next() { // 31 bits
        state = state * 6364136223846793005u + 1442695040888963407u;
        return static_cast<std::uint32_t>(state >> 33);
    }
    double unit() { return next() / 2147483648.0; } // 0 .. 1
    bool flip() { return (next() & 1) != 0; }
};

// Prices and the bound that a router claims for them, for whoever checks the proof (tests/core/test_route_proof.py).
//
// A bound can be recomputed from its prices alone while nothing has been deleted. After deletions it speaks only of
// routings within the limit, and is at least as high.
struct Certificate {
    const char* stage = "";
    std::int64_t scale = 1;                      // all values are in units of 1 / scale
    std::int64_t bound = 0;                      // L of these prices, in costs of the caller
    std::vector<std::int64_t> utterance;         // per utterance of the problem
    std::vector<std::vector<std::int64_t>> word; // MIMO: per stream of the problem, per word
};

using Certificates = std::vector<Certificate>;

// How the router runs. Tests change it, to reach late stages on problems that the early ones would close, and to see
// each stage without the others.
struct Settings {
    double table_work = 150000; // of a table over all streams, per utterance: where it takes more, there is none
    bool primal = true;         // look for good routings; off: bounds and searches alone
    bool closing = true;        // off: no cell is ever closed, so that bounds follow from the prices alone
    const std::vector<Move>* start = nullptr; // a routing to start from; utterances and streams as in the RouteProblem
    bool as_several = false;                  // one queue goes the way of several
    Certificates* certificates = nullptr;     // where the prices of every stage are kept, if anybody asks

    // One queue.
    bool plain_rows = false;            // never SIMD
    std::int64_t large_rows = 1000000;  // cells from which on a good routing comes first; below, sweeps are cheaper
    bool ascent = true;                 // better the prices over graphs
    bool graphs = true;                 // off: rows alone, whether that proves it or not
    int row_rounds = 6;                 // sweeps over banded rows
    double margin = 6;                  // the first guess above the bound, in steps
    bool windows_first = false;         // bound windows before any search
    int window_size = 70;               // utterances; grows from round to round
    std::size_t window_width = 1000;    // states; grows too
    std::uint64_t search_work = 100000; // states; grows from round to round
    int most_limits = 1 << 30;          // gives up after so many limits (or rounds of windows for one)
    double wide_gap = 12; // in steps; where bound and routing stay so far apart, stretches are routed anew

    // Several queues.
    std::int64_t first_width = 128;                  // of the first guesses; it grows
    std::int64_t most_width = std::int64_t{1} << 40; // a search this wide that left something out ends the work
    std::int32_t window = 80;                        // utterances in a window when a long routing is improved; 0: never
    std::uint64_t large_chains = 16'000'000; // bytes of rows: from half an hour on; stages are then fewer and longer
    double little = 0.05;                    // of the gap: less gained in a round ends the settling
    bool all_tables = false;                 // also without times, for single words, and with poor routings
    std::int32_t first_steps = 16;           // quick ones, before the first table
    bool quick = true;                       // off: short meetings take the way of long ones
    bool prices = true;                      // off: prices stay at their start, the search decides
    bool dominance = true;
    bool commutation = true;
};

} // namespace hubbub::route
