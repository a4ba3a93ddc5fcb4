#include "corpus/score.hpp"

#include "corpus/content.hpp"

#include <algorithm>
#include <chrono>
#include <new>
#include <numeric>

namespace hubbub {
namespace {

constexpr int milliseconds_between_looks = 50;

// For corpora of up to this many characters on both sides, starting a thread takes longer than the work. A single
// session may be larger: only a search can then take long, and it checks the stop sign itself.
constexpr std::size_t few_letters = 4'000, few_letters_of_one = 40'000;

// Short sessions are assigned to threads in batches: assigning one takes as long as scoring it.
constexpr double letters_at_a_time = 20'000;

// Stops all work once it is set. If the calling thread does the work itself, check() also calls `look` regularly.
class Sign final : public StopSign {
  public:
    explicit Sign(std::function<void()> look = {}) : look_(std::move(look)) {}
    void set() { set_ = true; }
    void check() const override {
        if (set_.load(std::memory_order_relaxed)) throw Stopped();
        if (!look_) return;
        const auto now = std::chrono::steady_clock::now();
        if (now < next_) return;
        next_ = now + std::chrono::milliseconds(milliseconds_between_looks);
        look_();
    }

  private:
    std::function<void()> look_;
    std::atomic<bool> set_{false};
    mutable std::chrono::steady_clock::time_point next_ = std::chrono::steady_clock::now();
};

// The stop sign of one session: it also stops the work once an earlier session of the corpus has an error.
class BeforeLimit final : public StopSign {
  public:
    BeforeLimit(const StopSign& all, const std::atomic<std::size_t>& limit, std::size_t session)
        : all_(all), limit_(limit), session_(session) {}
    bool passed() const { return session_ > limit_.load(std::memory_order_relaxed); }
    void check() const override {
        all_.check();
        if (passed()) throw Stopped();
    }

  private:
    const StopSign& all_;
    const std::atomic<std::size_t>& limit_;
    std::size_t session_;
};

std::size_t letters(const Source& source, std::span<const std::int32_t> segments) {
    std::size_t sum = 0;
    for (const std::int32_t i : segments) sum += source.text(i).size();
    return sum;
}

// The first part of each job so that jobs have enough characters, given those of each part; and the end.
std::vector<std::size_t> first_of_jobs(std::size_t parts, const std::function<std::size_t(std::size_t)>& letters_of) {
    std::vector<std::size_t> first{0};
    double together = 0;
    for (std::size_t i = 0; i < parts; ++i) {
        together += static_cast<double>(letters_of(i));
        if (together >= letters_at_a_time || i + 1 == parts) first.push_back(i + 1), together = 0;
    }
    return first;
}

// Replaces indices in PreparedSide::speakers by the speakers' numbers in the columns, which outlive the session, and
// segments in the columns by their indices in the session.
void name_speakers(const Session& session, const SessionInput& input, Solution& solution) {
    const auto name = [](const PreparedSide& side, std::int32_t& speaker) {
        speaker = speaker < 0 ? no_speaker : side.speakers[speaker];
    };
    const bool swapped = solution.swapped;
    for (Lane& lane : solution.lanes) {
        name(session.reference, lane.speaker);
        name(session.hypothesis, lane.stream);
    }
    for (auto& [speaker, stream] : solution.pairing) {
        name(session.reference, speaker);
        name(session.hypothesis, stream);
    }
    const auto segments = swapped ? input.hypothesis : input.reference; // in the order of the file
    for (Routed& routed : solution.routing) {
        const auto found = std::lower_bound(segments.begin(), segments.end(), routed.segment);
        routed.segment = static_cast<std::int32_t>(found - segments.begin());
        name(swapped ? session.hypothesis : session.reference, routed.speaker);
        name(swapped ? session.reference : session.hypothesis, routed.goal);
    }
}

// Replaces the indices of a session's solutions at the end of a scope, even if the work is stopped in the middle.
struct Naming {
    const Session& session;
    const SessionInput& input;
    std::span<Solution> solutions;
    std::span<const char> finished;
    ~Naming() {
        for (std::size_t i = 0; i < solutions.size(); ++i)
            if (finished[i] != 0) name_speakers(session, input, solutions[i]);
    }
};

} // namespace

SessionInput Corpus::input(std::size_t session) const {
    const Pair& pair = sessions[session];
    SessionInput input;
    if (pair.reference >= 0) input.reference = (*reference->sessions)[pair.reference];
    if (pair.hypothesis >= 0) input.hypothesis = (*hypothesis->sessions)[pair.hypothesis];
    if (const auto found = excluded.find(session); found != excluded.end()) {
        input.reference_ignored = found->second.reference;
        input.hypothesis_ignored = found->second.hypothesis;
        input.reference_uem = found->second.reference_uem;
        input.hypothesis_uem = found->second.hypothesis_uem;
    }
    return input;
}

Looked::Looked(std::shared_ptr<const Corpus> corpus_, const Plan& plan, std::size_t number)
    : corpus(std::move(corpus_)),
      session(plan, *corpus->reference, *corpus->hypothesis, corpus->input(number), scratch) {}

namespace {

// Errors of a session that needs more memory than it may use.
bool is_refusal(Fault::Kind kind) {
    return kind == Fault::Kind::too_large_route || kind == Fault::Kind::too_large_lattice ||
           kind == Fault::Kind::memory;
}

} // namespace

void Outcome::refuse(std::size_t session, std::int32_t metric, Fault fault) {
    fault.session = session;
    fault.metric = metric;
    const std::lock_guard lock(mutex_);
    refused_.insert_or_assign(session * plan_->metrics.size() + static_cast<std::size_t>(metric), std::move(fault));
}

void Outcome::note_done(std::size_t session) {
    const std::size_t metrics = plan_->metrics.size();
    if (std::ranges::count(std::span(finished_).subspan(session * metrics, metrics), 0) != 0) return;
    const std::lock_guard lock(mutex_);
    done_.push_back(session);
}

std::vector<std::size_t> Outcome::done(std::size_t first, std::size_t most) const {
    const std::lock_guard lock(mutex_);
    const auto rest = std::span(done_).subspan(std::min(first, done_.size()));
    const auto some = rest.first(std::min(most, rest.size()));
    return {some.begin(), some.end()};
}

void Outcome::score(std::size_t number, Pool& pool, const Budget& budget, Scratch& scratch) {
    const UnderSign under(budget.stop);
    std::int32_t metric = -1;
    try {
        const SessionInput input = corpus_->input(number);
        scratch.vocabulary.clear();
        const Session session(*plan_, *corpus_->reference, *corpus_->hypothesis, input, scratch);
        SessionNotes& notes = notes_[number] = {};
        for (const PreparedSide* side : {&session.reference, &session.hypothesis}) {
            notes.left_out.insert(notes.left_out.end(), side->left_out.begin(), side->left_out.end());
            notes.overlap[side->name == SideName::hypothesis] = side->overlap;
            notes.long_segments[side->name == SideName::hypothesis] = side->long_segments;
        }
        if (keep_contents_) notes.content = content(session.reference, session.vocabulary);
        const std::size_t metrics = plan_->metrics.size();
        const std::span all = std::span(solutions_).subspan(number * metrics, metrics);
        const std::span finished = std::span(finished_).subspan(number * metrics, metrics);
        std::ranges::fill(finished, 0);
        const Naming naming{session, input, all, finished};
        std::size_t usable = 0; // the leading solutions that later metrics may reuse
        for (metric = 0; static_cast<std::size_t>(metric) < metrics; ++metric) {
            const Metric& wanted = plan_->metrics[metric];
            check_choices(session, wanted);
            try {
                all[metric] = solve({session, *plan_, wanted, budget, pool, &input, all.first(usable)});
                finished[metric] = 1;
            } catch (Fault& fault) {
                if (!is_refusal(fault.kind)) throw;
                refuse(number, metric, std::move(fault));
                continue;
            } catch (const std::bad_alloc&) {
                refuse(number, metric, Fault(Fault::Kind::memory));
                continue;
            }
            usable += usable == static_cast<std::size_t>(metric);
        }
    } catch (Fault& fault) {
        fault.session = number;
        fault.metric = metric;
        throw;
    } catch (const std::bad_alloc&) {
        scratch = Scratch(); // it may be inconsistent after an exception
        Fault fault(Fault::Kind::memory);
        fault.session = number;
        fault.metric = metric;
        throw fault;
    }
}

bool Outcome::searches() const {
    const auto needs_memory = [](const Metric& metric) {
        return metric.solver == Metric::Solver::route || metric.solver == Metric::Solver::asclite;
    };
    return std::ranges::any_of(plan_->metrics, needs_memory) || !corpus_->reference->chosen_segments.empty() ||
           !corpus_->hypothesis->chosen_segments.empty();
}

void Outcome::run(const Look& look) {
    const std::size_t total = sessions();
    solutions_.resize(total * plan_->metrics.size());
    finished_.resize(solutions_.size());
    notes_.resize(total);
    done_.reserve(total);
    std::vector<std::size_t> sizes(total);
    for (std::size_t i = 0; i < total; ++i) {
        const SessionInput input = corpus_->input(i);
        sizes[i] = letters(*corpus_->reference, input.reference) + letters(*corpus_->hypothesis, input.hypothesis);
    }
    const std::size_t all = std::accumulate(sizes.begin(), sizes.end(), std::size_t{0});
    std::atomic<std::size_t> done{0};
    Progress progress;
    const auto report = [&] {
        if (look) look(done.load(), total, progress.oldest());
    };
    if (all <= (total == 1 ? few_letters_of_one : few_letters)) {
        Sign sign(report);
        Pool no_threads;
        Scratch scratch; // not the thread's own: `look` may run Python code that scores something else
        for (std::size_t i = 0; i < total; ++i, ++done) {
            score(i, no_threads, {plan_->memory, plan_->seconds, &sign, &progress, plan_->work, 0, i}, scratch);
            note_done(i);
        }
        return report();
    }

    // Large sessions first. Short ones follow in the order of the corpus.
    std::vector<std::size_t> order(total);
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto rank = [&](std::size_t i) { return sizes[i] < letters_at_a_time ? std::size_t{0} : sizes[i]; };
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return rank(a) > rank(b); });

    const std::size_t wanted = plan_->threads == 0 ? processors() : plan_->threads;
    const std::size_t threads = std::min({wanted, processors() * 4, std::max<std::size_t>(all / few_letters, 1)});
    // Each search has the same memory whatever runs at the same time, so results do not depend on other sessions: free
    // memory only decides how many run at once.
    const std::size_t at_once = total == 1   ? 1
                                : searches() ? std::min(threads, std::max<std::size_t>(plan_->searches, 1))
                                             : threads;
    run_some(order, sizes, {at_once, threads, done, progress, report});
    report();
}

void Outcome::run_some(std::span<const std::size_t> order, std::span<const std::size_t> sizes, const Round& round) {
    const std::vector<std::size_t> first_of_job =
        first_of_jobs(order.size(), [&](std::size_t i) { return sizes[order[i]]; });
    const std::size_t threads = round.at_once == 1 ? round.threads : std::min(round.threads, round.at_once);
    Pool pool(threads < 2 ? 0 : threads); // a single one is the calling thread
    // Without other threads, this one calls `look`.
    Sign sign(pool.alone() ? round.report : std::function<void()>{});
    // After an error, only earlier sessions of the corpus are still scored: the error that is thrown is then that of
    // the first bad session, whatever the number of threads.
    std::mutex mutex;
    std::optional<Fault> first_fault;
    std::atomic<std::size_t> limit{sessions()};
    const Pool::Job job = [&](std::size_t number) {
        Scratch scratch;
        for (std::size_t at = first_of_job[number]; at < first_of_job[number + 1]; ++at) {
            const BeforeLimit before(sign, limit, order[at]);
            if (before.passed()) continue;
            const Budget budget{plan_->memory, plan_->seconds, &before, &round.progress, plan_->work, 0, order[at]};
            try {
                score(order[at], pool, budget, scratch);
                note_done(order[at]);
            } catch (const Stopped&) {
                if (!before.passed()) throw;
            } catch (const Fault& fault) {
                const std::lock_guard lock(mutex);
                if (!first_fault || fault.session < first_fault->session) {
                    first_fault = fault;
                    limit = fault.session;
                }
            }
            ++round.done;
        }
    };
    const auto stop = [&] { sign.set(); };
    if (round.at_once > 1) {
        pool.each_watched(first_of_job.size() - 1, job, milliseconds_between_looks, round.report, stop);
    } else { // one after the other, each with all threads
        for (std::size_t i = 0; i + 1 < first_of_job.size(); ++i)
            pool.each_watched(1, [&](std::size_t) { job(i); }, milliseconds_between_looks, round.report, stop);
    }
    if (first_fault) throw *first_fault;
}

std::vector<std::optional<std::string>> Outcome::contents(std::size_t first, std::size_t most_letters) const {
    std::vector<std::optional<std::string>> texts;
    std::vector<std::size_t> missing, sizes; // sessions without kept contents, and their number of characters
    for (std::size_t session = first, together = 0; session < sessions() && together < most_letters; ++session) {
        const std::size_t size = letters(*corpus_->reference, corpus_->input(session).reference);
        together += std::max<std::size_t>(size, 1);
        texts.push_back(notes_[session].content);
        if (!texts.back()) missing.push_back(session), sizes.push_back(size);
    }
    const auto first_of_job = first_of_jobs(missing.size(), [&](std::size_t i) { return sizes[i]; });
    const std::size_t jobs = first_of_job.size() - 1, wanted = plan_->threads == 0 ? processors() : plan_->threads;
    Pool pool(jobs < 2 ? 0 : std::min({wanted, 4 * processors(), jobs}) - 1);
    pool.each(jobs, [&](std::size_t job) {
        Scratch scratch;
        for (std::size_t i = first_of_job[job]; i < first_of_job[job + 1]; ++i) {
            scratch.vocabulary.clear();
            try {
                const PreparedSide side = prepare(SideName::reference, *corpus_->reference, plan_->reference,
                                                  corpus_->input(missing[i]), *corpus_->hypothesis, scratch);
                texts[missing[i] - first] = content(side, scratch.vocabulary);
            } catch (const Fault&) { // the error is reported when the session is accessed
            }
        }
    });
    return texts;
}

} // namespace hubbub
