#include "slides.hpp"

#include <algorithm>

namespace hubbub::orc {
namespace {

class Slides {
  public:
    Slides(Graph& graph, const Instance& instance)
        : graph_(graph), instance_(instance), worth_(instance.stream_count()),
          said_in_(static_cast<std::size_t>(instance.vocabulary) + 1, -1) {
        const Steps steps = instance.steps.times(graph.scale);
        substituted_ = std::max(0, steps.deletion - steps.mismatch);
        matched_ = std::max(substituted_, steps.deletion - steps.match);
        for (int j = 0; j < instance.stream_count(); ++j) worth_[j].assign(instance.length(j), 0);
    }

    void run() {
        graph_.place.assign(graph_.nodes(), 0);
        for (int n = graph_.utterances - 1; n >= 0; --n) {
            for (const Token word : instance_.utterances[n]) said_in_[word] = n;
            for (const Step& step : graph_.steps[n]) {
                cover(n, step);
                place(step.stream, step.from);
            }
        }
    }

  private:
    // The words that the step's edges lie across.
    void cover(int n, const Step& step) {
        std::int32_t next = 0; // words before it are done
        for (std::int32_t node = step.from.first; node < step.from.last; ++node) {
            std::int32_t reach = 0;
            for (std::uint32_t e = graph_.edge_first[node]; e < graph_.edge_last[node]; ++e) {
                reach = std::max(reach, graph_.cell[graph_.edge_to[e]]);
            }
            for (next = std::max(next, graph_.cell[node]); next < reach; ++next) {
                Value& worth = worth_[step.stream][next];
                const bool said = said_in_[instance_.streams[step.stream][next]] == n;
                worth = std::max(worth, said ? matched_ : substituted_);
            }
        }
    }

    void place(int stream, Layer layer) {
        Value sum = 0;
        for (std::int32_t node = layer.first, at = graph_.cell[node]; node < layer.last; ++node) {
            for (; at < graph_.cell[node]; ++at) sum += worth_[stream][at];
            graph_.place[node] = sum;
        }
    }

    Graph& graph_;
    const Instance& instance_;
    std::vector<std::vector<Value>> worth_; // per stream, of each word, for the utterances done so far
    std::vector<int> said_in_;              // per word, the utterance done last that has it
    Value substituted_, matched_;
};

} // namespace

void place_nodes(Graph& graph, const Instance& instance) { Slides(graph, instance).run(); }

} // namespace hubbub::orc
