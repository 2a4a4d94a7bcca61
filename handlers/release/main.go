package main

import (
	"embed"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
)

//go:embed samples
var samples embed.FS

// packed is what is made for one processor of Linux, in the words of Go, of which OCI and
// Debian have the same.
var packed = []string{"amd64", "arm64"}

func main() {
	var r release
	flag.StringVar(&r.version, "version", "development", "the version of the release")
	flag.StringVar(&r.dist, "dist", "dist", "the folder with the binaries, and of what is packed")
	flag.StringVar(&r.program, "program", "./marquee", "the binary of this machine, which says what manual pages and unit are")
	flag.StringVar(&r.roots, "roots", "/etc/ssl/certs/ca-certificates.crt", "the certificates that the image trusts")
	flag.StringVar(&r.zones, "zones", "", "the timezones of the image: lib/time/zoneinfo.zip of Go")
	flag.Parse()
	if err := r.pack(); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// release is what is packed.
type release struct{ version, dist, program, roots, zones string }

// binary is the file of a processor.
func (r *release) binary(arch string) string {
	return filepath.Join(r.dist, "marquee-"+r.version+"-linux-"+arch)
}

func (r *release) pack() error {
	around, err := fs.Sub(samples, "samples")
	if err != nil {
		return err
	}
	if err := os.CopyFS(filepath.Join(r.dist, "samples"), around); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	man := filepath.Join(r.dist, "man")
	if err := os.MkdirAll(man, 0o755); err != nil {
		return err
	}
	if out, err := exec.Command(r.program, "help", "--man", man).CombinedOutput(); err != nil {
		return fmt.Errorf("manual pages: %w: %s", err, out)
	}
	unit, err := exec.Command(r.program, "install", "systemd", "--program", "/usr/bin/marquee").Output()
	if err != nil {
		return fmt.Errorf("unit: %w", err)
	}
	var there []string
	for _, arch := range packed {
		if _, err := os.Stat(r.binary(arch)); err != nil {
			continue // a release for other systems
		}
		there = append(there, arch)
		if err := r.deb(arch, unit); err != nil {
			return err
		}
	}
	if len(there) == 0 {
		return nil
	}
	return r.image(there)
}
