#include "base/budget.hpp"
#include "route/problem/problem.hpp"
#include "route/rows/simd.hpp"
#include "route/schedule.hpp"

#include <utility>

namespace hubbub::route::rows {
namespace {

void join(Reach& hull, const Reach& reach) {
    if (reach.first == reach.end) return;
    if (hull.first == hull.end) {
        hull = reach;
        return;
    }
    hull.first = std::min(hull.first, reach.first);
    hull.end = std::max(hull.end, reach.end);
}

// The part of a row from `low` on that the reach spans: a single cell if the reach is outside.
Band within(const Reach& reach, std::int32_t low, Band row) {
    const std::int32_t first = std::clamp(reach.first - low, row.low, row.high);
    return {first, std::clamp(reach.end - low, first, row.high)};
}

void add(Value* begin, Value* end, Value cost) {
    for (; begin < end; ++begin) *begin += cost;
}

// The effect of a word, or of all words of an utterance, outside the stretch `inner` where they may be paired. Before
// the stretch (in the direction of the row) they are deleted. After it, they are deleted or the value at the end of the
// stretch is taken over; once deletion is cheaper it stays so.
void delete_around(Side side, Value* cells, Band outer, Band inner, Value cost) {
    Value *before = cells + inner.low, *after = cells + inner.high + 1;
    Value *begin = cells + outer.low, *end = cells + outer.high + 1;
    if (side == Side::ahead) {
        const Value leaving = cells[inner.high];
        for (; after < end && *after + cost > leaving; ++after) *after = leaving;
    } else {
        const Value leaving = cells[inner.low];
        for (; begin < before && before[-1] + cost > leaving; --before) before[-1] = leaving;
    }
    add(begin, before, cost);
    add(after, end, cost);
}

} // namespace

Carrier::Carrier(std::vector<TimedWords> utterances, std::vector<TimedWords> streams, const RowOps* ops)
    : utterances_(std::move(utterances)), streams_(std::move(streams)), ops_(ops == nullptr ? &row_ops() : ops) {
    const auto has_times = [](const TimedWords& words) { return !words.spans.empty(); };
    if (!std::any_of(streams_.begin(), streams_.end(), has_times)) return;
    std::size_t words = 0;
    for (const TimedWords& utterance : utterances_) {
        first_word_.push_back(words);
        words += utterance.size();
    }
    for (const TimedWords& stream : streams_) {
        const Times times(stream.spans);
        auto& reaches = reaches_.emplace_back();
        auto& hulls = hulls_.emplace_back(utterances_.size());
        reaches.reserve(words);
        for (std::size_t n = 0; n < utterances_.size(); ++n) {
            for (const Span& span : utterances_[n].spans) {
                reaches.push_back(times.of(span));
                join(hulls[n], reaches.back());
            }
        }
    }
}

const WordOps* Carrier::word_ops() const { return ops_->words; }

void Carrier::pair_up(int stream, std::int32_t low, std::int32_t width, int utterance, std::span<Pairs> pairs) const {
    const TimedWords& reference = utterances_[utterance];
    const TimedWords& hypothesis = streams_[stream];
    const auto upto = [](std::int32_t k) { return (std::uint64_t{1} << k) - 1; }; // requires k < 64
    for (std::size_t p = 0; p < reference.size(); ++p) {
        const Reach own = reach(stream, utterance, p);
        std::uint64_t may =
            upto(std::clamp(own.end - low, 0, width - 1)) & ~upto(std::clamp(own.first - low, 0, width - 1));
        for (std::int32_t k = 0; k < width - 1 && !own.all; ++k)
            if (!may_pair(reference.spans[p], hypothesis.spans[low + k])) may &= ~(std::uint64_t{1} << k);
        pairs[p] = {may, may & ops_->words->same(hypothesis.words.data() + low, width - 1, reference.words[p])};
    }
}

// The same for all SIMD levels, so that budgets do not depend on the processor.
void Carrier::count(int stream, std::int32_t low, std::size_t cells, int utterance) const {
    const Band hull = within(reach(stream, utterance), low, {0, static_cast<std::int32_t>(cells) - 1});
    const std::uint64_t words = utterances_[utterance].size(), outside = timed() ? cells : 0;
    spend(step_cost::carry + step_cost::carry_word * words +
          step_cost::carry_cells * (words * hull.size() + outside) / 16);
}

void Carrier::carry(Side side, int stream, std::int32_t low, std::span<Value> row, int utterance,
                    const Steps& steps) const {
    if (row.empty()) return;
    count(stream, low, row.size(), utterance);
    const TimedWords& reference = utterances_[utterance];
    const Token* tokens = streams_[stream].words.data() + low;
    const std::span<const Span> spans = streams_[stream].spans;
    const Push push = side == Side::ahead ? ops_->ahead : ops_->behind;
    Value* cells = row.data();
    const Band whole{0, static_cast<std::int32_t>(row.size()) - 1};
    const Band hull = within(reach(stream, utterance), low, whole);
    for (std::size_t t = 0; t < reference.size(); ++t) {
        const std::size_t p = side == Side::ahead ? t : reference.size() - 1 - t;
        if (!timed()) { // the reach is the whole row
            push(cells, whole.size(), tokens, reference.words[p], steps);
            continue;
        }
        const Reach& own = reaches_[stream][first_word_[utterance] + p];
        const Band stretch = within(own, low, hull);
        const std::int32_t at = stretch.low, width = stretch.size();
        if (own.all) {
            push(cells + at, width, tokens + at, reference.words[p], steps);
        } else {
            const auto pair = [&](std::int32_t k) { // a forbidden pair is a deletion plus an insertion, which is free
                return may_pair(reference.spans[p], spans[low + at + k])
                           ? steps.pair(reference.words[p], tokens[at + k])
                           : steps.deletion;
            };
            const auto push_gaps =
                side == Side::ahead ? push_from<Side::ahead, decltype(pair)> : push_from<Side::behind, decltype(pair)>;
            push_gaps(0, far, far, cells + at, width, steps.deletion, pair);
        }
        delete_around(side, cells, hull, stretch, steps.deletion);
    }
    delete_around(side, cells, whole, hull, steps.deletion * static_cast<Value>(reference.size()));
}

void Carrier::ends(int stream, std::int32_t cell, std::int32_t high, int utterance, const Steps& steps, Value slide,
                   std::vector<End>& ends) const {
    ends.clear();
    // Outside the stretch where words may be paired, only `cell` itself is a useful end.
    const Reach own = reach(stream, utterance);
    const std::int32_t low = std::clamp(own.first, cell, high); // the first cell of the row
    high = std::clamp(own.end, low, high);
    row_.assign(high - low + 1, 0);
    spend(step_cost::ends + step_cost::end_cell * row_.size());
    ahead(stream, low, row_, utterance, steps);
    // From the left, only cells where the row falls are useful. Then from the right against those that are left, so
    // that of two ends that dominate each other (possible with zero costs) one stays.
    const auto add = [&](std::int32_t end, Value cost, Value right) {
        const Value used = slide * (end - cell);
        if (right <= cost + used) return right;
        ends.push_back({end, cost});
        return cost + used;
    };
    Value right = far;
    for (std::int32_t k = high - low; k > 0; --k) {
        if (row_[k - 1] > row_[k]) right = add(low + k, row_[k], right);
    }
    add(cell, row_[0], right);
    std::reverse(ends.begin(), ends.end());
}

Stretch Stretches::find(const Problem& model, std::int32_t n, std::int32_t j) {
    const Reach reach = model.carrier.reach(j, n);
    if (reach.first == reach.end) return {};
    return {reach.first, reach.end + 1};
}

Stretches::Stretches(const Problem& model) : model_(model), streams_(model.streams) {
    stretches_.reserve(model.utterances.size() * streams_);
    for (std::int32_t n = 0; n < static_cast<std::int32_t>(model.utterances.size()); ++n) {
        for (std::int32_t j = 0; j < streams_; ++j) {
            Stretch& stretch = stretches_.emplace_back(find(model, n, j));
            stretch.at = cells_;
            cells_ += static_cast<std::size_t>(stretch.width());
            if (!stretch.empty()) pair_up(n, j, stretch);
        }
    }
}

void Stretches::pair_up(std::int32_t n, std::int32_t j, Stretch& stretch) {
    if (model_.carrier.word_ops() == nullptr || stretch.width() > 64) return;
    stretch.pairs = static_cast<std::ptrdiff_t>(pairs_.size());
    pairs_.resize(pairs_.size() + model_.utterances[n].words.size());
    model_.carrier.pair_up(j, stretch.first, stretch.width(), n, std::span(pairs_).subspan(stretch.pairs));
}

void Stretches::carry(std::int32_t n, std::int32_t j, Value* cells, const Steps& steps) const {
    const Stretch& own = of(n, j);
    if (own.pairs >= 0) {
        model_.carrier.count(j, own.first, own.width(), n);
        model_.carrier.word_ops()->behind(cells, own.width(), {&pairs_[own.pairs], model_.utterances[n].words.size()},
                                          steps);
    } else {
        model_.carrier.behind(j, own.first, {cells, static_cast<std::size_t>(own.width())}, n, steps);
    }
}

} // namespace hubbub::route::rows
