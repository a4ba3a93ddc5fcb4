// Transcripts as columns for Python, and the objects made from them.
#include "bind/bindings.hpp"
#include "bind/objects.hpp"
#include "corpus/channels.hpp"
#include "corpus/packing.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <memory>

using namespace nb::literals;

namespace hubbub {

namespace {

/// Names repeat from segment to segment: one Python object serves all.
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

/// Calls make(words, session, speaker, start, end, channel, word_times, extra, marked) for the segments from first to
/// last.
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

std::shared_ptr<Columns> joined(const std::vector<std::shared_ptr<Columns>>& parts) {
    auto columns = std::make_shared<Columns>();
    for (const auto& part : parts) columns->add_all(*part);
    columns->group();
    return columns;
}

std::shared_ptr<Columns> of_sessions(const Columns& columns, const std::vector<std::size_t>& places) {
    auto taken = std::make_shared<Columns>(columns.taken(segments_of(*columns.by_session(), places)));
    taken->group();
    return taken;
}

/// The rows SESSION/CHANNEL of the sessions with separate channels, by channel in lowercase, by the index of the pair.
/// Pairs are indices of sessions on each side, -1 for none.
nb::dict channel_rows(const Columns& reference, const Columns& hypothesis,
                      const std::vector<std::pair<std::int32_t, std::int32_t>>& pairs) {
    nb::dict rows;
    const auto ours = reference.by_session(), theirs = hypothesis.by_session();
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const auto [left, right] = pairs[i];
        if (left < 0 || right < 0) continue;
        if (static_cast<std::size_t>(left) >= ours->names.size() ||
            static_cast<std::size_t>(right) >= theirs->names.size())
            throw nb::index_error();
        const Channels channels = separate_channels(reference, (*ours)[left], hypothesis, (*theirs)[right]);
        if (channels.empty()) continue;
        const std::int32_t number = ours->names[left];
        const std::string session(number < 0 ? std::string_view{} : reference.sessions[number]);
        nb::dict own;
        for (const auto& [key, channel] : channels)
            own[decoded(key)] = decoded(session + (session.empty() || channel.empty() ? "" : "/") + channel);
        rows[nb::int_(i)] = own;
    }
    return rows;
}

std::shared_ptr<Columns> with_rows(const Columns& columns, const nb::dict& rows) {
    std::map<std::size_t, Channels> names;
    for (const auto [place, own] : rows)
        for (const auto [key, row] : nb::borrow<nb::dict>(own))
            names[nb::cast<std::size_t>(place)].emplace(Utf8(key.ptr()).view, Utf8(row.ptr()).view);
    if (!names.empty() && names.rbegin()->first >= columns.by_session()->names.size()) throw nb::index_error();
    return std::make_shared<Columns>(with_sessions_of_channels(columns, names));
}

/// The segments whose words equal this uppercase text, in any case.
std::vector<std::int32_t> find(const Columns& columns, std::string_view text) {
    const auto same = [](char one, char other) {
        return one == other || ((one ^ other) == 32 && other >= 'A' && other <= 'Z');
    };
    std::vector<std::int32_t> all;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const std::string_view words = columns.words[i];
        if (words.size() == text.size() && std::equal(words.begin(), words.end(), text.begin(), same))
            all.push_back(static_cast<std::int32_t>(i));
    }
    return all;
}

nb::object session_name(const Columns& columns, std::int32_t number) {
    return number < 0 ? nb::object(nb::str("")) : decoded(columns.sessions[number]);
}

nb::list session_names(const Columns& columns) {
    nb::list all;
    const auto groups = columns.by_session();
    for (const std::int32_t name : groups->names) all.append(session_name(columns, name));
    return all;
}

nb::list bare_sessions(const Columns& columns) {
    nb::list all;
    for (std::size_t i = 0; i < columns.size(); ++i)
        if (columns.speaker[i] < 0 && std::isnan(columns.start[i]))
            all.append(session_name(columns, columns.session[i]));
    return all;
}

nb::object text(const Columns& columns, std::size_t i) {
    if (i >= columns.size()) throw nb::index_error();
    return decoded(columns.words[i]);
}

nb::list texts(const Columns& columns) {
    nb::list all;
    for (std::size_t i = 0; i < columns.size(); ++i) all.append(decoded(columns.words[i]));
    return all;
}

std::vector<std::size_t> letters(const Columns& columns, const Columns::BySession& sessions) {
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < sessions.names.size(); ++i) {
        std::size_t sum = 0;
        for (const std::int32_t segment : sessions[i]) sum += columns.words[segment].size();
        all.push_back(sum);
    }
    return all;
}

std::vector<std::pair<std::uint64_t, std::uint64_t>> digests(const Columns& columns) {
    const auto sessions = columns.by_session();
    std::vector<std::pair<std::uint64_t, std::uint64_t>> all;
    for (std::size_t i = 0; i < sessions->names.size(); ++i) all.push_back(columns.digest((*sessions)[i]));
    return all;
}

std::vector<std::int32_t> timed(const Columns& columns) {
    std::vector<std::int32_t> all;
    for (std::size_t i = 0; i < columns.size(); ++i)
        if (columns.has_word_times(i)) all.push_back(static_cast<std::int32_t>(i));
    return all;
}

bool all_timed(const Columns& columns) {
    const auto known = [](double seconds) { return !std::isnan(seconds); };
    return std::ranges::all_of(columns.start, known) && std::ranges::all_of(columns.end, known);
}

void bind_texts(nb::module_& m) {
    nb::class_<Texts>(m, "Texts", "One text per segment.")
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
}

void bind_makers(nb::class_<Columns>& columns) {
    columns
        .def(
            "__init__",
            [](Columns* self, const nb::list& segments, nb::handle plain) {
                new (self) Columns(columns_of(segments, plain));
            },
            "segments"_a, "plain"_a, nb::sig("def __init__(self, segments: list[typing.Any], plain: type) -> None"),
            "Columns of segments, most of which are of the type `plain`: a tuple with their fields in order.")
        .def_static("plain", &plain, "texts"_a, "sessions"_a.none(), "speakers"_a.none(),
                    nb::sig("def plain(texts: list[str], sessions: list[str] | str | None, speakers: list[str] | str | "
                            "None) -> Columns"),
                    "Columns of texts without times; a name that is not a list applies to all of them.")
        .def_static("numbered", &numbered, "texts"_a, "speaker"_a,
                    nb::sig("def numbered(texts: list[str], speaker: str) -> Columns"),
                    "Columns of texts without times, each in a session named by its number.")
        .def_static("of_dicts", &of_dicts, "entries"_a,
                    nb::sig("def of_dicts(entries: list[typing.Any]) -> Columns | None"),
                    "Columns of dicts with SegLST's keys, None if the general reader is needed.")
        .def_static("of_arrow", &of_arrow, "stream"_a, "names"_a,
                    nb::sig("def of_arrow(stream: typing.Any, names: collections.abc.Sequence[str]) -> Columns "
                            "| None"),
                    "The rows of an Arrow stream, None if the general reader is needed. The names are "
                    "those\n"
                    "of the columns with words, session, speaker, start and end, empty if there is no such column.")
        .def_static("joined", &joined, "parts"_a, "The segments of these columns, concatenated.")
        .def_static(
            "unpacked",
            [](const nb::bytes& bytes) { return std::make_shared<Columns>(unpacked({bytes.c_str(), bytes.size()})); },
            "bytes"_a, "The inverse of `packed`.");
}

void bind_segments(nb::class_<Columns>& columns) {
    columns.def("__len__", &Columns::size)
        .def("make", &make_segments, "first"_a, "last"_a, "make"_a, "extra"_a, "marked"_a,
             nb::sig("def make(self, first: int, last: int, make: collections.abc.Callable[..., typing.Any], extra: "
                     "dict[int, typing.Any], marked: dict[int, typing.Any]) -> list[typing.Any]"),
             "Makes the segments from first up to last from their fields, with their extra keys and markup.")
        .def("find", &find, "text"_a, "The segments whose words equal this uppercase text, in any case.")
        .def("text", &text, "segment"_a, nb::sig("def text(self, segment: int) -> str"))
        .def("texts", &texts, nb::sig("def texts(self) -> list[str]"))
        .def(
            "packed",
            [](const Columns& self) {
                const std::string bytes = packed(self);
                return nb::bytes(bytes.data(), bytes.size());
            },
            "Serializes the columns for another process.")
        .def("timed", &timed, "The segments with word times.")
        .def("all_timed", &all_timed, "Whether every segment has a start and an end.")
        .def("word_times", &word_times, "segment"_a,
             nb::sig("def word_times(self, segment: int) -> tuple[tuple[float, float], ...] | None"));
}

void bind_sessions(nb::class_<Columns>& columns) {
    columns
        .def("session_names", &session_names, nb::sig("def session_names(self) -> list[str]"),
             "In the order of the file; the empty name for none.")
        .def("bare_sessions", &bare_sessions, nb::sig("def bare_sessions(self) -> list[str]"),
             "The sessions of segments with neither speaker nor times.")
        .def("by_session", &Columns::by_session, "The segments of each session.")
        .def("all_letters", [](const Columns& self) { return self.words.letters.size(); })
        .def("letters", &letters, "sessions"_a, "The number of characters of each session.")
        .def("of_sessions", &of_sessions, "places"_a, "The sessions at these indices, in this order.")
        .def(
            "has_channels", [](const Columns& self) { return self.channels.size() > 1; },
            "Whether there are several channels.")
        .def("channel_rows", &channel_rows, "hypothesis"_a, "sessions"_a,
             nb::sig("def channel_rows(self, hypothesis: Columns, sessions: collections.abc.Sequence[tuple[int, int]]) "
                     "-> dict[int, dict[str, str]]"),
             "The rows SESSION/CHANNEL of the sessions whose channels WER scores one by one, by channel in lowercase, "
             "by\n"
             "the index of the pair of sessions, which are indices, -1 for none.")
        .def("with_rows", &with_rows, "rows"_a,
             nb::sig("def with_rows(self, rows: dict[int, collections.abc.Mapping[str, str]]) -> Columns"),
             "A copy in which the segments of these sessions, by index, are in the rows of their channels.")
        .def("digests", &digests, "A 128-bit hash of each session, in two halves, in the order of `session_names`.");
}

} // namespace

void bind_columns(nb::module_& m) {
    bind_texts(m);
    nb::class_<Columns::BySession>(m, "BySession", "Segments by session, both in the order of the file.")
        .def("__len__", [](const Columns::BySession& self) { return self.names.size(); })
        .def("segments", &segments_of, "places"_a, "The segments of the sessions at these indices, concatenated.");
    nb::class_<Columns> columns(m, "Columns", "Segments as columns, in the order of their file.");
    bind_makers(columns);
    bind_segments(columns);
    bind_sessions(columns);
}

} // namespace hubbub
