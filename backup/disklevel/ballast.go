package disklevel

import (
	"crypto/rand"
	"errors"
	"io"
	"io/fs"
	"os"
)

// BallastFile lies in the data folder.
const BallastFile = "ballast"

// ballastBytes is the size of the ballast.
const ballastBytes = 64 * megabyte

// hasBallast tells whether the whole ballast is there.
func hasBallast(path string, bytes int64) bool {
	info, err := os.Stat(path)
	return err == nil && info.Size() == bytes
}

// loadBallast makes the ballast, with room that is really taken.
func loadBallast(path string, bytes int64) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	err = reserve(f, bytes)
	if errors.Is(err, errors.ErrUnsupported) {
		_, err = io.CopyN(f, rand.Reader, bytes)
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, os.Remove(path))
	}
	return nil
}

func dropBallast(path string) error {
	if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
