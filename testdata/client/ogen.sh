#!/bin/sh
# Makes the whole API with ogen from the document in the words of 3.0, without options, and checks its types. $1 is ogen.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
(cd "$here/../.." && MARQUEE_DOCUMENT_30="$work/openapi.json" go test -count 1 -run '^TestDocument30$' ./handlers)
"$1" -package api -target api -clean openapi.json
printf 'module api\n\ngo 1.26\n' >go.mod
go get "github.com/ogen-go/ogen@$("$1" -version | sed -n 's/^ogen version \(v[0-9.]*\).*/\1/p')"
go mod tidy
go vet -atomic ./api
echo "client: ogen makes the whole API, and its types fit"
