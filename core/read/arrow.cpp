#include "read/arrow.hpp"

#include "base/white_space.hpp"
#include "read/utf8.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace hubbub {
namespace {

// A structure lent by the producer, released at the end.
template <class Lent> struct Loan : Lent {
    Loan() : Lent{} {}
    Loan(const Loan&) = delete;
    ~Loan() {
        if (this->release != nullptr) this->release(this);
    }
};

// A column of a batch of rows.
class Column {
  public:
    Column(const ArrowArray& array, std::int64_t first, std::string_view format)
        : first_(array.offset + first), format_(format), valid_(static_cast<const std::uint8_t*>(array.buffers[0])),
          buffers_(array.buffers) {}

    // A null has no data. Returns false if the general reader is needed.
    bool text(std::int64_t row, std::string_view& into) const {
        if (is_null(row)) return true;
        const std::string_view cell = letters(first_ + row);
        if (cell.empty()) return true;
        std::string_view stripped = cell;
        trim_left(stripped);
        trim_right(stripped);
        into = cell;
        return stripped.size() == cell.size() && is_utf8(cell);
    }
    bool seconds(std::int64_t row, double& into) const {
        if (is_null(row)) return true;
        into = static_cast<const double*>(buffers_[1])[first_ + row] + 0.0; // + 0.0 turns -0 into 0
        return in_range(into);
    }

  private:
    bool is_null(std::int64_t row) const {
        const std::int64_t bit = first_ + row;
        return valid_ != nullptr && (valid_[bit / 8] >> bit % 8 & 1) == 0;
    }
    std::string_view letters(std::int64_t place) const {
        if (format_ == "u") return between<std::int32_t>(place);
        if (format_ == "U") return between<std::int64_t>(place);
        // A view has its size, then up to twelve bytes of text; a longer text has its first four bytes and its
        // location.
        const char* const view = static_cast<const char*>(buffers_[1]) + place * 16;
        const auto number = [&](int at) {
            std::int32_t value = 0;
            std::memcpy(&value, view + at, sizeof value);
            return static_cast<std::size_t>(value);
        };
        const std::size_t size = number(0);
        if (size <= 12) return {view + 4, size};
        return {static_cast<const char*>(buffers_[2 + number(8)]) + number(12), size};
    }
    template <class Place> std::string_view between(std::int64_t place) const {
        const auto* const ends = static_cast<const Place*>(buffers_[1]);
        return {static_cast<const char*>(buffers_[2]) + ends[place],
                static_cast<std::size_t>(ends[place + 1] - ends[place])};
    }

    std::int64_t first_;
    std::string_view format_;
    const std::uint8_t* valid_;
    const void** buffers_;
};

constexpr std::size_t texts = 3; // of the names; times follow

bool is_plain(const ArrowSchema& column, bool is_text) {
    const std::string_view format = column.format;
    const bool known = is_text ? format == "u" || format == "U" || format == "vu" : format == "g";
    return known && column.dictionary == nullptr;
}

// Returns false if the general reader is needed.
bool add_rows(const ArrowArray& rows, const ArrowSchema& schema, const std::array<std::int64_t, 5>& places,
              Columns& into) {
    if (rows.n_buffers > 0 && rows.buffers[0] != nullptr) return false; // null rows
    std::array<std::optional<Column>, 5> columns;
    for (std::size_t i = 0; i < columns.size(); ++i)
        if (places[i] >= 0)
            columns[i].emplace(*rows.children[places[i]], rows.offset, schema.children[places[i]]->format);
    const auto& [words, session, speaker, start, end] = columns;
    for (std::int64_t row = 0; row < rows.length; ++row) {
        Record record;
        if ((words && !words->text(row, record.words)) || (session && !session->text(row, record.session)) ||
            (speaker && !speaker->text(row, record.speaker)) || (start && !start->seconds(row, record.start)) ||
            (end && !end->seconds(row, record.end)) || record.end < record.start)
            return false;
        if (record.words.data() == nullptr) record.words = "";
        into.add(record);
    }
    return true;
}

} // namespace

std::optional<Columns> columns_of(ArrowArrayStream& stream, const TableNames& names) {
    const auto check = [&](int error) {
        if (error == 0) return;
        const char* const reason = stream.get_last_error(&stream);
        throw std::runtime_error(reason == nullptr ? "the table cannot be read" : reason);
    };
    Loan<ArrowSchema> schema;
    check(stream.get_schema(&stream, &schema));
    std::array<std::int64_t, 5> places{};
    for (std::size_t i = 0; i < names.size(); ++i) {
        places[i] = -1;
        for (std::int64_t k = 0; k < schema.n_children; ++k)
            if (!names[i].empty() && names[i] == schema.children[k]->name) places[i] = k;
        if (places[i] >= 0 && !is_plain(*schema.children[places[i]], i < texts)) return std::nullopt;
    }
    Columns columns;
    while (true) {
        Loan<ArrowArray> rows;
        check(stream.get_next(&stream, &rows));
        if (rows.release == nullptr) return columns; // end of the stream
        if (!add_rows(rows, schema, places, columns)) return std::nullopt;
    }
}

} // namespace hubbub
