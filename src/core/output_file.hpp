// SPDX-License-Identifier: Apache-2.0
// The one place that opens files for writing. A regular file is written under no name beside the old one and
// takes its place in one step, so that a full disk, an exception or kill -9 leaves neither a partial file
// nor a damaged old one. What is no regular file (a pipe, a device, standard output) is written as it comes.
#pragma once

#include "core/descriptor.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <sys/types.h>

namespace spinsack {

// Tells whether two names lead to the same file: by its number in the system if it exists, by the place where it
// would be made otherwise.
struct FileIdentity {
  dev_t device = 0;
  ino_t number = 0;
  std::string place;  // empty if the file exists

  bool operator==(const FileIdentity&) const = default;
};

class OutputFile {
 public:
  // Looks whether path can be written, and touches nothing. "-" is standard output. A symbolic link is followed,
  // also one to a file that is not there yet; /dev/stdout and /dev/fd/N are our own open files, not the
  // files behind them. Throws FileError: a directory, no such folder, no permission.
  explicit OutputFile(std::string_view path);
  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&&) = delete;
  // What was not published goes away.
  ~OutputFile();

  const std::string& name() const { return name_; }  // for messages
  bool is_stream() const { return stream_; }         // no regular file
  // Devices have none: they may be written twice.
  bool has_identity() const { return has_identity_; }
  const FileIdentity& identity() const { return identity_; }

  // All throw FileError.
  void open();  // a second call does nothing
  void write(std::string_view
                 data);  // opens; on failure a published file is cut back to the last whole write
  void sync();           // to the disk
  // Puts what was written in the place of the old file, whose permissions and owner the new one gets where the
  // system allows it. Later writes go to the new file directly.
  enum class Old { drop, keep };
  void publish(Old old = Old::drop);
  // After publish with Old::keep: makes it undone, as far as the file system can exchange files.
  void take_back() noexcept;

 private:
  enum class State { draft, published, exchanged };

  [[noreturn]] void fail(std::string_view action, int error) const;
  void open_draft();
  void imitate_old() const;
  std::string unused_name() const;

  std::string name_;
  std::string path_;       // links followed
  std::string directory_;  // of path_
  std::string
      temporary_;  // our name for the draft, or after an exchange for the old file; empty without
  FileIdentity identity_;
  Descriptor file_;
  int descriptor_ = -1;  // where to write: file_, or an open file that is not ours to close
  std::int64_t size_ = 0;
  bool stream_ = false;
  bool exists_ = false;
  bool has_identity_ = false;
  State state_ = State::draft;
};

}  // namespace spinsack
