#include "route/schedule.hpp"
#include "route/table/internal.hpp"

#include <cstdlib>
#include <limits>
#include <numeric>

namespace hubbub::route::table {
namespace {

using namespace in_tables;
using rows::abreast;

Axis axis_of(const TableLayout& layout, const Transition& transition, int j, const Band& next) {
    const Band& old = layout.band(transition.from, j);
    return {j, old.low, old.size(), next.high - old.low + 1, next.low - old.low};
}

bool closed(const TableLayout& layout) {
    return std::any_of(layout.bands.begin(), layout.bands.end(), [](const Band& band) { return band.empty(); });
}

} // namespace

Table::Table(const TableLayout& layout, bool plain, double cells)
    : layout_(layout), steps_(layout.problem.steps), ops_(rows::line_ops(plain)), streams_(layout.streams()),
      layers_{0}, layer_first_{0}, cost_{0} {
    for (const TimedWords& stream : layout.problem.stream) ordered_.push_back(in_order(stream.spans));
    layers_.reserve(static_cast<std::size_t>(cells));
}

// The costs of one word's pairs with `count` words of a stream, from `low` on. A forbidden pair costs a deletion; the
// insertion is free.
void Table::fill_pairs(int n, std::size_t word, int j, std::int32_t low, std::int32_t count, Small* to) {
    const TimedWords &utterance = layout_.words_of(n), &stream = layout_.problem.stream[j];
    const Token token = utterance.words[word];
    const Token* hypothesis = stream.words.data() + low;
    const auto match = static_cast<Small>(steps_.match), mismatch = static_cast<Small>(steps_.mismatch);
    const auto forbidden = static_cast<Small>(steps_.deletion);
    std::int32_t first = 0, end = count;
    if (!stream.spans.empty()) {
        const Span* spans = stream.spans.data() + low;
        const Span own = utterance.spans[word];
        while (first < count && !may_pair(own, spans[first])) to[first++] = forbidden;
        while (end > first && !may_pair(own, spans[end - 1])) to[--end] = forbidden;
        if (!ordered_[j]) {
            for (std::int32_t k = first; k < end; ++k) {
                to[k] = !may_pair(own, spans[k]) ? forbidden : hypothesis[k] == token ? match : mismatch;
            }
            return;
        }
    }
    for (std::int32_t k = first; k < end; ++k) to[k] = hypothesis[k] == token ? match : mismatch;
}

void Table::widen(std::size_t axis, const Small* from, Small* to) const {
    if (axis >= same_) { // after the first word, most tables are as wide as the last one
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

// The part of the wide table that the new one keeps.
Small* Table::keep(std::size_t axis, const Small* from, Small* to) const {
    if (axis >= uncut_) return std::copy_n(from, cells(axis), to);
    const Axis& own = axes_[axis];
    if (axis + 1 == axes_.size()) return std::copy(from + own.cut, from + own.wide, to);
    for (std::int32_t k = own.cut; k < own.wide; ++k) to = keep(axis + 1, from + k * own.stride, to);
    return to;
}

// The starts of the lines along an axis, without those that the new table does not need.
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
    const auto words = static_cast<std::int32_t>(layout_.words_of(n).size());
    const std::int32_t stream_words = own.wide - 1;
    pairs_.resize(static_cast<std::size_t>(words) * stream_words);
    for (std::int32_t p = 0; p < words; ++p)
        fill_pairs(n, p, own.stream, own.low, stream_words, &pairs_[p * stream_words]);
    buffer_.resize(static_cast<std::size_t>(own.wide + 8) * abreast);
    find_lines(axis);
    const rows::Along along{
        old_.data(),   best_.data(), own.wide, own.stride, pairs_.data(), words, static_cast<Small>(steps_.deletion),
        buffer_.data()};
    const auto count = static_cast<std::int32_t>(lines_.size());
    for (std::int32_t k = 0, taken = 0; k < count; k += taken) {
        const std::int32_t most = std::min(abreast, count - k);
        for (taken = 1; taken < most && lines_[k + taken] == lines_[k] + taken;) ++taken; // adjacent lines
        if (taken >= short_run) {
            ops_.together(along, lines_[k], taken);
        } else {
            ops_.apart(along, &lines_[k], taken = most);
        }
    }
}

// Sets up the wide table before the utterance, and memory for the one after it.
void Table::set_axes(const Transition& transition, std::span<const Band> next) {
    axes_.clear();
    for (int j = 0; j < streams_; ++j) {
        if (const Axis axis = axis_of(layout_, transition, j, next[j]); axis.size > 1 || axis.wide > 1)
            axes_.push_back(axis);
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
    widen(0, layers_.data() + layer_first_[transition.from], old_.data());
    best_.assign(wide_ + abreast, none);
}

void Table::delete_words(const Transition& transition) {
    const auto deleted = static_cast<Value>(layout_.words_of(transition.utterance).size()) * steps_.deletion;
    for (std::int32_t k = 0; k < wide_; ++k) best_[k] = static_cast<Small>(old_[k] + deleted);
}

void Table::lay_down(const Transition& transition, int only, std::span<const Band> next, std::vector<Small>& to) {
    set_axes(transition, next);
    bool pushed = false;
    for (std::size_t a = 0; a < axes_.size(); ++a) {
        const int stream = axes_[a].stream;
        if (!layout_.allows(transition.utterance, stream) || (only >= 0 && stream != only) || axes_[a].wide == 1)
            continue;
        push(transition.utterance, a);
        pushed = true;
    }
    if (!pushed) delete_words(transition); // on any stream
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

std::size_t Table::index_of(int n, const std::vector<std::int32_t>& cells) const {
    std::size_t at = 0;
    for (int j = 0; j < streams_; ++j) at = at * layout_.band(n, j).size() + (cells[j] - layout_.band(n, j).low);
    return layer_first_[n] + at;
}

// Whether the utterance went to stream j on the way to cell `end` of it, whatever the cells of the others. If so, sets
// j's cell before it in `cells`. `value` is counted as in the table before.
bool Table::trace_stream(const Transition& transition, int j, std::int32_t end, std::int64_t value,
                         std::vector<std::int32_t>& cells) {
    const Band band = layout_.band(transition.from, j);
    const std::int32_t stream_words = end - band.low;
    row_.assign(stream_words + 1, 0);
    pairs_.resize(stream_words);
    for (std::size_t p = layout_.words_of(transition.utterance).size(); p-- > 0;) {
        fill_pairs(transition.utterance, p, j, band.low, stream_words, pairs_.data());
        Value after = row_[stream_words], least = row_[stream_words] += steps_.deletion;
        for (std::int32_t k = stream_words; k-- > 0;) {
            const Value here = row_[k];
            row_[k] = least = std::min({least, after + pairs_[k], here + steps_.deletion});
            after = here;
        }
    }
    const std::int32_t elsewhere = cells[j];
    for (std::int32_t k = 0; k <= stream_words; ++k) {
        cells[j] = std::min(band.low + k, band.high);
        if (layers_[index_of(transition.from, cells)] + row_[k] == value) return true;
    }
    cells[j] = elsewhere;
    return false;
}

// Whether the best path to these cells came by this transition; if so, sets the cells before it and the stream.
bool Table::trace_transition(const Transition& transition, const std::vector<std::int32_t>& after,
                             std::vector<std::int32_t>& before, int& stream) {
    const std::int64_t value = layers_[index_of(transition.to, after)] + cost_[transition.to] - cost_[transition.from];
    bool allowed = false;
    for (int j = 0; j < streams_; ++j) {
        const Band& band = layout_.band(transition.from, j);
        before[j] = std::min(after[j], band.high);
        if (before[j] < band.low) return false;
    }
    for (stream = 0; stream < streams_; ++stream) {
        if (!layout_.allows(transition.utterance, stream)) continue;
        allowed = true;
        if (trace_stream(transition, stream, after[stream], value, before)) return true;
    }
    stream = 0;
    const auto deleted = static_cast<Value>(layout_.words_of(transition.utterance).size()) * steps_.deletion;
    return !allowed && layers_[index_of(transition.from, before)] + deleted == value;
}

std::vector<Move> Table::trace() {
    std::vector<Move> moves;
    std::vector<std::int32_t> after(streams_), before(streams_);
    int table = layout_.tables() - 1, stream = 0;
    for (int j = 0; j < streams_; ++j) after[j] = layout_.band(table, j).high;
    for (auto transition = layout_.transitions.rbegin(); transition != layout_.transitions.rend(); ++transition) {
        if (transition->to != table || !trace_transition(*transition, after, before, stream)) continue;
        moves.push_back({transition->utterance, stream});
        table = transition->from;
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

TableSize table_size(const TableLayout& layout) {
    constexpr double no_end = std::numeric_limits<double>::infinity();
    TableSize size;
    if (closed(layout)) return size;
    size.cells = 1;
    for (const Transition& transition : layout.transitions) {
        double all = 1, next = 1, along = 0, pushed = 0;
        for (int j = 0; j < layout.streams(); ++j) {
            const Axis axis = axis_of(layout, transition, j, layout.band(transition.to, j));
            const std::int32_t kept = axis.wide - axis.cut;
            all *= axis.wide;
            pushed = pushed * kept + (layout.allows(transition.utterance, j) ? next * axis.wide : 0);
            next *= kept;
            along += std::max(axis.wide, axis.size);
        }
        if (!fits(layout.problem, all, along, transition.utterance)) return {no_end, no_end, no_end};
        size.cells += next;
        size.widest = std::max(size.widest, all);
        size.work += all + pushed * layout.problem.length(transition.utterance);
    }
    return size;
}

Routed route_by_table(const TableLayout& layout, std::int64_t known, bool plain, const Watch& watch) {
    Routed found{{}, known};
    if (closed(layout)) return found;
    const TableSize size = table_size(layout);
    spend(step_cost::table_cells * static_cast<std::uint64_t>(size.work) / 16);
    Table table(layout, plain, size.cells);
    std::vector<Small> cells;
    for (const Transition& transition : layout.transitions) {
        if (transition.from % 64 == 0) watch.check();
        table.lay_down(transition, -1, layout.bands_of(transition.to), cells);
        table.add(cells, table.cost(transition.from));
    }
    const std::int64_t cost = table.cost(layout.tables() - 1) + layout.problem.base;
    if (cost >= known) return found;
    if (layout.streams() > 1) return {table.trace(), cost};
    for (const Transition& transition : layout.transitions) found.moves.push_back({transition.utterance, 0});
    return {found.moves, cost};
}

} // namespace hubbub::route::table
