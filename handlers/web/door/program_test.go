package door

import (
	"bytes"
	"compress/gzip"
	"flag"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/matryer/is"

	"marquee/handlers/web/dist"
)

var update = flag.Bool("update", false, "build the program for phones anew (needs node)")

// build compiles the rules for phones. Nothing in the result depends on where or when;
// functions are not inlined, which makes it smaller.
func build(t *testing.T) (file string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "rules.wasm")
	cmd := exec.CommandContext(t.Context(), "go", "build", "-trimpath", "-buildvcs=false", "-buildmode=c-shared",
		"-ldflags=-s -w -buildid=", "-gcflags=all=-l", "-o", file, "./wasm")
	cmd.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "GOFLAGS=", "CGO_ENABLED=0")
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	return file
}

// TestRulesAreBuiltFromSource: the program for phones in the repository is what its
// sources give.
func TestRulesAreBuiltFromSource(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles for another system")
	}
	is := is.New(t)
	if *update {
		said, err := exec.CommandContext(t.Context(), "node", "../pack.mjs", build(t), "../dist/rules.wasm").CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, said)
		}
		t.Skip("written; run again without -update")
	}
	packed, err := fs.ReadFile(dist.Files, "rules.wasm.gz")
	is.NoErr(err)
	r, err := gzip.NewReader(bytes.NewReader(packed))
	is.NoErr(err)
	kept, err := io.ReadAll(r)
	is.NoErr(err)
	if !bytes.Contains(kept, []byte(runtime.Version())) {
		t.Skipf("the program for phones was built by another Go than %s", runtime.Version())
	}
	fresh, err := os.ReadFile(build(t))
	is.NoErr(err)
	if !bytes.Equal(fresh, kept) {
		t.Fatal("the program for phones is not what its sources give: run make web")
	}
}
