// The report page for Python: takes alignments, returns their columns as JSON and their counts.
#include "bind/bindings.hpp"
#include "corpus/share.hpp"
#include "page/sheet.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

using namespace nb::literals;

namespace hubbub {
namespace {

using page::PageAlignment;
using page::Sheet;

nb::bytes json(const std::string& text) { return nb::bytes(text.data(), text.size()); }

nb::object name(const Sheet& sheet, std::int32_t number) {
    return number < 0 ? nb::none() : decoded(sheet.names[number]);
}

nb::tuple errors(const Counts& counts) {
    return nb::make_tuple(counts.insertions, counts.deletions, counts.substitutions, counts.correct);
}

/// (parts, errors of each, whether letters are per segment instead of per word, these letters, those of the insertions)
nb::object slice(const page::Slice& found) {
    nb::list all;
    for (const Counts& counts : found.errors) all.append(errors(counts));
    return nb::make_tuple(found.parts, all, found.by_segment, found.kinds, found.inserted);
}

double seconds(nb::handle value) {
    return value.is_none() ? std::numeric_limits<double>::quiet_NaN() : nb::cast<double>(value);
}

/// Pieces are tuples: speaker, number, offset, words, start, end, times of the words (start and end, alternating) or
/// None.
std::size_t take(nb::handle pieces, Sheet& sheet, page::Pieces& into) {
    for (nb::handle piece : pieces) {
        const auto times = nb::cast<std::optional<std::vector<double>>>(piece[6]);
        page::Piece found{sheet.names.number(Utf8(nb::object(piece[0]).ptr()).view),
                          nb::cast<std::int32_t>(piece[1]),
                          nb::cast<std::int32_t>(piece[2]),
                          into.words.size(),
                          0,
                          times ? into.seconds.size() : page::Piece::untimed,
                          seconds(piece[4]),
                          seconds(piece[5])};
        for (nb::handle word : nb::object(piece[3])) {
            const Utf8 text(word.ptr());
            into.words.push_back(sheet.words.number(text.view));
            into.letters.push_back(letters_of(text.view));
        }
        found.end = into.words.size();
        if (times) {
            if (times->size() != 2 * (found.end - found.begin))
                throw nb::value_error("times must have a start and an end for each word");
            into.seconds.insert(into.seconds.end(), times->begin(), times->end());
        }
        into.all.push_back(found);
    }
    return into.all.size();
}

std::shared_ptr<PageAlignment> from_lanes(std::shared_ptr<Sheet> sheet, nb::iterable lanes, std::int32_t score,
                                          bool in_time) {
    page::Lanes found;
    const auto number = [&](nb::handle name) {
        return name.is_none() ? page::none : sheet->names.number(Utf8(name.ptr()).view);
    };
    for (nb::handle lane : lanes) {
        page::Lane one{number(nb::object(lane[0])), number(nb::object(lane[1])), 0, 0, nb::cast<std::string>(lane[2])};
        one.reference = take(nb::object(lane[3]), *sheet, found.reference);
        one.hypothesis = take(nb::object(lane[4]), *sheet, found.hypothesis);
        found.all.push_back(std::move(one));
    }
    const nb::gil_scoped_release release;
    return std::make_shared<PageAlignment>(std::move(sheet), std::move(found), score, in_time);
}

std::shared_ptr<PageAlignment> from_outcome(std::shared_ptr<Sheet> sheet, const Outcome& outcome, std::size_t metric,
                                            std::size_t session, std::int32_t score) {
    if (metric >= outcome.plan().metrics.size() || session >= outcome.sessions()) throw nb::index_error();
    const nb::gil_scoped_release release;
    thread_local Scratch scratch; // the memory is reused for the next session
    scratch.vocabulary.clear();
    const Corpus& corpus = *outcome.corpus();
    const SessionInput input = corpus.input(session);
    const Session looked(outcome.plan(), *corpus.reference, *corpus.hypothesis, input, scratch);
    page::Lanes lanes = lanes_of(outcome, metric, session, looked, *sheet);
    return std::make_shared<PageAlignment>(std::move(sheet), std::move(lanes), score, false);
}

const page::Side& side(const Sheet& sheet, std::size_t number) {
    if (number >= sheet.sides.size()) throw nb::index_error();
    return *sheet.sides[number];
}

/// JSON of the words, of the names, and of the columns of each side.
nb::tuple pack(const Sheet& sheet) {
    Sheet::Packed packed;
    {
        const nb::gil_scoped_release release;
        packed = sheet.pack();
    }
    nb::list sides;
    for (const auto& columns : packed.sides) {
        nb::dict one;
        for (const auto& [key, column] : columns) one[nb::str(key.data(), key.size())] = json(column);
        sides.append(one);
    }
    return nb::make_tuple(json(packed.words), json(packed.names), sides);
}

nb::list speakers(const PageAlignment& shown) {
    const auto [rows, groups] = shown.alignment.speakers();
    const std::vector<Counts> counts = shown.alignment.counts(groups, rows.size());
    nb::list all, without; // without a speaker
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto [speaker, stream] = rows[i];
        nb::list& own = speaker < 0 ? without : all;
        own.append(nb::make_tuple(name(*shown.sheet, speaker), name(*shown.sheet, stream), errors(counts[i])));
    }
    all.extend(without);
    return all;
}

/// (speaker, its substitutions, deletions and insertions) of each row of the speakers, in the order of its first step.
nb::list mistakes(const PageAlignment& shown) {
    const auto text = [&](Token word) {
        return word < 0 ? nb::object(nb::str("")) : decoded(shown.sheet->words[word]);
    };
    const auto [rows, groups] = shown.alignment.speakers();
    const std::vector<page::Mistakes> found = shown.alignment.mistakes_by(groups, rows.size());
    std::vector<char> told(rows.size(), 0);
    nb::list all;
    for (const std::int32_t group : groups) {
        const auto i = static_cast<std::size_t>(group);
        if (std::exchange(told[i], 1) != 0) continue;
        nb::list kinds;
        for (const auto& kind : found[i]) {
            nb::list errors;
            for (const auto& [words, number] : kind)
                errors.append(nb::make_tuple(text(words.first), text(words.second), number));
            kinds.append(errors);
        }
        all.append(nb::make_tuple(name(*shown.sheet, rows[i].first), kinds));
    }
    return all;
}

nb::list slices(const PageAlignment& shown) {
    nb::list all;
    for (const auto& found : shown.slices) all.append(found ? slice(*found) : nb::none());
    return all;
}

void bind_alignments(nb::class_<Sheet>& sheet) {
    sheet.def(nb::init<>())
        .def("from_outcome", &from_outcome, "outcome"_a, "metric"_a, "session"_a, "score"_a,
             "The alignment of a scored session; the score has this number on the page.")
        .def("from_lanes", &from_lanes, "lanes"_a, "score"_a, "in_time"_a,
             nb::sig(
                 "def from_lanes(self, lanes: collections.abc.Iterable[tuple[typing.Any, ...]], score: int, in_time: "
                 "bool) -> "
                 "PageAlignment"),
             "An alignment by its lanes: speaker, stream, steps, and the pieces of both sides.\nA piece is speaker, "
             "number, "
             "offset, words, start, end, and start and end of its words\n(alternating) or None. With in_time, steps "
             "are time "
             "spans, which count by their duration.");
}

void bind_places(nb::class_<Sheet>& sheet) {
    sheet
        .def(
            "name", [](Sheet& self, nb::str text) { return self.names.number(Utf8(text.ptr()).view); }, "text"_a,
            "The number of a name, which is added if it is new.")
        .def(
            "utterance",
            [](const Sheet& self, std::size_t number, nb::str speaker, std::int32_t utterance) {
                const Token name = self.names.find(Utf8(speaker.ptr()).view);
                return side(self, number).utterance(name, utterance);
            },
            "side"_a, "speaker"_a, "number"_a, "The index of an utterance on a side; -1 if it does not exist.")
        .def(
            "first",
            [](const Sheet& self, std::size_t number, nb::str speaker, std::int32_t utterance) {
                const page::Side& chosen = side(self, number);
                const std::int32_t place = chosen.utterance(self.names.find(Utf8(speaker.ptr()).view), utterance);
                if (place < 0) throw nb::value_error("unknown utterance");
                return chosen.first(static_cast<std::size_t>(place));
            },
            "side"_a, "speaker"_a, "number"_a, "The index of an utterance's first word.")
        .def(
            "places",
            [](const Sheet& self, std::size_t number, nb::str speaker, std::int32_t utterance, std::int32_t offset,
               std::int32_t count) {
                const Token name = self.names.find(Utf8(speaker.ptr()).view);
                return side(self, number).places(name, utterance, offset, count);
            },
            "side"_a, "speaker"_a, "number"_a, "offset"_a, "count"_a, "The indices of some words of an utterance.");
}

void bind_contents(nb::class_<Sheet>& sheet) {
    sheet
        .def(
            "texts",
            [](const Sheet& self, std::size_t number) {
                nb::list all;
                for (const Token word : side(self, number).words) all.append(decoded(self.words[word]));
                return all;
            },
            "side"_a, nb::sig("def texts(self, side: int) -> list[str]"), "The words of a side.")
        .def(
            "utterances", [](const Sheet& self, std::size_t number) { return side(self, number).counts.size(); },
            "side"_a, "The number of utterances on a side.")
        .def(
            "times",
            [](const Sheet& self, std::size_t number) {
                const page::Side& one = side(self, number);
                return one.timed ? nb::cast(one.times) : nb::none();
            },
            "side"_a, nb::sig("def times(self, side: int) -> list[tuple[int, int]] | None"),
            "Start and end of each word of a side, in hundredths of a second; None if some are unknown.")
        .def("pack", &pack, nb::sig("def pack(self) -> tuple[bytes, bytes, list[dict[str, bytes]]]"),
             "JSON of the words, of the names, and of the columns of each side.");
}

void bind_shown(nb::class_<PageAlignment>& shown) {
    shown.def_ro("reference", &PageAlignment::reference, "The index of its reference among the sides.")
        .def_ro("hypothesis", &PageAlignment::hypothesis)
        .def_prop_ro("timed", [](const PageAlignment& self) { return self.alignment.timed; })
        .def_prop_ro(
            "start", [](const PageAlignment& self) { return self.alignment.start; },
            "In hundredths of a second, or in steps without times.")
        .def_prop_ro("end", [](const PageAlignment& self) { return self.alignment.end; })
        .def_prop_ro(
            "lanes", [](const PageAlignment& self) { return json(self.lanes); }, "JSON.")
        .def_prop_ro(
            "bins", [](const PageAlignment& self) { return json(self.bins); },
            "JSON: correct, substituted, deleted and inserted words over time.")
        .def(
            "frequent", [](const PageAlignment& self, std::size_t top) { return json(self.frequent(top)); }, "top"_a,
            "JSON of the most frequent errors of each kind.");
}

void bind_counted(nb::class_<PageAlignment>& shown) {
    shown
        .def("speakers", &speakers,
             nb::sig("def speakers(self) -> list[tuple[str | None, str | None, tuple[int, int, int, int]]]"),
             "Speaker, stream (None if there are several), insertions, deletions, substitutions, correct words.")
        .def("slices", &slices,
             nb::sig(
                 "def slices(self) -> list[tuple[list[int], list[tuple[int, int, int, int]], bool, str, str] | None]"),
             "By overlap, by length, and by whether it is a backchannel: of each the parts with words, their "
             "errors,\n"
             "whether letters are per segment instead of per word, a letter for the part of each of them, and one\n"
             "for each insertion.")
        .def("mistakes", &mistakes,
             nb::sig("def mistakes(self) -> list[tuple[str | None, list[list[tuple[str, str, int]]]]]"),
             "The substitutions, deletions and insertions of each speaker: words, and their count.")
        .def(
            "by_segment",
            [](const PageAlignment& self, const std::vector<std::int32_t>& kinds, std::int32_t number) {
                return slice(self.alignment.by_segment(kinds, number));
            },
            "kinds"_a, "number"_a,
            nb::sig("def by_segment(self, kinds: collections.abc.Sequence[int], number: int) -> tuple[list[int], "
                    "list[tuple[int, int, int, int]], bool, str, str]"),
            "A slice by the kind (one of `number`) of each reference segment.")
        .def(
            "error_times", [](const PageAlignment& self) { return self.alignment.error_times(); },
            "The times of errors in hundredths of a second; each once.")
        .def(
            "worst",
            [](const PageAlignment& self, std::size_t most) {
                std::vector<std::tuple<page::Times, std::int64_t, std::int64_t, std::int64_t>> found;
                for (const auto& [span, errors, reference, hypothesis] : self.alignment.worst(most))
                    found.emplace_back(span, errors, reference, hypothesis);
                return found;
            },
            "most"_a,
            "The stretches with most errors: start and end in hundredths of a second, or positions without\n"
            "times; errors; words of the reference and of the hypothesis.");
}

} // namespace

void bind_page(nb::module_& m) {
    nb::class_<Sheet> sheet(m, "Sheet",
                            "One session of the page: its names, its words and the sides of its alignments.");
    bind_alignments(sheet);
    bind_places(sheet);
    bind_contents(sheet);

    nb::class_<PageAlignment> shown(m, "PageAlignment", "One alignment on the page.");
    bind_shown(shown);
    bind_counted(shown);

    nb::class_<page::Totals>(m, "PageTotals", "The errors of all sessions of the page.")
        .def(nb::init<>())
        .def("add", &page::Totals::add, "session"_a, "shown"_a, nb::call_guard<nb::gil_scoped_release>())
        .def(
            "frequent", [](const page::Totals& self, std::size_t top) { return json(self.frequent(top)); }, "top"_a,
            "JSON of the most frequent errors of each kind, with the sessions in which they occur.");
}

} // namespace hubbub
