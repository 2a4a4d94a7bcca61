package main

import (
	"bytes"
	"compress/gzip"
	"crypto/md5"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// afterInstall makes the user that the unit names. Nothing is started: a box office is opened
// by marquee init.
const afterInstall = `#!/bin/sh
set -e
if [ "$1" = configure ]; then
	if ! getent passwd marquee >/dev/null; then
		useradd --system --user-group --home-dir /var/lib/marquee --shell /usr/sbin/nologin marquee
	fi
	install -d -m 0700 -o marquee -g marquee /var/lib/marquee
	if [ -d /run/systemd/system ]; then
		systemctl daemon-reload || true
		if [ -n "$2" ]; then
			systemctl try-restart marquee.service || true
		fi
	fi
fi
`

const beforeRemove = `#!/bin/sh
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then
	systemctl disable --now marquee.service || true
fi
`

// settings is the file of settings that comes with the package.
const settings = `# Settings of marquee serve: each flag of it is one, as in MARQUEE_BASE_URL=https://tickets.example.com.
# marquee serve --help lists them. Restart the service after a change: systemctl restart marquee
`

// deb writes the package for a processor.
func (r *release) deb(arch string, unit []byte) error {
	files, err := r.debFiles(arch, unit)
	if err != nil {
		return err
	}
	var sums strings.Builder
	size := 0
	for i := range files {
		if size += len(files[i].content); files[i].name[len(files[i].name)-1] != '/' {
			fmt.Fprintf(&sums, "%x  %s\n", md5.Sum(files[i].content), strings.TrimPrefix(files[i].name, "./"))
		}
	}
	data, err := zipped(files)
	if err != nil {
		return err
	}
	control, err := zipped([]entry{
		{name: "./control", mode: 0o644, content: controlOf(r.version, arch, size/1024)},
		{name: "./conffiles", mode: 0o644, content: []byte("/etc/marquee/marquee.env\n")},
		{name: "./md5sums", mode: 0o644, content: []byte(sums.String())},
		{name: "./postinst", mode: 0o755, content: []byte(afterInstall)},
		{name: "./prerm", mode: 0o755, content: []byte(beforeRemove)},
	})
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := arOf(&out, []entry{
		{name: "debian-binary", mode: 0o644, content: []byte("2.0\n")},
		{name: "control.tar.gz", mode: 0o644, content: control},
		{name: "data.tar.gz", mode: 0o644, content: data},
	}); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(r.dist, "marquee_"+debVersion(r.version)+"_"+arch+".deb"), out.Bytes(), 0o644)
}

func controlOf(version, arch string, kilobytes int) []byte {
	return fmt.Appendf(nil, `Package: marquee
Version: %s
Architecture: %s
Maintainer: Marquee <marquee@localhost>
Installed-Size: %d
Depends: passwd
Recommends: ca-certificates, tzdata
Section: web
Priority: optional
Description: box office in one binary and one file
 Events, tickets and products, a shop, orders, and the scanners at the
 door, over pages and one JSON API.
`, debVersion(version), arch, kilobytes)
}

// debVersion is a version as Debian compares it: it begins with a digit and has no revision.
func debVersion(version string) string {
	v := strings.ReplaceAll(strings.TrimPrefix(version, "v"), "-", "+")
	if v == "" || v[0] < '0' || v[0] > '9' || !strings.Contains(v, ".") && version[0] != 'v' {
		return "0~" + v // no release, but what somebody built
	}
	return v
}

func (r *release) debFiles(arch string, unit []byte) ([]entry, error) {
	program, err := os.ReadFile(r.binary(arch))
	if err != nil {
		return nil, err
	}
	files := []entry{
		{name: "./usr/bin/marquee", mode: 0o755, content: program},
		{name: "./usr/lib/systemd/system/marquee.service", mode: 0o644, content: unit},
		{name: "./etc/marquee/marquee.env", mode: 0o600, content: []byte(settings)},
	}
	more := func(from fs.FS, to string, change func(string, []byte) (string, []byte, error)) error {
		return fs.WalkDir(from, ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			content, err := fs.ReadFile(from, name)
			if err == nil {
				name, content, err = change(name, content)
			}
			files = append(files, entry{name: path.Join(to, name), mode: 0o644, content: content})
			files[len(files)-1].name = "./" + files[len(files)-1].name
			return err
		})
	}
	same := func(name string, content []byte) (string, []byte, error) { return name, content, nil }
	if err := more(os.DirFS(filepath.Join(r.dist, "man")), "usr/share/man/man1", pageZipped); err != nil {
		return nil, err
	}
	return files, more(os.DirFS(filepath.Join(r.dist, "samples")), "usr/share/doc/marquee/examples", same)
}

// pageZipped is a manual page as Debian keeps it.
func pageZipped(name string, content []byte) (string, []byte, error) {
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return "", nil, err
	}
	if _, err := z.Write(content); err != nil {
		return "", nil, err
	}
	err = z.Close()
	return name + ".gz", out.Bytes(), err
}
