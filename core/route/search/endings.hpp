// Where an utterance can end: the moves of the search, which depend on no price and are computed once.
//
// An utterance on stream j after cell h may start anywhere from h on. Where it ends (Carrier::ends) is a move; that it
// uses no word is the move that deletes it.
#pragma once

#include "route/bound/chains.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace hubbub::route::search {

using bound::Chains;
using rows::End;

// The cheapest ends of utterance n on stream j from cell h on, computed once for each (n, j, h).
class Endings {
  public:
    Endings(const Chains& chains, std::int32_t window) : chains_(chains), model_(*chains.model), window_(window) {
        clear();
    }

    std::pair<const End*, const End*> from(std::int32_t n, std::int32_t j, std::int32_t h) {
        Slot& slot = find(n, j, h);
        if (slot.at < 0) {
            slot.at = static_cast<std::int64_t>(ends_.size());
            find_ends(n, j, h);
            ends_.push_back({static_cast<std::int32_t>(found_.size()), 0});
            ends_.insert(ends_.end(), found_.begin(), found_.end());
        }
        const End* begin = ends_.data() + slot.at;
        return {begin + 1, begin + 1 + begin->cell}; // the first entry holds the count
    }

    // Forgets all; they are computed again when asked for.
    void clear() {
        std::vector<Slot>(1024).swap(slots_);
        std::vector<End>().swap(ends_);
        used_ = 0;
    }

    std::size_t bytes() const { return ends_.capacity() * sizeof(End) + slots_.capacity() * sizeof(Slot); }
    bool shortened() const { return shortened_; } // some ends were not looked at

  private:
    void find_ends(std::int32_t n, std::int32_t j, std::int32_t h) {
        const Utterance& utterance = model_.utterances[n];
        std::int32_t first = h, last = chains_.at(utterance.speaker, j).high[utterance.place + 1];
        if (model_.carrier.timed()) { // where nothing may pair, no end is cheaper than an earlier one
            first = std::max(h, std::min(model_.carrier.reach(j, n).first, last));
            last = std::min(last, model_.carrier.reach(j, n).end);
        }
        const std::int64_t farthest = std::int64_t{first} + 2 * model_.length(n) + window_;
        if (farthest < last) {
            shortened_ = true;
            last = static_cast<std::int32_t>(farthest);
        }
        found_.clear();
        if (last > h) model_.carrier.ends(j, h, last, n, model_.steps, model_.slide, found_);
        if (!found_.empty() && found_[0].cell == h) found_.erase(found_.begin());
    }

    struct Slot {
        std::int64_t key = -1;
        std::int64_t at = -1;
    };
    Slot& find(std::int32_t n, std::int32_t j, std::int32_t h) {
        if (used_ * 2 >= slots_.size()) {
            std::vector<Slot> old(slots_.size() * 2);
            old.swap(slots_);
            for (const Slot& slot : old)
                if (slot.key >= 0) probe(slot.key) = slot;
        }
        const std::int64_t key = (std::int64_t{n} * model_.streams + j) * (std::int64_t{1} << 31) + h;
        Slot& slot = probe(key);
        if (slot.key < 0) {
            slot.key = key;
            ++used_;
        }
        return slot;
    }
    Slot& probe(std::int64_t key) {
        const std::size_t mask = slots_.size() - 1;
        const std::uint64_t mixed = static_cast<std::uint64_t>(key) * 0x9E3779B97F4A7C15ULL;
        std::size_t at = static_cast<std::size_t>(mixed >> 32) & mask;
        while (slots_[at].key >= 0 && slots_[at].key != key) at = (at + 1) & mask;
        return slots_[at];
    }

    const Chains& chains_;
    const Problem& model_;
    std::int32_t window_;
    bool shortened_ = false;
    std::size_t used_ = 0;
    std::vector<Slot> slots_;
    std::vector<End> ends_;
    std::vector<End> found_;
};

} // namespace hubbub::route::search
