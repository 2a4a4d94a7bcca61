package web

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"testing"

	"github.com/matryer/is"

	"marquee/handlers/web/dist"
)

// TestDistIsBuiltFromSrc: the style sheets and scripts in the repository are those that
// the sources give.
func TestDistIsBuiltFromSrc(t *testing.T) {
	if _, err := os.Stat("node_modules"); err != nil {
		t.Skip("needs npm: run make web")
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("needs node")
	}
	is := is.New(t)
	out := t.TempDir()
	said, err := exec.CommandContext(t.Context(), node, "build.mjs", out).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	built, err := os.ReadDir(out)
	is.NoErr(err)
	var names []string
	for _, entry := range built {
		names = append(names, entry.Name())
		fresh, err := os.ReadFile(filepath.Join(out, entry.Name()))
		is.NoErr(err)
		kept, err := fs.ReadFile(dist.Files, entry.Name())
		if err != nil || !bytes.Equal(fresh, kept) {
			t.Errorf("%s is not what the sources give: run make web", entry.Name())
		}
	}
	kept, err := fs.ReadDir(dist.Files, ".")
	is.NoErr(err)
	for _, entry := range kept {
		if ext := path.Ext(entry.Name()); (ext == ".js" || ext == ".css") && !slices.Contains(names, entry.Name()) {
			t.Errorf("%s is built from nothing", entry.Name())
		}
	}
}
