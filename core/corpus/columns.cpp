#include "columns.hpp"

namespace hubbub {
namespace {

// Names repeat from segment to segment: mostly it is that of the one before.
std::int32_t number(Vocabulary& names, std::string_view name, const std::vector<std::int32_t>& column) {
    if (name.data() == nullptr) return nobody;
    if (!column.empty() && column.back() >= 0 && names[column.back()] == name) return column.back();
    return names.number(name);
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
    times_at.resize(words.size(), times_at.back()); // those before it that have none
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
    for (std::size_t i = 0; i < other.size(); ++i) add(other.record(i), other.word_times(i), other.has_word_times(i));
}

Columns::BySession Columns::by_session() const {
    BySession made;
    std::vector<std::int32_t> place(sessions.size() + 1, -1); // of each name in made.names; nobody is the last
    std::vector<std::int32_t> of(size());
    for (std::size_t i = 0; i < size(); ++i) {
        const std::int32_t own = known(sessions, session[i]);
        std::int32_t& at = own < 0 ? place.back() : place[own];
        if (at < 0) {
            at = static_cast<std::int32_t>(made.names.size());
            made.names.push_back(own);
        }
        of[i] = at;
    }
    made.first.assign(made.names.size() + 1, 0);
    for (const std::int32_t at : of) ++made.first[at + 1];
    for (std::size_t i = 1; i < made.first.size(); ++i) made.first[i] += made.first[i - 1];
    made.segments.resize(size());
    std::vector<std::size_t> next(made.first.begin(), made.first.end() - 1);
    for (std::size_t i = 0; i < size(); ++i) made.segments[next[of[i]]++] = static_cast<std::int32_t>(i);
    return made;
}

} // namespace hubbub
