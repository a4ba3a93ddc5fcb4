// The solvers for Python: one line per function, types converted here, the GIL released around the work.
#include "bindings.hpp"
#include "align.hpp"
#include "budget.hpp"
#include "lattice.hpp"
#include "lines.hpp"
#include "pair.hpp"
#include "route.hpp"
#include "route/plain.hpp"
#include "seglst.hpp"
#include "speech.hpp"
#include "timed.hpp"

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

/// The rows, as the solvers take them.
std::vector<TimedWords> views(const std::vector<const Row*>& rows) {
    std::vector<TimedWords> all;
    all.reserve(rows.size());
    for (const Row* row : rows) all.push_back(*row);
    return all;
}

/// Set from another thread. Where the work is done in the thread that Python's signals come to, it looks for them too.
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
    mutable Clock::time_point next_look_ = Clock::now(); // read and written by one thread, where at all
};

template <class Work> auto unlocked(Work work) {
    nb::gil_scoped_release release;
    return work();
}

/// Threads that hand the lock to and fro are slower than one, so that it is kept for work of microseconds.
template <class Work> auto unlocked(std::size_t words, std::size_t others, Work work) {
    constexpr std::size_t few = 1 << 16;
    return words * others < few ? work() : unlocked(work);
}

std::size_t words(const std::vector<const Row*>& rows) {
    return std::accumulate(rows.begin(), rows.end(), std::size_t{0},
                           [](std::size_t sum, const Row* row) { return sum + row->words.size(); });
}

/// A Python file, or whatever else has readinto().
class File final : public Source {
  public:
    explicit File(const nb::object& file) : readinto_(file.attr("readinto")) {}
    std::size_t read(char* into, std::size_t size) override {
        const auto view = nb::steal(PyMemoryView_FromMemory(into, static_cast<Py_ssize_t>(size), PyBUF_WRITE));
        if (!view.is_valid()) throw nb::python_error();
        return nb::cast<std::size_t>(readinto_(view));
    }

  private:
    nb::object readinto_;
};

nb::object decoded(std::string_view text) {
    auto made = nb::steal(PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), nullptr));
    if (!made.is_valid()) throw nb::python_error();
    return made;
}

/// Names repeat from segment to segment, and so do the words of a CTM: one object serves them all.
class Names {
  public:
    enum Column { words, session, speaker, channel, extra, columns };

    nb::object operator()(std::string_view text, Column column) {
        if (text.data() == nullptr) return nb::none();
        Slot*& slot = recent_[column]; // often it is the same as in the line before
        if (slot->name != text) slot = &slots_[std::hash<std::string_view>{}(text) % slots_.size()];
        if (!slot->object.is_valid() || slot->name != text) *slot = {std::string(text), decoded(text)};
        return slot->object;
    }

  private:
    struct Slot {
        std::string name;
        nb::object object;
    };
    std::array<Slot, 1024> slots_;
    std::array<Slot*, columns> recent_ = {&slots_[0], &slots_[0], &slots_[0], &slots_[0], &slots_[0]};
};

nb::object seconds(double value) { return std::isnan(value) ? nb::none() : nb::steal(PyFloat_FromDouble(value)); }

/// Calls make(words, session, speaker, start, end, channel, None, None or {key: …}) for every record.
template <class Reader> nb::list segments(Reader& reader, const nb::callable& make, const nb::object& key) {
    constexpr std::size_t short_text = 16;
    const auto names = std::make_unique<Names>();
    const nb::object none = nb::none();
    nb::list made;
    for (Record r; reader.next(r);) {
        if (r.words.data() == nullptr) r.words = "";
        nb::object words = r.words.size() <= short_text ? (*names)(r.words, Names::words) : decoded(r.words);
        nb::object extra = none;
        if (r.extra.data() != nullptr) {
            extra = nb::dict();
            nb::borrow<nb::dict>(extra)[key] = (*names)(r.extra, Names::extra);
        }
        const nb::object fields[] = {std::move(words),
                                     (*names)(r.session, Names::session),
                                     (*names)(r.speaker, Names::speaker),
                                     seconds(r.start),
                                     seconds(r.end),
                                     (*names)(r.channel, Names::channel),
                                     none,
                                     std::move(extra)};
        PyObject* arguments[std::size(fields)];
        std::transform(std::begin(fields), std::end(fields), arguments, [](const auto& field) { return field.ptr(); });
        const nb::object segment = nb::steal(PyObject_Vectorcall(make.ptr(), arguments, std::size(fields), nullptr));
        if (!segment.is_valid() || PyList_Append(made.ptr(), segment.ptr()) != 0) throw nb::python_error();
    }
    return made;
}

} // namespace

NB_MODULE(_core, m) {
    m.doc() = "The solvers: integers in, integers out.";

    bind_speech(m);
    bind_diarize(m);

    nb::class_<Costs>(m, "Costs", "What each step of an alignment costs.")
        .def(
            "__init__",
            [](Costs* self, std::int32_t correct, std::int32_t substitution, std::int32_t insertion,
               std::int32_t deletion) { new (self) Costs{correct, substitution, insertion, deletion}; },
            "correct"_a = 0, "substitution"_a = 1, "insertion"_a = 1, "deletion"_a = 1);

    nb::class_<Pairing>(m, "Pairing", "Speakers to streams.")
        .def_ro("stream_of", &Pairing::stream_of)
        .def_ro("cost", &Pairing::cost);

    nb::class_<Stage>(m, "Stage", "What a search had come to after one stage of it.")
        .def_ro("name", &Stage::name)
        .def_ro("best", &Stage::best)
        .def_ro("bound", &Stage::bound)
        .def_ro("cells", &Stage::cells)
        .def_ro("work", &Stage::work)
        .def_ro("seconds", &Stage::seconds);

    nb::class_<Stop>(m, "Stop", "Set from another thread, or by a signal, it ends a running solver at once.")
        .def(nb::init<bool>(), "signals"_a = false)
        .def("set", &Stop::set)
        .def_prop_ro(
            "stage", [](const Stop& stop) { return stop.progress.last(); },
            "The last stage of the search that is running under it, None where there is none.");

    nb::class_<Routing>(m, "Routing", "Utterances to streams, with the proof.")
        .def_ro("order", &Routing::order)
        .def_ro("stream_of", &Routing::stream_of)
        .def_ro("cost", &Routing::cost)
        .def_ro("lower_bound", &Routing::lower_bound)
        .def_ro("exact", &Routing::exact)
        .def_ro("stages", &Routing::stages);

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
        [](const Row& reference, const Row& hypothesis, const Costs& costs) {
            return unlocked(reference.words.size(), hypothesis.words.size(),
                            [&] { return align(reference, hypothesis, costs); });
        },
        "reference"_a, "hypothesis"_a, "costs"_a = Costs{},
        "The steps of the cheapest alignment: C, S, D, I in the order of the words.");

    m.def(
        "pair",
        [](const std::vector<const Row*>& speakers, const std::vector<const Row*>& streams, const Costs& costs) {
            return unlocked(words(speakers), words(streams),
                            [&] { return pair(views(speakers), views(streams), costs); });
        },
        "speakers"_a, "streams"_a, "costs"_a = Costs{}, "The cheapest one-to-one pairing of speakers with streams.");

    m.def(
        "pair_by_cost",
        [](std::vector<std::int64_t> costs, std::size_t speakers, std::size_t streams) {
            const std::size_t size = std::max(speakers, streams);
            if (costs.size() != size * size) throw nb::value_error("a square of costs");
            return unlocked([&] { return pair(std::move(costs), speakers, streams); });
        },
        "costs"_a, "speakers"_a, "streams"_a,
        "The same from the costs of all pairs in a square, row by row; nobody fills up the smaller side.");

    nb::class_<Lattice>(m, "Lattice", "Words with the ways through them.")
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

    nb::class_<LatticePath>(m, "LatticePath", "The cheapest way through several graphs at once.")
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
        "The cheapest way through all graphs: a word of one, or of one reference and one hypothesis, at a time.");

    m.def(
        "route",
        [](const Row& utterances, std::vector<std::int32_t> queue_of, const std::vector<const Row*>& streams,
           const Costs& costs, std::uint64_t bytes, double seconds, Stop* stop) {
            const RouteProblem problem{utterances.parts(), std::move(queue_of), views(streams), costs};
            if (stop == nullptr) return unlocked([&] { return route(problem, Budget{bytes, seconds}); });
            const Budget budget{bytes, seconds, stop, &stop->progress};
            Routing found = unlocked([&] { return route(problem, budget); });
            stop->progress.clear();
            return found;
        },
        "utterances"_a, "queue_of"_a, "streams"_a, "costs"_a = Costs{},
        "bytes"_a = std::numeric_limits<std::uint64_t>::max(), "seconds"_a = std::numeric_limits<double>::infinity(),
        "stop"_a = nb::none(), "The cheapest routing of utterances to streams, in the order of their queues.");

    m.def(
        "route_plain",
        [](const Row& utterances, std::vector<std::int32_t> queue_of, const std::vector<const Row*>& streams,
           const Costs& costs, std::uint64_t bytes) {
            const RouteProblem problem{utterances.parts(), std::move(queue_of), views(streams), costs};
            return unlocked([&] { return route_plain(problem, Budget{bytes}); });
        },
        "utterances"_a, "queue_of"_a, "streams"_a, "costs"_a = Costs{},
        "bytes"_a = std::numeric_limits<std::uint64_t>::max(),
        "The same by the plain dynamic programme: a check on the routers.");

    m.def(
        "read_lines",
        [](const nb::object& file, std::string layout, const nb::callable& make, const nb::str& key) {
            File source(file);
            LineReader reader(source, std::move(layout));
            nb::list made = segments(reader, make, key);
            nb::object fault = nb::none();
            if (reader.fault() != Fault::none)
                fault = nb::make_tuple(static_cast<int>(reader.fault()), reader.line_number(), reader.field(),
                                       nb::bytes(reader.line().data(), reader.line().size()));
            return nb::make_tuple(made, reader.marked(), fault);
        },
        "file"_a, "layout"_a, "make"_a, "key"_a,
        nb::sig("def read_lines(file: typing.BinaryIO, layout: str, make: collections.abc.Callable[..., object], "
                "key: str) -> tuple[list[typing.Any], list[tuple[int, int]], tuple[int, int, int, bytes] | None]"),
        "Segments made from lines; which have markup, and where; the first fault: its kind, line number, field, line.");

    m.def(
        "read_seglst",
        [](const nb::object& file, const nb::callable& make) -> nb::object {
            File source(file);
            SeglstReader reader(source);
            nb::list made = segments(reader, make, nb::none());
            return reader.gave_up() ? nb::none() : nb::object(made);
        },
        "file"_a, "make"_a,
        nb::sig("def read_seglst(file: typing.BinaryIO, make: collections.abc.Callable[..., object]) -> "
                "list[typing.Any] | None"),
        "Segments made from a SegLST file, None if anything in it is out of the ordinary.");
}
