// Scores all sessions under all metrics on a pool of threads.
#pragma once

#include "corpus/session.hpp"

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace hubbub {

// The two sides of every session, and what is to be left out of some.
struct Corpus {
    std::shared_ptr<const Source> reference, hypothesis;
    struct Pair {
        std::int32_t reference, hypothesis; // places among the sides' sessions; -1 where one has no such session
    };
    std::vector<Pair> sessions;
    // Regions by session, for the few that have some.
    struct Excluded {
        std::vector<Region> reference, hypothesis;
        std::optional<std::vector<Region>> reference_uem, hypothesis_uem;
    };
    std::unordered_map<std::size_t, Excluded> excluded;

    SessionInput input(std::size_t session) const;
};

// What is known of a session whatever the metric.
struct SessionNotes {
    std::vector<LeftOut> left_out; // of both sides
    std::optional<SelfOverlap> overlap[2];
    std::optional<LongSegments> long_segments[2];
    std::optional<std::string> content; // of the reference, where that is kept
};

// A session made ready again, for whoever looks at its words.
struct Looked {
    Looked(std::shared_ptr<const Corpus> corpus_, const Plan& plan, std::size_t session);
    std::shared_ptr<const Corpus> corpus; // the session points into it
    Scratch scratch;
    Session session;
};

// Called now and then in the thread that called run(). It throws where the work is to end.
using Look = std::function<void(std::size_t done, std::size_t total, const std::optional<Stage>& stage)>;

class Outcome {
  public:
    // Contents of references that are kept while sessions are at hand need not be made once more, for their digests.
    Outcome(std::shared_ptr<const Corpus> corpus, std::shared_ptr<const Plan> plan, bool keep_contents)
        : corpus_(std::move(corpus)), plan_(std::move(plan)), keep_contents_(keep_contents) {}

    // Throws Fault: that of the first session that has one, whatever the number of threads. A session that needs more
    // memory than allowed is no fault: it is refused. Where `look` throws, what was found by then stays.
    void run(const Look& look);

    const std::shared_ptr<const Corpus>& corpus() const { return corpus_; }
    const Plan& plan() const { return *plan_; }
    std::size_t sessions() const { return corpus_->sessions.size(); }
    const Solution& solution(std::size_t metric, std::size_t session) const {
        return solutions_[session * plan_->metrics.size() + metric];
    }
    // Was the session scored under this metric, before the work was ended?
    bool finished(std::size_t metric, std::size_t session) const {
        return finished_[session * plan_->metrics.size() + metric] != 0;
    }
    // The sessions that are scored under all metrics, in the order in which they were done, from the first of them on
    // and no more than so many. All of them may be read while threads are at work on others.
    std::vector<std::size_t> done(std::size_t first, std::size_t most) const;
    const SessionNotes& notes(std::size_t session) const { return notes_[session]; }
    // What was scored of the references, from the first session on: of so many letters, and of one session at least.
    // Nothing for a session that cannot be made ready.
    std::vector<std::optional<std::string>> contents(std::size_t first, std::size_t most_letters) const;
    // What has no solution, since it needs more memory than allowed, in the order of sessions.
    const std::map<std::size_t, Fault>& refused() const { return refused_; }

  private:
    struct Round {
        std::size_t at_once, threads; // how many sessions are scored at once, and by how many threads
        std::atomic<std::size_t>& done;
        Progress& progress;
        const std::function<void()>& report;
    };
    void run_some(std::span<const std::size_t> order, std::span<const std::size_t> sizes, const Round& round);
    void score(std::size_t session, Pool& pool, const Budget& budget, Scratch& scratch);
    void refuse(std::size_t session, std::int32_t metric, Fault fault);
    void note_done(std::size_t session);
    bool searches() const; // may a session need all the memory that it is allowed?

    std::shared_ptr<const Corpus> corpus_;
    std::shared_ptr<const Plan> plan_;
    bool keep_contents_;
    std::vector<Solution> solutions_; // a session's metrics stand together
    std::vector<char> finished_;      // of each of them
    std::vector<SessionNotes> notes_;
    mutable std::mutex mutex_;             // of what follows, while threads are at work
    std::vector<std::size_t> done_;        // sessions, in the order in which they were done
    std::map<std::size_t, Fault> refused_; // by the place in solutions_
};

} // namespace hubbub
