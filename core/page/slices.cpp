#include "../speech.hpp"
#include "alignment.hpp"

#include <algorithm>
#include <stdexcept>

namespace hubbub::page {
namespace {

constexpr std::int32_t most_parts = 26; // a letter for each

Speech speech_of(const Side& side) {
    const std::vector<Speech::Stretch> times(side.times.begin(), side.times.end());
    return Speech(side.speakers, side.counts, times, hundredths);
}

} // namespace

Slices Alignment::slices() const {
    std::vector<std::int32_t> kind_of;
    for (const std::int32_t words : reference.counts) kind_of.push_back(Speech::length(words));
    Slices found{{}, by_segment(kind_of, Speech::lengths), {}};
    if (!timed || reference.counts.empty()) return found;
    const Speech speech = speech_of(reference);
    std::vector<std::int32_t> words, inserted;
    // A word of no length may stand at the end of its own segment: somebody says it nevertheless.
    for (const Times& time : reference.times) words.push_back(speech.overlap(time, 1));
    for (const Step& step : steps) // an insertion decides by its own time
        if (step.reference < 0) inserted.push_back(speech.overlap(span(step), 0));
    found.overlap = counted(words, inserted);
    for (std::size_t i = 0; i < kind_of.size(); ++i)
        kind_of[i] = speech.reply(reference.counts[i], speech.stretch(i), reference.speakers[i]) ? 0 : 1;
    found.reply = by_segment(kind_of, 2);
    return found;
}

std::vector<std::int32_t> Alignment::near_words() const {
    std::vector<std::int32_t> words;
    words.reserve(steps.size());
    for (const Step& step : steps) words.push_back(step.reference);
    for (std::size_t i = 1; i < words.size(); ++i)
        if (words[i] < 0 && steps[i].lane == steps[i - 1].lane) words[i] = words[i - 1];
    for (std::size_t i = words.size(); i-- > 1;)
        if (words[i - 1] < 0 && steps[i].lane == steps[i - 1].lane) words[i - 1] = words[i];
    std::vector<std::int32_t> found;
    for (std::size_t i = 0; i < words.size(); ++i)
        if (steps[i].reference < 0) found.push_back(words[i]);
    return found;
}

Slice Alignment::by_segment(std::span<const std::int32_t> kind_of, std::int32_t number) const {
    if (kind_of.size() != reference.counts.size()) throw std::invalid_argument("a kind for each segment");
    std::vector<std::int32_t> words, inserted;
    words.reserve(reference.words.size());
    for (std::size_t i = 0; i < kind_of.size(); ++i)
        words.insert(words.end(), static_cast<std::size_t>(reference.counts[i]), kind_of[i]);
    for (const std::int32_t word : near_words())
        inserted.push_back(word < 0 ? number : words[static_cast<std::size_t>(word)]);
    return counted(words, inserted);
}

// Parts without any word are left away.
Slice Alignment::counted(const std::vector<std::int32_t>& words, const std::vector<std::int32_t>& inserted) const {
    std::vector<bool> there(most_parts + 1);
    for (const auto* parts : {&words, &inserted})
        for (const std::int32_t part : *parts) {
            if (part < 0 || part > most_parts) throw std::invalid_argument("more parts than letters");
            there[static_cast<std::size_t>(part)] = true;
        }
    Slice slice;
    std::vector<std::size_t> number(there.size());
    for (std::size_t part = 0; part < there.size(); ++part) {
        number[part] = slice.parts.size();
        if (there[part]) slice.parts.push_back(static_cast<std::int32_t>(part));
    }
    const auto place = [&](std::int32_t part) { return number[static_cast<std::size_t>(part)]; };
    slice.errors.resize(slice.parts.size());
    auto insertion = inserted.begin();
    for (const Step& step : steps)
        add(slice.errors[place(step.reference < 0 ? *insertion++ : words[static_cast<std::size_t>(step.reference)])],
            step.kind, 1);
    const auto letter = [&](std::int32_t part) { return static_cast<char>('a' + place(part)); };
    std::ranges::transform(words, std::back_inserter(slice.words), letter);
    std::ranges::transform(inserted, std::back_inserter(slice.inserted), letter);
    return slice;
}

} // namespace hubbub::page
