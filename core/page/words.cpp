#include "words.hpp"

#include "../corpus/share.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace hubbub::page {
namespace {

constexpr double seconds_per_letter = 0.07; // the assumed pace of an utterance that has no end

bool close(std::span<const Times> times, const auto& other) {
    for (std::size_t i = 0; i < times.size(); ++i) {
        const auto [start, end] = other(i);
        if (std::abs(static_cast<double>(times[i].first) - start) > 1) return false;
        if (std::abs(static_cast<double>(times[i].second) - end) > 1) return false;
    }
    return true;
}

// Do the words have no times of their own, but points, equal shares, shares by letters, or all the whole time?
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

} // namespace

Time in_hundredths(double seconds) {
    constexpr double most = 9e15; // beyond any recording: times stay exact
    return static_cast<Time>(std::nearbyint(std::clamp(seconds * hundredths, -most, most)));
}

Side::Side(const Pieces& pieces) {
    std::int32_t speakers_found = 0;
    for (const Piece& piece : pieces.all) {
        const auto name = static_cast<std::size_t>(piece.speaker);
        if (name >= rank_.size()) rank_.resize(name + 1, none);
        if (rank_[name] < 0) rank_[name] = speakers_found++;
    }
    std::vector<std::size_t> order(pieces.all.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto key = [&](std::size_t i) {
        return std::pair(rank_[static_cast<std::size_t>(pieces.all[i].speaker)], pieces.all[i].number);
    };
    std::ranges::stable_sort(order, {}, key);
    words.reserve(pieces.words.size());
    times.reserve(pieces.words.size());
    utterance_of_.resize(order.size());
    for (std::size_t begin = 0, end; begin < order.size(); begin = end) {
        for (end = begin; end < order.size() && key(order[end]) == key(order[begin]); ++end)
            utterance_of_[order[end]] = static_cast<std::int32_t>(counts.size());
        add(std::span(order).subspan(begin, end - begin), pieces);
    }
    if (!timed) times.clear();
}

void Side::add(std::span<const std::size_t> group, const Pieces& pieces) {
    const Piece& first = pieces.all[group.front()];
    std::vector<Word> found;
    for (const std::size_t i : group) {
        const Piece& piece = pieces.all[i];
        for (std::size_t at = piece.begin; at < piece.end; ++at)
            found.push_back(
                {static_cast<std::int32_t>(piece.offset + (at - piece.begin)), pieces.words[at], pieces.letters[at],
                 piece.seconds == Piece::untimed ? nullptr : &pieces.seconds[piece.seconds + 2 * (at - piece.begin)]});
    }
    if (group.size() > 1) { // the same words may stand in several lanes
        std::ranges::stable_sort(found, {}, &Word::index);
        const auto doubled = std::ranges::unique(found, {}, &Word::index);
        found.erase(doubled.begin(), doubled.end());
    }
    if (!found.empty() && (found.front().index != 0 || found.back().index + std::size_t{1} != found.size())) {
        std::vector<std::int32_t> indices;
        for (const Word& word : found) indices.push_back(word.index);
        gapped_.emplace_back(counts.size(), std::move(indices));
    }
    speakers.push_back(first.speaker);
    numbers.push_back(first.number);
    counts.push_back(static_cast<std::int32_t>(found.size()));
    starts.push_back(first.start);
    for (const Word& word : found) words.push_back(word.word);
    begin_.push_back(words.size());
    if (!found.empty() && timed) add_times(found, first.start, first.finish);
}

void Side::add_times(std::span<const Word> found, double start, double end) {
    std::vector<Times> shares, known;
    if (!std::isnan(start)) {
        std::vector<std::uint32_t> letters;
        for (const Word& word : found) letters.push_back(word.letters);
        if (std::isnan(end))
            end = start + seconds_per_letter *
                              std::accumulate(letters.begin(), letters.end(), static_cast<double>(letters.size()));
        std::vector<double> seconds;
        share(start, end, letters, {Share::letters, false}, seconds);
        for (std::size_t i = 0; i < seconds.size(); i += 2)
            shares.emplace_back(in_hundredths(seconds[i]), in_hundredths(seconds[i + 1]));
    }
    if (std::ranges::all_of(found, [](const Word& word) { return word.seconds != nullptr; }))
        for (const Word& word : found)
            known.emplace_back(in_hundredths(word.seconds[0]), in_hundredths(word.seconds[1]));
    if (!known.empty() && (shares.empty() || !estimated(known, shares))) {
        own.push_back(static_cast<std::int32_t>(counts.size()) - 1);
        times.insert(times.end(), known.begin(), known.end());
    } else if (!shares.empty()) {
        times.insert(times.end(), shares.begin(), shares.end());
    } else {
        timed = false;
    }
}

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
            throw std::invalid_argument("a part outside of its utterance");
        for (std::size_t i = 0; i < count; ++i) into.push_back(base + static_cast<std::int32_t>(offset + i));
        return;
    }
    const std::vector<std::int32_t>& indices = gapped->second;
    auto at = std::ranges::lower_bound(indices, offset);
    for (std::size_t i = 0; i < count; ++i, ++at) {
        if (at == indices.end() || *at != offset + static_cast<std::int64_t>(i))
            throw std::invalid_argument("a part outside of its utterance");
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
    if (place < 0) throw std::invalid_argument("an utterance that is not there");
    append_places(static_cast<std::size_t>(place), offset, static_cast<std::size_t>(count), found);
    return found;
}

std::int32_t Side::utterance(std::int32_t speaker, std::int32_t number) const {
    if (speaker < 0 || static_cast<std::size_t>(speaker) >= rank_.size()) return none;
    const std::int32_t wanted = rank_[static_cast<std::size_t>(speaker)];
    if (wanted < 0) return none;
    std::size_t low = 0, high = counts.size();
    while (low < high) { // utterances stand by the rank of their speaker, and by number
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
