// Resampling and exact sums, for intervals and tests.
#include "base/pool.hpp"
#include "bind/bindings.hpp"
#include "chance/resample.hpp"
#include "chance/sums.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <limits>
#include <thread>
#include <tuple>

using namespace nb::literals;

namespace hubbub {

namespace {

/// Checks Python's signals in this thread, every 50 ms, while it exists. Other threads end with their current job.
class Signals final : public StopSign {
  public:
    void check() const override {
        if (std::this_thread::get_id() != owner_ || Clock::now() < next_look_) return;
        next_look_ = Clock::now() + std::chrono::milliseconds(50);
        const nb::gil_scoped_acquire acquire;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
    }

  private:
    using Clock = std::chrono::steady_clock;
    const std::thread::id owner_ = std::this_thread::get_id();
    mutable Clock::time_point next_look_ = Clock::now(); // used by one thread only
    const UnderSign under_{this};
};

} // namespace

void bind_chance(nb::module_& m) {
    m.def(
        "resample",
        [](const std::vector<double>& errors, const std::vector<double>& lengths, std::size_t resamples,
           std::uint64_t seed, std::size_t threads) {
            if (errors.size() != lengths.size() || errors.empty())
                throw nb::value_error("errors and lengths must be non-empty and equally long");
            if (errors.size() > std::numeric_limits<std::uint32_t>::max()) throw nb::value_error("too many units");
            nb::gil_scoped_release release;
            const Signals signals;
            return chance::resample(errors, lengths, resamples, seed, threads);
        },
        "errors"_a, "lengths"_a, "resamples"_a, "seed"_a, "threads"_a = 0,
        "The rates of resamples of the units, in ascending order; without those in which no length was drawn.");

    m.def(
        "sign_flip",
        [](const std::vector<std::int64_t>& differences) {
            nb::gil_scoped_release release;
            const Signals signals;
            return std::pair(chance::sign_flip(differences), chance::least_p(differences));
        },
        "differences"_a,
        "The exact p-value of the sign-flip test, and the smallest p-value possible with these differences.");

    m.def(
        "drawn_sums",
        [](const std::vector<std::int64_t>& differences) {
            nb::gil_scoped_release release;
            const Signals signals;
            const auto [below, equal, above] = chance::drawn_sums(differences);
            return std::tuple(below, equal, above);
        },
        "differences"_a,
        "The probabilities that the sum of a resample of the differences is below 0, 0, and above, by convolution.");
}

} // namespace hubbub
