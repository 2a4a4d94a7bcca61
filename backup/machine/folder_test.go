package machine

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/matryer/is"
)

func TestFoldersAreMadeForTheirOwner(t *testing.T) {
	is := is.New(t)
	dir := filepath.Join(t.TempDir(), "a", "b")
	is.NoErr(MakeFolder(dir))
	is.NoErr(MakeFolder(dir)) // there already
	info, err := os.Stat(dir)
	is.NoErr(err)
	is.Equal(info.Mode().Perm(), os.FileMode(0o700))
	file := filepath.Join(dir, "file")
	is.NoErr(Replace(file, []byte("one")))
	is.True(MakeFolder(file) != nil)                         // a file is no folder
	is.True(MakeFolder(filepath.Join(file, "below")) != nil) // nor is anything below it
}

func TestAFileIsReplacedWhole(t *testing.T) {
	is := is.New(t)
	path := filepath.Join(t.TempDir(), "file")
	is.NoErr(os.WriteFile(path+".new", []byte("left over by a power cut"), 0o600))
	for _, content := range []string{"one", "two"} {
		is.NoErr(Replace(path, []byte(content)))
		b, err := os.ReadFile(path)
		is.NoErr(err)
		is.Equal(string(b), content)
	}
	_, err := os.Stat(path + ".new")
	is.True(os.IsNotExist(err))
	is.NoErr(Remove(path))
	is.NoErr(Remove(path)) // not there is no error
}
