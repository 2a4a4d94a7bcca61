#!/usr/bin/env bash
# Plays the API scenarios through a proxy that reports every answer which departs
# from testdata/openapi.json; needs go, node and npm.
set -euo pipefail
cd "$(dirname "$0")"
[ -d node_modules ] || npm install --no-audit --no-fund --no-package-lock --loglevel=error
log=$(mktemp)
listen=127.0.0.1:${MARQUEE_PRISM_BACK:-40111} front=${MARQUEE_PRISM_FRONT:-40110}
node_modules/.bin/prism proxy --host 127.0.0.1 --port "$front" --validate-request=false ../openapi.json "http://$listen/v1" >"$log" 2>&1 &
prism=$!
trap 'kill "$prism" 2>/dev/null || true; rm -f "$log"' EXIT
for _ in $(seq 100); do
	grep -q "Prism is listening" "$log" && break
	sleep 0.2
done
MARQUEE_API_URL="http://127.0.0.1:$front" MARQUEE_API_LISTEN="$listen" \
	go test ../../handlers -count=1 -run TestScenarios "$@"
