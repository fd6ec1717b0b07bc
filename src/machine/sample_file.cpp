// SPDX-License-Identifier: Apache-2.0
#include "machine/sample_file.hpp"

#include "core/text_reader.hpp"
#include "machine/sample_json.hpp"
#include "machine/sample_table.hpp"

namespace spinsack {

SampleRows read_samples(const InputFile& file) {
  TextReader reader(file.name, file.text);
  if (!reader.more()) reader.fail_next("samples");
  const char first = reader.peek().front();
  return first == '{' || first == '[' ? read_sample_json(file) : read_sample_table(file);
}

}  // namespace spinsack
