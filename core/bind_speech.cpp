// Texts from Python, and the rows of words that the solvers take.
#include "bindings.hpp"
#include "speech.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <optional>

using namespace nb::literals;

namespace hubbub {

namespace {

/// The letters of a Python string, as long as that string lives. Half of a surrogate pair has no UTF-8 of its own, but
/// may stand in a string all the same.
class Utf8 {
  public:
    explicit Utf8(PyObject* text) {
        Py_ssize_t size = 0;
        const char* letters = PyUnicode_AsUTF8AndSize(text, &size);
        if (letters == nullptr && PyErr_ExceptionMatches(PyExc_UnicodeEncodeError)) {
            PyErr_Clear();
            encoded_ = nb::steal(PyUnicode_AsEncodedString(text, "utf-8", "surrogatepass"));
            if (encoded_.is_valid()) {
                letters = PyBytes_AsString(encoded_.ptr());
                size = PyBytes_Size(encoded_.ptr());
            }
        }
        if (letters == nullptr) throw nb::python_error();
        view = {letters, static_cast<std::size_t>(size)};
    }
    std::string_view view;

  private:
    nb::object encoded_;
};

Share share_named(std::string_view by, bool points) {
    if (by == "letters") return {Share::letters, points};
    if (by == "equal") return {Share::equal, points};
    if (by == "whole") return {Share::whole, points};
    throw nb::value_error("letters, equal or whole");
}

/// A text to be split, or a tuple of words.
void add(Speech& speech, nb::handle said) {
    if (PyUnicode_Check(said.ptr())) {
        speech.text(Utf8(said.ptr()).view);
        return;
    }
    if (!PyTuple_Check(said.ptr())) throw nb::type_error("a text or a tuple of words");
    for (Py_ssize_t i = 0; i < PyTuple_Size(said.ptr()); ++i) speech.word(Utf8(PyTuple_GetItem(said.ptr(), i)).view);
}

Speech speech(Vocabulary& vocabulary, const nb::list& texts, const std::vector<double>& starts,
              const std::vector<double>& ends, std::string_view by, bool points, const std::vector<std::int64_t>& own,
              const Numbers<double>& own_seconds) {
    Speech made(vocabulary);
    const Share how = share_named(by, points);
    const std::size_t number = texts.size();
    if (ends.size() != starts.size() || (!starts.empty() && starts.size() != number) ||
        (!own.empty() && own.size() != number))
        throw nb::value_error("as many times as texts");
    std::span<const double> rest(own_seconds.data(), own_seconds.size());
    for (std::size_t i = 0; i < number; ++i) {
        add(made, texts[i]);
        if (!own.empty() && own[i] >= 0) {
            const std::size_t size = 2 * static_cast<std::size_t>(own[i]);
            if (size > rest.size()) throw nb::value_error("two times for each word");
            made.close(rest.first(size));
            rest = rest.subspan(size);
        } else if (starts.empty()) {
            made.close();
        } else {
            made.close(starts[i], ends[i], how);
        }
    }
    return made;
}

template <class Number> nb::bytes bytes(std::span<const Number> numbers) {
    return nb::bytes(reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes());
}

nb::bytes shares(const nb::object& words, double start, double end, std::string_view by, bool points) {
    const nb::object all = nb::steal(PySequence_Tuple(words.ptr()));
    if (!all.is_valid()) throw nb::python_error();
    std::vector<std::uint32_t> letters;
    for (Py_ssize_t i = 0; i < PyTuple_Size(all.ptr()); ++i) {
        const Py_ssize_t size = PyUnicode_GetLength(PyTuple_GetItem(all.ptr(), i));
        if (size < 0) throw nb::python_error();
        letters.push_back(static_cast<std::uint32_t>(size));
    }
    std::vector<double> made;
    share(start, end, letters, share_named(by, points), made);
    return bytes(std::span<const double>(made));
}

} // namespace

void bind_speech(nb::module_& m) {
    nb::class_<Vocabulary>(m, "Vocabulary", "A number for every distinct word.")
        .def(nb::init<>())
        .def("__len__", &Vocabulary::size)
        .def(
            "number", [](Vocabulary& self, const nb::str& word) { return self.number(Utf8(word.ptr()).view); },
            "word"_a, "The word's number; a new one where the word is new.");

    nb::class_<Row>(m, "Row", "Utterances one after the other, as a solver takes them.")
        .def(
            "__init__",
            [](Row* self, const Numbers<Token>& words, const std::optional<Numbers<std::int64_t>>& times,
               std::vector<std::size_t> ends) {
                if (times && times->size() != 2 * words.size()) throw nb::value_error("two times for each word");
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
            "Start and end of every word in turn in nanoseconds, as the bytes of an array of type q.");

    nb::class_<Speech>(m, "Speech", "The utterances of one side of a session.")
        .def(
            "__init__",
            [](Speech* self, Vocabulary& vocabulary, const nb::list& texts, const std::vector<double>& starts,
               const std::vector<double>& ends, std::string_view by, bool points, const std::vector<std::int64_t>& own,
               const Numbers<double>& own_seconds) {
                new (self) Speech(speech(vocabulary, texts, starts, ends, by, points, own, own_seconds));
            },
            "vocabulary"_a, "texts"_a, "starts"_a, "ends"_a, "by"_a, "points"_a, "own"_a, "own_seconds"_a,
            nb::keep_alive<1, 2>(),
            nb::sig("def __init__(self, vocabulary: Vocabulary, texts: list[str] | list[tuple[str, ...]], starts: "
                    "collections.abc.Sequence[float], ends: collections.abc.Sequence[float], by: str, points: bool, "
                    "own: collections.abc.Sequence[int], own_seconds: array.array[float]) -> None"),
            "Texts are split at white space. Without starts, words get no times but their own: so many words of each\n"
            "utterance have some, -1 where it has none.")
        .def("__len__", &Speech::size)
        .def_prop_ro(
            "lengths",
            [](const Speech& self) {
                std::vector<std::size_t> all;
                for (std::size_t i = 0; i < self.size(); ++i) all.push_back(self.length(i));
                return all;
            },
            "The number of words of each utterance.")
        .def(
            "seconds",
            [](const Speech& self, std::size_t place) -> nb::object {
                if (place >= self.size()) throw nb::index_error();
                return self.timed(place) ? nb::object(bytes(self.seconds(place))) : nb::none();
            },
            "place"_a, nb::sig("def seconds(self, place: int) -> bytes | None"),
            "Start and end of its words in turn, as the bytes of an array of type d; None where there are no times.")
        .def_prop_ro("out_of_range", &Speech::out_of_range,
                     "The first utterance with a time that nanoseconds cannot hold, if there is one.")
        .def("pick", &Speech::pick, "places"_a, "timed"_a, "widened"_a,
             "These utterances, with their times widened on both sides by so many nanoseconds if that is asked for.");

    m.def("shares", &shares, "words"_a, "start"_a, "end"_a, "by"_a, "points"_a,
          nb::sig("def shares(words: collections.abc.Sequence[str], start: float, end: float, by: str, points: bool) "
                  "-> bytes"),
          "A stretch of time cut into a share for every word, or the middle of each share.\n\n"
          "Start and end in turn, as the bytes of an array of type d.");

    m.def(
        "self_overlap",
        [](const nb::list& speakers, const std::vector<double>& starts, const std::vector<double>& ends) {
            Voices voice_of;
            std::vector<std::int32_t> voices;
            for (const nb::handle speaker : speakers) voices.push_back(voice_of(speaker));
            const SelfOverlap found = self_overlap(voices, starts, ends);
            nb::dict segments;
            for (const auto& [voice, number] : found.segments) segments[voice_of.names[voice]] = number;
            return nb::make_tuple(found.seconds, found.total, segments);
        },
        "speakers"_a, "starts"_a, "ends"_a,
        nb::sig("def self_overlap(speakers: list[str], starts: collections.abc.Sequence[float], ends: "
                "collections.abc.Sequence[float]) -> tuple[float, float, dict[str, int]]"),
        "Seconds of overlap with oneself, seconds with speech, and who overlaps in how many segments.");
}

} // namespace hubbub
