// Common helpers of the binding code.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <span>
#include <string_view>

namespace nb = nanobind;

namespace hubbub {

template <class Number> using Numbers = nb::ndarray<const Number, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// The UTF-8 of a Python string, valid while that string lives. An unpaired surrogate has no UTF-8 of its own, but may
/// be in a string.
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

inline nb::object decoded(std::string_view text) {
    auto made = nb::steal(PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "surrogatepass"));
    if (!made.is_valid()) throw nb::python_error();
    return made;
}

template <class Number> nb::bytes bytes(std::span<const Number> numbers) {
    return nb::bytes(reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes());
}

void bind_chance(nb::module_& m);
void bind_columns(nb::module_& m);
void bind_diarize(nb::module_& m);
void bind_outcome(nb::module_& m);
void bind_page(nb::module_& m);
void bind_read(nb::module_& m);
void bind_score(nb::module_& m);
void bind_shares(nb::module_& m);

} // namespace hubbub
