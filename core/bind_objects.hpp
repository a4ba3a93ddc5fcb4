// Columns of what Python holds: segments, dicts, lists of texts.
#pragma once

#include "bindings.hpp"
#include "corpus/columns.hpp"

#include <memory>
#include <string_view>

namespace hubbub {

Columns columns_of(const nb::list& segments, nb::handle plain);
std::shared_ptr<Columns> of_dicts(const nb::list& entries);
std::shared_ptr<Columns> of_lists(const nb::list& words, const nb::object& sessions, const nb::object& speakers,
                                  const nb::object& starts, const nb::object& ends);
std::shared_ptr<Columns> numbered(const nb::list& texts, std::string_view speaker);
std::shared_ptr<Columns> plain(const nb::list& texts, const nb::object& sessions, const nb::object& speakers);

} // namespace hubbub
