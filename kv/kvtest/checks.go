package kvtest

import (
	"flag"

	_ "pgregory.net/rapid" // declares the flag that init sets
)

// racedChecks is how many histories a property draws under the race detector, where each takes
// up to ten times as long. More are drawn by `make properties`.
const racedChecks = "25"

// A number that is given on the command line goes before this one: flags are read later.
func init() {
	if !raced {
		return
	}
	if err := flag.Set("rapid.checks", racedChecks); err != nil {
		panic(err)
	}
}
