// Columns from Python objects: segments, dicts, lists of texts.
#include "bind/objects.hpp"

#include "bind/bindings.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

namespace hubbub {
namespace {

/// Reads segments' attributes by name. Those of the named tuple `plain` are read by index, which is faster.
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
    return std::isnan(seconds) ? std::numeric_limits<double>::infinity() : seconds; // out of range, instead of unknown
}

/// A name as UTF-8, null if it is None. Integers are names too.
class Name {
  public:
    explicit Name(nb::object name) : name_(std::move(name)) {
        if (name_.is_none()) return;
        if (PyLong_Check(name_.ptr()) && !PyBool_Check(name_.ptr())) name_ = nb::str(name_);
        if (!PyUnicode_Check(name_.ptr())) throw nb::type_error("a segment has a name that is not a string");
        view = letters_.emplace(name_.ptr()).view;
    }
    std::string_view view;

  private:
    nb::object name_;
    std::optional<Utf8> letters_;
};

} // namespace

Columns columns_of(const nb::list& segments, nb::handle plain) {
    Columns columns;
    Attributes get(plain);
    std::vector<double> times;
    for (const nb::handle segment : segments) {
        const nb::object words = get(segment, "words", 0), word_times = get(segment, "word_times", 6);
        if (!PyUnicode_Check(words.ptr())) throw nb::type_error("a segment has words that are not a string");
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

namespace {

/// Dicts with SegLST's keys and values of the usual types, as columns.
class PlainDicts {
  public:
    /// Returns false if the general reader is needed.
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

    /// None and a missing key mean no name. An unpaired surrogate needs the general reader.
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

    /// Returns whether there is a time. A value that is not a number is stored as out of range.
    bool time(nb::handle entry, const nb::object& key, double& into) {
        const nb::handle found = value(entry, key);
        if (!found.is_valid() || found.is_none()) return false;
        const bool number = PyFloat_CheckExact(found.ptr()) || PyLong_CheckExact(found.ptr());
        into = number ? PyFloat_AsDouble(found.ptr()) + 0.0 : 2 * longest; // + 0.0 turns -0 into 0
        if (into == -1.0 && PyErr_Occurred() != nullptr) {                 // an integer that is too large for a double
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

} // namespace

std::shared_ptr<Columns> of_dicts(const nb::list& entries) {
    auto columns = std::make_shared<Columns>();
    PlainDicts dicts;
    for (const nb::handle entry : entries)
        if (!dicts.add(entry, *columns)) return nullptr;
    return columns;
}

std::shared_ptr<Columns> of_arrow(const nb::capsule& stream, const TableNames& names) {
    if (std::strcmp(stream.name(), "arrow_array_stream") != 0) throw nb::value_error("not an Arrow stream");
    auto& rows = *static_cast<ArrowArrayStream*>(stream.data());
    const nb::gil_scoped_release release;
    auto columns = columns_of(rows, names);
    if (!columns) return nullptr;
    columns->group();
    return std::make_shared<Columns>(std::move(*columns));
}

/// Texts of one speaker, each in a session named by its number.
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
    columns->group();
    return columns;
}

} // namespace hubbub
