// Estimated word times in a segment, for Python.
#include "bind/bindings.hpp"
#include "corpus/choices.hpp"
#include "corpus/share.hpp"

#include <nanobind/stl/string_view.h>

#include <span>
#include <vector>

using namespace nb::literals;

namespace hubbub {

namespace {

Share share_named(std::string_view by, bool points) {
    if (by == "letters") return {Share::letters, points};
    if (by == "equal") return {Share::equal, points};
    if (by == "whole") return {Share::whole, points};
    throw nb::value_error("share must be letters, equal or whole");
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
        const Choices::ShareFunction lay = [&](double from, double to, std::span<const std::uint32_t> branch_letters,
                                               auto& into) { share(from, to, branch_letters, how, into); };
        choices.spread(start, end, letters, lay, times);
    } else {
        throw nb::value_error("the shape does not fit the words");
    }
    return bytes(std::span<const double>(times));
}

} // namespace

void bind_shares(nb::module_& m) {
    m.def("shares", &shares, "words"_a, "start"_a, "end"_a, "by"_a, "points"_a, "shape"_a = "",
          nb::sig("def shares(words: collections.abc.Sequence[str], start: float, end: float, by: str, points: bool, "
                  "shape: str = '') -> bytes"),
          "Divides a time interval into a share for every word, or returns the midpoint of each share.\n\n"
          "Start and end, alternating, as the bytes of an array of type d.");
}

} // namespace hubbub
