#include "route/schedule.hpp"
#include "route/table/inside.hpp"

#include <cstdlib>
#include <limits>
#include <numeric>

namespace hubbub::route::table {
namespace {

using namespace in_tables;
using rows::abreast;

Axis axis_of(const Board& board, const Lay& lay, int j, const Band& next) {
    const Band& old = board.band(lay.from, j);
    return {j, old.low, old.size(), next.high - old.low + 1, next.low - old.low};
}

bool closed(const Board& board) {
    return std::any_of(board.bands.begin(), board.bands.end(), [](const Band& band) { return band.empty(); });
}

} // namespace

Table::Table(const Board& board, bool plain, double cells)
    : board_(board), steps_(board.problem.steps), ops_(rows::line_ops(plain)), streams_(board.streams()), layers_{0},
      layer_first_{0}, cost_{0} {
    for (const TimedWords& stream : board.problem.stream) ordered_.push_back(in_order(stream.spans));
    layers_.reserve(static_cast<std::size_t>(cells));
}

// The costs of one word's pairs with `count` words of a stream, from `low` on. A pair that time forbids costs what it
// comes to: a deletion, and the insertion is free.
void Table::fill_pairs(int n, std::size_t word, int j, std::int32_t low, std::int32_t count, Small* to) {
    const TimedWords &said = board_.said(n), &stream = board_.problem.stream[j];
    const Token token = said.words[word];
    const Token* heard = stream.words.data() + low;
    const auto match = static_cast<Small>(steps_.match), mismatch = static_cast<Small>(steps_.mismatch);
    const auto forbidden = static_cast<Small>(steps_.deletion);
    std::int32_t first = 0, end = count;
    if (!stream.spans.empty()) {
        const Span* spans = stream.spans.data() + low;
        const Span own = said.spans[word];
        while (first < count && !may_pair(own, spans[first])) to[first++] = forbidden;
        while (end > first && !may_pair(own, spans[end - 1])) to[--end] = forbidden;
        if (!ordered_[j]) {
            for (std::int32_t k = first; k < end; ++k) {
                to[k] = !may_pair(own, spans[k]) ? forbidden : heard[k] == token ? match : mismatch;
            }
            return;
        }
    }
    for (std::int32_t k = first; k < end; ++k) to[k] = heard[k] == token ? match : mismatch;
}

void Table::widen(std::size_t axis, const Small* from, Small* to) const {
    if (axis >= same_) { // one word after the other, most tables are as wide as the last one
        std::copy_n(from, cells(axis), to);
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

// What the new table has of the wide one.
Small* Table::keep(std::size_t axis, const Small* from, Small* to) const {
    if (axis >= uncut_) return std::copy_n(from, cells(axis), to);
    const Axis& own = axes_[axis];
    if (axis + 1 == axes_.size()) return std::copy(from + own.cut, from + own.wide, to);
    for (std::int32_t k = own.cut; k < own.wide; ++k) to = keep(axis + 1, from + k * own.stride, to);
    return to;
}

// Where the lines along an axis begin. Those that the new table does not need are left out.
void Table::find_lines(std::size_t axis) {
    lines_ = {0};
    for (std::size_t a = 0; a < axes_.size(); ++a) {
        if (a == axis) continue;
        const Axis& other = axes_[a];
        const std::size_t count = lines_.size(), kept = other.wide - other.cut;
        lines_.resize(count * kept);
        for (std::size_t line = count; line-- > 0;) {
            const std::int32_t first = lines_[line] + other.cut * other.stride;
            for (std::size_t k = kept; k-- > 0;)
                lines_[line * kept + k] = first + static_cast<std::int32_t>(k) * other.stride;
        }
    }
}

void Table::push(int n, std::size_t axis) {
    const Axis& own = axes_[axis];
    const auto words = static_cast<std::int32_t>(board_.said(n).size());
    const std::int32_t heard = own.wide - 1;
    pairs_.resize(static_cast<std::size_t>(words) * heard);
    for (std::int32_t p = 0; p < words; ++p) fill_pairs(n, p, own.stream, own.low, heard, &pairs_[p * heard]);
    buffer_.resize(static_cast<std::size_t>(own.wide + 8) * abreast);
    find_lines(axis);
    const rows::Along along{
        old_.data(),   best_.data(), own.wide, own.stride, pairs_.data(), words, static_cast<Small>(steps_.deletion),
        buffer_.data()};
    const auto count = static_cast<std::int32_t>(lines_.size());
    for (std::int32_t k = 0, taken = 0; k < count; k += taken) {
        const std::int32_t most = std::min(abreast, count - k);
        for (taken = 1; taken < most && lines_[k + taken] == lines_[k] + taken;) ++taken; // neighbours
        if (taken >= short_run) {
            ops_.together(along, lines_[k], taken);
        } else {
            ops_.apart(along, &lines_[k], taken = most);
        }
    }
}

// The wide table before the utterance, and room for the one after it.
void Table::set_axes(const Lay& lay, std::span<const Band> next) {
    axes_.clear();
    for (int j = 0; j < streams_; ++j) {
        if (const Axis axis = axis_of(board_, lay, j, next[j]); axis.size > 1 || axis.wide > 1) axes_.push_back(axis);
    }
    std::int32_t size = 1;
    wide_ = 1;
    for (std::size_t a = axes_.size(); a-- > 0;) {
        axes_[a].stride = wide_;
        axes_[a].from = size;
        wide_ *= axes_[a].wide;
        size *= axes_[a].size;
    }
    same_ = uncut_ = axes_.size();
    while (same_ > 0 && axes_[same_ - 1].size == axes_[same_ - 1].wide) --same_;
    while (uncut_ > 0 && axes_[uncut_ - 1].cut == 0) --uncut_;
    old_.resize(wide_ + abreast); // some are read beyond the end
    widen(0, layers_.data() + layer_first_[lay.from], old_.data());
    best_.assign(wide_ + abreast, none);
}

void Table::delete_words(const Lay& lay) {
    const auto deleted = static_cast<Value>(board_.said(lay.utterance).size()) * steps_.deletion;
    for (std::int32_t k = 0; k < wide_; ++k) best_[k] = static_cast<Small>(old_[k] + deleted);
}

void Table::lay_down(const Lay& lay, int only, std::span<const Band> next, std::vector<Small>& to) {
    set_axes(lay, next);
    bool pushed = false;
    for (std::size_t a = 0; a < axes_.size(); ++a) {
        const int stream = axes_[a].stream;
        if (!board_.allows(lay.utterance, stream) || (only >= 0 && stream != only) || axes_[a].wide == 1) continue;
        push(lay.utterance, a);
        pushed = true;
    }
    if (!pushed) delete_words(lay); // wherever it goes
    std::size_t kept = 1;
    for (const Band& band : next) kept *= band.size();
    to.resize(kept);
    keep(0, best_.data(), to.data());
}

void Table::add(const std::vector<Small>& cells, std::int64_t base) {
    const Small last = cells.empty() ? 0 : cells.back();
    cost_.push_back(base + last);
    layer_first_.push_back(layers_.size());
    layers_.resize(layers_.size() + cells.size());
    std::transform(cells.begin(), cells.end(), layers_.data() + layer_first_.back(),
                   [=](Small cell) { return static_cast<Small>(std::min<Value>(cell - last, beyond)); });
}

std::size_t Table::place(int n, const std::vector<std::int32_t>& cells) const {
    std::size_t at = 0;
    for (int j = 0; j < streams_; ++j) at = at * board_.band(n, j).size() + (cells[j] - board_.band(n, j).low);
    return layer_first_[n] + at;
}

// Did the utterance go to stream j, on the way to cell `end` of it and whatever cells the others stood at before? If
// so, `cells` says where j stood. `value` is counted as the table before counts.
bool Table::trace_stream(const Lay& lay, int j, std::int32_t end, std::int64_t value,
                         std::vector<std::int32_t>& cells) {
    const Band band = board_.band(lay.from, j);
    const std::int32_t heard = end - band.low;
    row_.assign(heard + 1, 0);
    pairs_.resize(heard);
    for (std::size_t p = board_.said(lay.utterance).size(); p-- > 0;) {
        fill_pairs(lay.utterance, p, j, band.low, heard, pairs_.data());
        Value after = row_[heard], least = row_[heard] += steps_.deletion;
        for (std::int32_t k = heard; k-- > 0;) {
            const Value here = row_[k];
            row_[k] = least = std::min({least, after + pairs_[k], here + steps_.deletion});
            after = here;
        }
    }
    const std::int32_t elsewhere = cells[j];
    for (std::int32_t k = 0; k <= heard; ++k) {
        cells[j] = std::min(band.low + k, band.high);
        if (layers_[place(lay.from, cells)] + row_[k] == value) return true;
    }
    cells[j] = elsewhere;
    return false;
}

// Did the best way to these cells come by this lay? If so, from which, and along which stream?
bool Table::trace_lay(const Lay& lay, const std::vector<std::int32_t>& after, std::vector<std::int32_t>& before,
                      int& stream) {
    const std::int64_t value = layers_[place(lay.to, after)] + cost_[lay.to] - cost_[lay.from];
    bool allowed = false;
    for (int j = 0; j < streams_; ++j) {
        const Band& band = board_.band(lay.from, j);
        before[j] = std::min(after[j], band.high);
        if (before[j] < band.low) return false;
    }
    for (stream = 0; stream < streams_; ++stream) {
        if (!board_.allows(lay.utterance, stream)) continue;
        allowed = true;
        if (trace_stream(lay, stream, after[stream], value, before)) return true;
    }
    stream = 0;
    const auto deleted = static_cast<Value>(board_.said(lay.utterance).size()) * steps_.deletion;
    return !allowed && layers_[place(lay.from, before)] + deleted == value;
}

std::vector<Move> Table::trace() {
    std::vector<Move> moves;
    std::vector<std::int32_t> after(streams_), before(streams_);
    int table = board_.tables() - 1, stream = 0;
    for (int j = 0; j < streams_; ++j) after[j] = board_.band(table, j).high;
    for (auto lay = board_.lays.rbegin(); lay != board_.lays.rend(); ++lay) {
        if (lay->to != table || !trace_lay(*lay, after, before, stream)) continue;
        moves.push_back({lay->utterance, stream});
        table = lay->from;
        after = before;
    }
    if (table != 0) moves.clear();
    std::reverse(moves.begin(), moves.end());
    return moves;
}

bool fits(const Problem& problem, double cells, double along, int n) {
    const Steps& steps = problem.steps;
    const double word = steps.deletion + std::max({steps.deletion, std::abs(steps.match), std::abs(steps.mismatch)});
    return cells <= most_cells && problem.slide * along + word * problem.length(n) <= beyond;
}

TableSize table_size(const Board& board) {
    constexpr double no_end = std::numeric_limits<double>::infinity();
    TableSize size;
    if (closed(board)) return size;
    size.cells = 1;
    for (const Lay& lay : board.lays) {
        double all = 1, next = 1, along = 0, pushed = 0;
        for (int j = 0; j < board.streams(); ++j) {
            const Axis axis = axis_of(board, lay, j, board.band(lay.to, j));
            const std::int32_t kept = axis.wide - axis.cut;
            all *= axis.wide;
            pushed = pushed * kept + (board.allows(lay.utterance, j) ? next * axis.wide : 0);
            next *= kept;
            along += std::max(axis.wide, axis.size);
        }
        if (!fits(board.problem, all, along, lay.utterance)) return {no_end, no_end, no_end};
        size.cells += next;
        size.widest = std::max(size.widest, all);
        size.work += all + pushed * board.problem.length(lay.utterance);
    }
    return size;
}

Routed route_board(const Board& board, std::int64_t known, bool plain, const Watch& watch) {
    Routed found{{}, known};
    if (closed(board)) return found;
    const TableSize size = table_size(board);
    spend(static_cast<std::uint64_t>(size.work / 6 + size.cells));
    Table table(board, plain, size.cells);
    std::vector<Small> cells;
    for (const Lay& lay : board.lays) {
        if (lay.from % 64 == 0) watch.check();
        table.lay_down(lay, -1, board.bands_of(lay.to), cells);
        table.add(cells, table.cost(lay.from));
    }
    const std::int64_t cost = table.cost(board.tables() - 1) + board.problem.base;
    if (cost >= known) return found;
    if (board.streams() > 1) return {table.trace(), cost};
    for (const Lay& lay : board.lays) found.moves.push_back({lay.utterance, 0});
    return {found.moves, cost};
}

} // namespace hubbub::route::table
