package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/matryer/is"
)

// fakeProgram says what manual pages and unit are.
const fakeProgram = `#!/bin/sh
case $1 in
help) echo '.TH MARQUEE 1' >"$3/marquee.1" ;;
install) printf '[Service]\nExecStart=%s serve\n' "$4" ;;
esac
`

// packedRelease packs programs that are none.
func packedRelease(t *testing.T) release {
	t.Helper()
	dir := t.TempDir()
	r := release{"v1.2-3-gabc", dir, filepath.Join(dir, "program"), filepath.Join(dir, "roots"), filepath.Join(dir, "zones")}
	for name, text := range map[string]string{r.program: fakeProgram, r.roots: "roots", r.zones: "zones", r.binary("amd64"): "\x7fELF amd64", r.binary("arm64"): "\x7fELF arm64"} {
		if err := os.WriteFile(name, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.pack(); err != nil {
		t.Fatal(err)
	}
	return r
}

// untar reads an archive, folders too.
func untar(t *testing.T, from io.Reader) map[string]string {
	t.Helper()
	all := map[string]string{}
	for in := tar.NewReader(from); ; {
		h, err := in.Next()
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		all[h.Name] = string(content)
	}
}

func unzipped(t *testing.T, content string) io.Reader {
	t.Helper()
	z, err := gzip.NewReader(strings.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	return z
}

// TestImage follows an image from its index to the files of its layer.
func TestImage(t *testing.T) {
	is := is.New(t)
	r := packedRelease(t)
	f, err := os.Open(filepath.Join(r.dist, "marquee-v1.2-3-gabc-image.tar"))
	is.NoErr(err)
	defer f.Close()
	files := untar(t, f)
	blob := func(d descriptor) string {
		content, ok := files["blobs/sha256/"+strings.TrimPrefix(d.Digest, "sha256:")]
		is.True(ok)
		is.Equal(digest([]byte(content)), d.Digest)
		is.Equal(len(content), d.Size)
		return content
	}
	var top, both index
	is.NoErr(json.Unmarshal([]byte(files["index.json"]), &top))
	is.NoErr(json.Unmarshal([]byte(blob(top.Manifests[0])), &both))
	is.Equal(len(both.Manifests), 2)
	for i, arch := range packed {
		var m manifest
		var config imageConfig
		is.Equal(*both.Manifests[i].Platform, platform{arch, "linux"})
		is.NoErr(json.Unmarshal([]byte(blob(both.Manifests[i])), &m))
		is.NoErr(json.Unmarshal([]byte(blob(m.Config)), &config))
		is.Equal(len(m.Layers), 1)
		plain, err := io.ReadAll(unzipped(t, blob(m.Layers[0])))
		is.NoErr(err)
		is.Equal(config.RootFS.DiffIDs, []string{digest(plain)})
		layer := untar(t, bytes.NewReader(plain))
		is.Equal(layer["marquee"], "\x7fELF "+arch)
		is.Equal(layer["etc/ssl/certs/ca-certificates.crt"], "roots")
		is.Equal(layer["zoneinfo.zip"], "zones")
		_, ok := layer["data/"]
		is.True(ok && config.Config.User == "65532")
	}
}

// TestPackage reads the package, and has it read by Debian's own tool where that is installed.
func TestPackage(t *testing.T) {
	is := is.New(t)
	r := packedRelease(t)
	file := filepath.Join(r.dist, "marquee_1.2+3+gabc_arm64.deb")
	content, err := os.ReadFile(file)
	is.NoErr(err)
	is.True(strings.HasPrefix(string(content), "!<arch>\ndebian-binary   "))
	tool, err := exec.LookPath("dpkg-deb")
	if err != nil {
		t.Log("dpkg-deb is not installed")
		return
	}
	out, err := exec.Command(tool, "--field", file).CombinedOutput()
	is.NoErr(err)
	is.True(strings.Contains(string(out), "Package: marquee\nVersion: 1.2+3+gabc\nArchitecture: arm64\n"))
	at := t.TempDir()
	out, err = exec.Command(tool, "--raw-extract", file, at).CombinedOutput()
	t.Log(string(out))
	is.NoErr(err)
	for name, mode := range map[string]os.FileMode{
		"usr/bin/marquee": 0o755, "usr/lib/systemd/system/marquee.service": 0o644, "etc/marquee/marquee.env": 0o600,
		"usr/share/man/man1/marquee.1.gz": 0o644, "usr/share/doc/marquee/examples/nginx.conf": 0o644, "usr/share/doc/marquee/examples/alerts.yml": 0o644,
		"DEBIAN/postinst": 0o755, "DEBIAN/prerm": 0o755, "DEBIAN/md5sums": 0o644, "DEBIAN/conffiles": 0o644,
	} {
		info, err := os.Stat(filepath.Join(at, name))
		is.NoErr(err)
		is.Equal(info.Mode().Perm(), mode)
	}
	unit, err := os.ReadFile(filepath.Join(at, "usr/lib/systemd/system/marquee.service"))
	is.NoErr(err)
	is.Equal(string(unit), "[Service]\nExecStart=/usr/bin/marquee serve\n")
}

// TestReleasesAreTheSame: whoever packs it again gets the same bytes.
func TestReleasesAreTheSame(t *testing.T) {
	is := is.New(t)
	one, other := packedRelease(t), packedRelease(t)
	for _, name := range []string{"marquee-v1.2-3-gabc-image.tar", "marquee_1.2+3+gabc_amd64.deb"} {
		a, err := os.ReadFile(filepath.Join(one.dist, name))
		is.NoErr(err)
		b, err := os.ReadFile(filepath.Join(other.dist, name))
		is.NoErr(err)
		is.True(bytes.Equal(a, b))
	}
}

func TestDebVersion(t *testing.T) {
	for version, want := range map[string]string{"v1.2.3": "1.2.3", "v1.2-3-gabc-dirty": "1.2+3+gabc+dirty", "7aec7c84": "0~7aec7c84", "development": "0~development"} {
		is.New(t).Equal(debVersion(version), want)
	}
}

// TestDashboard: each panel asks for something, and stands beside the others.
func TestDashboard(t *testing.T) {
	is := is.New(t)
	text, err := samples.ReadFile("samples/dashboard.json")
	is.NoErr(err)
	var board struct {
		Panels []struct {
			Title   string
			GridPos struct{ X, Y int }
			Targets []struct{ Expr string }
		}
	}
	is.NoErr(json.Unmarshal(text, &board))
	at := map[[2]int]bool{}
	for _, p := range board.Panels {
		is.True(len(p.Targets) > 0 && p.Title != "" && !at[[2]int{p.GridPos.X, p.GridPos.Y}])
		at[[2]int{p.GridPos.X, p.GridPos.Y}] = true
	}
	alerts, err := samples.ReadFile("samples/alerts.yml")
	is.NoErr(err)
	rules := regexp.MustCompile(`(?m)^      - alert: Marquee\w+\n        expr: .+\n        for: \d+m\n        labels: \{severity: (page|ticket)\}\n        annotations:\n          summary: ".+"\n          description: ".+"$`)
	is.Equal(len(rules.FindAll(alerts, -1)), strings.Count(string(alerts), "- alert:"))
}

// TestSamplesAskForWhatIsThere: every figure of the program that alerts and dashboard name is one
// that its code tells.
func TestSamplesAskForWhatIsThere(t *testing.T) {
	literal := regexp.MustCompile(`"([a-z_]+)"`)
	told := map[string]bool{}
	for _, pattern := range []string{"../*.go", "../rest/*.go", "../cli/*.go", "../cli/*/*.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			words := literal.FindAllStringSubmatch(string(text), -1)
			for _, first := range words {
				told[first[1]] = true
				for _, behind := range words { // as in "marquee_mails_" + name
					if strings.HasPrefix(first[1], "marquee_") && strings.HasSuffix(first[1], "_") {
						told[first[1]+behind[1]] = true
					}
				}
			}
		}
	}
	for _, file := range []string{"samples/alerts.yml", "samples/dashboard.json"} {
		text, err := samples.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range regexp.MustCompile(`marquee_\w+`).FindAllString(string(text), -1) {
			if !told[strings.TrimSuffix(name, "_bucket")] {
				t.Errorf("%s: nobody tells %s", file, name)
			}
		}
	}
}
