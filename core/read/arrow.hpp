// Reads tables of other libraries directly from memory: Arrow's C data interface.
#pragma once

#include "corpus/columns.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>

// The names and the order of the fields are those of Arrow's specification.
struct ArrowSchema {
    const char* format;
    const char* name;
    const char* metadata;
    std::int64_t flags, n_children;
    ArrowSchema** children;
    ArrowSchema* dictionary;
    void (*release)(ArrowSchema*);
    void* private_data;
};

struct ArrowArray {
    std::int64_t length, null_count, offset, n_buffers, n_children;
    const void** buffers;
    ArrowArray** children;
    ArrowArray* dictionary;
    void (*release)(ArrowArray*);
    void* private_data;
};

struct ArrowArrayStream {
    int (*get_schema)(ArrowArrayStream*, ArrowSchema* out);
    int (*get_next)(ArrowArrayStream*, ArrowArray* out);
    const char* (*get_last_error)(ArrowArrayStream*);
    void (*release)(ArrowArrayStream*);
    void* private_data;
};

namespace hubbub {

// The names of the columns with words, session, speaker, start and end; empty if the table lacks one.
using TableNames = std::array<std::string, 5>;

// Returns a segment for each row, or nothing if the general reader is needed: texts with outer spaces, times that are
// not decimals, an end before its start.
std::optional<Columns> columns_of(ArrowArrayStream& stream, const TableNames& names);

} // namespace hubbub
