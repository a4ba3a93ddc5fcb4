#include "page/alignment.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

namespace hubbub::page {
namespace {

constexpr std::string_view kinds = "CSDI"; // in the order of Bins
constexpr std::int64_t most_bins = 240;    // a short session has fewer, since a bin has a least length
constexpr Time shortest_bin = 50;

char shown(char kind) { return kind == step::spared ? 'C' : kind; }

std::size_t place(char kind) { return kinds.find(shown(kind)); }

Time floored_half(Time sum) { return sum >= 0 ? sum / 2 : -((1 - sum) / 2); }

} // namespace

void add(Counts& counts, char kind, std::int64_t number) {
    switch (kind) {
    case 'I':
        counts.insertions += number;
        break;
    case 'D':
        counts.deletions += number;
        break;
    case 'S':
        counts.substitutions += number;
        break;
    default:
        counts.correct += number;
    }
}

Alignment::Alignment(Lanes lanes, bool in_time)
    : reference_side(std::make_shared<const Side>(lanes.reference)),
      hypothesis_side(std::make_shared<const Side>(lanes.hypothesis)), reference(*reference_side),
      hypothesis(*hypothesis_side), timed(reference.timed && hypothesis.timed), lanes_(std::move(lanes)),
      in_time_(in_time) {
    take_steps();
    find_extent();
    count_mistakes();
    if (!in_time) find_near_words();
}

std::vector<std::int32_t> Alignment::places(std::size_t lane, bool of_hypothesis) const {
    const auto end = of_hypothesis ? &Lane::hypothesis : &Lane::reference;
    const std::size_t begin = lane == 0 ? 0 : lanes_.all[lane - 1].*end;
    return of_hypothesis ? hypothesis.places(lanes_.hypothesis, begin, lanes_.all[lane].*end)
                         : reference.places(lanes_.reference, begin, lanes_.all[lane].*end);
}

void Alignment::take_steps() {
    std::size_t all = 0;
    for (const Lane& lane : lanes_.all) all += lane.steps.size();
    steps.reserve(all);
    for (std::size_t number = 0; number < lanes_.all.size(); ++number) {
        const std::vector<std::int32_t> said = places(number, false), heard = places(number, true);
        std::size_t r = 0, h = 0;
        for (const char kind : lanes_.all[number].steps) {
            const bool has_said = kind != 'I', has_heard = kind != 'D' && kind != step::spared;
            if (r + has_said > said.size() || h + has_heard > heard.size() || place(kind) == kinds.npos)
                throw std::invalid_argument("steps that do not fit the words");
            steps.push_back(
                {static_cast<std::int32_t>(number), kind, has_said ? said[r++] : none, has_heard ? heard[h++] : none});
        }
    }
}

void Alignment::find_extent() {
    if (timed) {
        bool any = false;
        for (const Side* side : {&reference, &hypothesis})
            for (const auto& [from, to] : side->times) {
                start = any ? std::min(start, from) : from;
                end = any ? std::max(end, to) : to;
                any = true;
            }
        return;
    }
    // Without times, the position of a word is its number in its row: that of its speaker, else of its stream.
    std::map<std::pair<std::int32_t, std::int32_t>, Time> length;
    for (const Step& step : steps) {
        const Lane& lane = lanes_.all[static_cast<std::size_t>(step.lane)];
        Time& own = length[lane.speaker != none ? std::pair(lane.speaker, none) : std::pair(none, lane.stream)];
        moments_.push_back(own++);
        end = std::max(end, own);
    }
}

Times Alignment::span(const Step& step) const {
    return step.reference >= 0 ? reference.times[static_cast<std::size_t>(step.reference)]
                               : hypothesis.times[static_cast<std::size_t>(step.hypothesis)];
}

std::int64_t Alignment::weight(const Step& step) const {
    if (!in_time_) return 1;
    const auto [from, to] = span(step);
    return to - from;
}

void Alignment::count_mistakes() {
    std::array<std::vector<Mistake>, 3> found;
    for (const Step& step : steps) {
        if (shown(step.kind) == 'C') continue;
        const Token said = step.reference < 0 ? none : reference.words[static_cast<std::size_t>(step.reference)];
        const Token heard = step.hypothesis < 0 ? none : hypothesis.words[static_cast<std::size_t>(step.hypothesis)];
        found[place(step.kind) - 1].push_back({said, heard, weight(step)});
    }
    for (std::size_t kind = 0; kind < found.size(); ++kind) {
        const auto words = [](const Mistake& one) { return std::pair(one.said, one.heard); };
        std::ranges::sort(found[kind], {}, words);
        for (const Mistake& one : found[kind]) {
            if (mistakes[kind].empty() || words(mistakes[kind].back()) != words(one))
                mistakes[kind].push_back(one);
            else
                mistakes[kind].back().number += one.number;
        }
    }
}

Bins Alignment::bins() const {
    const Time width = std::max<Time>(end - start, 1);
    const std::int64_t number = std::clamp<std::int64_t>(width / (timed ? shortest_bin : 1), 1, most_bins);
    Bins found;
    for (auto& kind : found) kind.assign(static_cast<std::size_t>(number), 0);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        Time moment = 0;
        if (timed) {
            const auto [from, to] = span(steps[i]);
            moment = floored_half(from + to);
        } else {
            moment = moments_[i];
        }
        const std::int64_t bin = moment < start ? 0 : std::min((moment - start) * number / width, number - 1);
        found[place(steps[i].kind)][static_cast<std::size_t>(bin)] += weight(steps[i]);
    }
    return found;
}

std::vector<Alignment::Row> Alignment::speakers() const {
    std::vector<Row> rows;
    std::map<std::pair<std::int32_t, std::int32_t>, std::size_t> known;
    const auto row = [&](std::int32_t speaker, std::int32_t stream) -> Counts& { // until the next row is added
        const auto [found, is_new] = known.try_emplace({speaker, stream}, rows.size());
        if (is_new) rows.push_back({speaker, stream, {}});
        return rows[found->second].errors;
    };
    if (in_time_) {
        for (const Lane& lane : lanes_.all) row(lane.speaker, lane.stream);
        for (const Step& step : steps) {
            const Lane& lane = lanes_.all[static_cast<std::size_t>(step.lane)];
            add(row(lane.speaker, lane.stream), step.kind, weight(step));
        }
        return rows;
    }
    std::vector<std::int32_t> speaker_of; // of each word of the reference
    for (std::size_t i = 0; i < reference.counts.size(); ++i)
        speaker_of.insert(speaker_of.end(), static_cast<std::size_t>(reference.counts[i]), reference.speakers[i]);
    std::map<std::int32_t, std::set<std::int32_t>> streams;
    auto step = steps.begin();
    for (std::size_t number = 0; number < lanes_.all.size(); ++number) {
        const Lane& lane = lanes_.all[number];
        Counts* own = nullptr;
        if (lane.speaker != none) {
            streams[lane.speaker].insert(lane.stream);
            own = &row(lane.speaker, none);
        }
        for (; step != steps.end() && step->lane == static_cast<std::int32_t>(number); ++step) {
            if (own != nullptr)
                add(*own, step->kind, 1);
            else if (step->reference >= 0)
                add(row(speaker_of[static_cast<std::size_t>(step->reference)], none), step->kind, 1);
        }
    }
    for (Row& one : rows)
        if (const auto own = streams.find(one.speaker); own != streams.end() && own->second.size() == 1)
            one.stream = *own->second.begin();
    known.clear();
    for (const Step& one : steps) // an insertion has no speaker unless its lane has one
        if (const Lane& lane = lanes_.all[static_cast<std::size_t>(one.lane)]; lane.speaker == none && one.kind == 'I')
            ++row(none, lane.stream).insertions;
    return rows;
}

std::vector<Times> Alignment::error_times() const {
    std::vector<Times> found;
    if (!timed) return found;
    for (const Step& step : steps)
        if (shown(step.kind) != 'C') found.push_back(span(step));
    std::ranges::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

} // namespace hubbub::page
