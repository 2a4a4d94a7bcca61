package schedule

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"strings"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/areas"
	"marquee/kv/kvtest"
	"marquee/kv/mem"

	"github.com/matryer/is"
)

// business is what the stores of these tests keep.
var business = areas.Definition()

// noon is when these stories begin; the schedule is at 17 past every hour.
var noon = time.Date(2027, 6, 1, 12, 0, 0, 0, time.UTC)

const to = "/backups"

// box is a box office whose backups are made by a function, at times of its own.
type box struct {
	app    *app.App
	now    time.Time
	taken  int
	newest Made // what lies at the destination
	answer error
	log    strings.Builder
}

func newBox() *box {
	b := &box{now: noon}
	e := kvtest.Chaos(mem.New(mem.Options{Clock: b.clock}))
	b.app = app.New(e, business, app.Options{Clock: b.clock, Log: slog.New(slog.NewTextHandler(&b.log, nil))})
	return b
}

func (b *box) clock() time.Time { return b.now }

// start is a server that begins: a new scheduler over the same store.
func (b *box) start(t *testing.T, words string) *Scheduler {
	t.Helper()
	times, err := Parse(words)
	if err != nil {
		t.Fatal(err)
	}
	s := New(Options{
		App: b.app, To: to, Times: times, Clock: b.clock,
		Newest: func(context.Context) (Made, error) { return b.newest, nil },
		Take: func(context.Context) (Made, error) {
			b.taken++
			made := Made{b.now, to + "/one"}
			if b.answer == nil {
				b.newest = made
			}
			return made, b.answer
		},
	})
	if err := s.Settle(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s
}

// at moves the clock and looks once.
func (b *box) at(t *testing.T, s *Scheduler, now time.Time) {
	b.now = now
	s.Step(t.Context(), "")
}

func (b *box) plan() app.BackupPlan { return b.app.KnownBackupPlan(to) }

const hourly = "17 * * * *"

func TestBackupsAreMadeWhenTheyAreDue(t *testing.T) {
	is := is.New(t)
	b := newBox()
	s := b.start(t, hourly)
	b.at(t, s, noon.Add(16*time.Minute))
	is.Equal(b.taken, 0)
	b.at(t, s, noon.Add(17*time.Minute))
	is.Equal(b.taken, 1)
	b.at(t, s, noon.Add(18*time.Minute))
	is.Equal(b.taken, 1)
	is.Equal(b.plan().Next, noon.Add(77*time.Minute))
	is.Equal(s.Health().Age, 60.0)
	is.True(s.Health().Verified)
}

func TestASleepingMachineCatchesUpOnce(t *testing.T) {
	is := is.New(t)
	b := newBox()
	b.at(t, b.start(t, hourly), noon.Add(17*time.Minute))
	b.now = noon.Add(30 * time.Hour)
	s := b.start(t, hourly) // or the same one, woken up
	is.True(s.Health().Stale)
	b.at(t, s, b.now)
	is.Equal(b.taken, 2)
	b.at(t, s, b.now.Add(time.Second))
	b.at(t, b.start(t, hourly), b.now.Add(2*time.Second))
	is.Equal(b.taken, 2) // thirty were missed, one is made
	is.Equal(b.plan().Next, noon.Add(30*time.Hour+17*time.Minute))
}

// TestAServerThatDiesOfABackup comes back and sells; it does not die again at once.
func TestAServerThatDiesOfABackup(t *testing.T) {
	is := is.New(t)
	b := newBox()
	s := b.start(t, hourly)
	b.now = noon.Add(17 * time.Minute)
	is.NoErr(s.change(t.Context(), func(p *app.BackupPlan, now time.Time) { begin(p, s.o.Times, now) })) // and no more
	s = b.start(t, hourly)
	b.at(t, s, b.now.Add(time.Second))
	is.Equal(b.taken, 0)
	b.at(t, s, b.now.Add(time.Minute))
	is.Equal(b.taken, 1)
}

func TestAFailingBackupIsTriedAgain(t *testing.T) {
	is := is.New(t)
	b := newBox()
	s := b.start(t, "17 4 * * *")
	b.answer = errors.New("the stick is gone")
	b.at(t, s, noon.Add(17*time.Hour))
	is.Equal(b.taken, 1)
	for tries, pause := 1, time.Minute; tries < 9; tries, pause = tries+1, min(2*pause, time.Hour) {
		is.Equal(b.plan().Next.Sub(b.now), pause) // pauses grow, to an hour
		b.at(t, s, b.now.Add(pause-time.Second))
		is.Equal(b.taken, tries)
		b.at(t, s, b.now.Add(time.Second))
		is.Equal(b.taken, tries+1)
	}
	is.Equal(s.Failures(), uint64(9))
	is.Equal(b.plan().Failures, int64(9))
	is.True(!s.Health().Verified)
	is.True(strings.Contains(s.Health().Text.String(), "the stick is gone"))
	b.answer = nil
	b.at(t, s, b.plan().Next)
	is.True(s.Health().Verified)
	is.Equal(b.plan().Failures, int64(0))
	is.Equal(b.plan().Next.Sub(noon), 40*time.Hour+17*time.Minute)
}

func TestTooLittleRoomIsNoFailureButIsSeen(t *testing.T) {
	is := is.New(t)
	b := newBox()
	s := b.start(t, hourly)
	b.answer = ErrNoSpace
	b.at(t, s, noon.Add(17*time.Minute))
	is.Equal(s.Failures(), uint64(0))
	is.Equal(s.Roomless(), uint64(1))
	is.True(!s.Health().Verified)
	is.Equal(b.plan().Next.Sub(b.now), 10*time.Minute)
	is.True(strings.Contains(b.log.String(), "too little room"))
}

func TestAnotherBackupIsWaitedFor(t *testing.T) {
	is := is.New(t)
	b := newBox()
	s := b.start(t, hourly)
	b.answer = ErrBusy
	b.at(t, s, noon.Add(17*time.Minute))
	is.Equal(b.plan().Problem, "")
	is.Equal(b.plan().Next.Sub(b.now), time.Minute)
}

func TestABackupAtOnce(t *testing.T) {
	is := is.New(t)
	b := newBox()
	s := b.start(t, Off)
	b.at(t, s, noon.Add(1000*time.Hour))
	is.Equal(b.taken, 0)
	s.Now("the journal begins")
	s.Now("twice is once")
	s.Step(t.Context(), <-s.wake)
	is.Equal(b.taken, 1)
	is.Equal(len(s.wake), 0)
	is.True(!s.Health().Stale) // without a schedule nothing is
}

func TestBackupsByHandCount(t *testing.T) {
	is := is.New(t)
	b := newBox()
	s := b.start(t, hourly)
	made := noon.Add(5 * time.Minute)
	byHand := func(p *app.BackupPlan) { Succeed(p, made, to+"/hand", b.now) }
	is.NoErr(b.app.NoteBackup(t.Context(), "/elsewhere", byHand))
	is.True(b.plan().Good == nil)
	is.NoErr(b.app.NoteBackup(t.Context(), to, byHand))
	is.Equal(*b.plan().Good, made)
	b.newest = Made{made, to + "/hand"}
	s.Step(t.Context(), "")
	is.True(s.Health().Verified)
	all, err := b.app.BackupPlans(t.Context())
	is.NoErr(err)
	is.Equal(len(all), 1) // a backup that goes elsewhere begins no plan
}

func TestWhatTheServerFindsWhenItStarts(t *testing.T) {
	t.Run("a clock that was years ahead holds up nothing", func(t *testing.T) {
		is := is.New(t)
		b := newBox()
		b.now = noon.AddDate(5, 0, 0)
		b.start(t, hourly)
		b.now = noon
		b.start(t, hourly)
		is.Equal(b.plan().Next, noon.Add(17*time.Minute))
	})
	t.Run("a new schedule counts from now", func(t *testing.T) {
		is := is.New(t)
		b := newBox()
		b.start(t, "17 4 * * *")
		b.start(t, "30 * * * *")
		is.Equal(b.plan().Next, noon.Add(30*time.Minute))
	})
	t.Run("another destination ends the plan for the first", func(t *testing.T) {
		is := is.New(t)
		b := newBox()
		b.start(t, hourly)
		s := b.start(t, hourly)
		s.o.To = "/stick"
		is.NoErr(s.Settle(t.Context()))
		is.Equal(b.plan().Schedule, "")
		is.Equal(b.app.KnownBackupPlan("/stick").Schedule, hourly)
	})
	t.Run("a backup made while nobody served counts", func(t *testing.T) {
		is := is.New(t)
		b := newBox()
		s := b.start(t, hourly)
		s.o.Newest = func(context.Context) (Made, error) { return Made{noon.Add(-time.Hour), to + "/x"}, nil }
		is.NoErr(s.Settle(t.Context()))
		is.Equal(s.Health().Age, 3600.0)
	})
}

// TestAnotherMachineMadeTheBackups: a node that begins to lead does not miss what lies in the folder
// of the one that led, and makes one of its own at once.
func TestAnotherMachineMadeTheBackups(t *testing.T) {
	for _, moves := range []bool{true, false} {
		is := is.New(t)
		b := newBox()
		s := b.start(t, hourly)
		b.at(t, s, noon.Add(17*time.Minute))
		is.Equal(b.taken, 1)
		b.newest = Made{} // this is another machine
		s.o.Moves = moves
		is.NoErr(s.Settle(t.Context()))
		is.Equal(s.Health().Missing, !moves)
		b.at(t, s, noon.Add(18*time.Minute))
		is.Equal(b.taken == 2, moves)
		is.Equal(s.Health().Verified, moves)
	}
}

func TestHealth(t *testing.T) {
	good := func(ago time.Duration) *time.Time { at := noon.Add(-ago); return &at }
	found := func(p app.BackupPlan) Found {
		if p.Good == nil {
			return Found{}
		}
		return Found{Made: Made{At: *p.Good}}
	}
	for _, c := range []struct {
		must     string
		plan     app.BackupPlan
		stale    bool
		verified bool
	}{
		{"one of an hour ago is fresh", app.BackupPlan{Schedule: hourly, Good: good(time.Hour)}, false, true},
		{"one older than twice the interval is stale", app.BackupPlan{Schedule: hourly, Good: good(2*time.Hour + 44*time.Minute)}, true, true},
		{"one that the last try did not renew is not verified", app.BackupPlan{Schedule: hourly, Good: good(time.Hour), Problem: "x"}, false, false},
		{"a new box office has time for its first", app.BackupPlan{Schedule: hourly, Since: noon.Add(-time.Hour)}, false, false},
		{"but not for ever", app.BackupPlan{Schedule: hourly, Since: noon.Add(-3 * time.Hour)}, true, false},
		{"the weekend is no fault of a schedule for weekdays", app.BackupPlan{Schedule: "0 3 * * 2", Good: good(9 * time.Hour)}, false, true},
	} {
		t.Run(c.must, func(t *testing.T) {
			is := is.New(t)
			h := HealthOf(c.plan, found(c.plan), noon)
			is.Equal(h.Stale, c.stale)
			is.Equal(h.Verified, c.verified)
			is.Equal(math.IsInf(h.Age, 1), c.plan.Good == nil)
			is.Equal(strings.Contains(h.Text.String(), "STALE"), c.stale)
		})
	}
}

func TestHealthIsWhatLiesThere(t *testing.T) {
	at := noon.Add(-time.Hour)
	plan := app.BackupPlan{To: to, Schedule: hourly, Good: &at, Path: to + "/one"}
	for _, c := range []struct {
		must  string
		found Found
		age   float64
		text  string
		Health
	}{
		{"the one that was noted", Found{Made: Made{At: at.Truncate(time.Millisecond)}}, 3600, "is 60 minutes old", Health{Verified: true}},
		{"a newer one", Found{Made: Made{At: noon}}, 0, "is 0 seconds old", Health{Verified: true}},
		{"an older one", Found{Made: Made{At: noon.Add(-2 * time.Hour)}}, 7200, "IS GONE", Health{Missing: true}},
		{"none", Found{}, math.Inf(1), "none yet in " + to + "; THE ONE OF", Health{Missing: true}},
		{"nobody can tell", Found{Err: errors.New("no way there")}, math.Inf(1), "CANNOT BE LOOKED AT: no way there", Health{Unseen: true}},
	} {
		t.Run(c.must, func(t *testing.T) {
			is := is.New(t)
			h := HealthOf(plan, c.found, noon)
			is.Equal(h.Age, c.age)
			is.Equal(h.Verified, c.Verified)
			is.Equal(h.Missing, c.Missing)
			is.Equal(h.Unseen, c.Unseen)
			is.True(strings.Contains(h.Text.String(), c.text))
		})
	}
}

func TestSchedules(t *testing.T) {
	t.Run("what cron takes is taken, in UTC", func(t *testing.T) {
		is := is.New(t)
		for words, next := range map[string]time.Duration{
			hourly: 17 * time.Minute, " */15 * * * * ": 15 * time.Minute, "@daily": 12 * time.Hour, "@every 90m": 90 * time.Minute,
			"CRON_TZ=Europe/Berlin 30 15 * * *": 90 * time.Minute,
		} {
			times, err := Parse(words)
			is.NoErr(err)
			is.Equal(times.Next(noon.In(time.FixedZone("", 3600))).Sub(noon), next) // words
		}
		times, err := Parse("off")
		is.NoErr(err)
		is.True(times.Off())
	})
	t.Run("what never comes, and what is none, is refused in words", func(t *testing.T) {
		is := is.New(t)
		for _, words := range []string{"", "0 0 30 2 *", "TZ=UTC", "CRON_TZ=", "TZ=Nowhere/City * * * * *", "* * * *", "61 * * * *", "@never", "hourly"} {
			_, err := Parse(words)
			is.True(err != nil) // words
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, words := range []string{hourly, "off", "@every 1m", "CRON_TZ=Asia/Tokyo 0 4 * * 1-5", "TZ="} {
		f.Add(words)
	}
	f.Fuzz(func(t *testing.T, words string) {
		times, err := Parse(words)
		if err == nil && !times.Off() && !times.Next(noon).After(noon) {
			t.Fatalf("%q: the next moment is not after now", words)
		}
	})
}

func TestRunEndsWithItsContext(t *testing.T) {
	is := is.New(t)
	b := newBox()
	s := b.start(t, Off)
	ctx, stop := context.WithCancel(t.Context())
	s.o.Take = func(context.Context) (Made, error) { stop(); return Made{}, context.Canceled }
	s.Now("the test")
	s.Run(ctx)
	is.Equal(s.Failures(), uint64(0)) // an interrupted one is not the backup's fault
}

// TestAClockThatWasAheadAndIsRightAgain while the server goes on: backups are made again
// at once, and what was noted under the fast clock is not the newest for ever.
func TestAClockThatWasAheadAndIsRightAgain(t *testing.T) {
	is := is.New(t)
	b := newBox()
	s := b.start(t, hourly)
	b.at(t, s, noon.AddDate(1, 0, 0))
	is.Equal(b.taken, 1)
	b.at(t, s, noon.Add(time.Minute))
	is.Equal(b.taken, 2)
	is.Equal(*b.plan().Good, noon.Add(time.Minute))
	is.Equal(b.plan().Next, noon.Add(17*time.Minute))
	is.True(s.Health().Verified)
}

func TestABackupOfATimeThatHasNotComeTellsNoAge(t *testing.T) {
	is := is.New(t)
	at, ahead := noon.Add(-time.Hour), noon.AddDate(1, 0, 0)
	h := HealthOf(app.BackupPlan{To: to, Schedule: hourly, Good: &ahead}, Found{Made: Made{At: at}}, noon)
	is.True(!h.Missing)
	is.Equal(h.Age, 3600.0)
	h = HealthOf(app.BackupPlan{To: to, Schedule: hourly, Good: &ahead}, Found{Made: Made{At: ahead}}, noon)
	is.True(math.IsInf(h.Age, 1))
	is.True(h.Stale)
	is.True(strings.Contains(h.Text.String(), "NOBODY KNOWS HOW OLD"))
}
