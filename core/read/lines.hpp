// Files with one segment per line, fields separated by white space: STM, CTM, RTTM, UEM, Kaldi.
#pragma once

#include "corpus/record.hpp"

#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hubbub {

/// The meaning of a column. A layout is a string of these, in the order of the line.
enum class Field : char {
    session = 'i',
    channel = 'c',
    speaker = 'k',
    start = 's',
    end = 'e',
    duration = 'd', ///< after start: the record's end is their sum
    maybe_start = 'S',
    maybe_duration = 'D',
    label = 'l', ///< `<…>`, kept as extra; the column may be missing
    word = 'w',
    words = 'W',  ///< the rest of the line, may be empty
    marked = 'M', ///< words too, in which sclite's markup is looked for
    extra = 'x',
    extras = 'X', ///< the rest of the line, may be empty
    skip = '_',
    rest = '.', ///< the rest of the line, skipped
};

enum class LineFault { none, few, many, number, range, order, negative };

inline const char* name_of(LineFault fault) {
    constexpr const char* names[] = {"none", "few", "many", "number", "range", "order", "negative"};
    static_assert(std::size(names) == static_cast<std::size_t>(LineFault::negative) + 1);
    return names[static_cast<std::size_t>(fault)];
}

/// Skips lines that are blank or begin with `;`; `<NA>` as a name or an optional time means none.
class LineReader {
  public:
    LineReader(std::string_view text, std::string layout);

    /// Returns false at the end of the text and at the first error.
    bool next(Record& record);

    LineFault fault() const { return fault_; }
    std::size_t line_number() const { return number_; }
    std::string_view line() const { return line_; }
    std::size_t field() const { return field_; } // < the index in the layout of the field with the error
    /// Records whose words have markup, with their lines.
    const std::vector<std::pair<std::size_t, std::size_t>>& marked() const { return marked_; }

  private:
    bool next_line();
    LineFault fill(Field field, std::string_view token, Record& record);

    std::string_view rest_, line_, start_;
    std::string layout_;
    bool has_returns_, may_have_markup_; // < of the whole text, so that most lines need no search
    std::size_t number_ = 0, field_ = 0, records_ = 0;
    std::vector<std::pair<std::size_t, std::size_t>> marked_;
    LineFault fault_ = LineFault::none;
};

} // namespace hubbub
