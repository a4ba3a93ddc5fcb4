#include "corpus/side.hpp"

#include "base/cover.hpp"
#include "base/nanoseconds.hpp"
#include "base/white_space.hpp"
#include "corpus/channels.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

namespace hubbub {
namespace {

using Kind = Fault::Kind;

// The estimated time of a word is off by up to about a quarter of its segment. In a segment longer than this many
// collars, the error may exceed the collar.
constexpr double long_collars = 4;

bool unknown(double seconds) { return std::isnan(seconds); }

double covered(std::vector<Region> regions) { // the total duration of the regions, in seconds
    std::stable_sort(regions.begin(), regions.end(), [](const auto& a, const auto& b) { return a.start < b.start; });
    double total = 0, reached = -std::numeric_limits<double>::infinity();
    for (const Region& region : regions) {
        total += std::max(0.0, region.end - std::max(region.start, reached));
        reached = std::max(reached, region.end);
    }
    return total;
}

std::size_t count_words(std::string_view text) {
    std::size_t number = 0;
    each_word(text, [&](std::string_view) { ++number; });
    return number;
}

// Adds the regions that one of the sides excludes, as they apply to these segments. If none of these segments' channels
// is named there, only time counts.
void add_stretches(const std::vector<Region>& regions, bool ours, const Columns& columns,
                   std::span<const std::int32_t> segments, const Columns& other, std::span<const std::int32_t> others,
                   std::vector<Region>& into) {
    if (regions.empty()) return;
    std::set<std::string> named;
    if (!ours) {
        for (const std::int32_t i : others) named.insert(channel_key(other, i));
        for (const Region& region : regions) named.insert(in_lowercase(region.channel.value_or("")));
    }
    const bool shared = ours || std::any_of(segments.begin(), segments.end(),
                                            [&](auto i) { return named.contains(channel_key(columns, i)); });
    for (const Region& region : regions) {
        into.push_back(region);
        if (!shared) into.back().channel.reset();
    }
}

class SideBuilder {
  public:
    SideBuilder(SideName name, const Source& source, const Recipe& recipe, const SessionInput& session,
                const Source& other, Scratch& scratch)
        : source_(source), columns_(*source.columns), recipe_(recipe), session_(session), other_(*other.columns),
          scratch_(scratch) {
        side_.name = name;
        side_.source = &source;
    }

    PreparedSide build() {
        const bool reference = side_.name == SideName::reference;
        const auto& ignored = reference ? session_.reference_ignored : session_.hypothesis_ignored;
        const auto& ignored_by_other = reference ? session_.hypothesis_ignored : session_.reference_ignored;
        const auto segments = reference ? session_.reference : session_.hypothesis;
        const auto other_segments = reference ? session_.hypothesis : session_.reference;
        if (!recipe_.whole) {
            add_stretches(ignored, true, columns_, segments, columns_, segments, stretches_);
            add_stretches(ignored_by_other, false, columns_, segments, other_, other_segments, stretches_);
            if (!ignored.empty()) leave_out("_seconds_marked_to_be_ignored", covered(ignored), true);
            sort_stretches();
        }
        scratch_.order.assign(segments.begin(), segments.end());
        const auto& uem = reference ? session_.reference_uem : session_.hypothesis_uem;
        if (uem && !segments.empty() && !recipe_.whole) cut_to_uem(*uem);
        sort_segments();
        side_.utterances.reserve(scratch_.order.size());
        for (const std::int32_t segment : scratch_.order) add_segment(segment);
        if (dropped_ != 0) leave_out("_words_in_ignored_stretches", static_cast<double>(dropped_));
        if (recipe_.timed) check_range();
        number_speakers();
        if (recipe_.order == Order::strict) check_words_in_order();
        if (recipe_.collar) note_doubtful_times();
        if (recipe_.order == Order::word) {
            sort_words();
            number_speakers();
        }
        if (recipe_.collar) to_nanoseconds();
        return std::move(side_);
    }

  private:
    void leave_out(const char* reason, double number, bool seconds = false) {
        const char* side = side_.name == SideName::reference ? "reference" : "hypothesis";
        side_.left_out.push_back({side + std::string(reason), number, seconds});
    }

    void sort_stretches() {
        for (const Region& region : stretches_) {
            all_stretches_.add(region.start, region.end);
            (region.channel ? stretches_of_[in_lowercase(*region.channel)] : shared_stretches_)
                .add(region.start, region.end);
        }
        all_stretches_.finish();
        shared_stretches_.finish();
        for (auto& [channel, stretches] : stretches_of_) stretches.finish();
    }

    // A segment that touches a region is kept completely.
    void cut_to_uem(const std::vector<Region>& regions) {
        Cover cover;
        for (const Region& region : regions) cover.add(region.start, region.end);
        cover.finish();
        std::vector<std::int32_t> kept;
        std::size_t lost = 0;
        for (const std::int32_t i : scratch_.order) {
            const double start = columns_.start[i], end = columns_.end[i];
            if (unknown(start) || unknown(end)) throw Fault(Kind::uem_untimed, side_.name, i);
            if (end < start || !is_comparable(start) || !is_comparable(end))
                throw Fault(Kind::out_of_range, side_.name, i);
            if (cover.touches(start, end)) {
                kept.push_back(i);
            } else {
                lost += count_words(columns_.words[i]);
            }
        }
        const std::size_t segments = scratch_.order.size() - kept.size();
        if (segments == 0) return;
        leave_out("_segments_outside_uem", static_cast<double>(segments));
        leave_out("_words_outside_uem", static_cast<double>(lost));
        scratch_.order = std::move(kept);
    }

    // Stable sort by start time: segments with the same start, and those without times, stay in the order of the file.
    void sort_segments() {
        auto& order = scratch_.order;
        const auto untimed = static_cast<std::size_t>(
            std::count_if(order.begin(), order.end(), [&](auto i) { return unknown(columns_.start[i]); }));
        if (untimed == order.size() || recipe_.order == Order::none) return;
        if (untimed != 0)
            throw Fault(
                Kind::some_untimed, side_.name, order.front(),
                {.segments = static_cast<std::int64_t>(order.size()), .untimed = static_cast<std::int64_t>(untimed)});
        const auto earlier = [&](auto a, auto b) { return columns_.start[a] < columns_.start[b]; };
        if (std::is_sorted(order.begin(), order.end(), earlier)) return;
        std::stable_sort(order.begin(), order.end(), earlier);
    }

    void add_segment(std::int32_t segment) {
        auto &words = scratch_.words, &keys = scratch_.keys;
        auto& letters = scratch_.letters;
        words.clear();
        letters.clear();
        each_word(source_.text(segment), [&](std::string_view word) { words.push_back(word); });
        if (source_.keys != nullptr) {
            keys.clear();
            each_word(source_.key(segment), [&](std::string_view word) { keys.push_back(word); });
            if (keys.size() != words.size()) throw std::invalid_argument("keys must have a key for each word");
        }
        if (const std::size_t all = side_.words.size() + words.size(); all > most_words)
            throw Fault(Kind::too_many, side_.name, segment,
                        {.words = static_cast<std::int64_t>(all), .most = most_words});
        Utterance utterance{segment, 0, 0, 0, side_.words.size(), 0, Utterance::untimed, -1};
        if (!source_.chosen_segments.empty()) add_choices(segment, utterance);
        const std::size_t times = side_.seconds.size();
        if (add_times(segment, utterance)) utterance.times = times;
        utterance.end = utterance.begin + words.size();
        if (!stretches_.empty()) drop_ignored_words(segment, utterance);
        utterance.end = utterance.begin + words.size();
        side_.words.resize(utterance.end);
        for (std::size_t i = 0; i < words.size(); ++i)
            side_.words[utterance.begin + i] = scratch_.vocabulary.number(source_.keys == nullptr ? words[i] : keys[i]);
        side_.utterances.push_back(utterance);
    }

    void add_choices(std::int32_t segment, Utterance& utterance) {
        const auto& chosen_segments = source_.chosen_segments;
        const auto found = std::lower_bound(chosen_segments.begin(), chosen_segments.end(), segment);
        if (found == chosen_segments.end() || *found != segment) return;
        const std::string& shape = source_.shapes[static_cast<std::size_t>(found - chosen_segments.begin())];
        if (shape == "!") throw Fault(Kind::broken, side_.name, segment);
        utterance.choices = static_cast<std::int32_t>(side_.choices.size());
        side_.choices.emplace_back(shape);
        if (side_.choices.back().optional().size() != scratch_.words.size())
            throw std::invalid_argument("the shape does not fit the words");
    }

    void count_letters() {
        if (!scratch_.letters.empty()) return;
        for (const std::string_view word : scratch_.words) scratch_.letters.push_back(letters_of(word));
    }

    // Adds the times of the words: those of the file, or shares of the segment. Returns false if there are none.
    bool add_times(std::int32_t segment, const Utterance& utterance) {
        if (add_word_times(segment)) return true;
        if (!recipe_.timed || scratch_.words.empty()) return false;
        const double start = columns_.start[segment], end = columns_.end[segment];
        if (unknown(start) || unknown(end)) throw Fault(Kind::no_times, side_.name, segment);
        count_letters();
        const auto share_out = [&](double from, double to, std::span<const std::uint32_t> letters, auto& into) {
            if (recipe_.only_own && letters.size() > 1)
                throw Fault(Kind::no_word_times, side_.name, segment,
                            {.words = static_cast<std::int64_t>(letters.size())});
            share(from, to, letters, recipe_.share, into);
        };
        if (utterance.choices >= 0) {
            side_.choices[utterance.choices].spread(start, end, scratch_.letters, share_out, side_.seconds);
        } else {
            share_out(start, end, scratch_.letters, side_.seconds);
        }
        return true;
    }

    bool add_word_times(std::int32_t segment) {
        if (!columns_.has_word_times(segment)) return false;
        std::span<const double> word_times = columns_.word_times(segment);
        const auto& unit_segments = source_.unit_segments;
        const auto found = std::lower_bound(unit_segments.begin(), unit_segments.end(), segment);
        if (found != unit_segments.end() && *found == segment) {
            const auto place = static_cast<std::size_t>(found - unit_segments.begin());
            if (!source_.unit_times_known[place]) return false;
            const std::size_t at = source_.unit_times_at[place];
            word_times = std::span(source_.unit_seconds).subspan(at, source_.unit_times_at[place + 1] - at);
        }
        const std::size_t words = scratch_.words.size();
        if (word_times.size() == 2 * words) {
            side_.seconds.insert(side_.seconds.end(), word_times.begin(), word_times.end());
        } else if (word_times.size() == 2) { // one interval for all words together
            count_letters();
            share(word_times[0], word_times[1], scratch_.letters, {}, side_.seconds);
        } else {
            throw Fault(
                Kind::times_of_words, side_.name, segment,
                {.words = static_cast<std::int64_t>(words), .times = static_cast<std::int64_t>(word_times.size() / 2)});
        }
        return true;
    }

    // Drops the words whose midpoints are in ignored regions of the segment's channel.
    void drop_ignored_words(std::int32_t segment, Utterance& utterance) {
        // A segment without a channel belongs to all of them.
        const std::int32_t number = columns_.channel[segment];
        const Cover *stretches = number < 0 ? &all_stretches_ : &shared_stretches_, *own = nullptr;
        if (number >= 0)
            if (const auto found = stretches_of_.find(channel_key(columns_, segment)); found != stretches_of_.end())
                own = &found->second;
        auto& words = scratch_.words;
        const auto all_places = [&] {
            for (std::uint32_t i = 0; i < words.size(); ++i) side_.places.push_back(i);
        };
        if (stretches->empty() && own == nullptr) return all_places();
        count_letters();
        const auto points = midpoints(segment, utterance);
        if (!points) return all_places();
        if (!std::all_of(points->begin(), points->end(), is_comparable))
            throw Fault(Kind::out_of_range, side_.name, segment);
        std::vector<char> kept(words.size());
        std::size_t size = 0;
        for (std::size_t i = 0; i < words.size(); ++i) {
            kept[i] = !stretches->contains((*points)[i]) && (own == nullptr || !own->contains((*points)[i]));
            if (!kept[i]) continue;
            words[size] = words[i];
            if (source_.keys != nullptr) scratch_.keys[size] = scratch_.keys[i];
            if (utterance.times != Utterance::untimed) {
                side_.seconds[utterance.times + 2 * size] = side_.seconds[utterance.times + 2 * i];
                side_.seconds[utterance.times + 2 * size + 1] = side_.seconds[utterance.times + 2 * i + 1];
            }
            side_.places.push_back(static_cast<std::uint32_t>(i));
            ++size;
        }
        if (size == words.size()) return;
        if (utterance.choices >= 0) side_.choices[utterance.choices].keep(kept);
        if (utterance.times != Utterance::untimed) side_.seconds.resize(utterance.times + 2 * size);
        dropped_ += words.size() - size;
        words.resize(size);
    }

    std::optional<std::vector<double>> midpoints(std::int32_t segment, const Utterance& utterance) const {
        std::vector<double> points;
        if (utterance.times != Utterance::untimed) {
            for (std::size_t i = utterance.times; i < side_.seconds.size(); i += 2)
                points.push_back((side_.seconds[i] + side_.seconds[i + 1]) / 2);
            return points;
        }
        const double start = columns_.start[segment], end = columns_.end[segment];
        if (unknown(start) || unknown(end)) return std::nullopt;
        const Choices* choices = utterance.choices < 0 ? nullptr : &side_.choices[utterance.choices];
        return shared_midpoints(start, end, scratch_.letters, choices);
    }

  public:
    // The midpoints of words that divide a segment by their characters.
    static std::vector<double> shared_midpoints(double start, double end, std::span<const std::uint32_t> letters,
                                                const Choices* choices) {
        const Choices::ShareFunction share_out = [](double from, double to, std::span<const std::uint32_t> letters,
                                                    auto& into) { share(from, to, letters, {}, into); };
        std::vector<double> times, points;
        if (choices != nullptr) {
            choices->spread(start, end, letters, share_out, times);
        } else {
            share_out(start, end, letters, times);
        }
        for (std::size_t i = 0; i < times.size(); i += 2) points.push_back((times[i] + times[i + 1]) / 2);
        return points;
    }

  private:
    void check_range() const {
        for (const Utterance& utterance : side_.utterances)
            if (utterance.times != Utterance::untimed) side_.check_times(utterance);
    }

    // Numbers speakers in the order of their first utterance. The second call, after words were sorted, keeps the
    // numbers of utterances.
    void number_speakers() {
        auto& speaker_of = scratch_.speaker_of;
        speaker_of.resize(std::max(speaker_of.size(), columns_.speakers.size() + 1), -1);
        const bool again = !side_.speakers.empty();
        std::vector<std::int32_t> before = std::move(side_.speakers), counts;
        side_.speakers.clear();
        for (Utterance& utterance : side_.utterances) {
            const std::int32_t name =
                again ? before[utterance.speaker]
                      : Columns::name_number(columns_.speakers, columns_.speaker[utterance.segment]);
            std::int32_t& speaker = speaker_of[static_cast<std::size_t>(name + 1)];
            if (speaker < 0) {
                speaker = static_cast<std::int32_t>(side_.speakers.size());
                side_.speakers.push_back(name);
                counts.push_back(0);
            }
            utterance.speaker = speaker;
            if (!again) utterance.number = counts[speaker]++;
        }
        for (const std::int32_t name : side_.speakers) speaker_of[static_cast<std::size_t>(name + 1)] = -1;
    }

    // Throws a Fault if a word starts before an earlier one of its speaker. Words without times are not checked.
    void check_words_in_order() const {
        std::vector<double> reached(side_.speakers.size(), -std::numeric_limits<double>::infinity());
        for (const Utterance& utterance : side_.utterances) {
            if (utterance.times == Utterance::untimed) continue;
            double& last = reached[static_cast<std::size_t>(utterance.speaker)];
            const auto word_times = side_.times(utterance);
            // The branches of an alternation have the same time, so only its first word is compared.
            for (std::size_t i = 0; i < word_times.size(); i += 2) {
                const double start = std::nearbyint(word_times[i] * 1e9);
                if (start < last && (i == 0 || utterance.choices < 0))
                    throw Fault(Kind::not_in_order, side_.name, utterance.segment);
                last = std::max(last, start);
            }
        }
    }

    // For the warnings about times: self-overlap and long segments. Segments with word times are not checked.
    void note_doubtful_times() {
        std::vector<std::int32_t> speakers;
        std::vector<double> starts, ends;
        LongSegments long_segments;
        long_segments.limit = long_collars * *recipe_.collar;
        const bool guesses = recipe_.timed && recipe_.share.by != Share::whole;
        for (const Utterance& utterance : side_.utterances) {
            const double start = side_.start(utterance);
            if (columns_.has_word_times(utterance.segment) || unknown(start)) continue;
            const double end = unknown(side_.end(utterance)) ? start : side_.end(utterance);
            speakers.push_back(utterance.speaker);
            starts.push_back(start);
            ends.push_back(end);
            const bool is_long =
                bounded_nanoseconds(end) - bounded_nanoseconds(start) > bounded_nanoseconds(long_segments.limit);
            if (!guesses || !is_long || utterance.size() < 2) continue;
            ++long_segments.segments;
            long_segments.words += static_cast<std::int64_t>(utterance.size());
            long_segments.longest = std::max(long_segments.longest, end - start);
        }
        side_.overlap = self_overlap(speakers, starts, ends);
        for (auto& [speaker, number] : side_.overlap->segments) speaker = side_.speakers[speaker];
        if (long_segments.segments != 0) side_.long_segments = long_segments;
    }

    // Makes every word an utterance, sorted by start (stable sort).
    void sort_words() {
        PreparedSide sorted = side_;
        sorted.utterances.clear();
        std::vector<std::pair<double, Utterance>> parts;
        for (const Utterance& utterance : side_.utterances) {
            for (std::size_t i = 0; i < utterance.size(); ++i) {
                Utterance part = utterance;
                part.offset = utterance.offset + static_cast<std::int32_t>(i);
                part.begin = utterance.begin + i;
                part.end = part.begin + 1;
                double at = unknown(side_.start(utterance)) ? 0.0 : side_.start(utterance);
                if (utterance.times != Utterance::untimed) {
                    part.times = utterance.times + 2 * i;
                    at = side_.seconds[part.times];
                }
                parts.push_back({std::nearbyint(at * 1e9), part}); // starts that differ by a rounding error are equal
            }
        }
        std::stable_sort(parts.begin(), parts.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        sorted.words.clear();
        sorted.places.clear();
        for (auto& [at, part] : parts) {
            const std::size_t from = part.begin;
            part.begin = sorted.words.size();
            part.end = part.begin + 1;
            sorted.words.push_back(side_.words[from]);
            if (!side_.places.empty()) sorted.places.push_back(side_.places[from]);
            sorted.utterances.push_back(part);
        }
        side_ = std::move(sorted);
    }

    // Hypothesis words are widened by the collar on both sides.
    void to_nanoseconds() {
        const std::int64_t widened =
            side_.name == SideName::hypothesis ? std::llrint(*recipe_.collar * 1e9) : std::int64_t{0};
        side_.spans.reserve(side_.words.size());
        for (const Utterance& utterance : side_.utterances) {
            if (utterance.size() == 0) continue;
            const auto word_times = side_.times(utterance);
            for (std::size_t i = 0; i < word_times.size(); i += 2)
                side_.spans.push_back({nanoseconds(word_times[i]) - widened, nanoseconds(word_times[i + 1]) + widened});
        }
    }

    const Source& source_;
    const Columns& columns_;
    const Recipe& recipe_;
    const SessionInput& session_;
    const Columns& other_;
    Scratch& scratch_;
    std::vector<Region> stretches_;
    Cover all_stretches_, shared_stretches_;                 // in every channel; those that name no channel
    std::map<std::string, Cover, std::less<>> stretches_of_; // those of one channel
    std::size_t dropped_ = 0;
    PreparedSide side_;
};

} // namespace

void PreparedSide::check_times(const Utterance& utterance) const {
    bool right = !(end(utterance) < start(utterance));
    for (const double time : {start(utterance), end(utterance)})
        right = right && (std::isnan(time) || is_comparable(time));
    const auto word_times = utterance.times == Utterance::untimed ? std::span<const double>{} : times(utterance);
    for (std::size_t i = 0; i < word_times.size(); i += 2)
        right = right && word_times[i] <= word_times[i + 1] && is_comparable(word_times[i]) &&
                is_comparable(word_times[i + 1]);
    if (!right) throw Fault(Kind::out_of_range, name, utterance.segment);
}

std::optional<std::vector<double>> PreparedSide::midpoints(const Utterance& utterance) const {
    std::vector<double> points;
    if (utterance.times != Utterance::untimed) {
        const auto word_times = times(utterance);
        for (std::size_t i = 0; i < word_times.size(); i += 2)
            points.push_back((word_times[i] + word_times[i + 1]) / 2);
        return points;
    }
    if (!has_start_and_end(utterance)) return std::nullopt;
    std::vector<std::uint32_t> letters, kept;
    each_word(source->text(utterance.segment), [&](std::string_view word) { letters.push_back(letters_of(word)); });
    for (std::size_t i = utterance.begin; i < utterance.end; ++i)
        kept.push_back(places.empty() ? letters[i - utterance.begin] : letters[places[i]]);
    return SideBuilder::shared_midpoints(start(utterance), end(utterance), kept, choices_of(utterance));
}

PreparedSide prepare(SideName name, const Source& source, const Recipe& recipe, const SessionInput& session,
                     const Source& other, Scratch& scratch) {
    return SideBuilder(name, source, recipe, session, other, scratch).build();
}

} // namespace hubbub
