// The results of a corpus for Python: the numbers are bound in outcome.cpp, the words in looked.cpp.
#pragma once

#include "bind/bindings.hpp"
#include "corpus/score.hpp"

namespace hubbub {

/// Raises IndexError if there is no such metric or session.
const Solution& solution_at(const Outcome& outcome, std::size_t metric, std::size_t session);

void bind_looked(nb::module_& m);
void bind_words(nb::class_<Outcome>& outcome);
void bind_pairs(nb::module_& m);

} // namespace hubbub
