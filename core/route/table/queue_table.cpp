#include "route/table/queue_table.hpp"

#include "route/rows/stretches.hpp"
#include "route/table/guided.hpp"

#include <algorithm>

namespace hubbub::route::table {

using rows::Stretch;
using rows::Stretches;

namespace {

// The problem as the tables see it.
struct Setting {
    Board board;
    std::vector<std::int32_t> queue_of;
    std::vector<Span> times;
    Reaches reaches;
};

Setting setting_of(const Problem& model) {
    Setting made;
    made.board.streams = model.stream;
    made.board.steps = model.steps;
    made.board.slide = model.slide;
    for (std::int32_t n = 0; n < static_cast<std::int32_t>(model.utterances.size()); ++n) {
        const Utterance& utterance = model.utterances[n];
        made.board.utterances.push_back(utterance.words);
        made.queue_of.push_back(utterance.speaker);
        made.times.push_back(utterance.words.spans.empty() ? Span{0, 0} : utterance.words.spans[0]);
        Span& time = made.times.back();
        for (const Span& span : utterance.words.spans) time.start = std::min(time.start, span.start);
        for (std::int32_t j = 0; j < model.streams; ++j) {
            const Stretch own = Stretches::find(model, n, j);
            made.reaches.push_back({own.first, std::max(own.first, own.end - 1)});
            made.board.may.push_back(!own.empty());
        }
    }
    return made;
}

// The rows of what is still to come on each chain: B of chains.hpp for every row and cell.
std::vector<Value> rows_behind(const Problem& model, const Stretches& stretches, std::int32_t i, std::int32_t j,
                               const std::vector<Value>& utterance, const std::vector<Value>& before) {
    const std::size_t width = static_cast<std::size_t>(model.words_in(j)) + 1;
    const Steps steps = free_deletion(model.steps).times(model.scale);
    std::vector<Value> rows((model.turns(i) + 1) * width, 0), uses;
    for (std::int32_t k = model.turns(i); k-- > 0;) {
        Value* row = &rows[k * width];
        std::copy_n(row + width, width, row);
        const std::int32_t n = model.queue[i][k];
        const Stretch& own = stretches.of(n, j);
        if (own.empty()) continue;
        uses.resize(own.width());
        for (std::int32_t t = 0; t < own.width(); ++t) uses[t] = row[own.first + t] + before[own.first + t];
        stretches.carry(n, j, uses.data(), steps);
        const Value price = utterance[n] - model.scale * model.steps.deletion * model.length(n);
        Value best = row[own.end - 1];
        for (std::int32_t h = own.end; h-- > own.first;) {
            best = std::min({best, row[h], uses[h - own.first] - before[h] - price});
            row[h] = best;
        }
        for (std::int32_t h = own.first; h-- > 0 && row[h] > best;) row[h] = best;
    }
    return rows;
}

Guide guide_of(const Problem& model, const std::vector<Value>& utterance, const std::vector<std::vector<Value>>& word) {
    const Stretches stretches(model);
    Guide guide;
    guide.scale = model.scale;
    std::vector<std::vector<Value>> before;
    for (const auto& prices : word) {
        std::vector<Value>& sums = before.emplace_back(1, 0);
        for (const Value price : prices) sums.push_back(sums.back() + price);
        auto& left = guide.left.emplace_back(sums);
        for (Value& value : left) value -= sums.back();
    }
    for (std::int32_t i = 0; i < model.speakers; ++i) {
        auto& sums = guide.to_come.emplace_back(model.turns(i) + 1, 0);
        for (std::int32_t k = model.turns(i); k-- > 0;) sums[k] = sums[k + 1] + utterance[model.queue[i][k]];
        for (std::int32_t j = 0; j < model.streams; ++j)
            guide.rows.push_back(rows_behind(model, stretches, i, j, utterance, before[j]));
    }
    return guide;
}

} // namespace

TableResult route_by_prices(const Problem& model, const std::vector<Value>& utterance,
                            const std::vector<std::vector<Value>>& word, std::int64_t proven, std::int64_t most,
                            double work, const Watch& watch) {
    const Setting setting = setting_of(model);
    Guide guide = guide_of(model, utterance, word);
    const double most_work = work * static_cast<double>(model.utterances.size());
    const auto bytes = static_cast<double>(watch.bytes) / 4;
    const Budget rest = watch.rest();
    const Watch table_watch(rest);
    TableResult result{proven};
    for (const std::int64_t limit : {proven + (most - proven) / 2, most}) {
        if (limit < result.proven) break;
        guide.limit = (limit - model.base) * model.scale;
        Board board = setting.board;
        QueuePlaces places(board, setting.queue_of, setting.times, setting.reaches);
        if (!places.countable()) return result;
        Guided made;
        try {
            made = route_guided(board, places, setting.reaches, guide, most_work, bytes, false, table_watch);
        } catch (const UsedUp&) {
            return result;
        }
        result.work += made.work;
        if (!made.complete) return result;
        if (!made.found.order.empty()) {
            result.proven = result.found.cost = made.found.candidate.cost + model.base;
            for (const std::int32_t n : made.found.order)
                result.found.moves.push_back({n, made.found.candidate.stream_of[n]});
            return result;
        }
        result.proven = limit + 1;
    }
    return result;
}

} // namespace hubbub::route::table
