#include "corpus/packing.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <stdexcept>

namespace hubbub {
namespace {

static_assert(std::endian::native == std::endian::little, "processes of one corpus have the same order of bytes");

class Writer {
  public:
    template <class T> void add(const T* values, std::size_t count) {
        const auto number = static_cast<std::uint64_t>(count);
        bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
        bytes.append(reinterpret_cast<const char*>(values), count * sizeof(T));
    }
    template <class T> void add(const std::vector<T>& values) { add(values.data(), values.size()); }
    void add(std::string_view text) { add(text.data(), text.size()); }
    // Lengths instead of offsets: small numbers compress better.
    void add_places(const std::vector<std::size_t>& places) {
        std::vector<std::uint32_t> lengths;
        for (std::size_t i = 1; i < places.size(); ++i)
            lengths.push_back(static_cast<std::uint32_t>(places[i] - places[i - 1]));
        add(lengths);
    }
    void add(const Vocabulary& names) {
        Texts texts;
        for (std::size_t i = 0; i < names.size(); ++i) texts.add(names[static_cast<Token>(i)]);
        add(texts);
    }
    void add(const Texts& texts) {
        add(std::string_view(texts.letters));
        add_places(texts.ends);
    }
    std::string bytes;
};

class Reader {
  public:
    explicit Reader(std::string_view bytes) : bytes_(bytes) {}
    template <class T> std::vector<T> values() {
        std::uint64_t count = 0;
        take(&count, sizeof count);
        if (count > bytes_.size() / sizeof(T)) wrong();
        std::vector<T> all(count);
        take(all.data(), count * sizeof(T));
        return all;
    }
    std::vector<std::size_t> places() {
        std::vector<std::size_t> all{0};
        for (const std::uint32_t length : values<std::uint32_t>()) all.push_back(all.back() + length);
        return all;
    }
    Texts texts() {
        const auto letters = values<char>();
        Texts all{{letters.begin(), letters.end()}, places()};
        check(all.ends.back() == all.letters.size());
        return all;
    }
    Vocabulary names() {
        const Texts all = texts();
        Vocabulary names;
        for (std::size_t i = 0; i < all.size(); ++i) check(names.number(all[i]) == static_cast<Token>(i));
        return names;
    }
    void check(bool right) const {
        if (!right) wrong();
    }
    bool at_end() const { return bytes_.empty(); }

  private:
    [[noreturn]] static void wrong() { throw std::invalid_argument("no columns"); }
    void take(void* into, std::size_t size) {
        check(size <= bytes_.size());
        if (size) std::memcpy(into, bytes_.data(), size);
        bytes_.remove_prefix(size);
    }
    std::string_view bytes_;
};

} // namespace

std::string packed(const Columns& columns) {
    Writer writer;
    writer.add(columns.words);
    for (const auto* numbers : {&columns.session, &columns.speaker, &columns.channel}) writer.add(*numbers);
    for (const auto* names : {&columns.sessions, &columns.speakers, &columns.channels}) writer.add(*names);
    for (const auto* seconds : {&columns.start, &columns.end}) writer.add(*seconds);
    writer.add(columns.has_times);
    writer.add_places(columns.times_at);
    writer.add(columns.times);
    return std::move(writer.bytes);
}

Columns unpacked(std::string_view bytes) {
    Reader reader(bytes);
    Columns columns;
    columns.words = reader.texts();
    const std::size_t size = columns.size();
    for (auto* numbers : {&columns.session, &columns.speaker, &columns.channel})
        *numbers = reader.values<std::int32_t>();
    for (auto* names : {&columns.sessions, &columns.speakers, &columns.channels}) *names = reader.names();
    for (auto* seconds : {&columns.start, &columns.end}) *seconds = reader.values<double>();
    columns.has_times = reader.values<char>();
    columns.times_at = reader.places();
    columns.times = reader.values<double>();
    const bool timed = !columns.has_times.empty();
    if (!timed) columns.times_at.clear();
    const auto fit = [&](const std::vector<std::int32_t>& numbers, const Vocabulary& names) {
        const auto last = static_cast<std::int32_t>(names.size());
        return numbers.size() == size && std::all_of(numbers.begin(), numbers.end(), [&](std::int32_t number) {
                   return number >= unnamed && number < last;
               });
    };
    reader.check(fit(columns.session, columns.sessions) && fit(columns.speaker, columns.speakers) &&
                 fit(columns.channel, columns.channels) && columns.start.size() == size && columns.end.size() == size);
    reader.check(timed ? columns.has_times.size() == size && columns.times_at.size() == size + 1 &&
                             columns.times_at.back() == columns.times.size()
                       : columns.times.empty());
    reader.check(reader.at_end());
    return columns;
}

} // namespace hubbub
