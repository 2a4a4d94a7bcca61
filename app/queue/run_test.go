package queue

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"marquee/app"

	"github.com/matryer/is"
)

// works are runs that note each step as "company/step", and say how they stand after it.
type works struct {
	mu    sync.Mutex
	steps map[int64]int
	did   []string
	after func(company int64, step int) (Progress, error)
}

func (w *works) effect(k *Runs[letter]) app.Effect {
	return k.By(func(_ *app.App, company int64, _ Ref) Step {
		return func(context.Context) (Progress, error) {
			w.mu.Lock()
			w.steps[company]++
			n := w.steps[company]
			w.did = append(w.did, fmt.Sprintf("%d/%d", company, n))
			w.mu.Unlock()
			return w.after(company, n)
		}
	})
}

// runs are the letters that go on.
func runs() *Runs[letter] {
	return NewRuns(RunSpec[letter]{Name: "test.run", Of: func(l *letter) Ref { return Ref{ID: int64(len(l.Text))} }, Works: func(*letter) bool { return true }})
}

// begin lets a run go on, and gives its entry.
func (o *office) begin(company int64, k *Runs[letter]) int64 {
	o.t.Helper()
	if err := o.UpdateCompany(o.t.Context(), company, func(tx app.Tx) error { return k.Put(tx, &letter{}) }); err != nil {
		o.t.Fatal(err)
	}
	if o.stop != nil {
		synctest.Wait()
	}
	all, err := List(o.t.Context(), o.App, Filter{Kind: k.spec.Name})
	if err != nil || len(all) == 0 {
		o.t.Fatal(err, len(all))
	}
	return all[len(all)-1].ID
}

func (w *works) text() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return strings.Join(w.did, " ")
}

// Runs of several companies take turns of ten seconds, one at a time, and are forgotten at their end.
func TestRunsTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is := is.New(t)
		k := runs()
		at := 0
		w := &works{steps: map[int64]int{}, after: func(_ int64, step int) (Progress, error) {
			is.Equal(at, 0) // one at a time
			at++
			time.Sleep(5 * time.Second)
			at--
			if step == 5 {
				return Ended, nil
			}
			return More, nil
		}}
		o := newOffice(t, w.effect(k))
		first, second := o.begin(1, k), o.begin(2, k)
		o.serve()
		time.Sleep(time.Hour)
		is.Equal(w.text(), "1/1 1/2 2/1 2/2 1/3 1/4 2/3 2/4 1/5 2/5")
		for _, id := range []int64{first, second} {
			_, err := ByID(t.Context(), o.App, id)
			is.Equal(app.KindOf(err), app.NotFound)
		}
		s, err := StatusOf(t.Context(), o.App, "test.run")
		is.NoErr(err)
		is.Equal([]int64{s.Sent, s.Failed, s.Waiting, s.Done}, []int64{2, 0, 0, 0})
		w.after = func(int64, int) (Progress, error) { return Rest(time.Hour), nil }
		is.True(o.begin(1, k) > second) // its key is free again
		o.close()
	})
}

// A run that can do nothing rests, and one that fails is tried until it goes well.
func TestARunIsNeverGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is := is.New(t)
		k := runs()
		w := &works{steps: map[int64]int{}, after: func(_ int64, step int) (Progress, error) {
			switch {
			case step == 1:
				return Rest(time.Hour), nil
			case step < 100:
				return Ended, errors.New("the disk is full")
			}
			return Ended, nil
		}}
		o := newOffice(t, w.effect(k))
		o.serve()
		id := o.begin(1, k)
		is.Equal(w.text(), "1/1")
		time.Sleep(59 * time.Minute)
		is.Equal(w.text(), "1/1")
		_, err := Drop(t.Context(), o.App, id)
		is.Equal(app.KindOf(err), app.Invalid)
		time.Sleep(24 * time.Hour)
		is.True(strings.HasSuffix(w.text(), " 1/100"))
		is.True(strings.Contains(o.log.String(), "the disk is full")) // what fails inside is logged
		o.close()
	})
}

// What a process that is gone had under way inside goes on as soon as the next one starts.
func TestARunThatWasLeftGoesOnAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is := is.New(t)
		var o *office
		k := runs()
		w := &works{steps: map[int64]int{}, after: func(_ int64, step int) (Progress, error) {
			o.engine.broken.Store(step == 1) // from now on the first process writes nothing
			return Ended, nil
		}}
		o = newOffice(t, w.effect(k))
		o.serve()
		id := o.begin(1, k)
		synctest.Wait()
		o.stop()
		o.ended.Wait()
		is.Equal(o.entry(id).State, Leased)
		o.engine.broken.Store(false)
		o.App = o.process(w.effect(k))
		o.serve()
		is.Equal(w.text(), "1/1 1/2")
		o.close()
	})
}

// When the server stops, a run stops behind its step, and goes on later.
func TestARunStopsWithTheServer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is := is.New(t)
		var o *office
		k := runs()
		w := &works{steps: map[int64]int{}, after: func(_ int64, step int) (Progress, error) {
			if step == 2 {
				o.stop()
			}
			return More, nil
		}}
		o = newOffice(t, w.effect(k))
		id := o.begin(1, k)
		o.serve()
		o.ended.Wait()
		is.Equal(w.text(), "1/1 1/2")
		is.Equal(o.entry(id).State, Waiting)
		o.verify()
	})
}
