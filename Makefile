# make demo and make test do everything on a fresh machine with Python 3.11+, a C++ compiler and make.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CLANG := $(if $(shell command -v clang++),-DCMAKE_CXX_COMPILER=clang++)
SOURCES := pyproject.toml CMakeLists.txt README.md $(wildcard examples/*) $(shell find src core -name '*.py' -o -name '*.pyi' -o -name '*.cpp' -o -name '*.hpp' -o -name 'py.typed' -o -name '*.html')
stub = $(BIN)/python -m nanobind.stubgen -q -m $(1) -o $(2) && $(BIN)/ruff format -q $(2)

.PHONY: coverage demo fuzz sanitize test lint types guard bench docs stubs viewer format clean help release test-pythons test-portable test-repeat test-ways

help:
	@echo "make demo    score the bundled meeting and write its report page"
	@echo "make test    run all tests"
	@echo "make test-repeat run all tests RUNS=10 times while all cores are busy"
	@echo "make test-ways run all tests in other ways: without xdist, a browser, a home directory, a network, as another user, and more (WAYS=bare)"
	@echo "make lint    check style and types"
	@echo "make guard   count the instructions of fixed workloads and fail if any has grown"
	@echo "make bench   run the benchmarks against other tools (BENCH=--quick for a quick run)"
	@echo "make sanitize run the router under AddressSanitizer and UBSan"
	@echo "make fuzz    run hostile inputs (HOSTILE=100000), then fuzz the router (SECONDS=600 or RUNS=100000)"
	@echo "make coverage simulate corpora to check the coverage of intervals and the level of tests"
	@echo "make docs    build the documentation into site/"
	@echo "make viewer  rebuild src/hubbub/page/viewer.html after a change in viewer/ (needs Node)"
	@echo "make release build and try what a release uploads, and list what is missing (ADDRESS=https://example.org for a trial)"
	@echo "make test-pythons run the tests with other Pythons and compilers (needs root on Debian)"
	@echo "make test-portable try the core on Windows (wine) and aarch64 (qemu), and run tests with libc++, GCC 11 and Clang 14"
	@echo "make stubs   rewrite the type stubs after a change of the bindings or of the public names"

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip

# The requirements of an extra in pyproject.toml; `build` are those of a build.
EXTRAS := build test lint docs peers release
$(EXTRAS:%=$(VENV)/%): $(BIN)/python pyproject.toml scripts/install.py
	$(BIN)/python scripts/install.py $(@F)
	@touch $@

# Build directories are kept and builds find the same tools again, so only changed files are compiled.
# WERROR=ON makes warnings errors, in a separate build directory. What it installed also serves OFF.
WERROR ?= OFF
install = $(BIN)/python -m pip install --quiet --no-build-isolation --config-settings=cmake.define.HUBBUB_SOLVERS=ON \
  --config-settings=cmake.define.HUBBUB_WERROR=$(WERROR)
ifeq ($(WERROR),ON)
$(VENV)/installed: $(VENV)/werror
	@touch $@

$(VENV)/werror: $(VENV)/build $(SOURCES)
	$(install) --config-settings=build-dir=build/werror/{wheel_tag} .
	@touch $@
else
$(VENV)/installed: $(VENV)/build $(SOURCES)
	$(install) .
	@touch $@
endif

# The report page is tested in a browser. If there is none, Debian's is installed if possible; otherwise its tests are skipped.
$(VENV)/browser: $(BIN)/python
	@command -v chromium >/dev/null || { test "$$(id -u)" = 0 && command -v apt-get >/dev/null \
	  && apt-get update >/dev/null 2>&1 && DEBIAN_FRONTEND=noninteractive apt-get install -y chromium >/dev/null 2>&1; } \
	  || echo "no Chromium: the browser tests will be skipped"
	@touch $@

# Completion is tested in the shells themselves, which are installed like the browser.
$(VENV)/shells: $(BIN)/python
	@{ command -v zsh && command -v fish; } >/dev/null || { test "$$(id -u)" = 0 && command -v apt-get >/dev/null \
	  && apt-get update >/dev/null 2>&1 && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends zsh fish >/dev/null 2>&1; } \
	  || echo "no zsh or no fish: the tests of completion there will be skipped"
	@touch $@

# A test rebuilds the viewer with Node packages. Without npm it is skipped.
$(VENV)/node: viewer/package-lock.json $(BIN)/python
	@if command -v npm >/dev/null; then cd viewer && npm ci --silent; else echo "no npm: the viewer's tests will be skipped"; fi
	@touch $@

demo: $(VENV)/installed
	$(BIN)/hubbub demo --copy demo-output

test: $(VENV)/installed $(VENV)/test $(VENV)/docs $(VENV)/browser $(VENV)/node $(VENV)/shells
	$(BIN)/python -m pytest --numprocesses auto --dist worksteal

# Does it pass every time? RUNS=10 times while all cores have other work, and once each without xdist, in a random order,
# without a browser, with a HOME in which nothing can be written, bare, under a CP1252 locale, without a network, in a
# folder with spaces and umlauts and as an ordinary user, the last two with a set-up of their own
# (WAYS=serial,random,no-browser,no-home,bare,cp1252,offline,folder,user). What could not be run is said.
test-repeat: RUNS ?= 10
test-repeat: $(VENV)/installed $(VENV)/test $(VENV)/docs $(VENV)/browser $(VENV)/node $(VENV)/shells
	PYTHONPATH=tests $(BIN)/python -m support.repeat --runs $(RUNS)

test-ways: $(VENV)/installed $(VENV)/test $(VENV)/docs $(VENV)/browser $(VENV)/node $(VENV)/shells
	PYTHONPATH=tests $(BIN)/python -m support.repeat --ways $(WAYS)

lint: $(VENV)/installed $(VENV)/lint $(VENV)/test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	mkdir -p build/types && cp tests/api/typed_example.py build/types/
	cd build/types && "$(CURDIR)/$(BIN)/basedpyright" --pythonpath "$(CURDIR)/$(BIN)/python" typed_example.py
	$(call stub,hubbub._core,build/_core.pyi)
	$(call stub,hubbub_solvers,build/hubbub_solvers.pyi)
	diff -u src/hubbub/_core.pyi build/_core.pyi || (echo "run make stubs"; exit 1)
	diff -u core/bind/hubbub_solvers.pyi build/hubbub_solvers.pyi || (echo "run make stubs"; exit 1)
	$(BIN)/clang-format --dry-run -Werror $$(git ls-files 'core/*.cpp' 'core/*.hpp')

format: $(VENV)/lint
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $$(git ls-files 'core/*.cpp' 'core/*.hpp')

stubs: $(VENV)/installed $(VENV)/lint
	PYTHONPATH=tests $(BIN)/python -m support.stubs
	$(call stub,hubbub._core,src/hubbub/_core.pyi)
	$(call stub,hubbub_solvers,core/bind/hubbub_solvers.pyi)

viewer:
	cd viewer && npm ci && npm run build && npm test

# The solvers under AddressSanitizer and UBSan: on random problems and on bytes from a fuzzer.
build/sanitize/built: $(VENV)/build $(shell find core tests/core -name '*.cpp' -o -name '*.hpp') CMakeLists.txt
	$(BIN)/cmake -S . -B build/sanitize -G Ninja -DCMAKE_MAKE_PROGRAM="$(CURDIR)/$(BIN)/ninja" $(CLANG) \
	  -DPython_EXECUTABLE="$(CURDIR)/$(BIN)/python" -DHUBBUB_SANITIZE=ON -DHUBBUB_CORE_TESTS=ON -DCMAKE_BUILD_TYPE=RelWithDebInfo
	$(BIN)/cmake --build build/sanitize --target orc_random mimo_driver fuzz_route lattice_random timed_random
	@touch $@

sanitize: build/sanitize/built $(VENV)/installed
	build/sanitize/orc_random 150
	build/sanitize/lattice_random 3000
	build/sanitize/timed_random 300
	PYTHONPATH=tests $(BIN)/python -m support.route_cases 100 >build/sanitize/cases
	@for ways in "" "primal=0 width=2" "neighborhood=2 little=1" "prices=0 fixing=0" "primal=0 start=1" bytes=20000; do \
	  echo build/sanitize/mimo_driver $$ways; build/sanitize/mimo_driver $$ways <build/sanitize/cases >build/sanitize/answers || exit 1; done
	cd build/sanitize && ./fuzz_route -runs=300

# Hostile inputs for the API (HOSTILE=1000000 sets their number, SEED=2 gives others), then the router, with libFuzzer if clang is
# installed: make fuzz SECONDS=600, or RUNS=100000.
fuzz: RUNS ?= $(if $(SECONDS),-1,5000)
HOSTILE ?= 100000
fuzz: build/sanitize/built $(VENV)/installed $(VENV)/test
	PYTHONPATH=tests $(BIN)/python -m support.hostile $(HOSTILE) $(or $(SEED),1)
	PYTHONPATH=tests $(BIN)/python -m support.hostile_arguments 2000 $(or $(SEED),1)
	mkdir -p build/sanitize/corpus
	cd build/sanitize && ./fuzz_route -runs=$(RUNS) -max_total_time=$(or $(SECONDS),0) $(if $(CLANG),corpus)
	HOSTILE_FILES=5000 HOSTILE_SEED=$$$$ $(BIN)/python -m pytest tests/hostile/test_hostile_files.py

# Checks how often intervals contain the true rate. For a quick run: make coverage CORPORA=500 PAIRS=50.
coverage: $(VENV)/installed
	PYTHONPATH=tests $(BIN)/python -m support.simulate_intervals $(CORPORA)
	PYTHONPATH=tests $(BIN)/python -m support.simulate_pairs $(PAIRS)

# valgrind counts instructions. If there is none, Debian's is installed if possible; otherwise nothing is counted.
$(VENV)/valgrind: $(BIN)/python
	@command -v valgrind >/dev/null || { test "$$(id -u)" = 0 && command -v apt-get >/dev/null \
	  && apt-get update >/dev/null 2>&1 && DEBIAN_FRONTEND=noninteractive apt-get install -y valgrind >/dev/null 2>&1; } \
	  || echo "no valgrind: instructions will not be counted"
	@touch $@

guard: $(VENV)/installed $(VENV)/valgrind
	$(BIN)/python bench/guard.py

bench: $(VENV)/installed $(VENV)/peers
	$(BIN)/python bench/differences.py
	$(BIN)/python bench/run.py $(BENCH)

docs: $(VENV)/installed $(VENV)/docs
	$(BIN)/mkdocs build --strict

# Builds and tries what a release uploads. Stops without a public address; for a trial: make release ADDRESS=https://example.org
release: $(VENV)/release
	$(BIN)/python scripts/release.py $(ADDRESS)

# The tests on Debian's newer Pythons and compilers, in separate folders (needs root), and on other Pythons:
# make test-pythons PYTHONS="/usr/bin/python3 3.12 trixie forky"
test-pythons:
	$(PYTHON) scripts/pythons.py $(PYTHONS)

# The core for Windows and aarch64, the suite with the C++ library of macOS, and a few tests with the oldest
# compilers: WAYS="windows aarch64 libc++ gcc-11 clang-14". With libc++-short a few tests are run, as in .ci/run.
test-portable: $(VENV)/build $(VENV)/test
	$(BIN)/python scripts/portable.py $(WAYS)

clean:
	rm -rf build $(VENV)/installed $(VENV)/werror site
