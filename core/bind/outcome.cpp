// What was found in a corpus, for Python: numbers of all sessions, and the words of those that are looked at.
#include "bind/bindings.hpp"
#include "corpus/content.hpp"
#include "corpus/score.hpp"
#include "words/incidents.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <tuple>

using namespace nb::literals;

namespace hubbub {

namespace {

nb::object optional_seconds(double value) { return std::isnan(value) ? nb::none() : nb::object(nb::float_(value)); }

/// (segment, voice, number, offset, start, end, seconds or None, places or None, words)
nb::tuple utterance(const PreparedSide& side, std::size_t i) {
    if (i >= side.utterances.size()) throw nb::index_error();
    const Utterance& utterance = side.utterances[i];
    nb::object seconds = nb::none(), places = nb::none();
    if (utterance.times != Utterance::untimed) seconds = bytes(side.times(utterance));
    if (!side.places.empty())
        places = nb::cast(
            std::vector<std::uint32_t>(side.places.begin() + utterance.begin, side.places.begin() + utterance.end));
    return nb::make_tuple(utterance.segment, side.voices[utterance.voice], utterance.number, utterance.offset,
                          optional_seconds(side.start(utterance)), optional_seconds(side.end(utterance)), seconds,
                          places, utterance.size());
}

/// Per piece: its utterance, its offset, its first word and their number, or a list of words instead of the last two.
nb::list pieces(const PreparedSide& side, const Voices& voices, const Part& part, std::int32_t name) {
    nb::list all;
    const auto add = [&](std::size_t i) {
        const Utterance& utterance = side.utterances[i];
        all.append(nb::make_tuple(i, utterance.offset, 0, utterance.size()));
    };
    if (part.kind == Part::all) {
        for (std::size_t i = 0; i < side.utterances.size(); ++i) add(i);
    } else if (part.kind == Part::voice) {
        for (std::size_t voice = 0; voice < side.voices.size(); ++voice)
            if (name != no_voice && side.voices[voice] == name)
                for (const std::int32_t i : voices.utterances(static_cast<std::int32_t>(voice))) add(i);
    }
    for (const Piece& piece : part.pieces) {
        if (piece.listed < 0) {
            all.append(nb::make_tuple(piece.utterance, piece.offset, piece.first, piece.count));
            continue;
        }
        const auto begin = part.listed.begin() + piece.listed;
        all.append(
            nb::make_tuple(piece.utterance, piece.offset, std::vector<std::int32_t>(begin, begin + piece.count)));
    }
    return all;
}

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

nb::tuple total(const Outcome& outcome, std::size_t metric) {
    if (metric >= outcome.plan().metrics.size()) throw nb::index_error();
    Solution sum;
    for (std::size_t i = 0; i < outcome.sessions(); ++i) {
        const Solution& solution = outcome.solution(metric, i);
        sum.counts.insertions += solution.counts.insertions;
        sum.counts.deletions += solution.counts.deletions;
        sum.counts.substitutions += solution.counts.substitutions;
        sum.counts.correct += solution.counts.correct;
        sum.cost += solution.cost;
        sum.lower_bound += solution.lower_bound;
        sum.exact = sum.exact && solution.exact;
    }
    return summary(sum);
}

nb::list left_out(const std::vector<LeftOut>& parts) {
    nb::list all;
    for (const LeftOut& part : parts) all.append(nb::make_tuple(part.reason, part.number, part.seconds));
    return all;
}

// Speakers without a stream and streams without a speaker, of all sessions.
std::pair<std::int64_t, std::int64_t> unpaired(const Outcome& outcome, std::size_t metric) {
    if (metric >= outcome.plan().metrics.size()) throw nb::index_error();
    std::pair<std::int64_t, std::int64_t> sums;
    for (std::size_t i = 0; i < outcome.sessions(); ++i)
        for (const auto& [speaker, stream] : outcome.solution(metric, i).pairing) {
            sums.first += stream == no_voice;
            sums.second += speaker == no_voice;
        }
    return sums;
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
            missed += stream == no_voice;
            alarms += speaker == no_voice;
        }
        all.insert(all.end(), {counts.insertions, counts.deletions, counts.substitutions, counts.correct, solution.cost,
                               solution.lower_bound, !solution.exact, missed, alarms});
    }
    return bytes(std::span<const std::int64_t>(all));
}

std::vector<std::size_t> with_doubts(const Outcome& outcome) {
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < outcome.sessions(); ++i) {
        const SessionNotes& notes = outcome.notes(i);
        if (std::ranges::any_of(notes.overlap, &std::optional<SelfOverlap>::has_value) ||
            std::ranges::any_of(notes.long_segments, &std::optional<LongSegments>::has_value))
            all.push_back(i);
    }
    return all;
}

nb::object as_bytes(const std::optional<std::string>& text) {
    return text ? nb::object(nb::bytes(text->data(), text->size())) : nb::none();
}

nb::list contents(const Outcome& self, std::size_t first, std::size_t letters) {
    if (first >= self.sessions()) throw nb::index_error();
    std::vector<std::optional<std::string>> texts;
    {
        const nb::gil_scoped_release release;
        texts = self.contents(first, letters);
    }
    nb::list all;
    for (const auto& text : texts) all.append(as_bytes(text));
    return all;
}

const Solution& solution_at(const Outcome& self, std::size_t metric, std::size_t session) {
    if (metric >= self.plan().metrics.size() || session >= self.sessions()) throw nb::index_error();
    return self.solution(metric, session);
}

const SessionNotes& notes(const Outcome& self, std::size_t session) {
    if (session >= self.sessions()) throw nb::index_error();
    return self.notes(session);
}

Partners partners_at(const Outcome& self, std::size_t metric, std::size_t session, const Looked& looked) {
    return partners(looked.session, solution_at(self, metric, session));
}

nb::list heard_words(const Session& session, const Partners& partners) {
    nb::list all;
    for (const Heard& one : heard(session, partners)) all.append(nb::make_tuple(one.speaker, one.stream, one.words));
    return all;
}

/// (partners of the reference's and of the hypothesis's words under each metric, incidents of both, errors)
nb::tuple incidents_at(const Outcome& self, const std::vector<std::size_t>& metrics, std::size_t session,
                       bool routed_hypothesis, const Looked& looked) {
    std::vector<Partners> chain;
    for (const std::size_t metric : metrics) chain.push_back(partners_at(self, metric, session, looked));
    const Incidents found =
        incidents(looked.session, std::move(chain), routed_hypothesis ? SideName::hypothesis : SideName::reference);
    nb::list matched;
    for (const Partners& one : found.chain) {
        const Counts sums = counts(looked.session, one);
        matched.append(
            nb::make_tuple(bytes(std::span<const std::int32_t>(one.of_reference)),
                           bytes(std::span<const std::int32_t>(one.of_hypothesis)), heard_words(looked.session, one),
                           nb::make_tuple(sums.insertions, sums.deletions, sums.substitutions, sums.correct)));
    }
    return nb::make_tuple(matched, bytes(std::span<const std::int32_t>(found.reference)),
                          bytes(std::span<const std::int32_t>(found.hypothesis)), found.errors);
}

nb::handle fault_type; // never released: the interpreter ends before this library is unloaded

nb::tuple fault_details(const Fault& fault) {
    return nb::make_tuple(static_cast<int>(fault.kind), fault.side == SideName::reference ? 0 : 1, fault.segment,
                          nb::cast(fault.numbers), fault.name.empty() ? nb::object(nb::str("")) : decoded(fault.name),
                          fault.session, fault.metric);
}

void translate_fault(const std::exception_ptr& raised, void*) {
    try {
        std::rethrow_exception(raised);
    } catch (const Fault& fault) {
        PyErr_SetObject(fault_type.ptr(), fault_details(fault).ptr());
    }
}

} // namespace

void bind_outcome(nb::module_& m) {
    fault_type = nb::exception<Fault>(m, "Fault", PyExc_RuntimeError).release();
    nb::register_exception_translator(&translate_fault);

    nb::class_<Looked>(m, "Looked", "A session made ready again, for whoever looks at its words.")
        .def(
            "utterance",
            [](const Looked& self, bool hypothesis, std::size_t i) {
                return utterance(hypothesis ? self.session.hypothesis : self.session.reference, i);
            },
            "hypothesis"_a, "utterance"_a,
            nb::sig("def utterance(self, hypothesis: bool, utterance: int) -> tuple[int, int, int, int, float | None, "
                    "float | None, bytes | None, list[int] | None, int]"),
            "Its segment, speaker, number, offset, start, end, times of its words (bytes of an array of type d), "
            "places\n"
            "of its words in the text where some were left out, and their number.")
        .def(
            "utterances",
            [](const Looked& self, bool hypothesis) {
                return (hypothesis ? self.session.hypothesis : self.session.reference).utterances.size();
            },
            "hypothesis"_a)
        .def(
            "content",
            [](const Looked& self, bool hypothesis) {
                const std::string text =
                    content(self.session.side(hypothesis ? SideName::hypothesis : SideName::reference),
                            self.session.vocabulary);
                return nb::bytes(text.data(), text.size());
            },
            "hypothesis"_a, "The speakers, times and words of a side as they are scored, for a digest.");

    nb::class_<Outcome>(m, "Outcome", "What was found: all sessions under all metrics.")
        .def("__len__", &Outcome::sessions)
        .def("total", &total, "metric"_a,
             nb::sig("def total(self, metric: int) -> tuple[int, int, int, int, int, int, bool]"),
             "Insertions, deletions, substitutions, correct words, cost, bound, and whether all of it is proven.")
        .def(
            "summary",
            [](const Outcome& self, std::size_t metric, std::size_t session) {
                return summary(solution_at(self, metric, session));
            },
            "metric"_a, "session"_a,
            nb::sig("def summary(self, metric: int, session: int) -> tuple[int, int, int, int, int, int, bool]"),
            "The same of one session.")
        .def(
            "pairing",
            [](const Outcome& self, std::size_t metric, std::size_t session) -> nb::object {
                const Solution& solution = solution_at(self, metric, session);
                return solution.paired ? nb::cast(solution.pairing) : nb::none();
            },
            "metric"_a, "session"_a,
            nb::sig("def pairing(self, metric: int, session: int) -> list[tuple[int, int]] | None"),
            "Numbers of speakers and streams: -1 is the empty name, -2 nobody.")
        .def(
            "routing",
            [](const Outcome& self, std::size_t metric, std::size_t session) -> nb::object {
                const Solution& solution = solution_at(self, metric, session);
                if (!solution.routed) return nb::none();
                nb::list all;
                for (const Routed& routed : solution.routing)
                    all.append(nb::make_tuple(routed.voice, routed.number, routed.goal));
                return nb::object(all);
            },
            "metric"_a, "session"_a,
            nb::sig("def routing(self, metric: int, session: int) -> list[tuple[int, int, int]] | None"))
        .def(
            "lanes",
            [](const Outcome& self, std::size_t metric, std::size_t session) {
                return lanes(solution_at(self, metric, session));
            },
            "metric"_a, "session"_a,
            nb::sig("def lanes(self, metric: int, session: int) -> list[tuple[int, int, str]]"),
            "Speaker, stream and steps of each.")
        .def(
            "pieces",
            [](const Outcome& self, std::size_t metric, std::size_t session, std::size_t lane, bool hypothesis,
               const Looked& looked) {
                const Solution& solution = solution_at(self, metric, session);
                if (lane >= solution.lanes.size()) throw nb::index_error();
                const Lane& chosen = solution.lanes[lane];
                return hypothesis
                           ? pieces(looked.session.hypothesis, looked.session.streams, chosen.hypothesis, chosen.stream)
                           : pieces(looked.session.reference, looked.session.speakers, chosen.reference,
                                    chosen.speaker);
            },
            "metric"_a, "session"_a, "lane"_a, "hypothesis"_a, "looked"_a,
            nb::sig("def pieces(self, metric: int, session: int, lane: int, hypothesis: bool, looked: Looked) -> "
                    "list[tuple[typing.Any, ...]]"),
            "The words of one side of a lane: each piece is an utterance, its offset, and its first word and their\n"
            "number, or a list of words.")
        .def(
            "incidents", &incidents_at, "metrics"_a, "session"_a, "routed_hypothesis"_a, "looked"_a,
            nb::sig("def incidents(self, metrics: collections.abc.Sequence[int], session: int, routed_hypothesis: "
                    "bool, looked: Looked) -> tuple[list[tuple[bytes, bytes, list[tuple[int, int, int]], tuple[int, "
                    "int, int, int]]], bytes, bytes, list[list[int]]]"),
            "Under each metric: the partners of all words (bytes of arrays of type i), how many words of a speaker "
            "were\n"
            "heard on a stream, and insertions, deletions, substitutions and correct words. Then the incidents of the\n"
            "words of both sides, and the errors of each incident under each metric.")
        .def(
            "offsets",
            [](const Outcome& self, std::size_t metric, std::size_t session, const Looked& looked) {
                const auto found = offsets(looked.session, partners_at(self, metric, session, looked));
                return bytes(std::span<const double>(found));
            },
            "metric"_a, "session"_a, "looked"_a,
            "Seconds by which correct words were heard late (bytes of an array of type d).")
        .def(
            "look",
            [](const Outcome& self, std::size_t session) {
                if (session >= self.sessions()) throw nb::index_error();
                return std::make_shared<Looked>(self.corpus(), self.plan(), session);
            },
            "session"_a)
        .def(
            "left_out",
            [](const Outcome& self, std::size_t metric, std::size_t session) {
                nb::list all = left_out(notes(self, session).left_out);
                all.extend(left_out(solution_at(self, metric, session).left_out));
                return all;
            },
            "metric"_a, "session"_a,
            nb::sig("def left_out(self, metric: int, session: int) -> list[tuple[str, float, bool]]"),
            "Reasons, with counts or seconds.")
        .def(
            "contents", &contents, "first"_a, "letters"_a,
            nb::sig("def contents(self, first: int, letters: int) -> list[bytes | None]"),
            "The content of the reference of the sessions from the first on, as Looked has it: of so many letters, and "
            "of\none session at least. None where one cannot be looked at.")
        .def("numbers", &numbers, "metric"_a,
             "Of each session: insertions, deletions, substitutions, correct words, cost, bound, whether it is "
             "unproven,\n"
             "speakers without a stream and streams without a speaker (bytes of an array of type q).")
        .def("with_doubts", &with_doubts, "The sessions whose word times are doubtful.")
        .def("with_left_out", &with_left_out, "metric"_a, "The sessions of which anything was left out.")
        .def("unpaired", &unpaired, "metric"_a, "Speakers without a stream and streams without a speaker, in all.")
        .def(
            "refused",
            [](const Outcome& self) {
                nb::list all;
                for (const auto& [place, fault] : self.refused()) all.append(fault_details(fault));
                return all;
            },
            nb::sig("def refused(self) -> list[tuple[int, int, int, list[float], str, int, int]]"),
            "Sessions that need more memory than allowed, as the arguments of a Fault.")
        .def(
            "unfinished",
            [](const Outcome& self, std::size_t metric) {
                if (metric >= self.plan().metrics.size()) throw nb::index_error();
                std::vector<std::size_t> places;
                for (std::size_t i = 0; i < self.sessions(); ++i)
                    if (!self.finished(metric, i)) places.push_back(i);
                return places;
            },
            "metric"_a, "The sessions that have no result, since the work was ended before, or since they are refused.")
        .def(
            "ended",
            [](const Outcome& self, std::size_t metric, std::size_t session) {
                return name_of(solution_at(self, metric, session).ended);
            },
            "metric"_a, "session"_a, "What ended the search, as its last stage is called.")
        .def(
            "stages",
            [](const Outcome& self, std::size_t metric, std::size_t session) {
                return solution_at(self, metric, session).stages;
            },
            "metric"_a, "session"_a)
        .def(
            "overlap",
            [](const Outcome& self, std::size_t session, bool hypothesis) -> nb::object {
                const auto& overlap = notes(self, session).overlap[hypothesis];
                return overlap ? nb::object(nb::make_tuple(overlap->seconds, overlap->total, overlap->segments))
                               : nb::none();
            },
            "session"_a, "hypothesis"_a,
            nb::sig("def overlap(self, session: int, hypothesis: bool) -> tuple[float, float, list[tuple[int, int]]] | "
                    "None"))
        .def(
            "long_segments",
            [](const Outcome& self, std::size_t session, bool hypothesis) -> nb::object {
                const auto& segments = notes(self, session).long_segments[hypothesis];
                return segments ? nb::object(nb::make_tuple(segments->segments, segments->words, segments->longest,
                                                            segments->limit))
                                : nb::none();
            },
            "session"_a, "hypothesis"_a,
            nb::sig("def long_segments(self, session: int, hypothesis: bool) -> tuple[int, int, float, float] | None"));
}

} // namespace hubbub
