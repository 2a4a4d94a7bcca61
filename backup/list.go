package backup

import (
	"bufio"
	"context"
	"regexp"
	"slices"
	"time"
)

// How a backup is named: marquee-20260704T120000.000Z-3f9a1c0b7d2e4.tar.zst, by
// when it was made and the id of the store, so that an encrypted one tells it too.
// -auto follows the id of one that a schedule made, .age the whole name when it is
// encrypted, and .bad when it did not pass. Older programs left out the id.
const (
	packSuffix = ".tar.zst"
	ageSuffix  = ".age"
	badSuffix  = ".bad"
	// partialSuffix is behind the name of one that is being written.
	partialSuffix = ".partial"
	nameTime      = "20060102T150405.000Z"
)

var nameForm = regexp.MustCompile(`^marquee-(\d{8}T\d{6}\.\d{3}Z)(?:-([0-9a-f]{13})(-auto)?)?\.tar\.zst(\.age)?(\.bad)?$`)

func nameOf(m Manifest, secret bool) string {
	name := "marquee-" + m.Made.UTC().Format(nameTime)
	if m.Store != "" {
		name += "-" + m.Store
	}
	if m.Store != "" && m.Scheduled {
		name += "-auto"
	}
	name += packSuffix
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
	Store     string    `json:"store,omitempty"` // the id; older programs wrote none
	Scheduled bool      `json:"scheduled"`
	Encrypted bool      `json:"encrypted"`
	Bad       bool      `json:"bad"`
	// Early tells that its name is of a time that has not come: the clock was ahead when
	// it was made. Such a one counts as older than all others.
	Early bool `json:"early,omitempty"`
	// Manifest is nil where it cannot be read: encrypted or damaged.
	Manifest *Manifest `json:"manifest,omitempty"`
	// CutOff tells that its end is missing, though its front can be read.
	CutOff bool `json:"cutOff,omitempty"`
}

// List gives the backups at a destination with their manifests, the newest first.
// Other files are passed over; a destination that is not there holds none.
func List(ctx context.Context, dest string) ([]Kept, error) {
	s, err := openDestination(dest, realDisk{})
	if err != nil {
		return nil, err
	}
	all, err := listed(ctx, s)
	for i := range all {
		all[i].Manifest, all[i].CutOff = peekAtBoth(ctx, s, all[i].Name)
	}
	return all, err
}

// Newest is the newest good backup of a store at a destination, of any store when
// its id is not known, without its manifest; ok tells whether there is one.
func Newest(ctx context.Context, dest, store string) (k Kept, ok bool, err error) {
	all, err := Good(ctx, dest, store)
	if len(all) == 0 {
		return k, false, err
	}
	return all[0], true, err
}

// OldestGood is when the oldest good backup of a store at a destination was made;
// ok tells whether there is one.
func OldestGood(ctx context.Context, dest, store string) (made time.Time, ok bool, err error) {
	all, err := Good(ctx, dest, store)
	if len(all) == 0 {
		return made, false, err
	}
	return slices.MinFunc(all, func(a, b Kept) int { return a.Made.Compare(b.Made) }).Made, true, err
}

// Good lists the good backups of a store, the newest first, without their manifests.
// Those of older programs, which do not tell whose they are, count only when store
// is empty.
func Good(ctx context.Context, dest, store string) ([]Kept, error) {
	s, err := openDestination(dest, realDisk{})
	if err != nil {
		return nil, err
	}
	all, err := listed(ctx, s)
	return slices.DeleteFunc(all, func(k Kept) bool { return k.Bad || store != "" && k.Store != store }), err
}

// listed is what lies on a destination, by its names alone, the newest first.
func listed(ctx context.Context, s destination) (all []Kept, err error) {
	found, err := s.names(ctx)
	for _, f := range found {
		if k, ok := parseName(f.name); ok {
			k.Bytes = f.bytes
			all = append(all, k)
		}
	}
	newestFirst(all, time.Now())
	return all, err
}

func parseName(name string) (Kept, bool) {
	part := nameForm.FindStringSubmatch(name)
	if part == nil {
		return Kept{}, false
	}
	made, err := time.Parse(nameTime, part[1])
	return Kept{Name: name, Made: made, Store: part[2], Scheduled: part[3] != "", Encrypted: part[4] != "", Bad: part[5] != ""}, err == nil
}

// peek reads the manifest in front of a container, if it can.
func peek(ctx context.Context, s destination, name string) *Manifest {
	m, _ := peekAtBoth(ctx, s, name)
	return m
}

// peekAtBoth looks at the end of a container too, where its manifest can be read.
func peekAtBoth(ctx context.Context, s destination, name string) (manifest *Manifest, cutOff bool) {
	f, err := s.open(ctx, name)
	if err != nil {
		return nil, false
	}
	defer f.Close()
	m, err := manifestIn(bufio.NewReader(f))
	if err != nil {
		return nil, false
	}
	whole, err := isSealed(f)
	return &m, err == nil && !whole
}
