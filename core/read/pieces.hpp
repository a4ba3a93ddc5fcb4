// A file of lines is cut into pieces, which threads read, and put together again as if it had been read in one go.
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

/// What stands in a file, or in one piece of it.
struct Contents {
    Columns columns;
    std::vector<std::pair<std::size_t, std::string>> extra;  ///< what else lines say, by segment
    std::vector<std::pair<std::size_t, std::size_t>> marked; ///< segments with markup, and their lines
    std::size_t lines = 0;
    /// The first line that cannot be read.
    struct Fault {
        LineFault kind;
        std::size_t line, field;
        std::string text;
    };
    std::optional<Fault> fault;
    std::string broken;   ///< the first text that is not UTF-8; empty if there is none
    bool gave_up = false; ///< a slower reader must take the file
    unsigned keys = 0;    ///< of JSON objects, which must agree
    bool ended() const { return fault || !broken.empty() || gave_up; }

    /// Adds a record. False where it is no text: reading ends there. `is_text` says that it was checked.
    bool add(Record& record, bool is_text);
    /// Adds what comes behind it in the file, and leaves the other empty, with its memory.
    void append(Contents& next);
    /// Makes room for what is left of a file of which so many bytes were read.
    void expect(std::size_t read, std::size_t left);
};

/// Reads a piece, which ends where a line does, behind what was read before.
using ReadPiece = std::function<void(std::string_view piece, Contents& into)>;

/// Pieces are read by so many threads, 0 for all processors; meanwhile the caller calls `look` now and then, which
/// throws where the reading is to end. A short file is read by the caller alone.
Contents read_pieces(ByteSource& source, std::size_t threads, const ReadPiece& read, const std::function<void()>& look);

ReadPiece lines_of(std::string layout);
/// JSON lines: an object of SegLST on each.
ReadPiece json_lines();

} // namespace hubbub
