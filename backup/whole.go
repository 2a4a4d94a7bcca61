package backup

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
)

// NewestWhole is the newest good backup of a store at a destination that is there as far
// as its front and its end tell: a file that was emptied, cut off or written over keeps the
// name of a good one. ok tells whether there is one.
func NewestWhole(ctx context.Context, dest, store string) (k Kept, ok bool, err error) {
	s, err := openDestination(dest, realDisk{})
	if err != nil {
		return k, false, err
	}
	all, err := Good(ctx, dest, store)
	if err != nil {
		return k, false, err
	}
	torn, err := tornBefore(ctx, s, all)
	if err != nil || torn == len(all) {
		return k, false, err
	}
	return all[torn], true, nil
}

// tornBefore counts the backups before the first that is whole.
func tornBefore(ctx context.Context, s destination, all []Kept) (n int, err error) {
	for _, b := range all {
		whole, err := isWhole(ctx, s, b)
		if err != nil || whole {
			return n, err
		}
		n++
	}
	return n, nil
}

// isWhole looks at the manifest in front of a backup and at the seal at its end. Of an
// encrypted one only its first words can be read.
func isWhole(ctx context.Context, s destination, b Kept) (bool, error) {
	if b.Bytes <= sealSize {
		return false, nil
	}
	f, err := s.open(ctx, b.Name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil // removed since it was listed
	}
	if err != nil {
		return false, err
	}
	defer f.Close()
	in, err := decrypt(f, nil)
	if b.Encrypted || err != nil {
		return b.Encrypted && errors.Is(err, errLocked), nil
	}
	if _, err := manifestIn(in); err != nil {
		return false, nil
	}
	return isSealed(f)
}

// isSealed looks at the seal at the end of a backup. In a bucket nobody can look there: what
// was uploaded in part has no name there.
func isSealed(f io.Reader) (bool, error) {
	end, ok := f.(io.Seeker)
	if !ok {
		return true, nil
	}
	size, err := end.Seek(0, io.SeekEnd)
	if err != nil || size <= sealSize {
		return false, err
	}
	if _, err := end.Seek(-sealSize, io.SeekEnd); err != nil {
		return false, err
	}
	head := make([]byte, len(sealHead))
	_, err = io.ReadFull(f, head)
	return bytes.Equal(head, sealHead[:]), err
}

// Readable tells of a backup that was listed with its manifest whether it can be one at all.
func (k Kept) Readable() bool {
	return !k.Bad && !k.CutOff && k.Bytes > 0 && (k.Encrypted || k.Manifest != nil)
}
