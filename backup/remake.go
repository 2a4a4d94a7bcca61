package backup

import (
	"bufio"
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"time"

	"marquee/app/customer"
)

// Remaking is what backups are to be made anew without some customers.
type Remaking struct {
	Dest    string // a folder or a bucket
	Store   string // the id of the store whose backups are meant
	Erased  []customer.Erased
	Who     []Identity
	To      []Recipient
	Scratch string // files whose names begin with it are made and removed
	Erase   Eraser
	// But are the names of those that are made without them already.
	But []string
}

// Remade is what became of one backup. Problem says why it is as it was.
type Remade struct {
	Name    string `json:"name"`
	Erased  int    `json:"erased"`
	Problem string `json:"problem,omitempty"`
}

// Remake makes the backups of a store anew, each under its name and of its moment, without
// some customers, not even in pages that are free. One that cannot be made anew stays, and
// is told.
func (k *Keeper) Remake(ctx context.Context, r Remaking) (out []Remade, err error) {
	s, err := openDestination(r.Dest, k.disk)
	if err != nil {
		return nil, err
	}
	found, err := k.withoutRests(ctx, s, r)
	if err != nil {
		return nil, err
	}
	all, others, err := k.holding(ctx, s, found, r)
	if err != nil {
		return nil, err
	}
	for _, b := range all {
		n, err := k.remakeOne(ctx, s, b, r)
		if ctx.Err() != nil {
			return out, ctx.Err()
		}
		one := Remade{Name: b.Name, Erased: n}
		if err != nil {
			one.Problem = err.Error()
		}
		out = append(out, one)
	}
	return append(out, others...), nil
}

// holding lists the backups of a store at a place, whatever they are named, and what else
// may hold the store there and cannot be made anew.
func (k *Keeper) holding(ctx context.Context, s destination, found []storedFile, r Remaking) (all []Kept, others []Remade, err error) {
	for _, f := range found {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		b, known := parseName(f.name)
		problem := ""
		if !known {
			b, problem = k.lookInto(ctx, s, f.name, r)
		}
		switch {
		case slices.Contains(r.But, f.name):
		case problem != "":
			others = append(others, Remade{Name: f.name, Problem: problem})
		case b.Name != "" && sameStore(b.Store, r.Store):
			all = append(all, b)
		}
	}
	newestFirst(all, time.Now())
	return all, others, nil
}

// withoutRests lists the files at a place, and removes those that were to take the place of a
// backup of this store when that was broken off: what they were made of is still there.
func (k *Keeper) withoutRests(ctx context.Context, s destination, r Remaking) ([]storedFile, error) {
	all, err := s.names(ctx)
	if err != nil {
		return nil, err
	}
	names := map[string]bool{}
	for _, f := range all {
		names[f.name] = true
	}
	var failed error
	return slices.DeleteFunc(all, func(f storedFile) bool {
		of := restOf(f.name, names)
		if of == "" || failed != nil {
			return false
		}
		b, known := parseName(of)
		if !known {
			b, _ = k.lookInto(ctx, s, of, r)
		}
		if b.Name == "" || b.Store != r.Store {
			return false
		}
		failed = s.remove(ctx, f.name)
		return true
	}), failed
}

// restOf is the one of some files whose place another one was to take, "" for every other file.
func restOf(name string, among map[string]bool) string {
	of, ok := strings.CutPrefix(name, remakingPrefix)
	of = strings.TrimSuffix(strings.TrimSuffix(of, partialSuffix), badSuffix)
	for _, of := range []string{of, strings.TrimSuffix(of, packSuffix)} {
		if ok && among[of] {
			return of
		}
	}
	return ""
}

// lookInto tells what a file is that is not named like a backup: a backup, which has a name
// then, something else that may hold the store, or neither.
func (k *Keeper) lookInto(ctx context.Context, s destination, name string, r Remaking) (b Kept, problem string) {
	if part, ok := strings.CutSuffix(strings.TrimPrefix(name, remakingPrefix), partialSuffix); ok && IsBackup(part) {
		return b, removeUnfinished(ctx, s, name, part, r.Store)
	}
	path := At(r.Dest, name)
	if !IsS3(r.Dest) && sameFile(path, r.Scratch) {
		return b, "" // the store itself
	}
	f, err := s.open(ctx, name)
	if err != nil {
		return b, err.Error()
	}
	defer f.Close()
	raw := bufio.NewReaderSize(f, sealedStep)
	secret := look(raw) == encrypted
	in, err := decrypt(raw, r.Who)
	switch {
	case errors.Is(err, errLocked):
		return b, "it is encrypted, and may be a backup; its key tells: --identity FILE"
	case err != nil:
		return b, err.Error()
	}
	switch look(in) {
	case container:
		if m, err := manifestIn(in); err == nil {
			return Kept{Name: name, Made: m.Made, Store: m.Store, Scheduled: m.Scheduled, Encrypted: secret}, ""
		}
	case plainStore:
		if id, err := StoreIDAt(path); !IsS3(r.Dest) && (err != nil || sameStore(id, r.Store)) {
			return b, "it is a store; remove it"
		}
	}
	return b, ""
}

// sameFile tells whether two paths lead to one file.
func sameFile(a, b string) bool {
	one, err := os.Stat(a)
	if err != nil {
		return false
	}
	other, err := os.Stat(b)
	return err == nil && os.SameFile(one, other)
}

// removeUnfinished removes the rest of a backup of this store that was broken off: whoever
// makes backups anew has made sure that nobody makes one. It gives why one stays.
func removeUnfinished(ctx context.Context, s destination, name, as, store string) (problem string) {
	if of, _ := parseName(as); of.Store != store {
		return "it was never finished; remove it, unless somebody writes it now"
	}
	if err := s.remove(ctx, name); err != nil {
		return err.Error()
	}
	return ""
}

func (k *Keeper) remakeOne(ctx context.Context, s destination, b Kept, r Remaking) (n int, err error) {
	switch {
	case b.Bad:
		return 0, errors.New("it is bad, so nothing can be taken out of it; remove it")
	case b.Encrypted && (len(r.Who) == 0 || len(r.To) == 0):
		return 0, errors.New("it is encrypted: say --identity and --recipients")
	case !b.Encrypted:
		r.To = nil
	}
	path := At(r.Dest, b.Name)
	temp := r.Scratch + ".remaking"
	if err := k.removeTemp(temp); err != nil {
		return 0, err
	}
	m, err := k.unpackBase(ctx, path, Restoring{Store: r.Scratch, Who: r.Who}, temp)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, k.disk.Remove(temp)) }()
	whom := r.Erased
	if m.Store == "" { // nobody is taken for somebody of another store
		if whom = byMoment(r.Erased); len(whom) < len(r.Erased) {
			return 0, errors.New("an older program made it, which told of no store; look whether it is of this one, and remove it then")
		}
	}
	if err := StandAlone(temp); err != nil { // a node of a cluster may have made it
		return 0, err
	}
	again, err := r.Erase(ctx, temp, whom)
	if err != nil {
		return again.Erased, err
	}
	if _, err = k.Compact(ctx, temp); err != nil {
		return again.Erased, err
	}
	return again.Erased, k.takeAgain(ctx, s, b, m, temp, r)
}

// removeTemp removes what a process that was killed left of an unpacked backup, and of what it
// made of that to send it to a bucket.
func (k *Keeper) removeTemp(temp string) (err error) {
	for _, rest := range []string{"", packSuffix, packSuffix + ageSuffix} {
		err = errors.Join(err, k.disk.Remove(temp+rest), k.disk.Remove(temp+rest+partialSuffix))
	}
	return err
}

// takeAgain puts a backup in the place of the one that it was made of.
func (k *Keeper) takeAgain(ctx context.Context, s destination, b Kept, was Manifest, store string, r Remaking) error {
	made := was.Made
	if made.IsZero() {
		made = b.Made
	}
	maker := *k
	maker.Store, maker.Scheduled = b.Store, b.Scheduled
	maker.clock = func() time.Time { return made }
	if IsS3(r.Dest) {
		taken, err := maker.TakeToS3(ctx, store, r.Dest, r.To)
		if _, name := apart(taken.Path); err == nil && name != b.Name {
			err = s.remove(ctx, b.Name)
		}
		return err
	}
	fresh := At(r.Dest, remakingPrefix+b.Name)
	if !namesFile(fresh) { // one with a name of its own
		fresh += packSuffix
	}
	if err := k.disk.Remove(fresh); err != nil {
		return err
	}
	_, err := maker.Take(ctx, store, fresh, r.To)
	if err == nil {
		err = k.disk.Rename(fresh, At(r.Dest, b.Name))
	}
	if err != nil {
		return errors.Join(err, k.disk.Remove(fresh), k.disk.Remove(fresh+badSuffix))
	}
	return s.settle()
}

// remakingPrefix begins the name of a backup that is to take the place of another one.
const remakingPrefix = "remaking-"
