// Decodes any bytes as a small routing problem; the router must agree with the full table on it.
//
// With clang this is a target for libFuzzer. Elsewhere main() below makes the bytes, and takes the same options:
//     fuzz_route [-runs=N] [-max_total_time=SECONDS] [-seed=N] [files to replay]
#include "route/full_table.hpp"
#include "scored.hpp"

#include <cstdio>
#include <cstdlib>

using namespace hubbub;

namespace {

// The bytes in order, then zeros.
class Bytes {
  public:
    Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
    int below(int count) { return (at_ < size_ ? data_[at_++] : 0) % count; }
    bool chance(int in) { return below(in) == 1; }

  private:
    const std::uint8_t* data_;
    std::size_t size_, at_ = 0;
};

struct Spoken {
    std::vector<Token> words;
    std::vector<Span> spans;
};

struct Made {
    std::vector<Spoken> utterances, streams;
    RouteProblem problem;
};

constexpr double most_places = 4000; // for the full table

double places(const Made& made) {
    double all = 1;
    for (int queue = 0; queue < 8; ++queue) {
        double members = 1;
        for (const std::int32_t own : made.problem.queue_of) members += own == queue;
        all *= members;
    }
    for (const Spoken& stream : made.streams) all *= static_cast<double>(stream.words.size() + 1);
    return all;
}

Costs any_costs(Bytes& bytes) {
    switch (bytes.below(8)) {
    case 5:
        return {0, 4, 3, 3};
    case 6:
        return {bytes.below(4), bytes.below(6), bytes.below(5), bytes.below(5)};
    case 7: { // includes costs that the router leaves to the full table
        constexpr std::int32_t large[] = {0, 1, 60, 1000, 65536, 1 << 24, 1 << 30, 2147483647};
        return {large[bytes.below(8)], large[bytes.below(8)], large[bytes.below(8)], large[bytes.below(8)]};
    }
    default:
        return {};
    }
}

Made decode(Bytes& bytes) {
    Made made;
    constexpr int vocabularies[] = {1, 2, 3, 5, 10, 50};
    const int vocabulary = vocabularies[bytes.below(6)];
    const int utterances = bytes.below(9), queues = 1 + bytes.below(4), streams = bytes.below(7);
    const bool timed = bytes.chance(3), tidy = bytes.below(4) != 0;
    made.problem.costs = any_costs(bytes);
    made.streams.resize(streams);
    std::int64_t clock = 0;
    // Times of a tidy meeting ascend; others are unordered, and words may have zero length.
    const auto span = [&] {
        clock = tidy ? clock + bytes.below(3) : bytes.below(24);
        return Span{clock, clock + bytes.below(5)};
    };
    for (int n = 0; n < utterances; ++n) {
        Spoken reference;
        made.problem.queue_of.push_back(bytes.below(queues));
        Spoken* hypothesis = streams > 0 && bytes.below(4) != 0 ? &made.streams[bytes.below(streams)] : nullptr;
        for (int k = bytes.below(5); k > 0; --k) {
            reference.words.push_back(bytes.below(vocabulary));
            reference.spans.push_back(span());
            if (hypothesis == nullptr || hypothesis->words.size() > 8 || bytes.chance(6)) continue;
            hypothesis->words.push_back(bytes.chance(5) ? bytes.below(vocabulary) : reference.words.back());
            const std::int64_t shift = bytes.below(3);
            hypothesis->spans.push_back({reference.spans.back().start - shift, reference.spans.back().end + 2 - shift});
        }
        made.utterances.push_back(std::move(reference));
    }
    clock = 0;
    for (Spoken& stream : made.streams) {
        for (int k = bytes.chance(4) ? bytes.below(5) : 0; k > 0; --k) {
            stream.words.push_back(bytes.below(vocabulary));
            stream.spans.push_back(span());
        }
    }
    while (places(made) > most_places) {
        Spoken& longest = *std::max_element(made.streams.begin(), made.streams.end(), [](const auto& a, const auto& b) {
            return a.words.size() < b.words.size();
        });
        longest.words.pop_back();
        longest.spans.pop_back();
    }
    const auto view = [timed](const Spoken& one) {
        return TimedWords(one.words, timed ? std::span<const Span>(one.spans) : std::span<const Span>());
    };
    for (const Spoken& one : made.utterances) made.problem.utterances.push_back(view(one));
    for (const Spoken& one : made.streams) made.problem.streams.push_back(view(one));
    return made;
}

void print(const char* name, const Spoken& one, bool timed) {
    std::fprintf(stderr, "%s:", name);
    for (std::size_t i = 0; i < one.words.size(); ++i) {
        std::fprintf(stderr, " %d", one.words[i]);
        if (timed) {
            std::fprintf(stderr, "(%lld-%lld)", static_cast<long long>(one.spans[i].start),
                         static_cast<long long>(one.spans[i].end));
        }
    }
    std::fprintf(stderr, "\n");
}

[[noreturn]] void fail(const char* what, const Made& made, const Routing& routing, std::int64_t best) {
    const Costs& costs = made.problem.costs;
    std::fprintf(stderr, "%s: cost %lld, bound %lld, exact %d; the best costs %lld\ncosts %d %d %d %d\nqueues:", what,
                 static_cast<long long>(routing.cost), static_cast<long long>(routing.lower_bound), routing.exact,
                 static_cast<long long>(best), costs.correct, costs.substitution, costs.insertion, costs.deletion);
    for (const std::int32_t queue : made.problem.queue_of) std::fprintf(stderr, " %d", queue);
    std::fprintf(stderr, "\n");
    const auto has_times = [](const TimedWords& words) { return !words.spans.empty(); };
    const bool timed = std::any_of(made.problem.utterances.begin(), made.problem.utterances.end(), has_times);
    for (const Spoken& one : made.utterances) print("utterance", one, timed);
    for (const Spoken& one : made.streams) print("stream", one, timed);
    std::abort();
}

void check_within(const Made& made, const Budget& budget, std::int64_t best) {
    try {
        const Routing routing = find_routing(made.problem, budget);
        if (!honest(made.problem, routing, best)) fail("dishonest within a budget", made, routing, best);
    } catch (const TooLarge&) { // the full table needs too much memory
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Bytes bytes(data, size);
    const Made made = decode(bytes);
    const Routing plain = route::route_full_table(made.problem, {});
    if (!optimal(made.problem, plain, plain.cost)) fail("the plain programme's own routing", made, plain, plain.cost);
    const Routing routing = find_routing(made.problem, {});
    if (!optimal(made.problem, routing, plain.cost)) fail("not the optimum", made, routing, plain.cost);
    for (const std::uint64_t memory : {1u, 1000u, 10000u, 100000u}) check_within(made, Budget{memory}, plain.cost);
    check_within(made, Budget{~std::uint64_t{0}, 0.0}, plain.cost);
    for (const double work : {0.0, 1000.0, 30000.0})
        check_within(made, Budget{~std::uint64_t{0}, 1e9, nullptr, nullptr, work}, plain.cost);
    return 0;
}

#ifndef HUBBUB_LIBFUZZER
#include <chrono>
#include <fstream>
#include <iterator>
#include <random>
#include <string>

int main(int count, char** arguments) {
    long runs = -1;
    double seconds = 0;
    std::uint64_t seed = 1;
    bool replayed = false;
    for (int a = 1; a < count; ++a) {
        const std::string argument = arguments[a];
        const auto value = [&] { return std::atof(argument.c_str() + argument.find('=') + 1); };
        if (argument.starts_with("-runs="))
            runs = static_cast<long>(value());
        else if (argument.starts_with("-max_total_time="))
            seconds = value();
        else if (argument.starts_with("-seed="))
            seed = static_cast<std::uint64_t>(value());
        else {
            std::ifstream file(argument, std::ios::binary);
            if (!file) return std::fprintf(stderr, "%s: cannot be read\n", argument.c_str()), 2;
            const std::string bytes((std::istreambuf_iterator<char>(file)), {});
            LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
            replayed = true;
        }
    }
    if (replayed) return 0;
    if (runs < 0 && seconds == 0) runs = 1000;
    const auto start = std::chrono::steady_clock::now();
    const auto left = [&](long done) {
        if (runs >= 0 && done >= runs) return false;
        const std::chrono::duration<double> used = std::chrono::steady_clock::now() - start;
        return seconds == 0 || used.count() < seconds;
    };
    long done = 0;
    for (; left(done); ++done) {
        std::mt19937_64 random(seed * 1000003 + static_cast<std::uint64_t>(done));
        std::vector<std::uint8_t> bytes(8 + random() % 160);
        for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
        std::ofstream("fuzz-last", std::ios::binary)
            .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
        LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
    }
    std::remove("fuzz-last"); // after a failure it stays, to be replayed
    std::printf("%ld problems agree\n", done);
    return 0;
}
#endif
