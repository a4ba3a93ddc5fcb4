// Columns as bytes, for another process.
#pragma once

#include "corpus/columns.hpp"

#include <string>
#include <string_view>

namespace hubbub {

std::string packed(const Columns& columns);
// What `packed` made of them; throws std::invalid_argument where the bytes are not of that kind.
Columns unpacked(std::string_view bytes);

} // namespace hubbub
