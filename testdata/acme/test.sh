#!/bin/sh
# Fetches certificates from a real ACME server on loopback. $1 is the folder with
# pebble and pebble-challtestsrv.
set -eu
tools=$1
here=$(cd "$(dirname "$0")" && pwd)
module=$(go list -m -f '{{.Dir}}' github.com/letsencrypt/pebble/v2@v2.10.1 2>/dev/null || echo "$(go env GOMODCACHE)/github.com/letsencrypt/pebble/v2@v2.10.1")
work=$(mktemp -d)
pids=
trap 'kill $pids 2>/dev/null; chmod -R u+w "$work"; rm -rf "$work"' EXIT
cp -r "$module/test/certs" "$work/certs"
cp "$here/pebble.json" "$work/"
"$tools/pebble-challtestsrv" -management 127.0.0.1:8055 -defaultIPv4 127.0.0.1 -defaultIPv6 "" -http01 "" -https01 "" -tlsalpn01 "" -doh "" -dnsserver 127.0.0.1:8053 >"$work/dns.log" 2>&1 &
pids=$!
(cd "$work" && PEBBLE_VA_NOSLEEP=1 exec "$tools/pebble" -config pebble.json -dnsserver 127.0.0.1:8053 >"$work/pebble.log" 2>&1) &
pids="$pids $!"
cd "$here/../.."
MARQUEE_TEST_ACME=https://localhost:14000/dir MARQUEE_TEST_ACME_ROOTS="$work/certs/pebble.minica.pem" \
	go test -count 1 -timeout 5m -run TestACME ./handlers/certs || { tail -20 "$work/pebble.log"; exit 1; }
