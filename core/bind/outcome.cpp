// The results of a corpus for Python: numbers of all sessions.
#include "bind/outcome.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <span>

using namespace nb::literals;

namespace hubbub {

namespace {

constexpr std::size_t numbers_of_session = 9;

nb::list lanes(const Solution& solution) {
    nb::list all;
    for (const Lane& lane : solution.lanes) all.append(nb::make_tuple(lane.speaker, lane.stream, lane.steps));
    return all;
}

nb::tuple summary(const Solution& solution) {
    const Counts& counts = solution.counts;
    return nb::make_tuple(counts.insertions, counts.deletions, counts.substitutions, counts.correct, solution.cost,
                          solution.lower_bound, solution.exact);
}

nb::list left_out(const std::vector<LeftOut>& parts) {
    nb::list all;
    for (const LeftOut& part : parts) all.append(nb::make_tuple(part.reason, part.number, part.seconds));
    return all;
}

std::vector<std::size_t> with_left_out(const Outcome& outcome, std::size_t metric) {
    if (metric >= outcome.plan().metrics.size()) throw nb::index_error();
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < outcome.sessions(); ++i)
        if (!outcome.notes(i).left_out.empty() || !outcome.solution(metric, i).left_out.empty()) all.push_back(i);
    return all;
}

// All numbers of a metric, session by session.
nb::bytes numbers(const Outcome& outcome, std::size_t metric) {
    if (metric >= outcome.plan().metrics.size()) throw nb::index_error();
    std::vector<std::int64_t> all;
    for (std::size_t i = 0; i < outcome.sessions(); ++i) {
        const Solution& solution = outcome.solution(metric, i);
        const Counts& counts = solution.counts;
        std::int64_t missed = 0, alarms = 0;
        for (const auto& [speaker, stream] : solution.pairing) {
            missed += stream == no_speaker;
            alarms += speaker == no_speaker;
        }
        all.insert(all.end(), {counts.insertions, counts.deletions, counts.substitutions, counts.correct, solution.cost,
                               solution.lower_bound, !solution.exact, missed, alarms});
    }
    return bytes(std::span<const std::int64_t>(all));
}

// The sums over the scored sessions, and the number of sessions with errors. The state of a session has its first bit
// set if it is scored. Sessions at the end may have no numbers.
std::array<std::int64_t, numbers_of_session + 1> sums(const Numbers<std::int64_t>& numbers,
                                                      const Numbers<std::uint8_t>& states) {
    // Unsigned, since a file may have any numbers: overflow wraps around.
    std::array<std::uint64_t, numbers_of_session + 1> all{};
    const std::size_t sessions = std::min(numbers.shape(0) / numbers_of_session, states.shape(0));
    for (std::size_t i = 0; i < sessions; ++i) {
        if ((states.data()[i] & 1) == 0) continue;
        const std::int64_t* row = numbers.data() + i * numbers_of_session;
        for (std::size_t k = 0; k < numbers_of_session; ++k) all[k] += static_cast<std::uint64_t>(row[k]);
        all[numbers_of_session] += (row[0] | row[1] | row[2]) != 0;
    }
    return std::bit_cast<std::array<std::int64_t, numbers_of_session + 1>>(all);
}

std::vector<std::size_t> with_doubts(const Outcome& outcome) {
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < outcome.sessions(); ++i) {
        const SessionNotes& notes = outcome.notes(i);
        const auto known = [](const auto& doubt) { return doubt.has_value(); };
        if (std::ranges::any_of(notes.overlap, known) || std::ranges::any_of(notes.long_segments, known))
            all.push_back(i);
    }
    return all;
}

const SessionNotes& notes(const Outcome& self, std::size_t session) {
    if (session >= self.sessions()) throw nb::index_error();
    return self.notes(session);
}

nb::tuple summary_at(const Outcome& self, std::size_t metric, std::size_t session) {
    return summary(solution_at(self, metric, session));
}

nb::object pairing(const Outcome& self, std::size_t metric, std::size_t session) {
    const Solution& solution = solution_at(self, metric, session);
    return solution.paired ? nb::cast(solution.pairing) : nb::none();
}

nb::object routing(const Outcome& self, std::size_t metric, std::size_t session) {
    const Solution& solution = solution_at(self, metric, session);
    if (!solution.routed) return nb::none();
    nb::list all;
    for (const Routed& routed : solution.routing)
        all.append(nb::make_tuple(routed.speaker, routed.number, routed.goal, routed.segment));
    return nb::object(all);
}

nb::list lanes_at(const Outcome& self, std::size_t metric, std::size_t session) {
    return lanes(solution_at(self, metric, session));
}

nb::list left_out_at(const Outcome& self, std::size_t metric, std::size_t session) {
    nb::list all = left_out(notes(self, session).left_out);
    all.extend(left_out(solution_at(self, metric, session).left_out));
    return all;
}

std::vector<std::size_t> unfinished(const Outcome& self, std::size_t metric) {
    if (metric >= self.plan().metrics.size()) throw nb::index_error();
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < self.sessions(); ++i)
        if (!self.finished(metric, i)) places.push_back(i);
    return places;
}

const char* ended(const Outcome& self, std::size_t metric, std::size_t session) {
    return name_of(solution_at(self, metric, session).ended);
}

std::vector<Stage> stages(const Outcome& self, std::size_t metric, std::size_t session) {
    return solution_at(self, metric, session).stages;
}

nb::object overlap(const Outcome& self, std::size_t session, bool hypothesis) {
    const auto& overlap = notes(self, session).overlap[hypothesis];
    return overlap ? nb::object(nb::make_tuple(overlap->seconds, overlap->total, overlap->segments)) : nb::none();
}

nb::object long_segments(const Outcome& self, std::size_t session, bool hypothesis) {
    const auto& segments = notes(self, session).long_segments[hypothesis];
    return segments
               ? nb::object(nb::make_tuple(segments->segments, segments->words, segments->longest, segments->limit))
               : nb::none();
}

nb::handle fault_error; // never released: the interpreter ends before this library is unloaded

void translate_fault(const std::exception_ptr& raised, void*) {
    try {
        std::rethrow_exception(raised);
    } catch (const Fault& fault) {
        PyErr_SetObject(fault_error.ptr(), nb::cast(fault).ptr());
    }
}

std::vector<Fault> refused(const Outcome& self) {
    std::vector<Fault> all;
    for (const auto& [place, fault] : self.refused()) all.push_back(fault);
    return all;
}

void bind_fault(nb::module_& m) {
    nb::class_<Fault>(m, "Fault", "An error in a session's input: each kind sets some of these numbers, see fault.hpp.")
        .def_prop_ro("kind", [](const Fault& self) { return name_of(self.kind); })
        .def_prop_ro(
            "side", [](const Fault& self) { return self.side == SideName::hypothesis ? 1 : 0; }, "0 for the reference.")
        .def_ro("segment", &Fault::segment, "-1 if the error is not in one segment.")
        .def_ro("session", &Fault::session)
        .def_ro("metric", &Fault::metric, "-1 if it belongs to none.")
        .def_ro("needed", &Fault::needed)
        .def_ro("allowed", &Fault::allowed)
        .def_ro("pieces", &Fault::pieces)
        .def_ro("streams", &Fault::streams)
        .def_ro("speakers", &Fault::speakers)
        .def_ro("start", &Fault::start)
        .def_ro("end", &Fault::end)
        .def_ro("region_start", &Fault::region_start)
        .def_ro("region_end", &Fault::region_end)
        .def_ro("sizes", &Fault::sizes)
        .def_ro("segments", &Fault::segments)
        .def_ro("untimed", &Fault::untimed)
        .def_ro("words", &Fault::words)
        .def_ro("times", &Fault::times)
        .def_ro("most", &Fault::most)
        .def_ro("utterances", &Fault::utterances)
        .def_ro("turns", &Fault::turns)
        .def_prop_ro(
            "stream", [](const Fault& self) { return decoded(self.stream); }, nb::sig("def stream(self) -> str"))
        .def_ro("cost", &Fault::cost)
        .def_ro("claim", &Fault::claim);
    fault_error = nb::exception<Fault>(m, "FaultError", PyExc_RuntimeError).release();
    nb::register_exception_translator(&translate_fault);
}

void bind_sums(nb::class_<Outcome>& outcome) {
    outcome.def("__len__", &Outcome::sessions)
        .def("numbers", &numbers, "metric"_a,
             "Per session: insertions, deletions, substitutions, correct words, cost, bound, whether it is "
             "unproven,\n"
             "speakers without a stream and streams without a speaker (bytes of an array of type q).");
}

void bind_solutions(nb::class_<Outcome>& outcome) {
    outcome
        .def("summary", &summary_at, "metric"_a, "session"_a,
             nb::sig("def summary(self, metric: int, session: int) -> tuple[int, int, int, int, int, int, bool]"),
             "Insertions, deletions, substitutions, correct words, cost, bound, and whether it is proven.")
        .def("pairing", &pairing, "metric"_a, "session"_a,
             nb::sig("def pairing(self, metric: int, session: int) -> list[tuple[int, int]] | None"),
             "Numbers of speakers and streams: -1 is the empty name, -2 no speaker.")
        .def("routing", &routing, "metric"_a, "session"_a,
             nb::sig("def routing(self, metric: int, session: int) -> list[tuple[int, int, int, int]] | None"))
        .def("lanes", &lanes_at, "metric"_a, "session"_a,
             nb::sig("def lanes(self, metric: int, session: int) -> list[tuple[int, int, str]]"),
             "Speaker, stream and steps of each.")
        .def("ended", &ended, "metric"_a, "session"_a, "What ended the search, as in the name of its last stage.")
        .def("stages", &stages, "metric"_a, "session"_a);
}

void bind_notes(nb::class_<Outcome>& outcome) {
    outcome
        .def("left_out", &left_out_at, "metric"_a, "session"_a,
             nb::sig("def left_out(self, metric: int, session: int) -> list[tuple[str, float, bool]]"),
             "What was skipped, with counts or seconds.")
        .def("with_left_out", &with_left_out, "metric"_a, "The sessions of which anything was skipped.")
        .def("with_doubts", &with_doubts, "The sessions whose word times are doubtful.")
        .def(
            "overlap", &overlap, "session"_a, "hypothesis"_a,
            nb::sig("def overlap(self, session: int, hypothesis: bool) -> tuple[float, float, list[tuple[int, int]]] | "
                    "None"))
        .def("long_segments", &long_segments, "session"_a, "hypothesis"_a,
             nb::sig("def long_segments(self, session: int, hypothesis: bool) -> tuple[int, int, float, float] | None"))
        .def("refused", &refused, "Sessions that need more memory than allowed.")
        .def("done", &Outcome::done, "first"_a, "most"_a,
             "The sessions that are scored under all metrics, in order of completion.")
        .def("unfinished", &unfinished, "metric"_a,
             "The sessions without a result: the work was stopped before, or they are refused.");
}

} // namespace

const Solution& solution_at(const Outcome& outcome, std::size_t metric, std::size_t session) {
    if (metric >= outcome.plan().metrics.size() || session >= outcome.sessions()) throw nb::index_error();
    return outcome.solution(metric, session);
}

void bind_outcome(nb::module_& m) {
    bind_fault(m);
    bind_looked(m);
    nb::class_<Outcome> outcome(m, "Outcome", "The results of all sessions under all metrics.");
    bind_sums(outcome);
    bind_solutions(outcome);
    bind_notes(outcome);
    bind_words(outcome);
    bind_pairs(m);
    m.def("sums", &sums, "numbers"_a, "states"_a,
          nb::sig("def sums(numbers: array.array[int] | memoryview, states: bytes | bytearray) -> list[int]"),
          "The sums over the scored sessions, and the number of sessions with errors.");
}

} // namespace hubbub
