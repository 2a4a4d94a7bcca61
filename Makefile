# Every target with a text after ## stands in `make help`.

GO       ?= go
VERSION  ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo development)
BINARY   := marquee
DATA     ?= ./marquee-data
LISTEN   ?= 127.0.0.1:8080
FUZZTIME ?= 20s
ROOTS    ?= /etc/ssl/certs/ca-certificates.crt
SYSTEMS  ?= linux/amd64 linux/arm64 darwin/arm64 windows/amd64
ORDERS   ?= 225000
SCANS    ?= 1000000
FIXTURE_ORDERS ?= 100000
FLIPS    ?= 1000

# Nobody steps through what is built here: without tables for debuggers it compiles in
# three quarters of the time. Without paths of this machine what one checkout has compiled
# serves the others. What a test builds inherits this, and so nothing is compiled twice.
export GOFLAGS += -gcflags=all=-dwarf=false -trimpath

# The binary is built without cgo, and so is everything else but what the race detector
# watches, which needs it: what one target has compiled serves the others.
export CGO_ENABLED := 0

# No target with a text is a file.
.PHONY: $(shell awk -F: '/^[a-z0-9-]+:.*## / {print $$1}' $(firstword $(MAKEFILE_LIST)))
.DEFAULT_GOAL := help

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / {printf "  %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: build ## build the binary and open a demo festival (DATA=folder LISTEN=host:port)
	./$(BINARY) serve --demo --data $(DATA) --listen $(LISTEN)

build: ## build the static binary
	@echo "building $(BINARY) $(VERSION); the first time takes some minutes, because everything it needs is compiled too"
	$(GO) build -trimpath -ldflags '-s -w -X main.version=$(VERSION)' -o $(BINARY) .

# Where goroutines share memory: the race detector looks at these, each of which is compiled
# once more for it. app/apptest holds that none is missing.
RACED := ./app ./app/admission ./app/areas ./app/async ./app/company ./app/demo ./app/door ./app/entry ./app/order ./app/queue ./app/waitingroom \
	./app/sales ./app/webhook ./backup ./backup/journal ./handlers/certs ./handlers/cli/listen ./handlers/rest ./handlers/smtp ./handlers/web/page \
	./handlers/web/shop ./handlers/webhook ./indexes ./kv/bolt ./kv/cluster ./kv/kvtest ./kv/mem

# These take longest and come first, so that no processor waits for them at the end.
LONGEST := ./handlers/cli ./handlers ./backup
LONGEST_RACED := ./backup ./kv/bolt ./app/sales

# One package more than there are processors is tested at a time, as some wait for a disk or
# for a process.
AT_ONCE := $(shell expr $$(getconf _NPROCESSORS_ONLN || echo 2) + 1)

# Vet runs once, and not again with every build of a test; nobody debugs the binaries.
TESTFLAGS := -p $(AT_ONCE) -vet=off '-ldflags=-s -w' -timeout 45m

# The stores of tests lie in memory, where that has room.
IN_MEMORY := testdata/inmemory.sh

# Tests and compilers are short-lived: with more garbage lying around they need three quarters
# of the processor time.
build test race mutations: export GOGC ?= 400

# What vet finds keeps no test from running, and no package another.
test: ## compile once and run every test; nothing in it is about time
	@failed=0; $(GO) vet ./... || failed=1; \
	$(IN_MEMORY) $(GO) test $(TESTFLAGS) $(LONGEST) ./... || failed=1; \
	exit $$failed

race: ## run the tests of what goroutines share under the race detector
	CGO_ENABLED=1 $(IN_MEMORY) $(GO) test -race $(TESTFLAGS) $(LONGEST_RACED) $(RACED)

.PHONY: timings
timings: ## what must not take long, and what no stranger may learn from how long it takes, on a quiet machine
	$(GO) test ./handlers -run 'Hostile|LetterByLetter' -count 1 -most=2s -timing.pairs=2000
	$(GO) test ./handlers/cli -run 'SecondServer' -count 1 -most=1s
	$(GO) test ./backup/journal -run 'HangsHoldsNobodyUp' -count 1 -most=20s

KILLS ?= 1000

.PHONY: kills
kills: ## kill a process that writes to a store, with a log and without (KILLS=n each)
	MARQUEE_KILLS=$(KILLS) $(GO) test ./kv/bolt -run Killed -v -timeout 60m

SIMULATIONS ?= 5000
ROUNDS ?= 200
SEED ?= 1

.PHONY: cluster
cluster: ## several nodes that keep one store: simulated (SIMULATIONS=n), and on a real etcd while its members and nodes are killed, stopped, cut off, slow and thinned out (ROUNDS=n SEED=n; needs etcd)
	MARQUEE_SIMULATIONS=$(SIMULATIONS) $(IN_MEMORY) $(GO) test ./kv/cluster -v -run 'WhateverGoesWrong|Twin|Late' -timeout 5h
	MARQUEE_ROUNDS=$(ROUNDS) MARQUEE_SEED=$(SEED) $(GO) test ./kv/cluster/etcd -count 1 -v -timeout 5h

TURNS ?= 5

.PHONY: bench-cluster
bench-cluster: ## a cluster on this machine against one node: rates, a lone write, how far a follower is behind, takeovers, moves, the size of etcd, on a quiet machine (TURNS=n; needs etcd)
	MARQUEE_FIGURES=$(TURNS) $(GO) test ./kv/cluster/etcd -run '^TestFigures$$' -count 1 -v -timeout 60m

.PHONY: bench-log
bench-log: ## commits in a log against commits in the file, in turns, on a quiet machine, and over HTTP (ORDERS=n)
	$(GO) test ./kv/bolt -run '^$$' -bench BenchmarkLog -benchtime 60s -timeout 60m
	$(GO) test ./handlers/bench -run '^TestSpeedOfTheLog$$' -v -timeout 60m -hot.table -hot.orders=$(ORDERS)

IMAGES ?= 20000

.PHONY: powerloss
powerloss: ## judge what power cuts leave, at every moment (IMAGES=n)
	$(GO) test ./kv/kvtest/powerloss -run 'PowerCuts|Without' -v -timeout 60m -images=$(IMAGES)
	$(GO) test ./handlers/cli -run PowerCuts -v -timeout 60m -images=$$(($(IMAGES) / 20))

CUTS ?= 20

.PHONY: powercut
powercut: ## pull the plug of a real file system (CUTS=n each; needs root, loop devices and mkfs.ext4)
	$(GO) test ./kv/kvtest/powerloss -run RealCuts -v -timeout 60m -cuts=$(CUTS)
	$(GO) test ./handlers/cli -run RealCuts -v -timeout 60m -cuts=$(CUTS)

FAULTS ?= 250

.PHONY: faults
faults: ## let the calls to the disk fail, one after the other (FAULTS=n for each command, 0 for every call in every way)
	$(GO) test ./handlers/cli -run FailingDisk -v -timeout 12h -faults=$(FAULTS)

PAYMENTS ?= 2000

.PHONY: payments
payments: ## pay by card over a gateway that fails, in processes that end (PAYMENTS=n)
	$(GO) test ./app/sales -run Limbo -v -timeout 60m -payments=$(PAYMENTS)
	$(GO) test ./handlers/cli -run PaymentsUnderKills -v -timeout 60m -payments.kills=$$(($(PAYMENTS) / 20))

REFUNDS ?= 1000

.PHONY: refunds
refunds: ## refund random orders, and hold what their pages showed against the ledger (REFUNDS=n)
	$(GO) test ./handlers/web/office -run RefundIsWhatItsPageShowed -v -refunds=$(REFUNDS)

CHECKS ?= 1000

.PHONY: properties
properties: ## draw CHECKS=n histories for every property rather than 100, or 25 under the race detector (hours)
	$(GO) test $$(grep -rl --include=*_test.go '"pgregory.net/rapid"' . | xargs -n1 dirname | sort -u) -run Test -timeout 10h -rapid.checks=$(CHECKS)

.PHONY: mutations
mutations: ## plant each defect of testdata/mutations.txt; a test must catch it
	$(GO) test ./app/apptest -run '^TestMutationsAreCaught$$' -v -timeout 180m -parallel $(AT_ONCE) -mutations

.PHONY: attack
attack: build ## attack the program on a festival while a gate scans, and print what came of it
	$(GO) test ./handlers/attack -run '^TestAttacks$$' -v -count 1 -timeout 20m -attack.program=$(CURDIR)/$(BINARY)

bench: ## the hot paths over a million order items, beside what the store allows (ORDERS=n)
	$(GO) test ./handlers/bench -run '^TestSpeed$$' -v -timeout 60m -hot.table -hot.orders=$(ORDERS) $(BENCHFLAGS)

.PHONY: bench-after-sale
bench-after-sale: ## wallets and refunds beside selling, and the refund of a whole event beside scans (ORDERS=n)
	$(GO) test ./handlers/bench -run '^TestAfterSale$$' -v -timeout 60m -hot.table -hot.orders=$(ORDERS) $(BENCHFLAGS)

bench-office: ## every page of the back office, alone and beside scanners, on a quiet machine (ORDERS=n)
	$(GO) test ./handlers/bench -run '^TestSpeedOfTheOffice$$' -v -timeout 60m -hot.table -hot.orders=$(ORDERS)

.PHONY: bench-payers
bench-payers: ## selling with cash beside callers who pay through a slow gateway (ORDERS=n)
	$(GO) test ./handlers/bench -run '^TestPayers$$' -v -timeout 60m -hot.table -hot.orders=$(ORDERS) $(BENCHFLAGS)

.PHONY: bench-paper
bench-paper: ## 1,000 tickets are printed beside scans (ORDERS=n)
	$(GO) test ./handlers/bench -run '^TestPaper$$' -v -timeout 60m -hot.table -hot.orders=$(ORDERS) $(BENCHFLAGS)

.PHONY: bench-systems
bench-systems: ## receivers outside, signed codes and new devices, beside scans (ORDERS=n)
	$(GO) test ./handlers/bench -run '^TestSystems$$' -v -timeout 60m -hot.table -hot.orders=$(ORDERS) $(BENCHFLAGS)

.PHONY: bench-dearest
bench-dearest: ## the dearest reads that a search finds, and scans beside 64 of them (ORDERS=n)
	$(GO) test ./handlers/bench -run '^TestDearest$$' -v -timeout 60m -hot.table -hot.orders=$(ORDERS) $(BENCHFLAGS)

.PHONY: bench-freelist
bench-freelist: ## are scans slower after a million of them and deleting half the orders? some minutes (ORDERS=n SCANS=n)
	$(GO) test ./handlers/bench -run '^TestFreelist$$' -v -timeout 60m -hot.orders=$(ORDERS) -hot.freelist=$(SCANS) $(BENCHFLAGS)

# An order has between four and five items. A store of 1,100,000 orders takes a
# quarter of an hour and 8 GB the first time.
GROWTH ?= 2200,22000,225000

.PHONY: growth
growth: ## draw what a request costs on stores of several sizes, into the manual (GROWTH=orders,orders)
	$(GO) test ./handlers/bench -run '^TestGrowth$$' -v -timeout 120m -growth=$(GROWTH) -growth.svg=../docs/manual/growth.svg $(BENCHFLAGS)

.PHONY: bench-full
bench-full: BENCHFLAGS = -hot.page=../docs/manual/figures.md
bench-full: bench bench-freelist ## both on a quiet machine, into the manual

bench-all: ## run every benchmark of every package
	$(GO) test -run '^$$' -bench . -benchmem -timeout 60m ./...

fuzz: ## fuzz every decoder for a while (FUZZTIME=20s each)
	@$(GO) list ./... | while read -r pkg; do \
		for target in $$($(GO) test -list '^Fuzz' $$pkg | grep '^Fuzz'); do \
			echo "$$pkg $$target"; \
			$(GO) test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) $$pkg || exit 1; \
		done; \
	done

fixture: ## keep a store of the present schema in testdata/stores, for ever
	$(GO) test ./backup -count 1 -run '^TestMakeFixture$$' -v -fixture.make

fixture-large: ## upgrade a festival of 100,000 orders with every index, and kill every upgrade at every step (FIXTURE_ORDERS=n)
	$(GO) test ./backup -count 1 -run '^(TestUpgradeOfALargeStore|TestAnUpgradeMayBeKilledAtEveryStep)$$' -v -timeout 30m -fixture.orders=$(FIXTURE_ORDERS) -fixture.steps

flips: ## flip bits of stores and backups; each must be found (FLIPS=1000)
	$(GO) test ./kv/bolt -count 1 -run 'TestFlips|TestCuts|TestEveryBit' -v -timeout 60m -flips=$(FLIPS) -flips.orders=60
	$(GO) test ./backup -count 1 -run 'TestFlips' -v -timeout 60m -flips=$(FLIPS)

WEB := handlers/web

$(WEB)/node_modules: $(WEB)/package-lock.json
	cd $(WEB) && npm ci --no-audit --no-fund --omit-lockfile-registry-resolved
	@touch $@

web: $(WEB)/node_modules ## check and build the style sheets and scripts of the pages (needs npm)
	cd $(WEB) && npm run --silent check && npm run --silent build && npm run --silent test
	$(GO) test ./$(WEB)/door -run '^TestRulesAreBuiltFromSource$$' -count 1 -update

.PHONY: browser
browser: build $(WEB)/node_modules ## buy and let in with a real browser, and look at every page with axe (needs npm, chromium, pdftoppm and convert)
	@for test in $(WEB)/browser/*.mjs; do echo $$test; node $$test $(CURDIR)/$(BINARY) || exit 1; done

.PHONY: browser-firefox
browser-firefox: build ## buy and let in with Firefox, too (needs node 20 and Debian's firefox-esr)
	@for test in buy door; do node --experimental-websocket $(WEB)/browser/firefox/$$test.mjs $(CURDIR)/$(BINARY) || exit 1; done

.PHONY: shots
shots: build $(WEB)/node_modules ## make the pictures of the office that the README shows (needs npm, chromium and convert)
	node $(WEB)/browser/shots/office.mjs $(CURDIR)/$(BINARY) $(WEB)/pictures

.PHONY: page-speed
page-speed: ## hold the page of an event against its goals, on a quiet machine
	$(GO) test ./$(WEB)/shop -run '^TestEventPageSpeed$$' -count 1 -v -pagespeed

.PHONY: door-speed
door-speed: build $(WEB)/node_modules ## hold the scanner against its goals with 10,000 and 100,000 tickets, on a quiet machine (needs npm and chromium)
	node $(WEB)/browser/speed/door.mjs $(CURDIR)/$(BINARY)

.PHONY: browser-heart
browser-heart: build $(WEB)/node_modules ## the part of it that each run can afford: setting up, buying, what buyers do afterwards, the office, and the door
	@for test in setup shop office office_order nasty nasty_orders nasty_staff nasty_office order door; do HEART=1 node $(WEB)/browser/$$test.mjs $(CURDIR)/$(BINARY) || exit 1; done

BROWSERS ?= 10000

.PHONY: rush
rush: ## measure scans beside a crowd that waits in line in the shop (BROWSERS=n)
	$(GO) test ./$(WEB)/shop -run '^TestRush$$' -count 1 -v -timeout 10m -rush=$(BROWSERS)

lint-api: ## check the API document with Redocly and Spectral (needs npm)
	testdata/npm/lint.sh

prism: ## play the API scenarios through a Prism validation proxy (needs npm)
	testdata/npm/prism.sh

# Programs that only tests need: static checks, a real S3 server and a real ACME server.
TOOLS   := $(CURDIR)/.tools
S3_PORT ?= 17070

$(TOOLS)/versitygw:
	GOBIN=$(TOOLS) $(GO) install github.com/versity/versitygw/cmd/versitygw@v1.8.0

$(TOOLS)/pebble:
	GOBIN=$(TOOLS) $(GO) install github.com/letsencrypt/pebble/v2/cmd/pebble@v2.10.1 github.com/letsencrypt/pebble/v2/cmd/pebble-challtestsrv@v2.10.1

$(TOOLS)/stripe-mock:
	GOBIN=$(TOOLS) $(GO) install github.com/stripe/stripe-mock@v0.203.0

$(TOOLS)/oapi-codegen:
	GOBIN=$(TOOLS) $(GO) install github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2

$(TOOLS)/ogen:
	GOBIN=$(TOOLS) $(GO) install github.com/ogen-go/ogen/cmd/ogen@v1.25.0

$(TOOLS)/staticcheck:
	GOBIN=$(TOOLS) $(GO) install honnef.co/go/tools/cmd/staticcheck@v0.8.2

$(TOOLS)/deadcode:
	GOBIN=$(TOOLS) $(GO) install golang.org/x/tools/cmd/deadcode@v0.51.0

lint: tidy $(TOOLS)/staticcheck $(TOOLS)/deadcode ## go mod tidy leaves nothing, staticcheck and deadcode find nothing
	$(TOOLS)/staticcheck ./...
	@found=$$($(TOOLS)/deadcode -test ./...) && test -z "$$found" || { echo "$$found"; exit 1; }

tidy: ## fail when go mod tidy would change something
	$(GO) mod tidy -diff

tools: $(TOOLS)/versitygw $(TOOLS)/pebble $(TOOLS)/stripe-mock $(TOOLS)/staticcheck $(TOOLS)/deadcode ## install the checks and the S3, ACME and payment servers for tests in .tools

partners: test-s3 test-acme test-stripe test-paper client ## the tests against real S3, ACME and payment servers on loopback, printed pages read by others, and a generated client

.PHONY: client
client: build ## generate a Go client from the API document, and play the main job with it on the demo festival; types for TypeScript, where there is npm
	@if $(MAKE) --no-print-directory $(TOOLS)/oapi-codegen; then \
		testdata/client/test.sh $(TOOLS)/oapi-codegen $(CURDIR)/$(BINARY); \
	else \
		echo "client: oapi-codegen cannot be had; nothing was generated" >&2; \
	fi
	@if command -v npm >/dev/null; then testdata/npm/types/test.sh; else echo "client: no npm; no types were made" >&2; fi

# What ogen makes has 60 MB and takes a compiler some minutes and gigabytes: too dear for each run, as are the two minutes
# in which its types alone are checked.
.PHONY: client-ogen
client-ogen: $(TOOLS)/ogen ## generate the whole API with ogen, too, and check the types of what it makes
	testdata/client/ogen.sh $(TOOLS)/ogen

# Skips what is not installed, and says so: apt-get install zbar-tools poppler-utils qpdf
test-paper: ## have printed tickets read by zbarimg, ZXing and pdftotext at 150 dpi, and checked by qpdf
	MARQUEE_TEST_PAPER=1 $(GO) test -count 1 -v -run 'ReadByOthers' ./app/paper ./app/message

SMTP_PORT ?= 17025

test-mail: ## send 5,000 confirmations over a real mail server on loopback (needs root; installs Exim)
	testdata/exim/test.sh $(SMTP_PORT)

STRIPE_PORT ?= 17111

test-stripe: $(TOOLS)/stripe-mock ## have every request to the payment gateway accepted by its own mock on loopback
	@$(TOOLS)/stripe-mock -http-addr 127.0.0.1:$(STRIPE_PORT) >/dev/null & server=$$!; \
	trap "kill $$server" EXIT; \
	MARQUEE_TEST_STRIPE=http://127.0.0.1:$(STRIPE_PORT) $(GO) test -count 1 -run Mock ./handlers/stripe

test-acme: $(TOOLS)/pebble ## fetch certificates from a real ACME server on loopback
	testdata/acme/test.sh $(TOOLS)

test-s3: $(TOOLS)/versitygw ## ship a backup to a real S3 server on loopback
	@folder=$$(mktemp -d); \
	ROOT_ACCESS_KEY=testkey ROOT_SECRET_KEY=testsecret123 $(TOOLS)/versitygw --port 127.0.0.1:$(S3_PORT) posix $$folder >/dev/null & server=$$!; \
	trap "kill $$server; rm -rf $$folder" EXIT; \
	AWS_ACCESS_KEY_ID=testkey AWS_SECRET_ACCESS_KEY=testsecret123 AWS_REGION=us-east-1 AWS_ENDPOINT_URL=http://127.0.0.1:$(S3_PORT) \
	MARQUEE_TEST_S3=s3://shows/festival $(GO) test -count 1 -run S3 ./backup

BACKUPS ?= 200

test-backups: ## make and restore BACKUPS=200 backups under writing load
	$(GO) test ./backup -run '^TestBackupsUnderLoad$$' -count 1 -v -timeout 60m -backups $(BACKUPS)

release: build ## binaries for four systems, an image, packages for Debian, manual pages and samples, with checksums, parts lists and a script that installs, in dist/
	rm -rf dist && mkdir dist
	@for system in $(SYSTEMS); do \
		name=dist/$(BINARY)-$(VERSION)-$$(echo $$system | tr / -); \
		case $$system in windows/*) name=$$name.exe;; esac; \
		echo "$$name"; \
		GOOS=$${system%/*} GOARCH=$${system#*/} $(GO) build -trimpath -ldflags '-s -w -X main.version=$(VERSION)' -o $$name . || exit 1; \
		./$(BINARY) version --sbom --of $$name > $$name.cdx.json || exit 1; \
	done
	$(GO) run ./handlers/release -version $(VERSION) -dist dist -program ./$(BINARY) -roots $(ROOTS) -zones "$$($(GO) env GOROOT)/lib/time/zoneinfo.zip"
	cp handlers/cli/install.sh dist/
	cd dist && { command -v sha256sum >/dev/null && sha256sum $(BINARY)[-_]* || shasum -a 256 $(BINARY)[-_]*; } > SHA256SUMS

clean: ## remove what the targets made
	rm -rf $(BINARY) dist
