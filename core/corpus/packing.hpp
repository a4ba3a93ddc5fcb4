// Serialization of columns for another process.
#pragma once

#include "corpus/columns.hpp"

#include <string>
#include <string_view>

namespace hubbub {

std::string packed(const Columns& columns);
// The inverse of `packed`; throws std::invalid_argument if the bytes are not valid.
Columns unpacked(std::string_view bytes);

} // namespace hubbub
