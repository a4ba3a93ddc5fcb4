#include "vocabulary.hpp"

#include <cstring>

namespace hubbub {
namespace {

// A multiplicative hash of eight bytes at a time. Words are short: the call of a library's hash would take longer.
std::uint32_t hash_of(std::string_view word) {
    constexpr std::uint64_t odd = 0x9E3779B97F4A7C15u;
    const char* at = word.data();
    std::size_t left = word.size();
    std::uint64_t mixed = left * odd;
    const auto mix = [&](std::size_t bytes) {
        std::uint64_t next = 0;
        std::memcpy(&next, at, bytes);
        mixed = (mixed ^ next) * odd;
        mixed ^= mixed >> 32;
    };
    for (; left > 8; left -= 8, at += 8) mix(8);
    mix(left);
    return static_cast<std::uint32_t>(mixed);
}

} // namespace

std::size_t Vocabulary::place(std::string_view word, std::uint32_t hash) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = hash & mask;
    for (; slots_[at].round == round_; at = (at + 1) & mask)
        if (slots_[at].hash == hash && (*this)[slots_[at].number] == word) break;
    return at;
}

Token Vocabulary::number(std::string_view word) {
    const std::uint32_t hash = hash_of(word);
    Slot& slot = slots_[place(word, hash)];
    if (slot.round == round_) return slot.number;
    const auto number = static_cast<Token>(size());
    slot = {hash, round_, number};
    letters_ += word;
    ends_.push_back(letters_.size());
    if (2 * size() > slots_.size()) grow();
    return number;
}

Token Vocabulary::find(std::string_view word) const {
    const Slot& slot = slots_[place(word, hash_of(word))];
    return slot.round == round_ ? slot.number : -1;
}

void Vocabulary::clear() {
    letters_.clear();
    ends_.resize(1);
    if (++round_ == 0) { // after four thousand million sessions
        slots_.assign(slots_.size(), Slot{});
        round_ = 1;
    }
}

void Vocabulary::grow() {
    std::vector<Slot> larger(4 * slots_.size());
    const std::size_t mask = larger.size() - 1;
    for (const Slot& slot : slots_) {
        if (slot.round != round_) continue;
        std::size_t at = slot.hash & mask;
        while (larger[at].round == round_) at = (at + 1) & mask;
        larger[at] = slot;
    }
    slots_ = std::move(larger);
}

} // namespace hubbub
