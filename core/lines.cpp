#include "lines.hpp"

#include "corpus/blanks.hpp"
#include "decimal.hpp"

#include <algorithm>
#include <cstring>

namespace hubbub {
namespace {

constexpr std::string_view not_available = "<NA>";

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
    if (*value < 0) return LineFault::negative;
    if (!std::isnan(record.start)) record.end = decimal_sum(start_, token);
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
        fault_ = token.empty() ? LineFault::few : fill(field, token, record);
        if (fault_ != LineFault::none) return false;
    }
    trim_left(rest);
    if (!rest.empty()) fault_ = LineFault::many;
    ++records_;
    return fault_ == LineFault::none;
}

} // namespace hubbub
