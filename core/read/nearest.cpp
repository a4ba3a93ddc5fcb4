// Not std::from_chars: libc++ lacks it, and that of GCC 11 reads the smallest numbers as 0. strtod depends on the
// locale.
#include "read/nearest.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

namespace hubbub {
namespace {

constexpr int enough = 55; // bits: two more than a double has; the last one is set if anything is dropped

/// A natural number of up to 3072 bits. Numbers here have fewer than 2700.
class Natural {
  public:
    explicit Natural(std::uint32_t number = 0) : size_(number != 0) { limbs_[0] = number; }

    void multiply_add(std::uint32_t factor, std::uint32_t more) {
        std::uint64_t carry = more;
        for (int i = 0; i < size_; ++i) {
            carry += std::uint64_t{limbs_[i]} * factor;
            limbs_[i] = static_cast<std::uint32_t>(carry);
            carry >>= 32;
        }
        if (carry != 0) limbs_[size_++] = static_cast<std::uint32_t>(carry);
    }
    void multiply_by_power_of_5(int power) {
        for (; power >= 13; power -= 13) multiply_add(1'220'703'125, 0); // 5^13, the largest below 2^32
        for (; power > 0; --power) multiply_add(5, 0);
    }
    Natural& operator<<=(int bits) {
        const int limbs = bits / 32, rest = bits % 32;
        std::copy_backward(limbs_.begin(), limbs_.begin() + size_, limbs_.begin() + size_ + limbs);
        std::fill_n(limbs_.begin(), limbs, 0u);
        size_ += limbs;
        std::uint32_t carry = 0;
        for (int i = limbs; rest != 0 && i < size_; ++i) {
            const std::uint32_t limb = limbs_[i];
            limbs_[i] = limb << rest | carry;
            carry = limb >> (32 - rest);
        }
        if (carry != 0) limbs_[size_++] = carry;
        return *this;
    }
    Natural& operator-=(const Natural& other) {
        std::int64_t carry = 0;
        for (int i = 0; i < size_; ++i) {
            carry += std::int64_t{limbs_[i]} - (i < other.size_ ? other.limbs_[i] : 0);
            limbs_[i] = static_cast<std::uint32_t>(carry);
            carry >>= 32;
        }
        while (size_ > 0 && limbs_[size_ - 1] == 0) --size_;
        return *this;
    }
    friend bool operator>=(const Natural& a, const Natural& b) {
        if (a.size_ != b.size_) return a.size_ > b.size_;
        for (int i = a.size_ - 1; i >= 0; --i)
            if (a.limbs_[i] != b.limbs_[i]) return a.limbs_[i] > b.limbs_[i];
        return true;
    }
    bool is_zero() const { return size_ == 0; }
    int width() const { return is_zero() ? 0 : 32 * size_ - std::countl_zero(limbs_[size_ - 1]); }

  private:
    std::array<std::uint32_t, 96> limbs_{}; // the lowest first
    int size_;                              // the last of them is not 0
};

/// number * 2^exponent, rounded once: to 53 bits, or to fewer for subnormal numbers.
double rounded(std::uint64_t number, int exponent) {
    const int left_out = std::max(static_cast<int>(std::bit_width(number)) - 53, -1074 - exponent);
    if (left_out >= 64) return 0;
    const std::uint64_t half = std::uint64_t{1} << (left_out - 1), rest = number & (2 * half - 1);
    std::uint64_t kept = number >> left_out;
    if (rest > half || (rest == half && kept % 2 == 1)) ++kept;
    return std::ldexp(static_cast<double>(kept), exponent + left_out);
}

/// above / below * 2^exponent, rounded once. Neither is 0; both are modified.
double quotient(Natural& above, Natural& below, int exponent) {
    const int apart = above.width() - below.width();
    if (apart < 0)
        above <<= -apart;
    else
        below <<= apart;
    std::uint64_t found = 0;
    for (int i = 0; i <= enough; ++i) {
        found <<= 1;
        if (above >= below) {
            above -= below;
            found |= 1;
        }
        above.multiply_add(2, 0);
    }
    return rounded(above.is_zero() ? found : found | 1, exponent + apart - enough);
}

} // namespace

double nearest(std::uint64_t number, int places) {
    if (number == 0) return 0;
    std::uint64_t power = 1;
    for (int i = 0; i < places; ++i) power *= 5;
    std::uint64_t found = number / power, rest = number % power;
    int exponent = -places;
    while (found >> (enough - 1) == 0) {
        const int step = std::min(std::countl_zero(power), std::countl_zero(found));
        rest <<= step;
        found = found << step | rest / power;
        rest %= power;
        exponent -= step;
    }
    return rounded(rest == 0 ? found : found | 1, exponent);
}

double nearest(std::string_view text, int exponent) {
    // digits; a midpoint between two doubles has fewer, so beyond them any nonzero digit is as good
    constexpr int most = 800;
    Natural above, below(1);
    int digits = 0;
    bool more = false;
    for (const char c : text) {
        if (c < '0' || c > '9' || (c == '0' && digits == 0)) continue;
        if (++digits <= most)
            above.multiply_add(10, static_cast<std::uint32_t>(c - '0'));
        else
            more |= c != '0';
    }
    if (digits == 0 || digits + exponent < -323) return 0;
    if (digits + exponent > 310) return std::numeric_limits<double>::infinity();
    exponent += std::max(digits - most, 0);
    if (more) {
        above.multiply_add(10, 1);
        --exponent;
    }
    (exponent < 0 ? below : above).multiply_by_power_of_5(std::abs(exponent));
    return quotient(above, below, exponent);
}

} // namespace hubbub
