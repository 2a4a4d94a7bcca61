//go:build unix

package certs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/matryer/is"
)

// TestAKeyThatEverybodyReadsIsRefused: it may be in other hands already.
func TestAKeyThatEverybodyReadsIsRefused(t *testing.T) {
	is := is.New(t)
	path := filepath.Join(t.TempDir(), "key.pem")
	is.NoErr(os.WriteFile(path, nil, 0o600))
	for mode, want := range map[os.FileMode]bool{0o600: true, 0o640: true, 0o644: false, 0o604: false} {
		is.NoErr(os.Chmod(path, mode))
		err := keyIsSecret(path)
		is.Equal(err == nil, want)
		is.True(want || strings.Contains(err.Error(), "chmod 600"))
	}
}
