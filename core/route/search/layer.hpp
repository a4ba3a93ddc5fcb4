// The states of one layer of the search, and how one is found by its key.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace hubbub::route::search {

// States side by side in flat arrays: `key` holds r then h.
struct Layer {
    std::int32_t key_size = 0, barrier_size = 0;
    std::vector<std::int32_t> key, barrier, cost, parent, move;
    std::vector<std::int64_t> f;

    std::int64_t size() const { return static_cast<std::int64_t>(f.size()); }
    std::uint64_t bytes() const {
        return (key.capacity() + barrier.capacity() + cost.capacity() + parent.capacity() + move.capacity()) *
                   sizeof(std::int32_t) +
               f.capacity() * sizeof(std::int64_t);
    }
    void clear() {
        key.clear();
        barrier.clear();
        cost.clear();
        parent.clear();
        move.clear();
        f.clear();
    }
    void copy_from(const Layer& other, std::int64_t s) {
        key.insert(key.end(), other.key.begin() + s * key_size, other.key.begin() + (s + 1) * key_size);
        barrier.insert(barrier.end(), other.barrier.begin() + s * barrier_size,
                       other.barrier.begin() + (s + 1) * barrier_size);
        cost.push_back(other.cost[s]);
        parent.push_back(other.parent[s]);
        move.push_back(other.move[s]);
        f.push_back(other.f[s]);
    }
};

inline std::uint64_t hash_of(const std::int32_t* key, std::int32_t size) {
    std::uint64_t hash = 0x9E3779B97F4A7C15ULL;
    for (std::int32_t t = 0; t < size; ++t) {
        hash ^= static_cast<std::uint32_t>(key[t]);
        hash *= 0xD6E8FEB86659FD93ULL;
        hash ^= hash >> 32;
    }
    return hash;
}

// Finds the state of a layer that has a given key.
class Index {
  public:
    void clear() {
        if (slots_.empty())
            slots_.assign(1024, -1);
        else
            std::fill(slots_.begin(), slots_.end(), -1);
        used_ = 0;
    }
    std::uint64_t bytes() const { return slots_.capacity() * sizeof(slots_[0]); }
    std::int32_t& find(const Layer& layer, const std::int32_t* key) {
        if (used_ * 2 >= slots_.size()) grow(layer);
        std::size_t slot = hash_of(key, layer.key_size) & (slots_.size() - 1);
        while (slots_[slot] >= 0 && std::memcmp(layer.key.data() + std::int64_t{slots_[slot]} * layer.key_size, key,
                                                sizeof(std::int32_t) * layer.key_size) != 0)
            slot = (slot + 1) & (slots_.size() - 1);
        if (slots_[slot] < 0) ++used_;
        return slots_[slot];
    }

  private:
    void grow(const Layer& layer) {
        std::vector<std::int32_t> old(slots_.size() * 2, -1);
        old.swap(slots_);
        for (const std::int32_t s : old) {
            if (s < 0) continue;
            const std::int32_t* key = layer.key.data() + std::int64_t{s} * layer.key_size;
            std::size_t slot = hash_of(key, layer.key_size) & (slots_.size() - 1);
            while (slots_[slot] >= 0) slot = (slot + 1) & (slots_.size() - 1);
            slots_[slot] = s;
        }
    }
    std::vector<std::int32_t> slots_;
    std::size_t used_ = 0;
};

} // namespace hubbub::route::search
