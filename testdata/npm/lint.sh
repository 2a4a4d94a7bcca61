#!/usr/bin/env bash
# Lints testdata/openapi.json with Redocly and Spectral; needs node and npm.
set -euo pipefail
cd "$(dirname "$0")"
[ -d node_modules ] || npm install --no-audit --no-fund --no-package-lock --loglevel=error
npx redocly lint --skip-rule=info-license ../openapi.json
npx spectral lint --fail-severity=error --ruleset spectral.yaml ../openapi.json
