// Reads decimals, or two to be added, each after the 64 bits of the expected double: lines of
// tests/support/decimal_cases.py. Prints those that are read as another double. Usage: decimal_driver <cases
#include "read/decimal.hpp"

#include <bit>
#include <cstdint>
#include <iostream>
#include <sstream>
#include <string>

using namespace hubbub;

int main() {
    long lines = 0;
    for (std::string line; std::getline(std::cin, line); ++lines) {
        std::istringstream words(line);
        std::uint64_t expected = 0;
        std::string first, second;
        words >> std::hex >> expected >> first >> second;
        const auto read = second.empty() ? decimal(first) : decimal_sum(first, second);
        if (read && std::bit_cast<std::uint64_t>(*read) == expected) continue;
        std::cout << "line " << lines + 1 << " is read as " << std::hex
                  << std::bit_cast<std::uint64_t>(read.value_or(0)) << ": " << line << '\n';
        return 1;
    }
    std::cout << lines << " decimals agree\n";
    return lines == 0;
}
