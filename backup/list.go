package backup

import (
	"archive/tar"
	"bufio"
	"context"
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
	// partialSuffix is behind the name of one that is being written.
	partialSuffix = ".partial"
	nameTime      = "20060102T150405.000Z"
)

var nameForm = regexp.MustCompile(`^marquee-(\d{8}T\d{6}\.\d{3}Z)\.tar\.zst(\.age)?(\.bad)?$`)

func nameOf(made time.Time, secret bool) string {
	name := "marquee-" + made.UTC().Format(nameTime) + packSuffix
	if secret {
		name += ageSuffix
	}
	return name
}

// Kept is a backup that lies somewhere, as its name tells.
type Kept struct {
	Name      string    `json:"name"`
	Made      time.Time `json:"made"`
	Bytes     int64     `json:"bytes"`
	Encrypted bool      `json:"encrypted"`
	Bad       bool      `json:"bad"`
	// Manifest is nil where it cannot be read: encrypted or damaged.
	Manifest *Manifest `json:"manifest,omitempty"`
}

// List gives the backups at a destination with their manifests, the newest first.
// Other files are passed over; a destination that is not there holds none.
func List(ctx context.Context, dest string) ([]Kept, error) {
	s, err := shelfOf(dest, realDisk{})
	if err != nil {
		return nil, err
	}
	all, err := listed(ctx, s)
	for i := range all {
		all[i].Manifest = peek(ctx, s, all[i].Name)
	}
	return all, err
}

// Newest is the newest good backup at a destination, without its manifest; ok
// tells whether there is one.
func Newest(ctx context.Context, dest string) (k Kept, ok bool, err error) {
	s, err := shelfOf(dest, realDisk{})
	if err != nil {
		return k, false, err
	}
	all, err := listed(ctx, s)
	for _, k := range all {
		if !k.Bad {
			return k, true, err
		}
	}
	return k, false, err
}

// OldestGood is when the oldest good backup at a destination was made; ok tells
// whether there is one.
func OldestGood(ctx context.Context, dest string) (made time.Time, ok bool, err error) {
	s, err := shelfOf(dest, realDisk{})
	if err != nil {
		return made, false, err
	}
	all, err := listed(ctx, s)
	for _, k := range all {
		if !k.Bad {
			made, ok = k.Made, true
		}
	}
	return made, ok, err
}

// listed is what lies on a shelf, by its names alone.
func listed(ctx context.Context, s shelf) (all []Kept, err error) {
	found, err := s.names(ctx)
	for _, f := range found {
		if k, ok := parseName(f.name); ok {
			k.Bytes = f.bytes
			all = append(all, k)
		}
	}
	slices.SortFunc(all, func(a, b Kept) int { return b.Made.Compare(a.Made) })
	return all, err
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
func peek(ctx context.Context, s shelf, name string) *Manifest {
	f, err := s.open(ctx, name)
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
