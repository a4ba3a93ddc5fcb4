// What the files that know Python share.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <unordered_map>

namespace nb = nanobind;

namespace hubbub {

template <class Number> using Numbers = nb::ndarray<const Number, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// Numbers for names, in the order in which they come. Who has no name gets the empty one.
class Voices {
  public:
    std::int32_t operator()(nb::handle name) {
        const auto [found, is_new] = seen_.try_emplace(name.ptr(), 0);
        if (is_new) found->second = numbered(nb::borrow(name));
        return found->second;
    }

    nb::list names; // by number

  private:
    std::int32_t numbered(nb::object name) {
        if (PyObject_IsTrue(name.ptr()) != 1) name = nb::str("");
        if (known_.contains(name)) return nb::cast<std::int32_t>(known_[name]);
        const auto voice = static_cast<std::int32_t>(names.size());
        known_[name] = voice;
        names.append(name);
        return voice;
    }

    nb::dict known_;
    std::unordered_map<PyObject*, std::int32_t> seen_; // mostly one object serves all segments of a speaker
};

void bind_diarize(nb::module_& m);
void bind_speech(nb::module_& m);

} // namespace hubbub
