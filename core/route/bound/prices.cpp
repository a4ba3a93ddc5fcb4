#include "route/bound/prices.hpp"

#include <algorithm>
#include <numeric>

namespace hubbub::route::bound {
namespace {

// The row of one stream as the sweep carries it along.
struct Running {
    std::int32_t low = 0;
    std::vector<Value> row;  // after the utterances so far
    std::vector<Value> take; // the same row pushed through the utterance at hand
    std::vector<Value> back; // the opposite row
    Value in = far, out = far;
    std::int64_t best = 0; // the least value of this stream alone

    std::int32_t high() const { return low + static_cast<std::int32_t>(row.size()) - 1; }
};

class Sweep {
  public:
    Sweep(Half& own, Half& opposite, const SweepOptions& options)
        : own_(own), opposite_(opposite), options_(options), running_(own.instance.stream_count()) {}

    SweepResult run(const Watch& watch);

  private:
    bool start();
    bool visit(int n);
    void evaluate(int n, int j);
    void choose_price(int n);
    bool decide(int n);
    bool advance(int n, int j, Value slack);

    std::int64_t bound() const {
        std::int64_t total = priced_;
        for (const Running& stream : running_) total += stream.best;
        return total;
    }
    Value slack_of(int j) const {
        if (!options_.limit) return far;
        return static_cast<Value>(std::clamp<std::int64_t>(*options_.limit - (bound() - running_[j].best), -far, far));
    }

    Half &own_, &opposite_;
    const SweepOptions& options_;
    std::vector<Running> running_;
    std::int64_t priced_ = 0; // the sum of all prices
    SweepResult result_;
};

bool Sweep::start() {
    const Problem& instance = own_.instance;
    own_.rows.begin(instance.utterance_count() + 1, instance.stream_count());
    priced_ = std::accumulate(own_.price.begin(), own_.price.end(), std::int64_t{0});
    for (int j = 0; j < instance.stream_count(); ++j) {
        Running& stream = running_[j];
        const Band band = own_.alive.band(0, j);
        if (band.empty()) return false;
        stream.low = band.low;
        stream.row.assign(band.size(), 0);
        stream.back.resize(band.size());
        opposite_.rows.read_mirrored(instance.utterance_count(), j, instance.words_in(j), band, stream.back.data());
        stream.best = rows::least_sum(stream.row, stream.back);
        own_.rows.keep(0, j, stream.low, stream.row);
    }
    return true;
}

// in and out of stream j at utterance n. The row is first cut to the cells that are alive after n; cells beyond its
// end are reached by insertions, which are free.
void Sweep::evaluate(int n, int j) {
    Running& stream = running_[j];
    const Band band = own_.alive.band(n + 1, j);
    stream.in = stream.out = far;
    if (band.high < stream.low || band.empty()) {
        stream.row.clear();
        return;
    }
    stream.row.resize(band.high - stream.low + 1, stream.row.empty() ? far : stream.row.back());
    stream.take = stream.row;
    spend(stream.row.size());
    own_.kernel.push(j, stream.low, stream.take, n, own_.scale);
    if (band.low > stream.low) {
        stream.row.erase(stream.row.begin(), stream.row.begin() + (band.low - stream.low));
        stream.take.erase(stream.take.begin(), stream.take.begin() + (band.low - stream.low));
        stream.low = band.low;
    }
    const auto size = static_cast<std::int32_t>(stream.row.size());
    stream.back.resize(size);
    opposite_.rows.read_mirrored(own_.instance.utterance_count() - n - 1, j, own_.instance.words_in(j),
                                 {stream.low, band.high}, stream.back.data());
    stream.in = rows::least_sum(stream.take, stream.back);
    if (own_.alive.may(n, j) != May::always) stream.out = rows::least_sum(stream.row, stream.back);
}

void Sweep::choose_price(int n) {
    TwoLeast gains;
    for (int j = 0; j < own_.alive.streams; ++j) {
        if (own_.alive.may(n, j) == May::never) continue;
        gains.add(running_[j].in - running_[j].out);
    }
    if (!options_.ascend || !gains.settled()) return;
    const Value price = gains.at(0.5);
    priced_ += price - own_.price[n];
    own_.price[n] = price;
}

// Marks what the limit forbids; false if nothing within the limit is left.
bool Sweep::decide(int n) {
    const Value price = own_.price[n];
    for (int j = 0; j < own_.alive.streams; ++j) {
        Running& stream = running_[j];
        if (own_.alive.may(n, j) != May::never) stream.best = std::min(stream.out, stream.in - price);
    }
    if (!options_.limit) return true;
    if (bound() > *options_.limit) return false;
    for (int j = 0; j < own_.alive.streams; ++j) {
        const Running& stream = running_[j];
        if (own_.alive.may(n, j) != May::either) continue;
        const Value slack = slack_of(j);
        if (stream.in - price > slack) own_.alive.may(n, j) = May::never;
        if (stream.out > slack) {
            if (own_.alive.may(n, j) == May::never) return false;
            own_.alive.may(n, j) = May::always;
        }
    }
    return own_.alive.settle(n);
}

// The row after utterance n, cut at both ends where only routings beyond the limit pass.
bool Sweep::advance(int n, int j, Value slack) {
    Running& stream = running_[j];
    const Value price = own_.price[n];
    const std::size_t size = stream.row.size();
    if (own_.alive.may(n, j) == May::always) {
        for (std::size_t k = 0; k < size; ++k) stream.row[k] = stream.take[k] - price;
    } else if (own_.alive.may(n, j) == May::either) {
        for (std::size_t k = 0; k < size; ++k) stream.row[k] = std::min(stream.row[k], stream.take[k] - price);
    }
    if (options_.limit) {
        std::size_t first = 0, last = size;
        while (first < last && stream.row[first] + stream.back[first] > slack) ++first;
        while (first < last && stream.row[last - 1] + stream.back[last - 1] > slack) --last;
        if (first == last) return false;
        stream.row.resize(last);
        stream.row.erase(stream.row.begin(), stream.row.begin() + first);
        stream.low += static_cast<std::int32_t>(first);
        own_.alive.band(n + 1, j) = {stream.low, stream.high()};
    }
    own_.rows.keep(n + 1, j, stream.low, stream.row);
    return !stream.row.empty();
}

bool Sweep::visit(int n) {
    const int streams = own_.alive.streams;
    std::vector<May> before(streams);
    for (int j = 0; j < streams; ++j) {
        before[j] = own_.alive.may(n, j);
        if (before[j] == May::never) continue;
        evaluate(n, j);
        if (running_[j].row.empty()) return false;
    }
    choose_price(n);
    if (!decide(n)) return false;
    for (int j = 0; j < streams; ++j) {
        if (before[j] == May::never) {
            own_.rows.keep_same(n + 1, j);
            own_.alive.band(n + 1, j) = {running_[j].low, running_[j].high()};
        } else if (!advance(n, j, slack_of(j))) {
            return false;
        }
    }
    return true;
}

SweepResult Sweep::run(const Watch& watch) {
    const int count = own_.instance.utterance_count();
    result_.closed = !start();
    for (int n = 0; n < count && !result_.closed; ++n) {
        if (n % 64 == 0) watch.check();
        result_.closed = !visit(n);
    }
    if (!result_.closed) result_.bound = bound();
    return std::move(result_);
}

} // namespace

void first_pass(Half& half, const Watch& watch) {
    const Problem& instance = half.instance;
    half.rows.begin(instance.utterance_count() + 1, instance.stream_count());
    half.rows.expect(half.alive.cells());
    std::vector<Value> row, take;
    for (int j = 0; j < instance.stream_count(); ++j) {
        Band band = half.alive.band(0, j);
        row.assign(band.size(), 0);
        half.rows.keep(0, j, band.low, row);
        for (int n = 0; n < instance.utterance_count(); ++n) {
            if (n % 64 == 0) watch.check();
            const May may = half.alive.may(n, j);
            if (may == May::never) {
                half.rows.keep_same(n + 1, j);
                continue;
            }
            const Band next = half.alive.band(n + 1, j);
            row.resize(next.high - band.low + 1, Value{row.back()});
            take = row;
            half.kernel.push(j, band.low, take, n, half.scale);
            const std::int32_t low = std::max(next.low, band.low), cut = low - band.low;
            const Value price = half.price[n];
            for (std::size_t k = cut; k < row.size(); ++k) {
                row[k - cut] = may == May::always ? take[k] - price : std::min(row[k], take[k] - price);
            }
            row.resize(row.size() - cut);
            band = {low, next.high};
            half.rows.keep(n + 1, j, low, row);
        }
    }
}

void refine(Half& half, Value scale) {
    half.scale *= scale;
    for (Value& price : half.price) price *= scale;
    half.rows.multiply(scale);
}

SweepResult sweep(Half& own, Half& opposite, const SweepOptions& options, const Watch& watch) {
    SweepResult result = Sweep(own, opposite, options).run(watch);
    opposite.alive = own.alive.mirrored(own.instance);
    opposite.price.assign(own.price.rbegin(), own.price.rend());
    return result;
}

} // namespace hubbub::route::bound
