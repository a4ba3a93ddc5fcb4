// A file seen piece by piece: a large one is never in memory as a whole. Or a text that is in memory already.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <new>
#include <string_view>
#include <vector>

namespace hubbub {

/// Where bytes come from.
class ByteSource {
  public:
    virtual ~ByteSource() = default;
    /// Fills in up to size bytes and returns how many; 0 at the end.
    virtual std::size_t read(char* into, std::size_t size) = 0;
    /// About how many bytes are still to come, for whoever makes room for them; 0 where nobody knows.
    virtual std::size_t left() { return 0; }
};

/// The bytes from at to end are at hand; at is moved by whoever reads them.
class Window {
  public:
    explicit Window(ByteSource& source) : source_(&source), buffer_(room(source.left())), at(buffer_.data()), end(at) {}
    explicit Window(std::string_view text) : at(text.data()), end(at + text.size()) {}

    std::size_t left() const { return static_cast<std::size_t>(end - at); }

    /// Keeps what is left and adds more behind it. False at the end of the file. Moves all bytes.
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
    // A short file, of which a folder may have many, gets no more than it needs, with a byte to see that it ends.
    static std::size_t room(std::size_t left) { return left == 0 ? size : std::min(size, left + 1); }
    static constexpr std::size_t size = std::size_t{1} << 18; // stays in the processor's cache
    static constexpr std::size_t largest = std::size_t{1} << 28;
    ByteSource* source_ = nullptr;
    std::vector<char> buffer_;

  public:
    const char *at, *end;
};

} // namespace hubbub
