#include "corpus/fragments.hpp"

#include <utility>

namespace hubbub {
namespace {

struct Bare {
    std::string_view letters;
    enum Kind { whole, beginning, ending } kind;
};

Bare bare(std::string_view word) {
    const bool letters = word.find_first_not_of('-') != std::string_view::npos;
    if (letters && word.ends_with('-')) {
        word.remove_suffix(1);
        if (word.starts_with('-')) word.remove_prefix(1);
        return {word, Bare::beginning};
    }
    if (letters && word.starts_with('-')) return {word.substr(1), Bare::ending};
    return {word, Bare::whole};
}

} // namespace

bool is_fragment(std::string_view word) { return bare(word).kind != Bare::whole; }

bool fits(std::string_view word, std::string_view other_word) {
    Bare a = bare(word), b = bare(other_word);
    if (a.kind != Bare::whole && b.kind != Bare::whole) {
        if (a.kind != b.kind) return false;
        if (a.kind == Bare::beginning)
            return b.letters.find(a.letters) != std::string_view::npos ||
                   a.letters.find(b.letters) != std::string_view::npos;
        return a.letters.ends_with(b.letters) || b.letters.ends_with(a.letters);
    }
    if (b.kind != Bare::whole) std::swap(a, b);
    if (a.kind == Bare::beginning) return b.letters.starts_with(a.letters);
    if (a.kind == Bare::ending) return b.letters.ends_with(a.letters);
    return a.letters == b.letters;
}

} // namespace hubbub
