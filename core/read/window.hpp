// A buffer that moves along a file, so that a large file is never in memory as a whole. Or a text in memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <new>
#include <string_view>
#include <vector>

namespace hubbub {

/// A source of bytes.
class ByteSource {
  public:
    virtual ~ByteSource() = default;
    /// Reads up to size bytes and returns their number; 0 at the end.
    virtual std::size_t read(char* into, std::size_t size) = 0;
    /// About how many bytes are left, to reserve memory; 0 if unknown.
    virtual std::size_t left() { return 0; }
};

/// The bytes from at to end are available; the reader advances `at`.
class Window {
  public:
    explicit Window(ByteSource& source)
        : source_(&source), buffer_(first_size(source.left())), at(buffer_.data()), end(at) {}
    explicit Window(std::string_view text) : at(text.data()), end(at + text.size()) {}

    std::size_t left() const { return static_cast<std::size_t>(end - at); }

    /// Keeps the rest and reads more after it. Returns false at the end of the file. Moves all bytes.
    bool more() {
        if (source_ == nullptr) return false;
        const std::size_t kept = left();
        if (kept >= largest) throw std::bad_alloc(); // no transcript has such a line, but a sparse file has
        if (kept == buffer_.size()) {
            const std::size_t offset = static_cast<std::size_t>(at - buffer_.data());
            buffer_.resize(2 * buffer_.size());
            at = buffer_.data() + offset;
        }
        std::memmove(buffer_.data(), at, kept);
        const std::size_t added = source_->read(buffer_.data() + kept, buffer_.size() - kept);
        at = buffer_.data();
        end = at + kept + added;
        return added > 0;
    }

  private:
    // A short file (a folder may have many) gets only what it needs, plus a byte to detect its end.
    static std::size_t first_size(std::size_t left) { return left == 0 ? size : std::min(size, left + 1); }
    static constexpr std::size_t size = std::size_t{1} << 18; // fits into the processor's cache
    static constexpr std::size_t largest = std::size_t{1} << 28;
    ByteSource* source_ = nullptr;
    std::vector<char> buffer_;

  public:
    const char *at, *end;
};

} // namespace hubbub
