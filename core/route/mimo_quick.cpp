#include "mimo_quick.hpp"

#include <algorithm>
#include <cmath>

namespace hubbub::mimo {

namespace {

constexpr int place_bits = 9; // where a use ends, counted from the first cell of its row
constexpr Value place_unit = 1 << place_bits;
constexpr float smoothing = 0.6F, slower = 0.7F;
constexpr std::int32_t patience = 12;

} // namespace

bool Quick::fits(const Model& model, std::uint64_t bytes) {
    std::int64_t said = 1, heard = 1;
    for (const Utterance& utterance : model.utterances) said += static_cast<std::int64_t>(utterance.words.size());
    for (const TimedWords& stream : model.stream) {
        heard += static_cast<std::int64_t>(stream.size() + 1);
        if (stream.size() >= place_unit) return false;
    }
    const std::uint64_t rows = 2 * model.utterances.size() + model.speakers;
    if (rows * heard * sizeof(Value) > bytes / 2) return false; // the prices are as nothing beside them
    // Every value is below this, whatever the prices; with the place in its lowest bits it stays under `unreachable`.
    const std::int64_t per_word = std::int64_t{model.steps.deletion} + model.insertion + model.reach + 1;
    return 2 * per_word * (said + heard) * model.scale < unreachable / place_unit;
}

Quick::Quick(const Model& model)
    : model_(model), plain_{0, model.steps.match - model.steps.deletion, model.steps.mismatch - model.steps.deletion},
      steps_(plain_.times(model.scale * place_unit)), streams_(model.streams) {
    for (const Utterance& utterance : model.utterances)
        deleted_ += std::int64_t{model.steps.deletion} * static_cast<std::int64_t>(utterance.words.size());
    set_rows();
    start_prices();
}

void Quick::set_rows() {
    first_cell_.push_back(0);
    for (std::int32_t j = 0; j < streams_; ++j) first_cell_.push_back(first_cell_[j] + model_.words_in(j) + 1);
    std::size_t uses = 0, values = 0;
    rows_.resize(model_.utterances.size() * streams_);
    Row* row = rows_.data();
    for (std::int32_t n = 0; n < static_cast<std::int32_t>(model_.utterances.size()); ++n) {
        for (std::int32_t j = 0; j < streams_; ++j, ++row) {
            rows::Reach reach{0, model_.words_in(j)};
            if (model_.carrier.timed()) reach = model_.carrier.reach(j, n);
            if (reach.first == reach.end) continue;
            *row = {reach.first, reach.end + 1, uses};
            uses += static_cast<std::size_t>(row->end - row->first);
            pair_up(n, j, *row);
        }
    }
    for (std::int32_t i = 0; i < model_.speakers; ++i) {
        for (std::int32_t j = 0; j < streams_; ++j) {
            chains_.push_back({i, j, values});
            values += static_cast<std::size_t>(model_.turns(i) + 1) * cells(j);
        }
    }
    uses_.resize(uses);
    values_.resize(values);
}

void Quick::pair_up(std::int32_t n, std::int32_t j, Row& row) {
    const std::int32_t width = row.end - row.first;
    if (model_.carrier.word_ops() == nullptr || width > 64) return;
    row.pairs = static_cast<std::ptrdiff_t>(pairs_.size());
    pairs_.resize(pairs_.size() + model_.utterances[n].words.size());
    model_.carrier.pair_up(j, row.first, width, n, std::span(pairs_).subspan(row.pairs));
}

// Of the prices that favour no utterance and no word, those at which both sides are worth about the same: what is rare
// is dear.
void Quick::start_prices() {
    const std::size_t utterances = model_.utterances.size(), words = first_cell_.back() - streams_;
    const auto scale = static_cast<float>(model_.scale);
    float said = 0;
    for (const Utterance& utterance : model_.utterances) said += static_cast<float>(utterance.words.size());
    const float share = std::clamp(0.25F + 0.75F * (1 - static_cast<float>(words) / said), 0.1F, 1.0F);
    const std::size_t count = utterances + words;
    price_.resize(count);
    least_.assign(count, 0);
    greatest_.assign(count, scale * static_cast<float>(model_.reach));
    stretch_.assign(count, 1);
    slope_.resize(count);
    direction_.assign(count, 0);
    for (std::size_t n = 0; n < utterances; ++n) {
        const auto length = static_cast<float>(model_.utterances[n].words.size());
        greatest_[n] = scale * static_cast<float>(model_.steps.deletion) * length;
        least_[n] = -scale * static_cast<float>(model_.insertion + model_.reach) * length;
        stretch_[n] = 1.5F * std::sqrt(length);
    }
    for (std::size_t x = 0; x < count; ++x) price_[x] = share * greatest_[x];
    best_price_ = price_;
    utterance_.resize(utterances);
    word_.resize(words);
    before_.resize(first_cell_.back());
    lines_.resize(first_cell_.back());
}

void Quick::sum_word_prices() {
    const Value* word = word_.data();
    Value* before = before_.data();
    for (std::int32_t j = 0; j < streams_; ++j) {
        Value sum = 0;
        *before++ = 0;
        for (std::int32_t h = model_.words_in(j); h > 0; --h) *before++ = sum += *word++;
    }
}

// Carries the cells of the row of uses through the words of the utterance, less its deletion.
void Quick::carry(std::int32_t n, std::int32_t j, Value* cells, const rows::Steps& steps) const {
    const Row& own = row(n, j);
    const std::int32_t width = own.end - own.first;
    if (own.pairs >= 0)
        model_.carrier.word_ops()->behind(cells, width, {&pairs_[own.pairs], model_.utterances[n].words.size()}, steps);
    else
        model_.carrier.behind(j, own.first, {cells, static_cast<std::size_t>(width)}, n, steps);
}

// The uses of utterance n on stream j, from the values after it: what each start is worth, without the price of the
// utterance and less its deletion, and where the use ends.
void Quick::use(std::int32_t n, std::int32_t j, const Value* from) {
    const Row& own = row(n, j);
    Value* cells = uses_.data() + own.at;
    from += own.first;
    const Value* before = before_.data() + first_cell_[j] + own.first;
    const std::int32_t width = own.end - own.first;
    for (std::int32_t t = 0; t < width; ++t) cells[t] = (from[t] + before[t]) * place_unit + t;
    carry(n, j, cells, steps_);
    for (std::int32_t t = 0; t < width; ++t) cells[t] -= before[t] * place_unit;
}

void Quick::skip_or_use(std::int32_t n, std::int32_t j, const Value* from, Value* to) const {
    const Row& own = row(n, j);
    std::copy_n(from, cells(j), to);
    if (own.first == own.end) return;
    const Value* used = uses_.data() + own.at - own.first;
    const Value price = net_price(n);
    Value best = from[own.end - 1];
    for (std::int32_t h = own.end; h-- > own.first;)
        to[h] = best = std::min({best, to[h], (used[h] >> place_bits) - price});
    for (std::int32_t h = own.first; h-- > 0 && to[h] > best;) to[h] = best;
}

std::int64_t Quick::pass() {
    std::int64_t bound = model_.base * model_.scale;
    for (const Value price : utterance_) bound += price;
    for (std::int32_t j = 0; j < streams_; ++j) bound -= before_[first_cell_[j + 1] - 1];
    for (const Chain& chain : chains_) {
        const auto& queue = model_.queue[chain.speaker];
        const std::int32_t width = cells(chain.stream);
        Value* to = values_.data() + chain.at + queue.size() * width;
        std::fill_n(to, width, 0);
        for (std::size_t k = queue.size(); k-- > 0;) {
            const Value* from = to;
            to -= width;
            if (row(queue[k], chain.stream).end > 0) use(queue[k], chain.stream, from);
            skip_or_use(queue[k], chain.stream, from, to);
        }
        bound += *to;
    }
    return bound;
}

// A best path of the chain; what it uses is taken from the slope.
void Quick::trace(const Chain& chain, Random& random) {
    const auto& queue = model_.queue[chain.speaker];
    const std::int32_t width = cells(chain.stream);
    float* words = slope_.data() + utterance_.size() + first_cell_[chain.stream] - chain.stream;
    const Value* now = values_.data() + chain.at;
    std::int32_t h = 0;
    for (const std::int32_t n : queue) {
        const Row& own = row(n, chain.stream);
        const Value value = now[h];
        now += width; // the values after this utterance
        const bool skip = now[h] == value;
        if (own.end <= h || (skip && (random.next() & 1))) continue;
        const Value* used = uses_.data() + own.at - own.first;
        const Value goal = value + net_price(n);
        std::int32_t start = std::max(h, own.first);
        while (start < own.end && used[start] >> place_bits != goal) ++start;
        if (start == own.end) continue; // only skipping is as good
        const std::int32_t end = own.first + (used[start] & (place_unit - 1));
        slope_[n] -= 1;
        used_.push_back({n, chain.stream, start});
        for (h = start; h < end; ++h) words[h] += 1;
    }
}

std::vector<std::vector<Value>> Quick::word_prices() const {
    std::vector<std::vector<Value>> prices;
    auto from = best_word_.begin();
    for (std::int32_t j = 0; j < streams_; from += model_.words_in(j++))
        prices.emplace_back(from, from + model_.words_in(j));
    return prices;
}

// Lays an utterance on a stream before what lies there; `line` is the row of that, less all deletions. Returns what is
// gained.
Value Quick::lay(std::int32_t n, std::int32_t j, Value* line) const {
    const Row& own = row(n, j);
    if (own.end == 0) return 0;
    const Value before = line[0];
    carry(n, j, line + own.first, plain_);
    const Value best = line[own.first];
    for (std::int32_t h = own.first; h-- > 0 && line[h] > best;) line[h] = best;
    return before - line[0];
}

std::int64_t Quick::cost_of(const std::vector<Move>& moves) {
    std::fill(lines_.begin(), lines_.end(), 0);
    std::int64_t cost = model_.base + deleted_;
    for (auto move = moves.rbegin(); move != moves.rend(); ++move)
        cost -= lay(move->utterance, move->stream, lines_.data() + first_cell_[move->stream]);
    return cost;
}

Routed Quick::first_routing() {
    Routed routed{{}, model_.base + deleted_};
    std::fill(lines_.begin(), lines_.end(), 0);
    std::vector<Value> best;
    for (auto n = static_cast<std::int32_t>(utterance_.size()); n-- > 0;) {
        std::int32_t goal = 0;
        Value most = 0;
        for (std::int32_t j = 0; j < streams_; ++j) {
            if (row(n, j).end == 0) continue;
            const Value* line = lines_.data() + first_cell_[j];
            tried_.assign(line, line + cells(j));
            const Value gained = lay(n, j, tried_.data());
            if (gained <= most) continue;
            most = gained;
            goal = j;
            best.swap(tried_);
        }
        if (most > 0)
            std::copy(best.begin(), best.end(), lines_.begin() + first_cell_[goal]);
        else
            lay(n, goal, lines_.data() + first_cell_[goal]);
        routed.cost -= most;
        routed.moves.push_back({n, goal});
    }
    std::reverse(routed.moves.begin(), routed.moves.end());
    return routed;
}

Routed Quick::routing(const std::vector<Move>& known) {
    const std::size_t count = utterance_.size();
    std::vector<std::int32_t> goal(count, -1), start(count, -1), rank(count);
    for (std::size_t t = 0; t < count; ++t) {
        goal[known[t].utterance] = std::max(known[t].stream, 0); // what is deleted may as well stand there
        rank[known[t].utterance] = static_cast<std::int32_t>(t);
    }
    for (const Used& use : used_) {
        if (start[use.n] >= 0 && goal[use.n] == known[rank[use.n]].stream) continue;
        goal[use.n] = use.stream;
        start[use.n] = use.start;
    }
    // Of the utterances whose turn it is, the one that starts first on its stream goes first; else as known.
    const auto sooner = [&](std::int32_t one, std::int32_t other) {
        const bool compared = goal[one] == goal[other] && start[one] >= 0 && start[other] >= 0;
        return compared && start[one] != start[other] ? start[one] < start[other] : rank[one] < rank[other];
    };
    std::vector<std::int32_t> place(model_.speakers, 0);
    Routed routed{{}, 0};
    while (routed.moves.size() < count) {
        std::int32_t next = -1;
        for (std::int32_t i = 0; i < model_.speakers; ++i) {
            if (place[i] == model_.turns(i)) continue;
            const std::int32_t n = model_.queue[i][place[i]];
            if (next < 0 || sooner(n, next)) next = n;
        }
        routed.moves.push_back({next, goal[next]});
        ++place[model_.utterances[next].speaker];
    }
    routed.cost = cost_of(routed.moves);
    return routed;
}

void Quick::note(std::int64_t bound) {
    if (bound <= best_bound_) {
        ++stale_;
        return;
    }
    if (bound > best_bound_ + model_.scale / 50) stale_ = 0;
    best_bound_ = bound;
    best_price_ = price_;
    best_utterance_ = utterance_;
    best_word_ = word_;
}

// Takes the slope into the direction, but for prices that stand at their end and would leave it. Returns its square.
float Quick::blend() {
    float norm = 0;
    for (std::size_t x = 0; x < slope_.size(); ++x) {
        const bool stuck = (slope_[x] > 0 && price_[x] >= greatest_[x]) || (slope_[x] < 0 && price_[x] <= least_[x]);
        const float slope = stuck ? 0 : slope_[x];
        direction_[x] = smoothing * direction_[x] + (1 - smoothing) * slope;
        norm += slope * slope;
    }
    return norm;
}

void Quick::climb(std::int32_t most, std::int64_t best, Random& random, const Watch& watch) {
    const std::int64_t enough = (best - 1) * model_.scale + 1;
    const std::size_t utterances = utterance_.size();
    for (std::int32_t step = 0; step < most && best_bound_ < enough; ++step) {
        if (watch.late() && begun()) return;
        for (std::size_t n = 0; n < utterances; ++n) utterance_[n] = static_cast<Value>(price_[n]);
        for (std::size_t h = 0; h < word_.size(); ++h) word_[h] = static_cast<Value>(price_[utterances + h]);
        sum_word_prices();
        const std::int64_t bound = pass();
        note(bound);
        if (best_bound_ >= enough) return;
        if (stale_ > patience) {
            stale_ = 0;
            rate_ *= slower;
            price_ = best_price_;
            continue;
        }
        std::fill_n(slope_.begin(), utterances, 1.0F);
        std::fill(slope_.begin() + static_cast<std::ptrdiff_t>(utterances), slope_.end(), -1.0F);
        used_.clear();
        for (const Chain& chain : chains_) trace(chain, random);
        const float norm = blend();
        if (norm == 0) return;
        const float length = rate_ * static_cast<float>(best * model_.scale - bound) / norm;
        for (std::size_t x = 0; x < price_.size(); ++x)
            price_[x] = std::clamp(price_[x] + length * stretch_[x] * direction_[x], least_[x], greatest_[x]);
    }
}

} // namespace hubbub::mimo
