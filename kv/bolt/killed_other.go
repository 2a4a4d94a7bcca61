//go:build !unix

package bolt

import (
	"errors"
	"os"
)

// prepare does nothing on systems where a lock does not belong to the open file: bbolt
// takes its own lock, and reads every page of a store that was not closed.
func prepare(string, *os.File) error { return nil }

func mapFile(*os.File, int64) ([]byte, func(), error) { return nil, nil, errors.ErrUnsupported }
