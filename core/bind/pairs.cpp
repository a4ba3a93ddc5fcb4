// The pairs of an alignment for Python. A corpus has millions of them, so the named tuples are filled here.
#include "bind/outcome.hpp"
#include "corpus/steps.hpp"

#include "base/white_space.hpp"

#include <cmath>
#include <memory>
#include <utility>
#include <vector>

namespace hubbub {

namespace {

constexpr std::size_t most_texts = 1 << 14; // cached for the next session

/// Makes named tuples of one class. A field keeps its value until it is set again.
class NamedTuples {
  public:
    NamedTuples(nb::handle type, Py_ssize_t size)
        : type_(type), arguments_(nb::steal(PyTuple_New(1))), fields_(PyTuple_New(size)) {
        if (!arguments_.is_valid() || fields_ == nullptr) throw nb::python_error();
        // the only owner, since a tuple with other references must not change
        PyTuple_SetItem(arguments_.ptr(), 0, fields_);
        for (Py_ssize_t i = 0; i < size; ++i) set(i, nb::none());
    }
    void set(Py_ssize_t field, nb::object value) {
        if (PyTuple_SetItem(fields_, field, value.release().ptr()) != 0) throw nb::python_error();
    }
    nb::object make() const {
        static const auto new_tuple = reinterpret_cast<newfunc>(PyType_GetSlot(&PyTuple_Type, Py_tp_new));
        auto made = nb::steal(new_tuple(reinterpret_cast<PyTypeObject*>(type_.ptr()), arguments_.ptr(), nullptr));
        if (!made.is_valid()) throw nb::python_error();
        return made;
    }

  private:
    nb::handle type_;
    nb::object arguments_;
    PyObject* fields_;
};

/// Memory reused from session to session.
struct Cache {
    Cache(nb::handle word, nb::handle pair, nb::handle no_keys)
        : reference(word, no_keys), hypothesis(word, no_keys), pairs(pair, 3) {}

    struct Words {
        Words(nb::handle type, nb::handle no_keys) : made(type, 6) { made.set(5, nb::borrow(no_keys)); }
        NamedTuples made;
        std::vector<std::pair<std::int32_t, std::size_t>> places; // of the words of a lane: utterance, and index in it
    };

    Scratch scratch;
    std::vector<nb::object> texts; // by the numbers of the words
    Words reference, hypothesis;
    NamedTuples pairs;
};

/// The words of one side of a session, as named tuples.
class WordMaker {
  public:
    WordMaker(const PreparedSide& side, const SpeakerIndex& speakers, Cache::Words& words, Cache& cache)
        : side_(side), speakers_(speakers), vocabulary_(cache.scratch.vocabulary), texts_(cache.texts),
          words_(words.made), places_(words.places) {}
    /// Selects this side of a lane; the next words are its words, in order.
    void take(const Part& part, std::int32_t name) {
        places_.clear();
        next_ = 0;
        each_piece(side_, speakers_, part, name, [&](const Piece& piece) {
            for (std::int32_t i = 0; i < piece.count; ++i)
                places_.emplace_back(piece.utterance, static_cast<std::size_t>(word_place(part, piece, i)));
        });
    }
    nb::object next() {
        const auto [number, place] = places_.at(next_++);
        const Utterance& utterance = side_.utterances[static_cast<std::size_t>(number)];
        if (number != utterance_) enter(number, utterance);
        words_.set(0, text(utterance, place));
        if (utterance.times != Utterance::untimed) {
            const auto times = side_.times(utterance).subspan(2 * place, 2);
            words_.set(3, nb::float_(times[0]));
            words_.set(4, nb::float_(times[1]));
        }
        auto word = words_.make();
        PyObject_GC_UnTrack(word.ptr()); // it refers to nothing that could refer to it
        return word;
    }

  private:
    void enter(std::int32_t number, const Utterance& utterance) {
        const auto seconds = [](double value) {
            return std::isnan(value) ? nb::none() : nb::object(nb::float_(value));
        };
        utterance_ = number;
        words_.set(1, decoded(side_.speaker_name(utterance.speaker)));
        words_.set(2, nb::int_(utterance.number));
        words_.set(3, seconds(side_.start(utterance)));
        words_.set(4, seconds(side_.end(utterance)));
    }
    nb::object text(const Utterance& utterance, std::size_t place) {
        const std::size_t word = utterance.begin + place;
        if (side_.source->keys == nullptr) { // words with the same number have the same text
            const auto number = static_cast<std::size_t>(side_.words[word]);
            if (number >= texts_.size()) texts_.resize(vocabulary_.size());
            if (!texts_[number].is_valid()) texts_[number] = decoded(vocabulary_[side_.words[word]]);
            return texts_[number];
        }
        if (utterance.segment != segment_) {
            segment_ = utterance.segment;
            in_text_.clear();
            each_word(side_.source->text(static_cast<std::size_t>(segment_)),
                      [&](std::string_view one) { in_text_.push_back(one); });
        }
        return decoded(in_text_.at(side_.places.empty() ? static_cast<std::size_t>(utterance.offset) + place
                                                        : side_.places[word]));
    }

    const PreparedSide& side_;
    const SpeakerIndex& speakers_;
    const Vocabulary& vocabulary_;
    std::vector<nb::object>& texts_;
    NamedTuples& words_;
    std::vector<std::pair<std::int32_t, std::size_t>>& places_;
    std::size_t next_ = 0;
    std::int32_t utterance_ = -1; // of the previous word
    std::int32_t segment_ = -1;   // the segment whose text is split
    std::vector<std::string_view> in_text_;
};

class PairMaker {
  public:
    PairMaker(nb::object word, nb::object pair, nb::object no_keys)
        : word_(std::move(word)), pair_(std::move(pair)), no_keys_(std::move(no_keys)) {}

    nb::object pairs(const Outcome& outcome, std::size_t metric, std::size_t session) {
        const Solution& solution = solution_at(outcome, metric, session);
        // Python may run in between and call this again: then there is nothing to reuse.
        std::unique_ptr<Cache> cache = std::exchange(cache_, nullptr);
        if (cache == nullptr || cache->scratch.vocabulary.size() > most_texts)
            cache = std::make_unique<Cache>(word_, pair_, no_keys_);
        const Corpus& corpus = *outcome.corpus();
        const SessionInput input = corpus.input(session);
        const Session made(outcome.plan(), *corpus.reference, *corpus.hypothesis, input, cache->scratch);
        nb::object all = made_of(solution, made, *cache);
        cache_ = std::move(cache);
        return all;
    }

  private:
    static nb::object made_of(const Solution& solution, const Session& session, Cache& cache) {
        WordMaker reference(session.reference, session.speakers, cache.reference, cache);
        WordMaker hypothesis(session.hypothesis, session.streams, cache.hypothesis, cache);
        std::size_t steps = 0;
        for (const Lane& lane : solution.lanes) steps += lane.steps.size();
        auto all = nb::steal(PyList_New(static_cast<Py_ssize_t>(steps)));
        if (!all.is_valid()) throw nb::python_error();
        Py_ssize_t place = 0;
        for (const Lane& lane : solution.lanes) {
            reference.take(lane.reference, lane.speaker);
            hypothesis.take(lane.hypothesis, lane.stream);
            each_step(lane.steps, [&](const LaneStep& step) {
                cache.pairs.set(0, nb::str(&step.letter, 1));
                cache.pairs.set(1, step.reference.count == 0 ? nb::none() : reference.next());
                cache.pairs.set(2, step.hypothesis.count == 0 ? nb::none() : hypothesis.next());
                nb::object pair = cache.pairs.make();
                PyObject_GC_UnTrack(pair.ptr());
                PyList_SetItem(all.ptr(), place++, pair.release().ptr());
            });
        }
        cache.pairs.set(1, nb::none()); // drop the reference to the last words
        cache.pairs.set(2, nb::none());
        return all;
    }

    nb::object word_, pair_, no_keys_;
    std::unique_ptr<Cache> cache_;
};

} // namespace

void bind_pairs(nb::module_& m) {
    nb::class_<PairMaker>(m, "PairMaker", "Makes the pairs of alignments.")
        .def(nb::init<nb::object, nb::object, nb::object>(), nb::arg("word"), nb::arg("pair"), nb::arg("no_keys"),
             nb::sig("def __init__(self, word: type, pair: type, no_keys: dict[str, typing.Any]) -> None"),
             "The classes of words and of pairs, and the extra keys of a word that has none.")
        .def("pairs", &PairMaker::pairs, nb::arg("outcome"), nb::arg("metric"), nb::arg("session"),
             nb::sig("def pairs(self, outcome: Outcome, metric: int, session: int) -> list[typing.Any]"),
             "All pairs of a session, lane by lane.");
}

} // namespace hubbub
