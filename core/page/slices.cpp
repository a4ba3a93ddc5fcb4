#include "page/alignment.hpp"
#include "words/speech.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

namespace hubbub::page {
namespace {

constexpr std::int32_t most_parts = 26; // one letter for each

Speech speech_of(const Side& side) {
    const std::vector<Speech::Stretch> times(side.times.begin(), side.times.end());
    return Speech(side.speakers, side.counts, times, hundredths);
}

} // namespace

Slices Alignment::slices() const {
    std::vector<std::int32_t> lengths, replies; // of the segments
    for (const std::int32_t words : reference.counts) lengths.push_back(Speech::length(words));
    Slice length = by_segment(lengths, Speech::lengths);
    if (!timed) return {std::nullopt, std::move(length), std::nullopt};
    const Speech speech = speech_of(reference);
    std::vector<std::int32_t> words, inserted;
    // A word of zero length may be at the end of its own segment, which counts as its speaker's speech.
    std::size_t near = 0;
    for (const Times& time : reference.times) words.push_back(speech.overlap(time, 1, near));
    for (const Step& step : steps) // an insertion decides by its own time
        if (step.reference < 0) inserted.push_back(speech.overlap(span(step), 0, near));
    Slice overlap = counted(words, inserted);
    for (std::size_t i = 0; i < hypothesis.times.size(); ++i)
        overlap.words.hypothesis[i] = speech.overlap(hypothesis.times[i], 0, near);
    for (std::size_t i = 0; i < lengths.size(); ++i)
        replies.push_back(speech.reply(reference.counts[i], speech.stretch(i), reference.speakers[i]) ? 0 : 1);
    return {std::move(overlap), std::move(length), by_segment(replies, 2)};
}

void Alignment::find_near_words() {
    std::int32_t lane = none, last = none; // the last word in the lane
    std::size_t first = 0;                 // the first insertion of the lane
    for (const Step& step : steps) {
        if (step.lane != lane) {
            lane = step.lane;
            last = none;
            first = near_.size();
        }
        if (step.reference < 0) {
            near_.push_back(last);
            continue;
        }
        if (last == none) std::fill(near_.begin() + static_cast<std::ptrdiff_t>(first), near_.end(), step.reference);
        last = step.reference;
    }
}

Slice Alignment::by_segment(std::span<const std::int32_t> kind_of, std::int32_t number) const {
    if (kind_of.size() != reference.counts.size())
        throw std::invalid_argument("kinds must have a kind for each segment");
    std::vector<std::int32_t> words, inserted;
    words.reserve(reference.words.size());
    for (std::size_t i = 0; i < kind_of.size(); ++i)
        words.insert(words.end(), static_cast<std::size_t>(reference.counts[i]), kind_of[i]);
    for (const std::int32_t word : near_) inserted.push_back(word < 0 ? number : words[static_cast<std::size_t>(word)]);
    Slice slice = counted(words, inserted);
    std::string kinds;
    std::size_t word = 0;
    for (const std::int32_t count : reference.counts) { // a segment without words has no kind
        kinds += count == 0 ? '-' : slice.kinds[word];
        word += static_cast<std::size_t>(count);
    }
    slice.kinds = std::move(kinds);
    slice.by_segment = true;
    return slice;
}

// Parts without words are dropped.
Slice Alignment::counted(const std::vector<std::int32_t>& words, const std::vector<std::int32_t>& inserted) const {
    std::array<bool, most_parts + 1> there{};
    for (const auto* parts : {&words, &inserted})
        for (const std::int32_t part : *parts) {
            if (part < 0 || part > most_parts) throw std::invalid_argument("too many parts");
            there[static_cast<std::size_t>(part)] = true;
        }
    std::vector<std::int32_t> groups; // of every step
    auto insertion = inserted.begin();
    for (const Step& step : steps)
        groups.push_back(step.reference < 0 ? *insertion++ : words[static_cast<std::size_t>(step.reference)]);
    const std::vector<Counts> sums = counts(groups, there.size());
    Slice slice;
    slice.words = selection(groups);
    std::array<char, most_parts + 1> letters{};
    for (std::size_t part = 0; part < there.size(); ++part) {
        if (!there[part]) continue;
        letters[part] = static_cast<char>('a' + slice.parts.size());
        slice.parts.push_back(static_cast<std::int32_t>(part));
        slice.errors.push_back(sums[part]);
    }
    const auto letter = [&](std::int32_t part) { return letters[static_cast<std::size_t>(part)]; };
    slice.kinds.resize(words.size());
    slice.inserted.resize(inserted.size());
    std::ranges::transform(words, slice.kinds.begin(), letter);
    std::ranges::transform(inserted, slice.inserted.begin(), letter);
    return slice;
}

} // namespace hubbub::page
