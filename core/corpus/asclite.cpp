// MD-WER as NIST's asclite computes it: group by group of overlapping segments, with its costs.
//
// Times are whole milliseconds. A group begins with the earliest remaining segment and extends while a speaker's next
// segment starts before its end. Segments belong to the group that contains their midpoint.
#include "corpus/lanes.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

namespace hubbub {
namespace {

constexpr Costs asclite_costs{0, 4, 3, 3};
constexpr std::int32_t optional_cost = 2; // of skipping an optional word
constexpr double forever = std::numeric_limits<double>::infinity();

double milliseconds(double seconds) { return std::floor(seconds * 1000 + 0.5); }

// An utterance, a word or an excluded region, in milliseconds.
struct Stretch {
    double start, end;
    Piece piece;

    double middle() const { return std::floor((start + end) / 2); }
};

using Channel = std::optional<std::string_view>;

Channel channel_of(const PreparedSide& side, const Utterance& utterance) {
    const std::int32_t number = side.columns().channel[utterance.segment];
    return number < 0 ? Channel() : Channel(side.columns().channels[number]);
}

// Case-insensitive order of channels, as in NIST's tools.
struct CaseBlind {
    bool operator()(Channel one, Channel other) const {
        const auto small = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 'a' - 'A') : c; };
        if (!one || !other) return !one && other;
        return std::lexicographical_compare(one->begin(), one->end(), other->begin(), other->end(),
                                            [&](char a, char b) { return small(a) < small(b); });
    }
};

bool same_channel(Channel one, Channel other) { return !CaseBlind()(one, other) && !CaseBlind()(other, one); }

Piece whole_piece(const PreparedSide& side, std::int32_t utterance) {
    return whole(side, {&utterance, 1}).pieces.front();
}

// The number of words; of alternatives the first counts.
std::size_t size(const PreparedSide& side, const Piece& piece) {
    const Utterance& utterance = side.utterances[piece.utterance];
    const Choices* choices = side.choices_of(utterance);
    return choices == nullptr ? static_cast<std::size_t>(piece.count) : choices->first_length();
}

std::size_t size(const PreparedSide& side, const std::vector<Stretch>& stretches) {
    std::size_t sum = 0;
    for (const Stretch& stretch : stretches) sum += size(side, stretch.piece);
    return sum;
}

// Appends all words one by one. Words without times share their segment's time by characters. An alternation counts as
// one word, and so does a segment that has one among other words.
void add_words(const PreparedSide& side, std::int32_t i, std::vector<Stretch>& into) {
    const Utterance& utterance = side.utterances[i];
    if (utterance.choices >= 0 || (utterance.size() == 1 && utterance.times == Utterance::untimed)) {
        into.push_back({milliseconds(side.start(utterance)), milliseconds(side.end(utterance)), whole_piece(side, i)});
        return;
    }
    std::vector<double> times;
    if (utterance.times != Utterance::untimed && utterance.size() != 0) {
        times.assign(side.times(utterance).begin(), side.times(utterance).end());
    } else {
        for (const double at : side.midpoints(utterance).value_or(std::vector<double>()))
            times.insert(times.end(), {at, at});
    }
    for (std::int32_t k = 0; 2 * static_cast<std::size_t>(k) < times.size(); ++k)
        into.push_back({milliseconds(times[2 * k]), milliseconds(times[2 * k + 1]), {i, utterance.offset + k, k, 1}});
}

// A time interval that is scored by itself.
struct Group {
    double start, end;
    std::map<std::string_view, std::vector<Piece>> speakers; // by name, including those without words
    bool ignored = false;                                    // a file excludes a part of it, so all of it is skipped
};

// The segments of one speaker, by start; without a name: the regions that a file excludes.
struct SpeakerSegments {
    std::optional<std::string_view> name;
    std::vector<Stretch> segments;
    std::vector<double> reach;                           // the latest end so far
    std::vector<std::pair<double, std::size_t>> waiting; // midpoints and indices, by midpoint
    std::size_t at = 0;                                  // index in waiting

    void finish() {
        for (std::size_t i = 0; i < segments.size(); ++i) {
            reach.push_back(i == 0 ? segments[i].end : std::max(reach.back(), segments[i].end));
            waiting.push_back({segments[i].middle(), i});
        }
        std::stable_sort(waiting.begin(), waiting.end(),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
    }
    const Stretch* next_after(double time) const { // the first that ends after `time`
        const auto found = std::upper_bound(reach.begin(), reach.end(), time);
        return found == reach.end() ? nullptr : &segments[static_cast<std::size_t>(found - reach.begin())];
    }
};

// In order of time.
std::vector<Group> groups_of(std::vector<SpeakerSegments>& speakers) {
    for (SpeakerSegments& speaker : speakers) speaker.finish();
    std::vector<Group> groups;
    for (double end = -forever;;) {
        check_stop();
        const Stretch* first = nullptr;
        for (const SpeakerSegments& speaker : speakers) {
            const Stretch* segment = speaker.next_after(end);
            if (segment != nullptr && (first == nullptr || segment->start < first->start)) first = segment;
        }
        if (first == nullptr) return groups;
        end = first->end;
        for (bool grown = true; grown;) {
            grown = false;
            double reach = end;
            for (const SpeakerSegments& speaker : speakers) {
                const Stretch* segment = speaker.next_after(end);
                if (segment != nullptr && segment->start < end) reach = std::max(reach, segment->end), grown = true;
            }
            end = reach;
        }
        Group group{first->start, end, {}, false};
        for (SpeakerSegments& speaker : speakers) {
            std::size_t& at = speaker.at;
            const auto& waiting = speaker.waiting;
            // zero duration: asclite assigns it to no group
            while (at < waiting.size() && waiting[at].first < group.start) ++at;
            std::vector<std::size_t> inside;
            while (at < waiting.size() && waiting[at].first < end) inside.push_back(waiting[at++].second);
            if (inside.empty()) continue;
            if (!speaker.name) {
                group.ignored = true;
                continue;
            }
            // The midpoint decides the group; the original order is kept within it.
            std::sort(inside.begin(), inside.end());
            for (const std::size_t i : inside) group.speakers[*speaker.name].push_back(speaker.segments[i].piece);
        }
        groups.push_back(std::move(group));
    }
}

struct Bounds {
    double start, end;
};

// The gaps between groups in the regions. All hypothesis words there are insertions.
std::vector<Group> gaps(const std::vector<Group>& groups, const std::vector<Bounds>& regions) {
    std::vector<Group> between;
    for (const Bounds& region : regions) {
        double at = region.start;
        auto group = std::upper_bound(groups.begin(), groups.end(), region.start,
                                      [](double start, const Group& one) { return start < one.end; });
        for (; group != groups.end() && group->start < region.end; ++group) {
            if (group->start > at) between.push_back({at, group->start, {}, false});
            at = std::max(at, group->end);
        }
        if (at < region.end) between.push_back({at, region.end, {}, false});
    }
    return between;
}

// Regions by time; overlapping and adjacent ones are merged.
std::vector<Bounds> joined(const std::vector<const Region*>& regions) {
    std::vector<std::pair<double, double>> sorted;
    for (const Region* region : regions)
        if (region->start <= region->end) sorted.push_back({milliseconds(region->start), milliseconds(region->end)});
    std::sort(sorted.begin(), sorted.end());
    std::vector<Bounds> joined;
    for (const auto& [start, end] : sorted) {
        if (!joined.empty() && start <= joined.back().end) {
            joined.back().end = std::max(end, joined.back().end);
        } else {
            joined.push_back({start, end});
        }
    }
    return joined;
}

// The first region that does not end before this time.
std::vector<Bounds>::const_iterator from(const std::vector<Bounds>& regions, double time) {
    return std::lower_bound(regions.begin(), regions.end(), time,
                            [](const Bounds& region, double at) { return region.end < at; });
}

// Whether a reference segment is inside a region. One that crosses an edge cannot be scored.
bool inside(const Stretch& stretch, const std::vector<Bounds>& regions) {
    for (auto region = from(regions, stretch.start); region != regions.end() && region->start <= stretch.end;
         ++region) {
        if (region->start <= stretch.start && stretch.end <= region->end) return true;
        if (stretch.start < region->end && region->start < stretch.end)
            throw Fault(
                Fault::Kind::across_uem,
                {.start = stretch.start, .end = stretch.end, .region_start = region->start, .region_end = region->end});
    }
    return false;
}

bool middle_inside(const Stretch& stretch, const std::vector<Bounds>& regions) {
    const auto region = from(regions, stretch.middle());
    return region != regions.end() && region->start <= stretch.middle();
}

// The part of a session in one channel.
struct ChannelInput {
    std::vector<std::int32_t> reference, hypothesis; // utterances
    std::vector<const Region*> ignored;
    std::optional<std::vector<Bounds>> regions; // of the UEM
};

class GroupScorer {
  public:
    GroupScorer(const Task& task, const SessionInput& input)
        : task_(task), session_(task.session), input_(input), builder_(task.session) {
        rules_.rules = plain_rules(asclite_costs);
        rules_.rules.pairs_first = true;
        rules_.optional_is_correct = task.plan.optional_words;
        if (rules_.optional_is_correct)
            rules_.rules.optional_deletion = rules_.rules.optional_insertion = optional_cost;
        if (task.plan.fragments) rules_.rules.also_same = fragments(session_);
    }

    Solution run() {
        bool timed = false, untimed = false;
        for (const PreparedSide* side : {&session_.reference, &session_.hypothesis})
            for (const Utterance& utterance : side->utterances) {
                (side->has_start_and_end(utterance) ? timed : untimed) = true;
                side->check_times(utterance);
            }
        if (timed && untimed) throw Fault(Fault::Kind::half_timed);
        if (!timed) {
            Group everything{0, 0, {}, false};
            for (std::size_t i = 0; i < session_.reference.utterances.size(); ++i)
                add(session_.reference, static_cast<std::int32_t>(i), everything.speakers);
            std::vector<Piece> hypothesis;
            for (std::size_t i = 0; i < session_.hypothesis.utterances.size(); ++i)
                hypothesis.push_back(whole_piece(session_.hypothesis, static_cast<std::int32_t>(i)));
            score(everything, hypothesis);
        }
        if (timed)
            for (const ChannelInput& channel : channels()) score_channel(channel);
        Solution solution = builder_.finish(task_);
        solution.cost = solution.lower_bound = cost_;
        solution.left_out = std::move(left_out_);
        return solution;
    }

  private:
    static void add(const PreparedSide& side, std::int32_t i, std::map<std::string_view, std::vector<Piece>>& into) {
        into[side.speaker_name(side.utterances[i].speaker)].push_back(whole_piece(side, i));
    }

    void leave_out(const char* reason, std::size_t number) {
        if (number == 0) return;
        for (LeftOut& known : left_out_) {
            if (known.reason != reason) continue;
            known.number += static_cast<double>(number);
            return;
        }
        left_out_.push_back({reason, static_cast<double>(number)});
    }

    // Channels are scored separately if both sides use the same names for them; otherwise they are merged.
    std::vector<ChannelInput> channels() const {
        std::vector<Channel> names;
        std::map<Channel, std::size_t, CaseBlind> place_of;
        for (const Utterance& utterance : session_.reference.utterances) {
            const Channel name = channel_of(session_.reference, utterance);
            if (place_of.emplace(name, names.size()).second) names.push_back(name);
        }
        const auto& hypothesis = session_.hypothesis.utterances;
        const bool apart =
            names.size() > 1 && std::all_of(hypothesis.begin(), hypothesis.end(), [&](const Utterance& utterance) {
                return place_of.contains(channel_of(session_.hypothesis, utterance));
            });
        if (!apart) names.assign(1, Channel());
        std::vector<ChannelInput> inputs(names.size());
        const auto pick = [&](const PreparedSide& side, auto member) {
            for (std::size_t i = 0; i < side.utterances.size(); ++i) {
                const std::size_t place = apart ? place_of.at(channel_of(side, side.utterances[i])) : 0;
                (inputs[place].*member).push_back(static_cast<std::int32_t>(i));
            }
        };
        pick(session_.reference, &ChannelInput::reference);
        pick(session_.hypothesis, &ChannelInput::hypothesis);
        for (std::size_t place = 0; place < names.size(); ++place) {
            check_stop();
            ChannelInput& input = inputs[place];
            const auto region_ours = [&](const Region& region) {
                return !region.channel || !apart || same_channel(std::string_view(*region.channel), names[place]);
            };
            for (const auto* regions : {&input_.reference_ignored, &input_.hypothesis_ignored})
                for (const Region& region : *regions)
                    if (region_ours(region)) input.ignored.push_back(&region);
            if (const auto& uem = input_.reference_uem ? input_.reference_uem : input_.hypothesis_uem; uem) {
                std::vector<const Region*> regions;
                for (const Region& region : *uem)
                    if (region_ours(region)) regions.push_back(&region);
                input.regions = joined(regions);
            }
        }
        return inputs;
    }

    void score_channel(const ChannelInput& channel) {
        const PreparedSide &reference = session_.reference, &hypothesis = session_.hypothesis;
        std::vector<SpeakerSegments> speakers;
        std::map<std::optional<std::string_view>, std::size_t> place_of;
        const auto speaker = [&](std::optional<std::string_view> name) -> SpeakerSegments& {
            const auto [known, fresh] = place_of.emplace(name, speakers.size());
            if (fresh) speakers.push_back({name, {}, {}, {}, 0});
            return speakers[known->second];
        };
        std::size_t reference_words = 0;
        for (const std::int32_t i : channel.reference) {
            const Utterance& utterance = reference.utterances[i];
            const Stretch stretch{milliseconds(reference.start(utterance)), milliseconds(reference.end(utterance)),
                                  whole_piece(reference, i)};
            if (channel.regions && !inside(stretch, *channel.regions)) {
                leave_out("reference_words_outside_uem", size(reference, stretch.piece));
                continue;
            }
            speaker(reference.speaker_name(utterance.speaker)).segments.push_back(stretch);
            reference_words += size(reference, stretch.piece);
        }
        if (!channel.ignored.empty()) {
            auto& excluded = speaker(std::nullopt).segments;
            for (const Region* region : channel.ignored)
                excluded.push_back({milliseconds(region->start), milliseconds(region->end), {}});
            std::stable_sort(excluded.begin(), excluded.end(),
                             [](const auto& a, const auto& b) { return a.start < b.start; });
        }
        std::vector<Stretch> hypothesis_words;
        for (const std::int32_t i : channel.hypothesis) add_words(hypothesis, i, hypothesis_words);
        if (channel.regions) {
            std::vector<Stretch> within;
            for (const Stretch& word : hypothesis_words)
                if (middle_inside(word, *channel.regions)) within.push_back(word);
            leave_out("hypothesis_words_outside_uem", size(hypothesis, hypothesis_words) - size(hypothesis, within));
            hypothesis_words = std::move(within);
        }
        std::vector<Group> groups = groups_of(speakers);
        if (task_.plan.asclite.gaps) {
            auto between = gaps(groups, channel.regions.value_or(std::vector<Bounds>{{-forever, forever}}));
            std::move(between.begin(), between.end(), std::back_inserter(groups));
            std::stable_sort(groups.begin(), groups.end(),
                             [](const Group& a, const Group& b) { return a.start < b.start; });
        }
        std::size_t scored = 0;
        for (const Group& group : groups) scored += words_of_group(group);
        leave_out("reference_words_outside_every_group", reference_words - scored);
        score_groups(groups, hypothesis_words);
    }

    // Scores every group with the hypothesis words whose midpoints it contains.
    void score_groups(const std::vector<Group>& groups, const std::vector<Stretch>& hypothesis_words) {
        const char* const outside = "hypothesis_words_outside_every_group";
        std::vector<std::size_t> order(hypothesis_words.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::stable_sort(order.begin(), order.end(),
                         [&](auto a, auto b) { return hypothesis_words[a].middle() < hypothesis_words[b].middle(); });
        std::size_t at = 0;
        const auto size_at = [&] { return size(session_.hypothesis, hypothesis_words[order[at]].piece); };
        for (const Group& group : groups) {
            for (; at < order.size() && hypothesis_words[order[at]].middle() < group.start; ++at)
                leave_out(outside, size_at());
            std::vector<std::size_t> here;
            while (at < order.size() && hypothesis_words[order[at]].middle() < group.end) here.push_back(order[at++]);
            // By start, which may differ from the order of midpoints.
            std::sort(here.begin(), here.end());
            std::vector<Piece> pieces;
            for (const std::size_t i : here) pieces.push_back(hypothesis_words[i].piece);
            score(group, pieces);
        }
        for (; at < order.size(); ++at) leave_out(outside, size_at());
    }

    std::size_t words_of_group(const Group& group) const {
        std::size_t sum = 0;
        for (const auto& [name, pieces] : group.speakers)
            for (const Piece& piece : pieces) sum += size(session_.reference, piece);
        return sum;
    }

    void score(const Group& group, const std::vector<Piece>& hypothesis) {
        const std::size_t reference_words = words_of_group(group);
        std::size_t hypothesis_words = 0;
        for (const Piece& piece : hypothesis) hypothesis_words += size(session_.hypothesis, piece);
        if (group.ignored) {
            leave_out("reference_words_in_ignored_stretches", reference_words);
            leave_out("hypothesis_words_in_ignored_stretches", hypothesis_words);
            return;
        }
        const auto limit = static_cast<std::size_t>(task_.plan.asclite.overlap_limit);
        if (limit != 0 && group.speakers.size() > limit) {
            leave_out("groups_beyond_the_overlap_limit", 1);
            leave_out("reference_words_in_skipped_groups", reference_words);
            leave_out("hypothesis_words_in_skipped_groups", hypothesis_words);
            return;
        }
        if (reference_words == 0 && hypothesis_words == 0) return;
        std::map<std::string_view, std::vector<Piece>> by_stream;
        for (const Piece& piece : hypothesis) {
            const Utterance& utterance = session_.hypothesis.utterances[piece.utterance];
            by_stream[session_.hypothesis.speaker_name(utterance.speaker)].push_back(piece);
        }
        auto speakers = dimensions(session_.reference, group.speakers);
        auto streams = dimensions(session_.hypothesis, by_stream);
        const GroupName name{static_cast<double>(group.speakers.size()), group.start, group.end};
        Budget budget = task_.budget;
        const auto references = graphs(session_.reference, speakers, budget, name);
        const auto hypotheses = graphs(session_.hypothesis, streams, budget, name);
        const LatticePath path = cheapest(references, hypotheses, rules_, budget, name);
        cost_ += path.cost;
        // Deletions of a group without hypothesis words go to the first stream, if any.
        if (streams.empty() && session_.streams.size() != 0) streams.push_back({session_.streams.at(0), {}});
        builder_.lay(path, speakers, streams, rules_.optional_is_correct);
    }

    static std::vector<LaneBuilder::Dimension>
    dimensions(const PreparedSide& side, const std::map<std::string_view, std::vector<Piece>>& speakers) {
        std::vector<LaneBuilder::Dimension> all;
        for (const auto& [name, pieces] : speakers) {
            Part part;
            part.pieces = pieces;
            all.push_back({side.utterances[pieces.front().utterance].speaker, std::move(part)});
        }
        return all;
    }

    std::vector<Lattice> graphs(const PreparedSide& side, const std::vector<LaneBuilder::Dimension>& dimensions,
                                Budget& budget, const GroupName& name) const {
        std::vector<Lattice> lattices;
        for (const auto& dimension : dimensions) lattices.push_back(graph(side, dimension.part, false, budget, name));
        return lattices;
    }

    const Task& task_;
    const Session& session_;
    const SessionInput& input_;
    LaneBuilder builder_;
    GraphRules rules_;
    std::vector<LeftOut> left_out_;
    std::int64_t cost_ = 0;
};

} // namespace

Solution by_groups(const Task& task) { return GroupScorer(task, *task.input).run(); }

} // namespace hubbub
