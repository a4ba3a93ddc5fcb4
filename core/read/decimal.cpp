#include "read/decimal.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#ifndef __cpp_lib_to_chars
#include <locale>
#include <sstream>
#endif

namespace hubbub {
namespace {

constexpr int max_exponent = 100'000;                   // far beyond a double, far from overflowing an int
constexpr std::uint64_t exact = std::uint64_t{1} << 53; // integers up to here are doubles
constexpr std::array<double, 23> powers = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                           1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// mantissa * 10^exponent. `all` says whether the mantissa has every digit of the text.
struct Parsed {
    bool negative = false, all = true;
    std::uint64_t mantissa = 0;
    int exponent = 0;
};

/// Reads digits into the mantissa for as long as it fits. Returns how many there were, and how many were left out.
struct Run {
    std::size_t digits = 0;
    int left_out = 0;
};

inline Run read_digits(std::string_view text, std::size_t& at, Parsed& number) {
    Run run;
    const std::size_t begin = at;
    for (; at < text.size() && is_digit(text[at]); ++at) {
        // The limit lets two of them be added up in 64 bits.
        if (number.mantissa < 100'000'000'000'000'000) [[likely]] {
            number.mantissa = number.mantissa * 10 + static_cast<std::uint64_t>(text[at] - '0');
        } else {
            number.all &= text[at] == '0';
            ++run.left_out;
        }
    }
    run.digits = at - begin;
    return run;
}

inline bool parse(std::string_view text, Parsed& number) {
    std::size_t at = 0;
    if (at < text.size() && (text[at] == '-' || text[at] == '+')) number.negative = text[at++] == '-';
    const Run whole = read_digits(text, at, number);
    number.exponent = whole.left_out;
    std::size_t digits = whole.digits;
    if (at < text.size() && text[at] == '.') {
        const Run fraction = read_digits(text, ++at, number);
        number.exponent += fraction.left_out - static_cast<int>(fraction.digits);
        digits += fraction.digits;
    }
    if (digits == 0) return false;
    if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
        ++at;
        const bool minus = at < text.size() && text[at] == '-';
        if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
        if (at == text.size()) return false;
        int exponent = 0;
        for (; at < text.size() && is_digit(text[at]); ++at)
            exponent = std::min(exponent * 10 + (text[at] - '0'), max_exponent);
        number.exponent += minus ? -exponent : exponent;
    }
    return at == text.size();
}

double slow(std::string_view text, const Parsed& number) {
    if (text.front() == '+') text.remove_prefix(1);
    const double beyond = number.exponent > 0 ? std::numeric_limits<double>::infinity() : 0.0;
    double value = 0;
#ifdef __cpp_lib_to_chars
    if (std::from_chars(text.data(), text.data() + text.size(), value).ec != std::errc{}) value = beyond;
#else
    std::istringstream stream{std::string(text)};
    stream.imbue(std::locale::classic());
    if (!(stream >> value)) value = beyond;
#endif
    return value;
}

/// A quotient or product of two exact doubles is rounded once, hence right; otherwise nothing.
std::optional<double> quick(const Parsed& number) {
    if (!number.all || number.mantissa > exact || number.exponent < -22 || number.exponent > 22) return std::nullopt;
    const auto mantissa = static_cast<double>(number.mantissa);
    const double value = number.exponent < 0 ? mantissa / powers[static_cast<std::size_t>(-number.exponent)]
                                             : mantissa * powers[static_cast<std::size_t>(number.exponent)];
    return number.negative ? -value : value;
}

/// The sum where both fit in 64 bits at the same exponent, as nearly every time in a file does.
std::optional<Parsed> short_sum(Parsed a, Parsed b) {
    if (!a.all || !b.all) return std::nullopt;
    if (a.exponent < b.exponent) std::swap(a, b);
    for (; a.exponent > b.exponent; --a.exponent) {
        if (a.mantissa > 100'000'000'000'000'000) return std::nullopt;
        a.mantissa *= 10;
    }
    const auto sum = (a.negative ? -1 : 1) * static_cast<std::int64_t>(a.mantissa) +
                     (b.negative ? -1 : 1) * static_cast<std::int64_t>(b.mantissa);
    return Parsed{sum < 0, true, static_cast<std::uint64_t>(sum < 0 ? -sum : sum), a.exponent};
}

/// Adds a number to digits by their place: digits[i] is worth 10^(i - point).
void add_digits(std::string_view text, int point, std::vector<int>& digits) {
    const std::size_t mark = text.find_first_of("eE");
    const bool negative = text.front() == '-';
    int exponent = 0;
    if (mark != text.npos) {
        std::string_view tail = text.substr(mark + 1);
        if (tail.front() == '+') tail.remove_prefix(1);
        std::from_chars(tail.data(), tail.data() + tail.size(), exponent);
    }
    const std::string_view plain = text.substr(0, mark);
    const std::size_t dot = std::min(plain.find('.'), plain.size());
    int place = exponent + static_cast<int>(std::count_if(plain.begin(), plain.begin() + dot, is_digit)) + point;
    for (const char c : plain)
        if (is_digit(c) && --place >= 0 && place < static_cast<int>(digits.size()))
            digits[static_cast<std::size_t>(place)] += negative ? '0' - c : c - '0';
}

double long_sum(std::string_view a, std::string_view b) {
    constexpr int point = 1100, top = 310; // no double has digits beyond these places
    std::vector<int> digits(point + top, 0);
    add_digits(a, point, digits);
    add_digits(b, point, digits);
    const auto highest = std::find_if(digits.rbegin(), digits.rend(), [](int digit) { return digit != 0; });
    const int sign = highest != digits.rend() && *highest < 0 ? -1 : 1;
    int carry = 0;
    std::string text(digits.size(), '0');
    for (std::size_t i = 0; i < digits.size(); ++i) {
        int digit = sign * digits[i] + carry;
        carry = digit < 0 ? -1 : digit / 10;
        digit -= 10 * carry;
        text[text.size() - 1 - i] = static_cast<char>('0' + digit);
    }
    text += "e-" + std::to_string(point);
    if (sign < 0) text.insert(text.begin(), '-');
    return slow(text, Parsed{.exponent = -point});
}

} // namespace

std::optional<double> decimal(std::string_view text) {
    Parsed number;
    if (!parse(text, number)) return std::nullopt;
    const auto value = quick(number);
    return (value ? *value : slow(text, number)) + 0.0; // -0 becomes 0
}

double decimal_sum(std::string_view a, std::string_view b) {
    Parsed left, right;
    if (parse(a, left) && parse(b, right))
        if (const auto sum = short_sum(left, right))
            if (const auto value = quick(*sum)) return *value + 0.0;
    return long_sum(a, b);
}

} // namespace hubbub
