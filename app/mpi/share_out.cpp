// SPDX-License-Identifier: Apache-2.0
#include "mpi/share_out.hpp"

#include <fmt/format.h>

#include <charconv>
#include <map>
#include <optional>
#include <stdexcept>

namespace spinsack::cli {
namespace {

std::string number_of(const Cell& cell, const std::vector<Cell>& cells) {
  return std::to_string(&cell - cells.data());
}

const Cell& cell_of(const std::string& number, const std::vector<Cell>& cells) {
  std::size_t value = cells.size();
  std::from_chars(number.data(), number.data() + number.size(), value);
  return cells.at(value);
}

class Master {
 public:
  Master(const Ranks& ranks, CellWorkers& workers, const std::vector<Cell>& cells, Ledger& ledger)
      : ranks_(&ranks), workers_(&workers), cells_(&cells), ledger_(&ledger) {}

  // Whether an interrupt came.
  bool run(const std::atomic<bool>& signalled) {
    for (Nap nap; ranks_working_ > 0 || workers_->busy() > 0 || !workers_->stopped();) {
      if (signalled) interrupt();
      if (!more() && handed_.empty() && workers_->busy() == 0) stop();
      while (more() && workers_->busy() < workers_->threads()) workers_->give(next());
      bool quiet = true;
      while (const std::optional<CellWorkers::Made> made = workers_->take()) {
        quiet = false;
        if (made->record) ledger_->enter(*made->cell, *made->record, made->seconds);
      }
      while (const std::optional<Message> message = ranks_->receive()) {
        quiet = false;
        hear(*message);
      }
      if (quiet)
        nap.take();
      else
        nap.reset();
    }
    return interrupted_;
  }

 private:
  bool more() const { return !workers_->stopped() && next_ < ledger_->missing().size(); }
  const Cell& next() { return *ledger_->missing()[next_++]; }

  void interrupt() {
    interrupted_ = interrupted_ || !workers_->stopped();
    stop();
  }

  // Once, at the end or before.
  void stop() {
    if (workers_->stopped()) return;
    workers_->stop();
    for (int rank = 1; rank < ranks_->count(); ++rank) ranks_->send(rank, Say::stop);
  }

  void hear(const Message& message) {
    switch (message.say) {
      case Say::record:
        enter(message);
        [[fallthrough]];
      case Say::ready:
        answer(message.from);
        break;
      case Say::interrupted:
        interrupt();
        break;
      case Say::bye:
        --ranks_working_;
        break;
      default:
        throw std::logic_error(
            fmt::format("rank {} said {}", message.from, static_cast<int>(message.say)));
    }
  }

  void answer(int rank) {
    if (!more()) return;  // it hears from us when all is done
    const Cell& cell = next();
    handed_[cell.id.text()] = {&cell, Clock::now()};
    ranks_->send(rank, Say::cell, number_of(cell, *cells_));
  }

  void enter(const Message& message) {
    const CellRecord record = read_record(fmt::format("rank {}", message.from), message.text);
    const auto handed = handed_.find(record.cell);
    if (handed == handed_.end())
      throw std::logic_error(fmt::format("rank {} did the cell {}, which it was not given",
                                         message.from, record.cell));
    const std::chrono::duration<double> taken = Clock::now() - handed->second.when;
    ledger_->enter(*handed->second.cell, record, taken.count());
    handed_.erase(handed);
  }

  using Clock = std::chrono::steady_clock;
  struct Handed {
    const Cell* cell = nullptr;
    Clock::time_point when;
  };

  const Ranks* ranks_;
  CellWorkers* workers_;
  const std::vector<Cell>* cells_;
  Ledger* ledger_;
  int ranks_working_ = ranks_->count() - 1;  // that have not said goodbye
  bool interrupted_ = false;
  std::size_t next_ = 0;
  std::map<std::string, Handed> handed_;
};

}  // namespace

bool hand_out_cells(const Ranks& ranks, CellWorkers& workers, const std::vector<Cell>& cells,
                    Ledger& ledger, const std::atomic<bool>& signalled) {
  return Master(ranks, workers, cells, ledger).run(signalled);
}

void work_on_cells(const Ranks& ranks, CellWorkers& workers, const std::vector<Cell>& cells,
                   const std::atomic<bool>& signalled) {
  for (int t = 0; t < workers.threads(); ++t) ranks.send(0, Say::ready);
  bool told = false;
  bool over = false;
  for (Nap nap; !over || workers.busy() > 0;) {
    if (signalled && !told) {
      told = true;
      workers.stop();
      ranks.send(0, Say::interrupted);
    }
    bool quiet = true;
    while (const std::optional<Message> message = ranks.receive()) {
      quiet = false;
      if (message->say == Say::cell) workers.give(cell_of(message->text, cells));
      if (message->say != Say::stop) continue;
      workers.stop();
      over = true;
    }
    while (const std::optional<CellWorkers::Made> made = workers.take()) {
      quiet = false;
      if (made->record) ranks.send(0, Say::record, record_line(*made->record));
    }
    if (quiet)
      nap.take();
    else
      nap.reset();
  }
  ranks.send(0, Say::bye);
}

}  // namespace spinsack::cli
