// Resampling and exact sums, for intervals and tests.
#include "bind/bindings.hpp"
#include "chance/resample.hpp"
#include "chance/sums.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <limits>
#include <tuple>

using namespace nb::literals;

namespace hubbub {

void bind_chance(nb::module_& m) {
    m.def(
        "resample",
        [](const std::vector<double>& errors, const std::vector<double>& lengths, std::size_t resamples,
           std::uint64_t seed, std::size_t threads) {
            if (errors.size() != lengths.size() || errors.empty())
                throw nb::value_error("errors and lengths must be non-empty and equally long");
            if (errors.size() > std::numeric_limits<std::uint32_t>::max()) throw nb::value_error("too many units");
            nb::gil_scoped_release release;
            auto found = chance::resample(errors, lengths, resamples, seed, threads);
            return std::pair(std::move(found.rates), std::move(found.errors));
        },
        "errors"_a, "lengths"_a, "resamples"_a, "seed"_a, "threads"_a = 0,
        "The rates of resamples of the units, and the standard error of each. NaN if no length was drawn.");

    m.def(
        "sign_flip",
        [](const std::vector<std::int64_t>& differences) {
            nb::gil_scoped_release release;
            return std::pair(chance::sign_flip(differences), chance::least_p(differences));
        },
        "differences"_a,
        "The exact p-value of the sign-flip test, and the smallest p-value possible with these differences.");

    m.def(
        "drawn_sums",
        [](const std::vector<std::int64_t>& differences) {
            nb::gil_scoped_release release;
            const auto [below, equal, above] = chance::drawn_sums(differences);
            return std::tuple(below, equal, above);
        },
        "differences"_a,
        "The probabilities that the sum of a resample of the differences is below 0, 0, and above, by convolution.");
}

} // namespace hubbub
