// Utterances one after the other, the input of a solver.
#pragma once

#include "base/match.hpp"

#include <cstddef>
#include <vector>

namespace hubbub {

struct Row {
    std::vector<Token> words;
    std::vector<Span> spans;       // of each word; empty if the metric ignores times
    std::vector<std::size_t> ends; // where each utterance ends

    operator TimedWords() const { return {words, spans}; }
    void append(const TimedWords& utterance) {
        words.insert(words.end(), utterance.words.begin(), utterance.words.end());
        spans.insert(spans.end(), utterance.spans.begin(), utterance.spans.end());
        ends.push_back(words.size());
    }
    std::vector<TimedWords> parts() const {
        std::vector<TimedWords> all;
        all.reserve(ends.size());
        const TimedWords whole = *this;
        std::size_t from = 0;
        for (const std::size_t end : ends) {
            all.push_back(whole.part(from, end - from));
            from = end;
        }
        return all;
    }
};

} // namespace hubbub
