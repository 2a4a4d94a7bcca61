package cli

import (
	"testing"

	"github.com/matryer/is"
)

func TestACopyBeforeAnUpgradeNeedsRoom(t *testing.T) {
	is := is.New(t)
	is.NoErr(spaceForCopy(t.TempDir(), 1, 1))
	err := spaceForCopy(t.TempDir(), 1<<60, 1)
	is.Equal(codeOf(err), exitFull)
	is.True(err != nil)
	t.Log(err)
}
