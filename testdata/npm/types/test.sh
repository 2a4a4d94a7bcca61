#!/usr/bin/env bash
# Makes types for TypeScript from testdata/openapi.json with openapi-typescript, without options, and has them checked
# with a call that uses them; needs node and npm.
set -euo pipefail
cd "$(dirname "$0")"
[ -d node_modules/openapi-typescript ] || npm install --no-audit --no-fund --no-package-lock --loglevel=error
work=$(mktemp -d -p .)
trap 'rm -rf "$work"' EXIT
npx openapi-typescript ../../openapi.json -o "$work/api.d.ts"
cat >"$work/use.ts" <<'TS'
import type { paths } from './api'

type Answer = paths['/event']['get']['responses'][200]['content']['application/json']

// What stands beside an event is told apart by its type.
export function venueOf(event: Answer): string | undefined {
  for (const one of event.included) if (one.type === 'venues') return one.attributes.name
  return undefined
}

export const slug: paths['/order']['get']['responses'][200]['content']['application/json']['statusSlug'] = 'complete'

// @ts-expect-error: no such state
export const none: typeof slug = 'compleet'
TS
npx tsc --noEmit --strict --module nodenext --moduleResolution nodenext "$work/use.ts"
echo "types: openapi-typescript and tsc take the document"
