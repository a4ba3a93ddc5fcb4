#include "score.hpp"

#include <algorithm>
#include <chrono>
#include <new>
#include <numeric>

namespace hubbub {
namespace {

constexpr int milliseconds_between_looks = 50;

// Letters of both sides up to which it takes longer to start a thread than to do the work. A single session may have
// more: only a search can then last, and it looks at the sign by itself.
constexpr std::size_t few_letters = 4'000, few_letters_of_one = 40'000;

// Short sessions are done some at a time: to hand out one takes as long as to score it.
constexpr double letters_at_a_time = 20'000;

// Ends all work once it is set. In the calling thread, it looks around by itself.
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

std::size_t letters(const Source& source, std::span<const std::int32_t> segments) {
    std::size_t sum = 0;
    for (const std::int32_t i : segments) sum += source.text(i).size();
    return sum;
}

// Speakers and streams by their numbers in the columns, which outlive the session.
void name_voices(const Session& session, Found& found) {
    const auto name = [](const PreparedSide& side, std::int32_t& voice) {
        voice = voice < 0 ? no_voice : side.voices[voice];
    };
    const bool swapped = found.swapped;
    for (Lane& lane : found.lanes) {
        name(session.reference, lane.speaker);
        name(session.hypothesis, lane.stream);
    }
    for (auto& [speaker, stream] : found.pairing) {
        name(session.reference, speaker);
        name(session.hypothesis, stream);
    }
    for (Routed& routed : found.routing) {
        name(swapped ? session.hypothesis : session.reference, routed.voice);
        name(swapped ? session.reference : session.hypothesis, routed.goal);
    }
}

Scratch& scratch() {
    thread_local Scratch own;
    own.vocabulary.clear();
    return own;
}

} // namespace

SessionInput Corpus::input(std::size_t session) const {
    const Pair& pair = sessions[session];
    SessionInput made;
    if (pair.reference >= 0) made.reference = reference->sessions[pair.reference];
    if (pair.hypothesis >= 0) made.hypothesis = hypothesis->sessions[pair.hypothesis];
    if (const auto found = excluded.find(session); found != excluded.end()) {
        made.reference_ignored = found->second.reference;
        made.hypothesis_ignored = found->second.hypothesis;
        made.reference_uem = found->second.reference_uem;
        made.hypothesis_uem = found->second.hypothesis_uem;
    }
    return made;
}

Looked::Looked(const Corpus& corpus, const Plan& plan, std::size_t number)
    : session(plan, *corpus.reference, *corpus.hypothesis, corpus.input(number), scratch) {}

void Outcome::score(std::size_t number, Pool& pool, const Budget& budget) {
    const UnderSign under(budget.stop);
    std::int32_t metric = -1;
    try {
        const SessionInput input = corpus_->input(number);
        const Session session(*plan_, *corpus_->reference, *corpus_->hypothesis, input, scratch());
        SessionNotes& notes = notes_[number];
        for (const PreparedSide* side : {&session.reference, &session.hypothesis}) {
            notes.left_out.insert(notes.left_out.end(), side->left_out.begin(), side->left_out.end());
            notes.overlap[side->name == SideName::hypothesis] = side->overlap;
            notes.long_segments[side->name == SideName::hypothesis] = side->long_segments;
        }
        const std::size_t metrics = plan_->metrics.size();
        for (metric = 0; static_cast<std::size_t>(metric) < metrics; ++metric) {
            const Metric& asked = plan_->metrics[metric];
            check_choices(session, asked);
            Found& found = found_[number * metrics + metric];
            found = solve({session, *plan_, asked, budget, pool, &input});
            name_voices(session, found);
        }
    } catch (Fault& fault) {
        fault.session = number;
        fault.metric = metric;
        throw;
    } catch (const std::bad_alloc&) {
        Fault fault(Fault::Kind::memory);
        fault.session = number;
        fault.metric = metric;
        throw fault;
    }
}

void Outcome::run(const Look& look) {
    const std::size_t total = sessions();
    found_.resize(total * plan_->metrics.size());
    notes_.resize(total);
    std::vector<std::size_t> sizes(total);
    for (std::size_t i = 0; i < total; ++i) {
        const SessionInput input = corpus_->input(i);
        sizes[i] = letters(*corpus_->reference, input.reference) + letters(*corpus_->hypothesis, input.hypothesis);
    }
    const std::size_t all = std::accumulate(sizes.begin(), sizes.end(), std::size_t{0});
    std::atomic<std::size_t> done{0};
    Progress progress;
    const auto tell = [&] {
        // Of several searches nobody could say whose stage it is.
        const std::size_t ended = done.load();
        if (look) look(ended, total, total - ended == 1 ? progress.last() : std::nullopt);
    };
    if (all <= (total == 1 ? few_letters_of_one : few_letters)) {
        Sign sign(tell);
        Pool nobody;
        const Budget budget{plan_->memory, plan_->seconds, &sign, &progress};
        for (std::size_t i = 0; i < total; ++i, ++done) score(i, nobody, budget);
        return tell();
    }

    // Large sessions first; short ones, which are alike, in the order of the corpus.
    std::vector<std::size_t> order(total);
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto rank = [&](std::size_t i) { return sizes[i] < letters_at_a_time ? std::size_t{0} : sizes[i]; };
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return rank(a) > rank(b); });
    std::vector<std::size_t> first{0}; // of each job in the order
    double held = 0;
    for (std::size_t i = 0; i < total; ++i) {
        held += static_cast<double>(sizes[order[i]]);
        if (held >= letters_at_a_time || i + 1 == total) first.push_back(i + 1), held = 0;
    }

    Sign sign;
    const Budget budget{plan_->memory, plan_->seconds, &sign, &progress};
    // The first session with a fault ends the work, but those before it in the corpus are looked at all the same.
    std::mutex mutex;
    std::optional<Fault> first_fault;
    std::atomic<std::size_t> limit{total};
    const std::size_t wanted = plan_->threads == 0 ? processors() : plan_->threads;
    Pool pool(std::min({wanted, processors() * 4, std::max<std::size_t>(all / few_letters, 1)}));
    const Pool::Job job = [&](std::size_t number) {
        for (std::size_t at = first[number]; at < first[number + 1]; ++at) {
            if (order[at] > limit.load(std::memory_order_relaxed)) continue;
            try {
                score(order[at], pool, budget);
            } catch (const Fault& fault) {
                const std::lock_guard lock(mutex);
                if (!first_fault || fault.session < first_fault->session) {
                    first_fault = fault;
                    limit = fault.session;
                }
            }
            ++done;
        }
    };
    pool.each_watched(first.size() - 1, job, milliseconds_between_looks, tell, [&] { sign.set(); });
    if (first_fault) throw *first_fault;
    tell();
}

} // namespace hubbub
