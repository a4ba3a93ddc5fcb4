// Transcripts as columns: from Python's objects and from files, and the objects that are made of them.
#include "corpus/columns.hpp"
#include "bind/bindings.hpp"
#include "bind/objects.hpp"
#include "corpus/choices.hpp"
#include "corpus/packing.hpp"
#include "corpus/share.hpp"
#include "read/pieces.hpp"
#include "read/seglst.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>

using namespace nb::literals;

namespace hubbub {

namespace {

/// A Python file, or whatever else has readinto(). It may be read without the interpreter's lock, in any thread.
class File final : public ByteSource {
  public:
    explicit File(const nb::object& file) : file_(file), readinto_(file.attr("readinto")) {}
    std::size_t read(char* into, std::size_t size) override {
        const nb::gil_scoped_acquire acquire;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        const auto view = nb::steal(PyMemoryView_FromMemory(into, static_cast<Py_ssize_t>(size), PyBUF_WRITE));
        if (!view.is_valid()) throw nb::python_error();
        const auto count = nb::cast<std::size_t>(readinto_(view));
        if (count > size) throw nb::value_error("readinto() says that it read more than there is room for");
        return count;
    }
    std::size_t left() override {
        const nb::gil_scoped_acquire acquire;
        try {
            const nb::object place = file_.attr("tell")(), seek = file_.attr("seek");
            const auto end = nb::cast<std::size_t>(seek(0, 2));
            seek(place);
            return end - std::min(end, nb::cast<std::size_t>(place));
        } catch (const std::exception&) { // what cannot seek
            return 0;
        }
    }

  private:
    nb::object file_, readinto_;
};

/// Raises the error of a text that is not UTF-8, if there is one.
void check_text(const Contents& contents) {
    if (contents.broken.empty()) return;
    PyUnicode_DecodeUTF8(contents.broken.data(), static_cast<Py_ssize_t>(contents.broken.size()), nullptr);
    throw nb::python_error();
}

void look_for_signals() {
    const nb::gil_scoped_acquire acquire;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

/// The contents of a file of lines, which is read without the interpreter's lock.
Contents read_file(const nb::object& file, std::size_t threads, const ReadPiece& read) {
    File source(file);
    const nb::gil_scoped_release release;
    Contents contents = read_pieces(source, threads, read, look_for_signals);
    contents.columns.group();
    return contents;
}

/// Names repeat from segment to segment: one object serves them all.
class NameObjects {
  public:
    explicit NameObjects(const Vocabulary& names) : names_(names), objects_(names.size()) {}
    nb::object operator()(std::int32_t number) {
        if (number < 0) return nb::none();
        nb::object& object = objects_[static_cast<std::size_t>(number)];
        if (!object.is_valid()) object = decoded(names_[number]);
        return object;
    }

  private:
    const Vocabulary& names_;
    std::vector<nb::object> objects_;
};

nb::object seconds(double value) { return std::isnan(value) ? nb::none() : nb::steal(PyFloat_FromDouble(value)); }

nb::object word_times(const Columns& columns, std::size_t i) {
    if (i >= columns.size()) throw nb::index_error();
    if (!columns.has_word_times(i)) return nb::none();
    const auto times = columns.word_times(i);
    const nb::object all = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(times.size() / 2)));
    for (std::size_t k = 0; k < times.size(); k += 2)
        PyTuple_SetItem(all.ptr(), static_cast<Py_ssize_t>(k / 2),
                        nb::make_tuple(times[k], times[k + 1]).release().ptr());
    return all;
}

/// make(words, session, speaker, start, end, channel, word_times, extra, marked) for the segments from first to last.
nb::list make_segments(const Columns& columns, std::size_t first, std::size_t last, const nb::callable& make,
                       const nb::dict& extra, const nb::dict& marked) {
    NameObjects sessions(columns.sessions), speakers(columns.speakers), channels(columns.channels);
    const nb::object none = nb::none();
    const bool extras = extra.size() != 0, marks = marked.size() != 0;
    const auto beside = [&](bool any, const nb::dict& values, std::size_t i) {
        if (!any) return none;
        const nb::int_ key(i);
        return values.contains(key) ? nb::object(values[key]) : none;
    };
    nb::list all;
    for (std::size_t i = first; i < std::min(last, columns.size()); ++i) {
        const nb::object fields[] = {
            decoded(columns.words[i]), sessions(columns.session[i]), speakers(columns.speaker[i]),
            seconds(columns.start[i]), seconds(columns.end[i]),      channels(columns.channel[i]),
            word_times(columns, i),    beside(extras, extra, i),     beside(marks, marked, i)};
        PyObject* arguments[std::size(fields)];
        std::transform(std::begin(fields), std::end(fields), arguments, [](const auto& field) { return field.ptr(); });
        const nb::object segment = nb::steal(PyObject_Vectorcall(make.ptr(), arguments, std::size(fields), nullptr));
        if (!segment.is_valid() || PyList_Append(all.ptr(), segment.ptr()) != 0) throw nb::python_error();
    }
    return all;
}

std::vector<std::int32_t> segments_of(const Columns::BySession& sessions, const std::vector<std::size_t>& places) {
    std::vector<std::int32_t> all;
    for (const std::size_t place : places) {
        if (place >= sessions.names.size()) throw nb::index_error();
        const auto own = sessions[place];
        all.insert(all.end(), own.begin(), own.end());
    }
    return all;
}

Texts texts_of(const nb::list& texts) {
    Texts copies;
    for (const nb::handle text : texts) {
        if (!PyUnicode_Check(text.ptr())) throw nb::type_error("a text is needed");
        copies.add(Utf8(text.ptr()).view);
    }
    return copies;
}

Share share_named(std::string_view by, bool points) {
    if (by == "letters") return {Share::letters, points};
    if (by == "equal") return {Share::equal, points};
    if (by == "whole") return {Share::whole, points};
    throw nb::value_error("letters, equal or whole");
}

nb::bytes shares(const nb::object& words, double start, double end, std::string_view by, bool points,
                 std::string_view shape) {
    const nb::object all = nb::steal(PySequence_Tuple(words.ptr()));
    if (!all.is_valid()) throw nb::python_error();
    std::vector<std::uint32_t> letters;
    for (Py_ssize_t i = 0; i < PyTuple_Size(all.ptr()); ++i) {
        const Py_ssize_t size = PyUnicode_GetLength(PyTuple_GetItem(all.ptr(), i));
        if (size < 0) throw nb::python_error();
        letters.push_back(static_cast<std::uint32_t>(size));
    }
    std::vector<double> times;
    const Share how = share_named(by, points);
    const Choices choices(shape);
    if (shape.empty()) {
        share(start, end, letters, how, times);
    } else if (choices.optional().size() == letters.size()) {
        const Choices::Lay lay = [&](double from, double to, std::span<const std::uint32_t> branch_letters,
                                     auto& into) { share(from, to, branch_letters, how, into); };
        choices.spread(start, end, letters, lay, times);
    } else {
        throw nb::value_error("a shape of other words");
    }
    return bytes(std::span<const double>(times));
}

} // namespace

void bind_columns(nb::module_& m) {
    nb::class_<Texts>(m, "Texts", "A text per segment.")
        .def(
            "__init__", [](Texts* self, const nb::list& texts) { new (self) Texts(texts_of(texts)); }, "texts"_a,
            nb::sig("def __init__(self, texts: list[str]) -> None"))
        .def("__len__", &Texts::size)
        .def(
            "__getitem__",
            [](const Texts& self, std::size_t i) {
                if (i >= self.size()) throw nb::index_error();
                return decoded(self[i]);
            },
            nb::sig("def __getitem__(self, arg: int, /) -> str"));

    nb::class_<Columns::BySession>(m, "BySession", "Segments by session, both in the order of the file.")
        .def("__len__", [](const Columns::BySession& self) { return self.names.size(); })
        .def("segments", &segments_of, "places"_a, "The segments of the sessions at these places, in turn.");

    nb::class_<Columns>(m, "Columns", "Segments as columns, in the order of their file.")
        .def(
            "__init__",
            [](Columns* self, const nb::list& segments, nb::handle plain) {
                new (self) Columns(columns_of(segments, plain));
            },
            "segments"_a, "plain"_a, nb::sig("def __init__(self, segments: list[typing.Any], plain: type) -> None"),
            "Segments, most of which are of the type `plain`: a tuple with their fields in order.")
        .def_static("plain", &plain, "texts"_a, "sessions"_a.none(), "speakers"_a.none(),
                    nb::sig("def plain(texts: list[str], sessions: list[str] | str | None, speakers: list[str] | str | "
                            "None) -> Columns"),
                    "Texts without times; a name that is no list is that of all of them.")
        .def_static("numbered", &numbered, "texts"_a, "speaker"_a,
                    nb::sig("def numbered(texts: list[str], speaker: str) -> Columns"),
                    "Texts without times, each a session that is called by its number.")
        .def_static("of_dicts", &of_dicts, "entries"_a,
                    nb::sig("def of_dicts(entries: list[typing.Any]) -> Columns | None"),
                    "Segments given as dicts with SegLST's keys, None if anything in them is out of the ordinary.")
        .def_static("of_arrow", &of_arrow, "stream"_a, "names"_a,
                    nb::sig("def of_arrow(stream: typing.Any, names: collections.abc.Sequence[str]) -> Columns "
                            "| None"),
                    "The rows of a stream of Arrow, None if anything in them is out of the ordinary. The names are "
                    "those\n"
                    "of the columns with words, session, speaker, start and end, empty where there is no such column.")
        .def("__len__", &Columns::size)
        .def("make", &make_segments, "first"_a, "last"_a, "make"_a, "extra"_a, "marked"_a,
             nb::sig("def make(self, first: int, last: int, make: collections.abc.Callable[..., typing.Any], extra: "
                     "dict[int, typing.Any], marked: dict[int, typing.Any]) -> list[typing.Any]"),
             "The segments from first up to last, made of their fields, with what stands beside them.")
        .def_static(
            "joined",
            [](const std::vector<std::shared_ptr<Columns>>& parts) {
                auto columns = std::make_shared<Columns>();
                for (const auto& part : parts) columns->add_all(*part);
                columns->group();
                return columns;
            },
            "parts"_a, "All segments of these, in turn.")
        .def(
            "find",
            [](const Columns& self, std::string_view text) {
                const auto same = [](char one, char other) {
                    return one == other || ((one ^ other) == 32 && other >= 'A' && other <= 'Z');
                };
                std::vector<std::int32_t> all;
                for (std::size_t i = 0; i < self.size(); ++i) {
                    const std::string_view words = self.words[i];
                    if (words.size() == text.size() && std::equal(words.begin(), words.end(), text.begin(), same))
                        all.push_back(static_cast<std::int32_t>(i));
                }
                return all;
            },
            "text"_a, "The segments whose words are this text of capital letters, in whatever case.")
        .def(
            "session_names",
            [](const Columns& self) {
                nb::list all;
                const auto groups = self.by_session();
                for (const std::int32_t name : groups->names)
                    all.append(name < 0 ? nb::object(nb::str("")) : decoded(self.sessions[name]));
                return all;
            },
            nb::sig("def session_names(self) -> list[str]"), "In the order of the file; the empty name for none.")
        .def(
            "bare_sessions",
            [](const Columns& self) {
                nb::list all;
                for (std::size_t i = 0; i < self.size(); ++i)
                    if (self.speaker[i] < 0 && std::isnan(self.start[i]))
                        all.append(self.session[i] < 0 ? nb::object(nb::str(""))
                                                       : decoded(self.sessions[self.session[i]]));
                return all;
            },
            nb::sig("def bare_sessions(self) -> list[str]"), "Sessions of segments with neither speaker nor times.")
        .def(
            "text",
            [](const Columns& self, std::size_t i) {
                if (i >= self.size()) throw nb::index_error();
                return decoded(self.words[i]);
            },
            "segment"_a, nb::sig("def text(self, segment: int) -> str"))
        .def(
            "texts",
            [](const Columns& self) {
                nb::list all;
                for (std::size_t i = 0; i < self.size(); ++i) all.append(decoded(self.words[i]));
                return all;
            },
            nb::sig("def texts(self) -> list[str]"))
        .def(
            "packed",
            [](const Columns& self) {
                const std::string bytes = packed(self);
                return nb::bytes(bytes.data(), bytes.size());
            },
            "All of it as bytes, for another process.")
        .def_static(
            "unpacked",
            [](const nb::bytes& bytes) { return std::make_shared<Columns>(unpacked({bytes.c_str(), bytes.size()})); },
            "bytes"_a, "What `packed` made bytes of.")
        .def("by_session", &Columns::by_session, "The segments of each session.")
        .def("all_letters", [](const Columns& self) { return self.words.letters.size(); })
        .def(
            "letters",
            [](const Columns& self, const Columns::BySession& sessions) {
                std::vector<std::size_t> all;
                for (std::size_t i = 0; i < sessions.names.size(); ++i) {
                    std::size_t sum = 0;
                    for (const std::int32_t segment : sessions[i]) sum += self.words[segment].size();
                    all.push_back(sum);
                }
                return all;
            },
            "sessions"_a, "The letters of each session.")
        .def(
            "of_sessions",
            [](const Columns& self, const std::vector<std::size_t>& places) {
                auto columns = std::make_shared<Columns>(self.taken(segments_of(*self.by_session(), places)));
                columns->group();
                return columns;
            },
            "places"_a, "Only the sessions at these places, in this order.")
        .def(
            "digests",
            [](const Columns& self) {
                const auto sessions = self.by_session();
                std::vector<std::pair<std::uint64_t, std::uint64_t>> all;
                for (std::size_t i = 0; i < sessions->names.size(); ++i) all.push_back(self.digest((*sessions)[i]));
                return all;
            },
            "A hash of each session, in two halves, in the order of `session_names`.")
        .def(
            "timed",
            [](const Columns& self) {
                std::vector<std::int32_t> all;
                for (std::size_t i = 0; i < self.size(); ++i)
                    if (self.has_word_times(i)) all.push_back(static_cast<std::int32_t>(i));
                return all;
            },
            "Segments that have times for each word.")
        .def(
            "all_timed",
            [](const Columns& self) {
                const auto known = [](double seconds) { return !std::isnan(seconds); };
                return std::ranges::all_of(self.start, known) && std::ranges::all_of(self.end, known);
            },
            "Does every segment have a start and an end?")
        .def("word_times", &word_times, "segment"_a,
             nb::sig("def word_times(self, segment: int) -> tuple[tuple[float, float], ...] | None"));

    m.def(
        "read_lines",
        [](const nb::object& file, std::string layout, std::size_t threads) {
            Contents contents = read_file(file, threads, lines_of(std::move(layout)));
            check_text(contents);
            nb::dict extra;
            for (const auto& [segment, text] : contents.extra) extra[nb::int_(segment)] = decoded(text);
            nb::object fault = nb::none();
            if (contents.fault)
                fault =
                    nb::make_tuple(static_cast<int>(contents.fault->kind), contents.fault->line, contents.fault->field,
                                   nb::bytes(contents.fault->text.data(), contents.fault->text.size()));
            return nb::make_tuple(std::make_shared<Columns>(std::move(contents.columns)), extra, contents.marked,
                                  fault);
        },
        "file"_a, "layout"_a, "threads"_a,
        nb::sig("def read_lines(file: typing.BinaryIO, layout: str, threads: int) -> tuple[Columns, dict[int, str], "
                "list[tuple[int, int]], tuple[int, int, int, bytes] | None]"),
        "Segments made from lines; what else they say; which have markup, and where; the first fault: its kind, line\n"
        "number, field, line.");

    m.def(
        "read_seglst",
        [](const nb::object& file) -> nb::object {
            File source(file);
            Contents contents;
            {
                const nb::gil_scoped_release release;
                SeglstReader reader(source);
                for (Record record; reader.next(record);)
                    if (!contents.add(record, false)) break;
                contents.gave_up = reader.gave_up();
                contents.columns.group();
            }
            check_text(contents);
            return contents.gave_up ? nb::none() : nb::cast(std::make_shared<Columns>(std::move(contents.columns)));
        },
        "file"_a, nb::sig("def read_seglst(file: typing.BinaryIO) -> Columns | None"),
        "Segments made from a SegLST file, None if anything in it is out of the ordinary.");

    m.def(
        "read_json_lines",
        [](const nb::object& file, std::size_t threads) -> nb::object {
            Contents contents = read_file(file, threads, json_lines());
            check_text(contents);
            return contents.gave_up ? nb::none() : nb::cast(std::make_shared<Columns>(std::move(contents.columns)));
        },
        "file"_a, "threads"_a, nb::sig("def read_json_lines(file: typing.BinaryIO, threads: int) -> Columns | None"),
        "Segments made from lines with an object of SegLST on each, None if anything in them is out of the ordinary.");

    m.def(
        "repeated_key", [](const nb::bytes& json) { return repeated_key({json.c_str(), json.size()}); }, "json"_a,
        "Where a key begins that its object has already, in a text that is JSON; None if there is no such key.");

    m.def("shares", &shares, "words"_a, "start"_a, "end"_a, "by"_a, "points"_a, "shape"_a = "",
          nb::sig("def shares(words: collections.abc.Sequence[str], start: float, end: float, by: str, points: bool, "
                  "shape: str = '') -> bytes"),
          "A stretch of time cut into a share for every word, or the middle of each share.\n\n"
          "Start and end in turn, as the bytes of an array of type d.");
}

} // namespace hubbub
