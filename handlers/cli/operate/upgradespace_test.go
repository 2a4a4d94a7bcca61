package operate

import (
	"strings"
	"testing"

	"marquee/handlers/cli/cmdline"

	"github.com/matryer/is"
)

func TestACopyBeforeAnUpgradeNeedsRoom(t *testing.T) {
	is := is.New(t)
	is.NoErr(spaceForCopy(t.TempDir(), 1, 1))
	dir := t.TempDir()
	err := spaceForCopy(dir, 1<<60, 1)
	is.Equal(cmdline.CodeOf(err), cmdline.ExitFull)
	is.True(strings.HasSuffix(err.Error(), "marquee serve --data "+dir+" --"+withoutCopy)) // as it can be typed
}
