#include "bits.hpp"

#include <algorithm>

namespace hubbub::orc {
namespace {

std::size_t row_words(const std::vector<Token>& stream) { return stream.size() / 64 + 3; }

} // namespace

double Profile::bytes_needed(const Instance& instance) {
    double bytes = 0;
    for (const auto& stream : instance.streams) {
        const auto distinct = static_cast<double>(std::min<std::size_t>(stream.size(), instance.vocabulary) + 1);
        bytes += 8 * (distinct * static_cast<double>(row_words(stream)) + instance.vocabulary);
    }
    return bytes;
}

Profile::Profile(const Instance& instance) {
    for (const auto& stream : instance.streams) {
        const std::size_t words = row_words(stream);
        std::vector<std::size_t> row_of(instance.vocabulary + 1, 0); // row 0 is empty: words that never match
        std::size_t rows = 1;
        for (const Token word : stream) {
            if (row_of[word] == 0) row_of[word] = rows++;
        }
        std::vector<std::uint64_t> places(rows * words, 0);
        for (std::size_t k = 0; k < stream.size(); ++k) {
            places[row_of[stream[k]] * words + k / 64] |= std::uint64_t{1} << (k % 64);
        }
        places_.push_back(std::move(places));
        row_of_.push_back(std::move(row_of));
        words_.push_back(words);
    }
}

} // namespace hubbub::orc
