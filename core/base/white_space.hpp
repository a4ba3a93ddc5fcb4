// White space in UTF-8, as Python's str.split() defines it: some in ASCII, the rest after one of four lead bytes.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace hubbub {

enum class Byte : unsigned char { text, space, lead };

inline constexpr auto byte_kinds = [] {
    std::array<Byte, 256> kinds{};
    for (const int c : {9, 10, 11, 12, 13, 28, 29, 30, 31, 32}) kinds[static_cast<std::size_t>(c)] = Byte::space;
    for (const int c : {0xC2, 0xE1, 0xE2, 0xE3}) kinds[static_cast<std::size_t>(c)] = Byte::lead;
    return kinds;
}();

constexpr Byte byte_kind(char c) { return byte_kinds[static_cast<unsigned char>(c)]; }

// The length in bytes of the white-space character beyond ASCII at the start of a text; 0 if there is none.
constexpr std::size_t wide_space_length(std::string_view text) {
    if (text.starts_with("\xC2\x85") || text.starts_with("\xC2\xA0")) return 2;
    if (text.starts_with("\xE2\x80") && text.size() > 2) { // U+2000 to U+200A, U+2028, U+2029, U+202F
        const auto last = static_cast<unsigned char>(text[2]);
        return last <= 0x8A || last == 0xA8 || last == 0xA9 || last == 0xAF ? 3 : 0;
    }
    for (const std::string_view space : {"\xE1\x9A\x80", "\xE2\x81\x9F", "\xE3\x80\x80"}) // U+1680, U+205F, U+3000
        if (text.starts_with(space)) return 3;
    return 0;
}

// The length in bytes of the white-space character at the start of a text that is not empty; 0 if there is none.
constexpr std::size_t space_length(std::string_view text) {
    const Byte kind = byte_kind(text.front());
    return kind == Byte::text ? 0 : kind == Byte::space ? 1 : wide_space_length(text);
}

// Calls visit(word) for every word of the text.
template <class Visit> void each_word(std::string_view text, Visit visit) {
    const char* at = text.data();
    const char* const end = at + text.size();
    const char* begin = at; // of the current word
    while (at != end) {
        const Byte kind = byte_kind(*at);
        const std::size_t width = kind == Byte::text    ? 0
                                  : kind == Byte::space ? 1
                                                        : wide_space_length({at, static_cast<std::size_t>(end - at)});
        if (width == 0) {
            ++at;
            continue;
        }
        if (at != begin) visit(std::string_view(begin, static_cast<std::size_t>(at - begin)));
        at += width;
        begin = at;
    }
    if (at != begin) visit(std::string_view(begin, static_cast<std::size_t>(at - begin)));
}

inline void trim_left(std::string_view& text) {
    while (!text.empty()) {
        const std::size_t width = space_length(text);
        if (width == 0) return;
        text.remove_prefix(width);
    }
}

inline void trim_right(std::string_view& text) {
    while (!text.empty()) {
        if (byte_kind(text.back()) == Byte::text && (text.back() & 0x80) == 0) return;
        std::size_t width = 0;
        for (std::size_t back = 1; back <= 3 && back <= text.size(); ++back)
            if (space_length(text.substr(text.size() - back)) == back) width = back;
        if (width == 0) return;
        text.remove_suffix(width);
    }
}

} // namespace hubbub
