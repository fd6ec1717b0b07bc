#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# with_slurm.sh COMMAND...: run a command beside a Slurm cluster of this one machine, with two cores,
# configuration, keys and state in a temporary directory. Needs root, slurm-wlm and munge, and touches
# nothing of a cluster that is there already. Exit code 77 if the machine lacks something.
set -uo pipefail
lacking() { echo "needs $*" >&2; exit 77; }
[ "$(id -u)" -eq 0 ] || lacking "root, to start the daemons of Slurm"
for program in munged slurmctld slurmd sbatch scontrol; do
  command -v $program >/dev/null || lacking "$program (packages slurm-wlm, munge)"
done

work=$(mktemp -d)
daemons=()
# Started in the foreground, each is our child: known by its number, and nobody else's.
finish() {
  if [ -n "${SLURM_CONF:-}" ] && [ ${#daemons[@]} -eq 3 ]; then
    timeout 10 scancel --me 2>/dev/null  # what a command left behind
    for _ in {1..50}; do
      [ -n "$(timeout 10 squeue --noheader 2>/dev/null)" ] || break
      sleep 0.2
    done
  fi
  for ((i = ${#daemons[@]} - 1; i >= 0; --i)); do
    kill "${daemons[i]}" 2>/dev/null
    for _ in {1..50}; do
      kill -0 "${daemons[i]}" 2>/dev/null || break
      sleep 0.1
    done
    kill -KILL "${daemons[i]}" 2>/dev/null
    wait "${daemons[i]}" 2>/dev/null
  done
  rm -rf "$work"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
start() {  # start NAME COMMAND...
  local name=$1
  shift
  "$@" >"$work/$name.out" 2>&1 &
  daemons+=($!)
}
give_up() {
  echo "with_slurm: $*" >&2
  tail -n 20 "$work"/*.out "$work"/*.log >&2
  exit 1
}

# munged wants its directories closed to others; the daemons and clients need to reach the socket.
chmod 755 "$work"
mkdir -p "$work"/{munge,state,spool}
chmod 755 "$work/munge"
dd if=/dev/urandom of="$work/munge/key" bs=128 count=1 status=none
chmod 600 "$work/munge/key"
start munged munged --foreground --force --key-file="$work/munge/key" \
  --socket="$work/munge/socket" --pid-file="$work/munge/pid" --seed-file="$work/munge/seed" \
  --log-file="$work/munge/log"

free_port() {
  local port
  for port in $(shuf -i 20000-30000 -n 50); do
    (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || { echo "$port"; return; }
  done
}
host=$(hostname -s)
export SLURM_CONF=$work/slurm.conf
cat >"$SLURM_CONF" <<CONF
ClusterName=spinsack
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmdUser=root
SlurmctldPort=$(free_port)
SlurmdPort=$(free_port)
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket
CredType=cred/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SchedulerType=sched/backfill
SchedulerParameters=sched_interval=1,batch_sched_delay=0
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
SwitchType=switch/none
MailProg=/bin/true
ReturnToService=2
MessageTimeout=60
SlurmdTimeout=300
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
SlurmdParameters=config_overrides
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
CONF

for _ in {1..100}; do
  [ -S "$work/munge/socket" ] && break
  sleep 0.1
done
[ -S "$work/munge/socket" ] || give_up "munged does not start"
start slurmctld slurmctld -D
start slurmd slurmd -D
for _ in {1..300}; do
  sinfo --noheader --format=%t 2>/dev/null | grep -q '^idle' && break
  sleep 0.1
done
sinfo --noheader --format=%t 2>/dev/null | grep -q '^idle' || give_up "the node does not become idle"

"$@"
