package cli_test

import (
	"io"
	"os"
	"path/filepath"

	"github.com/klauspost/compress/zstd"
	"github.com/rogpeppe/go-internal/testscript"
)

// unpacked writes the bytes of all backups in a folder, as they are behind the compression,
// into one file: unpacked FOLDER FILE.
func unpacked(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("unpacked takes a folder and a file")
	}
	all, err := filepath.Glob(filepath.Join(ts.MkAbs(args[0]), "*.tar.zst"))
	ts.Check(err)
	to, err := os.Create(ts.MkAbs(args[1]))
	ts.Check(err)
	for _, path := range all {
		from, err := os.Open(path)
		ts.Check(err)
		z, err := zstd.NewReader(from)
		ts.Check(err)
		_, err = io.Copy(to, z)
		ts.Check(err)
		z.Close()
		ts.Check(from.Close())
	}
	ts.Check(to.Close())
}
