// The scored content of a side, as text from which a digest is made.
#pragma once

#include "corpus/side.hpp"

#include <string>

namespace hubbub {

// Returns a line for each utterance with words: its speaker, its times and those of its words in nanoseconds, and the
// words as they are compared. It does not depend on the metrics, so its digest identifies a reference.
std::string content(const PreparedSide& side, const Vocabulary& vocabulary);

} // namespace hubbub
