// Coordinate ascent: where one price goes while all others stay.
//
// As a function of one price the bound is concave and made of straight pieces. Every chain that may pay the price adds
// a corner to it: what it gains by paying. All prices between the two corners around the top are best.
#pragma once

#include "route/rows/steps.hpp"
#include "route/run/run.hpp"

#include <algorithm>

namespace hubbub::route::bound {

// The smallest and the second smallest corner.
struct TwoLeast {
    rows::Value first = rows::far, second = rows::far;

    void add(rows::Value corner) {
        second = std::min(second, std::max(first, corner));
        first = std::min(first, corner);
    }
    void clamp(rows::Value least, rows::Value greatest) {
        first = std::clamp(first, least, greatest);
        second = std::clamp(second, least, greatest);
    }
    bool settled() const { return second < rows::far / 2 && first > -rows::far / 2; }
    rows::Value at(double share) const { return first + static_cast<rows::Value>(share * (second - first)); }
};

// Where between the two corners a price is put: 0 is the smaller one, 1 the larger.
struct Placing {
    double at = 0.5;
    double spread = 0; // of a random part
    bool keep = false; // change no price: only compute the rows and remove what can be removed

    double share(Random& random) const { return at + spread * random.unit(); }
};

} // namespace hubbub::route::bound
