// SPDX-License-Identifier: Apache-2.0
#include "machine/secrets.hpp"

#include "core/json_reader.hpp"
#include "core/json_text.hpp"
#include "core/program_path.hpp"
#include "machine/machine_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <unistd.h>
#include <utility>

namespace spinsack {
namespace {

constexpr std::size_t shortest_secret = 8;

std::string percent_encoded(std::string_view text, bool capitals) {
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0 || c == '-' || c == '_' || c == '.' || c == '~')
      result += c;
    else
      result += capitals ? fmt::format("%{:02X}", byte) : fmt::format("%{:02x}", byte);
  }
  return result;
}

std::string hexadecimal(std::string_view text, bool capitals) {
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    result += capitals ? fmt::format("{:02X}", byte) : fmt::format("{:02x}", byte);
  }
  return result;
}

// The characters of base64 that a text decides alone when shift bytes stand before it, whatever they are.
std::string base64_core(std::string_view text, std::size_t shift, bool for_addresses) {
  constexpr std::string_view letters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  constexpr std::string_view others =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const std::size_t bits = 8 * (shift + text.size());
  std::string result;
  for (std::size_t bit = (8 * shift + 5) / 6 * 6; bit + 6 <= bits; bit += 6) {
    unsigned digit = 0;
    for (std::size_t b = bit; b < bit + 6; ++b) {
      const auto byte = static_cast<unsigned char>(text[b / 8 - shift]);
      digit = digit << 1U | ((byte >> (7 - b % 8)) & 1U);
    }
    result += (for_addresses ? others : letters)[digit];
  }
  return result;
}

void replace_all(std::string& text, std::string_view secret) {
  constexpr std::string_view mask = "***";
  for (std::size_t place = text.find(secret); place != std::string::npos;
       place = text.find(secret, place + mask.size()))
    text.replace(place, secret.size(), mask);
}

// https://user:password@host becomes https://***@host.
std::string without_user(std::string text) {
  for (std::size_t place = text.find("://"); place != std::string::npos;
       place = text.find("://", place + 3)) {
    const std::size_t host = place + 3;
    const std::size_t end = text.find_first_of("/?# \"", host);
    const std::size_t user = text.substr(0, end).rfind('@');
    if (user != std::string::npos && user >= host) text.replace(host, user - host, "***");
  }
  return text;
}

bool is_wanted_by_all(std::string_view name) {
  constexpr std::array<std::string_view, 7> common{"PATH", "HOME",          "LANG",        "TMPDIR",
                                                   "TZ",   "SSL_CERT_FILE", "SSL_CERT_DIR"};
  return name.starts_with("LC_") || std::ranges::count(common, name) > 0;
}

}  // namespace

Redactor::Redactor(const std::vector<std::string>& secrets) {
  for (const std::string_view value : secrets) {
    // Programs take no blanks or line ends around a token for part of it.
    constexpr std::string_view blanks = " \t\r\n";
    const std::size_t begin = std::min(value.find_first_not_of(blanks), value.size());
    const std::string_view secret = value.substr(begin, value.find_last_not_of(blanks) + 1 - begin);
    if (secret.size() < shortest_secret) continue;
    forms_.emplace_back(secret);
    for (const bool capitals : {true, false}) {
      forms_.push_back(percent_encoded(secret, capitals));
      forms_.push_back(hexadecimal(secret, capitals));
    }
    for (const bool for_addresses : {true, false})
      for (std::size_t shift = 0; shift < 3; ++shift)
        forms_.push_back(base64_core(secret, shift, for_addresses));
  }
  // The longest first: where one is part of another, nothing of either stays.
  std::ranges::sort(forms_, [](const std::string& a, const std::string& b) {
    return a.size() != b.size() ? a.size() > b.size() : a < b;
  });
  forms_.erase(std::unique(forms_.begin(), forms_.end()), forms_.end());
  if (!forms_.empty()) longest_ = forms_.front().size();
}

std::string Redactor::text(std::string text) const {
  for (const std::string& form : forms_) replace_all(text, form);
  return text;
}

std::string Redactor::json(std::string_view json) const {
  std::string result;
  for (std::size_t place = 0; place < json.size();) {
    if (json[place] == '"') {
      JsonReader reader("worker", json, place);
      result += json_string(without_user(text(reader.text("a text"))));
      place = reader.next();
      continue;
    }
    constexpr std::string_view between = ",:{}[] \t\r\n";
    if (between.find(json[place]) != std::string_view::npos) {
      result += json[place++];
      continue;
    }
    // A token of digits may be written as a number. Its mask is none, so it becomes a text.
    const std::size_t end = std::min(json.find_first_of(",:{}[] \t\r\n\"", place), json.size());
    const std::string_view word = json.substr(place, end - place);
    std::string shown = text(std::string(word));
    result += shown == word ? shown : json_string(shown);
    place = end;
  }
  return result;
}

void WorkerLog::take(std::string& piece) {
  rest_ += piece;
  piece.clear();
  std::size_t begin = 0;
  for (std::size_t end = rest_.find('\n'); end != std::string::npos;
       end = rest_.find('\n', begin)) {
    emit(redactor_->text(rest_.substr(begin, end - begin)));
    begin = end + 1;
  }
  rest_.erase(0, begin);
  if (rest_.size() <= longest_line) return;
  // The end of an endless line may be the beginning of a secret.
  rest_ = redactor_->text(std::move(rest_));
  const std::size_t cut = rest_.size() - std::min(rest_.size(), redactor_->longest());
  emit(rest_.substr(0, cut));
  rest_.erase(0, cut);
}

void WorkerLog::emit(std::string line) {
  if (sink_) sink_(line);
  line.erase(0, line.size() - std::min(line.size(), kept));
  tail_ += line + '\n';
  tail_.erase(0, tail_.size() - std::min(tail_.size(), kept));
}

std::string WorkerLog::last_words() const {
  std::string words = tail_ + redactor_->text(rest_);
  while (!words.empty() && (words.back() == '\n' || words.back() == ' ')) words.pop_back();
  constexpr std::size_t shown = 500;
  if (words.size() > shown) words = "..." + words.substr(words.size() - shown);
  return words;
}

WorkerEnvironment worker_environment(const MachineDescription& machine) {
  WorkerEnvironment result;
  for (char** word = environ; *word != nullptr; ++word) {
    const std::string_view text = *word;
    const std::string_view name = text.substr(0, text.find('='));
    if (is_wanted_by_all(name) && name.size() < text.size())
      result.variables.emplace(name, text.substr(name.size() + 1));
  }
  // So that a worker finds the command it belongs to.
  for (const std::string& folder : folders_beside())
    if (is_executable_file(folder + "/spinsack")) {
      result.variables["PATH"] += ":" + folder;
      break;
    }
  for (const VariableName& named : machine.environment) {
    const char* const value =
        std::getenv(named.name.c_str());  // NOLINT(concurrency-mt-unsafe): only read
    if (value != nullptr) {
      result.variables[named.name] = value;
      result.secrets.emplace_back(value);
    }
    if (const auto other = machine.replaced.find(named.name); other != machine.replaced.end()) {
      result.variables[named.name] = other->second;
      result.secrets.push_back(other->second);
    } else if (value == nullptr && !named.optional) {
      throw MachineError(MachineFault::auth,
                         fmt::format("machine '{}': the variable {} is not set, which 'env' names "
                                     "in {}",
                                     machine.name, named.name, machine.place));
    }
  }
  return result;
}

std::vector<std::string> findable_command(std::vector<std::string> command) {
  std::string& program = command.front();
  if (program.find('/') != std::string::npos || find_program(program)) return command;
  for (const std::string& folder : folders_beside())
    if (std::string beside = fmt::format("{}/{}", folder, program); is_executable_file(beside)) {
      program = std::move(beside);
      break;
    }
  return command;
}

}  // namespace spinsack
