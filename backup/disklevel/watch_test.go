package disklevel

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"github.com/matryer/is"
	"pgregory.net/rapid"

	"marquee/app"
)

func TestTheStepsAreTakenAtTheirFigures(t *testing.T) {
	for _, c := range []struct {
		must string
		now  app.DiskLevel
		mb   int64
		want app.DiskLevel
	}{
		{"plenty is fine", app.DiskFine, 5000, app.DiskFine},
		{"500 is still fine", app.DiskFine, 500, app.DiskFine},
		{"499 is low", app.DiskFine, 499, app.DiskLow},
		{"100 is low", app.DiskLow, 100, app.DiskLow},
		{"99 is critical", app.DiskLow, 99, app.DiskCritical},
		{"a fall goes two steps at once", app.DiskFine, 3, app.DiskCritical},
		{"the way up needs slack", app.DiskLow, 510, app.DiskLow},
		{"with slack it is up", app.DiskLow, 516, app.DiskFine},
		{"up from the ground needs slack", app.DiskCritical, 110, app.DiskCritical},
		{"and goes one step where there is room for one", app.DiskCritical, 505, app.DiskLow},
		{"or two", app.DiskCritical, 600, app.DiskFine},
	} {
		t.Run(c.must, func(t *testing.T) {
			is := is.New(t)
			is.Equal(decideLevel(c.now, c.mb*megabyte), c.want)
		})
	}
}

func TestALevelIsNeverTooHigh(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		now := app.DiskLevel(rapid.IntRange(0, 2).Draw(t, "now"))
		free := rapid.Int64Range(0, 1000*megabyte).Draw(t, "free")
		got := decideLevel(now, free)
		if got < levelAt(free) || got > max(now, levelAt(free)) {
			t.Fatalf("from %v with %d free: %v", now, free, got)
		}
		if again := decideLevel(got, free); again != got {
			t.Fatalf("unsteady: %v then %v", got, again)
		}
	})
}

// watched is a ladder over a disk that the test fills.
func watched(t *testing.T) (l *Watch, free *int64, heard *[]app.DiskLevel) {
	free, heard = new(int64), &[]app.DiskLevel{}
	l = New(t.TempDir(), func(to app.DiskLevel) { *heard = append(*heard, to) }, slog.New(slog.DiscardHandler))
	l.free = func() (int64, error) {
		if *free < 0 {
			return 0, errors.New("no answer")
		}
		return *free, nil
	}
	l.ballast = megabyte
	return l, free, heard
}

func TestTheLadderIsWalkedDownAndUp(t *testing.T) {
	is := is.New(t)
	l, free, heard := watched(t)
	path := filepath.Join(l.dir, BallastFile)
	step := func(mb int64) {
		*free = mb * megabyte
		l.Step()
	}
	step(2000)
	is.Equal(len(*heard), 0)            // fine from the start
	is.True(hasBallast(path, megabyte)) // taken in
	info, err := os.Stat(path)
	is.NoErr(err)
	is.Equal(info.Mode().Perm(), os.FileMode(0o600))
	step(400)
	step(300)
	is.Equal(*heard, []app.DiskLevel{app.DiskLow}) // told once
	step(90)
	is.Equal(*heard, []app.DiskLevel{app.DiskLow, app.DiskCritical})
	is.True(hasBallast(path, megabyte)) // not yet the last resort
	step(31)
	is.True(!hasBallast(path, megabyte)) // overboard
	step(90)
	is.True(!hasBallast(path, megabyte)) // not taken in on the way
	step(300)
	step(510)
	is.Equal((*heard)[2:], []app.DiskLevel{app.DiskLow})
	is.True(!hasBallast(path, megabyte))
	step(2000)
	is.Equal((*heard)[3:], []app.DiskLevel{app.DiskFine})
	is.True(hasBallast(path, megabyte)) // back
	is.Equal(l.Free(), int64(2000*megabyte))
}

func TestWhatCannotBeSeenStaysAsItIs(t *testing.T) {
	is := is.New(t)
	l, free, heard := watched(t)
	*free = 200 * megabyte
	l.Step()
	*free = -1
	l.Step()
	is.Equal(*heard, []app.DiskLevel{app.DiskLow})
	is.Equal(l.Free(), int64(200*megabyte))
}

func TestHalfABallastIsMadeWhole(t *testing.T) {
	is := is.New(t)
	l, free, _ := watched(t)
	path := filepath.Join(l.dir, BallastFile)
	is.NoErr(os.WriteFile(path, []byte("half"), 0o600))
	*free = 2000 * megabyte
	l.Step()
	is.True(hasBallast(path, megabyte))
}

func TestThisDiskIsRead(t *testing.T) {
	is := is.New(t)
	l := New(t.TempDir(), func(app.DiskLevel) {}, slog.New(slog.DiscardHandler))
	l.ballast = 4096
	l.Step()
	is.True(l.Free() > 0)
}
