#include "read/decimal.hpp"

#include "read/nearest.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace hubbub {
namespace {

constexpr int max_exponent = 100'000'000;               // beyond any number of digits, and far from overflowing an int
constexpr std::uint64_t exact = std::uint64_t{1} << 53; // integers up to this are exact doubles
constexpr std::array<double, 23> powers = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                           1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// mantissa * 10^exponent, without digits dropped at the end. `all`: those are zeros.
struct Parsed {
    bool negative = false, all = true;
    std::uint64_t mantissa = 0;
    int exponent = 0, left_out = 0;

    int last_exponent() const { return exponent - left_out; } // of the last digit of the text
};

/// Reads digits into the mantissa while it fits. Returns the number of digits, and of dropped digits.
struct Run {
    std::size_t digits = 0;
    int left_out = 0;
};

inline Run read_digits(std::string_view text, std::size_t& at, Parsed& number) {
    Run run;
    const std::size_t begin = at;
    for (; at < text.size() && is_digit(text[at]); ++at) {
        // The limit allows adding two of them in 64 bits.
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
    number.exponent = number.left_out = whole.left_out;
    std::size_t digits = whole.digits;
    if (at < text.size() && text[at] == '.') {
        const Run fraction = read_digits(text, ++at, number);
        number.exponent += fraction.left_out - static_cast<int>(fraction.digits);
        number.left_out += fraction.left_out;
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

std::string_view digits_of(std::string_view text) { return text.substr(0, text.find_first_of("eE")); }

/// A quotient or product of two exact doubles is rounded once, so it is correct. Returns nothing if dropped digits
/// matter or the operands are not exact.
std::optional<double> quick(const Parsed& number) {
    const int exponent = number.exponent;
    double value;
    if (number.mantissa <= exact && exponent >= -22 && exponent <= 22) {
        const auto mantissa = static_cast<double>(number.mantissa);
        value = exponent < 0 ? mantissa / powers[static_cast<std::size_t>(-exponent)]
                             : mantissa * powers[static_cast<std::size_t>(exponent)];
    } else if (exponent <= 0 && exponent >= -27) {
        value = nearest(number.mantissa, -exponent);
        if (!number.all && value != nearest(number.mantissa + 1, -exponent)) return std::nullopt;
    } else {
        return std::nullopt;
    }
    return number.negative ? -value : value;
}

/// The sum if both fit into 64 bits at the same exponent, as nearly all times in files do.
std::optional<Parsed> short_sum(Parsed a, Parsed b) {
    if (!a.all || !b.all) return std::nullopt;
    if (a.exponent < b.exponent) std::swap(a, b);
    for (; a.exponent > b.exponent && a.mantissa != 0; --a.exponent) {
        if (a.mantissa > 100'000'000'000'000'000) return std::nullopt;
        a.mantissa *= 10;
    }
    const auto sum = (a.negative ? -1 : 1) * static_cast<std::int64_t>(a.mantissa) +
                     (b.negative ? -1 : 1) * static_cast<std::int64_t>(b.mantissa);
    return Parsed{sum < 0, true, static_cast<std::uint64_t>(sum < 0 ? -sum : sum), b.exponent};
}

/// Adds a number to digits by their position: digits[i] is worth 10^(i - point). Smaller parts count as one at the end.
void add_digits(std::string_view text, const Parsed& number, int point, std::vector<int>& digits) {
    const std::string_view plain = digits_of(text);
    int place = number.last_exponent() + point;
    const int sign = number.negative ? -1 : 1;
    bool smaller = false;
    for (auto c = plain.rbegin(); c != plain.rend(); ++c) {
        if (!is_digit(*c)) continue;
        if (place < 0)
            smaller |= *c != '0';
        else if (place < static_cast<int>(digits.size()))
            digits[static_cast<std::size_t>(place)] += sign * (*c - '0');
        ++place;
    }
    if (smaller) digits[0] += sign;
}

double long_sum(std::string_view a, const Parsed& left, std::string_view b, const Parsed& right) {
    constexpr int point = 1100, top = 310; // no double has digits beyond these positions
    std::vector<int> digits(point + top, 0);
    add_digits(a, left, point, digits);
    add_digits(b, right, point, digits);
    const auto is_set = [](int digit) { return digit != 0; };
    const auto lowest = std::find_if(digits.begin(), digits.end(), is_set);
    const auto highest = std::find_if(digits.rbegin(), digits.rend(), is_set);
    const int sign = highest != digits.rend() && *highest < 0 ? -1 : 1;
    int carry = 0;
    std::string text; // from the end
    for (auto place = lowest; place != digits.end(); ++place) {
        int digit = sign * *place + carry;
        carry = digit < 0 ? -1 : digit / 10;
        digit -= 10 * carry;
        text += static_cast<char>('0' + digit);
    }
    std::reverse(text.begin(), text.end());
    return sign * nearest(text, static_cast<int>(lowest - digits.begin()) - point);
}

} // namespace

std::optional<double> decimal(std::string_view text) {
    Parsed number;
    if (!parse(text, number)) return std::nullopt;
    if (const auto value = quick(number)) return *value + 0.0; // -0 becomes 0
    return (number.negative ? -1 : 1) * nearest(digits_of(text), number.last_exponent()) + 0.0;
}

double decimal_sum(std::string_view a, std::string_view b) {
    Parsed left, right;
    parse(a, left);
    parse(b, right);
    if (const auto sum = short_sum(left, right))
        if (const auto value = quick(*sum)) return *value + 0.0;
    return long_sum(a, left, b, right) + 0.0;
}

} // namespace hubbub
