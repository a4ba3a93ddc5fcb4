// All sessions under all metrics, on threads of the core's own.
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

// What one session has apart from its metrics.
struct SessionNotes {
    std::vector<LeftOut> left_out; // of both sides
    std::optional<SelfOverlap> overlap[2];
    std::optional<LongSegments> long_segments[2];
};

// A session made ready again, for whoever looks at its words.
struct Looked {
    Looked(const Corpus& corpus, const Plan& plan, std::size_t session);
    Scratch scratch;
    Session session;
};

// Told now and then in the thread that called; throws where the work is to end.
using Look = std::function<void(std::size_t done, std::size_t total, const std::optional<Stage>& stage)>;

class Outcome {
  public:
    Outcome(std::shared_ptr<const Corpus> corpus, std::shared_ptr<const Plan> plan)
        : corpus_(std::move(corpus)), plan_(std::move(plan)) {}

    // Throws Fault: that of the first session that has one, whatever the number of threads.
    void run(const Look& look);

    const Corpus& corpus() const { return *corpus_; }
    const Plan& plan() const { return *plan_; }
    std::size_t sessions() const { return corpus_->sessions.size(); }
    const Found& found(std::size_t metric, std::size_t session) const {
        return found_[session * plan_->metrics.size() + metric];
    }
    const SessionNotes& notes(std::size_t session) const { return notes_[session]; }

  private:
    void score(std::size_t session, Pool& pool, const Budget& budget);

    std::shared_ptr<const Corpus> corpus_;
    std::shared_ptr<const Plan> plan_;
    std::vector<Found> found_;
    std::vector<SessionNotes> notes_;
};

} // namespace hubbub
