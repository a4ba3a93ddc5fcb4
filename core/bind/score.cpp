// Scoring for Python: takes a plan and two sides, returns an outcome (outcome.cpp). All work is done without the
// interpreter's lock.
#include "corpus/score.hpp"
#include "bind/bindings.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <tuple>

using namespace nb::literals;

namespace hubbub {

namespace {

template <class Value, std::size_t size>
Value named(std::string_view name, const std::array<std::pair<std::string_view, Value>, size>& known) {
    for (const auto& [known_name, value] : known)
        if (known_name == name) return value;
    throw nb::value_error("unknown name");
}

Metric metric(std::string_view solver, bool queue_per_speaker, bool by_word, bool swapped, bool timed,
              bool takes_choices, bool by_channel) {
    using Solver = Metric::Solver;
    constexpr std::array<std::pair<std::string_view, Solver>, 6> solvers{{{"align", Solver::align},
                                                                          {"each", Solver::each},
                                                                          {"pair_named", Solver::pair_named},
                                                                          {"pair_best", Solver::pair_best},
                                                                          {"route", Solver::route},
                                                                          {"asclite", Solver::asclite}}};
    return {named(solver, solvers), queue_per_speaker, by_word, swapped, timed, takes_choices, by_channel};
}

Recipe recipe(std::string_view order, bool timed, std::string_view share, bool points, bool only_own,
              std::optional<double> collar, bool whole) {
    constexpr std::array<std::pair<std::string_view, Order>, 4> orders{
        {{"segment", Order::segment}, {"word", Order::word}, {"none", Order::none}, {"strict", Order::strict}}};
    constexpr std::array<std::pair<std::string_view, Share::By>, 3> shares{
        {{"letters", Share::letters}, {"equal", Share::equal}, {"whole", Share::whole}}};
    if (collar && !timed) throw nb::value_error("a collar requires times");
    return {named(order, orders), timed, {named(share, shares), points}, only_own, collar, whole};
}

using UnitTimes = std::vector<std::pair<std::int32_t, std::optional<std::vector<double>>>>;
using Shapes = std::vector<std::pair<std::int32_t, std::string>>;

std::shared_ptr<Source> source(std::shared_ptr<Columns> columns, std::shared_ptr<Texts> texts,
                               std::shared_ptr<Texts> keys, const UnitTimes& unit_times, const Shapes& shapes) {
    auto source = std::make_shared<Source>();
    for (const auto& other : {texts, keys})
        if (other != nullptr && other->size() != columns->size())
            throw nb::value_error("texts must be as many as segments");
    if (columns->size() > most_words) throw std::length_error("too many segments");
    std::int64_t before = -1;
    const auto check_place = [&](std::int32_t segment) {
        if (segment <= before || static_cast<std::size_t>(segment) >= columns->size())
            throw nb::value_error("segments must be in ascending order");
        before = segment;
    };
    for (const auto& [segment, times] : unit_times) {
        check_place(segment);
        if (times && times->size() % 2 != 0) throw nb::value_error("times must have a start and an end for each unit");
    }
    before = -1;
    for (const auto& [segment, shape] : shapes) check_place(segment);
    source->sessions = columns->by_session();
    source->columns = std::move(columns);
    source->texts = std::move(texts);
    source->keys = std::move(keys);
    for (const auto& [segment, times] : unit_times) {
        source->unit_segments.push_back(segment);
        source->unit_times_known.push_back(times.has_value());
        if (times) source->unit_seconds.insert(source->unit_seconds.end(), times->begin(), times->end());
        source->unit_times_at.push_back(source->unit_seconds.size());
    }
    for (const auto& [segment, shape] : shapes) {
        source->chosen_segments.push_back(segment);
        source->shapes.push_back(shape);
    }
    return source;
}

// Sessions by number, and their regions.
using Regions = std::vector<std::tuple<std::size_t, double, double, std::optional<std::string>>>;

using Pairs = std::vector<std::pair<std::int32_t, std::int32_t>>;

std::vector<Corpus::Pair> session_pairs(const std::optional<Pairs>& pairs, std::int32_t reference_count,
                                        std::int32_t hypothesis_count) {
    std::vector<Corpus::Pair> all;
    if (!pairs) {
        for (std::int32_t i = 0; i < reference_count; ++i) all.push_back({i, i < hypothesis_count ? i : -1});
        return all;
    }
    for (const auto& [reference, hypothesis] : *pairs) {
        if (reference < -1 || reference >= reference_count || hypothesis < -1 || hypothesis >= hypothesis_count)
            throw nb::index_error();
        all.push_back({reference, hypothesis});
    }
    return all;
}

void exclude(Corpus& corpus, const Regions& reference_ignored, const Regions& hypothesis_ignored,
             const Regions& reference_uem, const Regions& hypothesis_uem) {
    for (const auto& [session, start, end, channel] : reference_ignored)
        corpus.excluded[session].reference.push_back({start, end, channel});
    for (const auto& [session, start, end, channel] : hypothesis_ignored)
        corpus.excluded[session].hypothesis.push_back({start, end, channel});
    const auto add_uem = [&](const Regions& regions, auto member) {
        for (const auto& [session, start, end, channel] : regions) {
            auto& session_regions = corpus.excluded[session].*member;
            if (!session_regions) session_regions.emplace();
            session_regions->push_back({start, end, channel});
        }
    };
    add_uem(reference_uem, &Corpus::Excluded::reference_uem);
    add_uem(hypothesis_uem, &Corpus::Excluded::hypothesis_uem);
}

std::shared_ptr<Outcome> score(std::shared_ptr<Plan> plan, std::shared_ptr<Source> reference,
                               std::shared_ptr<Source> hypothesis, const std::optional<Pairs>& pairs,
                               const Regions& reference_ignored, const Regions& hypothesis_ignored,
                               const Regions& reference_uem, const Regions& hypothesis_uem, const nb::object& progress,
                               bool keep_contents) {
    auto corpus = std::make_shared<Corpus>();
    corpus->reference = std::move(reference);
    corpus->hypothesis = std::move(hypothesis);
    corpus->sessions = session_pairs(pairs, static_cast<std::int32_t>(corpus->reference->sessions->names.size()),
                                     static_cast<std::int32_t>(corpus->hypothesis->sessions->names.size()));
    exclude(*corpus, reference_ignored, hypothesis_ignored, reference_uem, hypothesis_uem);
    auto outcome = std::make_shared<Outcome>(std::move(corpus), std::move(plan), keep_contents);
    const Look look = [&](std::size_t done, std::size_t total, const std::optional<Running>& running) {
        const nb::gil_scoped_acquire acquire;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        if (progress.is_none()) return;
        if (running)
            progress(done, total, running->stage, running->session, outcome);
        else
            progress(done, total, nb::none(), 0, outcome);
    };
    const nb::gil_scoped_release release;
    try {
        outcome->run(look);
    } catch (nb::python_error& error) { // the exception carries the results so far
        const nb::gil_scoped_acquire acquire;
        nb::setattr(error.value(), "outcome", nb::cast(outcome));
        throw;
    }
    return outcome;
}

void bind_plan(nb::module_& m) {
    nb::class_<Metric>(m, "Metric", "The definition of a word error metric.")
        .def(nb::new_(&metric), "solver"_a, "queue_per_speaker"_a, "by_word"_a, "swapped"_a, "timed"_a,
             "takes_choices"_a, "by_channel"_a = false);
    nb::class_<Recipe>(m, "Recipe", "The preparation of one side.")
        .def(nb::new_(&recipe), "order"_a, "timed"_a, "share"_a, "points"_a, "only_own"_a, "collar"_a.none(),
             "whole"_a);
    nb::class_<Plan>(m, "Plan", "The input of a scoring run.")
        .def(
            "__init__",
            [](Plan* self, std::vector<Metric> metrics, const Recipe& reference, const Recipe& hypothesis,
               const Costs& costs, bool optional_words, bool fragments, std::int32_t overlap_limit, bool gaps,
               std::uint64_t memory, std::size_t searches, double seconds, double work, std::size_t threads) {
                const bool timed = reference.collar && hypothesis.collar;
                for (const Metric& metric : metrics)
                    if (metric.timed && !timed) throw nb::value_error("a timed metric requires a collar");
                new (self) Plan{std::move(metrics),    reference, hypothesis, costs,   optional_words, fragments,
                                {overlap_limit, gaps}, memory,    searches,   seconds, work,           threads};
            },
            "metrics"_a, "reference"_a, "hypothesis"_a, "costs"_a, "optional_words"_a, "fragments"_a, "overlap_limit"_a,
            "gaps"_a, "memory"_a, "searches"_a, "seconds"_a, "work"_a, "threads"_a);
}

void bind_source(nb::module_& m) {
    nb::class_<Source>(m, "Source", "One side: its columns, and the texts that Python normalized.")
        .def(nb::new_(&source), "columns"_a, "texts"_a.none() = nb::none(), "keys"_a.none() = nb::none(),
             "own_times"_a = UnitTimes{}, "shapes"_a = Shapes{})
        .def_prop_ro(
            "speakers",
            [](const Source& self) {
                const Vocabulary& names = self.columns->speakers;
                nb::list all;
                for (std::size_t i = 0; i < names.size(); ++i) all.append(decoded(names[static_cast<Token>(i)]));
                all.append(nb::none());
                all.append("");
                return all;
            },
            nb::sig("def speakers(self) -> list[str | None]"),
            "The speakers' names, by number: -1 is the empty name, -2 no speaker.")
        .def(
            "text",
            [](const Source& self, std::size_t i) {
                if (i >= self.columns->size()) throw nb::index_error();
                return decoded(self.text(i));
            },
            "segment"_a, nb::sig("def text(self, segment: int) -> str"),
            "The words of a segment as they are scored, separated by spaces.");
}

} // namespace

void bind_score(nb::module_& m) {
    bind_plan(m);
    bind_source(m);
    m.def("score", &score, "plan"_a, "reference"_a, "hypothesis"_a, "sessions"_a.none(), "reference_ignored"_a,
          "hypothesis_ignored"_a, "reference_uem"_a, "hypothesis_uem"_a, "progress"_a.none(), "keep_contents"_a = false,
          "Scores all sessions under all metrics. Sessions are pairs of indices on the two sides, -1 for none; None\n"
          "pairs them in order. keep_contents keeps the contents of references for their digests. The progress also\n"
          "receives the outcome so far, of which the sessions in `done` may be read. An exception that stops the work, "
          "such as\n"
          "KeyboardInterrupt, gets an attribute `outcome` with the results so far.");
}

} // namespace hubbub
