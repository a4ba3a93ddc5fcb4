#include "speech.hpp"

#include "nanoseconds.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <stdexcept>

namespace hubbub {

namespace {

// The code points beyond ASCII that Python's str.split takes for white space, by the bytes that encode them.
// The number of bytes, 0 where it is something else.
std::size_t wide_blank(std::string_view rest) {
    const auto byte = [&](std::size_t i) { return i < rest.size() ? static_cast<unsigned char>(rest[i]) : 0u; };
    if (byte(0) == 0xC2) return byte(1) == 0x85 || byte(1) == 0xA0 ? 2 : 0; // U+0085, U+00A0
    if (byte(0) == 0xE1) return byte(1) == 0x9A && byte(2) == 0x80 ? 3 : 0; // U+1680
    if (byte(0) == 0xE3) return byte(1) == 0x80 && byte(2) == 0x80 ? 3 : 0; // U+3000
    if (byte(0) != 0xE2) return 0;
    if (byte(1) == 0x81) return byte(2) == 0x9F ? 3 : 0; // U+205F
    const unsigned last = byte(2);                       // U+2000 to U+200A, U+2028, U+2029, U+202F
    return byte(1) == 0x80 && ((last >= 0x80 && last <= 0x8A) || last == 0xA8 || last == 0xA9 || last == 0xAF) ? 3 : 0;
}

constexpr bool narrow_blank(unsigned char c) { return c == ' ' || (c >= 9 && c <= 13) || (c >= 28 && c <= 31); }

std::uint32_t letters_of(std::string_view utf8) { // code points: every byte but those that go on with one
    return static_cast<std::uint32_t>(
        std::count_if(utf8.begin(), utf8.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

} // namespace

Token Vocabulary::number(std::string_view word) {
    const auto hash = static_cast<std::uint32_t>(std::hash<std::string_view>{}(word));
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = hash & mask;
    for (; slots_[at].number >= 0; at = (at + 1) & mask)
        if (slots_[at].hash == hash && this->word(slots_[at].number) == word) return slots_[at].number;
    const auto number = static_cast<Token>(size());
    slots_[at] = {hash, number};
    letters_ += word;
    ends_.push_back(letters_.size());
    if (2 * size() > slots_.size()) grow();
    return number;
}

void Vocabulary::grow() {
    std::vector<Slot> larger(4 * slots_.size());
    const std::size_t mask = larger.size() - 1;
    for (const Slot& slot : slots_) {
        if (slot.number < 0) continue;
        std::size_t at = slot.hash & mask;
        while (larger[at].number >= 0) at = (at + 1) & mask;
        larger[at] = slot;
    }
    slots_ = std::move(larger);
}

void share(double start, double end, const std::vector<std::uint32_t>& letters, Share how, std::vector<double>& into) {
    const auto size = [&](std::size_t i) { return how.by == Share::letters ? letters[i] : std::uint64_t{1}; };
    std::uint64_t total = 0, done = 0;
    for (std::size_t i = 0; i < letters.size(); ++i) total += size(i);
    double from = start;
    for (std::size_t i = 0; i < letters.size(); ++i) {
        done += size(i);
        double to = end;
        if (how.by != Share::whole)
            to = start + (end - start) * static_cast<double>(done) / static_cast<double>(total ? total : 1);
        const double middle = (from + to) / 2;
        into.push_back(how.points ? middle : from);
        into.push_back(how.points ? middle : to);
        if (how.by != Share::whole) from = to;
    }
}

std::vector<TimedWords> Row::parts() const {
    std::vector<TimedWords> all;
    all.reserve(ends.size());
    const TimedWords whole = *this;
    std::size_t from = 0;
    for (const std::size_t end : ends) {
        all.push_back(whole.part(from, end - from));
        from = end;
    }
    return all;
}

void Speech::text(std::string_view utf8) {
    const char* at = utf8.data();
    const char* const end = at + utf8.size();
    const char* begin = at; // of the word that we are in
    while (at != end) {
        const auto c = static_cast<unsigned char>(*at);
        const std::size_t blank = c < 0x80   ? narrow_blank(c)
                                  : c < 0xC0 ? 0
                                             : wide_blank({at, static_cast<std::size_t>(end - at)});
        if (blank == 0) {
            ++at;
            continue;
        }
        if (at != begin) word({begin, static_cast<std::size_t>(at - begin)});
        at += blank;
        begin = at;
    }
    if (at != begin) word({begin, static_cast<std::size_t>(at - begin)});
}

void Speech::word(std::string_view utf8) {
    words_.push_back(vocabulary_->number(utf8));
    letters_.push_back(letters_of(utf8));
}

void Speech::close() {
    times_at_.push_back(untimed);
    ends_.push_back(words_.size());
    letters_.clear();
}

void Speech::close(std::span<const double> seconds) {
    const std::size_t at = seconds_.size();
    if (seconds.size() != 2 * letters_.size()) throw std::invalid_argument("two times for each word");
    seconds_.insert(seconds_.end(), seconds.begin(), seconds.end());
    close();
    times_at_.back() = at;
}

void Speech::close(double start, double end, Share how) {
    const std::size_t at = seconds_.size();
    const bool any = !letters_.empty();
    share(start, end, letters_, how, seconds_);
    close();
    if (any) times_at_.back() = at;
}

std::span<const double> Speech::seconds(std::size_t place) const {
    return std::span(seconds_).subspan(times_at_[place], 2 * length(place));
}

std::optional<std::size_t> Speech::out_of_range() const {
    for (std::size_t place = 0; place < size(); ++place)
        if (timed(place))
            for (const double second : seconds(place))
                if (!(std::abs(second) <= farthest_seconds)) return place;
    return std::nullopt;
}

Row Speech::pick(const std::vector<std::size_t>& places, bool timed, std::int64_t widened) const {
    Row row;
    std::size_t total = 0;
    for (const std::size_t place : places) {
        if (place >= size()) throw std::out_of_range("there is no such utterance");
        total += length(place);
    }
    row.words.reserve(total);
    row.spans.reserve(timed ? total : 0);
    row.ends.reserve(places.size());
    for (const std::size_t place : places) {
        row.words.insert(row.words.end(), words_.begin() + ends_[place], words_.begin() + ends_[place + 1]);
        row.ends.push_back(row.words.size());
        if (!timed || length(place) == 0) continue;
        if (!this->timed(place)) throw std::invalid_argument("an utterance without times");
        const auto own = seconds(place);
        for (std::size_t i = 0; i < own.size(); i += 2)
            row.spans.push_back({nanoseconds(own[i]) - widened, nanoseconds(own[i + 1]) + widened});
    }
    return row;
}

SelfOverlap self_overlap(const std::vector<std::int32_t>& voices, const std::vector<double>& starts,
                         const std::vector<double>& ends) {
    if (starts.size() != voices.size() || ends.size() != voices.size())
        throw std::invalid_argument("as many starts and ends as voices");
    std::vector<std::size_t> order(starts.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto earlier = [&](std::size_t a, std::size_t b) { return starts[a] < starts[b]; };
    if (!std::is_sorted(starts.begin(), starts.end())) std::stable_sort(order.begin(), order.end(), earlier);
    struct Voice {
        bool heard = false;
        double reached = 0;
        std::int32_t place = -1; // in found.segments
    };
    std::vector<Voice> known(voices.empty() ? 0 : 1 + *std::max_element(voices.begin(), voices.end()));
    SelfOverlap found;
    for (const std::size_t i : order) {
        Voice& voice = known[voices[i]];
        const double start = starts[i], end = ends[i], latest = voice.heard ? voice.reached : start;
        if (latest > start && end > start) {
            found.seconds += std::min(latest, end) - start;
            if (voice.place < 0) {
                voice.place = static_cast<std::int32_t>(found.segments.size());
                found.segments.push_back({voices[i], 0});
            }
            ++found.segments[voice.place].second;
        }
        if (end > latest) {
            found.total += end - std::max(latest, start);
            voice.heard = true;
            voice.reached = end;
        }
    }
    return found;
}

} // namespace hubbub
