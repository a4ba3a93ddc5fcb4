// Solves a session: a function for each solver that a metric can name.
#include "align/align.hpp"
#include "align/timed.hpp"
#include "corpus/channels.hpp"
#include "corpus/lanes.hpp"
#include "corpus/steps.hpp"
#include "pair/pair.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <unordered_map>

namespace hubbub {

void Counts::add(char kind, std::int64_t number) {
    insertions += kind == step::insertion ? number : 0;
    deletions += kind == step::deletion ? number : 0;
    substitutions += kind == step::substitution ? number : 0;
    correct += kind == step::correct ? number : 0;
}

void Counts::add(std::string_view steps) {
    each_step(steps, [&](const LaneStep& step) { add(step.kind, 1); });
}

Part whole(const PreparedSide& side, std::span<const std::int32_t> utterances) {
    Part part;
    part.pieces.reserve(utterances.size());
    for (const std::int32_t i : utterances) {
        const Utterance& utterance = side.utterances[i];
        part.pieces.push_back({i, utterance.offset, 0, static_cast<std::int32_t>(utterance.size())});
    }
    return part;
}

Part by_word(const PreparedSide& side, std::span<const std::int32_t> utterances) {
    Part part;
    for (const std::int32_t i : utterances) {
        const Utterance& utterance = side.utterances[i];
        for (std::int32_t k = 0; k < static_cast<std::int32_t>(utterance.size()); ++k)
            part.pieces.push_back({i, utterance.offset + k, k, 1});
    }
    return part;
}

std::vector<std::int32_t> all_of(const PreparedSide& side) {
    std::vector<std::int32_t> all(side.utterances.size());
    std::iota(all.begin(), all.end(), 0);
    return all;
}

Solution solved(const Task& task, std::vector<Lane> lanes) {
    Solution solution;
    solution.lanes = std::move(lanes);
    for (const Lane& lane : solution.lanes) solution.counts.add(lane.steps);
    solution.cost = solution.lower_bound = solution.counts.cost(task.plan.costs);
    return solution;
}

void check_cost(const Solution& solution, std::int64_t cost) {
    if (solution.cost != cost) throw Fault(Fault::Kind::disagreement, {.cost = solution.cost, .claim = cost});
}

namespace {

// Two sequences of words that were aligned without graphs. Its utterances are not listed: `kind` selects them.
Lane whole_lane(std::int32_t speaker, std::int32_t stream, std::string steps, Part::Kind kind) {
    Lane lane{speaker, stream, {}, {}, std::move(steps)};
    lane.reference.kind = lane.hypothesis.kind = kind;
    return lane;
}

// The utterances of one channel, and their speaker if there is only one.
std::pair<std::vector<std::int32_t>, std::int32_t> of_channel(const PreparedSide& side, const std::string& key) {
    std::vector<std::int32_t> own;
    std::set<std::int32_t> speakers;
    for (const std::int32_t i : all_of(side)) {
        if (channel_key(side.columns(), side.utterances[i].segment) != key) continue;
        own.push_back(i);
        speakers.insert(side.utterances[i].speaker);
    }
    return {std::move(own), speakers.size() == 1 ? *speakers.begin() : -1};
}

Solution align_channels(const Task& task, const Channels& channels) {
    const Session& session = task.session;
    const bool timed = task.metric.timed;
    std::vector<Lane> lanes;
    for (const auto& [key, name] : channels) {
        const auto [ours, speaker] = of_channel(session.reference, key);
        const auto [theirs, stream] = of_channel(session.hypothesis, key);
        Part reference = whole(session.reference, ours), hypothesis = whole(session.hypothesis, theirs);
        if (needs_graphs(task)) {
            lanes.push_back(aligned(task, speaker, stream, std::move(reference), std::move(hypothesis)));
            continue;
        }
        const Row left = gather(session.reference, reference, timed),
                  right = gather(session.hypothesis, hypothesis, timed);
        std::string steps = align(TimedWords(left), TimedWords(right), task.plan.costs);
        lanes.push_back({speaker, stream, std::move(reference), std::move(hypothesis), std::move(steps)});
    }
    return solved(task, std::move(lanes));
}

Solution align_all(const Task& task) {
    const Session& session = task.session;
    if (task.metric.by_channel) {
        const Channels channels = separate_channels(session.reference.columns(), task.input->reference,
                                                    session.hypothesis.columns(), task.input->hypothesis);
        if (!channels.empty()) return align_channels(task, channels);
    }
    const std::int32_t speaker = session.speakers.size() == 1 ? 0 : -1, stream = session.streams.size() == 1 ? 0 : -1;
    std::vector<Lane> lanes;
    if (needs_graphs(task)) {
        lanes.push_back(aligned(task, speaker, stream, whole(session.reference, all_of(session.reference)),
                                whole(session.hypothesis, all_of(session.hypothesis))));
    } else {
        std::string steps = align(words_of(session.reference, task.metric.timed),
                                  words_of(session.hypothesis, task.metric.timed), task.plan.costs);
        lanes.push_back(whole_lane(speaker, stream, std::move(steps), Part::all));
    }
    return solved(task, std::move(lanes));
}

// Starts with the largest pairs, so that no thread ends with a large one.
template <class Work> void largest_first(Pool& pool, const std::vector<double>& sizes, Work work) {
    std::vector<std::size_t> order(sizes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return sizes[a] > sizes[b]; });
    pool.each(order.size(), [&](std::size_t i) { work(order[i]); });
}

using Pairs = std::vector<std::pair<std::int32_t, std::int32_t>>;

// With at least so many cells in the matrices, several threads for one session pay.
constexpr double many_cells = 1 << 28;

// The same pair from an earlier metric, if it was aligned without graphs and with the same use of times.
const Lane* aligned_before(const Task& task, std::int32_t speaker, std::int32_t stream) {
    for (std::size_t i = 0; i < task.earlier.size(); ++i) {
        if (!task.earlier[i].paired || task.plan.metrics[i].timed != task.metric.timed) continue;
        for (const Lane& lane : task.earlier[i].lanes)
            if (lane.speaker == speaker && lane.stream == stream && lane.reference.kind == Part::speaker) return &lane;
    }
    return nullptr;
}

// `steps` of the first pairs, if they are aligned already.
Solution pairs(const Task& task, Pairs pairing, std::vector<std::optional<std::string>> steps = {}) {
    const Session& session = task.session;
    const bool timed = task.metric.timed, graphs = needs_graphs(task);
    const auto words = [&](const SpeakerIndex& speakers, std::int32_t speaker) {
        return speaker < 0 ? TimedWords{} : speakers.words(speaker, timed);
    };
    std::vector<Lane> lanes(pairing.size());
    std::vector<double> sizes;
    for (const auto& [speaker, stream] : pairing)
        sizes.push_back(1.0 * words(session.speakers, speaker).size() * words(session.streams, stream).size());
    const auto work = [&](std::size_t i) {
        const auto [speaker, stream] = pairing[i];
        if (graphs) {
            Part reference, hypothesis;
            if (speaker >= 0) reference = whole(session.reference, session.speakers.utterances(speaker));
            if (stream >= 0) hypothesis = whole(session.hypothesis, session.streams.utterances(stream));
            lanes[i] = aligned(task, speaker, stream, std::move(reference), std::move(hypothesis));
        } else if (const Lane* before = aligned_before(task, speaker, stream)) {
            lanes[i] = *before;
        } else {
            std::string found = i < steps.size() && steps[i] ? std::move(*steps[i])
                                                             : align(words(session.speakers, speaker),
                                                                     words(session.streams, stream), task.plan.costs);
            lanes[i] = whole_lane(speaker, stream, std::move(found), Part::speaker);
        }
    };
    if (graphs || std::accumulate(sizes.begin(), sizes.end(), 0.0) < many_cells) {
        for (std::size_t i = 0; i < lanes.size(); ++i) work(i);
    } else {
        largest_first(task.pool, sizes, work);
    }
    Solution solution = solved(task, std::move(lanes));
    solution.paired = true;
    solution.pairing = std::move(pairing);
    return solution;
}

Solution pair_named(const Task& task) {
    const Session& session = task.session;
    std::vector<char> taken(session.streams.size(), 0);
    std::unordered_map<std::string_view, std::int32_t> stream_of;
    for (std::size_t j = 0; j < session.streams.size(); ++j)
        stream_of[session.hypothesis.speaker_name(session.streams.at(j))] = session.streams.at(j);
    Pairs pairing;
    for (std::size_t i = 0; i < session.speakers.size(); ++i) {
        const std::int32_t speaker = session.speakers.at(i);
        const auto found = stream_of.find(session.reference.speaker_name(speaker));
        const std::int32_t stream = found == stream_of.end() ? -1 : found->second;
        if (stream >= 0) taken[stream] = 1;
        pairing.push_back({speaker, stream});
    }
    for (std::size_t j = 0; j < session.streams.size(); ++j)
        if (!taken[session.streams.at(j)]) pairing.push_back({-1, session.streams.at(j)});
    return pairs(task, std::move(pairing));
}

// The cost of every speaker with every stream, by graphs, for words with alternatives.
Pairing pair_graphs(const Task& task) {
    const Session& session = task.session;
    const GraphRules& rules = *task.rules;
    Budget budget = task.budget;
    std::vector<Lattice> references, hypotheses; // not copied: links may take most of the memory
    for (std::size_t i = 0; i < session.speakers.size(); ++i)
        references.push_back(graph(session.reference,
                                   whole(session.reference, session.speakers.utterances(session.speakers.at(i))),
                                   rules.timed, budget));
    for (std::size_t j = 0; j < session.streams.size(); ++j)
        hypotheses.push_back(graph(session.hypothesis,
                                   whole(session.hypothesis, session.streams.utterances(session.streams.at(j))),
                                   rules.timed, budget));
    const std::size_t size = std::max(references.size(), hypotheses.size()), speakers = references.size(),
                      streams = hypotheses.size();
    const auto one = [](const std::vector<Lattice>& graphs, std::size_t i) {
        return std::span(graphs).subspan(std::min(i, graphs.size()), i < graphs.size() ? 1 : 0);
    };
    std::vector<std::int64_t> costs(size * size);
    // Sequentially: each may take all of the session's memory.
    for (std::size_t i = 0; i < costs.size(); ++i)
        costs[i] = cheapest(one(references, i / size), one(hypotheses, i % size), rules, budget).cost;
    return pair(std::move(costs), speakers, streams);
}

Pairing pair_rows(const Task& task) {
    const Session& session = task.session;
    std::vector<TimedWords> speakers, streams;
    double reference_words = 0, hypothesis_words = 0;
    for (std::size_t i = 0; i < session.speakers.size(); ++i)
        speakers.push_back(session.speakers.words(session.speakers.at(i), task.metric.timed));
    for (std::size_t j = 0; j < session.streams.size(); ++j)
        streams.push_back(session.streams.words(session.streams.at(j), task.metric.timed));
    for (const auto& words : speakers) reference_words += static_cast<double>(words.size());
    for (const auto& words : streams) hypothesis_words += static_cast<double>(words.size());
    if (task.pool.alone() || reference_words * hypothesis_words < many_cells)
        return pair(speakers, streams, task.plan.costs);
    return pair(speakers, streams, task.plan.costs,
                [&](const auto& sizes, const auto& work) { largest_first(task.pool, sizes, work); });
}

// What pair() stores for each pair of a speaker with a stream: its cost, and lists of pairs to compute.
constexpr double bytes_of_pair = 25;

Solution pair_best(const Task& task) {
    const Session& session = task.session;
    const auto speakers = static_cast<std::int64_t>(session.speakers.size());
    const auto streams = static_cast<std::int64_t>(session.streams.size());
    const double allowed = static_cast<double>(task.budget.bytes);
    const auto most = static_cast<double>(std::max(speakers, streams));
    if (const double needed = most * most * bytes_of_pair; needed > allowed)
        throw Fault(Fault::Kind::too_large_route,
                    {.needed = needed, .allowed = allowed, .pieces = speakers, .streams = streams});
    Pairing best = needs_graphs(task) ? pair_graphs(task) : pair_rows(task);
    std::vector<char> taken(session.streams.size(), 0);
    Pairs pairing;
    for (std::size_t i = 0; i < session.speakers.size(); ++i) {
        const std::int32_t stream = best.stream_of[i] < 0 ? -1 : session.streams.at(best.stream_of[i]);
        if (stream >= 0) taken[stream] = 1;
        pairing.push_back({session.speakers.at(i), stream});
    }
    for (std::size_t j = 0; j < session.streams.size(); ++j)
        if (!taken[session.streams.at(j)]) pairing.push_back({-1, session.streams.at(j)});
    Solution solution = pairs(task, std::move(pairing), std::move(best.steps));
    check_cost(solution, best.cost);
    return solution;
}

Solution route_any(const Task& task) { return needs_graphs(task) ? route_graphs(task) : route_rows(task); }

} // namespace

Solution solve(const Task& given) {
    using Solver = Metric::Solver;
    Task task = given;
    std::optional<GraphRules> rules;
    if (needs_graphs(task)) task.rules = &rules.emplace(graph_rules(task));
    switch (task.metric.solver) {
    case Solver::align:
        return align_all(task);
    case Solver::each:
        return each_utterance(task);
    case Solver::pair_named:
        return pair_named(task);
    case Solver::pair_best:
        return pair_best(task);
    case Solver::route:
        return route_any(task);
    case Solver::asclite:
        return by_groups(task);
    }
    return {};
}

} // namespace hubbub
