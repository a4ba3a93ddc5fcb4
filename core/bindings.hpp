// What the files that know Python share.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

namespace nb = nanobind;

namespace hubbub {

template <class Number> using Numbers = nb::ndarray<const Number, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

void bind_diarize(nb::module_& m);
void bind_speech(nb::module_& m);

} // namespace hubbub
