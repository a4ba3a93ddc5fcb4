// Access from Python to the words of one session, which is prepared again.
#include "bind/outcome.hpp"
#include "corpus/content.hpp"
#include "page/sheet.hpp"
#include "words/stretches.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

using namespace nb::literals;

namespace hubbub {

namespace {

nb::object optional_seconds(double value) { return std::isnan(value) ? nb::none() : nb::object(nb::float_(value)); }

/// (segment, speaker, number, offset, start, end, seconds or None, places or None, words)
nb::tuple utterance(const PreparedSide& side, std::size_t i) {
    if (i >= side.utterances.size()) throw nb::index_error();
    const Utterance& utterance = side.utterances[i];
    nb::object seconds = nb::none(), places = nb::none();
    if (utterance.times != Utterance::untimed) seconds = bytes(side.times(utterance));
    if (!side.places.empty())
        places = nb::cast(
            std::vector<std::uint32_t>(side.places.begin() + utterance.begin, side.places.begin() + utterance.end));
    return nb::make_tuple(utterance.segment, side.speakers[utterance.speaker], utterance.number, utterance.offset,
                          optional_seconds(side.start(utterance)), optional_seconds(side.end(utterance)), seconds,
                          places, utterance.size());
}

/// Per piece: its utterance, its offset, its first word and the number of words, or a list of words instead of the last
/// two.
nb::list pieces(const PreparedSide& side, const SpeakerIndex& speakers, const Part& part, std::int32_t name) {
    nb::list all;
    each_piece(side, speakers, part, name, [&](const Piece& piece) {
        if (piece.listed < 0) {
            all.append(nb::make_tuple(piece.utterance, piece.offset, piece.first, piece.count));
            return;
        }
        const auto begin = part.listed.begin() + piece.listed;
        all.append(
            nb::make_tuple(piece.utterance, piece.offset, std::vector<std::int32_t>(begin, begin + piece.count)));
    });
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

Partners partners_at(const Outcome& self, std::size_t metric, std::size_t session, const Looked& looked) {
    return partners(looked.session, solution_at(self, metric, session));
}

nb::list speaker_stream_rows(const Session& session, const Partners& partners) {
    nb::list all;
    for (const SpeakerStreamWords& one : speaker_stream_words(session, partners))
        all.append(nb::make_tuple(one.speaker, one.stream, one.words));
    return all;
}

nb::tuple as_tuple(const Counts& counts) {
    return nb::make_tuple(counts.insertions, counts.deletions, counts.substitutions, counts.correct);
}

ErrorStretches stretches_of(const Outcome& self, const std::vector<std::size_t>& metrics, std::size_t session,
                            bool routed_hypothesis, const Looked& looked) {
    std::vector<Partners> chain;
    for (const std::size_t metric : metrics) chain.push_back(partners_at(self, metric, session, looked));
    return error_stretches(looked.session, std::move(chain),
                           routed_hypothesis ? SideName::hypothesis : SideName::reference);
}

/// (partners of the reference's and of the hypothesis's words, and steps under each metric, stretches of both, errors)
nb::tuple stretches_at(const Outcome& self, const std::vector<std::size_t>& metrics, std::size_t session,
                       bool routed_hypothesis, const Looked& looked) {
    const ErrorStretches found = stretches_of(self, metrics, session, routed_hypothesis, looked);
    nb::list matched;
    for (const Partners& one : found.chain) {
        std::string kinds;
        for (const Step& step : steps(looked.session, one)) kinds += step.kind;
        matched.append(nb::make_tuple(bytes(std::span<const std::int32_t>(one.of_reference)),
                                      bytes(std::span<const std::int32_t>(one.of_hypothesis)), kinds,
                                      speaker_stream_rows(looked.session, one)));
    }
    return nb::make_tuple(matched, bytes(std::span<const std::int32_t>(found.words.reference)),
                          bytes(std::span<const std::int32_t>(found.words.hypothesis)), found.errors);
}

/// Each group in the order of its first word, with its counts under each metric. It is identified by its number, or its
/// name.
nb::list counted(const std::vector<std::vector<Step>>& chain, const Selection& selection,
                 const std::vector<std::int32_t>& names = {}) {
    std::map<std::int32_t, nb::list> known;
    nb::list all;
    for (const auto* words : {&selection.reference, &selection.hypothesis})
        for (const std::int32_t group : *words)
            if (const auto [own, is_new] = known.try_emplace(group); is_new)
                all.append(nb::make_tuple(names.empty() ? group : names[static_cast<std::size_t>(group)], own->second));
    if (known.empty()) return all;
    const auto number = static_cast<std::size_t>(known.rbegin()->first) + 1;
    for (const auto& steps : chain) {
        const std::vector<Counts> counts = count(steps, selection.of(steps), number);
        for (auto& [group, members] : known) members.append(as_tuple(counts[static_cast<std::size_t>(group)]));
    }
    return all;
}

nb::list groups_at(const Outcome& self, const std::vector<std::size_t>& metrics, std::size_t session,
                   bool routed_hypothesis, const Looked& looked) {
    const ErrorStretches found = stretches_of(self, metrics, session, routed_hypothesis, looked);
    std::vector<std::vector<Step>> chain;
    for (const Partners& one : found.chain) chain.push_back(steps(looked.session, one));
    nb::list all;
    for (const auto& selection : page::selections(self, metrics.front(), session, looked.session))
        all.append(selection ? nb::object(counted(chain, *selection)) : nb::none());
    std::vector<std::int32_t> speakers = looked.session.reference.speakers;
    speakers.push_back(no_speaker);
    const Selection speaker = by_speaker(looked.session, solution_at(self, metrics.front(), session));
    all.append(counted(chain, speaker, speakers));
    return all;
}

nb::list lane_pieces(const Outcome& self, std::size_t metric, std::size_t session, std::size_t lane, bool hypothesis,
                     const Looked& looked) {
    const Solution& solution = solution_at(self, metric, session);
    if (lane >= solution.lanes.size()) throw nb::index_error();
    const Lane& chosen = solution.lanes[lane];
    return hypothesis ? pieces(looked.session.hypothesis, looked.session.streams, chosen.hypothesis, chosen.stream)
                      : pieces(looked.session.reference, looked.session.speakers, chosen.reference, chosen.speaker);
}

nb::bytes offsets_at(const Outcome& self, std::size_t metric, std::size_t session, const Looked& looked) {
    const auto found = offsets(looked.session, partners_at(self, metric, session, looked));
    return bytes(std::span<const double>(found));
}

} // namespace

void bind_looked(nb::module_& m) {
    nb::class_<Looked>(m, "Looked", "A session prepared again for access to its words.")
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
            "of its words in the text if some were skipped, and their number.")
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
            "hypothesis"_a, "The scored speakers, times and words of a side, for a digest.");
}

void bind_words(nb::class_<Outcome>& outcome) {
    outcome
        .def(
            "look",
            [](const Outcome& self, std::size_t session) {
                if (session >= self.sessions()) throw nb::index_error();
                return std::make_shared<Looked>(self.corpus(), self.plan(), session);
            },
            "session"_a)
        .def("pieces", &lane_pieces, "metric"_a, "session"_a, "lane"_a, "hypothesis"_a, "looked"_a,
             nb::sig("def pieces(self, metric: int, session: int, lane: int, hypothesis: bool, looked: Looked) -> "
                     "list[tuple[typing.Any, ...]]"),
             "The words of one side of a lane: each piece is an utterance, its offset, and its first word and their\n"
             "number, or a list of words.")
        .def(
            "incidents", &stretches_at, "metrics"_a, "session"_a, "routed_hypothesis"_a, "looked"_a,
            nb::sig("def incidents(self, metrics: collections.abc.Sequence[int], session: int, routed_hypothesis: "
                    "bool, looked: Looked) -> tuple[list[tuple[bytes, bytes, str, list[tuple[int, int, int]]]], bytes, "
                    "bytes, list[list[int]]]"),
            "Under each metric: the partners of all words (bytes of arrays of type i), the kinds of the reference's "
            "words\n"
            "and of the insertions, and the number of correct words of a speaker in a stream. Then the stretches of "
            "the\n"
            "words of both sides, and the errors of each stretch under each metric.")
        .def("groups", &groups_at, "metrics"_a, "session"_a, "routed_hypothesis"_a, "looked"_a,
             nb::sig("def groups(self, metrics: collections.abc.Sequence[int], session: int, routed_hypothesis: bool, "
                     "looked: Looked) -> list[list[tuple[int, list[tuple[int, int, int, int]]]] | None]"),
             "For each slice, and by speaker: the groups of words, and under each metric their insertions, deletions,\n"
             "substitutions and correct words. None without times. Speakers are identified by the numbers of their "
             "names.")
        .def("offsets", &offsets_at, "metric"_a, "session"_a, "looked"_a,
             "The delay of each correct word in seconds (bytes of an array of type d).")
        .def("contents", &contents, "first"_a, "letters"_a,
             nb::sig("def contents(self, first: int, letters: int) -> list[bytes | None]"),
             "The content of the reference of the sessions from the first on, as in Looked: up to so many characters, "
             "and "
             "at\nleast one session. None for a session that cannot be prepared.");
}

} // namespace hubbub
