# SPDX-License-Identifier: Apache-2.0
# The front door. Each target installs what it needs (tools/packages.txt), builds into
# build/<preset> and runs; a second run takes seconds.
PREFIX ?= /usr/local
FUZZ_SECONDS ?= 600
SOAK_HOURS ?= 8
# Medians of interleaved runs: what else the machine does then hits all alike.
BENCH_FLAGS ?= --benchmark_enable_random_interleaving=true --benchmark_repetitions=5 \
  --benchmark_min_time=0.05 --benchmark_display_aggregates_only=true
export DESTDIR PREFIX

packages = @tools/install_packages.sh
# $(call build,preset[,target...]): configure and build, quietly unless something goes wrong.
build = @tools/build.sh $(1) $(2)
# What only running tests need comes while the compiler works: half a minute less on a new machine.
install_meanwhile = { \
  tools/install_packages.sh report-test || echo "tests in a browser will be skipped"; \
  tools/install_packages.sh python-test || echo "some tests of the Python package will be skipped"; } &
# $(call sanitize,preset[,target...]): build and run the tests with a sanitizer. Sanitizers keep tables of their own at
# fixed addresses, which a kernel that shuffles addresses widely may take: where that is allowed, it does not shuffle.
unshuffled = $(shell setarch --addr-no-randomize true 2>/dev/null && echo setarch --addr-no-randomize)
sanitize = @$(unshuffled) tools/build.sh $(1) $(2) && $(unshuffled) tools/run_tests.sh $(1)

.DEFAULT_GOAL := help
.PHONY: help demo test python deb tarball site site-shots release-check test-slow test-scale install uninstall bench bench-quality paper-quick soak lint lint-quick format asan tsan asan-clang asan-python tsan-threads ci fuzz coverage clean

help:  ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s  %s\n", $$1, $$2 }' Makefile

demo:  ## build the command and solve one of the published instances
	$(packages) build
	$(call build,release,spinsack_cli)
	@tools/demo.sh build/release/spinsack

test:  ## build and run the test suite; the last line has the counts
	$(packages) build test
	@tools/install_packages.sh python || echo "tests of the Python package will be skipped"
	@$(install_meanwhile) tools/build.sh release; status=$$?; wait; exit $$status
	@tools/run_tests.sh release

test-slow:  ## run the long tests
	$(packages) build test latex-test
	$(call build,release)
	@tools/run_tests.sh slow

test-scale:  ## run studies under OpenMPI and on a Slurm cluster of this computer (as root)
	$(packages) build test scale
	$(call build,release,spinsack_tests)
	@build/release/tests/spinsack_tests --gtest_filter='Scale*:SlowScale*:Submitted*'

install:  ## install the command, library, workers, man page, completions and, where built, the Python package under PREFIX (/usr/local)
	$(packages) build
	$(call build,release,spinsack_installed)
	@tools/install.sh build/release

uninstall:  ## remove what the last `make install` put there
	@tools/install.sh --remove build/release

python:  ## build the Python package into build/release/python (PYTHON=... for another interpreter)
	$(packages) build python
	$(call build,release,spinsack_python) || { grep -o 'Python package left out.*' build/configure-release.log; exit 1; }
	@grep -o 'Python package .*' build/configure-release.log
	@PYTHONPATH=build/release/python "$$(cat build/release/python/interpreter.txt)" -c 'import spinsack; print("spinsack", spinsack.__version__, "is ready: PYTHONPATH=$(CURDIR)/build/release/python, or make install")'

deb:  ## pack the command, the library and the Python package for Debian, into build/packages
	$(packages) build python package
	$(call build,deb,spinsack_installed)
	@tools/pack.sh deb

tarball:  ## pack the command with the libraries that it needs, to unpack anywhere, into build/packages
	$(packages) build
	$(call build,tarball,spinsack_installed)
	@tools/pack.sh tarball

site:  ## build the documentation as a site, in build/site
	$(packages) site
	@tools/site.sh

site-shots:  ## the same, opened in a browser: light and dark, wide and narrow; pictures in build/site-shots
	$(packages) site report-test
	@tools/site.sh --shots

release-check:  ## do on a fresh clone what a release needs: CI, site, packages, version and changelog
	@tools/release_check.sh

bench:  ## run the micro benchmarks
	$(packages) build bench
	$(call build,release,spinsack_bench)
	@build/release/bench/spinsack_bench $(BENCH_FLAGS) | grep _median | sort -V

bench-quality:  ## measure the time to the best known values, and the values on all families (QUALITY_FLAGS=--help)
	$(packages) build bench
	$(call build,release,spinsack_quality)
	@build/release/bench/spinsack_quality $(QUALITY_FLAGS)

paper-quick:  ## run the quick form of every table and figure of the paper, with reports (about five minutes)
	$(packages) build
	$(call build,release,spinsack_cli)
	@tools/paper_quick.sh build/release/spinsack build/paper

lint:  ## check formatting, run static analysis, check scripts and tree
	$(packages) build lint
	@tools/lint.sh

lint-quick:  ## the checks of lint that take seconds
	$(packages) lint
	@tools/lint.sh --quick

format:  ## format all C++ files in place
	$(packages) lint
	@tools/lint.sh --fix-format

asan:  ## run the test suite under the address and undefined behaviour sanitizers
	$(packages) build test
	$(call sanitize,asan)

tsan:  ## run the test suite under the thread sanitizer
	$(packages) build test
	$(call sanitize,tsan)

asan-clang:  ## compile all but the tests with clang; run those of readers and solvers as in asan
	$(packages) build test bench clang
	$(call sanitize,asan-clang,all spinsack_bench spinsack_quality)

asan-python:  ## run the tests of the Python package, and a stress of it, with its module as in asan
	$(packages) build python python-test
	@$(unshuffled) tools/build.sh asan-python spinsack_python && $(unshuffled) tools/asan_python.sh

tsan-threads:  ## run the tests of what starts threads and processes under the thread sanitizer
	$(packages) build test
	$(call sanitize,tsan-threads)

ci:  ## all checks: lint, sanitizers, test suite
	@CI_FULL=1 .ci/run

fuzz:  ## fuzz every reader for FUZZ_SECONDS (600) each
	$(packages) build clang
	$(call build,fuzz)
	@tools/fuzz.sh $(FUZZ_SECONDS)

soak:  ## disturb studies in every way for SOAK_HOURS (8), as root on a full disk too
	$(packages) build soak
	$(call build,release,spinsack_cli)
	@tools/soak.py build/release/spinsack $(SOAK_HOURS)

coverage:  ## run the test suite and report line coverage
	$(packages) build test coverage
	$(call build,coverage)
	@tools/coverage.sh

clean:  ## remove everything built
	rm -rf build
