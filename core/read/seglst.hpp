// SegLST in its usual form: a JSON list of segments. For anything else (an unknown key, an error) the reader gives up,
// and a slower reader keeps the key or explains the error.
#pragma once

#include "corpus/record.hpp"
#include "read/window.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hubbub {

/// The offset of a key that its object already has, in valid JSON. Parsers keep the last of such values.
std::optional<std::size_t> repeated_key(std::string_view json);

class SeglstReader {
  public:
    explicit SeglstReader(ByteSource& source) : window_(source) {}
    explicit SeglstReader(std::string_view text) : window_(text) {}

    /// Returns false at the end of the list and if the reader gives up.
    bool next(Record& record);

    /// The same for JSON lines, of a text in memory.
    bool next_line(Record& record);

    bool gave_up() const { return gave_up_; }
    unsigned keys() const { return keys_; }

  private:
    bool object(Record& record);
    bool next_key(std::size_t n, std::size_t& index);
    bool key(std::size_t& index);
    bool value(std::size_t index, Record& record);
    bool string(std::string_view& value, std::string& unescaped);
    bool number(std::string_view& value);
    bool null();
    bool finish();
    bool more(const char* from);
    char significant();

    char ahead() const { return at_ < end_ ? *at_ : '\0'; }
    void skip_space() {
        while (at_ < end_ && (*at_ == ' ' || *at_ == '\n' || *at_ == '\r' || *at_ == '\t')) ++at_;
    }
    bool skip(char expected) {
        skip_space();
        const bool found = ahead() == expected;
        at_ += found;
        return found;
    }

    Window window_;
    const char *at_ = window_.at, *end_ = window_.end;
    std::size_t count_ = 0;
    unsigned keys_ = 0; // < the keys that every segment has, of those that must agree
    bool gave_up_ = false;
    std::vector<std::pair<std::string, std::size_t>> steps_; // < the text before each value, and its key
    std::array<std::string, 6> unescaped_;                   // < strings with escapes, valid until the next segment
};

} // namespace hubbub
