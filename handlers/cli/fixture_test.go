package cli_test

import (
	"archive/tar"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/matryer/is"
	"github.com/rogpeppe/go-internal/testscript"
)

// TestEveryFixtureServes restores each store that was kept of an older schema,
// has it checked, serves it and asks for what was sold.
func TestEveryFixtureServes(t *testing.T) {
	t.Parallel()
	all, err := filepath.Glob("../../testdata/stores/schema-*.tar.zst")
	if err != nil || len(all) == 0 {
		t.Fatal("no fixtures", err)
	}
	for _, fixture := range all {
		t.Run(filepath.Base(fixture), func(t *testing.T) {
			t.Parallel()
			is := is.New(t)
			dir := t.TempDir()
			marquee := func(args ...string) []byte {
				out, err := exec.Command(filepath.Join(binary, "marquee"), append(args, "--data", dir)...).CombinedOutput()
				if err != nil {
					t.Fatalf("marquee %v: %v\n%s", args, err, out)
				}
				return out
			}
			marquee("restore", "--data", dir, fixture)
			marquee("check", "--full")
			var made struct{ Token string }
			is.NoErr(json.Unmarshal(marquee("token", "create", "--email", "owner@example.com", "--name", "test", "--json"), &made))
			s := startServer(t, dir)
			defer s.kill(t)
			var page struct {
				Orders []struct{ Reference string }
			}
			ask(t, s.base+"/v1/orders?limit=3", made.Token, &page)
			is.Equal(len(page.Orders), 3)
			is.True(page.Orders[0].Reference != "")
		})
	}
}

// ask reads a document of the API.
func ask(t *testing.T, url, token string, into any) {
	t.Helper()
	is := is.New(t)
	r, err := http.NewRequest(http.MethodGet, url, nil)
	is.NoErr(err)
	r.Header.Set("Authorization", "Bearer "+token)
	res, err := (&http.Client{Timeout: serverTimeout}).Do(r)
	is.NoErr(err)
	defer res.Body.Close()
	is.Equal(res.StatusCode, http.StatusOK)
	is.NoErr(json.NewDecoder(res.Body).Decode(into))
}

// kept SCHEMA FOLDER puts the store that was kept of a schema into a folder, as the
// program of that time left it.
func kept(ts *testscript.TestScript, _ bool, args []string) {
	content, err := keptStore("../../testdata/stores/schema-" + args[0] + ".tar.zst")
	ts.Check(err)
	ts.Check(os.MkdirAll(ts.MkAbs(args[1]), 0o700))
	ts.Check(os.WriteFile(ts.MkAbs(args[1]+"/marquee.db"), content, 0o600))
}

func keptStore(fixture string) ([]byte, error) {
	f, err := os.Open(fixture)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := zstd.NewReader(f)
	if err != nil {
		return nil, err
	}
	defer z.Close()
	for archive := tar.NewReader(z); ; {
		h, err := archive.Next()
		if err != nil {
			return nil, err
		}
		if h.Name == "marquee.db" {
			return io.ReadAll(archive)
		}
	}
}
