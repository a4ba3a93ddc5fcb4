// What routings are made of, for one queue and for several: utterances with their neighbours in the queue, and streams.
#pragma once

#include "match.hpp"
#include "route/rows/carry.hpp"

#include <cstdint>
#include <vector>

namespace hubbub::route::primal {

using rows::Value;

struct Move {
    std::int32_t utterance;
    std::int32_t stream; // -1: deleted
};

struct Sides {
    const rows::Carrier& carrier;
    rows::Steps steps;
    Costs costs;                                 // those the steps are made of
    std::vector<TimedWords> utterances, streams; // by their numbers in the carrier
    std::vector<std::int32_t> queue_of;          // per utterance
    std::vector<std::int32_t> before, after;     // per utterance, its neighbour in the queue, or -1

    std::int32_t stream_count() const { return static_cast<std::int32_t>(streams.size()); }
    std::int32_t words(std::int32_t stream) const { return static_cast<std::int32_t>(streams[stream].size()); }
};

// The utterances stand in their queues in the order of their numbers.
Sides make_sides(const rows::Carrier& carrier, const rows::Steps& steps, const Costs& costs,
                 std::vector<TimedWords> utterances, std::vector<TimedWords> streams,
                 std::vector<std::int32_t> queue_of);

// What the streams cost, each with its utterances joined in order. Every utterance has a stream.
std::int64_t cost_of(const Sides& sides, const std::vector<Move>& moves);

} // namespace hubbub::route::primal
