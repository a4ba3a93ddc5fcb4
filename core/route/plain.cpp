// The plain dynamic programme: the cheapest way to every place, a place being how far each queue has been laid down
// and how far each stream has been used up.
#include "route/plain.hpp"

#include "route/run/watch.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <memory>
#include <stdexcept>

namespace hubbub::route {
namespace {

// What is left to search once the parts that cannot matter are set aside. Empty utterances cost nothing anywhere but
// multiply the lattice. An utterance on an empty stream costs only deletions, which every other stream offers too.
struct Search {
    std::vector<std::vector<std::size_t>> queues; // by rising number; of the utterances that have words
    std::vector<std::size_t> streams;             // those that have words, or the first if none has
};

Search reduce(const RouteProblem& problem) {
    std::map<std::int32_t, std::vector<std::size_t>> queues;
    for (std::size_t u = 0; u < problem.utterances.size(); ++u) {
        if (!problem.utterances[u].words.empty()) queues[problem.queue_of[u]].push_back(u);
    }
    Search search;
    for (auto& [number, queue] : queues) search.queues.push_back(std::move(queue));
    for (std::size_t s = 0; s < problem.streams.size(); ++s) {
        if (!problem.streams[s].words.empty()) search.streams.push_back(s);
    }
    if (search.streams.empty()) search.streams.push_back(0);
    return search;
}

struct Move {
    std::size_t utterance, stream;
};

// Some lines of cells that run along a stream, at one place of it. So many that compilers keep the loops over them,
// and turn those into vector instructions.
constexpr std::size_t lanes = 32;
template <class Cell> using Lines = std::array<Cell, lanes>;

// One reference word, all along the stream.
template <class Cell>
void advance(Lines<Cell>* place, const TimedWords& said, std::size_t i, const TimedWords& stream, const Costs& costs) {
    const Cell insertion = costs.insertion, deletion = costs.deletion;
    Lines<Cell> diagonal = *place, here;
    for (std::size_t x = 0; x < lanes; ++x) here[x] = diagonal[x] + deletion;
    *place = here;
    for (std::size_t k = 0; k < stream.words.size(); ++k) {
        const Cell paired = pair_cost(said, i, stream, k, costs);
        const Lines<Cell> above = *++place;
        for (std::size_t x = 0; x < lanes; ++x) {
            const Cell reached = std::min<Cell>(above[x] + deletion, diagonal[x] + paired);
            here[x] = std::min<Cell>(reached, here[x] + insertion);
        }
        *place = here;
        diagonal = above;
    }
}

template <class Cell> class Lattice {
  public:
    Lattice(const RouteProblem& problem, const Search& search, const Budget& budget)
        : problem_(problem), search_(search), watch_(budget), insertion_(problem.costs.insertion),
          deletion_(problem.costs.deletion) {
        double needed = sizeof(Cell);
        for (const auto& queue : search.queues) needed *= static_cast<double>(queue.size() + 1);
        for (const auto s : search.streams) needed *= static_cast<double>(problem.streams[s].words.size() + 1);
        if (needed > static_cast<double>(budget.bytes) || needed > 4e18) throw TooLarge(needed, budget.bytes);

        for (const auto& queue : search.queues) {
            queue_stride_.push_back(nodes_);
            nodes_ *= queue.size() + 1;
        }
        stride_.resize(search.streams.size());
        for (std::size_t axis = stride_.size(); axis-- > 0;) {
            stride_[axis] = volume_;
            volume_ *= length(axis) + 1;
        }
        cells_.reset(new Cell[nodes_ * volume_]);
    }

    Cell fill() {
        start();
        for (std::size_t node = 1; node < nodes_; ++node) {
            std::fill_n(tensor(node), volume_, std::numeric_limits<Cell>::max());
            for (std::size_t q = 0; q < search_.queues.size(); ++q) {
                if (place(node, q) == 0) continue;
                const std::size_t before = node - queue_stride_[q];
                const TimedWords& said = problem_.utterances[search_.queues[q][place(before, q)]];
                for (std::size_t axis = 0; axis < stride_.size(); ++axis) push(before, said, axis, node);
            }
        }
        return cells_[nodes_ * volume_ - 1];
    }

    // From the last move to the first.
    std::vector<Move> trace() const {
        std::vector<Move> moves;
        std::size_t node = nodes_ - 1, position = volume_ - 1;
        while (node > 0) moves.push_back(step_back(node, position));
        return moves;
    }

  private:
    using Starts = std::array<std::size_t, lanes>; // where in a tensor some lines begin

    std::size_t length(std::size_t axis) const { return problem_.streams[search_.streams[axis]].words.size(); }
    std::size_t place(std::size_t node, std::size_t q) const {
        return node / queue_stride_[q] % (search_.queues[q].size() + 1);
    }
    std::size_t place_on(std::size_t position, std::size_t axis) const {
        return position / stride_[axis] % (length(axis) + 1);
    }
    Cell* tensor(std::size_t node) { return &cells_[node * volume_]; }
    const Cell* tensor(std::size_t node) const { return &cells_[node * volume_]; }

    // Nothing laid down yet: every stream word so far is inserted.
    void start() {
        Cell* cells = tensor(0);
        cells[0] = 0;
        for (std::size_t axis = stride_.size(), done = 1; axis-- > 0; done *= length(axis) + 1) {
            for (std::size_t i = done; i < done * (length(axis) + 1); ++i) cells[i] = cells[i - done] + insertion_;
        }
    }

    // Lay an utterance down on one stream, from every place before it at once. The lines of the tensor along the
    // stream's axis do not touch each other, so they go side by side.
    void push(std::size_t before, const TimedWords& said, std::size_t axis, std::size_t node) {
        const TimedWords& stream = problem_.streams[search_.streams[axis]];
        const std::size_t stride = stride_[axis], places = stream.words.size() + 1, lines = volume_ / places;
        places_.resize(places);
        for (std::size_t first = 0; first < lines; first += lanes) {
            spend(places * said.words.size() * 4);
            watch_.check();
            Starts start; // past the last line: that one again
            for (std::size_t x = 0; x < lanes; ++x) {
                const std::size_t line = std::min(first + x, lines - 1);
                start[x] = line / stride * stride * places + line % stride;
            }
            // Lines that lie next to each other in memory are moved as a whole.
            const bool whole = first + lanes <= lines && start[lanes - 1] - start[0] == lanes - 1;
            gather(tensor(before), start, stride, whole);
            for (std::size_t i = 0; i < said.words.size(); ++i)
                advance(places_.data(), said, i, stream, problem_.costs);
            scatter(tensor(node), start, stride, whole);
        }
    }

    void gather(const Cell* cells, const Starts& start, std::size_t stride, bool whole) {
        for (Lines<Cell>& place : places_) {
            if (whole) {
                std::copy_n(cells + start[0], lanes, place.begin());
            } else {
                for (std::size_t x = 0; x < lanes; ++x) place[x] = cells[start[x]];
            }
            cells += stride;
        }
    }

    void scatter(Cell* cells, const Starts& start, std::size_t stride, bool whole) const {
        for (const Lines<Cell>& place : places_) {
            if (whole) {
                Cell* goal = cells + start[0];
                for (std::size_t x = 0; x < lanes; ++x) goal[x] = std::min(goal[x], place[x]);
            } else {
                for (std::size_t x = 0; x < lanes; ++x) cells[start[x]] = std::min(cells[start[x]], place[x]);
            }
            cells += stride;
        }
    }

    // The move into this place, by the rule in route.hpp; steps node and position back over it.
    Move step_back(std::size_t& node, std::size_t& position) const {
        const Cell goal = tensor(node)[position];
        for (std::size_t q = 0; q < search_.queues.size(); ++q) {
            if (place(node, q) == 0) continue;
            const std::size_t before = node - queue_stride_[q];
            const std::size_t utterance = search_.queues[q][place(before, q)];
            for (std::size_t axis = 0; axis < stride_.size(); ++axis) {
                const std::size_t used = place_on(position, axis);
                const std::size_t origin = position - used * stride_[axis];
                const auto start = start_of(tensor(before) + origin, axis, used, problem_.utterances[utterance], goal);
                if (start > used) continue;
                node = before;
                position = origin + start * stride_[axis];
                return {utterance, search_.streams[axis]};
            }
        }
        throw std::logic_error("no move leads to a place that was reached");
    }

    // Where on the stream an utterance that ends at `used` with cost `goal` started; past `used` if it cannot.
    std::size_t start_of(const Cell* line, std::size_t axis, std::size_t used, const TimedWords& said,
                         Cell goal) const {
        const TimedWords& stream = problem_.streams[search_.streams[axis]];
        const std::size_t width = used + 1;
        std::vector<Cell> cell((said.words.size() + 1) * width);
        for (std::size_t k = 0; k < width; ++k) cell[k] = line[k * stride_[axis]];
        for (std::size_t i = 1; i <= said.words.size(); ++i) {
            const Cell* above = &cell[(i - 1) * width];
            Cell* row = &cell[i * width];
            row[0] = above[0] + deletion_;
            for (std::size_t k = 1; k < width; ++k) {
                const Cell paired = above[k - 1] + pair_cost(said, i - 1, stream, k - 1, problem_.costs);
                row[k] = std::min({paired, above[k] + deletion_, row[k - 1] + insertion_});
            }
        }
        if (cell.back() != goal) return width;
        std::size_t k = used;
        for (std::size_t i = said.words.size(); i > 0;) {
            const Cell here = cell[i * width + k];
            if (k > 0 && cell[i * width + k - 1] + insertion_ == here) {
                --k;
            } else if (cell[--i * width + k] + deletion_ != here) {
                --k;
            }
        }
        return k;
    }

    const RouteProblem& problem_;
    const Search& search_;
    const Watch watch_;
    Cell insertion_, deletion_;
    std::vector<std::size_t> queue_stride_, stride_;
    std::size_t nodes_ = 1, volume_ = 1; // places in the queues, places in the streams
    std::unique_ptr<Cell[]> cells_;      // those of a node are set when its turn comes
    std::vector<Lines<Cell>> places_;    // along a stream
};

template <class Cell>
std::vector<Move> solve(const RouteProblem& problem, const Search& search, const Budget& budget, Routing& routing) {
    Lattice<Cell> lattice(problem, search, budget);
    routing.cost = routing.lower_bound = lattice.fill();
    return lattice.trace();
}

bool fits_32_bits(const RouteProblem& problem) {
    const Costs& costs = problem.costs;
    double words = 1;
    for (const TimedWords& one : problem.utterances) words += static_cast<double>(one.words.size());
    for (const TimedWords& one : problem.streams) words += static_cast<double>(one.words.size());
    const auto dearest = std::max({costs.correct, costs.substitution, costs.insertion, costs.deletion});
    return words * dearest < 1e9;
}

// Each utterance is laid down after the empty ones that stand before it in its queue.
std::vector<std::int32_t> order_all(const RouteProblem& problem, const std::vector<Move>& moves) {
    std::map<std::int32_t, std::vector<std::size_t>> waiting; // per queue, from the last to the first
    for (std::size_t u = problem.utterances.size(); u-- > 0;) waiting[problem.queue_of[u]].push_back(u);
    std::vector<std::int32_t> order;
    const auto lay_down = [&order](std::vector<std::size_t>& queue) {
        order.push_back(static_cast<std::int32_t>(queue.back()));
        queue.pop_back();
    };
    for (auto move = moves.rbegin(); move != moves.rend(); ++move) {
        auto& queue = waiting[problem.queue_of[move->utterance]];
        while (queue.back() != move->utterance) lay_down(queue);
        lay_down(queue);
    }
    for (auto& [number, queue] : waiting) {
        while (!queue.empty()) lay_down(queue);
    }
    return order;
}

Routing delete_all(const RouteProblem& problem) {
    Routing routing;
    routing.order = order_all(problem, {});
    routing.stream_of.assign(problem.utterances.size(), -1);
    for (const TimedWords& said : problem.utterances) {
        routing.cost += static_cast<std::int64_t>(said.words.size()) * problem.costs.deletion;
    }
    routing.lower_bound = routing.cost;
    return routing;
}

} // namespace

Routing route_plain(const RouteProblem& problem, const Budget& budget) {
    if (problem.streams.empty()) return delete_all(problem);
    const Search search = reduce(problem);
    Routing routing;
    const auto moves = fits_32_bits(problem) ? solve<std::int32_t>(problem, search, budget, routing)
                                             : solve<std::int64_t>(problem, search, budget, routing);
    routing.order = order_all(problem, moves);
    routing.stream_of.assign(problem.utterances.size(), 0);
    for (const Move move : moves) routing.stream_of[move.utterance] = static_cast<std::int32_t>(move.stream);
    return routing;
}

} // namespace hubbub::route
