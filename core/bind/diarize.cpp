// Who speaks when, from the columns of transcripts.
#include "diarize/diarize.hpp"
#include "base/nanoseconds.hpp"
#include "bind/bindings.hpp"
#include "corpus/columns.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <string_view>
#include <tuple>

using namespace nb::literals;

namespace hubbub {

namespace {

/// The turns of one side of a session.
class Turns {
  public:
    Turns() = default;
    Turns(const Columns& columns, std::span<const std::int32_t> segments, bool points, bool by_name) {
        all.reserve(segments.size());
        std::vector<std::int32_t> speaker_of(columns.speakers.size() + 1, -1); // `unnamed` is the last
        std::vector<std::string_view> speakers;
        for (const std::int32_t i : segments) {
            const double start = columns.start[i], end = columns.end[i];
            if (!(0 <= end - start && std::max(std::abs(start), std::abs(end)) <= farthest_seconds)) {
                wrong = i;
                return;
            }
            if (!points && start == end) continue;
            const std::int32_t speaker = Columns::name_number(columns.speakers, columns.speaker[i]);
            std::int32_t& number = speaker < 0 ? speaker_of.back() : speaker_of[speaker];
            if (number < 0) {
                number = static_cast<std::int32_t>(speakers.size());
                speakers.push_back(speaker < 0 ? std::string_view{} : columns.speakers[speaker]);
            }
            all.push_back({start, end, number});
            first = std::min(first, start);
            last = std::max(last, end);
        }
        sort_speakers(speakers, by_name);
        for (const std::string_view speaker : speakers) names.append(decoded(speaker));
    }

    Side side() const { return {all, static_cast<std::int32_t>(names.size())}; }

    std::vector<Turn> all;
    nb::list names;                    // of the speakers, by number
    std::optional<std::int32_t> wrong; // the first segment without a start and an end, or with invalid ones
    double first = std::numeric_limits<double>::infinity(), last = -first;

  private:
    // By their first turn or by name, so the order of lines changes nothing: pairings of equal weight depend on it.
    void sort_speakers(std::vector<std::string_view>& speakers, bool by_name) {
        std::vector<std::int32_t> order(speakers.size()), place(speakers.size());
        std::iota(order.begin(), order.end(), 0);
        std::vector<std::int64_t> onset(speakers.size(), std::numeric_limits<std::int64_t>::max());
        if (!by_name)
            for (const Turn& turn : all) onset[turn.speaker] = std::min(onset[turn.speaker], nanoseconds(turn.start));
        std::sort(order.begin(), order.end(), [&](auto a, auto b) {
            return onset[a] != onset[b] ? onset[a] < onset[b] : speakers[a] < speakers[b];
        });
        std::vector<std::string_view> sorted;
        for (const std::int32_t speaker : order) {
            place[speaker] = static_cast<std::int32_t>(sorted.size());
            sorted.push_back(speakers[speaker]);
        }
        for (Turn& turn : all) turn.speaker = place[turn.speaker];
        speakers = std::move(sorted);
    }
};

void bind_turns(nb::module_& m) {
    nb::class_<Turns>(m, "Turns", "The turns of one side.")
        .def(
            "__init__",
            [](Turns* self, const Columns& columns, const Columns::BySession& sessions, std::size_t session,
               bool points, bool by_name) {
                if (session >= sessions.names.size()) throw nb::index_error();
                new (self) Turns(columns, sessions[session], points, by_name);
            },
            "columns"_a, "sessions"_a, "session"_a, "points"_a, "by_name"_a,
            "The turns of the session at this index. Turns of zero length count if points do. Speakers are "
            "numbered\nby "
            "their first turns, or by name.")
        .def(nb::init<>(), "None.")
        .def("__len__", [](const Turns& self) { return self.all.size(); })
        .def_ro("wrong", &Turns::wrong, "The first segment without a valid start and end, if there is one.")
        .def_ro("names", &Turns::names, nb::sig("def names(self) -> list[str]"), "The speakers' names, by number.")
        .def_ro("first", &Turns::first, "The first onset.")
        .def_ro("last", &Turns::last, "The last end.")
        .def(
            "outside",
            [](const Turns& self, const std::vector<Interval>& regions) { return outside(self.all, regions); },
            "regions"_a, "The number of turns of nonzero length outside every region.");
}

void bind_stretches(nb::module_& m) {
    nb::class_<Stretches>(m, "Stretches", "Who speaks when: intervals in which no turn begins or ends.")
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
            "Nanoseconds of each speaker, of each stream and of each pair: in the region, or in its scored part.")
        .def(
            "together",
            [](const Stretches& self) {
                std::vector<std::tuple<std::int32_t, std::int32_t, std::int64_t>> found;
                for (const auto& [speakers, streams, time] : self.together())
                    found.emplace_back(speakers, streams, time);
                return found;
            },
            "Numbers of a set of speakers and of a set of streams, and the scored nanoseconds in which exactly "
            "these\nare active. Set 0 is the empty set.")
        .def(
            "in_order",
            [](const Stretches& self) {
                std::vector<std::tuple<double, double, std::vector<std::int32_t>, std::vector<std::int32_t>>> found;
                for (Stretch& one : self.in_order())
                    found.emplace_back(one.start, one.seconds, std::move(one.speakers), std::move(one.streams));
                return found;
            },
            "The scored intervals in order of time: start, seconds, and the numbers of speakers and of streams.")
        .def(
            "sums",
            [](const Stretches& self, const std::vector<std::int32_t>& stream_of) { return self.sums(stream_of); },
            "stream_of"_a,
            "Seconds of speech, missed speech, false alarm and confusion; a speaker without a stream has -1.");
}

} // namespace

void bind_diarize(nb::module_& m) {
    bind_turns(m);
    bind_stretches(m);
}

} // namespace hubbub
