package backup

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"marquee/backup/journal"
)

// shippedFile, in the folder of a journal, says what of it lies elsewhere, so that it is taken
// away there too when the journal no longer keeps it, whoever removed it and whenever.
const shippedFile = "shipped.json"

// shipped are the names of files that were sent, by place.
type shipped map[string][]string

// unknownShipped says what to do about a note that cannot be read. To go on without a word
// would leave for ever what only the note knew of.
const unknownShipped = "%s cannot be read (%w), so nobody knows what of the journal lies elsewhere: nothing is shipped, or taken away there. " +
	"Move that file away, and remove by hand what lies there and not in the folder of the file"

func readShipped(dir string) (shipped, error) {
	b, err := os.ReadFile(filepath.Join(dir, shippedFile))
	if errors.Is(err, fs.ErrNotExist) {
		return shipped{}, nil
	}
	if err != nil {
		return nil, err
	}
	all := shipped{}
	if err = json.Unmarshal(b, &all); err == nil {
		err = all.check()
	}
	if err != nil {
		return nil, fmt.Errorf(unknownShipped, filepath.Join(dir, shippedFile), err)
	}
	return all, nil
}

// check refuses what nobody wrote here: files that it names are removed.
func (s shipped) check() error {
	if s == nil {
		return errors.New("it holds nothing")
	}
	for _, names := range s {
		for _, name := range names {
			if _, ok := segmentIn(name); !ok {
				return fmt.Errorf("%q is no file of a shipped journal", name)
			}
		}
	}
	return nil
}

// has tells whether a file is noted.
func (s shipped) has(place, name string) bool { return slices.Contains(s[place], name) }

// add notes a file that is about to be sent; known tells that it was noted before.
func (s shipped) add(place, name string) (known bool) {
	if s.has(place, name) {
		return true
	}
	s[place] = append(s[place], name)
	return false
}

func (s shipped) remove(place, name string) {
	s[place] = slices.DeleteFunc(s[place], func(n string) bool { return n == name })
	if len(s[place]) == 0 {
		delete(s, place)
	}
}

func (s shipped) write(dir string, d disk) error {
	b, err := json.Marshal(s)
	if err != nil {
		return err
	}
	path := filepath.Join(dir, shippedFile)
	was, err := os.ReadFile(path)
	if bytes.Equal(was, b) || len(s) == 0 && errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	fresh := path + partialSuffix
	if err := d.Remove(fresh); err != nil {
		return err
	}
	if err = writeBytes(d, fresh, b); err == nil {
		err = d.Rename(fresh, path)
	}
	if err != nil {
		return err
	}
	return d.SyncFolder(dir)
}

// stale are the files at a place whose segments a journal no longer keeps.
func (s shipped) stale(place string, kept []journal.Segment) (names []string) {
	for _, name := range s[place] {
		segment, _ := segmentIn(name)
		if !slices.ContainsFunc(kept, func(g journal.Segment) bool { return g.Name == segment }) {
			names = append(names, name)
		}
	}
	return names
}

// StaleShipped lists what lies elsewhere of a journal that no longer keeps it.
func StaleShipped(dir string) (paths []string, err error) {
	sent, err := readShipped(dir)
	if err != nil {
		return nil, err
	}
	kept, err := journal.Segments(dir)
	for _, place := range slices.Sorted(maps.Keys(sent)) {
		for _, name := range sent.stale(place, kept) {
			paths = append(paths, At(place, name))
		}
	}
	return paths, err
}

// takeAway removes a file that was sent, and what a sender left of it that was killed.
func takeAway(ctx context.Context, from destination, name string) error {
	err := from.remove(ctx, name)
	if _, ok := from.(folder); ok && err == nil {
		err = from.remove(ctx, name+partialSuffix)
	}
	return err
}

// RemoveShipped takes away what lies elsewhere of a journal that no longer keeps it, while
// nobody writes it. It gives what stays, and why.
func RemoveShipped(ctx context.Context, dir string) (left map[string]error, err error) {
	sent, err := readShipped(dir)
	if err != nil {
		return nil, err
	}
	kept, err := journal.Segments(dir)
	if err != nil {
		return nil, err
	}
	left = map[string]error{}
	for _, place := range slices.Sorted(maps.Keys(sent)) {
		s, err := shippingTo(place)
		for _, name := range sent.stale(place, kept) {
			gone := err
			if gone == nil {
				gone = takeAway(ctx, s, name)
			}
			if gone != nil {
				left[At(place, name)] = gone
				continue
			}
			sent.remove(place, name)
		}
	}
	return left, sent.write(dir, realDisk{})
}
