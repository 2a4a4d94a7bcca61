// Package testdata carries the data that the binary itself needs: the demo
// festival. The rest of the folder belongs to tests and is not embedded.
package testdata

import "embed"

// Demo holds the demo festival: items.csv, zones.csv and names.csv; and
// nasty.jsonl, the calls that make the one that breaks pages.
//
//go:embed demo
var Demo embed.FS
