// Reads a file of lines in pieces on several threads; the result is the same as in one pass.
#pragma once

#include "corpus/columns.hpp"
#include "read/lines.hpp"
#include "read/window.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hubbub {

/// The contents of a file, or of one piece of it.
struct Contents {
    Columns columns;
    std::vector<std::pair<std::size_t, std::string>> extra;  // < additional information of lines, by segment
    std::vector<std::pair<std::size_t, std::size_t>> marked; ///< segments with markup, and their lines
    std::size_t lines = 0;
    /// The first line that cannot be read.
    struct Fault {
        LineFault kind;
        std::size_t line, field;
        std::string text;
    };
    std::optional<Fault> fault;
    std::string broken;   // < the first text that is not UTF-8; empty if there is none
    bool gave_up = false; // < the general (slower) reader is needed
    unsigned keys = 0;    // < of JSON objects, which must agree
    bool ended() const { return fault || !broken.empty() || gave_up; }

    /// Adds a record. Returns false if it is not valid UTF-8; reading ends there. `is_text`: this was checked.
    bool add(Record& record, bool is_text);
    /// Appends the contents that follow in the file; the other is emptied and keeps its memory.
    void append(Contents& next);
    /// Reserves memory for the rest of a file, given the bytes read so far.
    void expect(std::size_t read, std::size_t left);
};

/// Reads a piece of complete lines and appends its contents.
using ReadPiece = std::function<void(std::string_view piece, Contents& into)>;

/// Reads pieces on so many threads, 0 for all processors; meanwhile the caller calls `look` regularly, which throws to
/// stop. A short file is read by the caller alone.
Contents read_pieces(ByteSource& source, std::size_t threads, const ReadPiece& read, const std::function<void()>& look);

ReadPiece lines_of(std::string layout);
/// JSON lines: a SegLST object per line.
ReadPiece json_lines();

} // namespace hubbub
