#!/bin/sh
# Makes a client from testdata/openapi.json, vets it, and plays the main job with it on the
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
go run ./document <"$here/../openapi.json" >openapi.json
mkdir api
"$1" -config config.yaml openapi.json
go vet ./...
go build -trimpath -ldflags=-w -o play .
./play "$2"
