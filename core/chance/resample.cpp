#include "chance/resample.hpp"
#include "base/pool.hpp"
#include "chance/random.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hubbub::chance {

namespace {

constexpr std::size_t batch = 64;    // resamples per job
constexpr std::uint32_t many = 4096; // units; a resample of fewer is short

} // namespace

std::vector<double> resample(std::span<const double> errors, std::span<const double> lengths, std::size_t resamples,
                             std::uint64_t seed, std::size_t threads) {
    const auto units = static_cast<std::uint32_t>(errors.size());
    std::vector<double> rates(resamples);
    const auto draw = [&](std::size_t number) {
        Draws draws(seed, number);
        double errors_drawn = 0, length_drawn = 0;
        for (std::uint32_t i = 0; i < units; ++i) {
            const std::uint32_t unit = draws.below(units);
            errors_drawn += errors[unit];
            length_drawn += lengths[unit];
        }
        rates[number] = length_drawn == 0 ? std::numeric_limits<double>::quiet_NaN() : errors_drawn / length_drawn;
    };
    const auto job = [&](std::size_t number) {
        for (std::size_t i = number * batch; i < std::min(resamples, (number + 1) * batch); ++i) {
            if (i == number * batch || units >= many) check_stop();
            draw(i);
        }
    };
    constexpr std::size_t little = 1 << 18; // draws; below, starting a thread takes longer
    const std::size_t jobs = (resamples + batch - 1) / batch;
    const std::size_t wanted = threads != 0 ? threads : processors();
    Pool(resamples * units < little || wanted < 2 ? 0 : wanted - 1).each(jobs, job);
    std::erase_if(rates, [](double rate) { return std::isnan(rate); });
    check_stop();
    std::sort(rates.begin(), rates.end());
    return rates;
}

} // namespace hubbub::chance
