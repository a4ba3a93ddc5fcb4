#include "page/sheet.hpp"

#include "corpus/steps.hpp"
#include "page/json.hpp"

#include <algorithm>
#include <numeric>

namespace hubbub::page {
namespace {

constexpr std::string_view error_kinds = "SDI";

// The most frequent pairs of words with their counts; ties are sorted by words, so that pages are reproducible.
auto most_frequent(const auto& mistakes, const Vocabulary& words, std::size_t top) {
    const auto text = [&](Token word) { return word < 0 ? std::string_view{} : words[word]; };
    std::vector<std::pair<std::pair<Token, Token>, std::int64_t>> found(mistakes.begin(), mistakes.end());
    top = std::min(top, found.size());
    std::partial_sort(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(top), found.end(),
                      [&](const auto& a, const auto& b) {
                          if (a.second != b.second) return a.second > b.second;
                          const int said = text(a.first.first).compare(text(b.first.first));
                          return said != 0 ? said < 0 : text(a.first.second) < text(b.first.second);
                      });
    found.resize(top);
    return found;
}

void append_mistake(std::string& json, const auto& mistake, const Vocabulary& words) {
    const auto& [pair, number] = mistake;
    for (const Token word : {pair.first, pair.second}) {
        append(json, word < 0 ? std::string_view{} : words[word]);
        json += ',';
    }
    append(json, number);
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

std::string in_runs(const std::vector<std::int32_t>& places) {
    std::string json;
    append_runs(json, places);
    return json;
}

void add_times(const Side& side, std::vector<std::pair<std::string_view, std::string>>& columns) {
    std::vector<Time> gaps, lengths, starts, spans;
    std::vector<std::int32_t> utterances;
    Time end_of_word = 0, end_of_segment = 0;
    auto next = side.shared.begin();
    for (std::size_t i = 0; i < side.counts.size(); ++i) {
        if (next != side.shared.end() && static_cast<std::size_t>(next->utterance) == i) {
            utterances.push_back(next->utterance);
            starts.push_back(next->from - end_of_segment);
            spans.push_back(next->to - next->from);
            end_of_segment = next->to;
            ++next;
            continue;
        }
        for (std::size_t word = side.first(i); word < side.first(i + 1); ++word) {
            const auto [start, end] = side.times[word];
            gaps.push_back(start - end_of_word);
            lengths.push_back(end - start);
            end_of_word = end;
        }
    }
    columns.emplace_back("gap", packed(gaps));
    columns.emplace_back("length", packed(lengths));
    if (utterances.empty()) return;
    columns.emplace_back("shared", in_runs(utterances));
    columns.emplace_back("start", packed(starts));
    columns.emplace_back("span", packed(spans));
}

} // namespace

namespace {

bool is_plain(unsigned char c) { return c >= 0x20 && c != '"' && c != '\\' && c != 0xED; }

} // namespace

void append(std::string& json, std::string_view text) {
    constexpr std::string_view digits = "0123456789abcdef";
    json += '"';
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::size_t begin = i;
        while (i < text.size() && is_plain(static_cast<unsigned char>(text[i]))) ++i;
        json += text.substr(begin, i - begin);
        if (i == text.size()) break;
        const auto c = static_cast<unsigned char>(text[i]);
        if (c == '"' || c == '\\') {
            json += '\\';
            json += text[i];
        } else if (c < 0x20) {
            json += "\\u00";
            json += digits[c >> 4];
            json += digits[c & 15];
        } else if (c == 0xED && i + 2 < text.size() && static_cast<unsigned char>(text[i + 1]) >= 0xA0) {
            json += "\xEF\xBF\xBD"; // an unpaired surrogate has no UTF-8
            i += 2;
        } else {
            json += text[i];
        }
    }
    json += '"';
}

std::size_t Sheet::number(const std::shared_ptr<const Side>& side) {
    const auto same = std::ranges::find_if(sides, [&](const auto& known) { return *known == *side; });
    if (same != sides.end()) return static_cast<std::size_t>(same - sides.begin());
    sides.push_back(side);
    copied.emplace_back();
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
    for (std::size_t i = 0; i < sides.size(); ++i) {
        const auto& side = sides[i];
        auto& columns = found.sides.emplace_back();
        columns.emplace_back("speaker", packed(side->speakers));
        columns.emplace_back("number", packed(side->numbers));
        columns.emplace_back("count", packed(side->counts));
        std::vector<std::size_t> held;
        for (std::size_t word = 0; word < side->words.size(); ++word)
            if (copied[i].score == none || !copied[i].words[word])
                held.push_back(number[static_cast<std::size_t>(side->words[word])]);
        columns.emplace_back("word", packed(held));
        if (copied[i].score != none) {
            columns.emplace_back("copied", std::to_string(copied[i].score));
            if (!copied[i].unlike.empty()) columns.emplace_back("unlike", in_runs(copied[i].unlike));
        }
        if (!side->timed) continue;
        add_times(*side, columns);
        if (!side->own.empty()) columns.emplace_back("own", in_runs(side->own));
        if (const auto leads = side->leads(); !leads.empty()) columns.emplace_back("lead", packed(leads));
    }
    return found;
}

PageAlignment::PageAlignment(std::shared_ptr<Sheet> sheet_, Lanes given, std::int32_t score, bool in_time)
    : sheet(std::move(sheet_)), alignment(std::move(given), in_time),
      reference(sheet->number(alignment.reference_side)) {
    const std::size_t known = sheet->sides.size();
    hypothesis = sheet->number(alignment.hypothesis_side);
    if (hypothesis == known) note_copied(score);
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

std::string PageAlignment::frequent(std::size_t top) const {
    return by_kind([&](std::string& json, std::size_t kind) {
        append_list(json, most_frequent(alignment.mistakes[kind], sheet->words, top), [&](const auto& mistake) {
            json += '[';
            append_mistake(json, mistake, sheet->words);
            json += ']';
        });
    });
}

void PageAlignment::note_copied(std::int32_t score) {
    Sheet::Copied copied{score, {}, {}};
    std::size_t alike = 0;
    copied.words.assign(alignment.hypothesis.words.size(), 0);
    for (const Step& step : alignment.steps) {
        if (step.kind != step::correct || step.hypothesis < 0) continue;
        const auto heard = static_cast<std::size_t>(step.hypothesis);
        if (alignment.reference.words[static_cast<std::size_t>(step.reference)] == alignment.hypothesis.words[heard])
            copied.words[heard] = 1, ++alike;
        else
            copied.unlike.push_back(step.hypothesis);
    }
    if (alike > copied.unlike.size()) sheet->copied[hypothesis] = std::move(copied);
}

void Totals::add(std::int32_t session, const PageAlignment& shown) {
    std::vector<Token> number_of(shown.sheet->words.size(), none);
    const auto number = [&](Token word) {
        if (word < 0) return word;
        Token& known = number_of[static_cast<std::size_t>(word)];
        if (known == none) known = words_.number(shown.sheet->words[word]);
        return known;
    };
    for (std::size_t kind = 0; kind < kinds_.size(); ++kind)
        for (const auto& [words, times] : shown.alignment.mistakes[kind])
            kinds_[kind][{number(words.first), number(words.second)}].emplace_back(session, times);
}

std::string Totals::frequent(std::size_t top) const {
    return by_kind([&](std::string& json, std::size_t kind) {
        std::map<std::pair<Token, Token>, std::int64_t> mistakes;
        for (const auto& [words, sessions] : kinds_[kind])
            for (const auto& [session, number] : sessions) mistakes[words] += number;
        append_list(json, most_frequent(mistakes, words_, top), [&](const auto& mistake) {
            json += '[';
            append_mistake(json, mistake, words_);
            json += ',';
            append_list(json, kinds_[kind].at(mistake.first), [&](const auto& found) {
                json += '[';
                append(json, found.first);
                json += ',';
                append(json, found.second);
                json += ']';
            });
            json += ']';
        });
    });
}

} // namespace hubbub::page
