#include "route/bound/prices.hpp"

#include "route/schedule.hpp"
#include <algorithm>
#include <numeric>

namespace hubbub::route::bound {
namespace {

// The row of one stream during a sweep. Values are stored at the index of their cell.
struct Running {
    Band band;               // its cells
    std::vector<Value> row;  // after the utterances so far
    std::vector<Value> take; // the same row carried through the current utterance
    std::vector<Value> back; // the opposite row
    Value in = far, out = far;
    std::int64_t best = 0; // the lowest value of this stream alone

    void start(const Problem& problem, int j, Band first) {
        for (auto* cells : {&row, &take, &back}) cells->resize(problem.words_in(j) + 1);
        band = first;
        std::fill_n(row.begin() + band.low, std::max(0, band.size()), 0);
    }
    std::span<Value> cells(std::vector<Value>& of) const {
        return {of.data() + band.low, static_cast<std::size_t>(band.size())};
    }
    Value least(const std::vector<Value>& of) const {
        Value least = far;
        for (std::int32_t h = band.low; h <= band.high; ++h) least = std::min(least, of[h] + back[h]);
        return least;
    }

    // Carries the row through utterance n, up to the cells `next` beyond it. Cells beyond the end of the row are
    // reached by insertions, which are free. Returns false if no cell is left.
    bool carry(const Rows& rows, Side side, int n, int j, Band next) {
        const bool ahead = side == Side::ahead;
        const Band old = band;
        band = {ahead ? old.low : next.low, ahead ? next.high : old.high};
        if (next.empty() || band.empty()) return false;
        spend(step_cost::sweep_cell * static_cast<std::uint64_t>(band.size()));
        const auto from = row.begin();
        if (band.low < old.low) std::fill(from + band.low, from + old.low, Value{row[old.low]});
        if (band.high > old.high) std::fill(from + old.high + 1, from + band.high + 1, Value{row[old.high]});
        std::copy_n(from + band.low, band.size(), take.begin() + band.low);
        rows.problem.carrier.carry(side, j, band.low, cells(take), n, rows.problem.steps.times(rows.scale));
        band = {std::max(band.low, next.low), std::min(band.high, next.high)};
        return true;
    }

    // The row after the utterance.
    void settle(May may, Value price) {
        const Band over = band;
        if (may == May::always) {
            for (std::int32_t h = over.low; h <= over.high; ++h) row[h] = take[h] - price;
        } else if (may == May::either) {
            for (std::int32_t h = over.low; h <= over.high; ++h) row[h] = std::min(row[h], take[h] - price);
        }
    }
};

class Sweep {
  public:
    Sweep(Rows& rows, Side side, bool ascend, std::optional<std::int64_t> limit)
        : rows_(rows), side_(side), ascend_(ascend), limit_(limit),
          own_(side == Side::ahead ? rows.ahead : rows.behind),
          opposite_(side == Side::ahead ? rows.behind : rows.ahead), streams_(rows.alive.streams), running_(streams_),
          before_(streams_) {}

    std::optional<std::int64_t> run(const Watch& watch) {
        const int count = rows_.alive.utterances;
        if (!start()) return {};
        for (int step = 0; step < count; ++step) {
            if (step % 64 == 0) watch.check();
            if (!visit(side_ == Side::ahead ? step : count - 1 - step)) return {};
        }
        return bound();
    }

  private:
    bool start() {
        const int count = rows_.alive.utterances, first = side_ == Side::ahead ? 0 : count;
        own_.begin(count + 1, streams_);
        priced_ = std::accumulate(rows_.price.begin(), rows_.price.end(), std::int64_t{0});
        for (int j = 0; j < streams_; ++j) {
            Running& stream = running_[j];
            const Band band = rows_.alive.band(first, j);
            if (band.empty()) return false;
            stream.start(rows_.problem, j, band);
            opposite_.read(first, j, band, &stream.back[band.low]);
            stream.best = stream.least(stream.row);
            own_.keep(first, j, band.low, stream.cells(stream.row));
        }
        return true;
    }

    bool visit(int n) {
        for (int j = 0; j < streams_; ++j) {
            before_[j] = rows_.alive.may(n, j);
            if (before_[j] != May::never && !evaluate(n, j)) return false;
        }
        choose_price(n);
        if (!decide(n)) return false;
        for (int j = 0; j < streams_; ++j) {
            if (before_[j] == May::never) {
                own_.keep_same(beyond(n), j);
                rows_.alive.band(beyond(n), j) = running_[j].band;
            } else if (!advance(n, j, slack_of(j))) {
                return false;
            }
        }
        return true;
    }

    // Computes in and out of stream j at utterance n.
    bool evaluate(int n, int j) {
        Running& stream = running_[j];
        stream.in = stream.out = far;
        if (!stream.carry(rows_, side_, n, j, rows_.alive.band(beyond(n), j))) return false;
        opposite_.read(beyond(n), j, stream.band, &stream.back[stream.band.low]);
        stream.in = stream.least(stream.take);
        if (rows_.alive.may(n, j) != May::always) stream.out = stream.least(stream.row);
        return true;
    }

    void choose_price(int n) {
        if (!ascend_) return;
        TwoLeast gains;
        for (int j = 0; j < streams_; ++j) {
            if (rows_.alive.may(n, j) != May::never) gains.add(running_[j].in - running_[j].out);
        }
        gains.set(rows_.price[n], priced_);
    }

    // Fixes assignments that the limit rules out; false if no routing within the limit is left.
    bool decide(int n) {
        const Value price = rows_.price[n];
        for (int j = 0; j < streams_; ++j) {
            Running& stream = running_[j];
            if (rows_.alive.may(n, j) != May::never) stream.best = std::min(stream.out, stream.in - price);
        }
        if (!limit_) return true;
        if (bound() > *limit_) return false;
        for (int j = 0; j < streams_; ++j) {
            const Running& stream = running_[j];
            May& may = rows_.alive.may(n, j);
            if (may != May::either) continue;
            const Value slack = slack_of(j);
            if (stream.in - price > slack) may = May::never;
            if (stream.out > slack) {
                if (may == May::never) return false;
                may = May::always;
            }
        }
        return rows_.alive.settle(n);
    }

    // The row after utterance n, with both ends pruned by the limit.
    bool advance(int n, int j, Value slack) {
        Running& stream = running_[j];
        Band& band = stream.band;
        stream.settle(rows_.alive.may(n, j), rows_.price[n]);
        if (limit_) {
            while (!band.empty() && stream.row[band.low] + stream.back[band.low] > slack) ++band.low;
            while (!band.empty() && stream.row[band.high] + stream.back[band.high] > slack) --band.high;
            if (band.empty()) return false;
            rows_.alive.band(beyond(n), j) = band;
        }
        own_.keep(beyond(n), j, band.low, stream.cells(stream.row));
        return true;
    }

    int beyond(int n) const { return side_ == Side::ahead ? n + 1 : n; } // the boundary after utterance n
    std::int64_t bound() const {
        std::int64_t total = priced_;
        for (const Running& stream : running_) total += stream.best;
        return total;
    }
    Value slack_of(int j) const {
        if (!limit_) return far;
        return static_cast<Value>(std::clamp<std::int64_t>(*limit_ - (bound() - running_[j].best), -far, far));
    }

    Rows& rows_;
    const Side side_;
    const bool ascend_;
    const std::optional<std::int64_t> limit_;
    RowStore &own_, &opposite_;
    const int streams_;
    std::vector<Running> running_;
    std::vector<May> before_; // before the current utterance was decided
    std::int64_t priced_ = 0; // the sum of all prices
};

} // namespace

std::int64_t first_pass(Rows& rows, const Watch& watch) {
    const Alive& alive = rows.alive;
    std::int64_t bound = std::accumulate(rows.price.begin(), rows.price.end(), std::int64_t{0});
    rows.behind.begin(alive.utterances + 1, alive.streams);
    rows.behind.expect(alive.cells());
    for (int j = 0; j < alive.streams; ++j) {
        Running stream;
        stream.start(rows.problem, j, alive.band(alive.utterances, j));
        rows.behind.keep(alive.utterances, j, stream.band.low, stream.cells(stream.row));
        for (int n = alive.utterances - 1; n >= 0; --n) {
            if (n % 64 == 0) watch.check();
            if (alive.may(n, j) == May::never) {
                rows.behind.keep_same(n, j);
                continue;
            }
            stream.carry(rows, Side::behind, n, j, alive.band(n, j));
            stream.settle(alive.may(n, j), rows.price[n]);
            rows.behind.keep(n, j, stream.band.low, stream.cells(stream.row));
        }
        bound += stream.cells(stream.row).front();
    }
    return bound;
}

void refine(Rows& rows, Value scale) {
    rows.scale *= scale;
    for (Value& price : rows.price) price *= scale;
    for (RowStore* store : {&rows.ahead, &rows.behind}) store->multiply(scale);
}

std::optional<std::int64_t> sweep(Rows& rows, Side side, bool ascend, std::optional<std::int64_t> limit,
                                  const Watch& watch) {
    return Sweep(rows, side, ascend, limit).run(watch);
}

} // namespace hubbub::route::bound
