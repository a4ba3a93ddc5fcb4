// Routes cases from standard input and writes, per case, a line of JSON: the answer and the prices of every stage, for
// tests/core/test_route_proof.py. One queue goes to the ORC router, several to the MIMO router. Options: deleting=0
// prunes no cell, so that bounds follow from the prices alone; rounds=N sweeps over rows (ORC); table=0 leaves the
// proof to the prices (ORC); most_width=N ends the searches (MIMO); seconds=S.
#include "cases.hpp"
#include "route/router.hpp"

#include <algorithm>
#include <cstdio>
#include <iostream>

using namespace hubbub;

namespace {

template <class Numbers> void print(const Numbers& numbers) {
    const char* before = "[";
    for (const auto number : numbers) {
        std::printf("%s%lld", before, static_cast<long long>(number));
        before = ", ";
    }
    std::printf("%s", numbers.empty() ? "[]" : "]");
}

void print(const route::Certificate& one) {
    std::printf(R"({"stage": "%s", "scale": %lld, "bound": %lld, "utterance": )", one.stage,
                static_cast<long long>(one.scale), static_cast<long long>(one.bound));
    print(one.utterance);
    std::printf(R"(, "word": [)");
    for (std::size_t j = 0; j < one.word.size(); ++j) {
        if (j > 0) std::printf(", ");
        print(one.word[j]);
    }
    std::printf("]}");
}

void print(const Routing& routing, const route::Certificates& certificates) {
    std::printf(R"({"cost": %lld, "lower_bound": %lld, "exact": %s, "stages": [)", static_cast<long long>(routing.cost),
                static_cast<long long>(routing.lower_bound), routing.exact ? "true" : "false");
    for (std::size_t s = 0; s < routing.stages.size(); ++s) {
        std::printf(R"(%s"%s")", s > 0 ? ", " : "", routing.stages[s].name.c_str());
    }
    std::printf(R"(], "order": )");
    print(routing.order);
    std::printf(R"(, "stream_of": )");
    print(routing.stream_of);
    std::printf(R"(, "certificates": [)");
    for (std::size_t c = 0; c < certificates.size(); ++c) {
        if (c > 0) std::printf(", ");
        print(certificates[c]);
    }
    std::printf("]}\n");
}

} // namespace

int main(int argc, char** argv) {
    route::Settings settings;
    Budget budget;
    for (int a = 1; a < argc; ++a) {
        const Option option(argv[a]);
        if (option.name == "deleting")
            settings.closing = option.value != 0;
        else if (option.name == "rounds")
            settings.row_rounds = static_cast<int>(option.value);
        else if (option.name == "table")
            settings.table_work = option.value;
        else if (option.name == "most_width")
            settings.most_width = static_cast<std::int64_t>(option.value);
        else if (option.name == "seconds")
            budget.seconds = option.value;
        else
            return std::cerr << "unknown option " << argv[a] << '\n', 2;
    }
    for (Case one; read_case(std::cin, one);) {
        route::Certificates certificates;
        settings.certificates = &certificates;
        print(route::route_with(one.problem(), budget, settings), certificates);
    }
    return 0;
}
