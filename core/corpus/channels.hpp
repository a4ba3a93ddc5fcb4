// Channels of a session that WER scores one by one.
#pragma once

#include "corpus/columns.hpp"

#include <map>

namespace hubbub {

std::string in_lowercase(std::string_view name); // of ASCII letters
// The name of a segment's channel in lowercase; empty if it has none.
std::string channel_key(const Columns& columns, std::int32_t segment);

// The channels of both sides by key, each as the reference writes it, if it has several and the hypothesis names one of
// them; otherwise empty.
using Channels = std::map<std::string, std::string>;
Channels separate_channels(const Columns& reference, std::span<const std::int32_t> reference_segments,
                           const Columns& hypothesis, std::span<const std::int32_t> hypothesis_segments);

// A copy in which segments of these sessions, by index, belong to the session that is named for the key of their
// channel.
Columns with_sessions_of_channels(const Columns& columns, const std::map<std::size_t, Channels>& names);

} // namespace hubbub
