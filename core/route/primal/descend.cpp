// Local search with an insertion neighborhood.
//
// For a fixed order and routing, the cost of a stream is the minimum over its cells of (row of the utterances so far) +
// (row of those to come). The rows to come are stored. Going through the order, an utterance is removed and tried at
// every slot up to its successor in the queue: for each stream its words are carried through the row so far, and the
// row to come completes the cost. The same sweep on the reversed problem covers the slots before the utterance.
//
// Rows are strips around the alignment, so a move is cheap however long the streams are. Improvements farther away
// become visible when the alignment has moved nearer.
#include "route/primal/primal.hpp"
#include "route/primal/strip.hpp"
#include "route/schedule.hpp"

#include <utility>

namespace hubbub::route::primal {
namespace {

// The directions in which an utterance is to be tried.
constexpr std::uint8_t look_ahead = 1, look_back = 2, look_both = 3;

class Sweep {
  public:
    // `order` and `look` as they are read in this direction.
    Sweep(const Problem& problem, bool backward, std::vector<Move>& order, Alignment& alignment,
          std::vector<std::uint8_t>& look, const Watch& watch)
        : problem_(problem), backward_(backward), order_(order), alignment_(alignment), look_(look), watch_(watch),
          bit_(backward ? look_back : look_ahead) {}

    void run() {
        keep_to_come();
        begin();
        for (std::int32_t p = 0; p < count();) {
            if (p % 16 == 0 && watch_.exhausted()) break;
            const std::int32_t n = order_[p].utterance;
            if ((look_[n] & bit_) != 0) {
                const bool only_here = p == 0 ||
                                       // left to the sweep in the other direction
                                       order_[p - 1].utterance == problem_.neighbour(n, !backward_);
                look_[n] &= static_cast<std::uint8_t>(only_here ? 0 : ~bit_);
                if (relocate(p)) continue; // another utterance is at p now, or the same one was moved
            }
            advance(p++);
        }
        finish();
    }

  private:
    std::int32_t count() const { return static_cast<std::int32_t>(order_.size()); }

    // Carries the strip through an utterance, over the cells of `to`.
    void carry(Strip& strip, const Move& move, const Band& to, bool backward) const {
        backward ? strip.extend_behind(to.low) : strip.extend_ahead(to.high);
        problem_.carrier.carry(backward ? Side::behind : Side::ahead, move.stream, strip.low, strip.cells,
                               move.utterance, problem_.steps);
    }
    void push(Strip& strip, const Move& move, const Band& to) const {
        carry(strip, move, to, backward_);
        strip.cut(to);
    }
    void push_rest(Strip& strip, const Move& move, const Band& to) const {
        carry(strip, move, to, !backward_);
        strip.cut(to);
    }
    Value join(const Strip& so_far, const Strip& rest) const {
        return backward_ ? least_cost(rest, so_far) : least_cost(so_far, rest);
    }

    // rest_[p]: everything after p on its stream; rest_from_[j]: everything on stream j.
    void keep_to_come() {
        rest_.resize(order_.size());
        rest_from_.resize(problem_.stream.size());
        std::vector<std::int32_t> later(problem_.stream.size(), -1); // the next position on the stream
        std::vector<Band> gap = alignment_.first;                    // backward: after the current utterance
        const auto keep = [&](std::int32_t j, const Band& gap, Strip& to) {
            const Band range{std::max(0, gap.low - strip_margin),
                             std::min(problem_.words_in(j), gap.high + strip_margin)};
            if (later[j] < 0) {
                to = Strip::empty(range);
                return;
            }
            to = rest_[later[j]];
            push_rest(to, order_[later[j]], range);
        };
        for (std::int32_t p = count(); p-- > 0;) {
            const auto [n, j] = order_[p];
            keep(j, backward_ ? gap[j] : alignment_.after[n], rest_[p]);
            gap[j] = alignment_.after[n];
            later[j] = p;
        }
        for (std::int32_t j = 0; j < problem_.stream_count(); ++j)
            keep(j, backward_ ? gap[j] : alignment_.first[j], rest_from_[j]);
    }

    void begin() {
        passed_.assign(problem_.stream.size(), -1);
        for (std::int32_t j = 0; j < problem_.stream_count(); ++j) {
            so_far_.push_back(Strip::empty(rest_from_[j].range()));
            gap_.push_back(gap_after(j));
        }
        if (!backward_) alignment_.first = gap_;
    }
    void finish() {
        if (backward_) alignment_.first = gap_;
    }

    // Everything on a stream from here on.
    Strip& to_come(std::int32_t j) { return passed_[j] < 0 ? rest_from_[j] : rest_[passed_[j]]; }
    Band gap_after(std::int32_t j) {
        return backward_ ? meeting(to_come(j), so_far_[j]) : meeting(so_far_[j], to_come(j));
    }

    void advance(std::int32_t p) {
        const auto [n, j] = order_[p];
        push(so_far_[j], order_[p], rest_[p].range());
        passed_[j] = p;
        const Band before = std::exchange(gap_[j], gap_after(j));
        alignment_.after[n] = backward_ ? before : gap_[j];
    }

    // Whether the utterance may be paired with no word of the stream: then it is deleted at any position.
    bool deaf(std::int32_t n, std::int32_t j) const {
        return problem_.carrier.timed() && problem_.carrier.reach(j, n).first == problem_.carrier.reach(j, n).end;
    }
    // No position after an utterance whose words all come later is better than the one before it.
    bool beyond(std::int32_t later, std::int32_t n, std::int32_t j) const {
        if (!problem_.carrier.timed()) return false;
        const rows::Reach &one = problem_.carrier.reach(j, n), &other = problem_.carrier.reach(j, later);
        return backward_ ? other.end <= one.first : other.first >= one.end;
    }

    // A position for the current utterance, and the cost that it adds there.
    struct Insertion {
        Value added = rows::far;
        std::int32_t stream = -1, slot = -1;
    };

    Value tried(const Strip& before, const Move& move, const Strip& rest) {
        trial_ = before;
        carry(trial_, move, rest.range(), backward_);
        return join(trial_, rest);
    }

    // Moves the utterance at p to the best slot from p up to its successor in the queue. Returns false if it stays.
    bool relocate(std::int32_t p) {
        const Move old = order_[p];
        const std::int32_t n = old.utterance;
        without_.assign(problem_.stream.size(), rows::far);
        without_[old.stream] = join(so_far_[old.stream], rest_[p]);
        const Value now = tried(so_far_[old.stream], old, rest_[p]) - without_[old.stream];
        // the strips have lost the alignment
        if (without_[old.stream] >= rows::far / 2 || now >= rows::far / 2) return false;
        Insertion best{now, old.stream, p};
        // Ties prefer its own stream: moves to others are only made if they gain.
        const auto number = [&](std::int32_t j) { return j == old.stream ? -1 : j; };
        const auto offer = [&](std::int32_t j, std::int32_t slot, Value with) {
            const Value added = with - without_[j];
            const bool nearer = added == best.added && number(j) < number(best.stream);
            if (with < rows::far / 2 && (added < best.added || nearer)) best = {added, j, slot};
        };
        for (std::int32_t j = 0; j < problem_.stream_count(); ++j) {
            if (j == old.stream || deaf(n, j)) continue;
            const Strip& rest = to_come(j);
            without_[j] = join(so_far_[j], rest);
            if (without_[j] < rows::far / 2) offer(j, p, tried(so_far_[j], {n, j}, rest));
        }
        walk(p, offer);
        if (best.added >= now) return false;
        move_to(p, best);
        return true;
    }

    template <class Offer> void walk(std::int32_t p, const Offer& offer) {
        const Move old = order_[p];
        const std::int32_t next = problem_.neighbour(old.utterance, backward_);
        walked_.assign(problem_.stream.size(), Strip{});
        waiting_.assign(problem_.stream.size(), {});
        for (std::int32_t q = p + 1; q < count() && order_[q].utterance != next; ++q) {
            const std::int32_t j = order_[q].stream;
            if (without_[j] >= rows::far / 2 || deaf(old.utterance, j)) continue;
            waiting_[j].push_back(q);
            if (beyond(order_[q].utterance, old.utterance, j)) continue;
            if (walked_[j].cells.empty()) walked_[j] = so_far_[j];
            for (const std::int32_t position : waiting_[j]) push(walked_[j], order_[position], rest_[position].range());
            waiting_[j].clear();
            offer(j, q, tried(walked_[j], {old.utterance, j}, rest_[q]));
        }
    }

    // Moves the utterance at p behind the one at the slot (p itself: it stays), and updates the rows to come.
    void move_to(std::int32_t p, const Insertion& insertion) {
        const std::int32_t n = order_[p].utterance, from = order_[p].stream, to = insertion.stream;
        look_around(p, from);
        to_come(from) = rest_[p];
        std::rotate(order_.begin() + p, order_.begin() + p + 1, order_.begin() + insertion.slot + 1);
        std::rotate(rest_.begin() + p, rest_.begin() + p + 1, rest_.begin() + insertion.slot + 1);
        std::int32_t sooner = insertion.slot; // the last one on the earlier of the two streams
        while (--sooner >= p && order_[sooner].stream != to) {
        }
        Strip row = sooner >= p ? rest_[sooner] : to_come(to);
        order_[insertion.slot] = {n, to};
        rest_[insertion.slot] = row;
        std::int32_t later = insertion.slot;
        for (std::int32_t q = insertion.slot; q-- > p;) {
            if (order_[q].stream != to) continue;
            push_rest(row, order_[later], rest_[q].range());
            rest_[q] = row;
            later = q;
        }
        push_rest(row, order_[later], to_come(to).range());
        to_come(to) = std::move(row);
        look_around(insertion.slot, to);
    }

    // Marks the utterances near a position, and its neighbors on the stream.
    void look_around(std::int32_t p, std::int32_t stream) {
        const auto mark = [&](std::int32_t q) { look_[order_[q].utterance] = look_both; };
        for (std::int32_t q = std::max(0, p - nearby); q < std::min(count(), p + nearby + 1); ++q) mark(q);
        std::int32_t q = p;
        while (--q >= 0 && order_[q].stream != stream) {
        }
        if (q >= 0) mark(q);
        for (q = p + 1; q < count() && order_[q].stream != stream; ++q) {
        }
        if (q < count()) mark(q);
    }

    const Problem& problem_;
    const bool backward_;
    std::vector<Move>& order_;
    Alignment& alignment_;
    std::vector<std::uint8_t>& look_;
    const Watch& watch_;
    const std::uint8_t bit_;
    std::vector<Strip> rest_, rest_from_, so_far_, walked_;
    std::vector<Band> gap_;            // per stream, the current gap of the alignment
    std::vector<std::int32_t> passed_; // per stream, the last position so far
    std::vector<std::vector<std::int32_t>> waiting_;
    std::vector<Value> without_;
    Strip trial_;
};

} // namespace

void descend(const Problem& problem, std::vector<Move>& moves, int most, const Watch& watch) {
    if (problem.stream.empty()) return;
    Alignment alignment = align(problem, moves);
    std::vector<std::uint8_t> look(moves.size(), look_both);
    for (int sweep = 0; sweep < most && !watch.exhausted(); ++sweep) {
        if (std::all_of(look.begin(), look.end(), [](std::uint8_t one) { return one == 0; })) break;
        const bool backward = sweep % 2 == 1;
        if (backward) std::reverse(moves.begin(), moves.end());
        Sweep(problem, backward, moves, alignment, look, watch).run();
        if (backward) std::reverse(moves.begin(), moves.end());
    }
}

} // namespace hubbub::route::primal
