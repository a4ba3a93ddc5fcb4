// Scores all sessions under all metrics on a pool of threads.
#pragma once

#include "session.hpp"

#include <atomic>
#include <functional>
#include <memory>
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
    Outcome(std::shared_ptr<const Corpus> corpus, std::shared_ptr<const Plan> plan)
        : corpus_(std::move(corpus)), plan_(std::move(plan)) {}

    // Throws Fault: that of the first session that has one, whatever the number of threads.
    void run(const Look& look);

    const std::shared_ptr<const Corpus>& corpus() const { return corpus_; }
    const Plan& plan() const { return *plan_; }
    std::size_t sessions() const { return corpus_->sessions.size(); }
    const Solution& solution(std::size_t metric, std::size_t session) const {
        return solutions_[session * plan_->metrics.size() + metric];
    }
    const SessionNotes& notes(std::size_t session) const { return notes_[session]; }

  private:
    void score(std::size_t session, Pool& pool, const Budget& budget, Scratch& scratch);

    std::shared_ptr<const Corpus> corpus_;
    std::shared_ptr<const Plan> plan_;
    std::vector<Solution> solutions_; // a session's metrics stand together
    std::vector<SessionNotes> notes_;
};

} // namespace hubbub
