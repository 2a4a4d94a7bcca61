package clock

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"marquee/backup/machine"
)

const (
	// most is how far the wall clock may be from where it is expected.
	most = time.Hour
	// longestOff is how long a machine may have been off, as far as only its own
	// clock tells.
	longestOff = 180 * 24 * time.Hour
)

// Reading is the wall clock beside the time that the machine has run.
type Reading struct {
	Wall time.Time     `json:"wall"`
	Boot string        `json:"boot,omitempty"` // which start of the machine Up counts from
	Up   time.Duration `json:"up,omitempty"`
}

// Read looks at both clocks.
func Read() Reading {
	r := Reading{Wall: time.Now().UTC()}
	if boot, up, ok := machine.Uptime(); ok {
		r.Boot, r.Up = boot, up
	}
	return r
}

// expected is what the wall clock should show by an earlier reading; ok tells
// whether the machine has run without a break since.
func (r Reading) expected(now Reading) (wall time.Time, ok bool) {
	if r.Boot == "" || r.Boot != now.Boot || now.Up < r.Up {
		return wall, false
	}
	return r.Wall.Add(now.Up - r.Up), true
}

// Facts are what a start is judged by.
type Facts struct {
	Last   time.Time // the store's last commit
	Before Reading   // when the store was opened last; zero when nobody noted it
	Now    Reading
	Synced bool // a time server keeps the clock
}

// Jump is a wall clock that cannot be believed. It is an error.
type Jump struct {
	Now, Last time.Time
	// By is how far the clock is from where it is expected: ahead, or behind when
	// negative.
	By  time.Duration
	Why string
}

func (j *Jump) Error() string {
	return fmt.Sprintf("the clock of this machine shows %s, and the last commit of the store is of %s: %s",
		say(j.Now), say(j.Last), j.Why)
}

func say(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05 UTC") }

// Judge says why the wall clock cannot be believed; nil when it can. A commit that is
// of this very minute proves nothing: it may have been made under the same clock.
func Judge(f Facts) *Jump {
	gone := f.Now.Wall.Sub(f.Last)
	expected, ran := f.Before.expected(f.Now)
	off := f.Now.Wall.Sub(expected)
	j := &Jump{Now: f.Now.Wall, Last: f.Last, By: gone}
	switch {
	case f.Last.UnixMicro() <= 0:
		return nil
	case gone < -most:
		j.Why = fmt.Sprintf("%s ahead of the clock", gone.Abs().Round(time.Minute))
		return j
	case f.Synced:
		return nil
	case ran && off.Abs() > most:
		j.By = off
		j.Why = fmt.Sprintf("the machine has run since without a break, and only to %s", say(expected))
		if off < 0 {
			j.Why = fmt.Sprintf("the machine has run since without a break, to %s already", say(expected))
		}
		return j
	case !ran && gone > longestOff:
		j.Why = fmt.Sprintf("%d days without a commit, and no time server says that the clock is right", int(gone.Hours()/24))
		return j
	}
	return nil
}

// ReadNote reads what the last start noted; zero when there is nothing that can be
// read.
func ReadNote(path string) (r Reading, err error) {
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Reading{}, nil
	}
	if err != nil {
		return r, err
	}
	if json.Unmarshal(b, &r) != nil {
		return Reading{}, nil
	}
	return r, nil
}

// Note writes down a reading that is believed. A note that is lost costs no more
// than a question.
func (r Reading) Note(path string) error {
	b, err := json.Marshal(r)
	if err == nil {
		err = os.WriteFile(path+".new", append(b, '\n'), 0o600)
	}
	if err == nil {
		err = os.Rename(path+".new", path)
	}
	return err
}
