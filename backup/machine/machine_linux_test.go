package machine

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/matryer/is"
)

const table = `22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda1 rw,errors=remount-ro
30 22 0:26 / /mnt/my\040stick rw,nosuid - vfat /dev/sdb1 rw,utf8
31 22 0:27 / /mnt rw - tmpfs tmpfs rw,size=4k
32 22 0:28 / /mnt ro - nfs4 server:/export ro,vers=4.2
broken line
`

func TestTheMountBelowAPathIsFound(t *testing.T) {
	for path, want := range map[string]string{
		"/": "ext4", "/var/lib": "ext4", "/mnt/my stick/fest": "vfat", "/mnt/my stick": "vfat",
		"/mnt/my sticky": "nfs4", "/mnt": "nfs4", "/mntx": "ext4",
	} {
		t.Run(path, func(t *testing.T) {
			is := is.New(t)
			is.Equal(mountOf(table, path).FileSystem, want)
		})
	}
}

func TestOptionsOfMountAndFileSystemAreJoined(t *testing.T) {
	is := is.New(t)
	is.Equal(mountOf(table, "/").Options, []string{"errors=remount-ro", "relatime", "rw"})
	is.Equal(mountOf("", "/"), Disk{})
}

func TestMemoryIsRead(t *testing.T) {
	is := is.New(t)
	m := parseMemory("MemTotal:  2048 kB\nMemFree: 1 kB\nMemAvailable:   1024 kB\nHugePages_Total: 0\nodd\n")
	is.Equal(m, Memory{Total: 2 << 20, Available: 1 << 20})
	is.True(MemoryOf().Total > 0)
	is.True(Kernel() != "")
}

func TestThisMachineIsRead(t *testing.T) {
	is := is.New(t)
	d, err := DiskOf(t.TempDir())
	is.NoErr(err)
	is.True(d.FileSystem != "")
}

func TestTimesyncTellsOnlyByTheClockThatItSet(t *testing.T) {
	is := is.New(t)
	path, now := filepath.Join(t.TempDir(), "synchronized"), time.Now()
	is.True(!touchedLately(path, now))
	is.NoErr(os.WriteFile(path, nil, 0o600))
	is.True(touchedLately(path, now))
	is.True(!touchedLately(path, now.Add(2*time.Hour)))
	is.True(!touchedLately(path, now.Add(-2*time.Hour)))
}
