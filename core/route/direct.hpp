// The whole problem by one look at everything, where times leave little to look at.
#pragma once

#include "../route.hpp"

#include <optional>

namespace hubbub {

// Where words have times and these leave few cells open, all there is to look at is looked at. Nothing where it takes
// more than `most` work per utterance (see table.hpp), or more memory or time than there is. `plain`: without vectors.
std::optional<Routing> route_by_table(const RouteProblem& problem, const Budget& budget, double most, bool plain);

} // namespace hubbub
