#include "route/bound/prices.hpp"

#include "route/router.hpp"
#include "route/schedule.hpp"

#include <algorithm>
#include <numeric>

namespace hubbub::route::bound {
namespace {

using namespace in_blocks;

class BlockRouter {
  public:
    BlockRouter(const RouteProblem& problem, const Problem& instance, std::vector<Move> moves, const Watch& watch)
        : problem_(problem), instance_(instance), watch_(watch), at_(instance.stream_count(), 0) {
        result_.moves = std::move(moves);
        result_.price = usual_prices(instance); // until a block says better
    }

    Blocks run() {
        const int count = instance_.utterance_count();
        for (int first = 0; first < count;) {
            const int last = std::min(count, first + block_size(first));
            if (last - first < 2 && last < count) break;
            const int kept = last == count ? count : first + (last - first) / 2;
            if (!route_block(first, kept, last)) break;
            first = kept;
        }
        return std::move(result_);
    }

  private:
    std::int32_t window(int stream, std::int64_t words) const {
        return static_cast<std::int32_t>(
            std::min<std::int64_t>(instance_.words_in(stream) - at_[stream], words / 2 + spare_words));
    }

    // As many utterances as a quarter of the memory has room for.
    int block_size(int first) const {
        std::int64_t words = 0;
        int size = 0;
        for (; size < most_utterances && first + size < instance_.utterance_count(); ++size) {
            words += static_cast<std::int64_t>(instance_.utterances[first + size].words.size());
            double cells = 0;
            for (int j = 0; j < instance_.stream_count(); ++j) cells += window(j, words) + 1;
            if (cells * (size + 2) * bytes_per_cell > static_cast<double>(watch_.bytes) / 4) break;
        }
        return size;
    }

    // Routes first .. last - 1, keeps what it says of first .. kept - 1, and moves on. False if time ran out.
    bool route_block(int first, int kept, int last) {
        RouteProblem block;
        block.costs = problem_.costs;
        block.queue_of.assign(last - first, 0);
        std::int64_t words = 0;
        for (int n = first; n < last; ++n) {
            block.utterances.push_back(problem_.utterances[instance_.utterances[n].source]);
            words += static_cast<std::int64_t>(block.utterances.back().size());
        }
        for (int j = 0; j < instance_.stream_count(); ++j) {
            block.streams.push_back(problem_.streams[instance_.stream_source[j]].part(at_[j], window(j, words)));
        }
        Certificates certificates;
        Settings settings;
        settings.table_work = 0; // which has no prices
        settings.graphs = false;
        settings.certificates = &certificates;
        const Routing found = route_with(block, watch_.rest(), settings);
        for (int n = first; n < kept; ++n) {
            result_.moves[n].stream = found.stream_of[n - first];
            if (certificates.empty()) continue;
            const Certificate& last_prices = certificates.back();
            const double price = static_cast<double>(last_prices.utterance[n - first]) / instance_.unit;
            result_.price[n] = static_cast<Value>(price * instance_.scale / static_cast<double>(last_prices.scale));
        }
        for (int j = 0; j < instance_.stream_count(); ++j)
            at_[j] += end_of(found, j, static_cast<std::int32_t>(block.streams[j].size()), first, kept);
        return !watch_.late();
    }

    // How many of a stream's next `words` the utterances first .. kept - 1 use, if the others come after them.
    std::int32_t end_of(const Routing& found, int stream, std::int32_t words, int first, int kept) const {
        const rows::Carrier& carrier = instance_.carrier;
        const int last = first + static_cast<int>(found.stream_of.size());
        std::vector<Value> ahead(words + 1, 0), behind = ahead;
        for (int n = first; n < kept; ++n)
            if (found.stream_of[n - first] == stream) carrier.ahead(stream, at_[stream], ahead, n, instance_.steps);
        for (int n = last - 1; n >= kept; --n)
            if (found.stream_of[n - first] == stream) carrier.behind(stream, at_[stream], behind, n, instance_.steps);
        // A chance match far away must not carry the block there: what lies between would be lost to the next ones. So
        // a word passed over costs a quarter of what a match gains.
        const auto value = [&](std::int32_t h) {
            return 4 * (std::int64_t{ahead[h]} + behind[h]) + std::int64_t{h} * instance_.insertion;
        };
        std::int32_t best = 0;
        for (std::int32_t h = 1; h <= words; ++h)
            if (value(h) < value(best)) best = h;
        const std::int64_t near = value(best) + near_enough * instance_.insertion;
        for (std::int32_t h = 0; h < best; ++h)
            if (value(h) <= near) return h; // rather too early: no word is lost by it
        return best;
    }

    const RouteProblem& problem_;
    const Problem& instance_;
    const Watch& watch_;
    std::vector<std::int32_t> at_; // per stream, the words used so far
    Blocks result_;
};

} // namespace

std::vector<Value> usual_prices(const Problem& instance) {
    std::vector<Value> price;
    for (const auto& [queue, place, source, words] : instance.utterances) {
        const double usual = 0.6 * static_cast<double>(words.size()) * instance.steps.deletion;
        price.push_back(static_cast<Value>(usual * instance.scale));
    }
    return price;
}

Blocks route_blocks(const RouteProblem& problem, const Problem& instance, std::vector<Move> moves, const Watch& watch) {
    return BlockRouter(problem, instance, std::move(moves), watch).run();
}

std::int64_t bound_of(const Problem& problem, const std::vector<Value>& price, Value word_price, const Watch& watch) {
    const Steps steps = problem.steps.times(problem.scale);
    std::int64_t bound = std::accumulate(price.begin(), price.end(), std::int64_t{0});
    std::vector<Value> row, used;
    for (std::int32_t j = 0; j < problem.streams; ++j) {
        const std::int32_t width = problem.words_in(j) + 1;
        bound -= std::int64_t{word_price} * (width - 1);
        for (const auto& queue : problem.queue) {
            row.assign(width, 0);
            for (const std::int32_t n : queue) {
                watch.check();
                used = row;
                for (std::int32_t h = 0; h < width; ++h) used[h] -= word_price * h;
                problem.carrier.ahead(j, 0, used, n, steps);
                Value least = far;
                for (std::int32_t h = 0; h < width; ++h) {
                    least = std::min({least, row[h], used[h] + word_price * h - price[n]});
                    row[h] = least;
                }
            }
            bound += row.back();
        }
    }
    return bound;
}

std::int64_t bound_by_equal_prices(const Problem& problem, const Watch& watch) {
    std::int64_t best = 0;
    for (const double spoken : {0.25, 0.5, 0.75}) {
        for (const double heard : {0.25, 0.5, 0.75}) {
            const auto per_word = static_cast<Value>(spoken * problem.scale * problem.steps.deletion);
            std::vector<Value> price;
            for (int n = 0; n < problem.utterance_count(); ++n) price.push_back(per_word * problem.length(n));
            const auto word_price = static_cast<Value>(heard * problem.scale * problem.insertion);
            try {
                best = std::max(best, bound_of(problem, price, word_price, watch) + problem.base * problem.scale);
            } catch (const Over&) {
                return (best + problem.scale - 1) / problem.scale;
            }
        }
    }
    return (best + problem.scale - 1) / problem.scale;
}

} // namespace hubbub::route::bound
