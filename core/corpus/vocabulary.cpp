#include "vocabulary.hpp"

#include <algorithm>
#include <cstring>

namespace hubbub {
namespace {

template <class Number> std::uint64_t load(const char* at) {
    Number number;
    std::memcpy(&number, at, sizeof number);
    return number;
}

// The first eight bytes, or all where there are fewer, some of them twice: of a known size, without a call.
std::uint64_t start_of(std::string_view word) {
    const char* const at = word.data();
    const std::size_t size = word.size();
    if (size >= 8) return load<std::uint64_t>(at);
    if (size >= 4) return load<std::uint32_t>(at) | load<std::uint32_t>(at + size - 4) << 32;
    if (size >= 2) return load<std::uint16_t>(at) | load<std::uint16_t>(at + size - 2) << 16;
    return size == 0 ? 0 : load<std::uint8_t>(at);
}

} // namespace

// A multiplicative hash of eight bytes at a time. Words are short: the call of a library's hash would take longer.
Vocabulary::Key::Key(std::string_view word) : start(start_of(word)), size(static_cast<std::uint32_t>(word.size())) {
    constexpr std::uint64_t odd = 0x9E3779B97F4A7C15u;
    std::uint64_t mixed = size * odd;
    const auto mix = [&](std::uint64_t next) {
        mixed = (mixed ^ next) * odd;
        mixed ^= mixed >> 32;
    };
    mix(start);
    for (std::size_t at = 8; at < word.size(); at += 8)
        mix(load<std::uint64_t>(word.data() + std::min(at, word.size() - 8)));
    hash = static_cast<std::uint32_t>(mixed);
}

std::size_t Vocabulary::place(std::string_view word, const Key& key) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = key.hash & mask;
    for (; slots_[at].round == round_; at = (at + 1) & mask)
        if (slots_[at].key == key && (word.size() <= 8 || (*this)[slots_[at].number] == word)) break;
    return at;
}

Token Vocabulary::number(std::string_view word) {
    if (2 * (size() + 1) > slots_.size()) grow();
    const Key key(word);
    Slot& slot = slots_[place(word, key)];
    if (slot.round == round_) return slot.number;
    const auto number = static_cast<Token>(size());
    slot = {key, round_, number};
    letters_ += word;
    ends_.push_back(letters_.size());
    return number;
}

Token Vocabulary::find(std::string_view word) const {
    if (slots_.empty()) return -1;
    const Slot& slot = slots_[place(word, Key(word))];
    return slot.round == round_ ? slot.number : -1;
}

void Vocabulary::clear() {
    letters_.clear();
    if (!ends_.empty()) ends_.erase(ends_.begin() + 1, ends_.end());
    if (++round_ == 0) { // after four thousand million sessions
        slots_.assign(slots_.size(), Slot{});
        round_ = 1;
    }
}

void Vocabulary::grow() {
    std::vector<Slot> larger(slots_.empty() ? 32 : 4 * slots_.size());
    ends_.reserve(larger.size() / 2 + 1);
    if (ends_.empty()) ends_.push_back(0);
    const std::size_t mask = larger.size() - 1;
    for (const Slot& slot : slots_) {
        if (slot.round != round_) continue;
        std::size_t at = slot.key.hash & mask;
        while (larger[at].round == round_) at = (at + 1) & mask;
        larger[at] = slot;
    }
    slots_ = std::move(larger);
}

} // namespace hubbub
