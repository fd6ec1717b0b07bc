// SPDX-License-Identifier: Apache-2.0
#include "instance/source.hpp"

#include "core/catalog.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "instance/format.hpp"
#include "instance/missing.hpp"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <utility>

namespace spinsack {
namespace {

bool exists(std::string_view path) {
  std::error_code unreadable;
  return std::filesystem::exists(path, unreadable);
}

// Also where the format does not come into play, since it was typed for a reason.
void require_known_format(std::string_view format) {
  if (format != "auto")
    static_cast<void>(find_entry(instance_formats(), "instance format", format));
}

// The place of the '#' in "file#2", or npos.
std::size_t number_sign(std::string_view name) {
  const std::size_t sign = name.find_last_not_of("0123456789");
  const bool numbered = sign != std::string_view::npos && sign > 0 && name[sign] == '#' &&
                        sign + 1 < name.size() && !exists(name);
  return numbered ? sign : std::string_view::npos;
}

}  // namespace

std::optional<Profit> LoadedInstance::best_known() const {
  if (published == nullptr) return std::nullopt;
  return published->best_known;
}

InstanceSource::InstanceSource(std::string_view name, ReadOptions options)
    : name_(name), options_(std::move(options)) {
  require_known_format(options_.format);
  if (names_published(name)) {
    if (!options_.pairs.empty())
      throw UsageError(fmt::format("--pairs: {} is published, with its pairs", name));
    published_ = match_published(name);
    return;
  }
  const std::size_t sign = number_sign(name);
  file_ = name.substr(0, sign);
  if (sign != std::string_view::npos) digits_ = name.substr(sign + 1);
  if (file_ == "-" && options_.pairs == "-")
    throw UsageError("standard input can be read once: name a file for the items or for --pairs");
}

InstanceSource InstanceSource::numbered(std::string_view source, int number) {
  InstanceSource again;
  again.name_ = fmt::format("{}#{}", source, number);
  if (names_published(source)) {
    again.published_ = match_published(source);
  } else {
    again.file_ = source;
    again.digits_ = std::to_string(number);
  }
  return again;
}

void InstanceSource::read() {
  if (was_read_) return;
  refuse_missing_instance(file_);
  from_file_ = read_instances(read_file(file_), options_);
  was_read_ = true;
  if (digits_.empty()) {
    if (options_.capacity && from_file_.size() > 1)
      throw UsageError(
          fmt::format("--capacity: {} holds {} instances that differ in capacity; name "
                      "one of them, as {}#1",
                      file_, from_file_.size(), file_));
    return;
  }
  const auto [end, fault] =
      std::from_chars(digits_.data(), digits_.data() + digits_.size(), number_);
  if (fault != std::errc{} || number_ < 1 || number_ > from_file_.size())
    throw UsageError(fmt::format("{}: expected an instance from 1 to {}, which {} holds, found {}",
                                 name_, from_file_.size(), file_, digits_));
  std::swap(from_file_.front(), from_file_[number_ - 1]);
  from_file_.erase(from_file_.begin() + 1, from_file_.end());
}

std::size_t InstanceSource::count() {
  if (!published_.empty()) return published_.size();
  read();
  return from_file_.size();
}

std::optional<LoadedInstance> InstanceSource::next() {
  if (given_ == count()) return std::nullopt;
  const std::size_t place = given_++;
  if (!published_.empty()) {
    const PublishedInstance& known = *published_[place];
    LoadedInstance loaded{build_published(known), &known, known.full_name()};
    if (options_.capacity) {
      loaded.instance = with_capacity(std::move(loaded.instance), *options_.capacity);
      loaded.published = find_published(loaded.instance);
    }
    return loaded;
  }
  LoadedInstance loaded{std::move(from_file_[place]), nullptr, file_,
                        static_cast<int>(number_ > 0 ? number_ : place + 1)};
  loaded.published = find_published(loaded.instance);
  return loaded;
}

std::vector<LoadedInstance> load_instances(std::string_view name, const ReadOptions& options) {
  std::vector<LoadedInstance> instances;
  InstanceSource source(name, options);
  while (auto loaded = source.next()) instances.push_back(std::move(*loaded));
  return instances;
}

LoadedInstance load_instance(std::string_view name, const ReadOptions& options) {
  InstanceSource source(name, options);
  const std::size_t count = source.count();
  if (count != 1)
    throw UsageError(
        source.published().empty()
            ? fmt::format("{0} holds {1} instances; name one of them, as {0}#1 or {0}#{1}", name,
                          count)
            : fmt::format("{} stands for {} instances; name one of them, as {}", name, count,
                          source.published().front()->full_name()));
  return std::move(*source.next());
}

}  // namespace spinsack
