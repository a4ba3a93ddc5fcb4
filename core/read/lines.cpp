#include "read/lines.hpp"

#include "base/white_space.hpp"
#include "read/decimal.hpp"

#include <cmath>

namespace hubbub {
namespace {

constexpr std::string_view not_available = "<NA>";

inline std::string_view take_token(std::string_view& text) {
    trim_left(text);
    const char* const begin = text.data();
    const char* const end = begin + text.size();
    const char* at = begin;
    while (at != end && (byte_kind(*at) == Byte::text || space_length({at, static_cast<std::size_t>(end - at)}) == 0))
        ++at;
    const auto size = static_cast<std::size_t>(at - begin);
    text.remove_prefix(size);
    return {begin, size};
}

constexpr bool contains(std::string_view text, char c) { return text.find(c) != text.npos; }

/// Whether this may be a word with a tag, such as hi;t1.
bool may_have_tag(std::string_view token) {
    const std::size_t at = token.find(';', 1);
    return at != std::string_view::npos && at + 1 < token.size();
}

/// Whether a semicolon comes after the beginning of a word; comments begin with one.
bool has_inner_semicolon(std::string_view text) {
    for (std::size_t at = text.find(';', 1); at != std::string_view::npos; at = text.find(';', at + 1)) {
        const char before = text[at - 1];
        if (before != ';' && before != ' ' && before != '\t' && before != '\n' && before != '\r') return true;
    }
    return false;
}

/// Whether there are alternations such as {a / b}, optional words such as (uh), a bare @, or possibly tags of words.
bool has_markup(std::string_view words) {
    while (!words.empty()) {
        const std::string_view token = take_token(words);
        if (token.starts_with('{') || token.ends_with('}')) return true;
        if (token.starts_with('(') && token.ends_with(')')) return true;
        if (token == "@" || (token.size() > 2 && may_have_tag(token))) return true;
    }
    return false;
}

std::string_view name(std::string_view token) { return token == not_available ? std::string_view{} : token; }

} // namespace

LineReader::LineReader(std::string_view text, std::string layout)
    : rest_(text), layout_(std::move(layout)), has_returns_(contains(text, '\r')),
      may_have_markup_(contains(text, '{') || contains(text, '}') || contains(text, '(') || contains(text, '@') ||
                       has_inner_semicolon(text)) {}

bool LineReader::next_line() {
    if (rest_.empty()) return false;
    line_ = rest_.substr(0, rest_.find('\n'));
    if (has_returns_) line_ = line_.substr(0, line_.find('\r'));
    rest_.remove_prefix(line_.size());
    if (rest_.starts_with("\r\n")) rest_.remove_prefix(1);
    if (!rest_.empty()) rest_.remove_prefix(1);
    ++number_;
    return true;
}

LineFault LineReader::fill(Field field, std::string_view token, Record& record) {
    switch (field) {
    case Field::session:
        record.session = token;
        return LineFault::none;
    case Field::channel:
        record.channel = name(token);
        return LineFault::none;
    case Field::speaker:
        record.speaker = name(token);
        return LineFault::none;
    case Field::word:
        record.words = token;
        return LineFault::none;
    case Field::extra:
        record.extra = token;
        return LineFault::none;
    case Field::maybe_start:
    case Field::maybe_duration:
        if (token == not_available) return LineFault::none;
        break;
    case Field::start:
    case Field::end:
    case Field::duration:
        break;
    default:
        return LineFault::none;
    }
    const auto value = decimal(token);
    if (!value) return LineFault::number;
    const bool is_duration = field == Field::duration || field == Field::maybe_duration;
    if (!in_range(is_duration ? *value / 2 : *value)) return LineFault::range; // from -longest to longest is twice that
    if (field == Field::start || field == Field::maybe_start) {
        record.start = *value;
        start_ = token;
        return LineFault::none;
    }
    if (field == Field::end) {
        record.end = *value;
        return record.end < record.start ? LineFault::order : LineFault::none;
    }
    // Times rounded to hundredths of a second can differ by this much.
    const bool is_rounded = field == Field::duration && *value >= -0.01;
    if (*value < 0 && !is_rounded) return LineFault::negative;
    if (!std::isnan(record.start)) record.end = decimal_sum(start_, token);
    if (record.end < record.start) std::swap(record.start, record.end);
    return in_range(record.end) || std::isnan(record.start) ? LineFault::none : LineFault::range;
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
            if (field == Field::marked && may_have_markup_ && has_markup(rest)) marked_.emplace_back(records_, number_);
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
        fault_ = token.empty() ? LineFault::few : fill(field, token, record);
        if (fault_ != LineFault::none) return false;
    }
    trim_left(rest);
    if (!rest.empty()) fault_ = LineFault::many;
    ++records_;
    return fault_ == LineFault::none;
}

} // namespace hubbub
