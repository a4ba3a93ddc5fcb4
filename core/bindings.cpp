// The only file that knows Python: one line per function, types converted here, the GIL released around the work.
#include "align.hpp"
#include "budget.hpp"
#include "pair.hpp"
#include "route.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <memory>

namespace nb = nanobind;
using namespace nb::literals;
using namespace hubbub;

namespace {

using Array = nb::ndarray<const Token, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

Words words(const Array& array) { return {array.data(), array.size()}; }

std::vector<Words> words(const std::vector<Array>& arrays) {
    std::vector<Words> all;
    all.reserve(arrays.size());
    for (const auto& array : arrays) all.push_back(words(array));
    return all;
}

struct Stop {
    std::atomic<bool> flag{false};
    void set() { flag = true; }
};

template <class Work> auto unlocked(Work work) {
    nb::gil_scoped_release release;
    return work();
}

} // namespace

NB_MODULE(_core, m) {
    m.doc() = "The solvers: integers in, integers out.";

    nb::class_<Costs>(m, "Costs", "What each step of an alignment costs.")
        .def(
            "__init__",
            [](Costs* self, std::int32_t correct, std::int32_t substitution, std::int32_t insertion,
               std::int32_t deletion) { new (self) Costs{correct, substitution, insertion, deletion}; },
            "correct"_a = 0, "substitution"_a = 1, "insertion"_a = 1, "deletion"_a = 1);

    nb::class_<Stop>(m, "Stop", "Set from another thread, it ends a running solver at once.")
        .def(nb::init<>())
        .def("set", &Stop::set);

    nb::class_<Pairing>(m, "Pairing", "Speakers to streams.")
        .def_ro("stream_of", &Pairing::stream_of)
        .def_ro("cost", &Pairing::cost);

    nb::class_<Routing>(m, "Routing", "Utterances to streams, with the proof.")
        .def_ro("order", &Routing::order)
        .def_ro("stream_of", &Routing::stream_of)
        .def_ro("cost", &Routing::cost)
        .def_ro("lower_bound", &Routing::lower_bound)
        .def_ro("exact", &Routing::exact);

    static nb::exception<Stopped> stopped(m, "Stopped", PyExc_RuntimeError);
    static nb::handle too_large = nb::exception<TooLarge>(m, "TooLarge", PyExc_MemoryError).release();
    nb::register_exception_translator([](const std::exception_ptr& raised, void*) {
        try {
            std::rethrow_exception(raised);
        } catch (const TooLarge& error) {
            nb::object arguments = nb::make_tuple(error.needed, error.allowed);
            PyErr_SetObject(too_large.ptr(), arguments.ptr());
        }
    });

    m.def(
        "distance",
        [](const Array& reference, const Array& hypothesis, const Costs& costs) {
            return unlocked([&] { return distance(words(reference), words(hypothesis), costs); });
        },
        nb::sig("def distance(reference: array.array[int], hypothesis: array.array[int], costs: Costs "
                "= ...) -> int"),
        "reference"_a, "hypothesis"_a, "costs"_a = Costs{}, "The cost of the cheapest alignment.");

    m.def(
        "align",
        [](const Array& reference, const Array& hypothesis, const Costs& costs) {
            return unlocked([&] { return align(words(reference), words(hypothesis), costs); });
        },
        "reference"_a, "hypothesis"_a, "costs"_a = Costs{},
        nb::sig("def align(reference: array.array[int], hypothesis: array.array[int], costs: Costs = "
                "...) -> str"),
        "The steps of the cheapest alignment: C, S, D, I in the order of the words.");

    m.def(
        "pair",
        [](const std::vector<Array>& speakers, const std::vector<Array>& streams, const Costs& costs) {
            const auto all_speakers = words(speakers), all_streams = words(streams);
            return unlocked([&] { return pair(all_speakers, all_streams, costs); });
        },
        nb::sig("def pair(speakers: collections.abc.Sequence[array.array[int]], streams: "
                "collections.abc.Sequence[array.array[int]], costs: Costs = ...) -> Pairing"),
        "speakers"_a, "streams"_a, "costs"_a = Costs{}, "The cheapest one-to-one pairing of speakers with streams.");

    m.def(
        "route",
        [](const std::vector<Array>& utterances, std::vector<std::int32_t> queue_of, const std::vector<Array>& streams,
           const Costs& costs, std::uint64_t bytes, double seconds, const Stop* stop) {
            const RouteProblem problem{words(utterances), std::move(queue_of), words(streams), costs};
            const Budget budget{bytes, seconds, stop == nullptr ? nullptr : &stop->flag};
            return unlocked([&] { return route(problem, budget); });
        },
        "utterances"_a, "queue_of"_a, "streams"_a, "costs"_a = Costs{},
        "bytes"_a = std::numeric_limits<std::uint64_t>::max(), "seconds"_a = std::numeric_limits<double>::infinity(),
        "stop"_a = nb::none(),
        nb::sig("def route(utterances: collections.abc.Sequence[array.array[int]], queue_of: "
                "collections.abc.Sequence[int], streams: collections.abc.Sequence[array.array[int]], "
                "costs: Costs = ..., bytes: int = ..., seconds: float = ..., stop: Stop | None = ...) "
                "-> Routing"),
        "The cheapest routing of utterances to streams, in the order of their queues.");
}
