#include "chance/sums.hpp"

#include "base/budget.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdlib>
#include <numbers>
#include <numeric>
#include <vector>

namespace hubbub::chance {

namespace {

// The absolute values of the nonzero differences, in their greatest common divisor.
struct Sizes {
    explicit Sizes(std::span<const std::int64_t> differences) {
        for (const std::int64_t difference : differences)
            if (difference != 0) {
                all.push_back(static_cast<std::size_t>(std::llabs(difference)));
                unit = std::gcd(unit, all.back());
            }
        for (std::size_t& size : all) size /= unit;
        std::sort(all.begin(), all.end()); // sorted, the number of reachable sums stays small for long
    }
    std::vector<std::size_t> all;
    std::size_t unit = 0;
};

using Complex = std::complex<double>;

// The library's operator checks for infinities, which takes most of its time.
Complex times(const Complex& a, const Complex& b) {
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

// An in-place discrete Fourier transform; the number of values is a power of 2.
void transform(std::vector<Complex>& values, bool back) {
    const std::size_t count = values.size();
    for (std::size_t i = 1, j = 0; i < count; ++i) {
        std::size_t bit = count >> 1;
        for (; (j & bit) != 0; bit >>= 1) j ^= bit;
        j ^= bit;
        if (i < j) std::swap(values[i], values[j]);
    }
    std::vector<Complex> roots(std::max<std::size_t>(count / 2, 1));
    for (std::size_t i = 0; i < roots.size(); ++i)
        roots[i] =
            std::polar(1.0, (back ? 2 : -2) * std::numbers::pi * static_cast<double>(i) / static_cast<double>(count));
    for (std::size_t length = 2; length <= count; length *= 2) {
        check_stop();
        for (std::size_t start = 0; start < count; start += length)
            for (std::size_t i = 0; i < length / 2; ++i) {
                const Complex even = values[start + i],
                              odd = times(values[start + i + length / 2], roots[i * (count / length)]);
                values[start + i] = even + odd;
                values[start + i + length / 2] = even - odd;
            }
    }
}

Complex power(Complex base, std::size_t exponent) {
    Complex found = 1;
    for (; exponent != 0; exponent /= 2, base = times(base, base))
        if (exponent % 2 != 0) found = times(found, base);
    return found;
}

} // namespace

double least_p(std::span<const std::int64_t> differences) {
    const auto moved = std::count_if(differences.begin(), differences.end(), [](std::int64_t d) { return d != 0; });
    return moved == 0 ? 1.0 : std::ldexp(1.0, 1 - static_cast<int>(moved));
}

double sign_flip(std::span<const std::int64_t> differences) {
    const auto [all, unit] = Sizes(differences);
    // With the sum S of all sizes and the sum T of those with a plus sign, the signed sum is 2T - S.
    const std::size_t whole = std::accumulate(all.begin(), all.end(), std::size_t{0});
    const std::int64_t sum = std::accumulate(differences.begin(), differences.end(), std::int64_t{0});
    if (sum == 0) return 1.0;
    const std::size_t far = static_cast<std::size_t>(std::llabs(sum)) / unit;
    std::vector<double> chances(whole + 1), next(whole + 1);
    chances[0] = 1;
    std::size_t reached = 0;
    for (const std::size_t size : all) {
        check_stop();
        for (std::size_t t = 0; t < std::min(size, reached + 1); ++t) next[t] = 0.5 * chances[t];
        for (std::size_t t = reached + 1; t < size; ++t) next[t] = 0;
        for (std::size_t t = size; t <= reached + size; ++t)
            next[t] = 0.5 * (t <= reached ? chances[t] + chances[t - size] : chances[t - size]);
        reached += size;
        chances.swap(next);
    }
    // The distribution is symmetric; added from the tail, small numbers first. S and the sum have the same parity.
    double tail = 0;
    for (std::size_t t = 0; 2 * t + far <= whole; ++t) tail += chances[t];
    return std::clamp(2 * tail, least_p(differences), 1.0);
}

std::array<double, 3> drawn_sums(std::span<const std::int64_t> differences) {
    if (differences.empty()) return {0, 1, 0};
    const auto [low, high] = std::minmax_element(differences.begin(), differences.end());
    if (*high < 0 || *low > 0) return {*high < 0 ? 1.0 : 0.0, 0, *low > 0 ? 1.0 : 0.0};
    if (*low == *high) return {0, 1, 0};
    const std::size_t count = differences.size();
    const std::size_t reach = static_cast<std::size_t>(*high - *low) * count + 1; // sums from count * low on
    std::size_t size = 1;
    while (size < reach) size *= 2;
    std::vector<Complex> values(size);
    for (const std::int64_t difference : differences)
        values[static_cast<std::size_t>(difference - *low)] += 1.0 / static_cast<double>(count);
    transform(values, false);
    constexpr std::size_t some = 1 << 16;
    for (std::size_t i = 0; i < size; ++i) {
        if (i % some == 0) check_stop();
        values[i] = power(values[i], count);
    }
    transform(values, true);
    std::array<double, 3> found{};
    const std::int64_t zero = -*low * static_cast<std::int64_t>(count);
    for (std::size_t i = 0; i < reach; ++i) {
        const double chance = std::max(values[i].real() / static_cast<double>(size), 0.0);
        found[static_cast<std::int64_t>(i) < zero ? 0 : static_cast<std::int64_t>(i) == zero ? 1 : 2] += chance;
    }
    // Impossible sums come out as rounding errors.
    if (*low >= 0) found[0] = 0;
    if (*high <= 0) found[2] = 0;
    const double whole = found[0] + found[1] + found[2];
    for (double& chance : found) chance /= whole;
    return found;
}

} // namespace hubbub::chance
