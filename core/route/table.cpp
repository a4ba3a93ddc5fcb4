#include "table.hpp"

#include "simd.hpp"

#include <limits>
#include <numeric>

namespace hubbub::orc {
namespace {

using rows::abreast;
using rows::Small;

constexpr Small none = std::numeric_limits<Small>::max();

// One stream on the way from one table to the next. The wide table between them has the cells of both: what lies beyond
// the first is reached by insertions, and what lies before the second is cut off when all is done.
struct Axis {
    int stream = 0;
    std::int32_t low = 0;    // the first cell of the old and of the wide table
    std::int32_t size = 1;   // cells of the old table
    std::int32_t wide = 1;   // cells of the wide one
    std::int32_t cut = 0;    // those of the wide one that the new one leaves out, at its start
    std::int32_t stride = 1; // in the wide table
    std::int32_t from = 1;   // the stride in the old one
};

Axis axis_of(const Board& board, int n, int j) {
    const Band &old = board.band(n, j), &next = board.band(n + 1, j);
    return {j, old.low, old.size(), next.high - old.low + 1, next.low - old.low};
}

bool closed(const Board& board) {
    return std::any_of(board.bands.begin(), board.bands.end(), [](const Band& band) { return band.empty(); });
}

class Table {
  public:
    Table(const Board& board, bool plain)
        : board_(board), ops_(plain ? *rows::row_ops("plain") : rows::row_ops()), streams_(board.stream_count()) {}

    Candidate run(const Watch& watch);

  private:
    void start();
    void step(int n);
    void widen(std::size_t axis, const Small* from, Small* to) const;
    void keep(std::size_t axis, const Small* from);
    void push(int n, std::size_t axis);
    void carry(const Small* pairs, std::int32_t words);
    void find_lines(std::size_t axis);
    Small pair(int n, std::size_t word, int j, std::int32_t heard) const;
    std::size_t place(int n, const std::vector<std::int32_t>& cells) const;
    bool trace_stream(int n, int j, std::int32_t end, Value value, std::vector<std::int32_t>& cells);
    void trace(Candidate& found);

    const Board& board_;
    const rows::RowOps& ops_;
    const int streams_;
    std::vector<Small> layers_;            // all tables, one after the other
    std::vector<std::size_t> layer_first_; // where each begins
    std::vector<Value> fall_;              // what the last cell of each differs from that of the table before

    // Of the step at hand:
    std::vector<Axis> axes_; // those with more than one cell
    std::vector<Small> old_, best_, pairs_, buffer_;
    std::vector<std::int32_t> lines_;    // where the lines along an axis begin in the wide table
    std::int32_t stride_ = 1, wide_ = 1; // of that axis
    Value base_ = 0;
    std::vector<Value> row_;
};

Small Table::pair(int n, std::size_t word, int j, std::int32_t heard) const {
    const TimedWords &said = board_.utterances[n], &stream = board_.streams[j];
    if (!stream.spans.empty() && !may_pair(said.spans[word], stream.spans[heard])) // a deletion; the insertion is free
        return static_cast<Small>(board_.steps.deletion);
    return static_cast<Small>(board_.steps.pair(said.words[word], stream.words[heard]));
}

void Table::start() {
    std::size_t cells = 1;
    for (int j = 0; j < streams_; ++j) cells *= board_.band(0, j).size();
    layers_.assign(cells, 0);
    layer_first_ = {0};
    fall_ = {0};
}

void Table::widen(std::size_t axis, const Small* from, Small* to) const {
    if (axis == axes_.size()) {
        *to = *from;
        return;
    }
    const Axis& own = axes_[axis];
    const std::int32_t known = std::min(own.size, own.wide);
    if (axis + 1 == axes_.size()) {
        std::copy_n(from, known, to);
        std::fill(to + known, to + own.wide, from[known - 1]);
        return;
    }
    for (std::int32_t k = 0; k < known; ++k) widen(axis + 1, from + k * own.from, to + k * own.stride);
    for (std::int32_t k = known; k < own.wide; ++k)
        std::copy_n(to + (k - 1) * own.stride, own.stride, to + k * own.stride);
}

void Table::keep(std::size_t axis, const Small* from) {
    if (axis + 1 < axes_.size()) {
        const Axis& own = axes_[axis];
        for (std::int32_t k = own.cut; k < own.wide; ++k) keep(axis + 1, from + k * own.stride);
        return;
    }
    const Axis last = axes_.empty() ? Axis{} : axes_.back();
    for (std::int32_t k = last.cut; k < last.wide; ++k) layers_.push_back(static_cast<Small>(from[k] - base_));
}

// Where the lines along an axis begin: those that the new table does not need are left out as far as that is easy.
void Table::find_lines(std::size_t axis) {
    lines_ = {0};
    for (std::size_t a = 0; a < axes_.size(); ++a) {
        if (a == axis) continue;
        const Axis& other = axes_[a];
        const std::size_t count = lines_.size();
        const std::int32_t kept = other.wide - other.cut;
        lines_.resize(count * kept);
        for (std::size_t line = count; line-- > 0;) {
            const std::int32_t first = lines_[line] + other.cut * other.stride;
            for (std::int32_t k = 0; k < kept; ++k) lines_[line * kept + k] = first + k * other.stride;
        }
    }
}

// Sixteen lines at a time, side by side in the buffer.
void Table::carry(const Small* pairs, std::int32_t words) {
    const auto deletion = static_cast<Small>(board_.steps.deletion);
    const auto count = static_cast<std::int32_t>(lines_.size());
    buffer_.resize(static_cast<std::size_t>(wide_) * abreast);
    for (std::int32_t first = 0; first < count; first += abreast) {
        const std::int32_t some = std::min(abreast, count - first);
        const std::int32_t* at = &lines_[first];
        // Neighbours in the table are read and written at once.
        const bool together = some == abreast && at[abreast - 1] - at[0] == abreast - 1;
        for (std::int32_t k = 0; k < wide_; ++k) {
            const Small* from = old_.data() + k * stride_;
            Small* to = &buffer_[static_cast<std::size_t>(k) * abreast];
            if (together) {
                std::copy_n(from + at[0], abreast, to);
            } else {
                for (std::int32_t l = 0; l < some; ++l) to[l] = from[at[l]];
            }
        }
        ops_.lines(buffer_.data(), wide_, pairs, words, deletion);
        for (std::int32_t k = 0; k < wide_; ++k) {
            const Small* from = &buffer_[static_cast<std::size_t>(k) * abreast];
            Small* to = best_.data() + k * stride_;
            if (together) {
                for (std::int32_t l = 0; l < abreast; ++l) to[at[0] + l] = std::min(to[at[0] + l], from[l]);
            } else {
                for (std::int32_t l = 0; l < some; ++l) to[at[l]] = std::min(to[at[l]], from[l]);
            }
        }
    }
}

void Table::push(int n, std::size_t axis) {
    const Axis& own = axes_[axis];
    const std::size_t words = board_.utterances[n].size();
    pairs_.clear();
    for (std::size_t p = 0; p < words; ++p) {
        for (std::int32_t k = 0; k + 1 < own.wide; ++k) pairs_.push_back(pair(n, p, own.stream, own.low + k));
    }
    find_lines(axis);
    stride_ = own.stride;
    wide_ = own.wide;
    carry(pairs_.data(), static_cast<std::int32_t>(words));
}

void Table::step(int n) {
    axes_.clear();
    for (int j = 0; j < streams_; ++j) {
        if (const Axis axis = axis_of(board_, n, j); axis.size > 1 || axis.wide > 1) axes_.push_back(axis);
    }
    std::int32_t wide = 1, size = 1;
    for (std::size_t a = axes_.size(); a-- > 0;) {
        axes_[a].stride = wide;
        axes_[a].from = size;
        wide *= axes_[a].wide;
        size *= axes_[a].size;
    }
    old_.resize(wide);
    widen(0, layers_.data() + layer_first_[n], old_.data());
    best_.assign(wide, none);
    bool pushed = false;
    for (std::size_t a = 0; a < axes_.size(); ++a) {
        if (!board_.allows(n, axes_[a].stream) || axes_[a].wide == 1) continue;
        push(n, a);
        pushed = true;
    }
    if (!pushed) { // then its words can only be deleted, wherever it goes
        const auto deleted = static_cast<Value>(board_.utterances[n].size()) * board_.steps.deletion;
        for (std::int32_t k = 0; k < wide; ++k) best_[k] = static_cast<Small>(old_[k] + deleted);
    }
    base_ = best_.back();
    fall_.push_back(base_);
    layer_first_.push_back(layers_.size());
    keep(0, best_.data());
}

std::size_t Table::place(int n, const std::vector<std::int32_t>& cells) const {
    std::size_t at = 0;
    for (int j = 0; j < streams_; ++j) at = at * board_.band(n, j).size() + (cells[j] - board_.band(n, j).low);
    return layer_first_[n] + at;
}

// Did utterance n go to stream j, on the way to cell `end` of it and whatever cells the others stood at before? If so,
// `cells` says where j stood.
bool Table::trace_stream(int n, int j, std::int32_t end, Value value, std::vector<std::int32_t>& cells) {
    const Band band = board_.band(n, j);
    row_.assign(end - band.low + 1, 0);
    for (std::size_t p = board_.utterances[n].size(); p-- > 0;) {
        Value after = far, least = far;
        for (std::int32_t k = end - band.low; k >= 0; --k) {
            const Value here = row_[k];
            if (k < end - band.low) least = std::min(least, after + pair(n, p, j, band.low + k));
            row_[k] = least = std::min(least, here + board_.steps.deletion);
            after = here;
        }
    }
    const std::int32_t elsewhere = cells[j];
    for (std::int32_t k = 0; k <= end - band.low; ++k) {
        cells[j] = std::min(band.low + k, band.high);
        if (layers_[place(n, cells)] + row_[k] == value) return true;
    }
    cells[j] = elsewhere;
    return false;
}

void Table::trace(Candidate& found) {
    const int count = board_.utterance_count();
    std::vector<std::int32_t> after(streams_), before(streams_);
    for (int j = 0; j < streams_; ++j) after[j] = board_.band(count, j).high;
    for (int n = count; n-- > 0;) {
        const Value value = layers_[place(n + 1, after)] + fall_[n + 1];
        for (int j = 0; j < streams_; ++j) before[j] = std::min(after[j], board_.band(n, j).high);
        for (int j = 0; j < streams_; ++j) {
            if (!board_.allows(n, j) || !trace_stream(n, j, after[j], value, before)) continue;
            found.stream_of[n] = j;
            break;
        }
        after = before;
    }
}

Candidate Table::run(const Watch& watch) {
    Candidate found{std::vector<std::int32_t>(board_.utterance_count(), 0), far};
    start();
    for (int n = 0; n < board_.utterance_count(); ++n) {
        if (n % 64 == 0) watch.check();
        step(n);
    }
    found.cost = std::accumulate(fall_.begin(), fall_.end(), std::int64_t{0});
    if (streams_ > 1) trace(found);
    return found;
}

} // namespace

TableSize table_size(const Board& board) {
    constexpr TableSize endless{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    const Steps& steps = board.steps;
    const double word = steps.deletion + std::max({steps.deletion, std::abs(steps.match), std::abs(steps.mismatch)});
    TableSize size{1, 0};
    if (closed(board)) return size;
    for (int n = 0; n < board.utterance_count(); ++n) {
        const auto words = static_cast<double>(board.utterances[n].size());
        double all = 1, next = 1, lost = 0;
        for (int j = 0; j < board.stream_count(); ++j) {
            const Axis axis = axis_of(board, n, j);
            all *= axis.wide;
            next *= axis.wide - axis.cut;
            lost += static_cast<double>(board.slide) * std::max(axis.wide, axis.size);
        }
        if (all > 1 << 24 || lost + word * words > none / 2) return endless;
        size.cells += next;
        size.work += all;
        for (int j = 0; j < board.stream_count(); ++j) {
            const Axis axis = axis_of(board, n, j);
            if (board.allows(n, j)) size.work += next / (axis.wide - axis.cut) * axis.wide * words;
        }
    }
    return size;
}

Candidate route_board(const Board& board, const Watch& watch, bool plain) {
    if (closed(board)) return {std::vector<std::int32_t>(board.utterance_count(), 0), far};
    return Table(board, plain).run(watch);
}

} // namespace hubbub::orc
