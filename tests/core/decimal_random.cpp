// Random decimals as the core reads them, against strtod: numbers as files have them, with many digits, where two
// doubles meet, below the smallest normal double and beyond the largest. Usage: decimal_random [numbers] [seed]
#include "draws.hpp"
#include "read/decimal.hpp"

#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

using namespace hubbub;

namespace {

// To the greatest double, and from where infinity is nearer; the smallest double, and to where 0 is nearer.
const char* const ends[] = {"1.7976931348623157e308",
                            "1.79769313486231580793e308",
                            "1.79769313486231580794e308",
                            "1e309",
                            "2.2e-311",
                            "5e-324",
                            "2.4703282292062328e-324",
                            "2.4703282292062327e-324",
                            "1e-400",
                            "-2e400"};

class Maker : public Draws {
  public:
    using Draws::Draws;

    std::string any() {
        const std::string sign = chance(3) ? "-" : chance(5) ? "+" : "";
        if (chance(3)) return sign + digits(12) + "7." + digits(chance(5) ? 30 : 4);
        if (chance(3)) return sign + digits(30) + "." + digits(30) + "3" + exponent(40);
        if (chance(3)) return sign + digits(20) + "." + digits(20) + "0" + exponent(350);
        if (chance(50)) return sign + "0." + std::string(upto(2000), '0') + digits(30) + "5" + exponent(2000);
        if (chance(50)) return sign + where_two_meet();
        return sign + near_a_double();
    }

  private:
    std::string digits(int most) {
        std::string text;
        for (int count = upto(most); count > 0; --count) text += static_cast<char>('0' + (chance(3) ? 0 : upto(9)));
        return text;
    }

    std::string exponent(int most) { return (chance(2) ? "e" : "E") + std::to_string(upto(2 * most) - most); }

    std::uint64_t bits(int width) {
        std::uint64_t made = 1;
        while (--width > 0) made = made << 1 | static_cast<std::uint64_t>(upto(1));
        return made;
    }

    // With about as many digits as it takes to tell it from others, or with all, or with most of all.
    std::string near_a_double() {
        const std::uint64_t power = static_cast<std::uint64_t>(upto(chance(3) ? 2 : 2046)) << 52;
        const double value = std::bit_cast<double>(power | (bits(53) ^ std::uint64_t{1} << 52));
        std::string text(1200, ' ');
        const int places = chance(2) ? 10 + upto(10) : 1100 - upto(900);
        text.resize(static_cast<std::size_t>(std::snprintf(text.data(), text.size(), "%.*e", places, value)));
        return text;
    }

    // An odd number of 54 bits, or that many times half of the smallest double; or with some digits more.
    std::string where_two_meet() {
        const bool smallest = chance(2);
        std::string text = std::to_string(bits(smallest ? 1 + upto(53) : 54) | 1);
        const int halves = smallest ? 1075 : upto(1000);
        for (int k = 0; k < halves; ++k) {
            int carry = 0;
            for (char& c : text) {
                carry = 10 * (carry % 2) + (c - '0');
                c = static_cast<char>('0' + carry / 2);
            }
            text += '5'; // the number is odd, and ends in 5 once it was halved
        }
        if (chance(2)) text += '.' + digits(3);
        return text + "e-" + std::to_string(halves);
    }
};

bool right(const std::string& text) {
    const double expected = std::strtod(text.c_str(), nullptr) + 0.0;
    const auto read = decimal(text);
    if (read && std::bit_cast<std::uint64_t>(*read) == std::bit_cast<std::uint64_t>(expected)) return true;
    std::printf("%s is %.17g, not %.17g\n", text.c_str(), expected, read.value_or(0));
    return false;
}

} // namespace

int main(int count, char** arguments) {
    const long numbers = count > 1 ? std::atol(arguments[1]) : 100'000;
    Maker maker(count > 2 ? std::strtoull(arguments[2], nullptr, 10) : 1);
    for (const char* text : ends)
        if (!right(text)) return 1;
    for (long k = 0; k < numbers; ++k)
        if (!right(maker.any())) return 1;
    std::printf("%ld numbers agree\n", numbers);
    return 0;
}
