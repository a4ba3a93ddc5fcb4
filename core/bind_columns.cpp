// Transcripts as columns: from Python's objects and from files, and the objects that are made of them.
#include "bindings.hpp"
#include "corpus/blanks.hpp"
#include "corpus/choices.hpp"
#include "corpus/columns.hpp"
#include "corpus/share.hpp"
#include "pieces.hpp"
#include "seglst.hpp"

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
    explicit File(const nb::object& file) : readinto_(file.attr("readinto")) {}
    std::size_t read(char* into, std::size_t size) override {
        const nb::gil_scoped_acquire acquire;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        const auto view = nb::steal(PyMemoryView_FromMemory(into, static_cast<Py_ssize_t>(size), PyBUF_WRITE));
        if (!view.is_valid()) throw nb::python_error();
        const auto count = nb::cast<std::size_t>(readinto_(view));
        if (count > size) throw nb::value_error("readinto() says that it read more than there is room for");
        return count;
    }

  private:
    nb::object readinto_;
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
    return read_pieces(source, threads, read, look_for_signals);
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

/// Segments' attributes by name. Those of the named tuple `plain` are taken by their places, which is quicker.
class Attributes {
  public:
    explicit Attributes(nb::handle plain) : plain_(plain) {}

    nb::object operator()(nb::handle object, const char* name, Py_ssize_t place) {
        if (object.type().ptr() == plain_.ptr()) return nb::borrow(PyTuple_GetItem(object.ptr(), place));
        auto value = nb::steal(PyObject_GetAttr(object.ptr(), key(name)));
        if (!value.is_valid()) throw nb::python_error();
        return value;
    }

  private:
    PyObject* key(const char* name) { // compares pointers: the names are literals
        for (auto& [known, object] : keys_)
            if (known == name) return object.ptr();
        keys_.push_back({name, nb::steal(PyUnicode_InternFromString(name))});
        return keys_.back().second.ptr();
    }
    nb::handle plain_;
    std::vector<std::pair<const char*, nb::object>> keys_;
};

double time_of(const nb::object& value) {
    if (value.is_none()) return absent;
    const double seconds = PyFloat_AsDouble(value.ptr());
    if (seconds == -1.0 && PyErr_Occurred() != nullptr) throw nb::python_error();
    return std::isnan(seconds) ? std::numeric_limits<double>::infinity() : seconds; // out of range, rather than unknown
}

/// A name as UTF-8, without data where it is None. Whole numbers are names too.
class Name {
  public:
    explicit Name(nb::object name) : name_(std::move(name)) {
        if (name_.is_none()) return;
        if (PyLong_Check(name_.ptr()) && !PyBool_Check(name_.ptr())) name_ = nb::str(name_);
        if (!PyUnicode_Check(name_.ptr())) throw nb::type_error("a segment has a name that is no text");
        view = letters_.emplace(name_.ptr()).view;
    }
    std::string_view view;

  private:
    nb::object name_;
    std::optional<Utf8> letters_;
};

Columns columns_of(const nb::list& segments, nb::handle plain) {
    Columns columns;
    Attributes get(plain);
    std::vector<double> times;
    for (const nb::handle segment : segments) {
        const nb::object words = get(segment, "words", 0), word_times = get(segment, "word_times", 6);
        if (!PyUnicode_Check(words.ptr())) throw nb::type_error("a segment has words that are no text");
        const Utf8 letters(words.ptr());
        const Name session(get(segment, "session", 1)), speaker(get(segment, "speaker", 2)),
            channel(get(segment, "channel", 5));
        Record record;
        record.words = letters.view;
        record.session = session.view;
        record.speaker = speaker.view;
        record.channel = channel.view;
        record.start = time_of(get(segment, "start", 3));
        record.end = time_of(get(segment, "end", 4));
        times.clear();
        if (!word_times.is_none()) {
            for (const nb::handle pair : word_times) {
                times.push_back(time_of(nb::object(pair[0])));
                times.push_back(time_of(nb::object(pair[1])));
            }
        }
        columns.add(record, times, !word_times.is_none());
    }
    return columns;
}

/// Dicts with SegLST's keys and values of the usual types, as columns.
class PlainDicts {
  public:
    /// False where the dict needs a closer look.
    bool add(nb::handle entry, Columns& into) {
        if (!PyDict_CheckExact(entry.ptr())) return false;
        seen_ = 0;
        const nb::handle words = value(entry, words_);
        if (!words.is_valid() || !PyUnicode_CheckExact(words.ptr())) return false;
        const Utf8 letters(words.ptr());
        Record record;
        record.words = letters.view;
        if (!name(entry, session_, record.session) || !name(entry, speaker_, record.speaker)) return false;
        const bool has_start = time(entry, start_, record.start), has_end = time(entry, end_, record.end);
        if (has_start != has_end || seen_ != PyDict_Size(entry.ptr())) return false;
        if (has_start && !(in_range(record.start) && in_range(record.end) && record.start <= record.end)) return false;
        into.add(record);
        return true;
    }

  private:
    nb::handle value(nb::handle entry, const nb::object& key) {
        PyObject* found = PyDict_GetItemWithError(entry.ptr(), key.ptr());
        if (found == nullptr && PyErr_Occurred() != nullptr) throw nb::python_error();
        seen_ += found != nullptr;
        return found;
    }

    /// None and a missing key are no name. Whole letters only: half of a surrogate pair needs a closer look.
    bool name(nb::handle entry, const nb::object& key, std::string_view& into) {
        const nb::handle found = value(entry, key);
        if (!found.is_valid() || found.is_none()) return true;
        if (!PyUnicode_CheckExact(found.ptr())) return false;
        Py_ssize_t size = 0;
        const char* letters = PyUnicode_AsUTF8AndSize(found.ptr(), &size);
        if (letters == nullptr) PyErr_Clear();
        into = {letters, static_cast<std::size_t>(size)};
        return letters != nullptr;
    }

    /// Is there a time? What is none is out of range.
    bool time(nb::handle entry, const nb::object& key, double& into) {
        const nb::handle found = value(entry, key);
        if (!found.is_valid() || found.is_none()) return false;
        const bool number = PyFloat_CheckExact(found.ptr()) || PyLong_CheckExact(found.ptr());
        into = number ? PyFloat_AsDouble(found.ptr()) + 0.0 : 2 * longest; // + 0.0 makes 0 of -0
        if (into == -1.0 && PyErr_Occurred() != nullptr) { // a whole number that is too large for a double
            PyErr_Clear();
            into = 2 * longest;
        }
        return true;
    }

    static nb::object key(const char* name) { return nb::steal(PyUnicode_InternFromString(name)); }
    const nb::object words_ = key("words"), session_ = key("session_id"), speaker_ = key("speaker"),
                     start_ = key("start_time"), end_ = key("end_time");
    Py_ssize_t seen_ = 0;
};

std::shared_ptr<Columns> of_dicts(const nb::list& entries) {
    auto columns = std::make_shared<Columns>();
    PlainDicts dicts;
    for (const nb::handle entry : entries)
        if (!dicts.add(entry, *columns)) return nullptr;
    return columns;
}

/// Columns of a table, a list for each of words, session, speaker, start and end; None where the table lacks it.
class PlainLists {
  public:
    PlainLists(const nb::object& list, std::size_t rows) : list_(list.is_none() ? nullptr : list.ptr()) {
        if (list_ != nullptr && (!PyList_CheckExact(list_) || nb::len(list) != rows))
            throw nb::value_error("lists of the same length");
    }
    /// Without data for None. False where it is no text, or not as a table is stripped: empty, or with blanks around
    /// it.
    bool text(std::size_t row, std::string_view& into) const {
        const nb::handle cell = at(row);
        if (!cell.is_valid() || cell.is_none()) return true;
        if (!PyUnicode_CheckExact(cell.ptr())) return false;
        Py_ssize_t size = 0;
        const char* letters = PyUnicode_AsUTF8AndSize(cell.ptr(), &size);
        if (letters == nullptr) PyErr_Clear();
        into = {letters, static_cast<std::size_t>(size)};
        std::string_view stripped = into;
        trim_left(stripped);
        trim_right(stripped);
        return letters != nullptr && !into.empty() && stripped.size() == into.size();
    }
    bool seconds(std::size_t row, double& into) const {
        const nb::handle cell = at(row);
        if (!cell.is_valid() || cell.is_none()) return true;
        if (!PyFloat_CheckExact(cell.ptr())) return false;
        into = PyFloat_AsDouble(cell.ptr()) + 0.0; // + 0.0 makes 0 of -0
        return in_range(into);
    }

  private:
    nb::handle at(std::size_t row) const {
        return list_ == nullptr ? nullptr : PyList_GetItem(list_, static_cast<Py_ssize_t>(row));
    }
    PyObject* list_;
};

std::shared_ptr<Columns> of_lists(const nb::list& words, const nb::object& sessions, const nb::object& speakers,
                                  const nb::object& starts, const nb::object& ends) {
    auto columns = std::make_shared<Columns>();
    const std::size_t rows = nb::len(words);
    const PlainLists word_list(words, rows), session_list(sessions, rows), speaker_list(speakers, rows),
        start_list(starts, rows), end_list(ends, rows);
    for (std::size_t row = 0; row < rows; ++row) {
        Record record;
        if (!word_list.text(row, record.words) || !session_list.text(row, record.session) ||
            !speaker_list.text(row, record.speaker) || !start_list.seconds(row, record.start) ||
            !end_list.seconds(row, record.end) || record.end < record.start)
            return nullptr;
        if (record.words.data() == nullptr) record.words = "";
        columns->add(record);
    }
    return columns;
}

/// Texts of one speaker, each a session that is named by its number.
std::shared_ptr<Columns> numbered(const nb::list& texts, std::string_view speaker) {
    auto columns = std::make_shared<Columns>();
    std::size_t number = 0;
    for (const nb::handle text : texts) {
        const std::string name = std::to_string(number++);
        Record record;
        const Utf8 letters(text.ptr());
        record.words = letters.view;
        record.session = name;
        record.speaker = speaker;
        columns->add(record);
    }
    return columns;
}

/// A segment per text. Names are a list with one for each text, or a single one for all.
std::shared_ptr<Columns> plain(const nb::list& texts, const nb::object& sessions, const nb::object& speakers) {
    auto columns = std::make_shared<Columns>();
    const std::size_t number = texts.size();
    const auto name = [](const nb::object& names, std::size_t i) -> nb::object {
        return PyList_Check(names.ptr()) ? nb::object(names[i]) : names;
    };
    for (std::size_t i = 0; i < number; ++i) {
        const nb::object text = texts[i], session = name(sessions, i), speaker = name(speakers, i);
        if (!PyUnicode_Check(text.ptr())) throw nb::type_error("a text is needed");
        const Utf8 letters(text.ptr());
        const Name session_name(session), speaker_name(speaker);
        Record record;
        record.words = letters.view;
        record.session = session_name.view;
        record.speaker = speaker_name.view;
        columns->add(record);
    }
    return columns;
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

void check_segments(const Columns& columns, const std::vector<std::int32_t>& segments) {
    for (const std::int32_t i : segments)
        if (i < 0 || static_cast<std::size_t>(i) >= columns.size()) throw nb::index_error();
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
        .def_static("of_lists", &of_lists, "words"_a, "sessions"_a.none(), "speakers"_a.none(), "starts"_a.none(),
                    "ends"_a.none(),
                    nb::sig("def of_lists(words: list[typing.Any], sessions: list[typing.Any] | None, speakers: "
                            "list[typing.Any] | None, starts: list[typing.Any] | None, ends: list[typing.Any] | None) "
                            "-> Columns | None"),
                    "Segments given as columns of a table, None if anything in them is out of the ordinary.")
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
                for (const std::int32_t name : self.by_session().names)
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
            "taken",
            [](const Columns& self, const std::vector<std::int32_t>& segments) {
                check_segments(self, segments);
                return std::make_shared<Columns>(self.taken(segments));
            },
            "segments"_a, "Only these segments, in this order.")
        .def(
            "digests",
            [](const Columns& self) {
                const Columns::BySession sessions = self.by_session();
                std::vector<std::pair<std::uint64_t, std::uint64_t>> all;
                for (std::size_t i = 0; i < sessions.names.size(); ++i) all.push_back(self.digest(sessions[i]));
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
                    if (!contents.add(record)) break;
                contents.gave_up = reader.gave_up();
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
