#include "page/words.hpp"

#include "corpus/share.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace hubbub::page {
namespace {

constexpr double seconds_per_letter = 0.07; // the assumed speaking rate of an utterance without an end

bool close(std::span<const Times> times, const auto& other) {
    for (std::size_t i = 0; i < times.size(); ++i) {
        const auto [start, end] = other(i);
        if (std::abs(static_cast<double>(times[i].first) - start) > 1) return false;
        if (std::abs(static_cast<double>(times[i].second) - end) > 1) return false;
    }
    return true;
}

// Whether word times are estimates: points, equal shares, shares by characters, or the whole segment for all.
bool estimated(std::span<const Times> times, std::span<const Times> shares) {
    const Times whole{shares.front().first, shares.back().second};
    if (std::ranges::all_of(times, [](const Times& time) { return time.first == time.second; })) return true;
    if (std::ranges::all_of(times, [&](const Times& time) { return time == whole; })) return true;
    using Span = std::pair<double, double>;
    if (close(times, [&](std::size_t i) { return Span(shares[i]); })) return true;
    const auto begin = static_cast<double>(whole.first);
    const double each = static_cast<double>(whole.second - whole.first) / static_cast<double>(times.size());
    return close(times, [&](std::size_t i) {
        const double from = begin + static_cast<double>(i) * each;
        return Span(from, from + each);
    });
}

double rounded(double number) {                  // half to even, as in Python
    constexpr double magic = 6755399441055744.0; // 1.5 * 2^52: added to a number, it removes the fraction
    return std::abs(number) < 2e15 ? number + magic - magic : std::nearbyint(number);
}

} // namespace

Time in_hundredths(double seconds) {
    constexpr double most = 9e15; // beyond any recording: times stay exact
    return static_cast<Time>(rounded(std::clamp(seconds * hundredths, -most, most)));
}

class SideBuilder {
  public:
    SideBuilder(const Pieces& pieces, Side& side) : pieces_(pieces), side_(side) {}

    void build() {
        rank_speakers();
        std::vector<std::size_t> order(pieces_.all.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        const auto key = [&](std::size_t i) {
            return std::pair(side_.rank_[static_cast<std::size_t>(pieces_.all[i].speaker)], pieces_.all[i].number);
        };
        std::ranges::stable_sort(order, {}, key);
        side_.words.reserve(pieces_.words.size());
        side_.times.reserve(pieces_.words.size());
        side_.utterance_of_.resize(order.size());
        for (std::size_t begin = 0, end; begin < order.size(); begin = end) {
            for (end = begin; end < order.size() && key(order[end]) == key(order[begin]); ++end)
                side_.utterance_of_[order[end]] = static_cast<std::int32_t>(side_.counts.size());
            add(std::span(order).subspan(begin, end - begin));
        }
        if (side_.timed) return;
        side_.times.clear();
        side_.own.clear();
        side_.shared.clear();
    }

  private:
    struct Word {
        std::int32_t index; // in its utterance
        std::size_t word;   // in Pieces
        const double* seconds;
    };

    void rank_speakers() {
        std::int32_t speakers = 0;
        for (const Piece& piece : pieces_.all) {
            const auto name = static_cast<std::size_t>(piece.speaker);
            if (name >= side_.rank_.size()) side_.rank_.resize(name + 1, none);
            if (side_.rank_[name] < 0) side_.rank_[name] = speakers++;
        }
    }

    void add(std::span<const std::size_t> group) {
        const Piece& first = pieces_.all[group.front()];
        std::span<const Token> words = std::span(pieces_.words).subspan(first.begin, first.end - first.begin);
        std::span<const std::uint32_t> letters = std::span(pieces_.letters).subspan(first.begin, words.size());
        const double* seconds = first.seconds == Piece::untimed ? nullptr : pieces_.seconds.data() + first.seconds;
        if (group.size() > 1 || first.offset != 0) {
            const bool timed = put_together(group);
            words = words_;
            letters = letters_;
            seconds = timed ? seconds_.data() : nullptr;
        }
        side_.speakers.push_back(first.speaker);
        side_.numbers.push_back(first.number);
        side_.counts.push_back(static_cast<std::int32_t>(words.size()));
        side_.starts.push_back(first.start);
        side_.words.insert(side_.words.end(), words.begin(), words.end());
        side_.begin_.push_back(side_.words.size());
        if (!words.empty() && side_.timed) add_times(letters, seconds, first.start, first.finish);
    }

    // Fills words_, letters_ and seconds_ with the words of the parts of an utterance. Returns whether all of them have
    // times.
    bool put_together(std::span<const std::size_t> group) {
        std::vector<Word> found;
        for (const std::size_t i : group) {
            const Piece& piece = pieces_.all[i];
            const double* seconds = piece.seconds == Piece::untimed ? nullptr : pieces_.seconds.data() + piece.seconds;
            for (std::size_t at = 0; at < piece.end - piece.begin; ++at)
                found.push_back({piece.offset + static_cast<std::int32_t>(at), piece.begin + at,
                                 seconds == nullptr ? nullptr : seconds + 2 * at});
        }
        std::ranges::stable_sort(found, {}, &Word::index); // the same words may be in several lanes
        const auto same = [](const Word& a, const Word& b) { return a.index == b.index; };
        found.erase(std::unique(found.begin(), found.end(), same), found.end());
        if (!found.empty() && (found.front().index != 0 || found.back().index + std::size_t{1} != found.size())) {
            std::vector<std::int32_t> indices;
            for (const Word& word : found) indices.push_back(word.index);
            side_.gapped_.emplace_back(side_.counts.size(), std::move(indices));
        }
        words_.clear();
        letters_.clear();
        seconds_.clear();
        bool timed = true;
        for (const Word& word : found) {
            words_.push_back(pieces_.words[word.word]);
            letters_.push_back(pieces_.letters[word.word]);
            timed = timed && word.seconds != nullptr;
            if (timed) seconds_.insert(seconds_.end(), word.seconds, word.seconds + 2);
        }
        return timed;
    }

    void add_times(std::span<const std::uint32_t> letters, const double* seconds, double start, double end) {
        const auto utterance = static_cast<std::int32_t>(side_.counts.size()) - 1;
        shares_.clear();
        if (!std::isnan(start)) {
            const auto all = std::accumulate(letters.begin(), letters.end(), std::uint64_t{0});
            if (std::isnan(end)) end = start + seconds_per_letter * static_cast<double>(all + letters.size());
            shared_seconds_.clear();
            share(start, end, letters, {Share::letters, false}, shared_seconds_);
            Time from = in_hundredths(shared_seconds_.front());
            for (std::size_t i = 1; i < shared_seconds_.size(); i += 2) {
                const Time to = in_hundredths(shared_seconds_[i]);
                shares_.emplace_back(from, to);
                from = to;
            }
        }
        if (seconds != nullptr) {
            known_.clear();
            for (std::size_t i = 0; i < letters.size(); ++i)
                known_.emplace_back(in_hundredths(seconds[2 * i]), in_hundredths(seconds[2 * i + 1]));
            if (shares_.empty() || !estimated(known_, shares_)) {
                side_.own.push_back(utterance);
                side_.times.insert(side_.times.end(), known_.begin(), known_.end());
                return;
            }
        }
        if (shares_.empty()) {
            side_.timed = false;
            return;
        }
        side_.times.insert(side_.times.end(), shares_.begin(), shares_.end());
        note_shared(utterance, letters, start, end);
    }

    // The viewer's arithmetic, in milliseconds: times that it reproduces need not be stored.
    void note_shared(std::int32_t utterance, std::span<const std::uint32_t> letters, double start, double end) {
        const double from = rounded(start * 1000), to = rounded(end * 1000);
        if (std::max(std::abs(from), std::abs(to)) > 1e12) return;
        const auto total = static_cast<double>(std::accumulate(letters.begin(), letters.end(), std::uint64_t{0}));
        const auto shown = [](double milliseconds) { // rounds halves up, like JavaScript's floor(x + 0.5)
            const double hundredths = milliseconds * 0.1 + 0.5;
            const auto whole = static_cast<Time>(hundredths);
            return whole - (static_cast<double>(whole) > hundredths);
        };
        if (shown(from) != shares_.front().first) return;
        double done = 0;
        for (std::size_t i = 0; i < letters.size(); ++i) {
            done += letters[i];
            if (shown(from + (to - from) * done / total) != shares_[i].second) return;
        }
        side_.shared.push_back({utterance, static_cast<std::int64_t>(from), static_cast<std::int64_t>(to)});
    }

    const Pieces& pieces_;
    Side& side_;
    // Reused for each utterance.
    std::vector<Token> words_;
    std::vector<std::uint32_t> letters_;
    std::vector<double> seconds_, shared_seconds_;
    std::vector<Times> shares_, known_;
};

Side::Side(const Pieces& pieces) { SideBuilder(pieces, *this).build(); }

bool Side::operator==(const Side& other) const {
    const auto same = [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); };
    return words == other.words && speakers == other.speakers && numbers == other.numbers && counts == other.counts &&
           timed == other.timed && times == other.times && own == other.own &&
           std::ranges::equal(starts, other.starts, same);
}

void Side::append_places(std::size_t utterance, std::int64_t offset, std::size_t count,
                         std::vector<std::int32_t>& into) const {
    const auto base = static_cast<std::int32_t>(begin_[utterance]);
    const auto gapped = std::ranges::lower_bound(gapped_, utterance, {}, &decltype(gapped_)::value_type::first);
    if (gapped == gapped_.end() || gapped->first != utterance) {
        if (offset < 0 || offset + static_cast<std::int64_t>(count) > counts[utterance])
            throw std::invalid_argument("a part is outside its utterance");
        for (std::size_t i = 0; i < count; ++i) into.push_back(base + static_cast<std::int32_t>(offset + i));
        return;
    }
    const std::vector<std::int32_t>& indices = gapped->second;
    auto at = std::ranges::lower_bound(indices, offset);
    for (std::size_t i = 0; i < count; ++i, ++at) {
        if (at == indices.end() || *at != offset + static_cast<std::int64_t>(i))
            throw std::invalid_argument("a part is outside its utterance");
        into.push_back(base + static_cast<std::int32_t>(at - indices.begin()));
    }
}

std::vector<std::int32_t> Side::places(const Pieces& pieces, std::size_t begin, std::size_t end) const {
    std::vector<std::int32_t> found;
    for (std::size_t i = begin; i < end; ++i) {
        const Piece& piece = pieces.all[i];
        append_places(static_cast<std::size_t>(utterance_of_[i]), piece.offset, piece.end - piece.begin, found);
    }
    return found;
}

std::vector<std::int32_t> Side::places(std::int32_t speaker, std::int32_t number, std::int32_t offset,
                                       std::int32_t count) const {
    std::vector<std::int32_t> found;
    const std::int32_t place = utterance(speaker, number);
    if (place < 0) throw std::invalid_argument("unknown utterance");
    append_places(static_cast<std::size_t>(place), offset, static_cast<std::size_t>(count), found);
    return found;
}

std::int32_t Side::utterance(std::int32_t speaker, std::int32_t number) const {
    if (speaker < 0 || static_cast<std::size_t>(speaker) >= rank_.size()) return none;
    const std::int32_t wanted = rank_[static_cast<std::size_t>(speaker)];
    if (wanted < 0) return none;
    std::size_t low = 0, high = counts.size();
    while (low < high) { // utterances are sorted by the rank of their speaker, and by number
        const std::size_t middle = (low + high) / 2;
        const auto found = std::pair(rank_[static_cast<std::size_t>(speakers[middle])], numbers[middle]);
        if (found < std::pair(wanted, number))
            low = middle + 1;
        else
            high = middle;
    }
    const bool there = low < counts.size() && speakers[low] == speaker && numbers[low] == number;
    return there ? static_cast<std::int32_t>(low) : none;
}

std::vector<Time> Side::leads() const {
    std::vector<Time> found;
    bool any = false;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const bool known = counts[i] > 0 && !std::isnan(starts[i]);
        found.push_back(known ? times[begin_[i]].first - in_hundredths(starts[i]) : 0);
        any = any || found.back() != 0;
    }
    return any ? found : std::vector<Time>{};
}

} // namespace hubbub::page
