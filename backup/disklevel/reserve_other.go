//go:build !linux

package disklevel

import (
	"errors"
	"os"
)

// reserve is not to be had here.
func reserve(*os.File, int64) error { return errors.ErrUnsupported }
