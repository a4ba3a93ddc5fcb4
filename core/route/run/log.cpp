#include "route/run/log.hpp"

#include <algorithm>
#include <utility>

namespace hubbub::route {

void Log::note(const char* stage, std::int64_t best, double bound, std::int64_t cells, std::int64_t work) {
    const auto unit = static_cast<double>(problem_.unit);
    stages_.push_back({stage, best * problem_.unit, bound * unit, cells, work, watch_.seconds()});
    watch_.show(stages_.back());
}

void Log::certify(const char* stage, Value scale, std::int64_t bound, const std::vector<Value>& utterance,
                  const std::vector<std::vector<Value>>& word) const {
    if (!certifies()) return;
    Certificate made{stage, scale, bound * problem_.unit, {}, {}};
    made.utterance.assign(given_.utterances.size(), 0);
    for (int n = 0; n < problem_.utterance_count(); ++n)
        made.utterance[problem_.utterances[n].source] = utterance[n] * problem_.unit;
    if (!word.empty()) {
        for (const Words stream : given_.streams) made.word.emplace_back(stream.size(), 0);
    }
    for (std::size_t j = 0; j < word.size(); ++j) {
        for (std::size_t h = 0; h < word[j].size(); ++h)
            made.word[problem_.stream_source[j]][h] = word[j][h] * problem_.unit;
    }
    certificates_->push_back(std::move(made));
}

Routing Log::finish(const Routed& best, std::int64_t proven, Ended why) {
    Routing routing = make_routing(given_, problem_, best);
    routing.lower_bound = std::min(proven, best.cost) * problem_.unit;
    routing.exact = routing.lower_bound == routing.cost;
    routing.ended = routing.exact ? Ended::proven : why;
    std::int64_t work = 0;
    for (const Stage& stage : stages_) work += stage.work;
    const bool any = !stages_.empty();
    const double bound = routing.exact || !any ? static_cast<double>(std::min(proven, best.cost))
                                               : stages_.back().bound / static_cast<double>(problem_.unit);
    note(name_of(routing.ended), best.cost, bound, any ? stages_.back().cells : 0, work);
    routing.stages = std::move(stages_);
    return routing;
}

} // namespace hubbub::route
