package machine

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/matryer/is"
)

func TestSyncsLeaveNothingBehind(t *testing.T) {
	is := is.New(t)
	dir := t.TempDir()
	times, err := Syncs(dir, 5)
	is.NoErr(err)
	is.Equal(len(times), 5)
	is.True(slices.IsSorted(times))
	left, err := os.ReadDir(dir)
	is.NoErr(err)
	is.Equal(len(left), 0)
	_, err = Syncs(filepath.Join(dir, "nowhere"), 1)
	is.True(err != nil)
}

func TestSpaceIsRead(t *testing.T) {
	is := is.New(t)
	s, err := SpaceOf(t.TempDir())
	is.NoErr(err)
	is.True(s.Free > 0 && s.Free <= s.Total)
	_, err = SpaceOf(filepath.Join(t.TempDir(), "nowhere"))
	is.True(err != nil)
}

func TestSyncedFoldersAreKnown(t *testing.T) {
	for path, want := range map[string]string{
		"Dropbox/fest": "Dropbox", "Dropbox (Team)/a/b": "Dropbox", "OneDrive - Songs/x": "OneDrive",
		"Mobile Documents/com~apple~CloudDocs": "iCloud", "Google Drive": "Google Drive", "Dropboxes/x": "", "plain": "",
	} {
		t.Run(path, func(t *testing.T) {
			is := is.New(t)
			dir := filepath.Join(t.TempDir(), path)
			is.NoErr(os.MkdirAll(dir, 0o700))
			is.Equal(SyncedBy(dir), want)
		})
	}
	t.Run("a marker above tells", func(t *testing.T) {
		is := is.New(t)
		top := t.TempDir()
		is.NoErr(os.MkdirAll(filepath.Join(top, ".stfolder"), 0o700))
		is.NoErr(os.MkdirAll(filepath.Join(top, "a", "b"), 0o700))
		is.Equal(SyncedBy(filepath.Join(top, "a", "b")), "Syncthing")
	})
}
