#include "sheet.hpp"

#include "json.hpp"

#include <algorithm>
#include <numeric>

namespace hubbub::page {
namespace {

constexpr std::string_view error_kinds = "SDI";

// The most frequent; ties are in the order of their words, so that pages are reproducible.
std::vector<std::size_t> most_frequent(const std::vector<Mistake>& mistakes, const Vocabulary& words, std::size_t top) {
    const auto text = [&](Token word) { return word < 0 ? std::string_view{} : words[word]; };
    std::vector<std::size_t> order(mistakes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    top = std::min(top, order.size());
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(top), order.end(),
                      [&](std::size_t i, std::size_t j) {
                          const Mistake &a = mistakes[i], &b = mistakes[j];
                          if (a.number != b.number) return a.number > b.number;
                          const int said = text(a.said).compare(text(b.said));
                          return said != 0 ? said < 0 : text(a.heard) < text(b.heard);
                      });
    order.resize(top);
    return order;
}

void append_mistake(std::string& json, const Mistake& mistake, const Vocabulary& words) {
    for (const Token word : {mistake.said, mistake.heard}) {
        append(json, word < 0 ? std::string_view{} : words[word]);
        json += ',';
    }
    append(json, mistake.number);
}

// An object with a list for each kind of error, made by `write(kind)`.
template <class Write> std::string by_kind(Write write) {
    std::string json = "{";
    for (std::size_t kind = 0; kind < error_kinds.size(); ++kind) {
        if (kind > 0) json += ',';
        json += '"';
        json += error_kinds[kind];
        json += "\":";
        write(json, kind);
    }
    return json += '}';
}

std::string packed(const auto& numbers) {
    std::string json;
    append_numbers(json, numbers);
    return json;
}

} // namespace

void append(std::string& json, std::string_view text) {
    constexpr std::string_view digits = "0123456789abcdef";
    json += '"';
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto c = static_cast<unsigned char>(text[i]);
        if (c == '"' || c == '\\') {
            json += '\\';
            json += text[i];
        } else if (c < 0x20) {
            json += "\\u00";
            json += digits[c >> 4];
            json += digits[c & 15];
        } else if (c == 0xED && i + 2 < text.size() && static_cast<unsigned char>(text[i + 1]) >= 0xA0) {
            json += "\xEF\xBF\xBD"; // half of a surrogate pair has no UTF-8
            i += 2;
        } else {
            json += text[i];
        }
    }
    json += '"';
}

std::size_t Sheet::number(const Side& side) {
    const auto same = std::ranges::find_if(sides, [&](const auto& known) { return *known == side; });
    if (same != sides.end()) return static_cast<std::size_t>(same - sides.begin());
    sides.push_back(std::make_shared<const Side>(side));
    return sides.size() - 1;
}

Sheet::Packed Sheet::pack() const {
    std::vector<std::int64_t> counts(words.size());
    std::vector<Token> order;
    for (const auto& side : sides)
        for (const Token word : side->words)
            if (counts[static_cast<std::size_t>(word)]++ == 0) order.push_back(word);
    std::ranges::stable_sort(order, std::greater{}, [&](Token word) { return counts[static_cast<std::size_t>(word)]; });
    std::vector<std::size_t> number(words.size());
    for (std::size_t i = 0; i < order.size(); ++i) number[static_cast<std::size_t>(order[i])] = i;

    Packed found;
    append_list(found.words, order, [&](Token word) { append(found.words, words[word]); });
    std::vector<Token> all_names(names.size());
    std::iota(all_names.begin(), all_names.end(), Token{0});
    append_list(found.names, all_names, [&](Token name) { append(found.names, names[name]); });
    for (const auto& side : sides) {
        auto& columns = found.sides.emplace_back();
        columns.emplace_back("speaker", packed(side->speakers));
        columns.emplace_back("number", packed(side->numbers));
        columns.emplace_back("count", packed(side->counts));
        std::string text;
        append_list(text, side->words, [&](Token word) { append(text, number[static_cast<std::size_t>(word)]); });
        columns.emplace_back("word", std::move(text));
        if (!side->timed) continue;
        std::vector<Time> gaps, lengths;
        Time before = 0;
        for (const auto& [start, end] : side->times) {
            gaps.push_back(start - before);
            lengths.push_back(end - start);
            before = end;
        }
        columns.emplace_back("gap", packed(gaps));
        columns.emplace_back("length", packed(lengths));
        if (!side->own.empty()) {
            std::string runs;
            append_runs(runs, side->own);
            columns.emplace_back("own", std::move(runs));
        }
        if (const auto leads = side->leads(); !leads.empty()) columns.emplace_back("lead", packed(leads));
    }
    return found;
}

Shown::Shown(std::shared_ptr<Sheet> sheet_, Lanes given, bool in_time)
    : sheet(std::move(sheet_)), alignment(std::move(given), in_time), reference(sheet->number(alignment.reference)),
      hypothesis(sheet->number(alignment.hypothesis)) {
    if (!in_time) slices = alignment.slices();
    lanes += '[';
    for (std::size_t i = 0; i < alignment.lanes().size(); ++i) {
        const Lane& lane = alignment.lanes()[i];
        if (i > 0) lanes += ',';
        lanes += '[';
        for (const std::int32_t name : {lane.speaker, lane.stream}) {
            append(lanes, name);
            lanes += ',';
        }
        append(lanes, lane.steps);
        for (const bool of_hypothesis : {false, true}) {
            lanes += ',';
            append_runs(lanes, alignment.places(i, of_hypothesis));
        }
        lanes += ']';
    }
    lanes += ']';
    append_list(bins, alignment.bins(), [&](const auto& kind) { append_numbers(bins, kind); });
}

std::string Shown::frequent(std::size_t top) const {
    return by_kind([&](std::string& json, std::size_t kind) {
        const std::vector<Mistake>& mistakes = alignment.mistakes[kind];
        append_list(json, most_frequent(mistakes, sheet->words, top), [&](std::size_t i) {
            json += '[';
            append_mistake(json, mistakes[i], sheet->words);
            json += ']';
        });
    });
}

void Totals::add(std::int32_t session, const Shown& shown) {
    const auto number = [&](Token word) { return word < 0 ? word : words_.number(shown.sheet->words[word]); };
    for (std::size_t i = 0; i < kinds_.size(); ++i) {
        Kind& kind = kinds_[i];
        for (const Mistake& mistake : shown.alignment.mistakes[i]) {
            const Token said = number(mistake.said), heard = number(mistake.heard);
            const std::uint64_t key =
                static_cast<std::uint64_t>(static_cast<std::uint32_t>(said)) << 32 | static_cast<std::uint32_t>(heard);
            const auto [found, is_new] = kind.known.try_emplace(key, static_cast<std::uint32_t>(kind.mistakes.size()));
            if (is_new) kind.mistakes.push_back({said, heard, 0});
            kind.mistakes[found->second].number += mistake.number;
            kind.places.push_back({found->second, session, mistake.number});
        }
    }
}

std::string Totals::frequent(std::size_t top) const {
    return by_kind([&](std::string& json, std::size_t i) {
        const Kind& kind = kinds_[i];
        const std::vector<std::size_t> order = most_frequent(kind.mistakes, words_, top);
        std::unordered_map<std::size_t, std::vector<Place>> where;
        for (const std::size_t mistake : order) where[mistake];
        for (const Place& place : kind.places)
            if (const auto listed = where.find(place.mistake); listed != where.end()) listed->second.push_back(place);
        append_list(json, order, [&](std::size_t mistake) {
            json += '[';
            append_mistake(json, kind.mistakes[mistake], words_);
            json += ',';
            append_list(json, where[mistake], [&](const Place& place) {
                json += '[';
                append(json, place.session);
                json += ',';
                append(json, place.number);
                json += ']';
            });
            json += ']';
        });
    });
}

} // namespace hubbub::page
