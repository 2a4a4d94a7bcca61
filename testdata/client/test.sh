#!/bin/sh
# Makes a client from the API document in the words of 3.0, without options, vets it, and plays the main job with it on the
# demo festival. $1 is oapi-codegen, $2 the program.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r "$here/." "$work"
cd "$work"
if ! go mod download; then
	echo "client: the packages of the client cannot be had; nothing was generated" >&2
	exit 0
fi
(cd "$here/../.." && MARQUEE_DOCUMENT_30="$work/openapi.json" go test -count 1 -run '^TestDocument30$' ./handlers)
mkdir api
"$1" -package api -generate types,client -o api/api.go openapi.json
go vet ./...
go build -trimpath -ldflags=-w -o play .
./play "$2"
