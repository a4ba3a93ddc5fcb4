// Who speaks when, from Python's columns.
#include "bindings.hpp"
#include "diarize.hpp"
#include "nanoseconds.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <tuple>

using namespace nb::literals;

namespace hubbub {

namespace {

/// The turns of one side, read from columns: one entry for each segment of a transcript.
class Turns {
  public:
    Turns(const nb::list& starts, const nb::list& ends, const nb::list& speakers, bool points, bool by_name) {
        const std::size_t number = starts.size();
        if (ends.size() != number || speakers.size() != number) throw nb::value_error("columns of different lengths");
        all.reserve(number);
        VoiceNumbers voice_of;
        for (std::size_t i = 0; i < number; ++i) {
            const double start = seconds(starts[i]), end = seconds(ends[i]);
            if (!(0 <= end - start && std::max(std::abs(start), std::abs(end)) <= farthest_seconds)) {
                wrong = i;
                return;
            }
            if (!points && start == end) continue;
            all.push_back({start, end, voice_of(speakers[i])});
            first = std::min(first, start);
            last = std::max(last, end);
        }
        names = voice_of.names;
        if (by_name) sort_names();
    }

    Side side() const { return {all, static_cast<std::int32_t>(names.size())}; }

    std::vector<Turn> all;
    nb::list names;                   // of the voices, by number
    std::optional<std::size_t> wrong; // the first segment that has no start and end, or none that make sense
    double first = std::numeric_limits<double>::infinity(), last = -first;

  private:
    static double seconds(nb::handle value) {
        if (value.is_none()) return std::numeric_limits<double>::quiet_NaN();
        const double found = PyFloat_AsDouble(value.ptr());
        if (found == -1.0 && PyErr_Occurred()) throw nb::python_error();
        return found;
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

} // namespace

void bind_diarize(nb::module_& m) {
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
}

} // namespace hubbub
