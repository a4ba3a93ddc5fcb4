#include "chance/resample.hpp"
#include "base/pool.hpp"
#include "chance/random.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hubbub::chance {

namespace {

constexpr std::size_t batch = 64; // resamples per job

} // namespace

Resampled resample(std::span<const double> errors, std::span<const double> lengths, std::size_t resamples,
                   std::uint64_t seed, std::size_t threads) {
    const auto units = static_cast<std::uint32_t>(errors.size());
    Resampled found{std::vector<double>(resamples), std::vector<double>(resamples)};
    const auto draw = [&](std::size_t number, std::vector<std::uint32_t>& drawn) {
        Draws draws(seed, number);
        double errors_drawn = 0, length_drawn = 0;
        for (std::uint32_t& unit : drawn) {
            unit = draws.below(units);
            errors_drawn += errors[unit];
            length_drawn += lengths[unit];
        }
        if (length_drawn == 0) {
            found.rates[number] = found.errors[number] = std::numeric_limits<double>::quiet_NaN();
            return;
        }
        const double rate = errors_drawn / length_drawn;
        double squares = 0;
        for (const std::uint32_t unit : drawn) {
            const double residual = errors[unit] - rate * lengths[unit];
            squares += residual * residual;
        }
        found.rates[number] = rate;
        found.errors[number] = units < 2 ? 0 : std::sqrt(squares * units / (units - 1)) / length_drawn;
    };
    const auto job = [&](std::size_t number) {
        std::vector<std::uint32_t> drawn(units);
        for (std::size_t i = number * batch; i < std::min(resamples, (number + 1) * batch); ++i) draw(i, drawn);
    };
    constexpr std::size_t little = 1 << 18; // draws; below, starting a thread takes longer
    const std::size_t jobs = (resamples + batch - 1) / batch;
    const std::size_t wanted = threads != 0 ? threads : processors();
    Pool(resamples * units < little || wanted < 2 ? 0 : wanted - 1).each(jobs, job);
    return found;
}

} // namespace hubbub::chance
