// The textbook dynamic program: the lowest cost of every state, which is a position in each queue and in each stream.
#include "route/full_table.hpp"

#include "route/problem/problem.hpp"
#include "route/run/run.hpp"
#include "route/schedule.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <stdexcept>

namespace hubbub::route {
namespace {

// Several lines of cells along a stream, at one position of it: enough lines that compilers vectorize the loops over
// them.
constexpr std::size_t lanes = 32;
template <class Cell> using Lines = std::array<Cell, lanes>;

// A pair that the time rule forbids costs a deletion; the insertion is free.
Value pair_step(const TimedWords& utterance, std::size_t i, const TimedWords& stream, std::size_t k,
                const Steps& steps) {
    if (!utterance.spans.empty() && !may_pair(utterance.spans[i], stream.spans[k])) return steps.deletion;
    return steps.pair(utterance.words[i], stream.words[k]);
}

// One reference word, along the whole stream.
template <class Cell>
void advance(Lines<Cell>* cells, const TimedWords& utterance, std::size_t i, const TimedWords& stream,
             const Steps& steps) {
    const Cell deletion = steps.deletion;
    Lines<Cell> diagonal = *cells, here;
    for (std::size_t x = 0; x < lanes; ++x) here[x] = diagonal[x] + deletion;
    *cells = here;
    for (std::size_t k = 0; k < stream.words.size(); ++k) {
        const Cell paired = pair_step(utterance, i, stream, k, steps);
        const Lines<Cell> above = *++cells;
        for (std::size_t x = 0; x < lanes; ++x) {
            const Cell reached = std::min<Cell>(above[x] + deletion, diagonal[x] + paired);
            here[x] = std::min<Cell>(reached, here[x]);
        }
        *cells = here;
        diagonal = above;
    }
}

template <class Cell> class FullTable {
  public:
    FullTable(const Problem& problem, const Budget& budget) : problem_(problem), watch_(budget) {
        double needed = sizeof(Cell);
        for (const auto& queue : problem.queue) needed *= static_cast<double>(queue.size() + 1);
        for (const TimedWords& stream : problem.stream) needed *= static_cast<double>(stream.size() + 1);
        if (needed > static_cast<double>(budget.bytes) || needed > 4e18) throw TooLarge(needed, budget.bytes);

        for (const auto& queue : problem.queue) {
            queue_stride_.push_back(nodes_);
            nodes_ *= queue.size() + 1;
        }
        stride_.resize(problem.streams);
        for (std::size_t axis = stride_.size(); axis-- > 0;) {
            stride_[axis] = volume_;
            volume_ *= length(axis) + 1;
        }
        cells_.reset(new Cell[nodes_ * volume_]);
    }

    Cell fill() {
        std::fill_n(tensor(0), volume_, 0); // no utterance is routed yet
        for (std::size_t node = 1; node < nodes_; ++node) {
            std::fill_n(tensor(node), volume_, std::numeric_limits<Cell>::max());
            for (std::size_t q = 0; q < problem_.queue.size(); ++q) {
                if (position_of(node, q) == 0) continue;
                const std::size_t before = node - queue_stride_[q];
                const TimedWords& utterance = problem_.utterances[problem_.queue[q][position_of(before, q)]].words;
                for (std::size_t axis = 0; axis < stride_.size(); ++axis) push(before, utterance, axis, node);
            }
        }
        return cells_[nodes_ * volume_ - 1];
    }

    std::vector<Move> trace() const {
        std::vector<Move> moves;
        std::size_t node = nodes_ - 1, position = volume_ - 1;
        while (node > 0) moves.push_back(step_back(node, position));
        std::reverse(moves.begin(), moves.end());
        return moves;
    }

  private:
    using Starts = std::array<std::size_t, lanes>; // offsets of some lines in a tensor

    std::size_t length(std::size_t axis) const { return problem_.stream[axis].size(); }
    std::size_t position_of(std::size_t node, std::size_t q) const {
        return node / queue_stride_[q] % (problem_.queue[q].size() + 1);
    }
    std::size_t position_on(std::size_t position, std::size_t axis) const {
        return position / stride_[axis] % (length(axis) + 1);
    }
    Cell* tensor(std::size_t node) { return &cells_[node * volume_]; }
    const Cell* tensor(std::size_t node) const { return &cells_[node * volume_]; }

    // Appends an utterance to one stream, from all states of `before` at once. The lines of the tensor along the
    // stream's axis are independent and are processed side by side.
    void push(std::size_t before, const TimedWords& utterance, std::size_t axis, std::size_t node) {
        const TimedWords& stream = problem_.stream[axis];
        const std::size_t stride = stride_[axis], positions = stream.words.size() + 1, lines = volume_ / positions;
        line_.resize(positions);
        for (std::size_t first = 0; first < lines; first += lanes) {
            spend(step_cost::full_cell * positions * utterance.words.size());
            watch_.check();
            Starts start; // beyond the last line: the last one again
            for (std::size_t x = 0; x < lanes; ++x) {
                const std::size_t line = std::min(first + x, lines - 1);
                start[x] = line / stride * stride * positions + line % stride;
            }
            // Lines that are contiguous in memory are copied together.
            const bool whole = first + lanes <= lines && start[lanes - 1] - start[0] == lanes - 1;
            gather(tensor(before), start, stride, whole);
            for (std::size_t i = 0; i < utterance.words.size(); ++i)
                advance(line_.data(), utterance, i, stream, problem_.steps);
            scatter(tensor(node), start, stride, whole);
        }
    }

    void gather(const Cell* cells, const Starts& start, std::size_t stride, bool whole) {
        for (Lines<Cell>& lines : line_) {
            if (whole) {
                std::copy_n(cells + start[0], lanes, lines.begin());
            } else {
                for (std::size_t x = 0; x < lanes; ++x) lines[x] = cells[start[x]];
            }
            cells += stride;
        }
    }

    void scatter(Cell* cells, const Starts& start, std::size_t stride, bool whole) const {
        for (const Lines<Cell>& lines : line_) {
            if (whole) {
                Cell* goal = cells + start[0];
                for (std::size_t x = 0; x < lanes; ++x) goal[x] = std::min(goal[x], lines[x]);
            } else {
                for (std::size_t x = 0; x < lanes; ++x) cells[start[x]] = std::min(cells[start[x]], lines[x]);
            }
            cells += stride;
        }
    }

    // The move into this state, from the first possible queue and on the first possible stream; steps node and position
    // back over it.
    Move step_back(std::size_t& node, std::size_t& position) const {
        const Cell goal = tensor(node)[position];
        for (std::size_t q = 0; q < problem_.queue.size(); ++q) {
            if (position_of(node, q) == 0) continue;
            const std::size_t before = node - queue_stride_[q];
            const std::int32_t n = problem_.queue[q][position_of(before, q)];
            for (std::size_t axis = 0; axis < stride_.size(); ++axis) {
                const std::size_t used = position_on(position, axis);
                const std::size_t origin = position - used * stride_[axis];
                const auto start = start_of(tensor(before) + origin, axis, used, problem_.utterances[n].words, goal);
                if (start > used) continue;
                node = before;
                position = origin + start * stride_[axis];
                return {n, static_cast<std::int32_t>(axis)};
            }
        }
        throw std::logic_error("no move leads to a cells that was reached");
    }

    // The cell at which an utterance started that ends at `used` with cost `goal`; beyond `used` if there is none.
    std::size_t start_of(const Cell* line, std::size_t axis, std::size_t used, const TimedWords& utterance,
                         Cell goal) const {
        const TimedWords& stream = problem_.stream[axis];
        const Cell deletion = problem_.steps.deletion;
        const std::size_t width = used + 1;
        std::vector<Cell> cell((utterance.words.size() + 1) * width);
        for (std::size_t k = 0; k < width; ++k) cell[k] = line[k * stride_[axis]];
        for (std::size_t i = 1; i <= utterance.words.size(); ++i) {
            const Cell* above = &cell[(i - 1) * width];
            Cell* row = &cell[i * width];
            row[0] = above[0] + deletion;
            for (std::size_t k = 1; k < width; ++k) {
                const Cell paired = above[k - 1] + pair_step(utterance, i - 1, stream, k - 1, problem_.steps);
                row[k] = std::min<Cell>({paired, above[k] + deletion, row[k - 1]});
            }
        }
        if (cell.back() != goal) return width;
        std::size_t k = used;
        for (std::size_t i = utterance.words.size(); i > 0;) {
            const Cell here = cell[i * width + k];
            if (k > 0 && cell[i * width + k - 1] == here) {
                --k;
            } else if (cell[--i * width + k] + deletion != here) {
                --k;
            }
        }
        return k;
    }

    const Problem& problem_;
    const Watch watch_;
    std::vector<std::size_t> queue_stride_, stride_;
    std::size_t nodes_ = 1, volume_ = 1; // positions in the queues, positions in the streams
    std::unique_ptr<Cell[]> cells_;      // those of a node are initialized when it is filled
    std::vector<Lines<Cell>> line_;      // along a stream
};

template <class Cell> Routed solve(const Problem& problem, const Budget& budget) {
    FullTable<Cell> table(problem, budget);
    const std::int64_t cost = table.fill() + problem.base;
    return {table.trace(), cost};
}

bool fits_32_bits(const Problem& problem) {
    const Steps& steps = problem.steps;
    const double dearest =
        std::max({std::abs(1.0 * steps.match), std::abs(1.0 * steps.mismatch), 1.0 * steps.deletion});
    double words = 1;
    for (const TimedWords& stream : problem.stream) words += static_cast<double>(stream.size());
    return (words + static_cast<double>(problem.reference_words())) * dearest < 1e9;
}

} // namespace

Routing route_full_table(const RouteProblem& input, const Budget& budget) {
    const Problem problem = make_problem(input);
    if (problem.trivial()) return trivial_routing(input);
    const Routed found =
        fits_32_bits(problem) ? solve<std::int32_t>(problem, budget) : solve<std::int64_t>(problem, budget);
    Routing routing = make_routing(input, problem, found);
    routing.lower_bound = routing.cost;
    return routing;
}

} // namespace hubbub::route
