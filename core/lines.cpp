#include "lines.hpp"

#include "decimal.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace hubbub {
namespace {

constexpr std::string_view not_available = "<NA>";

enum class Byte : unsigned char { text, blank, lead };

/// White space as Python's str.split() sees it: some in ASCII, the rest behind four lead bytes.
constexpr auto kinds = [] {
    std::array<Byte, 256> kinds{};
    for (const int c : {9, 10, 11, 12, 13, 28, 29, 30, 31, 32}) kinds[static_cast<std::size_t>(c)] = Byte::blank;
    for (const int c : {0xC2, 0xE1, 0xE2, 0xE3}) kinds[static_cast<std::size_t>(c)] = Byte::lead;
    return kinds;
}();

std::size_t wide_blank(std::string_view text) {
    if (text.starts_with("\xC2\x85") || text.starts_with("\xC2\xA0")) return 2;
    if (text.starts_with("\xE2\x80") && text.size() > 2) { // U+2000 to U+200A, U+2028, U+2029, U+202F
        const auto last = static_cast<unsigned char>(text[2]);
        return last <= 0x8A || last == 0xA8 || last == 0xA9 || last == 0xAF ? 3 : 0;
    }
    for (const std::string_view space : {"\xE1\x9A\x80", "\xE2\x81\x9F", "\xE3\x80\x80"}) // U+1680, U+205F, U+3000
        if (text.starts_with(space)) return 3;
    return 0;
}

/// The bytes of the white space that text begins with, 0 if it begins with none.
inline std::size_t blank(std::string_view text) {
    const Byte kind = kinds[static_cast<unsigned char>(text.front())];
    return kind == Byte::text ? 0 : kind == Byte::blank ? 1 : wide_blank(text);
}

inline void trim_left(std::string_view& text) {
    while (!text.empty()) {
        const std::size_t width = blank(text);
        if (width == 0) return;
        text.remove_prefix(width);
    }
}

inline void trim_right(std::string_view& text) {
    while (!text.empty()) {
        if (kinds[static_cast<unsigned char>(text.back())] == Byte::text && (text.back() & 0x80) == 0) return;
        std::size_t width = 0;
        for (std::size_t back = 1; back <= 3 && back <= text.size(); ++back)
            if (blank(text.substr(text.size() - back)) == back) width = back;
        if (width == 0) return;
        text.remove_suffix(width);
    }
}

inline std::string_view take_token(std::string_view& text) {
    trim_left(text);
    std::size_t size = 0;
    while (size < text.size() && blank(text.substr(size)) == 0) ++size;
    const std::string_view token = text.substr(0, size);
    text.remove_prefix(size);
    return token;
}

const char* find(char c, const char* begin, const char* end) {
    return static_cast<const char*>(std::memchr(begin, c, static_cast<std::size_t>(end - begin)));
}

/// Are there alternations such as {a / b} or optionally deletable words such as (uh)?
bool has_markup(std::string_view words) {
    if (words.find('{') == words.npos && words.find('}') == words.npos && words.find('(') == words.npos) return false;
    while (!words.empty()) {
        const std::string_view token = take_token(words);
        if (token.starts_with('{') || token.ends_with('}')) return true;
        if (token.starts_with('(') && token.ends_with(')')) return true;
    }
    return false;
}

std::string_view name(std::string_view token) { return token == not_available ? std::string_view{} : token; }

} // namespace

bool LineReader::next_line() {
    const char* stop = nullptr;
    for (bool all = false;; all = !window_.more()) {
        const char* const feed = find('\n', window_.at, window_.end);
        const char* const back = find('\r', window_.at, feed == nullptr ? window_.end : feed);
        stop = back == nullptr ? feed : back;
        // A return at the very end may be half of a line end.
        if (all || (stop != nullptr && (stop == feed || stop + 1 < window_.end))) break;
    }
    if (window_.left() == 0) return false;
    if (stop == nullptr) stop = window_.end;
    line_ = {window_.at, static_cast<std::size_t>(stop - window_.at)};
    const char* const end = window_.end;
    window_.at = std::min(stop + 1, end);
    if (stop < end && *stop == '\r' && window_.at < end && *window_.at == '\n') ++window_.at;
    ++number_;
    return true;
}

Fault LineReader::fill(Field field, std::string_view token, Record& record) {
    switch (field) {
    case Field::session:
        record.session = token;
        return Fault::none;
    case Field::channel:
        record.channel = name(token);
        return Fault::none;
    case Field::speaker:
        record.speaker = name(token);
        return Fault::none;
    case Field::word:
        record.words = token;
        return Fault::none;
    case Field::extra:
        record.extra = token;
        return Fault::none;
    case Field::maybe_start:
    case Field::maybe_duration:
        if (token == not_available) return Fault::none;
        break;
    case Field::start:
    case Field::end:
    case Field::duration:
        break;
    default:
        return Fault::none;
    }
    const auto value = decimal(token);
    if (!value) return Fault::number;
    const bool is_duration = field == Field::duration || field == Field::maybe_duration;
    if (!in_range(is_duration ? *value / 2 : *value)) return Fault::range; // from -longest to longest is twice that
    if (field == Field::start || field == Field::maybe_start) {
        record.start = *value;
        start_ = token;
        return Fault::none;
    }
    if (field == Field::end) {
        record.end = *value;
        return record.end < record.start ? Fault::order : Fault::none;
    }
    if (*value < 0) return Fault::negative;
    if (!std::isnan(record.start)) record.end = decimal_sum(start_, token);
    return in_range(record.end) || std::isnan(record.start) ? Fault::none : Fault::range;
}

bool LineReader::next(Record& record) {
    std::string_view rest;
    do {
        if (!next_line()) return false;
        rest = line_;
        trim_left(rest);
    } while (rest.empty() || rest.front() == ';');
    record = Record{};
    for (field_ = 0; field_ < layout_.size(); ++field_) {
        const Field field{layout_[field_]};
        if (field == Field::words || field == Field::marked || field == Field::extras || field == Field::rest) {
            trim_left(rest);
            trim_right(rest);
            if (field == Field::words || field == Field::marked) record.words = rest;
            if (field == Field::marked && has_markup(rest)) marked_.emplace_back(records_, number_);
            if (field == Field::extras && !rest.empty()) record.extra = rest;
            ++records_;
            return true;
        }
        if (field == Field::label) {
            std::string_view after = rest;
            const std::string_view token = take_token(after);
            if (token.starts_with('<') && token.ends_with('>')) {
                record.extra = token;
                rest = after;
            }
            continue;
        }
        const std::string_view token = take_token(rest);
        fault_ = token.empty() ? Fault::few : fill(field, token, record);
        if (fault_ != Fault::none) return false;
    }
    trim_left(rest);
    if (!rest.empty()) fault_ = Fault::many;
    ++records_;
    return fault_ == Fault::none;
}

} // namespace hubbub
