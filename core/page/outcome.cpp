#include "base/white_space.hpp"
#include "corpus/share.hpp"
#include "page/sheet.hpp"

namespace hubbub::page {
namespace {

// Collects the pieces of one side, lane by lane.
class PieceWriter {
  public:
    PieceWriter(const PreparedSide& side, const SpeakerIndex& speakers, const Vocabulary& vocabulary, Sheet& sheet,
                Pieces& into)
        : side_(side), speakers_(speakers), into_(into) {
        for (std::size_t speaker = 0; speaker < side.speakers.size(); ++speaker)
            names_.push_back(sheet.names.number(side.speaker_name(static_cast<std::int32_t>(speaker))));
        into.words.reserve(side.words.size());
        into.letters.reserve(side.words.size());
        into.seconds.reserve(side.seconds.size());
        if (side.source->keys == nullptr) { // words with the same number have the same text
            number_of_.resize(vocabulary.size(), none);
            letters_of_.resize(vocabulary.size());
            for (const Token word : side.words) {
                const auto at = static_cast<std::size_t>(word);
                if (number_of_[at] != none) continue;
                number_of_[at] = sheet.words.number(vocabulary[word]);
                letters_of_[at] = letters_of(vocabulary[word]);
            }
            return;
        }
        word_at_.reserve(side.utterances.size());
        for (const hubbub::Utterance& utterance : side.utterances) {
            // If words are sorted, a segment occurs once for each of its words.
            const auto [known, is_new] = segments_.try_emplace(utterance.segment, words_.size());
            if (is_new)
                each_word(side.source->text(static_cast<std::size_t>(utterance.segment)), [&](std::string_view word) {
                    words_.push_back(sheet.words.number(word));
                    letters_.push_back(letters_of(word));
                });
            word_at_.push_back(known->second);
        }
    }

    std::size_t take(const Part& part, std::int32_t name) {
        each_piece(side_, speakers_, part, name, [&](const hubbub::Piece& piece) {
            begin(static_cast<std::size_t>(piece.utterance), piece.offset);
            for (std::int32_t i = 0; i < piece.count; ++i)
                add(static_cast<std::size_t>(piece.utterance), static_cast<std::size_t>(word_place(part, piece, i)));
            into_.all.back().end = into_.words.size();
        });
        return into_.all.size();
    }

  private:
    void begin(std::size_t i, std::int32_t offset) {
        const hubbub::Utterance& utterance = side_.utterances[i];
        into_.all.push_back({names_[static_cast<std::size_t>(utterance.speaker)], utterance.number, offset,
                             into_.words.size(), into_.words.size(),
                             utterance.times == hubbub::Utterance::untimed ? Piece::untimed : into_.seconds.size(),
                             side_.start(utterance), side_.end(utterance)});
    }
    void add(std::size_t i, std::size_t place) {
        const hubbub::Utterance& utterance = side_.utterances[i];
        if (!number_of_.empty()) {
            const auto word = static_cast<std::size_t>(side_.words[utterance.begin + place]);
            into_.words.push_back(number_of_[word]);
            into_.letters.push_back(letters_of_[word]);
        } else {
            const std::size_t in_text = side_.places.empty() ? static_cast<std::size_t>(utterance.offset) + place
                                                             : side_.places[utterance.begin + place];
            into_.words.push_back(words_[word_at_[i] + in_text]);
            into_.letters.push_back(letters_[word_at_[i] + in_text]);
        }
        if (utterance.times == hubbub::Utterance::untimed) return;
        const auto times = side_.times(utterance).subspan(2 * place, 2);
        into_.seconds.insert(into_.seconds.end(), times.begin(), times.end());
    }

    const PreparedSide& side_;
    const SpeakerIndex& speakers_;
    Pieces& into_;
    // By the number of a word in the session: its number on the sheet, and its characters. Empty if different words
    // count as equal: then the texts are split again.
    std::vector<Token> number_of_;
    std::vector<std::uint32_t> letters_of_;
    std::vector<std::int32_t> names_;                        // of the speakers
    std::unordered_map<std::int32_t, std::size_t> segments_; // index of their first word in words_
    std::vector<std::size_t> word_at_;                       // the same, by utterance
    std::vector<Token> words_;                               // of all segments
    std::vector<std::uint32_t> letters_;
};

// Groups of the words on the page, in the order of the session.
std::vector<std::int32_t> in_session(const PreparedSide& side, const Sheet& sheet, const Side& shown,
                                     const std::vector<std::int32_t>& groups) {
    std::vector<std::int32_t> found;
    for (const hubbub::Utterance& utterance : side.utterances) {
        if (utterance.size() == 0) continue;
        const Token name = sheet.names.find(side.speaker_name(utterance.speaker));
        const auto words = static_cast<std::int32_t>(utterance.size());
        for (const std::int32_t place : shown.places(name, utterance.number, utterance.offset, words))
            found.push_back(groups[static_cast<std::size_t>(place)]);
    }
    return found;
}

} // namespace

std::vector<std::optional<Selection>> selections(const Outcome& outcome, std::size_t metric, std::size_t session,
                                                 const Session& looked) {
    Sheet sheet;
    const Alignment alignment(lanes_of(outcome, metric, session, looked, sheet), false);
    std::vector<std::optional<Selection>> found;
    for (const std::optional<Slice>& slice : alignment.slices()) {
        found.emplace_back();
        if (slice)
            found.back() = {in_session(looked.reference, sheet, alignment.reference, slice->words.reference),
                            in_session(looked.hypothesis, sheet, alignment.hypothesis, slice->words.hypothesis)};
    }
    return found;
}

Lanes lanes_of(const Outcome& outcome, std::size_t metric, std::size_t session, const Session& looked, Sheet& sheet) {
    Lanes found;
    const auto name = [&](const PreparedSide& side, std::int32_t speaker) {
        if (speaker == no_speaker) return none;
        return sheet.names.number(speaker < 0 ? std::string_view{} : side.columns().speakers[speaker]);
    };
    const Solution& solution = outcome.solution(metric, session);
    for (const hubbub::Lane& lane : solution.lanes)
        found.all.push_back(
            {name(looked.reference, lane.speaker), name(looked.hypothesis, lane.stream), 0, 0, lane.steps});
    PieceWriter reference(looked.reference, looked.speakers, looked.vocabulary, sheet, found.reference);
    PieceWriter hypothesis(looked.hypothesis, looked.streams, looked.vocabulary, sheet, found.hypothesis);
    for (std::size_t i = 0; i < found.all.size(); ++i) {
        found.all[i].reference = reference.take(solution.lanes[i].reference, solution.lanes[i].speaker);
        found.all[i].hypothesis = hypothesis.take(solution.lanes[i].hypothesis, solution.lanes[i].stream);
    }
    return found;
}

} // namespace hubbub::page
