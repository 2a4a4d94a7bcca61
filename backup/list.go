package backup

import (
	"archive/tar"
	"bufio"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"
)

// How a backup is named: marquee-20260704T120000.000Z.tar.zst, with .age behind
// when it is encrypted, and .bad when it did not pass.
const (
	packSuffix = ".tar.zst"
	ageSuffix  = ".age"
	badSuffix  = ".bad"
	nameTime   = "20060102T150405.000Z"
)

var nameForm = regexp.MustCompile(`^marquee-(\d{8}T\d{6}\.\d{3}Z)\.tar\.zst(\.age)?(\.bad)?$`)

func nameOf(made time.Time, secret bool) string {
	name := "marquee-" + made.UTC().Format(nameTime) + packSuffix
	if secret {
		name += ageSuffix
	}
	return name
}

// Kept is a backup in a folder, as its name tells.
type Kept struct {
	Name      string    `json:"name"`
	Made      time.Time `json:"made"`
	Bytes     int64     `json:"bytes"`
	Encrypted bool      `json:"encrypted"`
	Bad       bool      `json:"bad"`
	// Manifest is nil where it cannot be read: encrypted or damaged.
	Manifest *Manifest `json:"manifest,omitempty"`
}

// List gives the backups in a folder, the newest first. Other files are passed
// over; a folder that is not there holds none.
func List(dir string) ([]Kept, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var all []Kept
	for _, e := range entries {
		k, ok := parseName(e.Name())
		info, err := e.Info()
		if !ok || err != nil || !info.Mode().IsRegular() {
			continue
		}
		k.Bytes = info.Size()
		k.Manifest = peek(filepath.Join(dir, k.Name))
		all = append(all, k)
	}
	slices.SortFunc(all, func(a, b Kept) int { return b.Made.Compare(a.Made) })
	return all, nil
}

func parseName(name string) (Kept, bool) {
	part := nameForm.FindStringSubmatch(name)
	if part == nil {
		return Kept{}, false
	}
	made, err := time.Parse(nameTime, part[1])
	return Kept{Name: name, Made: made, Encrypted: part[2] != "", Bad: part[3] != ""}, err == nil
}

// peek reads the manifest in front of a container, if it can.
func peek(path string) *Manifest {
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	z, err := unzip(bufio.NewReader(f))
	if err != nil {
		return nil
	}
	defer z.Close()
	m, err := readManifest(tar.NewReader(z))
	if err != nil {
		return nil
	}
	return &m
}
