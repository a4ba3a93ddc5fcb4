// Computes the matrix of two word sequences from top to bottom, in groups of rows, and traces the cheapest alignment
// back. A kernel does the arithmetic of a group. Of each group only its upper edge and, every few columns, the kernel's
// state are stored, so the traceback recomputes only the tiles that the alignment passes. In a small matrix these are
// nearly all tiles; there the first pass records everything.
#pragma once

#include "align/align.hpp"
#include "base/budget.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

namespace hubbub {

inline constexpr std::size_t block_columns = 64; // edges are cut into blocks of this many columns
inline constexpr std::size_t tile_blocks = 4;
inline constexpr std::size_t small_matrix = 16; // blocks of all groups

// The blocks of columns that are not pruned in a group of rows.
struct Band {
    std::size_t first, last;
    std::int64_t corner; // cost of its upper left cell

    bool empty() const { return first >= last; }
};

template <class Kernel> class Sweep {
  public:
    explicit Sweep(Kernel& kernel, double bytes = 64e6) : kernel_(kernel), bytes_(bytes) {}

    // Returns nothing if the kernel proves that every alignment costs more than its limit.
    std::optional<std::int64_t> distance() {
        auto edge = kernel_.top();
        const Band band = forward(0, kernel_.groups(), kernel_.first_band(edge), edge, false);
        if (band.empty()) return std::nullopt;
        return kernel_.cost(band, edge);
    }

    // Returns the steps from the last to the first. All groups are stored if memory allows; otherwise those of one part
    // at a time, and the sweep is repeated part by part from the stored edges.
    std::string steps_back(Words reference, Words hypothesis) {
        const std::size_t groups = kernel_.groups(), size = part_groups(hypothesis.size());
        std::vector<Start> parts{{0, {}, kernel_.top()}};
        parts[0].band = kernel_.first_band(parts[0].edge);
        while (parts.back().group + size < groups) {
            Start next = parts.back();
            next.band = forward(next.group, next.group + size, next.band, next.edge, false);
            next.group += size;
            parts.push_back(std::move(next));
        }
        Walk walk{reference, hypothesis, reference.size(), hypothesis.size(), {}};
        for (std::size_t end = groups; !parts.empty(); parts.pop_back()) {
            Start& part = parts.back();
            forward(part.group, end, part.band, part.edge, true);
            for (; !kept_.empty(); kept_.pop_back()) back(part.group + kept_.size() - 1, kept_.back(), walk);
            end = part.group;
        }
        walk.steps.append(walk.column, step::insertion);
        return std::move(walk.steps);
    }

  private:
    using Edge = typename Kernel::Edge;
    using State = typename Kernel::State;

    struct Start {
        std::size_t group;
        Band band;
        Edge edge;
    };

    struct Kept {
        Band band;
        Edge top;
        std::vector<State> states; // at the start of each tile; empty if the record has the whole group
        typename Kernel::Record record;
    };

    struct Walk {
        Words reference, hypothesis;
        std::size_t row, column;
        std::string steps;

        void insert() { steps.push_back(step::insertion), --column; }
        void remove() { steps.push_back(step::deletion), --row; }
        void pair() {
            const bool same = reference[--row] == hypothesis[--column];
            steps.push_back(same ? step::correct : step::substitution);
        }
    };

    std::size_t part_groups(std::size_t columns) const {
        const double group = static_cast<double>((columns / block_columns + 1) * kernel_.bytes_per_block());
        const double all = static_cast<double>(kernel_.groups());
        return static_cast<std::size_t>(std::clamp(std::max(bytes_ / group, std::sqrt(all)), 1.0, all));
    }

    // Sweeps groups `group` to `end`; returns the band below them, and replaces their upper edge by their lower one.
    Band forward(std::size_t group, std::size_t end, Band band, Edge& edge, bool keep) {
        const bool at_once = (end - group) * (band.last - band.first) <= small_matrix;
        for (; group < end && !band.empty(); ++group) {
            check_stop();
            kernel_.load(group);
            State state = kernel_.start();
            std::vector<State>* states = nullptr;
            typename Kernel::Record* record = nullptr;
            if (keep && at_once) {
                record = &kept_.emplace_back(Kept{band, {}, {}, {}}).record;
                kernel_.open(*record, band.first, band.last + Kernel::tail_blocks);
            } else if (keep) {
                states = &kept_.emplace_back(Kept{band, kernel_.part(edge, band), {}, {}}).states;
            }
            for (std::size_t block = band.first; block < band.last; block += tile_blocks) {
                if (states != nullptr) states->push_back(state);
                kernel_.run(state, block, std::min(block + tile_blocks, band.last), band.first, edge, record);
            }
            kernel_.finish(state, band, edge, record);
            band = kernel_.below(group, band, edge);
        }
        return band;
    }

    // Traces back through one group. No cheapest alignment leaves its band.
    void back(std::size_t group, Kept& kept, Walk& walk) {
        const std::size_t above = kernel_.first_row(group), left = kept.band.first * block_columns;
        const bool recorded = kept.states.empty();
        // Tiles from this block on are in the record.
        std::size_t replayed = recorded ? kept.band.first : kept.band.last + Kernel::tail_blocks;
        if (!recorded) kernel_.load(group);
        while (walk.row > above) {
            if (walk.column == left) {
                walk.remove();
                continue;
            }
            const std::size_t row = kernel_.row_in_group(walk.row);
            const std::size_t time = walk.column - 1 + Kernel::lag(row), block = time / block_columns;
            if (block < replayed) {
                const std::size_t tile = std::min((block - kept.band.first) / tile_blocks, kept.states.size() - 1);
                replayed = kept.band.first + tile * tile_blocks;
                kernel_.open(kept.record, replayed, block + 1);
                State state = kept.states[tile];
                kernel_.run(state, replayed, block + 1, replayed, kept.top, &kept.record);
            }
            if (kept.record.inserted(time, row)) {
                walk.insert();
            } else if (kept.record.deleted(time, row)) {
                walk.remove();
            } else {
                walk.pair();
            }
        }
    }

    Kernel& kernel_;
    double bytes_; // memory for one part, approximately
    std::vector<Kept> kept_;
};

} // namespace hubbub
