// SPDX-License-Identifier: Apache-2.0
#include "report/page.hpp"

#include "core/sha256.hpp"
#include "report/page_data.hpp"
#include "report/page_files.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

namespace spinsack {
namespace {

int digit_value(char digit) { return digit <= '9' ? digit - '0' : digit - 'a' + 10; }

// The digest as the browser's content security policy wants it: base64 of its 32 bytes.
std::string policy_digest(std::string_view text) {
  constexpr std::string_view alphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const std::string digits = sha256(text);
  std::string encoded;
  for (std::size_t i = 0; i < digits.size(); i += 6) {  // three bytes
    unsigned bits = 0;
    for (std::size_t k = 0; k < 6; ++k)
      bits =
          bits << 4 | static_cast<unsigned>(i + k < digits.size() ? digit_value(digits[i + k]) : 0);
    const std::size_t bytes = std::min<std::size_t>(3, (digits.size() - i) / 2);
    for (std::size_t k = 0; k < 4; ++k)
      encoded += k <= bytes ? alphabet[bits >> (18 - 6 * k) & 63] : '=';
  }
  return encoded;
}

// Fills the places {{name}} of the skeleton, once each, in the order of the skeleton.
std::string filled(std::string_view skeleton,
                   const std::vector<std::pair<std::string_view, std::string_view>>& parts) {
  std::string text;
  for (const auto& [name, content] : parts) {
    const std::string mark = fmt::format("{{{{{}}}}}", name);
    const std::size_t place = skeleton.find(mark);
    if (place == std::string_view::npos) throw std::logic_error("page.html has no place " + mark);
    text += skeleton.substr(0, place);
    text += content;
    skeleton.remove_prefix(place + mark.size());
  }
  text += skeleton;
  return text;
}

// data: a block of JSON, or nothing.
std::string assembled(std::string_view data, std::string_view more_rights,
                      const std::vector<std::string>& scripts) {
  std::string policy = fmt::format(
      "default-src 'none'; style-src 'unsafe-inline'; img-src data: blob:; {}script-src",
      more_rights);
  std::string elements;
  for (const std::string& script : scripts) {
    const std::string text = fmt::format("\n{}\n", script);  // all of which the browser digests
    policy += fmt::format(" 'sha256-{}'", policy_digest(text));
    elements += fmt::format("<script>{}</script>\n", text);
  }
  return filled(
      page::page_html,
      {{"policy", policy}, {"style", page::page_css}, {"data", data}, {"scripts", elements}});
}

// The program of a report; begin: the call that starts it.
std::vector<std::string> report_scripts(std::string_view more, std::string_view begin) {
  return {std::string(page::vega_js),
          fmt::format("{}{}{}{}{}", page::page_js, page::tables_js, page::figures_js, more, begin)};
}

}  // namespace

std::string inert_json(std::string_view json) {
  std::string text;
  text.reserve(json.size());
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    // In JSON these stand in texts only, where an escape means the same.
    if (c == '<' || c == '>' || c == '&')
      text += fmt::format("\\u{:04x}", static_cast<int>(c));
    else if (json.substr(i, 3) == "\xe2\x80\xa8" || json.substr(i, 3) == "\xe2\x80\xa9") {
      text += json[i + 2] == '\xa8' ? "\\u2028" : "\\u2029";
      i += 2;
    } else
      text += c;
  }
  return text;
}

std::string report_page(const Analysis& analysis, const ReportContext& context) {
  return assembled(inert_json(page_data(analysis, context)), "", report_scripts("", "start();"));
}

std::string live_page() {
  return assembled("", "connect-src 'self'; ", report_scripts(page::live_js, "watch();"));
}

std::string live_page_data(const Analysis& analysis, const ReportContext& context) {
  return page_data(analysis, context);
}

std::string answer_page(std::string_view json) {
  return assembled(
      inert_json(json), "",
      {fmt::format("{}{}{}showAnswerPage();", page::page_js, page::tables_js, page::answer_js)});
}

}  // namespace spinsack
