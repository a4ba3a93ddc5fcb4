// Words with alternatives: the cheapest path through graphs of words, and the lanes derived from it.
#include "align/align.hpp"
#include "align/timed.hpp"
#include "corpus/fragments.hpp"
#include "corpus/lanes.hpp"

#include <algorithm>
#include <set>

namespace hubbub {

bool needs_graphs(const Task& task) { return task.plan.fragments || task.session.has_choices(); }

LatticeRules plain_rules(const Costs& costs) {
    LatticeRules rules;
    rules.costs = costs;
    rules.optional_deletion = costs.deletion;
    rules.optional_insertion = costs.insertion;
    return rules;
}

GraphRules graph_rules(const Task& task) {
    GraphRules rules{plain_rules(task.plan.costs), task.plan.optional_words, task.metric.timed};
    if (rules.optional_is_correct) rules.rules.optional_deletion = task.plan.costs.correct;
    if (task.plan.fragments) rules.rules.also_same = fragments(task.session);
    return rules;
}

std::vector<std::pair<Token, Token>> fragments(const Session& session) {
    const auto distinct = [&](const PreparedSide& side) {
        const std::set<Token> numbers(side.words.begin(), side.words.end());
        std::vector<std::pair<Token, std::string_view>> words;
        for (const Token number : numbers) words.push_back({number, session.vocabulary[number]});
        return words;
    };
    const auto reference_words = distinct(session.reference), hypothesis_words = distinct(session.hypothesis);
    std::vector<std::pair<Token, std::string_view>> hypothesis_fragments;
    for (const auto& word : hypothesis_words)
        if (is_fragment(word.second)) hypothesis_fragments.push_back(word);
    std::vector<std::pair<Token, Token>> same;
    for (const auto& [reference, word] : reference_words) {
        check_stop();
        for (const auto& [hypothesis, other_word] : is_fragment(word) ? hypothesis_words : hypothesis_fragments)
            if (reference != hypothesis && fits(word, other_word)) same.push_back({reference, hypothesis});
    }
    return same;
}

namespace {

// The alternatives of a piece that is a whole utterance, if it has some.
const Choices* choices_of(const PreparedSide& side, const Piece& piece) {
    const Utterance& utterance = side.utterances[piece.utterance];
    return piece.count == static_cast<std::int32_t>(utterance.size()) ? side.choices_of(utterance) : nullptr;
}

Fault too_large(const TooLarge& error, const GroupName& name, std::vector<std::int64_t> sizes) {
    return {Fault::Kind::too_large_lattice,
            {.needed = error.needed,
             .allowed = static_cast<double>(error.allowed),
             .speakers = name.speakers,
             .start = name.start,
             .end = name.end,
             .sizes = std::move(sizes)}};
}

} // namespace

Lattice graph(const PreparedSide& side, const Part& part, bool timed, Budget& budget, const GroupName& name) {
    Lattice lattice;
    Row row = gather(side, part, timed);
    lattice.words = std::move(row.words);
    lattice.spans = std::move(row.spans);
    GraphSize size;
    for (const Piece& piece : part.pieces) size.add(piece.count, choices_of(side, piece));
    try {
        size.reserve(lattice, budget);
    } catch (const TooLarge& error) {
        throw too_large(error, name, {static_cast<std::int64_t>(lattice.words.size())});
    }
    budget.held += size.bytes();
    GraphBuilder builder(lattice);
    for (const Piece& piece : part.pieces) builder.add(piece.count, choices_of(side, piece));
    builder.finish();
    return lattice;
}

LatticePath cheapest(std::span<const Lattice> references, std::span<const Lattice> hypotheses, const GraphRules& rules,
                     const Budget& budget, const GroupName& name) {
    std::vector<const Lattice*> reference_graphs, hypothesis_graphs;
    for (const Lattice& lattice : references) reference_graphs.push_back(&lattice);
    for (const Lattice& lattice : hypotheses) hypothesis_graphs.push_back(&lattice);
    try {
        return align(reference_graphs, hypothesis_graphs, rules.rules, budget);
    } catch (const TooLarge& error) {
        std::vector<std::int64_t> sizes;
        for (const auto* side : {&reference_graphs, &hypothesis_graphs})
            for (const Lattice* lattice : *side) sizes.push_back(static_cast<std::int64_t>(lattice->words.size()));
        throw too_large(error, name, std::move(sizes));
    }
}

namespace {

// The words of a part that a path takes, by their indices in the part.
class Taken {
  public:
    Taken(const PreparedSide& side, const Part& part) : side_(side), part_(part) {}

    // The words at these ascending indices, as a part of complete utterances.
    Part together(const std::vector<std::int32_t>& places) {
        Part taken;
        std::size_t at = 0;
        std::int32_t base = 0;
        for (const Piece& piece : part_.pieces) {
            const std::size_t from = at;
            while (at < places.size() && places[at] < base + piece.count) ++at;
            if (choices_of(side_, piece) == nullptr) {
                taken.pieces.push_back(piece);
            } else {
                const auto listed = static_cast<std::int32_t>(taken.listed.size());
                taken.pieces.push_back(
                    {piece.utterance, piece.offset, 0, static_cast<std::int32_t>(at - from), listed});
                for (std::size_t i = from; i < at; ++i) taken.listed.push_back(piece.first + places[i] - base);
            }
            base += piece.count;
        }
        return taken;
    }

    // Appends the word at this index as a piece. Indices ascend from call to call.
    void add(std::int32_t place, Part& into) {
        while (place >= base_ + part_.pieces[piece_].count) {
            base_ += part_.pieces[piece_].count;
            ++piece_;
            taken_ = 0;
        }
        const Piece& piece = part_.pieces[piece_];
        const std::int32_t word = piece.first + place - base_;
        if (choices_of(side_, piece) == nullptr) {
            into.pieces.push_back({piece.utterance, piece.offset + place - base_, word, 1});
        } else {
            into.pieces.push_back(
                {piece.utterance, piece.offset + taken_, 0, 1, static_cast<std::int32_t>(into.listed.size())});
            into.listed.push_back(word);
        }
        ++taken_;
    }

    const Utterance& utterance() const { return side_.utterances[part_.pieces[piece_].utterance]; }

  private:
    const PreparedSide& side_;
    const Part& part_;
    std::size_t piece_ = 0;
    std::int32_t base_ = 0, taken_ = 0;
};

// Per word of a part: whether it is optional.
std::vector<char> optional_words(const PreparedSide& side, const Part& part) {
    std::vector<char> optional;
    for (const Piece& piece : part.pieces) {
        if (const Choices* choices = choices_of(side, piece); choices != nullptr) {
            optional.insert(optional.end(), choices->optional().begin(), choices->optional().end());
        } else {
            optional.resize(optional.size() + static_cast<std::size_t>(piece.count), 0);
        }
    }
    return optional;
}

// Kinds of the steps. The deletion of an optional word becomes `optional_deletion` if that counts as correct.
std::string kinds_of(const LatticePath& path, const std::vector<const Lattice*>& speakers, bool optional_is_correct) {
    std::string kinds = path.kinds;
    for (std::size_t i = 0; optional_is_correct && i < kinds.size(); ++i)
        if (kinds[i] == step::deletion && speakers[path.steps[i][0]]->optional[path.steps[i][1]] != 0)
            kinds[i] = step::optional_deletion;
    return kinds;
}

} // namespace

Lane aligned(const Task& task, std::int32_t speaker, std::int32_t stream, Part reference, Part hypothesis) {
    const Session& session = task.session;
    const bool timed = task.metric.timed;
    if (!needs_graphs(task)) {
        const Row reference_words = gather(session.reference, reference, timed);
        const Row hypothesis_words = gather(session.hypothesis, hypothesis, timed);
        std::string steps = align(TimedWords(reference_words), TimedWords(hypothesis_words), task.plan.costs);
        return {speaker, stream, std::move(reference), std::move(hypothesis), std::move(steps)};
    }
    const GraphRules& rules = *task.rules;
    Budget budget = task.budget;
    const Lattice reference_graph = graph(session.reference, reference, timed, budget);
    const Lattice hypothesis_graph = graph(session.hypothesis, hypothesis, timed, budget);
    const LatticePath path = cheapest({&reference_graph, 1}, {&hypothesis_graph, 1}, rules, budget);
    std::vector<std::int32_t> reference_places, hypothesis_places;
    for (const auto& step : path.steps) {
        if (step[1] >= 0) reference_places.push_back(step[1]);
        if (step[3] >= 0) hypothesis_places.push_back(step[3]);
    }
    return {speaker, stream, Taken(session.reference, reference).together(reference_places),
            Taken(session.hypothesis, hypothesis).together(hypothesis_places),
            kinds_of(path, {&reference_graph}, rules.optional_is_correct)};
}

Lane& LaneBuilder::lane(std::int32_t stream) {
    if (lanes_.empty()) {
        place_of_.assign(session_.streams.size() + 1, none); // the last is for words without a stream
        for (std::size_t i = 0; i < session_.streams.size(); ++i) add_lane(session_.streams.at(i));
    }
    if (place_of(stream) == none) add_lane(stream);
    return lanes_[place_of(stream)];
}

void LaneBuilder::add_lane(std::int32_t stream) {
    place_of(stream) = lanes_.size();
    lanes_.push_back({-1, stream, {}, {}, {}});
}

void LaneBuilder::lay(const LatticePath& path, const std::vector<Dimension>& speakers,
                      const std::vector<Dimension>& streams, bool optional_is_correct) {
    std::vector<Taken> reference, hypothesis;
    for (const Dimension& dimension : speakers) reference.emplace_back(session_.reference, dimension.part);
    for (const Dimension& dimension : streams) hypothesis.emplace_back(session_.hypothesis, dimension.part);
    std::vector<std::vector<char>> optional;
    for (const Dimension& dimension : speakers)
        if (optional_is_correct) optional.push_back(optional_words(session_.reference, dimension.part));
    std::vector<std::int32_t> latest(speakers.size(), 0);
    for (std::size_t i = 0; i < path.steps.size(); ++i) {
        const auto [speaker, reference_word, stream, hypothesis_word] = path.steps[i];
        char kind = path.kinds[i];
        if (optional_is_correct && kind == step::deletion && optional[speaker][reference_word] != 0)
            kind = step::optional_deletion;
        if (stream >= 0 && speaker >= 0) latest[speaker] = stream;
        const std::int32_t at = stream >= 0 ? stream : latest[speaker];
        const std::int32_t goal = streams.empty() ? -1 : streams[at].speaker;
        Lane& target = lane(goal);
        target.steps.push_back(kind);
        if (speaker >= 0) {
            reference[speaker].add(reference_word, target.reference);
            const Utterance& utterance = reference[speaker].utterance();
            routing.push_back({utterance.speaker, utterance.number, goal, utterance.segment});
        }
        if (stream >= 0) hypothesis[stream].add(hypothesis_word, target.hypothesis);
    }
}

Solution LaneBuilder::finish(const Task& task) {
    if (lanes_.empty() && session_.streams.size() != 0) lane(session_.streams.at(0));
    Solution solution = solved(task, std::move(lanes_));
    solution.routed = true;
    solution.routing = std::move(routing);
    return solution;
}

namespace {

std::vector<LaneBuilder::Dimension> dimensions(const PreparedSide& side, const SpeakerIndex& speakers) {
    std::vector<LaneBuilder::Dimension> all;
    for (std::size_t i = 0; i < speakers.size(); ++i)
        all.push_back({speakers.at(i), whole(side, speakers.utterances(speakers.at(i)))});
    return all;
}

std::vector<Lattice> graphs(const PreparedSide& side, const std::vector<LaneBuilder::Dimension>& dimensions, bool timed,
                            Budget& budget) {
    std::vector<Lattice> lattices;
    for (const auto& dimension : dimensions) lattices.push_back(graph(side, dimension.part, timed, budget));
    return lattices;
}

using Ways = std::vector<Choices::Way>; // a reading of each utterance that has alternatives, in order

// The side with only the words of these readings, and without alternatives.
PreparedSide taking(const PreparedSide& side, const Ways& ways) {
    PreparedSide taken = side;
    taken.words.clear();
    taken.spans.clear();
    taken.places.clear();
    taken.choices.clear();
    std::size_t chosen = 0;
    for (Utterance& utterance : taken.utterances) {
        const std::size_t begin = utterance.begin, size = utterance.size();
        Choices::Way way(size);
        for (std::size_t i = 0; i < size; ++i) way[i] = static_cast<std::int32_t>(i);
        if (utterance.choices >= 0) way = ways[chosen++];
        utterance.begin = taken.words.size();
        for (const std::int32_t place : way) {
            taken.words.push_back(side.words[begin + place]);
            if (!side.spans.empty()) taken.spans.push_back(side.spans[begin + place]);
        }
        utterance.end = taken.words.size();
        utterance.choices = -1;
    }
    return taken;
}

// Translates indices among the selected words to indices in the complete utterances.
void translate(const PreparedSide& side, const Ways& ways, Part& part) {
    std::vector<std::int32_t> chosen(side.utterances.size(), -1);
    std::int32_t next = 0;
    for (std::size_t i = 0; i < side.utterances.size(); ++i)
        if (side.utterances[i].choices >= 0) chosen[i] = next++;
    for (Piece& piece : part.pieces) {
        if (chosen[piece.utterance] < 0) continue;
        piece.listed = static_cast<std::int32_t>(part.listed.size());
        for (std::int32_t i = 0; i < piece.count; ++i)
            part.listed.push_back(ways[chosen[piece.utterance]][piece.first + i]);
        piece.first = 0;
    }
}

// All combinations of readings, if there are few; those of the last utterance vary fastest.
std::vector<Ways> expansions(const PreparedSide& side) {
    std::vector<Ways> all{{}};
    for (const Utterance& utterance : side.utterances) {
        if (utterance.choices < 0) continue;
        std::vector<Ways> longer;
        for (const Ways& ways : all) {
            for (Choices::Way& way : side.choices[utterance.choices].ways()) {
                longer.push_back(ways);
                longer.back().push_back(std::move(way));
            }
        }
        all = std::move(longer);
    }
    return all;
}

double number_of_ways(const Session& session) {
    double product = 1;
    for (const PreparedSide* side : {&session.reference, &session.hypothesis})
        for (const Choices& choices : side->choices) product *= choices.number();
    return product;
}

constexpr double most_ways = 64; // above, they are not tried one by one

// The router does not support alternatives, but solves much larger sessions than graphs of many dimensions. So every
// combination of readings is routed separately, and the first of the cheapest is kept. It is proven optimal if the
// bounds of all others show that none costs less.
Solution try_ways(const Task& task) {
    const Session& session = task.session;
    const auto reference_ways = expansions(session.reference), hypothesis_ways = expansions(session.hypothesis);
    Budget budget = task.budget;
    const auto ways = static_cast<double>(reference_ways.size() * hypothesis_ways.size());
    budget.seconds /= ways;
    budget.work /= ways;
    std::optional<Solution> best;
    std::int64_t bound = 0;
    Ended ended = Ended::proven; // of the first that is not proven
    for (const Ways& reference : reference_ways) {
        for (const Ways& hypothesis : hypothesis_ways) {
            const Session plain(taking(session.reference, reference), taking(session.hypothesis, hypothesis),
                                session.vocabulary);
            Solution solution = route_rows({plain, task.plan, task.metric, budget, task.pool, task.input});
            if (ended == Ended::proven) ended = solution.ended;
            bound = best ? std::min(bound, solution.lower_bound) : solution.lower_bound;
            if (best && solution.cost >= best->cost) continue;
            for (Lane& lane : solution.lanes) {
                translate(session.reference, reference, lane.reference);
                translate(session.hypothesis, hypothesis, lane.hypothesis);
            }
            best = std::move(solution);
        }
    }
    best->lower_bound = bound;
    best->exact = bound == best->cost;
    best->ended = best->exact ? Ended::proven : ended;
    return std::move(*best);
}

} // namespace

Solution route_graphs(const Task& task) {
    const Session& session = task.session;
    const GraphRules& rules = *task.rules;
    const auto speakers = dimensions(session.reference, session.speakers);
    const auto streams = dimensions(session.hypothesis, session.streams);
    LatticePath path;
    try {
        Budget budget = task.budget;
        const auto references = graphs(session.reference, speakers, rules.timed, budget);
        const auto hypotheses = graphs(session.hypothesis, streams, rules.timed, budget);
        path = cheapest(references, hypotheses, rules, budget);
    } catch (const Fault&) {
        if (task.plan.fragments || task.plan.optional_words || number_of_ways(session) > most_ways) throw;
        return try_ways(task);
    }
    LaneBuilder builder(session);
    builder.lay(path, speakers, streams, rules.optional_is_correct);
    Solution solution = builder.finish(task);
    check_cost(solution, path.cost);
    return solution;
}

} // namespace hubbub
