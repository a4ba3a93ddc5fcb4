// Scores all sessions under all metrics on a thread pool.
#pragma once

#include "corpus/session.hpp"

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace hubbub {

// The two sides of every session, and the regions to exclude.
struct Corpus {
    std::shared_ptr<const Source> reference, hypothesis;
    struct Pair {
        std::int32_t reference, hypothesis; // indices of the sides' sessions; -1 if one lacks the session
    };
    std::vector<Pair> sessions;
    // Regions of the few sessions that have some.
    struct Excluded {
        std::vector<Region> reference, hypothesis;
        std::optional<std::vector<Region>> reference_uem, hypothesis_uem;
    };
    std::unordered_map<std::size_t, Excluded> excluded;

    SessionInput input(std::size_t session) const;
};

// Facts about a session that do not depend on the metric.
struct SessionNotes {
    std::vector<LeftOut> left_out; // of both sides
    std::optional<SelfOverlap> overlap[2];
    std::optional<LongSegments> long_segments[2];
    std::optional<std::string> content; // of the reference, if requested
};

// A session prepared again for access to its words.
struct Looked {
    Looked(std::shared_ptr<const Corpus> corpus_, const Plan& plan, std::size_t session);
    std::shared_ptr<const Corpus> corpus; // owns what the session refers to
    Scratch scratch;
    Session session;
};

// Called regularly in the thread that called run(). Throws to stop the work.
using Look = std::function<void(std::size_t done, std::size_t total, const std::optional<Running>& running)>;

class Outcome {
  public:
    // `keep_contents`: keeps the contents of references while sessions are prepared, so that their digests need no
    // second preparation.
    Outcome(std::shared_ptr<const Corpus> corpus, std::shared_ptr<const Plan> plan, bool keep_contents)
        : corpus_(std::move(corpus)), plan_(std::move(plan)), keep_contents_(keep_contents) {}

    // Throws Fault: that of the first session with an error, whatever the number of threads. A session that needs more
    // memory than allowed is no error: it is refused. If `look` throws, the results so far are kept.
    void run(const Look& look);

    const std::shared_ptr<const Corpus>& corpus() const { return corpus_; }
    const Plan& plan() const { return *plan_; }
    std::size_t sessions() const { return corpus_->sessions.size(); }
    const Solution& solution(std::size_t metric, std::size_t session) const {
        return solutions_[session * plan_->metrics.size() + metric];
    }
    // Whether the session was scored under this metric.
    bool finished(std::size_t metric, std::size_t session) const {
        return finished_[session * plan_->metrics.size() + metric] != 0;
    }
    // The sessions that are scored under all metrics, in order of completion: at most `most` from number `first` on.
    // They may be read while threads work on others.
    std::vector<std::size_t> done(std::size_t first, std::size_t most) const;
    const SessionNotes& notes(std::size_t session) const { return notes_[session]; }
    // The contents of the references, from the first session on: up to so many characters, and at least one session.
    // Empty for a session that cannot be prepared.
    std::vector<std::optional<std::string>> contents(std::size_t first, std::size_t most_letters) const;
    // Sessions without a solution because they need more memory than allowed, in the order of sessions.
    const std::map<std::size_t, Fault>& refused() const { return refused_; }

  private:
    struct Round {
        std::size_t at_once, threads; // the number of sessions scored at the same time, and of threads
        std::atomic<std::size_t>& done;
        Progress& progress;
        const std::function<void()>& report;
    };
    void run_some(std::span<const std::size_t> order, std::span<const std::size_t> sizes, const Round& round);
    void score(std::size_t session, Pool& pool, const Budget& budget, Scratch& scratch);
    void refuse(std::size_t session, std::int32_t metric, Fault fault);
    void note_done(std::size_t session);
    bool searches() const; // whether a session may need all the memory that it is allowed

    std::shared_ptr<const Corpus> corpus_;
    std::shared_ptr<const Plan> plan_;
    bool keep_contents_;
    std::vector<Solution> solutions_; // by session, then by metric
    std::vector<char> finished_;      // of each solution
    std::vector<SessionNotes> notes_;
    mutable std::mutex mutex_;             // guards the members below while threads are running
    std::vector<std::size_t> done_;        // sessions, in order of completion
    std::map<std::size_t, Fault> refused_; // by index in solutions_
};

} // namespace hubbub
