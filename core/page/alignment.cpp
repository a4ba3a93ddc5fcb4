#include "page/alignment.hpp"

#include "corpus/steps.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <set>
#include <stdexcept>
#include <utility>

namespace hubbub::page {
namespace {

constexpr std::string_view kinds = "CSDI"; // in the order of Bins
constexpr std::int64_t most_bins = 240;    // a short session has fewer, since bins have a minimum length
constexpr Time shortest_bin = 50;
constexpr int ending = 2; // correct words in a row that end a stretch
// A longer stretch is cut: in hundredths of a second, or in positions without times.
constexpr Time longest_span = 12000, longest_row = 300;

std::size_t place(char kind) { return kinds.find(kind); }

Time floored_half(Time sum) { return sum >= 0 ? sum / 2 : -((1 - sum) / 2); }

} // namespace

Alignment::Alignment(Lanes lanes, bool in_time)
    : reference_side(std::make_shared<const Side>(lanes.reference)),
      hypothesis_side(std::make_shared<const Side>(lanes.hypothesis)), reference(*reference_side),
      hypothesis(*hypothesis_side), timed(reference.timed && hypothesis.timed), lanes_(std::move(lanes)),
      in_time_(in_time) {
    take_steps();
    find_extent();
    mistakes = std::move(mistakes_by(std::vector<std::int32_t>(steps.size(), 0), 1).front());
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
        const auto word = [](const WordSpan& span, const std::vector<std::int32_t>& words) {
            if (span.first + span.count > words.size()) throw std::invalid_argument("the steps do not fit the words");
            return span.count == 0 ? none : words[span.first];
        };
        each_step(lanes_.all[number].steps, [&](const LaneStep& step) {
            steps.push_back({static_cast<std::int32_t>(number), step.kind, word(step.reference, said),
                             word(step.hypothesis, heard)});
        });
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
    // Without times, the position of a word is its index in its row: that of its speaker, or of its stream.
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

std::vector<Mistakes> Alignment::mistakes_by(std::span<const std::int32_t> groups, std::size_t number) const {
    std::vector<Mistakes> all(number);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const Step& step = steps[i];
        if (step.kind == step::correct) continue;
        const Token said = step.reference < 0 ? none : reference.words[static_cast<std::size_t>(step.reference)];
        const Token heard = step.hypothesis < 0 ? none : hypothesis.words[static_cast<std::size_t>(step.hypothesis)];
        all[static_cast<std::size_t>(groups[i])][place(step.kind) - 1][{said, heard}] += weight(step);
    }
    return all;
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

Alignment::Speakers Alignment::speakers() const {
    Speakers found;
    std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> known;
    const auto row = [&](std::int32_t speaker, std::int32_t stream) {
        const auto [own, is_new] = known.try_emplace({speaker, stream}, static_cast<std::int32_t>(found.rows.size()));
        if (is_new) found.rows.emplace_back(speaker, stream);
        return own->second;
    };
    std::vector<std::int32_t> speaker_of; // of each word of the reference
    for (std::size_t i = 0; i < reference.counts.size(); ++i)
        speaker_of.insert(speaker_of.end(), static_cast<std::size_t>(reference.counts[i]), reference.speakers[i]);
    std::map<std::int32_t, std::set<std::int32_t>> streams;
    auto step = steps.begin();
    for (std::size_t number = 0; number < lanes_.all.size(); ++number) {
        const Lane& lane = lanes_.all[number];
        const bool whole = in_time_ || lane.speaker != none;
        const std::int32_t own = whole ? row(lane.speaker, in_time_ ? lane.stream : none) : none;
        if (whole && !in_time_) streams[lane.speaker].insert(lane.stream);
        for (; step != steps.end() && step->lane == static_cast<std::int32_t>(number); ++step) {
            const auto word = static_cast<std::size_t>(step->reference);
            const bool said = step->reference >= 0;
            found.groups.push_back(whole ? own : said ? row(speaker_of[word], none) : row(none, lane.stream));
        }
    }
    for (auto& [speaker, stream] : found.rows)
        if (const auto own = streams.find(speaker); own != streams.end() && own->second.size() == 1)
            stream = *own->second.begin();
    return found;
}

Selection Alignment::selection(std::span<const std::int32_t> groups) const {
    Selection found{std::vector(reference.words.size(), none), std::vector(hypothesis.words.size(), none)};
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (steps[i].reference >= 0) found.reference[static_cast<std::size_t>(steps[i].reference)] = groups[i];
        if (steps[i].hypothesis >= 0) found.hypothesis[static_cast<std::size_t>(steps[i].hypothesis)] = groups[i];
    }
    return found;
}

std::vector<Counts> Alignment::counts(std::span<const std::int32_t> groups, std::size_t number) const {
    std::vector<std::int64_t> weights;
    if (in_time_)
        for (const Step& step : steps) weights.push_back(weight(step));
    return count(steps, groups, number, weights);
}

std::vector<std::size_t> Alignment::in_time() const {
    std::vector<std::size_t> order(steps.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (timed) std::ranges::stable_sort(order, {}, [&](std::size_t i) { return span(steps[i]); });
    return order;
}

std::vector<Stretch> Alignment::worst(std::size_t most) const {
    std::vector<Stretch> found;
    if (in_time_) return found;
    std::int64_t reference_words = 0, hypothesis_words = 0; // since the last error of the stretch
    int correct = ending;                                   // this many in a row: there is no open stretch
    std::int32_t lane = none;
    for (const std::size_t i : in_time()) {
        const Step& step = steps[i];
        if (!timed && step.lane != lane) correct = ending;
        lane = step.lane;
        reference_words += step.reference >= 0;
        hypothesis_words += step.hypothesis >= 0;
        if (step.kind == step::correct) {
            correct = std::min(correct + 1, ending);
            continue;
        }
        const Times at = timed ? span(step) : Times{moments_[i], moments_[i] + 1};
        const Time longest = timed ? longest_span : longest_row;
        if (correct == ending || at.second - found.back().span.first > longest) {
            found.push_back({at, 0, 0, 0});
            reference_words = step.reference >= 0;
            hypothesis_words = step.hypothesis >= 0;
        }
        Stretch& open = found.back();
        open.span.second = std::max(open.span.second, at.second);
        ++open.errors;
        open.reference += std::exchange(reference_words, 0);
        open.hypothesis += std::exchange(hypothesis_words, 0);
        correct = 0;
    }
    std::ranges::stable_sort(found, std::greater{}, &Stretch::errors);
    if (found.size() > most) found.resize(most);
    return found;
}

std::vector<Times> Alignment::error_times() const {
    std::vector<Times> found;
    if (!timed) return found;
    for (const Step& step : steps)
        if (step.kind != step::correct) found.push_back(span(step));
    std::ranges::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

} // namespace hubbub::page
