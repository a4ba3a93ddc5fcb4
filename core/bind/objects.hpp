// Columns from Python objects: segments, dicts, lists of texts.
#pragma once

#include "bind/bindings.hpp"
#include "corpus/columns.hpp"
#include "read/arrow.hpp"

#include <memory>
#include <string_view>

namespace hubbub {

Columns columns_of(const nb::list& segments, nb::handle plain);
std::shared_ptr<Columns> of_dicts(const nb::list& entries);
std::shared_ptr<Columns> of_arrow(const nb::capsule& stream, const TableNames& names);
std::shared_ptr<Columns> numbered(const nb::list& texts, std::string_view speaker);
std::shared_ptr<Columns> plain(const nb::list& texts, const nb::object& sessions, const nb::object& speakers);

} // namespace hubbub
