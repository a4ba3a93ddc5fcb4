#include "route/problem/problem.hpp"

#include "align/timed.hpp"
#include "base/budget.hpp"
#include "base/row.hpp"
#include "route/schedule.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <stdexcept>
#include <unordered_map>
#include <utility>

namespace hubbub::route {
namespace {

void set_costs(Problem& problem, const Costs& input) {
    const std::int64_t undone = std::int64_t{input.insertion} + input.deletion;
    std::int64_t match = std::min<std::int64_t>(input.correct, undone);
    std::int64_t mismatch = std::min<std::int64_t>(input.substitution, undone);
    std::int64_t insertion = input.insertion, deletion = input.deletion;
    problem.unit = std::max<std::int64_t>(std::gcd(std::gcd(match, mismatch), std::gcd(insertion, deletion)), 1);
    for (auto* cost : {&match, &mismatch, &insertion, &deletion}) *cost /= problem.unit;
    problem.insertion = static_cast<Value>(insertion);
    problem.steps = {static_cast<Value>(deletion), static_cast<Value>(match - insertion),
                     static_cast<Value>(mismatch - insertion)};
    problem.stride = std::max<std::int64_t>(std::max(insertion, deletion) / strides_per_word, 1);
    const std::int64_t slide = deletion + insertion - std::min(match, mismatch);
    problem.slide = static_cast<Value>(std::min<std::int64_t>(slide, far)); // larger values are not representable
}

// Every value must stay well below `far`.
void set_scale(Problem& problem, std::int64_t stream_words) {
    const std::int64_t utterance_words = problem.reference_words(), allowed = far / 4;
    const std::int64_t word = std::int64_t{problem.steps.deletion} + problem.insertion;
    // With one queue a path, a sum of prices and the slack of a bound each stay below half of this. With several, words
    // of the streams have prices too, whose range is as wide as `slide`.
    const bool several = problem.speakers > 1;
    const double largest =
        several ? 4.0 * static_cast<double>(word + problem.slide + 1) * (utterance_words + stream_words + 1.0)
                : 2.0 * static_cast<double>(word) * (std::max(utterance_words, stream_words) + 1.0);
    // Prices are finest in graphs; chains, which have no graphs, have finer prices than the rows of one queue.
    problem.scale = several ? 64 : 32;
    problem.fine = several ? problem.scale : 256;
    while (problem.fine > 1 && largest * problem.fine > static_cast<double>(allowed)) problem.fine /= 2;
    problem.scale = std::min(problem.scale, problem.fine);
    problem.too_large = largest * problem.fine > static_cast<double>(allowed);
}

// Tables are indexed by word number, so sparse or negative numbers are renumbered.
void number_words(Problem& problem) {
    std::int64_t largest = 0;
    bool negative = false;
    for (const Token word : problem.tokens) {
        largest = std::max<std::int64_t>(largest, word);
        negative |= word < 0;
    }
    if (!negative && largest < static_cast<std::int64_t>(16 * problem.tokens.size())) {
        problem.vocabulary = static_cast<Token>(largest + 1);
        return;
    }
    std::unordered_map<Token, Token> number;
    for (Token& word : problem.tokens) word = number.try_emplace(word, static_cast<Token>(number.size())).first->second;
    problem.vocabulary = static_cast<Token>(number.size());
}

// Copies words and times; the memory is reserved.
TimedWords copy_words(Problem& problem, const TimedWords& input) {
    const std::size_t first = problem.tokens.size(), at = problem.spans.size();
    problem.tokens.insert(problem.tokens.end(), input.words.begin(), input.words.end());
    problem.spans.insert(problem.spans.end(), input.spans.begin(), input.spans.end());
    return {Words(problem.tokens).subspan(first), std::span<const Span>(problem.spans).subspan(at)};
}

void reserve_words(Problem& problem, const std::vector<TimedWords>& utterances,
                   const std::vector<TimedWords>& streams) {
    std::size_t words = 0, spans = 0;
    for (const auto* sequences : {&utterances, &streams}) {
        for (const TimedWords& one : *sequences) {
            words += one.size();
            spans += one.spans.size();
        }
    }
    problem.tokens.reserve(words);
    problem.spans.reserve(spans);
}

// The empty utterances before each utterance in its queue, and, last, those at the ends of the queues.
std::vector<std::vector<std::int32_t>> empty_before(const RouteProblem& input) {
    const auto count = static_cast<std::int32_t>(input.utterances.size());
    std::vector<std::vector<std::int32_t>> before(input.utterances.size() + 1);
    std::map<std::int32_t, std::vector<std::int32_t>> waiting; // by queue
    for (std::int32_t n = 0; n < count; ++n) {
        if (input.utterances[n].empty())
            waiting[input.queue_of[n]].push_back(n);
        else if (const auto mine = waiting.find(input.queue_of[n]); mine != waiting.end())
            before[n] = std::exchange(mine->second, {});
    }
    for (const auto& [queue, left] : waiting) before[count].insert(before[count].end(), left.begin(), left.end());
    std::sort(before[count].begin(), before[count].end());
    return before;
}

} // namespace

std::int64_t Problem::reference_words() const {
    std::int64_t words = 0;
    for (const Utterance& one : utterances) words += static_cast<std::int64_t>(one.words.size());
    return words;
}

Problem make_problem(const RouteProblem& input) {
    Problem problem;
    reserve_words(problem, input.utterances, input.streams);
    std::map<std::int32_t, std::int32_t> speaker_of;
    for (std::size_t n = 0; n < input.utterances.size(); ++n) {
        if (input.utterances[n].empty()) continue;
        const auto [found, is_new] = speaker_of.try_emplace(input.queue_of[n], problem.speakers);
        if (is_new) {
            ++problem.speakers;
            problem.queue.emplace_back();
        }
        auto& queue = problem.queue[found->second];
        const auto number = static_cast<std::int32_t>(problem.utterances.size());
        problem.utterances.push_back({found->second, static_cast<std::int32_t>(queue.size()),
                                      static_cast<std::int32_t>(n), copy_words(problem, input.utterances[n])});
        queue.push_back(number);
    }
    std::int64_t stream_words = 0;
    for (std::size_t j = 0; j < input.streams.size(); ++j) {
        if (input.streams[j].empty()) continue;
        problem.stream.push_back(copy_words(problem, input.streams[j]));
        problem.stream_source.push_back(static_cast<std::int32_t>(j));
        stream_words += static_cast<std::int64_t>(input.streams[j].size());
    }
    problem.streams = static_cast<std::int32_t>(problem.stream.size());
    set_costs(problem, input.costs);
    set_scale(problem, stream_words);
    problem.base = stream_words * problem.insertion;
    number_words(problem);
    return problem;
}

Problem ready(Problem problem, bool plain) {
    if (problem.too_large)
        throw std::overflow_error("the costs are too large to be summed; divide them by a common factor");
    std::vector<TimedWords> utterances;
    for (const Utterance& utterance : problem.utterances) utterances.push_back(utterance.words);
    problem.carrier = rows::Carrier(std::move(utterances), problem.stream, plain ? rows::row_ops("plain") : nullptr);
    return problem;
}

std::int64_t cost_of(const Problem& problem, const std::vector<Move>& moves) {
    std::vector<Row> routed(problem.stream.size());
    for (const Move& move : moves) routed[std::max(move.stream, 0)].append(problem.utterances[move.utterance].words);
    std::int64_t cost = 0;
    for (int j = 0; j < problem.streams; ++j) {
        spend(step_cost::align_cells * routed[j].words.size() * problem.stream[j].size() / 64);
        cost += distance(TimedWords(routed[j]), problem.stream[j], problem.costs());
    }
    return cost;
}

Routing make_routing(const RouteProblem& input, const Problem& problem, const Routed& routed) {
    Routing routing;
    routing.stream_of.assign(input.utterances.size(), problem.stream_source[0]);
    const auto before = empty_before(input);
    for (const Move& move : routed.moves) {
        const std::int32_t n = problem.utterances[move.utterance].source;
        routing.order.insert(routing.order.end(), before[n].begin(), before[n].end());
        routing.order.push_back(n);
        if (move.stream >= 0) routing.stream_of[n] = problem.stream_source[move.stream];
    }
    routing.order.insert(routing.order.end(), before.back().begin(), before.back().end());
    routing.cost = routed.cost * problem.unit;
    return routing;
}

Routing trivial_routing(const RouteProblem& input) {
    Routing routing;
    routing.order.resize(input.utterances.size());
    std::iota(routing.order.begin(), routing.order.end(), 0);
    routing.stream_of.assign(input.utterances.size(), input.streams.empty() ? -1 : 0);
    for (const TimedWords& utterance : input.utterances)
        routing.cost += static_cast<std::int64_t>(utterance.size()) * input.costs.deletion;
    for (const TimedWords& stream : input.streams)
        routing.cost += static_cast<std::int64_t>(stream.size()) * input.costs.insertion;
    routing.lower_bound = routing.cost;
    return routing;
}

} // namespace hubbub::route
