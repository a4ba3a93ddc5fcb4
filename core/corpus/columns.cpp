#include "columns.hpp"

namespace hubbub {
namespace {

// Names repeat: mostly it is the name of the segment before.
std::int32_t number(Vocabulary& names, std::string_view name, const std::vector<std::int32_t>& column) {
    if (name.data() == nullptr) return nobody;
    if (!column.empty() && column.back() >= 0 && names[column.back()] == name) return column.back();
    return names.number(name);
}

// Numbers of names behind those that are there, by our own numbering.
void add_names(Vocabulary& names, std::vector<std::int32_t>& column, const Vocabulary& others,
               const std::vector<std::int32_t>& other_column) {
    std::vector<std::int32_t> ours(others.size());
    for (std::size_t i = 0; i < ours.size(); ++i) ours[i] = names.number(others[static_cast<Token>(i)]);
    column.reserve(column.size() + other_column.size());
    for (const std::int32_t number : other_column) column.push_back(number < 0 ? number : ours[number]);
}

std::string_view name(const Vocabulary& names, std::int32_t number) {
    return number < 0 ? std::string_view{} : names[number];
}

} // namespace

void Columns::add(const Record& record, std::span<const double> word_times, bool has_word_times) {
    words.add(record.words);
    session.push_back(number(sessions, record.session, session));
    speaker.push_back(number(speakers, record.speaker, speaker));
    channel.push_back(number(channels, record.channel, channel));
    start.push_back(record.start);
    end.push_back(record.end);
    if (!has_word_times && has_times.empty()) return;
    if (times_at.empty()) times_at.push_back(0);
    times_at.resize(words.size(), times_at.back()); // segments before it have none
    has_times.resize(words.size(), 0);
    has_times.back() = has_word_times;
    times.insert(times.end(), word_times.begin(), word_times.end());
    times_at.push_back(times.size());
}

Record Columns::record(std::size_t i) const {
    Record record;
    record.words = words[i];
    record.session = name(sessions, session[i]);
    record.speaker = name(speakers, speaker[i]);
    record.channel = name(channels, channel[i]);
    record.start = start[i];
    record.end = end[i];
    return record;
}

void Columns::add_all(const Columns& other) {
    const std::size_t letters = words.letters.size();
    words.letters += other.words.letters;
    words.ends.reserve(words.ends.size() + other.size());
    for (std::size_t i = 1; i <= other.size(); ++i) words.ends.push_back(letters + other.words.ends[i]);
    add_names(sessions, session, other.sessions, other.session);
    add_names(speakers, speaker, other.speakers, other.speaker);
    add_names(channels, channel, other.channels, other.channel);
    start.insert(start.end(), other.start.begin(), other.start.end());
    end.insert(end.end(), other.end.begin(), other.end.end());
    if (has_times.empty() && other.has_times.empty()) return;
    // Segments of the side without word times have none.
    if (times_at.empty()) times_at.push_back(0);
    times_at.resize(size() - other.size() + 1, times_at.back());
    has_times.resize(size() - other.size(), 0);
    for (std::size_t i = 0; i < other.size(); ++i) {
        const std::span<const double> seconds = other.word_times(i);
        has_times.push_back(other.has_word_times(i));
        times.insert(times.end(), seconds.begin(), seconds.end());
        times_at.push_back(times.size());
    }
}

Columns::BySession Columns::by_session() const {
    BySession grouped;
    std::vector<std::int32_t> place_of(sessions.size() + 1, -1); // of names in grouped.names; `nobody` is the last
    std::vector<std::int32_t> session_of(size());
    for (std::size_t i = 0; i < size(); ++i) {
        const std::int32_t name = known(sessions, session[i]);
        std::int32_t& at = name < 0 ? place_of.back() : place_of[name];
        if (at < 0) {
            at = static_cast<std::int32_t>(grouped.names.size());
            grouped.names.push_back(name);
        }
        session_of[i] = at;
    }
    grouped.first.assign(grouped.names.size() + 1, 0);
    for (const std::int32_t at : session_of) ++grouped.first[at + 1];
    for (std::size_t i = 1; i < grouped.first.size(); ++i) grouped.first[i] += grouped.first[i - 1];
    grouped.segments.resize(size());
    std::vector<std::size_t> next(grouped.first.begin(), grouped.first.end() - 1);
    for (std::size_t i = 0; i < size(); ++i) grouped.segments[next[session_of[i]]++] = static_cast<std::int32_t>(i);
    return grouped;
}

} // namespace hubbub
