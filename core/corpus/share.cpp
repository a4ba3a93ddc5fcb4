#include "corpus/share.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace hubbub {

std::uint32_t letters_of(std::string_view utf8) { // counts all bytes except UTF-8 continuation bytes
    return static_cast<std::uint32_t>(
        std::count_if(utf8.begin(), utf8.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

void share(double start, double end, std::span<const std::uint32_t> letters, Share how, std::vector<double>& into) {
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

SelfOverlap self_overlap(const std::vector<std::int32_t>& speakers, const std::vector<double>& starts,
                         const std::vector<double>& ends) {
    if (starts.size() != speakers.size() || ends.size() != speakers.size())
        throw std::invalid_argument("speakers, starts and ends must be equally long");
    std::vector<std::size_t> order(starts.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto earlier = [&](std::size_t a, std::size_t b) { return starts[a] < starts[b]; };
    if (!std::is_sorted(starts.begin(), starts.end())) std::stable_sort(order.begin(), order.end(), earlier);
    struct SpeakerTime {
        bool speaks = false;
        double reached = 0;
        std::int32_t place = -1; // index in overlap.segments
    };
    std::vector<SpeakerTime> known(speakers.empty() ? 0 : 1 + *std::max_element(speakers.begin(), speakers.end()));
    SelfOverlap overlap;
    for (const std::size_t i : order) {
        SpeakerTime& speaker = known[speakers[i]];
        const double start = starts[i], end = ends[i], latest = speaker.speaks ? speaker.reached : start;
        if (latest > start && end > start) {
            overlap.seconds += std::min(latest, end) - start;
            if (speaker.place < 0) {
                speaker.place = static_cast<std::int32_t>(overlap.segments.size());
                overlap.segments.push_back({speakers[i], 0});
            }
            ++overlap.segments[speaker.place].second;
        }
        if (end > latest) {
            overlap.total += end - std::max(latest, start);
            speaker.speaks = true;
            speaker.reached = end;
        }
    }
    return overlap;
}

} // namespace hubbub
