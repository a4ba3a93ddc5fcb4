// Runs the MIMO router on cases from standard input, for tests/test_route_mimo.py; the stages can be switched off.
//
// A case is: correct substitution insertion deletion, then the numbers of utterances and streams, then per utterance
// its queue, its length and its words, then per stream its length and its words.
// A line of output is: cost lower_bound exact, the order, the stream of each utterance.
#include "route/mimo_settings.hpp"

#include <cstdlib>
#include <iostream>
#include <string>

using namespace hubbub;

namespace {

std::vector<Token> read_words(std::istream& in) {
    std::size_t length = 0;
    in >> length;
    std::vector<Token> words(length);
    for (Token& word : words) in >> word;
    return words;
}

bool set_option(const std::string& option, mimo::Settings& settings, Budget& budget) {
    const std::size_t equals = option.find('=');
    const std::string name = option.substr(0, equals);
    const double value = equals == std::string::npos ? 0 : std::atof(option.c_str() + equals + 1);
    if (name == "prices") settings.prices = value != 0;
    else if (name == "word_prices") settings.word_prices = value != 0;
    else if (name == "fixing") settings.fixing = value != 0;
    else if (name == "primal") settings.primal = value != 0;
    else if (name == "dominance") settings.dominance = value != 0;
    else if (name == "commutation") settings.commutation = value != 0;
    else if (name == "width") settings.first_width = static_cast<std::int64_t>(value);
    else if (name == "window") settings.window = static_cast<std::int32_t>(value);
    else if (name == "large") settings.large = static_cast<std::uint64_t>(value);
    else if (name == "little") settings.little = value;
    else if (name == "seconds") budget.seconds = value;
    else if (name == "bytes") budget.bytes = static_cast<std::uint64_t>(value);
    else return false;
    return true;
}

} // namespace

int main(int argc, char** argv) {
    mimo::Settings settings;
    Budget budget;
    for (int a = 1; a < argc; ++a) {
        if (set_option(argv[a], settings, budget)) continue;
        std::cerr << "unknown option " << argv[a] << '\n';
        return 2;
    }
    Costs costs;
    while (std::cin >> costs.correct >> costs.substitution >> costs.insertion >> costs.deletion) {
        std::size_t utterance_count = 0, stream_count = 0;
        std::cin >> utterance_count >> stream_count;
        std::vector<std::vector<Token>> utterances, streams;
        RouteProblem problem;
        problem.costs = costs;
        for (std::size_t n = 0; n < utterance_count; ++n) {
            std::cin >> problem.queue_of.emplace_back();
            utterances.push_back(read_words(std::cin));
        }
        for (std::size_t j = 0; j < stream_count; ++j) streams.push_back(read_words(std::cin));
        for (const auto& words : utterances) problem.utterances.push_back(Words(words));
        for (const auto& words : streams) problem.streams.push_back(Words(words));
        const Routing routing = mimo::route(problem, budget, settings);
        std::cout << routing.cost << ' ' << routing.lower_bound << ' ' << routing.exact;
        for (const std::int32_t n : routing.order) std::cout << ' ' << n;
        for (const std::int32_t j : routing.stream_of) std::cout << ' ' << j;
        std::cout << '\n';
    }
    return 0;
}
