// Word fragments: foo- is the beginning of a word, -foo the end of one. The rule is asclite's.
#pragma once

#include <string_view>

namespace hubbub {

bool is_fragment(std::string_view word);
// Whether a fragment matches the other word, or the other fragment.
bool fits(std::string_view word, std::string_view other_word);

} // namespace hubbub
