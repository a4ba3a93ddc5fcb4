// Validation of UTF-8.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace hubbub {

// As in Python's strict decoder: no overlong forms, no surrogates, nothing beyond U+10FFFF.
inline bool is_utf8(std::string_view text) {
    const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
    const auto goes_on = [&](std::size_t i, unsigned low = 0x80, unsigned high = 0xBF) {
        return byte(i) >= low && byte(i) <= high;
    };
    for (std::size_t i = 0; i < text.size();) {
        for (std::uint64_t eight; i + 8 <= text.size(); i += 8) { // most texts are ASCII
            std::memcpy(&eight, text.data() + i, 8);
            if ((eight & 0x8080808080808080u) != 0) break;
        }
        if (i == text.size()) break;
        const unsigned first = byte(i);
        if (first < 0x80) {
            ++i;
        } else if (first >= 0xC2 && first <= 0xDF && goes_on(i + 1)) {
            i += 2;
        } else if (first >= 0xE0 && first <= 0xEF &&
                   goes_on(i + 1, first == 0xE0 ? 0xA0 : 0x80, first == 0xED ? 0x9F : 0xBF) && goes_on(i + 2)) {
            i += 3;
        } else if (first >= 0xF0 && first <= 0xF4 &&
                   goes_on(i + 1, first == 0xF0 ? 0x90 : 0x80, first == 0xF4 ? 0x8F : 0xBF) && goes_on(i + 2) &&
                   goes_on(i + 3)) {
            i += 4;
        } else {
            return false;
        }
    }
    return true;
}

} // namespace hubbub
