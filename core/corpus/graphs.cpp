// Words with alternatives: the cheapest way through graphs of words, and the lanes that it leaves.
#include "../align.hpp"
#include "../timed.hpp"
#include "fragments.hpp"
#include "lanes.hpp"

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
    GraphRules made{plain_rules(task.plan.costs), task.plan.optional_words, task.metric.timed};
    if (made.spared) made.rules.optional_deletion = task.plan.costs.correct;
    if (task.plan.fragments) made.rules.also_same = fragments(task.session);
    return made;
}

std::vector<std::pair<Token, Token>> fragments(const Session& session) {
    const auto distinct = [&](const PreparedSide& side) {
        const std::set<Token> numbers(side.words.begin(), side.words.end());
        std::vector<std::pair<Token, std::string_view>> words;
        for (const Token number : numbers) words.push_back({number, session.vocabulary[number]});
        return words;
    };
    const auto said = distinct(session.reference), heard = distinct(session.hypothesis);
    std::vector<std::pair<Token, Token>> same;
    for (const auto& [one, word] : said)
        for (const auto& [other, its] : heard)
            if (one != other && (is_fragment(word) || is_fragment(its)) && fits(word, its))
                same.push_back({one, other});
    return same;
}

namespace {

// The choices among the words of a piece: where it is a whole utterance that has some.
const Choices* choices_of(const PreparedSide& side, const Piece& piece) {
    const Utterance& one = side.utterances[piece.utterance];
    return piece.count == static_cast<std::int32_t>(one.size()) ? side.choices_of(one) : nullptr;
}

} // namespace

Lattice graph(const PreparedSide& side, const Part& part, bool timed) {
    Lattice made;
    Row row = gather(side, part, timed);
    made.words = std::move(row.words);
    made.spans = std::move(row.spans);
    GraphBuilder builder(made);
    for (const Piece& piece : part.pieces) builder.add(piece.count, choices_of(side, piece));
    builder.finish();
    return made;
}

LatticePath cheapest(std::span<const Lattice> references, std::span<const Lattice> hypotheses, const GraphRules& rules,
                     const Budget& budget, const GroupName& name) {
    std::vector<const Lattice*> said, heard;
    for (const Lattice& one : references) said.push_back(&one);
    for (const Lattice& one : hypotheses) heard.push_back(&one);
    try {
        return align(said, heard, rules.rules, budget);
    } catch (const TooLarge& error) {
        std::vector<double> numbers{error.needed, static_cast<double>(error.allowed), name.speakers, name.start,
                                    name.end};
        for (const auto* side : {&said, &heard})
            for (const Lattice* one : *side) numbers.push_back(static_cast<double>(one->words.size()));
        throw Fault(Fault::Kind::too_large_lattice, std::move(numbers));
    }
}

namespace {

// Words of a part by their place in it, as a way takes them: which pieces are left, and which of their words.
class Taken {
  public:
    Taken(const PreparedSide& side, const Part& part) : side_(side), part_(part) {}

    // The words at these places, which rise, utterance by utterance.
    Part together(const std::vector<std::int32_t>& places) {
        Part made;
        std::size_t at = 0;
        std::int32_t base = 0;
        for (const Piece& piece : part_.pieces) {
            const std::size_t from = at;
            while (at < places.size() && places[at] < base + piece.count) ++at;
            if (choices_of(side_, piece) == nullptr) {
                made.pieces.push_back(piece);
            } else {
                const auto listed = static_cast<std::int32_t>(made.listed.size());
                made.pieces.push_back({piece.utterance, piece.offset, 0, static_cast<std::int32_t>(at - from), listed});
                for (std::size_t i = from; i < at; ++i) made.listed.push_back(piece.first + places[i] - base);
            }
            base += piece.count;
        }
        return made;
    }

    // The next word, by itself. Places rise.
    void add(std::int32_t place, Part& into) {
        while (place >= base_ + part_.pieces[piece_].count) {
            base_ += part_.pieces[piece_].count;
            ++piece_;
            said_ = 0;
        }
        const Piece& piece = part_.pieces[piece_];
        const std::int32_t word = piece.first + place - base_;
        if (choices_of(side_, piece) == nullptr) {
            into.pieces.push_back({piece.utterance, piece.offset + place - base_, word, 1});
        } else {
            into.pieces.push_back(
                {piece.utterance, piece.offset + said_, 0, 1, static_cast<std::int32_t>(into.listed.size())});
            into.listed.push_back(word);
        }
        ++said_;
    }

    const Utterance& utterance() const { return side_.utterances[part_.pieces[piece_].utterance]; }

  private:
    const PreparedSide& side_;
    const Part& part_;
    std::size_t piece_ = 0;
    std::int32_t base_ = 0, said_ = 0;
};

// Kinds of the steps, with optional words that are missing as such.
std::string kinds_of(const LatticePath& path, const std::vector<const Lattice*>& speakers, bool spared) {
    std::string kinds = path.kinds;
    for (std::size_t i = 0; spared && i < kinds.size(); ++i)
        if (kinds[i] == step::deletion && speakers[path.steps[i][0]]->optional[path.steps[i][1]] != 0)
            kinds[i] = step::spared;
    return kinds;
}

} // namespace

Lane aligned(const Task& task, std::int32_t speaker, std::int32_t stream, Part reference, Part hypothesis) {
    const Session& session = task.session;
    const bool timed = task.metric.timed;
    if (!needs_graphs(task)) {
        const Row said = gather(session.reference, reference, timed);
        const Row heard = gather(session.hypothesis, hypothesis, timed);
        std::string steps = align(TimedWords(said), TimedWords(heard), task.plan.costs);
        return {speaker, stream, std::move(reference), std::move(hypothesis), std::move(steps)};
    }
    const GraphRules rules = graph_rules(task);
    const Lattice said = graph(session.reference, reference, timed);
    const Lattice heard = graph(session.hypothesis, hypothesis, timed);
    const LatticePath path = cheapest({&said, 1}, {&heard, 1}, rules, task.budget);
    std::vector<std::int32_t> of_reference, of_hypothesis;
    for (const auto& step : path.steps) {
        if (step[1] >= 0) of_reference.push_back(step[1]);
        if (step[3] >= 0) of_hypothesis.push_back(step[3]);
    }
    return {speaker, stream, Taken(session.reference, reference).together(of_reference),
            Taken(session.hypothesis, hypothesis).together(of_hypothesis), kinds_of(path, {&said}, rules.spared)};
}

Lane& Strands::lane(std::int32_t stream) {
    if (lanes_.empty()) {
        for (std::size_t i = 0; i < session_.streams.size(); ++i)
            lanes_.push_back({-1, session_.streams.voice(i), {}, {}, {}});
    }
    for (Lane& lane : lanes_)
        if (lane.stream == stream) return lane;
    lanes_.push_back({-1, stream, {}, {}, {}});
    return lanes_.back();
}

void Strands::lay(const LatticePath& path, const std::vector<Dimension>& speakers,
                  const std::vector<Dimension>& streams, bool spared) {
    std::vector<Taken> said, heard;
    for (const Dimension& one : speakers) said.emplace_back(session_.reference, one.part);
    for (const Dimension& one : streams) heard.emplace_back(session_.hypothesis, one.part);
    std::vector<std::vector<std::int32_t>> optional;
    for (const Dimension& one : speakers)
        if (spared) optional.push_back(graph(session_.reference, one.part, false).optional);
    std::vector<std::int32_t> latest(speakers.size(), 0);
    for (std::size_t i = 0; i < path.steps.size(); ++i) {
        const auto [speaker, word, stream, other] = path.steps[i];
        char kind = path.kinds[i];
        if (spared && kind == step::deletion && optional[speaker][word] != 0) kind = step::spared;
        if (stream >= 0 && speaker >= 0) latest[speaker] = stream;
        const std::int32_t at = stream >= 0 ? stream : latest[speaker];
        const std::int32_t goal = streams.empty() ? -1 : streams[at].voice;
        Lane& strand = lane(goal);
        strand.steps.push_back(kind);
        if (speaker >= 0) {
            said[speaker].add(word, strand.reference);
            const Utterance& one = said[speaker].utterance();
            routing.push_back({one.voice, one.number, goal});
        }
        if (stream >= 0) heard[stream].add(other, strand.hypothesis);
    }
}

Found Strands::finish(const Task& task) {
    if (lanes_.empty() && session_.streams.size() != 0) lane(session_.streams.voice(0));
    Found found = solved(task, std::move(lanes_));
    found.routed = true;
    found.routing = std::move(routing);
    return found;
}

namespace {

std::vector<Strands::Dimension> dimensions(const PreparedSide& side, const Voices& voices) {
    std::vector<Strands::Dimension> made;
    for (std::size_t i = 0; i < voices.size(); ++i)
        made.push_back({voices.voice(i), whole(side, voices.utterances(voices.voice(i)))});
    return made;
}

std::vector<Lattice> graphs(const PreparedSide& side, const std::vector<Strands::Dimension>& dimensions, bool timed) {
    std::vector<Lattice> made;
    for (const auto& one : dimensions) made.push_back(graph(side, one.part, timed));
    return made;
}

using Ways = std::vector<Choices::Way>; // of each utterance that has choices, in turn

// The side with these words alone, and no choice left among them.
PreparedSide taking(const PreparedSide& side, const Ways& ways) {
    PreparedSide made = side;
    made.words.clear();
    made.spans.clear();
    made.places.clear();
    made.choices.clear();
    std::size_t chosen = 0;
    for (Utterance& one : made.utterances) {
        const std::size_t begin = one.begin, size = one.size();
        Choices::Way way(size);
        for (std::size_t i = 0; i < size; ++i) way[i] = static_cast<std::int32_t>(i);
        if (one.choices >= 0) way = ways[chosen++];
        one.begin = made.words.size();
        for (const std::int32_t place : way) {
            made.words.push_back(side.words[begin + place]);
            if (!side.spans.empty()) made.spans.push_back(side.spans[begin + place]);
        }
        one.end = made.words.size();
        one.choices = -1;
    }
    return made;
}

// Places in the whole utterances instead of those in the words that were taken.
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

// Every way to say a side, where there are few; the last utterance's ways follow each other.
std::vector<Ways> expansions(const PreparedSide& side) {
    std::vector<Ways> all{{}};
    for (const Utterance& one : side.utterances) {
        if (one.choices < 0) continue;
        std::vector<Ways> longer;
        for (const Ways& ways : all) {
            for (Choices::Way& way : side.choices[one.choices].ways()) {
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

constexpr double most_ways = 64; // as many are tried one by one, and not more

// The searches that know no choices go much further than graphs of many dimensions, so that a few ways are tried one
// by one. The first of the cheapest is proven where no other can cost less.
Found try_ways(const Task& task) {
    const Session& session = task.session;
    const auto said = expansions(session.reference), heard = expansions(session.hypothesis);
    Budget budget = task.budget;
    budget.seconds /= static_cast<double>(said.size() * heard.size());
    std::optional<Found> best;
    std::int64_t bound = 0;
    for (const Ways& reference : said) {
        for (const Ways& hypothesis : heard) {
            const Session plain(taking(session.reference, reference), taking(session.hypothesis, hypothesis),
                                session.vocabulary);
            Found found = route_rows({plain, task.plan, task.metric, budget, task.pool, task.input});
            bound = best ? std::min(bound, found.lower_bound) : found.lower_bound;
            if (best && found.cost >= best->cost) continue;
            for (Lane& lane : found.lanes) {
                translate(session.reference, reference, lane.reference);
                translate(session.hypothesis, hypothesis, lane.hypothesis);
            }
            best = std::move(found);
        }
    }
    best->lower_bound = bound;
    best->exact = bound == best->cost;
    return std::move(*best);
}

} // namespace

Found route_graphs(const Task& task) {
    const Session& session = task.session;
    const GraphRules rules = graph_rules(task);
    const auto speakers = dimensions(session.reference, session.speakers);
    const auto streams = dimensions(session.hypothesis, session.streams);
    LatticePath path;
    try {
        path = cheapest(graphs(session.reference, speakers, rules.timed),
                        graphs(session.hypothesis, streams, rules.timed), rules, task.budget);
    } catch (const Fault&) {
        if (task.plan.fragments || task.plan.optional_words || number_of_ways(session) > most_ways) throw;
        return try_ways(task);
    }
    Strands strands(session);
    strands.lay(path, speakers, streams, rules.spared);
    Found found = strands.finish(task);
    check_cost(found, path.cost);
    return found;
}

} // namespace hubbub
