#include "corpus/channels.hpp"

#include <algorithm>
#include <iterator>
#include <set>

namespace hubbub {
namespace {

std::string key_of(const Vocabulary& channels, std::int32_t number) {
    return in_lowercase(number < 0 ? std::string_view{} : channels[number]);
}

// In the order of their first segments.
Channels named(const Columns& columns, std::span<const std::int32_t> segments) {
    Channels found;
    std::set<std::int32_t> seen;
    for (const std::int32_t i : segments) {
        const std::int32_t number = columns.channel[i];
        if (seen.insert(number).second)
            found.emplace(key_of(columns.channels, number), number < 0 ? std::string_view{} : columns.channels[number]);
    }
    return found;
}

} // namespace

std::string in_lowercase(std::string_view name) {
    std::string key(name);
    std::ranges::transform(key, key.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return key;
}

std::string channel_key(const Columns& columns, std::int32_t segment) {
    return key_of(columns.channels, columns.channel[segment]);
}

Channels separate_channels(const Columns& reference, std::span<const std::int32_t> reference_segments,
                           const Columns& hypothesis, std::span<const std::int32_t> hypothesis_segments) {
    if (reference.channels.size() < 2 || hypothesis.channels.size() == 0) return {};
    Channels found = named(reference, reference_segments);
    if (found.size() - found.contains("") < 2) return {};
    const Channels others = named(hypothesis, hypothesis_segments);
    if (std::ranges::none_of(others,
                             [&](const auto& other) { return !other.first.empty() && found.contains(other.first); }))
        return {};
    found.insert(others.begin(), others.end());
    return found;
}

Columns with_sessions_of_channels(const Columns& columns, const std::map<std::size_t, Channels>& names) {
    Columns renamed = columns;
    const auto sessions = columns.by_session();
    for (const auto& [place, channels] : names)
        for (const std::int32_t i : (*sessions)[place])
            renamed.session[i] = renamed.sessions.number(channels.at(channel_key(columns, i)));
    renamed.grouped.reset();
    renamed.group();
    return renamed;
}

} // namespace hubbub
