#include "read/seglst.hpp"

#include "read/decimal.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <unordered_set>

namespace hubbub {
namespace {

enum Key : std::size_t { session, speaker, start, end, words, channel };
constexpr std::array<std::string_view, 6> names = {"session_id", "speaker", "start_time",
                                                   "end_time",   "words",   "channel"};
constexpr unsigned must_agree = 1U << session | 1U << speaker | 1U << start | 1U << end | 1U << words;

/// Nonzero if one of eight bytes is a quote, a backslash or a control character: bit 7 of that byte is set. Bytes after
/// the first of them may be marked wrongly.
std::uint64_t specials(const char* bytes) {
    constexpr std::uint64_t ones = ~std::uint64_t{0} / 255, tops = ones * 0x80;
    const auto zeros = [](std::uint64_t word) { return (word - ones) & ~word; };
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, sizeof word);
    return (zeros(word ^ ones * '"') | zeros(word ^ ones * '\\') | ((word - ones * 0x20) & ~word)) & tops;
}

bool is_special(char c) { return c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20; }

constexpr auto is_numeric = [] {
    std::array<bool, 256> numeric{};
    for (const char c : std::string_view("+-.0123456789eE")) numeric[static_cast<unsigned char>(c)] = true;
    return numeric;
}();

std::optional<std::uint32_t> hex4(std::string_view text) {
    if (text.size() < 4) return std::nullopt;
    std::uint32_t code = 0;
    for (const char c : text.substr(0, 4)) {
        const std::string_view digits = "0123456789abcdef";
        const auto digit = digits.find(static_cast<char>(c >= 'A' && c <= 'F' ? c - 'A' + 'a' : c));
        if (digit == digits.npos) return std::nullopt;
        code = code * 16 + static_cast<std::uint32_t>(digit);
    }
    return code;
}

void append_utf8(std::uint32_t code, std::string& out) {
    const auto tail = [&](int shift) { out += static_cast<char>(0x80 | (code >> shift & 0x3F)); };
    if (code < 0x80) {
        out += static_cast<char>(code);
    } else if (code < 0x800) {
        out += static_cast<char>(0xC0 | code >> 6);
        tail(0);
    } else if (code < 0x10000) {
        out += static_cast<char>(0xE0 | code >> 12);
        tail(6), tail(0);
    } else {
        out += static_cast<char>(0xF0 | code >> 18);
        tail(12), tail(6), tail(0);
    }
}

/// Appends the character of the escape after a backslash and returns its length, 0 if it is not valid.
std::size_t unescape(std::string_view text, std::string& out) {
    if (text.empty()) return 0;
    constexpr std::string_view letters = "\"\\/bfnrt", meanings = "\"\\/\b\f\n\r\t";
    if (const auto index = letters.find(text.front()); index != letters.npos) {
        out += meanings[index];
        return 1;
    }
    if (text.front() != 'u') return 0;
    auto code = hex4(text.substr(1));
    if (!code || (*code >= 0xDC00 && *code < 0xE000)) return 0;
    if (*code < 0xD800 || *code >= 0xE000) {
        append_utf8(*code, out);
        return 5;
    }
    if (text.substr(5, 2) != "\\u") return 0;
    const auto low = hex4(text.substr(7));
    if (!low || *low < 0xDC00 || *low >= 0xE000) return 0;
    append_utf8(0x10000 + ((*code - 0xD800) << 10) + (*low - 0xDC00), out);
    return 11;
}

bool is_integer(std::string_view text) {
    if (text.starts_with('-')) text.remove_prefix(1);
    return !text.empty() && text.find_first_not_of("0123456789") == text.npos;
}

} // namespace

std::optional<std::size_t> repeated_key(std::string_view json) {
    struct Level {
        bool object, key; // < whether the next string is a key
        std::unordered_set<std::string> keys;
    };
    std::vector<Level> levels;
    std::string text;
    for (std::size_t at = 0; at < json.size(); ++at) {
        const char c = json[at];
        if (c == '{' || c == '[') levels.push_back({c == '{', c == '{', {}});
        if (c == '"') {
            const std::size_t begin = at;
            text.clear();
            for (++at; at < json.size() && json[at] != '"'; ++at) {
                if (json[at] != '\\') {
                    text += json[at];
                } else if (const std::size_t size = unescape(json.substr(at + 1), text); size != 0) {
                    at += size;
                } else { // an unpaired surrogate stays as written
                    text += json.substr(at, 2);
                    ++at;
                }
            }
            if (!levels.empty() && levels.back().key && !levels.back().keys.insert(text).second) return begin;
        }
        if (levels.empty()) continue;
        if (c == ':') levels.back().key = false;
        if (c == ',') levels.back().key = levels.back().object;
        if (c == '}' || c == ']') levels.pop_back();
    }
    return std::nullopt;
}

bool SeglstReader::null() {
    if (end_ - at_ < 4 || std::memcmp(at_, "null", 4) != 0) return false;
    at_ += 4;
    return true;
}

bool SeglstReader::string(std::string_view& value, std::string& unescaped) {
    if (!skip('"')) return false;
    const char* begin = at_;
    for (bool escaped = false;; escaped = true) {
        std::uint64_t found = 0;
        while (end_ - at_ >= 8 && (found = specials(at_)) == 0) at_ += 8;
        if (std::endian::native == std::endian::little && found != 0) at_ += std::countr_zero(found) / 8;
        while (at_ < end_ && !is_special(*at_)) ++at_;
        if (at_ == end_) return false;
        const std::string_view piece(begin, static_cast<std::size_t>(at_ - begin));
        const char c = *at_++;
        if (c == '"' && !escaped) {
            value = piece;
            return true;
        }
        if (!escaped) unescaped.clear();
        unescaped += piece;
        if (c == '"') {
            value = unescaped;
            return true;
        }
        const std::size_t size = c == '\\' ? unescape({at_, static_cast<std::size_t>(end_ - at_)}, unescaped) : 0;
        if (size == 0) return false;
        begin = at_ += size;
    }
}

/// The text of a number, with or without quotes.
bool SeglstReader::number(std::string_view& value) {
    const bool quoted = skip('"');
    const char* const begin = at_;
    while (at_ < end_ && is_numeric[static_cast<unsigned char>(*at_)]) ++at_;
    value = {begin, static_cast<std::size_t>(at_ - begin)};
    if (quoted) return ahead() == '"' && at_++ != begin;
    return !value.empty() && value.front() != '+' && value.front() != '.';
}

bool SeglstReader::value(std::size_t index, Record& record) {
    skip_space();
    if (ahead() == 'n' && index != words && null()) return true;
    std::string_view text;
    if (index == start || index == end) {
        if (!number(text)) return false;
        const auto seconds = decimal(text);
        (index == start ? record.start : record.end) = seconds.value_or(absent);
        return seconds && in_range(*seconds);
    }
    if (ahead() == '"') {
        if (!string(text, unescaped_[index])) return false;
    } else if ((index != speaker && index != channel) || !number(text) || !is_integer(text)) {
        return false;
    }
    switch (index) {
    case session:
        record.session = text;
        break;
    case speaker:
        record.speaker = text;
        break;
    case channel:
        record.channel = text;
        break;
    default:
        record.words = text;
    }
    return true;
}

bool SeglstReader::key(std::size_t& index) {
    if (!skip('"')) return false;
    const std::string_view rest(at_, static_cast<std::size_t>(end_ - at_));
    for (index = 0; index < names.size(); ++index) {
        const std::string_view name = names[index];
        if (rest.size() > name.size() && rest[name.size()] == '"' && rest.starts_with(name)) {
            at_ += name.size() + 1;
            return true;
        }
    }
    return false;
}

/// Advances to the value of the n-th key of an object. Returns false if there is none; the index is past the last if
/// the key is unknown.
bool SeglstReader::next_key(std::size_t n, std::size_t& index) {
    // Consecutive objects usually have identical text between values.
    if (n < steps_.size()) {
        const auto& [text, key] = steps_[n];
        if (static_cast<std::size_t>(end_ - at_) > text.size() && std::memcmp(at_, text.data(), text.size()) == 0) {
            at_ += text.size();
            index = key;
            return true;
        }
    }
    const char* const begin = at_;
    if (!skip(n == 0 ? '{' : ',')) return false;
    if (!key(index) || !skip(':')) {
        index = names.size();
        return false;
    }
    skip_space();
    steps_.resize(std::max(steps_.size(), n + 1));
    steps_[n] = {std::string(begin, at_), index};
    return true;
}

bool SeglstReader::object(Record& record) {
    unsigned keys = 0;
    std::size_t index = 0, n = 0;
    for (; next_key(n, index); ++n) {
        if ((keys & 1U << index) != 0 || !value(index, record)) return false;
        keys |= 1U << index;
    }
    if (index == names.size() || !skip('}') || (keys & 1U << words) == 0 || record.end < record.start) return false;
    if (count_ > 0 && (keys & must_agree) != keys_) return false;
    ++count_;
    keys_ = keys & must_agree;
    return true;
}

/// Reads more of the file, keeping everything from here on.
bool SeglstReader::more(const char* from) {
    window_.at = from;
    const bool added = window_.more();
    at_ = window_.at;
    end_ = window_.end;
    return added;
}

/// Skips white space.
char SeglstReader::significant() {
    do skip_space();
    while (at_ == end_ && more(at_));
    return ahead();
}

bool SeglstReader::finish() {
    gave_up_ = significant() != ']';
    at_ += !gave_up_;
    gave_up_ |= significant() != '\0' || at_ != end_;
    return false;
}

bool SeglstReader::next(Record& record) {
    constexpr std::ptrdiff_t longest_token = 16; // of tokens that are not read in pieces
    if (significant() != (count_ == 0 ? '[' : ',')) {
        gave_up_ = count_ == 0;
        return !gave_up_ && finish();
    }
    ++at_;
    if (significant() == ']' && count_ == 0) return finish();
    // An object that the window cuts off is read again with more of the file.
    do {
        record = Record{};
        const char* const begin = at_;
        if (object(record)) return true;
        gave_up_ = end_ - at_ >= longest_token || !more(begin);
    } while (!gave_up_);
    return false;
}

bool SeglstReader::next_line(Record& record) {
    const char* const end = window_.end;
    skip_space();
    if (at_ == end) return false;
    end_ = std::find_if(at_, end, [](char c) { return c == '\n' || c == '\r'; });
    record = Record{};
    gave_up_ = !object(record);
    skip_space();
    gave_up_ |= at_ != end_;
    end_ = end;
    return !gave_up_;
}

} // namespace hubbub
