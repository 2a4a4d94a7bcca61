package cli_test

import (
	"bytes"
	"os"
	"strconv"

	"github.com/rogpeppe/go-internal/testscript"
)

// damage FILE WORD flips one bit in every place where the file says the word.
func damage(ts *testscript.TestScript, _ bool, args []string) {
	path := ts.MkAbs(args[0])
	b, err := os.ReadFile(path)
	ts.Check(err)
	n := 0
	for at := bytes.Index(b, []byte(args[1])); at >= 0; at = bytes.Index(b, []byte(args[1])) {
		b[at] ^= 1
		n++
	}
	if n == 0 {
		ts.Fatalf("%s does not say %q", args[0], args[1])
	}
	ts.Check(os.WriteFile(path, b, 0o600))
}

// cut FILE BYTES cuts a file off.
func cut(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.ParseInt(args[1], 10, 64)
	ts.Check(err)
	ts.Check(os.Truncate(ts.MkAbs(args[0]), n))
}

// flip FILE BYTE turns one bit of one byte over.
func flip(ts *testscript.TestScript, _ bool, args []string) {
	at, err := strconv.Atoi(args[1])
	ts.Check(err)
	path := ts.MkAbs(args[0])
	b, err := os.ReadFile(path)
	ts.Check(err)
	b[at] ^= 4
	ts.Check(os.WriteFile(path, b, 0o600))
}

// flippages FILE turns one bit over in what each page of a store says that it is.
func flippages(ts *testscript.TestScript, _ bool, args []string) {
	path := ts.MkAbs(args[0])
	b, err := os.ReadFile(path)
	ts.Check(err)
	for at := 2 * 4096; at < len(b); at += 4096 {
		b[at+8] ^= 4
	}
	ts.Check(os.WriteFile(path, b, 0o600))
}
