// SPDX-License-Identifier: Apache-2.0
#include "machine/sample_json.hpp"

#include "core/json_reader.hpp"
#include "machine/sample_collector.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <unordered_map>

namespace spinsack {
namespace {

using Kind = JsonReader::Kind;
using Members = JsonReader::Members;

std::int64_t read_occurrences(JsonReader& json) {
  return json.integer("a number of occurrences", 1, max_occurrences);
}

// The document is walked twice: first to see what there is and that it is JSON, then to read the samples
// with the kind and the number of variables known, wherever those stand.
class SampleDocument {
 public:
  explicit SampleDocument(const InputFile& file) : file_(file), collector_(file) {
    JsonReader json = from(0);
    if (json.kind("samples") == Kind::list) {
      members_.emplace("samples", json.next());
      json.skip();
    } else {
      members_ = json.members("samples");
    }
    json.end("the samples");
    if (const auto vectors = find({"vectors"}))
      vectors_ = from(*vectors).members("an object for 'vectors'");
  }

  SampleRows read() {
    read_vartype();
    read_labels();
    if (const auto data = find({"sample_data"}))
      read_arrays(*data);
    else if (const auto samples = find({"samples"}))
      read_rows(*samples);
    else
      from(0).fail_at(0, "expected 'samples' or 'sample_data' in the document, found neither");
    read_vector({"energies"}, "energy",
                [&](JsonReader& json) { collector_.energy(json.real("an energy")); });
    read_vector({"num_occurrences", "occurrences"}, "num_occurrences",
                [&](JsonReader& json) { collector_.occurrences(read_occurrences(json)); });
    return collector_.finish(labels_);
  }

 private:
  using Names = std::initializer_list<std::string_view>;

  JsonReader from(std::size_t offset) const { return {file_.name, file_.text, offset}; }
  // Where the member of one of these names begins.
  std::optional<std::size_t> find(Names names) const {
    for (const std::string_view name : names)
      if (const auto member = members_.find(name); member != members_.end()) return member->second;
    return std::nullopt;
  }

  void read_vartype() {
    const auto place = find({"vartype", "variable_type"});
    if (!place) return;
    JsonReader json = from(*place);
    const std::string name = json.text("a vartype in quotes");
    if (name != "BINARY" && name != "SPIN")
      json.fail("expected vartype BINARY or SPIN, found " + quote(name));
    collector_.announce_spin(name == "SPIN");
  }

  // "variables" may be the labels or their number.
  void read_labels() {
    for (const std::string_view name :
         {"variable_labels", "labels", "variables", "num_variables"}) {
      const auto place = find({name});
      if (!place) continue;
      JsonReader json = from(*place);
      if (json.kind("the variables") == Kind::number) {
        variables_ = static_cast<Index>(json.integer("a number of variables", 1, max_variables));
        collector_.announce_variables(variables_);
        continue;
      }
      json.enter_list("a list of labels");
      labels_.clear();
      while (json.next_value())
        labels_.push_back(
            json.kind("a label") == Kind::text
                ? json.text("a label")
                : std::to_string(json.integer("a label, a text or an integer", 0, max_variables)));
      if (labels_.empty()) json.fail("expected at least one label, found none");
    }
  }

  // Rows one by one, each a list, a text of digits, or an object.
  void read_rows(std::size_t place) {
    JsonReader json = from(place);
    json.enter_list("a list of samples");
    while (json.next_value()) {
      const Kind kind = json.kind("a sample");
      collector_.begin_row(json.next());
      if (kind == Kind::object)
        read_object(json);
      else
        read_values(json);
      collector_.end_row();
    }
  }

  void read_values(JsonReader& json) {
    constexpr std::string_view what = "a sample, a list of values or a text of digits 0 and 1";
    if (json.kind(what) == Kind::text) {
      const std::string digits = json.text(what);
      collector_.bits(digits, json.last() + 1);
      return;
    }
    json.enter_list(what);
    while (json.next_value()) {
      const std::string_view value = json.word("a value");
      collector_.value(value, json.last());
    }
  }

  // Either a record, whose member "bits" or "sample" is the row, or the row itself as values by label. The
  // first object decides for all.
  void read_object(JsonReader& json) {
    if (!records_) {
      const Members members = from(json.next()).members("a sample");
      records_ = members.contains("bits") || members.contains("sample");
    }
    std::string key;
    json.enter_object("a sample");
    labels_read_ = 0;
    row_start_ = json.last();
    while (json.next_key(key)) {
      if (key == "energy")
        collector_.energy(json.real("an energy"));
      else if (key == "occurrences" || key == "num_occurrences")
        collector_.occurrences(read_occurrences(json));
      else if (!*records_)
        read_labelled(json, key);
      else if (key == "sample" && json.kind("a sample") == Kind::object)
        read_map(json);
      else if (key == "bits" || key == "sample")
        read_values(json);
      else
        json.skip();
    }
    finish_labelled();
  }

  void read_map(JsonReader& json) {
    std::string label;
    json.enter_object("a sample");
    while (json.next_key(label)) read_labelled(json, label);
  }

  // The first labelled row defines the columns. Later rows mostly name them in the same order.
  void read_labelled(JsonReader& json, const std::string& label) {
    const std::size_t place = json.last();
    const std::string_view value = json.word("a value");
    if (!columns_known_) {
      if (labelled_.empty()) labels_.clear();  // those of the rows themselves count
      if (!column_of_.emplace(label, labels_.size()).second)
        json.fail_at(place, fmt::format("expected each label once, found {} again", quote(label)));
      labels_.push_back(label);
      labelled_.emplace_back();
    }
    std::size_t column = labels_read_;
    if (column >= labels_.size() || labels_[column] != label) {
      const auto found = column_of_.find(label);
      if (found == column_of_.end())
        json.fail_at(place,
                     fmt::format("expected a label of the first sample, found {}", quote(label)));
      column = found->second;
    }
    if (labelled_[column].row == row_start_)
      json.fail_at(place, fmt::format("expected each label once, found {} again", quote(label)));
    labelled_[column] = {value, json.last(), row_start_};
    ++labels_read_;
  }

  void finish_labelled() {
    if (labels_read_ == 0) return;
    if (labels_read_ != labelled_.size())
      from(0).fail_at(row_start_,
                      fmt::format("expected a sample of {} values like the one before, found {}",
                                  labelled_.size(), labels_read_));
    columns_known_ = true;
    for (const LabelledValue& value : labelled_) collector_.value(value.text, value.offset);
  }

  // dimod writes an array as an object with its data inside.
  JsonReader array_at(std::size_t place) const {
    JsonReader json = from(place);
    if (json.kind("an array") != Kind::object) return json;
    const Members members = json.members("an array");
    const auto data = members.find("data");
    if (data == members.end()) json.fail_at(place, "expected 'data' in the array, found none");
    return from(data->second);
  }

  void read_arrays(std::size_t place) {
    const auto flag = find({"sample_packed"});
    const bool packed = !flag || from(*flag).boolean("true or false for 'sample_packed'");
    if (packed && variables_ == 0)
      from(place).fail_at(place, "expected 'num_variables' beside packed samples, found none");
    JsonReader json = array_at(place);
    json.enter_list("a list of samples");
    while (json.next_value()) {
      collector_.begin_row(json.next());
      if (packed)
        read_packed(json);
      else
        read_values(json);
      collector_.end_row();
    }
  }

  // Variable v is bit v % 32, from the lowest, of word v / 32.
  void read_packed(JsonReader& json) {
    constexpr std::int64_t width = 32;
    const std::int64_t expected = (variables_ + width - 1) / width;
    const std::size_t start = json.next();
    std::int64_t words = 0;
    for (json.enter_list("a list of words"); json.next_value(); ++words) {
      const std::int64_t word =
          json.integer("a word of 32 bits", 0, std::numeric_limits<std::uint32_t>::max());
      for (std::int64_t b = 0; b < width && words * width + b < variables_; ++b)
        collector_.bit((word >> b & 1) != 0);
    }
    if (words != expected)
      json.fail_at(start, fmt::format("expected {} words of 32 bits for {} variables, found {}",
                                      expected, variables_, words));
  }

  // A list with a number per sample: beside the samples, or what dimod keeps under "vectors".
  template <class Read>
  void read_vector(Names names, std::string_view vector, Read read) {
    std::optional<std::size_t> place = find(names);
    if (const auto found = vectors_.find(vector); found != vectors_.end()) place = found->second;
    if (!place) return;
    JsonReader json = array_at(*place);
    json.enter_list("a list of numbers");
    while (json.next_value()) read(json);
  }

  struct LabelledValue {
    std::string_view text;
    std::size_t offset = 0;
    std::size_t row = std::numeric_limits<std::size_t>::max();  // where its sample begins
  };

  const InputFile& file_;
  SampleCollector collector_;
  Members members_;
  Members vectors_;
  Index variables_ = 0;  // 0 if the file does not say
  std::vector<std::string> labels_;
  std::optional<bool> records_;
  bool columns_known_ = false;
  std::unordered_map<std::string, std::size_t> column_of_;
  std::vector<LabelledValue> labelled_;  // of the current sample, by column
  std::size_t labels_read_ = 0;
  std::size_t row_start_ = 0;
};

}  // namespace

SampleRows read_sample_json(const InputFile& file) { return SampleDocument(file).read(); }

}  // namespace spinsack
