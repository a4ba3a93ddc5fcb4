// Readers of line files and JSON for Python: any object with readinto() is read to columns.
#include "bind/bindings.hpp"
#include "corpus/columns.hpp"
#include "read/pieces.hpp"
#include "read/seglst.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>

using namespace nb::literals;

namespace hubbub {

namespace {

/// A Python file, or any object with readinto(). It may be read without the interpreter's lock, in any thread.
class File final : public ByteSource {
  public:
    explicit File(const nb::object& file) : file_(file), readinto_(file.attr("readinto")) {}
    std::size_t read(char* into, std::size_t size) override {
        const nb::gil_scoped_acquire acquire;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        const auto view = nb::steal(PyMemoryView_FromMemory(into, static_cast<Py_ssize_t>(size), PyBUF_WRITE));
        if (!view.is_valid()) throw nb::python_error();
        const auto count = nb::cast<std::size_t>(readinto_(view));
        if (count > size) throw nb::value_error("readinto() returned more than the size of its buffer");
        return count;
    }
    std::size_t left() override {
        const nb::gil_scoped_acquire acquire;
        try {
            const nb::object place = file_.attr("tell")(), seek = file_.attr("seek");
            const auto end = nb::cast<std::size_t>(seek(0, 2));
            seek(place);
            return end - std::min(end, nb::cast<std::size_t>(place));
        } catch (const std::exception&) { // not seekable
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

/// The contents of a line file, read without the interpreter's lock.
Contents read_file(const nb::object& file, std::size_t threads, const ReadPiece& read) {
    File source(file);
    const nb::gil_scoped_release release;
    Contents contents = read_pieces(source, threads, read, look_for_signals);
    contents.columns.group();
    return contents;
}

nb::object columns_of(Contents contents) {
    check_text(contents);
    return contents.gave_up ? nb::none() : nb::cast(std::make_shared<Columns>(std::move(contents.columns)));
}

nb::tuple read_lines(const nb::object& file, std::string layout, std::size_t threads) {
    Contents contents = read_file(file, threads, lines_of(std::move(layout)));
    check_text(contents);
    nb::dict extra;
    for (const auto& [segment, text] : contents.extra) extra[nb::int_(segment)] = decoded(text);
    return nb::make_tuple(std::make_shared<Columns>(std::move(contents.columns)), extra, contents.marked,
                          std::move(contents.fault));
}

nb::object read_seglst(const nb::object& file) {
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
    return columns_of(std::move(contents));
}

nb::object read_json_lines(const nb::object& file, std::size_t threads) {
    return columns_of(read_file(file, threads, json_lines()));
}

} // namespace

void bind_read(nb::module_& m) {
    using Fault = Contents::Fault;
    nb::class_<Fault>(m, "LineFault", "An error in a line: too few or too many fields, or a field that is not a time.")
        .def_prop_ro("kind", [](const Fault& self) { return name_of(self.kind); })
        .def_ro("line", &Fault::line)
        .def_ro("field", &Fault::field)
        .def_prop_ro("text", [](const Fault& self) { return nb::bytes(self.text.data(), self.text.size()); });
    m.def("read_lines", &read_lines, "file"_a, "layout"_a, "threads"_a,
          nb::sig("def read_lines(file: typing.BinaryIO, layout: str, threads: int) -> tuple[Columns, dict[int, str], "
                  "list[tuple[int, int]], LineFault | None]"),
          "Segments made from lines; their extra information; those with markup and their lines; the first error.");

    m.def("read_seglst", &read_seglst, "file"_a, nb::sig("def read_seglst(file: typing.BinaryIO) -> Columns | None"),
          "Segments made from a SegLST file, None if the general reader is needed.");

    m.def("read_json_lines", &read_json_lines, "file"_a, "threads"_a,
          nb::sig("def read_json_lines(file: typing.BinaryIO, threads: int) -> Columns | None"),
          "Segments made from lines with a SegLST object each, None if the general reader is needed.");

    m.def(
        "repeated_key", [](const nb::bytes& json) { return repeated_key({json.c_str(), json.size()}); }, "json"_a,
        "The offset of a key that its object already has, in valid JSON; None if there is no such key.");
}

} // namespace hubbub
