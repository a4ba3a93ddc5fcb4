#include "corpus/vocabulary.hpp"

#include <algorithm>
#include <cstring>

namespace hubbub {
namespace {

template <class Number> std::uint64_t load(const char* at) {
    Number number;
    std::memcpy(&number, at, sizeof number);
    return number;
}

// The first eight bytes; of a shorter word all bytes, some of them twice: fixed sizes compile to no call.
std::uint64_t start_of(std::string_view word) {
    const char* const at = word.data();
    const std::size_t size = word.size();
    if (size >= 8) return load<std::uint64_t>(at);
    if (size >= 4) return load<std::uint32_t>(at) | load<std::uint32_t>(at + size - 4) << 32;
    if (size >= 2) return load<std::uint16_t>(at) | load<std::uint16_t>(at + size - 2) << 16;
    return size == 0 ? 0 : load<std::uint8_t>(at);
}

} // namespace

// With a multiplicative hash of eight bytes at a time. Words are short, so the call of a library's hash would take
// longer.
struct Vocabulary::Key {
    explicit Key(std::string_view word) : start(start_of(word)), size(static_cast<std::uint32_t>(word.size())) {
        constexpr std::uint64_t odd = 0x9E3779B97F4A7C15u;
        std::uint64_t mixed = size * odd;
        const auto mix = [&](std::uint64_t next) {
            mixed = (mixed ^ next) * odd;
            mixed ^= mixed >> 32;
        };
        mix(start);
        for (std::size_t at = 8; at < word.size(); at += 8)
            mix(load<std::uint64_t>(word.data() + std::min(at, word.size() - 8)));
        hash = static_cast<std::size_t>(mixed);
    }
    std::uint64_t start;
    std::uint32_t size;
    std::size_t hash;
};

// The slot of the word, or the one where it would be inserted.
inline std::size_t Vocabulary::place(std::string_view word, const Key& key) const {
    const Slot* const slots = slots_.data();
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = key.hash & mask;
    for (; slots[at].stamp >= base_; at = (at + 1) & mask) {
        const Slot& slot = slots[at];
        if (slot.start == key.start && slot.size == key.size &&
            (key.size <= 8 || (*this)[static_cast<Token>(slot.stamp - base_)] == word))
            break;
    }
    return at;
}

Token Vocabulary::number(std::string_view word) {
    if (2 * (size() + 1) > slots_.size()) grow();
    const Key key(word);
    Slot& slot = slots_[place(word, key)];
    if (slot.stamp >= base_) return static_cast<Token>(slot.stamp - base_);
    const auto number = static_cast<std::uint32_t>(size());
    slot = {key.start, key.size, base_ + number};
    letters_ += word;
    ends_.push_back(letters_.size());
    return static_cast<Token>(number);
}

Token Vocabulary::find(std::string_view word) const {
    if (slots_.empty()) return -1;
    const Slot& slot = slots_[place(word, Key(word))];
    return slot.stamp >= base_ ? static_cast<Token>(slot.stamp - base_) : -1;
}

void Vocabulary::clear() {
    base_ += static_cast<std::uint32_t>(size());
    if (base_ > std::uint32_t{1} << 31) { // all stamps are used, after two billion words
        slots_.assign(slots_.size(), Slot{});
        base_ = 1;
    }
    letters_.clear();
    if (!ends_.empty()) ends_.erase(ends_.begin() + 1, ends_.end());
}

void Vocabulary::grow() {
    slots_.assign(slots_.empty() ? 32 : 4 * slots_.size(), Slot{});
    base_ = 1;
    ends_.reserve(slots_.size() / 2 + 1);
    if (ends_.empty()) ends_.push_back(0);
    for (std::size_t i = 0; i < size(); ++i) {
        const std::string_view word = (*this)[static_cast<Token>(i)];
        const Key key(word);
        std::size_t at = key.hash & (slots_.size() - 1);
        while (slots_[at].stamp >= base_) at = (at + 1) & (slots_.size() - 1);
        slots_[at] = {key.start, key.size, base_ + static_cast<std::uint32_t>(i)};
    }
}

} // namespace hubbub
