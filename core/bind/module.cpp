// The module `_core`, and types that several of its parts use.
#include "align/align.hpp"
#include "base/progress.hpp"
#include "bind/bindings.hpp"
#include "pair/assign.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

using namespace nb::literals;
using namespace hubbub;

namespace {

void bind_costs(nb::module_& m) {
    nb::class_<Costs>(m, "Costs", "The cost of each step of an alignment.")
        .def(
            "__init__",
            [](Costs* self, std::int32_t correct, std::int32_t substitution, std::int32_t insertion,
               std::int32_t deletion) {
                if (std::min({correct, substitution, insertion, deletion}) < 0)
                    throw nb::value_error("costs must not be negative");
                new (self) Costs{correct, substitution, insertion, deletion};
            },
            "correct"_a = 0, "substitution"_a = 1, "insertion"_a = 1, "deletion"_a = 1);
}

void bind_stage(nb::module_& m) {
    nb::class_<Stage>(m, "Stage", "The state of a search after one stage.")
        .def_ro("name", &Stage::name)
        .def_ro("best", &Stage::best)
        .def_ro("bound", &Stage::bound)
        .def_ro("cells", &Stage::cells)
        .def_ro("work", &Stage::work)
        .def_ro("seconds", &Stage::seconds);
}

void bind_heaviest(nb::module_& m) {
    m.def(
        "heaviest",
        [](const std::vector<std::int64_t>& weights, std::size_t rows, std::size_t columns) {
            if (weights.size() != rows * columns) throw nb::value_error("weights must have a value for every pair");
            const nb::gil_scoped_release release;
            return max_weight_matching(weights, rows, columns);
        },
        "weights"_a, "rows"_a, "columns"_a,
        "The column of each row in a one-to-one matching of maximum total weight, -1 for none.");
}

} // namespace

NB_MODULE(_core, m) {
    m.doc() = "Transcripts as columns, and the metrics of their sessions.";
    nb::set_leak_warnings(false); // an interrupted call must not print warnings of leaks

    bind_costs(m);
    bind_stage(m);
    bind_columns(m);
    bind_read(m);
    bind_shares(m);
    bind_outcome(m);
    bind_score(m);
    bind_heaviest(m);
    bind_diarize(m);
    bind_page(m);
    bind_chance(m);
}
