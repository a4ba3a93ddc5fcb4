// What of a side was scored, as text from which a digest is made.
#pragma once

#include "corpus/side.hpp"

#include <string>

namespace hubbub {

// A line for each utterance with words: its speaker, its times and those of its words in nanoseconds, and the words as
// they are compared. It is the same whatever metrics are scored, so that a digest of it tells references apart.
std::string content(const PreparedSide& side, const Vocabulary& vocabulary);

} // namespace hubbub
