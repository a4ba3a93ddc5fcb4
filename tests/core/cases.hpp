// Routing problems from standard input, as written by tests/support/route_cases.py.
//
// A case is: correct substitution insertion deletion, then the numbers of utterances and streams, then per utterance
// its queue, its length and its words, then per stream its length and its words.
#pragma once

#include "route/route.hpp"

#include <cstdlib>
#include <istream>
#include <string>

namespace hubbub {

struct Case {
    std::vector<std::vector<Token>> utterances, streams;
    std::vector<std::int32_t> queues;
    Costs costs;

    RouteProblem problem() const {
        RouteProblem made;
        made.queue_of = queues;
        made.costs = costs;
        for (const auto& words : utterances) made.utterances.push_back(Words(words));
        for (const auto& words : streams) made.streams.push_back(Words(words));
        return made;
    }
};

inline std::vector<Token> read_words(std::istream& in) {
    std::size_t length = 0;
    in >> length;
    std::vector<Token> words(length);
    for (Token& word : words) in >> word;
    return words;
}

inline bool read_case(std::istream& in, Case& into) {
    into = {};
    Costs& costs = into.costs;
    if (!(in >> costs.correct >> costs.substitution >> costs.insertion >> costs.deletion)) return false;
    std::size_t utterances = 0, streams = 0;
    in >> utterances >> streams;
    for (std::size_t n = 0; n < utterances; ++n) {
        in >> into.queues.emplace_back();
        into.utterances.push_back(read_words(in));
    }
    for (std::size_t j = 0; j < streams; ++j) into.streams.push_back(read_words(in));
    return true;
}

// name=value
struct Option {
    explicit Option(const std::string& text) : name(text.substr(0, text.find('='))) {
        if (const std::size_t equals = text.find('='); equals != std::string::npos)
            value = std::atof(text.c_str() + equals + 1);
    }
    std::string name;
    double value = 0;
};

} // namespace hubbub
