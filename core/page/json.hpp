// Writes JSON for the page by appending to a string.
#pragma once

#include <charconv>
#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>

namespace hubbub::page {

void append(std::string& json, std::string_view text);

template <std::integral Number> void append(std::string& json, Number number) {
    char digits[24];
    json.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

// A list; `write` appends each item.
template <class Items, class Write> void append_list(std::string& json, const Items& items, Write write) {
    json += '[';
    bool first = true;
    for (const auto& item : items) {
        if (!first) json += ',';
        first = false;
        write(item);
    }
    json += ']';
}

template <class Numbers> void append_numbers(std::string& json, const Numbers& numbers) {
    constexpr std::size_t longest = 21; // digits, sign and comma
    const std::size_t before = json.size();
    json.resize(before + longest * numbers.size() + 2);
    char *at = json.data() + before, *const end = json.data() + json.size();
    *at++ = '[';
    bool first = true;
    for (const auto number : numbers) {
        if (!first) *at++ = ',';
        first = false;
        at = std::to_chars(at, end, number).ptr;
    }
    *at++ = ']';
    json.resize(static_cast<std::size_t>(at - json.data()));
}

// Indices as runs: for each its distance from the end of the previous run, and its length.
template <class Places> void append_runs(std::string& json, const Places& places) {
    json += '[';
    bool first = true;
    for (std::size_t begin = 0, end; begin < places.size(); begin = end) {
        for (end = begin + 1; end < places.size() && places[end] == places[end - 1] + 1; ++end) {
        }
        if (!first) json += ',';
        append(json, first ? places[begin] : places[begin] - places[begin - 1] - 1);
        json += ',';
        append(json, end - begin);
        first = false;
    }
    json += ']';
}

} // namespace hubbub::page
