// The speech that words are in, for Python.
#include "words/speech.hpp"
#include "bind/bindings.hpp"
#include "page/words.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

using namespace nb::literals;

namespace hubbub {

void bind_speech(nb::module_& m) {
    nb::class_<Speech>(m, "Speech", "The segments of the reference: who speaks when.")
        .def(
            "__init__",
            [](Speech* self, const std::vector<std::int32_t>& speakers, const std::vector<std::int32_t>& counts,
               const std::vector<Speech::Stretch>& times) {
                std::int64_t words = 0;
                for (const std::int32_t count : counts) words += count;
                if (speakers.size() != counts.size() || words != static_cast<std::int64_t>(times.size()))
                    throw nb::value_error("as many counts as speakers, and as many times as words");
                new (self) Speech(speakers, counts, times, page::hundredths);
            },
            "speakers"_a, "counts"_a, "times"_a,
            "The number of the speaker and of words of each segment, and the times of all words in hundredths of a "
            "second.")
        .def(
            "overlap",
            [](const Speech& self, Speech::Stretch word, std::int32_t least) {
                std::size_t near = 0;
                return self.overlap(word, least, near);
            },
            "word"_a, "least"_a,
            "How many speak at most while a word lasts, and at least so many: 0 for one; 3 where nobody speaks.")
        .def("reply", &Speech::reply, "words"_a, "segment"_a, "speaker"_a.none(),
             "Is a segment a backchannel: a few words in the middle of somebody else's turn?")
        .def_static("length", &Speech::length, "words"_a, "The class of a segment of so many words, by its length.");
}

} // namespace hubbub
