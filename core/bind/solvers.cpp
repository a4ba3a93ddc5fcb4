// The solvers alone, for tests and benchmarks: a module next to `_core`, whose Costs and Stage it shares.
#include "align/align.hpp"
#include "align/lattice.hpp"
#include "align/timed.hpp"
#include "base/budget.hpp"
#include "base/progress.hpp"
#include "base/row.hpp"
#include "bind/bindings.hpp"
#include "pair/pair.hpp"
#include "route/full_table.hpp"
#include "route/route.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <limits>
#include <memory>
#include <numeric>

using namespace nb::literals;
using namespace hubbub;

namespace {

using Array = Numbers<Token>;

Words words(const Array& array) { return {array.data(), array.size()}; }

/// The rows as solvers take them.
std::vector<TimedWords> views(const std::vector<const Row*>& rows) {
    std::vector<TimedWords> all;
    all.reserve(rows.size());
    for (const Row* row : rows) all.push_back(*row);
    return all;
}

/// Words have times on both sides or on neither; empty sequences are ignored.
void check_times(const std::vector<TimedWords>& one, const std::vector<TimedWords>& other) {
    bool timed = false, untimed = false;
    for (const auto* side : {&one, &other})
        for (const TimedWords& words : *side)
            if (!words.empty()) (words.spans.empty() ? untimed : timed) = true;
    if (timed && untimed) throw nb::value_error("words must have times on both sides or on neither");
}

RouteProblem route_problem(const Row& utterances, std::vector<std::int32_t> queue_of,
                           const std::vector<const Row*>& streams, const Costs& costs) {
    RouteProblem problem{utterances.parts(), std::move(queue_of), views(streams), costs};
    if (problem.queue_of.size() != problem.utterances.size())
        throw nb::value_error("queue_of must have a queue for each utterance");
    check_times(problem.utterances, problem.streams);
    return problem;
}

/// Set from another thread. In the thread that receives Python's signals, it checks them too.
class Stop final : public StopSign {
  public:
    explicit Stop(bool signals) : signals_(signals) {}
    void set() { flag_ = true; }
    void check() const override {
        if (flag_.load(std::memory_order_relaxed)) throw Stopped();
        if (!signals_ || Clock::now() < next_look_) return;
        next_look_ = Clock::now() + std::chrono::milliseconds(50);
        const nb::gil_scoped_acquire acquire;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
    }

    Progress progress;

  private:
    using Clock = std::chrono::steady_clock;
    std::atomic<bool> flag_{false};
    const bool signals_;
    mutable Clock::time_point next_look_ = Clock::now(); // used by one thread only
};

template <class Work> auto unlocked(Work work) {
    nb::gil_scoped_release release;
    return work();
}

/// Releasing the lock costs more than microseconds of work, so small inputs keep it.
template <class Work> auto unlocked(std::size_t words, std::size_t others, Work work) {
    constexpr std::size_t few = 1 << 16;
    return words * others < few ? work() : unlocked(work);
}

std::size_t words(const std::vector<const Row*>& rows) {
    return std::accumulate(rows.begin(), rows.end(), std::size_t{0},
                           [](std::size_t sum, const Row* row) { return sum + row->words.size(); });
}

void bind_row(nb::module_& m) {
    nb::class_<Row>(m, "Row", "Utterances one after the other, the input of a solver.")
        .def(
            "__init__",
            [](Row* self, const Numbers<Token>& words, const std::optional<Numbers<std::int64_t>>& times,
               std::vector<std::size_t> ends) {
                if (times && times->size() != 2 * words.size())
                    throw nb::value_error("times must have a start and an end for each word");
                if (ends.empty() && words.size() != 0) ends.push_back(words.size());
                if (!std::is_sorted(ends.begin(), ends.end()) || (ends.empty() ? 0 : ends.back()) != words.size())
                    throw nb::value_error("ends must rise to the number of words");
                new (self) Row{{words.data(), words.data() + words.size()}, {}, std::move(ends)};
                for (std::size_t i = 0; times && i < times->size(); i += 2)
                    self->spans.push_back({times->data()[i], times->data()[i + 1]});
            },
            "words"_a, "times"_a = nb::none(), "ends"_a = std::vector<std::size_t>{},
            nb::sig("def __init__(self, words: array.array[int], times: array.array[int] | None = None, ends: "
                    "collections.abc.Sequence[int] = ...) -> None"))
        .def("__len__", [](const Row& self) { return self.words.size(); })
        .def_prop_ro(
            "words", [](const Row& self) { return bytes(std::span<const Token>(self.words)); },
            "The words' numbers, as the bytes of an array of type i.")
        .def_prop_ro(
            "times",
            [](const Row& self) {
                std::vector<std::int64_t> all;
                for (const Span& span : self.spans) all.insert(all.end(), {span.start, span.end});
                return bytes(std::span<const std::int64_t>(all));
            },
            "Start and end of every word, alternating, in nanoseconds, as the bytes of an array of type q.");
}

void bind_stop(nb::module_& m) {
    nb::class_<Stop>(m, "Stop", "Stops a running solver when it is set from another thread or by a signal.")
        .def(nb::init<bool>(), "signals"_a = false)
        .def("set", &Stop::set)
        .def_prop_ro(
            "stage",
            [](const Stop& stop) {
                const auto running = stop.progress.oldest();
                return running ? std::optional(running->stage) : std::nullopt;
            },
            "The last stage of the search that it controls, None if none is running.");

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
}

void bind_align(nb::module_& m) {
    m.def(
        "distance",
        [](const Array& reference, const Array& hypothesis, const Costs& costs) {
            return unlocked([&] { return distance(words(reference), words(hypothesis), costs); });
        },
        nb::sig("def distance(reference: array.array[int], hypothesis: array.array[int], costs: "
                "hubbub._core.Costs = ...) -> int"),
        "reference"_a, "hypothesis"_a, "costs"_a = Costs{}, "The cost of the cheapest alignment.");

    m.def(
        "align",
        [](const Row& reference, const Row& hypothesis, const Costs& costs) {
            return unlocked(reference.words.size(), hypothesis.words.size(),
                            [&] { return align(reference, hypothesis, costs); });
        },
        "reference"_a, "hypothesis"_a, "costs"_a = Costs{},
        "The steps of the cheapest alignment: C, S, D, I in the order of the words.");
}

void bind_pair(nb::module_& m) {
    nb::class_<Pairing>(m, "Pairing", "A pairing of speakers with streams.")
        .def_ro("stream_of", &Pairing::stream_of)
        .def_ro("cost", &Pairing::cost);

    m.def(
        "pair",
        [](const std::vector<const Row*>& speakers, const std::vector<const Row*>& streams, const Costs& costs) {
            return unlocked(words(speakers), words(streams),
                            [&] { return pair(views(speakers), views(streams), costs); });
        },
        "speakers"_a, "streams"_a, "costs"_a = Costs{}, "The cheapest one-to-one pairing of speakers with streams.");
}

void bind_lattices(nb::module_& m) {
    nb::class_<Lattice>(m, "Lattice", "A word graph.")
        .def(
            "__init__",
            [](Lattice* self, const Row& row, const Array& optional, const Array& first, const Array& before,
               const Array& last) {
                const auto copied = [](const Array& array) {
                    return std::vector<std::int32_t>(array.data(), array.data() + array.size());
                };
                new (self) Lattice{row.words, copied(optional), copied(first), copied(before), copied(last), row.spans};
                self->check();
            },
            "row"_a, "optional"_a, "first"_a, "before"_a, "last"_a,
            nb::sig("def __init__(self, row: Row, optional: array.array[int], first: array.array[int], before: "
                    "array.array[int], last: array.array[int]) -> None"))
        .def("__len__", [](const Lattice& self) { return self.words.size(); });

    nb::class_<LatticePath>(m, "LatticePath", "The cheapest path through several graphs at once.")
        .def_ro("cost", &LatticePath::cost)
        .def_ro("kinds", &LatticePath::kinds)
        .def_ro("steps", &LatticePath::steps);

    m.def(
        "align_lattices",
        [](const std::vector<const Lattice*>& references, const std::vector<const Lattice*>& hypotheses,
           const Costs& costs, std::int32_t optional_deletion, std::int32_t optional_insertion, bool pairs_first,
           std::vector<std::pair<Token, Token>> also_same, std::uint64_t bytes, const Stop* stop) {
            const LatticeRules rules{costs, optional_deletion, optional_insertion, pairs_first, std::move(also_same)};
            const Budget budget{bytes, std::numeric_limits<double>::infinity(), stop};
            return unlocked([&] { return align(references, hypotheses, rules, budget); });
        },
        "references"_a, "hypotheses"_a, "costs"_a, "optional_deletion"_a, "optional_insertion"_a, "pairs_first"_a,
        "also_same"_a, "bytes"_a = std::numeric_limits<std::uint64_t>::max(), "stop"_a = nb::none(),
        "The cheapest path through all graphs: each step takes a word of one, or of one reference and one hypothesis.");
}

void bind_route(nb::module_& m) {
    nb::class_<Routing>(m, "Routing", "A routing of utterances to streams, with its lower bound.")
        .def_ro("order", &Routing::order)
        .def_ro("stream_of", &Routing::stream_of)
        .def_ro("cost", &Routing::cost)
        .def_ro("lower_bound", &Routing::lower_bound)
        .def_ro("exact", &Routing::exact)
        .def_ro("stages", &Routing::stages);

    m.def(
        "route",
        [](const Row& utterances, std::vector<std::int32_t> queue_of, const std::vector<const Row*>& streams,
           const Costs& costs, std::uint64_t bytes, double seconds, Stop* stop) {
            const RouteProblem problem = route_problem(utterances, std::move(queue_of), streams, costs);
            if (stop == nullptr) return unlocked([&] { return find_routing(problem, Budget{bytes, seconds}); });
            const Budget budget{bytes, seconds, stop, &stop->progress};
            Routing found = unlocked([&] { return find_routing(problem, budget); });
            stop->progress.clear(0);
            return found;
        },
        "utterances"_a, "queue_of"_a, "streams"_a, "costs"_a = Costs{},
        "bytes"_a = std::numeric_limits<std::uint64_t>::max(), "seconds"_a = std::numeric_limits<double>::infinity(),
        "stop"_a = nb::none(), "The cheapest routing of utterances to streams, in the order of their queues.");

    m.def(
        "route_full_table",
        [](const Row& utterances, std::vector<std::int32_t> queue_of, const std::vector<const Row*>& streams,
           const Costs& costs, std::uint64_t bytes) {
            const RouteProblem problem = route_problem(utterances, std::move(queue_of), streams, costs);
            return unlocked([&] { return route::route_full_table(problem, Budget{bytes}); });
        },
        "utterances"_a, "queue_of"_a, "streams"_a, "costs"_a = Costs{},
        "bytes"_a = std::numeric_limits<std::uint64_t>::max(),
        "The same by the textbook dynamic program: a check on the router.");
}

} // namespace

NB_MODULE(hubbub_solvers, m) {
    m.doc() = "The core's solvers alone, for tests and benchmarks.";
    nb::set_leak_warnings(false);
    nb::module_::import_("hubbub._core"); // defines the types of costs and stages

    bind_row(m);
    bind_stop(m);
    bind_align(m);
    bind_pair(m);
    bind_lattices(m);
    bind_route(m);
}
