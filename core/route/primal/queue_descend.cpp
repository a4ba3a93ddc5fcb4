// For a fixed order and routing, the cost of a stream is the least sum of a row of its utterances so far and a row of
// those still to come. The rows still to come are stored; going forward through the order, an utterance is taken out
// and walked over the ones after it up to its successor in the queue. At each slot and for each stream its words are
// pushed through the row so far, and the row still to come completes the exact cost. Slots before the utterance are
// reached by the same sweep on the problem read backward.
#include "route/primal/queue_descend.hpp"

#include "route/primal/routed.hpp"

#include <algorithm>

namespace hubbub::route::primal {

namespace {

// The problem read in one direction.
struct View {
    bool backward;
    std::vector<std::int32_t> successor; // in the queue, or -1
};

View make_view(const Model& model, bool backward) {
    View view{backward, {}};
    for (const Utterance& utterance : model.utterances) {
        const auto& queue = model.queue[utterance.speaker];
        const std::int32_t next = utterance.place + (backward ? -1 : 1);
        view.successor.push_back(next >= 0 && next < static_cast<std::int32_t>(queue.size()) ? queue[next] : -1);
    }
    return view;
}

class ForwardSweep {
  public:
    ForwardSweep(const Model& model, const View& view, std::vector<Move>& order, const Watch& watch)
        : model_(model), view_(view), order_(order), watch_(watch) {}

    // Returns what was gained.
    std::int64_t run() {
        const auto count = static_cast<std::int32_t>(order_.size());
        store_rest();
        so_far_.clear();
        for (std::int32_t j = 0; j < model_.streams; ++j) so_far_.push_back(empty_row(j));
        std::int64_t gained = 0;
        for (std::int32_t p = 0; p < count;) {
            if (watch_.late()) break;
            const std::int64_t gain = relocate(p);
            gained += gain;
            if (gain > 0 && order_changed_) continue; // another utterance stands at p now
            push(so_far_[order_[p].stream], order_[p]);
            ++p;
        }
        return gained;
    }

  private:
    std::vector<Value> empty_row(std::int32_t j) const { return std::vector<Value>(model_.words_in(j) + 1, 0); }

    // rest_[p]: the row of the stream of the utterance at p, of everything on it after p.
    void store_rest() {
        const auto count = static_cast<std::int32_t>(order_.size());
        rest_.assign(count, {});
        std::vector<std::vector<Value>> row;
        for (std::int32_t j = 0; j < model_.streams; ++j) row.push_back(empty_row(j));
        for (std::int32_t p = count; p-- > 0;) {
            rest_[p] = row[order_[p].stream];
            push_rest(row[order_[p].stream], order_[p]);
        }
    }

    void push(std::vector<Value>& row, const Move& move) const { carry(row, move, view_.backward); }
    void push_rest(std::vector<Value>& row, const Move& move) const { carry(row, move, !view_.backward); }
    void carry(std::vector<Value>& row, const Move& move, bool backward) const {
        if (backward)
            model_.carrier.behind(move.stream, 0, row, move.utterance, model_.steps);
        else
            model_.carrier.ahead(move.stream, 0, row, move.utterance, model_.steps);
    }
    static Value join(const std::vector<Value>& so_far, const std::vector<Value>& rest) {
        Value best = far;
        const std::size_t size = so_far.size();
        spend(size / 2);
        for (std::size_t h = 0; h < size; ++h) best = std::min(best, so_far[h] + rest[h]);
        return best;
    }

    // The row still to come of stream j at the slot before place q: that of the next utterance on j, with itself.
    std::vector<Value> rest_before(std::int32_t q, std::int32_t j) const {
        for (std::int32_t p = q; p < static_cast<std::int32_t>(order_.size()); ++p) {
            if (order_[p].stream != j) continue;
            std::vector<Value> row = rest_[p];
            push_rest(row, order_[p]);
            return row;
        }
        return empty_row(j);
    }

    // An utterance is deleted, whatever its place, on a stream where it may pair with nothing.
    bool deaf(std::int32_t n, std::int32_t j) const {
        return model_.carrier.timed() && model_.carrier.reach(j, n).first == model_.carrier.reach(j, n).end;
    }
    // No place after an utterance all of whose words come later is better than the one before it.
    bool beyond(std::int32_t later, std::int32_t n, std::int32_t j) const {
        if (!model_.carrier.timed()) return false;
        const rows::Reach &one = model_.carrier.reach(j, n), &other = model_.carrier.reach(j, later);
        return view_.backward ? other.end <= one.first : other.first >= one.end;
    }

    // The best slot for the utterance at p, from p on up to its successor in the queue.
    std::int64_t relocate(std::int32_t p) {
        order_changed_ = false;
        const Move old = order_[p];
        const std::int32_t successor = view_.successor[old.utterance];
        auto rows = so_far_; // without the utterance
        std::vector<Value> without(model_.streams), best_with(model_.streams, far);
        std::vector<std::int32_t> best_slot(model_.streams, p);
        passed_.assign(model_.streams, {}); // by the utterance, and not yet in the rows
        std::vector<Value> trial;
        const auto attempt = [&](std::int32_t j, std::int32_t slot, const std::vector<Value>& rest) {
            trial = rows[j];
            push(trial, {old.utterance, j});
            const Value cost = join(trial, rest);
            if (cost < best_with[j]) {
                best_with[j] = cost;
                best_slot[j] = slot;
            }
        };
        for (std::int32_t j = 0; j < model_.streams; ++j) {
            if (j != old.stream && deaf(old.utterance, j)) continue;
            const std::vector<Value> rest = j == old.stream ? rest_[p] : rest_before(p + 1, j);
            without[j] = join(rows[j], rest);
            attempt(j, p, rest);
        }
        const Value now = best_with[old.stream] - without[old.stream];
        for (std::int32_t q = p + 1; q < static_cast<std::int32_t>(order_.size()); ++q) {
            if (order_[q].utterance == successor) break;
            const std::int32_t j = order_[q].stream;
            if (deaf(old.utterance, j)) continue;
            passed_[j].push_back(order_[q]);
            if (beyond(order_[q].utterance, old.utterance, j)) continue;
            for (const Move& move : passed_[j]) push(rows[j], move);
            passed_[j].clear();
            attempt(j, q, rest_[q]);
        }
        std::int32_t to = old.stream;
        for (std::int32_t j = 0; j < model_.streams; ++j)
            if (best_with[j] < far && best_with[j] - without[j] < best_with[to] - without[to]) to = j;
        const std::int64_t gain = std::int64_t{now} - (best_with[to] - without[to]);
        if (gain <= 0) return 0;
        move_to(p, best_slot[to], to);
        return gain;
    }

    // Moves the utterance at p behind the one at slot (p itself: it stays), onto stream `to`, and mends the stored
    // rows.
    void move_to(std::int32_t p, std::int32_t slot, std::int32_t to) {
        Move move = order_[p];
        move.stream = to;
        if (slot == p) {
            rest_[p] = rest_before(p + 1, to);
            order_[p] = move;
            return;
        }
        order_changed_ = true;
        std::rotate(order_.begin() + p, order_.begin() + p + 1, order_.begin() + slot + 1);
        std::rotate(rest_.begin() + p, rest_.begin() + p + 1, rest_.begin() + slot + 1);
        order_[slot] = move;
        std::vector<Value> row = rest_before(slot + 1, to);
        rest_[slot] = row;
        push_rest(row, move);
        for (std::int32_t q = slot; q-- > p;) {
            if (order_[q].stream != to) continue;
            rest_[q] = row;
            push_rest(row, order_[q]);
        }
    }

    const Model& model_;
    const View& view_;
    std::vector<Move>& order_;
    const Watch& watch_;
    std::vector<std::vector<Value>> rest_, so_far_;
    std::vector<std::vector<Move>> passed_;
    bool order_changed_ = false;
};

} // namespace

std::int64_t descend(const Model& model, std::vector<Move>& moves, std::int32_t most, const Watch& watch) {
    const View forward = make_view(model, false), backward = make_view(model, true);
    for (Move& move : moves) move.stream = std::max(move.stream, 0);
    for (std::int32_t pair = 0; pair < most; ++pair) {
        std::int64_t gained = ForwardSweep(model, forward, moves, watch).run();
        std::reverse(moves.begin(), moves.end());
        gained += ForwardSweep(model, backward, moves, watch).run();
        std::reverse(moves.begin(), moves.end());
        if (gained == 0 || watch.late()) break;
    }
    return cost_of(model, moves);
}

std::uint64_t descent_bytes(const Model& model) {
    std::uint64_t longest = 0;
    for (const TimedWords& stream : model.stream) longest = std::max<std::uint64_t>(longest, stream.size() + 1);
    return (model.utterances.size() + 4 * static_cast<std::uint64_t>(model.streams)) * longest * sizeof(Value);
}

} // namespace hubbub::route::primal
