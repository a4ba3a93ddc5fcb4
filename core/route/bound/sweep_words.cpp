// Word prices. With everything else fixed, let unc_i and cov_i be the best values, over the chains of all speakers i on
// the stream, that leave the word uncovered or cover it (without its price). As a function of the price the bound is
//
//     - price + sum_i min(unc_i, cov_i + price),
//
// so with a1 >= a2 the two largest of all unc_i - cov_i and 0, every price between a2 and a1 is best. Going through the
// columns of the stream in order keeps the cells on one side of the word current, and those of the other side are from
// the last sweep the other way. A column holds, per speaker, a cell per boundary between utterances (`outside`) and a
// cell per word inside an utterance (`inside`); the inside cells of the other side are kept in InsideCells.
#include "route/bound/sweep.hpp"

#include <algorithm>

namespace hubbub::route::bound {

namespace {

// The inside cells of one stream, column by column, of the sweep that went the other way.
struct InsideCells {
    struct Column {
        std::int32_t first = 0, end = 0; // cells first .. end - 1 are kept
        std::size_t at = 0;
    };
    void reset(std::int32_t speakers_, std::int32_t columns_) {
        speakers = speakers_;
        columns.assign(static_cast<std::size_t>(speakers_) * columns_, {});
        cells.clear();
    }
    Column& column(std::int32_t i, std::int32_t t) { return columns[static_cast<std::size_t>(t) * speakers + i]; }
    const Column& column(std::int32_t i, std::int32_t t) const {
        return columns[static_cast<std::size_t>(t) * speakers + i];
    }
    std::int32_t speakers = 0;
    std::vector<Column> columns;
    std::vector<Value> cells;
};

// A speaker's words in the direction of the sweep, a cell before each utterance's first word and one after each word.
struct Track {
    std::vector<Token> tokens;       // of the word that leads to the cell; none for the first cell of an utterance
    std::vector<Span> spans;         // their times, where time matters
    std::vector<std::int32_t> start; // per utterance (in the direction of the sweep), its first cell
};

template <typename T> void append(std::vector<T>& to, std::span<const T> from, Side side) {
    if (side == Side::ahead)
        to.insert(to.end(), from.begin(), from.end());
    else
        to.insert(to.end(), from.rbegin(), from.rend());
}

Track make_track(const Problem& model, std::int32_t i, Side side) {
    Track track;
    const std::int32_t turns = model.turns(i);
    for (std::int32_t step = 0; step < turns; ++step) {
        const std::int32_t k = side == Side::ahead ? step : turns - 1 - step;
        const auto& [words, spans] = model.utterances[model.queue[i][k]].words;
        track.start.push_back(static_cast<std::int32_t>(track.tokens.size()));
        track.tokens.push_back(-1);
        append(track.tokens, words, side);
        if (!spans.empty()) track.spans.push_back({0, 0});
        append(track.spans, spans, side);
    }
    track.start.push_back(static_cast<std::int32_t>(track.tokens.size()));
    return track;
}

// The column of one chain, moving along the stream. Boundaries and utterances are counted in the direction of the
// sweep.
class Column {
  public:
    Column(Chains& chains, Chain& chain, Side side, const Track& track)
        : chains_(chains), model_(*chains.model), chain_(chain), side_(side), track_(track),
          inside_(track.tokens.size() + 1, far), moved_(track.tokens.size() + 1, far), outside_(chain.turns + 1, far) {}

    std::int32_t cells() const { return static_cast<std::int32_t>(track_.tokens.size()); }
    std::int32_t boundary(std::int32_t b) const { return side_ == Side::ahead ? b : chain_.turns - b; }
    std::int32_t utterance(std::int32_t u) const { return side_ == Side::ahead ? u : chain_.turns - 1 - u; }

    // The utterances that can be under way, and the boundaries that are alive, at cell h of the stream.
    void find_active(std::int32_t h) {
        const auto over = [&](std::int32_t u) { // no longer
            const std::int32_t k = utterance(u);
            return side_ == Side::ahead ? chain_.high[k + 1] < h : chain_.low[k] > h;
        };
        const auto begun = [&](std::int32_t u) {
            const std::int32_t k = utterance(u);
            return side_ == Side::ahead ? chain_.low[k] <= h : chain_.high[k + 1] >= h;
        };
        while (first_ < chain_.turns && over(first_)) ++first_;
        while (last_ < chain_.turns && begun(last_)) ++last_;
    }
    std::int32_t first_cell() const { return track_.start[std::min(first_, last_)]; }
    std::int32_t last_cell() const { return track_.start[last_]; } // one past

    // The cells after one more word of the stream has been covered, without its price. Words that may not pair are
    // deleted and inserted.
    void cover(const TimedWords& stream, std::int32_t w) {
        const Token word = stream.words[w];
        const Steps steps = model_.steps.times(model_.scale);
        const Token* tokens = track_.tokens.data();
        const Value* from = inside_.data() + 1; // cell -1 exists
        Value* to = moved_.data() + 1;
        const std::int32_t end = last_cell();
        for (std::int32_t c = first_cell(); c < end; ++c)
            to[c] = std::min(from[c], from[c - 1] + steps.pair(word, tokens[c]));
        if (!track_.spans.empty()) {
            for (std::int32_t c = first_cell(); c < end; ++c)
                if (!may_pair(track_.spans[c], stream.spans[w]))
                    to[c] = std::min(from[c], from[c - 1] + steps.deletion);
        }
        for (std::int32_t u = first_; u < last_; ++u) to[track_.start[u]] = far;
    }

    // Best value with the word covered; `other` are the inside cells of the other side after the word, seen in this
    // direction.
    Value covered(const Value* other, std::int32_t other_first, std::int32_t other_end) const {
        Value best = far;
        const Value* cells = moved_.data() + 1;
        const std::int32_t end = std::min(last_cell(), other_end);
        for (std::int32_t c = std::max(first_cell(), other_first); c < end; ++c)
            best = std::min(best, cells[c] + other[c - other_first]);
        return best;
    }

    // Best value with the word between `here` and `next` uncovered.
    Value uncovered(std::int32_t here, std::int32_t next) const {
        Value best = far;
        for (std::int32_t b = first_; b <= last_; ++b) {
            const std::int32_t k = boundary(b);
            if (!chain_.alive(k, here) || !chain_.alive(k, next)) continue;
            const Side opposite = side_ == Side::ahead ? Side::behind : Side::ahead;
            best = std::min(best, outside_[b] + chain_.row(opposite, k)[next]);
        }
        return best;
    }

    // Settles the column at cell h: `price` of the word just passed, deletions, ends and beginnings of utterances.
    // The price of an utterance is paid where it begins in the stream's own direction.
    void settle(std::int32_t h, Value price) {
        const Value deletion = model_.steps.deletion * model_.scale;
        Value* cells = inside_.data() + 1;
        const Value* moved = moved_.data() + 1;
        Value least = far; // over the boundaries so far
        for (std::int32_t b = first_; b <= last_; ++b) {
            if (b > first_) least = end_utterance(b - 1, least);
            if (b == 0) least = 0;
            const std::int32_t k = boundary(b);
            const bool alive = chain_.alive(k, h);
            least = alive ? std::min(least, outside_[b]) : far;
            outside_[b] = least;
            if (alive) chain_.row(side_, k)[h] = least;
            if (b == last_) break;
            const std::int32_t n = model_.queue[chain_.speaker][utterance(b)];
            const std::int32_t begin = track_.start[b], end = track_.start[b + 1];
            if (chains_.may(n, chain_.stream) == May::never) {
                std::fill(cells + begin, cells + end, far);
                continue;
            }
            Value value = outside_[b] - (side_ == Side::ahead ? chains_.utterance[n] : 0);
            cells[begin] = value;
            for (std::int32_t c = begin + 1; c < end; ++c) {
                value = std::min(moved[c] + price, value + deletion);
                cells[c] = value;
            }
        }
    }

    const Value* inside() const { return inside_.data() + 1; }

  private:
    // The value at the boundary after utterance u: used, or skipped (`before` is the value at the boundary before it).
    Value end_utterance(std::int32_t u, Value before) const {
        const std::int32_t n = model_.queue[chain_.speaker][utterance(u)];
        const May may = chains_.may(n, chain_.stream);
        Value value = may == May::always ? far : before;
        if (may != May::never) {
            const Value used = inside_[track_.start[u + 1]]; // its last cell, cell -1 counted
            value = std::min(value, used - (side_ == Side::ahead ? 0 : chains_.utterance[n]));
        }
        return value;
    }

    Chains& chains_;
    const Problem& model_;
    Chain& chain_;
    Side side_;
    const Track& track_;
    std::vector<Value> inside_, moved_, outside_;
    std::int32_t first_ = 0, last_ = 0; // active utterances first_ .. last_ - 1, boundaries first_ .. last_
};

void keep_inside(InsideCells& inside, std::int32_t i, std::int32_t t, const Column& column) {
    // Stored as the other direction sees it: cell c is its cell (cells - 1 - c).
    const std::int32_t first = column.first_cell(), end = column.last_cell();
    auto& kept = inside.column(i, t);
    kept.first = column.cells() - end;
    kept.end = column.cells() - first;
    kept.at = inside.cells.size();
    inside.cells.resize(inside.cells.size() + (end - first));
    Value* to = inside.cells.data() + kept.at;
    const Value* from = column.inside();
    for (std::int32_t c = end - 1; c >= first; --c) *to++ = from[c];
}

class StreamSweep {
  public:
    StreamSweep(Chains& chains, std::int32_t j, Side side)
        : chains_(chains), model_(*chains.model), j_(j), side_(side) {
        for (std::int32_t i = 0; i < model_.speakers; ++i) tracks_.push_back(make_track(model_, i, side));
        for (std::int32_t i = 0; i < model_.speakers; ++i)
            columns_.emplace_back(chains, chains.at(i, j), side, tracks_[i]);
    }

    // Computes the rows of `side` and keeps the inside cells; no price is changed.
    void plain(InsideCells& kept) {
        kept.reset(model_.speakers, model_.words_in(j_) + 1);
        settle(0, 0, kept);
        for (std::int32_t t = 0; t < model_.words_in(j_); ++t) {
            const std::int32_t w = side_ == Side::ahead ? t : model_.words_in(j_) - 1 - t;
            for (Column& column : columns_) column.cover(model_.stream[j_], w);
            settle(t + 1, chains_.word[j_][w], kept);
        }
    }

    void priced(const InsideCells& other, InsideCells& kept, Placing placing, Random& random) {
        const std::int32_t words = model_.words_in(j_);
        kept.reset(model_.speakers, words + 1);
        settle(0, 0, kept);
        for (std::int32_t t = 0; t < words && !chains_.nothing_left; ++t) {
            const std::int32_t w = side_ == Side::ahead ? t : words - 1 - t;
            for (Column& column : columns_) column.cover(model_.stream[j_], w);
            set_price(w, t, other, placing, random);
            settle(t + 1, chains_.word[j_][w], kept);
        }
        chains_.sum_word_prices(j_);
    }

  private:
    std::int32_t cell(std::int32_t t) const { return side_ == Side::ahead ? t : model_.words_in(j_) - t; }

    void settle(std::int32_t t, Value price, InsideCells& kept) {
        for (std::int32_t i = 0; i < model_.speakers; ++i) {
            columns_[i].find_active(cell(t));
            columns_[i].settle(cell(t), price);
            keep_inside(kept, i, t, columns_[i]);
        }
    }

    void set_price(std::int32_t w, std::int32_t t, const InsideCells& other, Placing placing, Random& random) {
        uncovered_.resize(model_.speakers);
        covered_.resize(model_.speakers);
        TwoLeast losses; // of the chains by covering the word; a price is never below 0
        losses.add(0);
        losses.add(0);
        for (std::int32_t i = 0; i < model_.speakers; ++i) {
            const auto& column = other.column(i, model_.words_in(j_) - t - 1);
            uncovered_[i] = std::min(far, columns_[i].uncovered(cell(t), cell(t + 1)));
            covered_[i] = std::min(far, columns_[i].covered(other.cells.data() + column.at, column.first, column.end));
            if (covered_[i] < far / 2) losses.add(covered_[i] - uncovered_[i]);
        }
        losses.clamp(-model_.scale * model_.slide, 0);
        const Value price = between(-losses.second, -losses.first, placing.share(random));
        chains_.bound -= price - chains_.word[j_][w];
        chains_.word[j_][w] = price;
        for (std::int32_t i = 0; i < model_.speakers; ++i) {
            Chain& chain = chains_.at(i, j_);
            const Value value = std::min(uncovered_[i], std::min(covered_[i] + price, far));
            chains_.bound += value - chain.value;
            chain.value = value;
        }
        if (chains_.bound > chains_.limit) chains_.nothing_left = true;
    }

    Chains& chains_;
    const Problem& model_;
    std::int32_t j_;
    Side side_;
    std::vector<Track> tracks_;
    std::vector<Column> columns_;
    std::vector<Value> uncovered_, covered_;
};

// The cells inside the words of all utterances, over all that is alive of a stream.
std::uint64_t inside_cells(const Chains& chains, std::int32_t j) {
    std::uint64_t cells = 0;
    for (std::int32_t i = 0; i < chains.model->speakers; ++i) {
        const Chain& chain = chains.at(i, j);
        for (std::int32_t k = 0; k < chain.turns; ++k)
            cells += static_cast<std::uint64_t>(std::max(0, chain.high[k + 1] - chain.low[k] + 1)) *
                     (chains.model->length(chains.model->queue[i][k]) + 1);
    }
    return cells;
}

} // namespace

std::uint64_t word_sweep_bytes(const Chains& chains) {
    std::uint64_t most = 0;
    for (std::int32_t j = 0; j < chains.model->streams; ++j) {
        most =
            std::max(most, 2 * (inside_cells(chains, j) * sizeof(Value) +
                                chains.model->speakers * chains.model->stream[j].size() * sizeof(InsideCells::Column)));
    }
    return most;
}

void sweep_words(Chains& chains, std::int32_t rounds, Placing placing, Random& random, const Watch& watch) {
    InsideCells one, two;
    for (std::int32_t j = 0; j < chains.model->streams && !chains.nothing_left; ++j) {
        spend(inside_cells(chains, j) * (1 + 2 * static_cast<std::uint64_t>(rounds)));
        StreamSweep(chains, j, Side::behind).plain(one);
        for (std::int32_t round = 0; round < rounds && !chains.nothing_left && !watch.late(); ++round) {
            StreamSweep(chains, j, Side::ahead).priced(one, two, placing, random);
            if (chains.nothing_left) break;
            StreamSweep(chains, j, Side::behind).priced(two, one, placing, random);
        }
    }
}

} // namespace hubbub::route::bound
