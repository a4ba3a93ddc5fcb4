#include "route/problem/instance.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <unordered_map>

namespace hubbub::route {
namespace {

void set_costs(Instance& instance, const Costs& given) {
    const std::int64_t undone = std::int64_t{given.insertion} + given.deletion;
    std::int64_t match = std::min<std::int64_t>(given.correct, undone);
    std::int64_t mismatch = std::min<std::int64_t>(given.substitution, undone);
    std::int64_t insertion = given.insertion, deletion = given.deletion;
    const std::int64_t unit = std::gcd(std::gcd(match, mismatch), std::gcd(insertion, deletion));
    instance.unit = unit == 0 ? 1 : unit;
    for (auto* cost : {&match, &mismatch, &insertion, &deletion}) *cost /= instance.unit;

    std::int64_t said = 1, heard = 1;
    for (const auto& utterance : instance.utterances) said += static_cast<std::int64_t>(utterance.size());
    for (const auto& stream : instance.streams) heard += static_cast<std::int64_t>(stream.size());
    // A path, a sum of prices and the slack of a bound each stay under this; see `far`.
    const double most = static_cast<double>(insertion + deletion) * static_cast<double>(std::max(said, heard));
    const double room = 1 << 26;
    while (instance.fine > 1 && most * instance.fine > room) instance.fine /= 2;
    instance.scale = std::min(instance.scale, instance.fine);
    if (most * instance.fine > room) throw std::overflow_error("the costs of the steps are too large");

    instance.base = insertion * (heard - 1);
    instance.insertion = static_cast<Value>(insertion);
    instance.steps = {static_cast<Value>(deletion), static_cast<Value>(match - insertion),
                      static_cast<Value>(mismatch - insertion)};
    // One word less: what was paired with it (at least the cheaper pair) is deleted instead.
    instance.slide = static_cast<Value>(deletion + insertion - std::min(match, mismatch));
}

// Words are told apart by their numbers, and tables are as long as the largest: so where numbers are few and far
// between, they are given anew.
void number_words(Instance& instance) {
    std::size_t words = 0;
    std::int64_t largest = 0;
    bool negative = false;
    for (auto* sequences : {&instance.utterances, &instance.streams}) {
        for (const auto& sequence : *sequences) {
            words += sequence.size();
            for (const Token word : sequence) {
                largest = std::max<std::int64_t>(largest, word);
                negative |= word < 0;
            }
        }
    }
    if (!negative && largest < static_cast<std::int64_t>(16 * words)) {
        instance.vocabulary = static_cast<Token>(largest + 1);
        return;
    }
    std::unordered_map<Token, Token> number;
    for (auto* sequences : {&instance.streams, &instance.utterances}) {
        for (auto& sequence : *sequences) {
            for (Token& word : sequence)
                word = number.try_emplace(word, static_cast<Token>(number.size())).first->second;
        }
    }
    instance.vocabulary = static_cast<Token>(number.size());
}

} // namespace

Instance make_instance(const RouteProblem& problem) {
    Instance instance;
    for (std::size_t n = 0; n < problem.utterances.size(); ++n) {
        const auto& [words, spans] = problem.utterances[n];
        if (words.empty()) continue;
        instance.utterances.emplace_back(words.begin(), words.end());
        if (!spans.empty()) instance.utterance_spans.emplace_back(spans.begin(), spans.end());
        instance.utterance_source.push_back(static_cast<std::int32_t>(n));
    }
    for (std::size_t j = 0; j < problem.streams.size(); ++j) {
        const auto& [words, spans] = problem.streams[j];
        if (words.empty()) continue;
        instance.streams.emplace_back(words.begin(), words.end());
        if (!spans.empty()) instance.stream_spans.emplace_back(spans.begin(), spans.end());
        instance.stream_source.push_back(static_cast<std::int32_t>(j));
    }
    set_costs(instance, problem.costs);
    number_words(instance);
    return instance;
}

Instance mirrored(const Instance& instance) {
    Instance mirror = instance;
    std::reverse(mirror.utterances.begin(), mirror.utterances.end());
    std::reverse(mirror.utterance_spans.begin(), mirror.utterance_spans.end());
    for (auto* sequences : {&mirror.utterances, &mirror.streams}) {
        for (auto& words : *sequences) std::reverse(words.begin(), words.end());
    }
    for (auto* sequences : {&mirror.utterance_spans, &mirror.stream_spans}) {
        for (auto& spans : *sequences) {
            std::reverse(spans.begin(), spans.end());
            for (Span& span : spans) span = {-span.end, -span.start}; // time runs backward too, so its order stays
        }
    }
    return mirror;
}

} // namespace hubbub::route
