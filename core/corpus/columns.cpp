#include "corpus/columns.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace hubbub {
namespace {

// Two independent multiplicative hashes, eight bytes at a time.
class Digest {
  public:
    void add(std::uint64_t value) {
        first_ = (first_ ^ value) * 0x9E3779B97F4A7C15u;
        first_ ^= first_ >> 29;
        second_ = (second_ + value) * 0xC2B2AE3D27D4EB4Fu;
        second_ ^= second_ >> 31;
    }
    void add(double value) { add(std::bit_cast<std::uint64_t>(std::isnan(value) ? absent : value)); }
    void add(std::string_view text) {
        add(text.data() == nullptr ? ~std::uint64_t{0} : text.size());
        for (; text.size() >= 8; text.remove_prefix(8)) add(word(text.substr(0, 8)));
        add(word(text));
    }
    std::pair<std::uint64_t, std::uint64_t> halves() const { return {first_, second_}; }

  private:
    static std::uint64_t word(std::string_view bytes) { // the same on every machine
        std::uint64_t value = 0;
        // the common case, and much faster
        if (std::endian::native == std::endian::little && bytes.size() == sizeof value) {
            std::memcpy(&value, bytes.data(), sizeof value);
            return value;
        }
        for (std::size_t i = 0; i < bytes.size(); ++i)
            value |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[i])) << 8 * i;
        return value;
    }
    std::uint64_t first_ = 0x243F6A8885A308D3u, second_ = 0x13198A2E03707344u;
};

// Consecutive segments usually have the same name.
std::int32_t number(Vocabulary& names, std::string_view name, const std::vector<std::int32_t>& column) {
    if (name.data() == nullptr) return unnamed;
    if (!column.empty() && column.back() >= 0 && names[column.back()] == name) return column.back();
    return names.number(name);
}

// Reserves memory for more elements; at least doubles the size, so that many small parts take linear time.
template <class Number> void grow(std::vector<Number>& column, std::size_t more) {
    if (column.capacity() < column.size() + more) column.reserve(std::max(column.size() + more, 2 * column.capacity()));
}

// Appends numbers of names, translated to the numbering of `names`.
void add_names(Vocabulary& names, std::vector<std::int32_t>& column, const Vocabulary& others,
               std::span<const std::int32_t> other_column) {
    std::vector<std::int32_t> ours(others.size(), unnamed);
    grow(column, other_column.size());
    for (const std::int32_t number : other_column) {
        if (number >= 0 && ours[number] < 0) ours[number] = names.number(others[number]);
        column.push_back(number < 0 ? number : ours[number]);
    }
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

void Columns::add_all(const Columns& other, std::size_t first, std::size_t last) {
    const std::size_t count = last - first, letters = words.letters.size(), begin = other.words.ends[first];
    words.letters.append(other.words.letters, begin, other.words.ends[last] - begin);
    grow(words.ends, count);
    for (std::size_t i = first + 1; i <= last; ++i) words.ends.push_back(letters + other.words.ends[i] - begin);
    const auto some = [&](const auto& column) { return std::span(column).subspan(first, count); };
    add_names(sessions, session, other.sessions, some(other.session));
    add_names(speakers, speaker, other.speakers, some(other.speaker));
    add_names(channels, channel, other.channels, some(other.channel));
    start.insert(start.end(), other.start.begin() + first, other.start.begin() + last);
    end.insert(end.end(), other.end.begin() + first, other.end.begin() + last);
    if (has_times.empty() && other.has_times.empty()) return;
    // Segments of a side without word times have none.
    if (times_at.empty()) times_at.push_back(0);
    times_at.resize(size() - count + 1, times_at.back());
    has_times.resize(size() - count, 0);
    for (std::size_t i = first; i < last; ++i) {
        const std::span<const double> seconds = other.word_times(i);
        has_times.push_back(other.has_word_times(i));
        times.insert(times.end(), seconds.begin(), seconds.end());
        times_at.push_back(times.size());
    }
}

void Columns::clear() {
    words.clear();
    for (auto* const column : {&session, &speaker, &channel}) column->clear();
    for (auto* const column : {&start, &end, &times}) column->clear();
    for (auto* const names : {&sessions, &speakers, &channels}) names->clear();
    times_at.clear();
    has_times.clear();
    grouped.reset();
}

void Columns::reserve(double growth) {
    const auto room = [&](std::size_t count) { return static_cast<std::size_t>(static_cast<double>(count) * growth); };
    words.letters.reserve(room(words.letters.size()));
    words.ends.reserve(room(words.ends.size()));
    for (auto* const column : {&session, &speaker, &channel}) column->reserve(room(size()));
    for (auto* const column : {&start, &end}) column->reserve(room(size()));
}

std::shared_ptr<Columns::BySession> Columns::by_session() const {
    if (grouped != nullptr && grouped->segments.size() == size()) return grouped; // otherwise segments were added since
    auto groups = std::make_shared<BySession>();
    auto& [names, first, segments] = *groups;
    std::vector<std::int32_t> place_of(sessions.size() + 1, -1); // index in `names`; `unnamed` is the last
    std::vector<std::int32_t> session_of(size());
    for (std::size_t i = 0; i < size(); ++i) {
        const std::int32_t name = name_number(sessions, session[i]);
        std::int32_t& at = name < 0 ? place_of.back() : place_of[name];
        if (at < 0) {
            at = static_cast<std::int32_t>(names.size());
            names.push_back(name);
        }
        session_of[i] = at;
    }
    // A counting sort: while segments are placed, first[i + 1] is the next free index of session i.
    first.assign(names.size() + 2, 0);
    for (const std::int32_t at : session_of) ++first[at + 2];
    for (std::size_t i = 2; i < first.size(); ++i) first[i] += first[i - 1];
    segments.resize(size());
    for (std::size_t i = 0; i < size(); ++i) segments[first[session_of[i] + 1]++] = static_cast<std::int32_t>(i);
    first.pop_back();
    return groups;
}

void Columns::group() { grouped = by_session(); }

Columns Columns::taken(std::span<const std::int32_t> segments) const {
    constexpr std::size_t many = 256; // for shorter runs, the names are looked up one by one
    Columns some;
    for (std::size_t at = 0, next = 0; at < segments.size(); at = next) {
        for (next = at + 1; next < segments.size() && segments[next] == segments[next - 1] + 1;) ++next;
        if (next - at >= many) {
            some.add_all(*this, segments[at], segments[next - 1] + std::size_t{1});
            continue;
        }
        for (const std::int32_t i : segments.subspan(at, next - at))
            some.add(record(i), word_times(i), has_word_times(i));
    }
    return some;
}

std::pair<std::uint64_t, std::uint64_t> Columns::digest(std::span<const std::int32_t> segments) const {
    Digest digest;
    for (const std::int32_t i : segments) {
        const Record one = record(i);
        for (const std::string_view text : {one.words, one.session, one.speaker, one.channel}) digest.add(text);
        digest.add(one.start);
        digest.add(one.end);
        digest.add(static_cast<std::uint64_t>(has_word_times(i)));
        for (const double seconds : word_times(i)) digest.add(seconds);
    }
    return digest.halves();
}

} // namespace hubbub
