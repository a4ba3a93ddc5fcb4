#include "corpus/content.hpp"

#include "base/nanoseconds.hpp"

#include <algorithm>
#include <cmath>

namespace hubbub {
namespace {

void add(std::string& text, double seconds) {
    text += '\t';
    if (!std::isnan(seconds)) text += std::to_string(nanoseconds(seconds));
}

// The shape of a segment with alternatives.
std::string_view shape(const Source& source, std::int32_t segment) {
    const auto found = std::ranges::lower_bound(source.chosen_segments, segment);
    return found == source.chosen_segments.end() || *found != segment
               ? std::string_view{}
               : std::string_view(source.shapes[found - source.chosen_segments.begin()]);
}

} // namespace

std::string content(const PreparedSide& side, const Vocabulary& vocabulary) {
    std::string text;
    for (const Utterance& utterance : side.utterances) {
        if (utterance.size() == 0) continue;
        text += side.speaker_name(utterance.speaker);
        add(text, side.start(utterance));
        add(text, side.end(utterance));
        for (const double seconds : side.columns().word_times(utterance.segment)) add(text, seconds);
        text += '\t';
        if (utterance.choices >= 0) text += shape(*side.source, utterance.segment);
        for (std::size_t i = utterance.begin; i < utterance.end; ++i) {
            text += ' ';
            text += vocabulary[side.words[i]];
        }
        text += '\n';
    }
    return text;
}

} // namespace hubbub
