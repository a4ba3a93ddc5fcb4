// The only file that knows Python: one line per function, types converted here, the GIL released around the work.
#include "align.hpp"
#include "budget.hpp"
#include "diarize.hpp"
#include "lattice.hpp"
#include "lines.hpp"
#include "nanoseconds.hpp"
#include "pair.hpp"
#include "route.hpp"
#include "route/plain.hpp"
#include "seglst.hpp"
#include "timed.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <unordered_map>

namespace nb = nanobind;
using namespace nb::literals;
using namespace hubbub;

namespace {

using Array = nb::ndarray<const Token, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

Words words(const Array& array) { return {array.data(), array.size()}; }

/// Start and end of each word in turn, in nanoseconds.
using Times = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

std::vector<Span> spans(const Times& times) {
    std::vector<Span> all(times.size() / 2);
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = {times.data()[2 * i], times.data()[2 * i + 1]};
    return all;
}

/// Sequences with their times, where there are any.
class Timed {
  public:
    Timed(const std::vector<Array>& arrays, const std::vector<Times>& times) {
        if (!times.empty() && times.size() != arrays.size()) throw nb::value_error("as many times as sequences");
        spans_.reserve(times.size());
        for (std::size_t i = 0; i < arrays.size(); ++i) {
            if (!times.empty()) spans_.push_back(spans(times[i]));
            const std::span<const Span> own = times.empty() ? std::span<const Span>{} : spans_.back();
            if (!times.empty() && own.size() != arrays[i].size()) throw nb::value_error("two times for each word");
            all.push_back({words(arrays[i]), own});
        }
    }

    std::vector<TimedWords> all;

  private:
    std::vector<std::vector<Span>> spans_;
};

/// A stretch of time cut into a share for every word: start and end in turn, the bytes of an array of type d.
nb::bytes shares(const nb::object& words, double start, double end, bool equal, bool points) {
    const nb::object all = nb::steal(PySequence_Tuple(words.ptr()));
    if (!all.is_valid()) throw nb::python_error();
    const Py_ssize_t number = PyTuple_Size(all.ptr());
    const auto size = [&](Py_ssize_t i) { return equal ? 1 : PyUnicode_GetLength(PyTuple_GetItem(all.ptr(), i)); };
    Py_ssize_t total = 0, done = 0;
    for (Py_ssize_t i = 0; i < number; ++i) {
        if (size(i) < 0) throw nb::python_error();
        total += size(i);
    }
    std::vector<double> made;
    made.reserve(2 * number);
    double from = start;
    for (Py_ssize_t i = 0; i < number; ++i) {
        done += size(i);
        const double to = start + (end - start) * static_cast<double>(done) / static_cast<double>(total ? total : 1);
        made.push_back(points ? (from + to) / 2 : from);
        made.push_back(points ? made.back() : to);
        from = to;
    }
    return nb::bytes(made.data(), made.size() * sizeof(double));
}

template <class Number> using Numbers = nb::ndarray<const Number, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// The turns of one side, read from columns: one entry for each segment of a transcript.
class Turns {
  public:
    Turns(const nb::list& starts, const nb::list& ends, const nb::list& speakers, bool points, bool by_name) {
        const std::size_t number = starts.size();
        if (ends.size() != number || speakers.size() != number) throw nb::value_error("columns of different lengths");
        all.reserve(number);
        nb::dict known;
        std::unordered_map<PyObject*, std::int32_t> seen; // mostly one object serves all segments of a speaker
        for (std::size_t i = 0; i < number; ++i) {
            const double start = seconds(starts[i]), end = seconds(ends[i]);
            if (!(0 <= end - start && std::max(std::abs(start), std::abs(end)) <= most)) {
                wrong = i;
                return;
            }
            if (!points && start == end) continue;
            const nb::object speaker = speakers[i];
            const auto [found, is_new] = seen.try_emplace(speaker.ptr(), 0);
            if (is_new) found->second = numbered(known, speaker);
            all.push_back({start, end, found->second});
            first = std::min(first, start);
            last = std::max(last, end);
        }
        if (by_name) sort_names();
    }

    Side side() const { return {all, static_cast<std::int32_t>(names.size())}; }

    std::vector<Turn> all;
    nb::list names;                   // of the voices, by number
    std::optional<std::size_t> wrong; // the first segment that has no start and end, or none that make sense
    double first = std::numeric_limits<double>::infinity(), last = -first;

  private:
    static constexpr double most = 4e9; // seconds: twice as many, in nanoseconds, fit into 64 bits

    static double seconds(nb::handle value) {
        if (value.is_none()) return std::numeric_limits<double>::quiet_NaN();
        const double found = PyFloat_AsDouble(value.ptr());
        if (found == -1.0 && PyErr_Occurred()) throw nb::python_error();
        return found;
    }

    /// Who has no name gets the empty one.
    std::int32_t numbered(nb::dict& known, const nb::object& speaker) {
        const nb::object name = PyObject_IsTrue(speaker.ptr()) == 1 ? speaker : nb::str("");
        if (known.contains(name)) return nb::cast<std::int32_t>(known[name]);
        const auto voice = static_cast<std::int32_t>(names.size());
        known[name] = voice;
        names.append(name);
        return voice;
    }

    void sort_names() {
        const auto sorted = nb::steal<nb::list>(PySequence_List(names.ptr()));
        if (PyList_Sort(sorted.ptr()) != 0) throw nb::python_error();
        nb::dict place;
        for (std::size_t i = 0; i < sorted.size(); ++i) place[sorted[i]] = i;
        std::vector<std::int32_t> now;
        for (const nb::handle name : names) now.push_back(nb::cast<std::int32_t>(place[name]));
        for (Turn& turn : all) turn.voice = now[static_cast<std::size_t>(turn.voice)];
        names = sorted;
    }
};

struct Stop {
    std::atomic<bool> flag{false};
    Progress progress;
    void set() { flag = true; }
};

template <class Work> auto unlocked(Work work) {
    nb::gil_scoped_release release;
    return work();
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

    nb::class_<Stop>(m, "Stop", "Set from another thread, it ends a running solver at once.")
        .def(nb::init<>())
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

    nb::class_<Turns>(m, "Turns", "The turns of one side.")
        .def(nb::init<const nb::list&, const nb::list&, const nb::list&, bool, bool>(), "starts"_a, "ends"_a,
             "speakers"_a, "points"_a, "by_name"_a,
             nb::sig("def __init__(self, starts: list[float | None], ends: list[float | None], "
                     "speakers: list[str | None], points: bool, by_name: bool) -> None"),
             "Columns of a transcript. Turns without length count if points do; voices are numbered as they come, "
             "or by name.")
        .def("__len__", [](const Turns& self) { return self.all.size(); })
        .def_ro("wrong", &Turns::wrong, "The first segment that does not last from a start to an end, if there is one.")
        .def_ro("names", &Turns::names, nb::sig("def names(self) -> list[str]"), "Of the voices, by number.")
        .def_ro("first", &Turns::first, "The first onset.")
        .def_ro("last", &Turns::last, "The last end.")
        .def(
            "outside",
            [](const Turns& self, const std::vector<Interval>& regions) { return outside(self.all, regions); },
            "regions"_a, "How many turns that have a length share no time with any region.");

    nb::class_<Stretches>(m, "Stretches", "Who speaks when: stretches of time in which nothing begins or ends.")
        .def(
            "__init__",
            [](Stretches* self, const std::vector<Interval>& regions, const std::vector<Interval>& ignored,
               const Turns& reference, const Turns& hypothesis, double width, bool skip_overlap) {
                new (self) Stretches(regions, ignored, reference.side(), hypothesis.side(), width, skip_overlap);
            },
            "regions"_a, "ignored"_a, "reference"_a, "hypothesis"_a, "width"_a, "skip_overlap"_a)
        .def(
            "shared",
            [](const Stretches& self, bool scored) {
                Shared found = self.shared(scored);
                return std::tuple(std::move(found.spoken), std::move(found.detected), std::move(found.both));
            },
            "scored"_a,
            "Nanoseconds of each speaker, of each stream and of each pair: in the region, or in what is scored of it.")
        .def(
            "sums",
            [](const Stretches& self, const std::vector<std::int32_t>& stream_of) { return self.sums(stream_of); },
            "stream_of"_a, "Seconds spoken, missed, falsely detected and confused; a speaker without a stream has -1.");

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

    m.def("shares", &shares, "words"_a, "start"_a, "end"_a, "equal"_a, "points"_a,
          "A stretch of time cut into a share for every word, by its letters or equal; or the middle of each share.\n\n"
          "Start and end in turn, as the bytes of an array of type d.");
    m.def(
        "nanoseconds",
        [](const Numbers<double>& seconds, std::int64_t widened) {
            const auto all = nanoseconds({seconds.data(), seconds.size()}, widened);
            return nb::bytes(reinterpret_cast<const char*>(all.data()), all.size() * sizeof(std::int64_t));
        },
        "seconds"_a, "widened"_a, nb::sig("def nanoseconds(seconds: array.array[float], widened: int) -> bytes"),
        "Starts and ends in turn as whole nanoseconds, widened on both sides: the bytes of an array of type q.");

    m.def(
        "align",
        [](const Array& reference, const Array& hypothesis, const Costs& costs, const std::vector<Times>& times) {
            const Timed both({reference, hypothesis}, times);
            return unlocked([&] { return align(both.all[0], both.all[1], costs); });
        },
        "reference"_a, "hypothesis"_a, "costs"_a = Costs{}, "times"_a = std::vector<Times>{},
        nb::sig("def align(reference: array.array[int], hypothesis: array.array[int], costs: Costs = ..., "
                "times: collections.abc.Sequence[array.array[int]] = ...) -> str"),
        "The steps of the cheapest alignment: C, S, D, I in the order of the words.");

    m.def(
        "pair",
        [](const std::vector<Array>& speakers, const std::vector<Array>& streams, const Costs& costs,
           const std::vector<Times>& speaker_times, const std::vector<Times>& stream_times) {
            const Timed left(speakers, speaker_times), right(streams, stream_times);
            return unlocked([&] { return pair(left.all, right.all, costs); });
        },
        "speakers"_a, "streams"_a, "costs"_a = Costs{}, "speaker_times"_a = std::vector<Times>{},
        "stream_times"_a = std::vector<Times>{},
        nb::sig("def pair(speakers: collections.abc.Sequence[array.array[int]], streams: "
                "collections.abc.Sequence[array.array[int]], costs: Costs = ..., "
                "speaker_times: collections.abc.Sequence[array.array[int]] = ..., "
                "stream_times: collections.abc.Sequence[array.array[int]] = ...) -> Pairing"),
        "The cheapest one-to-one pairing of speakers with streams.");

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
            [](Lattice* self, const Array& words, const Array& optional, const Array& first, const Array& before,
               const Array& last, const Times& times) {
                const auto copied = [](const Array& array) {
                    return std::vector<std::int32_t>(array.data(), array.data() + array.size());
                };
                new (self)
                    Lattice{copied(words), copied(optional), copied(first), copied(before), copied(last), spans(times)};
                self->check();
            },
            "words"_a, "optional"_a, "first"_a, "before"_a, "last"_a, "times"_a,
            nb::sig("def __init__(self, words: array.array[int], optional: array.array[int], first: array.array[int], "
                    "before: array.array[int], last: array.array[int], times: array.array[int]) -> None"))
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
            const Budget budget{bytes, std::numeric_limits<double>::infinity(),
                                stop == nullptr ? nullptr : &stop->flag};
            return unlocked([&] { return align(references, hypotheses, rules, budget); });
        },
        "references"_a, "hypotheses"_a, "costs"_a, "optional_deletion"_a, "optional_insertion"_a, "pairs_first"_a,
        "also_same"_a, "bytes"_a = std::numeric_limits<std::uint64_t>::max(), "stop"_a = nb::none(),
        "The cheapest way through all graphs: a word of one, or of one reference and one hypothesis, at a time.");

    m.def(
        "route",
        [](const std::vector<Array>& utterances, std::vector<std::int32_t> queue_of, const std::vector<Array>& streams,
           const Costs& costs, std::uint64_t bytes, double seconds, Stop* stop,
           const std::vector<Times>& utterance_times, const std::vector<Times>& stream_times) {
            const Timed left(utterances, utterance_times), right(streams, stream_times);
            const RouteProblem problem{left.all, std::move(queue_of), right.all, costs};
            if (stop == nullptr) return unlocked([&] { return route(problem, Budget{bytes, seconds}); });
            const Budget budget{bytes, seconds, &stop->flag, &stop->progress};
            Routing found = unlocked([&] { return route(problem, budget); });
            stop->progress.clear();
            return found;
        },
        "utterances"_a, "queue_of"_a, "streams"_a, "costs"_a = Costs{},
        "bytes"_a = std::numeric_limits<std::uint64_t>::max(), "seconds"_a = std::numeric_limits<double>::infinity(),
        "stop"_a = nb::none(), "utterance_times"_a = std::vector<Times>{}, "stream_times"_a = std::vector<Times>{},
        nb::sig("def route(utterances: collections.abc.Sequence[array.array[int]], queue_of: "
                "collections.abc.Sequence[int], streams: collections.abc.Sequence[array.array[int]], "
                "costs: Costs = ..., bytes: int = ..., seconds: float = ..., stop: Stop | None = ..., "
                "utterance_times: collections.abc.Sequence[array.array[int]] = ..., "
                "stream_times: collections.abc.Sequence[array.array[int]] = ...) -> Routing"),
        "The cheapest routing of utterances to streams, in the order of their queues.");

    m.def(
        "route_plain",
        [](const std::vector<Array>& utterances, std::vector<std::int32_t> queue_of, const std::vector<Array>& streams,
           const Costs& costs, std::uint64_t bytes) {
            const Timed left(utterances, {}), right(streams, {});
            const RouteProblem problem{left.all, std::move(queue_of), right.all, costs};
            return unlocked([&] { return route_plain(problem, Budget{bytes}); });
        },
        "utterances"_a, "queue_of"_a, "streams"_a, "costs"_a = Costs{},
        "bytes"_a = std::numeric_limits<std::uint64_t>::max(),
        nb::sig("def route_plain(utterances: collections.abc.Sequence[array.array[int]], queue_of: "
                "collections.abc.Sequence[int], streams: collections.abc.Sequence[array.array[int]], "
                "costs: Costs = ..., bytes: int = ...) -> Routing"),
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
