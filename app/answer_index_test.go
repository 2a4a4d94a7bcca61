package app

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"marquee/indexes"
	"marquee/kv"
	"marquee/kv/kvtest"
	"marquee/kv/mem"

	"github.com/matryer/is"
	"pgregory.net/rapid"
)

var errAbandoned = errors.New("abandoned")

// memory is a store with answers in it, and what was really answered.
type memory struct {
	t     *rapid.T
	now   time.Time
	e     kv.Engine
	app   *App
	known map[asked]answer
}

// TestAnswersAreFound compares with a map, through abandoned transactions, restarts
// and the forgetting of what is old. Every transaction runs twice.
func TestAnswersAreFound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := &memory{t: t, now: time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC), known: map[asked]answer{}}
		m.e = kvtest.Chaos(mem.New(mem.Options{Clock: func() time.Time { return m.now }}))
		m.restart(t)
		t.Repeat(map[string]func(*rapid.T){
			"":        m.check,
			"answer":  func(t *rapid.T) { m.answer(t, nil) },
			"abandon": func(t *rapid.T) { m.answer(t, errAbandoned) },
			"restart": m.restart,
			"forget":  m.forget,
		})
	})
}

func (m *memory) draw(t *rapid.T) asked {
	return asked{
		company: rapid.Int64Range(1, 2).Draw(t, "company"),
		kind:    rapid.SampledFrom([]string{"scan", "add"}).Draw(t, "kind"),
		uuid:    rapid.StringMatching(`[ab]{1,3}`).Draw(t, "uuid"),
	}
}

// answer asks as a command does: who was answered before gets that answer.
func (m *memory) answer(t *rapid.T, fail error) {
	q := m.draw(t)
	text := rapid.String().Draw(t, "text")
	var told string
	err := m.app.UpdateCompany(t.Context(), q.company, func(tx Tx) error {
		before, found, err := Answered[told1](m.app, tx, q.call())
		if told = before.Text; err != nil || found {
			return err
		}
		return errors.Join(Remember(m.app, tx, q.call(), told1{text}), fail)
	})
	was, answered := m.known[q]
	switch {
	case answered && (err != nil || told != was.Body):
		t.Fatalf("%v is answered %q, %v; it was %q", q, told, err, was.Body)
	case !answered && told != "":
		t.Fatalf("%v was never answered %q", q, told)
	case !answered && !errors.Is(err, fail):
		t.Fatal(err)
	case !answered && fail == nil:
		m.known[q] = answer{Body: text, At: m.now}
	}
}

// call asks for nothing in particular.
func (q asked) call() Call { return Call{kind: q.kind, uuid: q.uuid} }

type told1 struct {
	Text string `msgpack:"t"`
}

func (m *memory) restart(*rapid.T) {
	m.app = New(m.e, nil, Options{Clock: func() time.Time { return m.now }})
}

func (m *memory) forget(t *rapid.T) {
	m.now = m.now.Add(time.Duration(rapid.Int64Range(1, 20).Draw(t, "days")) * 24 * time.Hour)
	if err := forgetAnswers(t.Context(), &Work{App: m.app}); err != nil {
		t.Fatal(err)
	}
	for q, a := range m.known {
		if m.now.Sub(a.At) > AnswersKept {
			delete(m.known, q)
		}
	}
}

// check looks for every answer, and that no number is left out.
func (m *memory) check(t *rapid.T) {
	for q, want := range m.known {
		err := m.app.ViewCompany(t.Context(), q.company, func(r Reader) error {
			got, found, err := Answered[told1](m.app, r, q.call())
			if err == nil && (!found || got.Text != want.Body) {
				err = fmt.Errorf("%v is answered %q, %v; it was %q", q, got.Text, found, want.Body)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	m.numbered(t)
}

func (m *memory) numbered(t *rapid.T) {
	err := m.app.ViewCompany(t.Context(), 0, func(r Reader) error {
		next := int64(0)
		for hit, err := range answers.Scan(r, indexes.All[int64]()) {
			if err != nil {
				return err
			}
			if next != 0 && hit.Key != next {
				return fmt.Errorf("answer %d follows %d", hit.Key, next-1)
			}
			next = hit.Key + 1
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestRivalsWithOneUUID sends one call from many places at once, to an engine on
// which transactions overlap. Without the memory of answers all have an effect.
func TestRivalsWithOneUUID(t *testing.T) {
	rivals := func(t *testing.T, remember bool) int64 {
		is := is.New(t)
		e := mem.New(mem.Options{})
		a := New(e, nil, Options{})
		var effects atomic.Int64
		var all, looked sync.WaitGroup
		looked.Add(8)
		for range 8 {
			all.Go(func() {
				var late sync.Once
				mine := false
				is.NoErr(a.UpdateCompany(t.Context(), 1, func(tx Tx) error {
					_, found, err := Answered[told1](a, tx, asked{kind: "pay", uuid: "one"}.call())
					late.Do(func() { looked.Done(); looked.Wait() }) // now each has looked and found nothing
					if mine = !found; err != nil || found || !remember {
						return err
					}
					return Remember(a, tx, asked{kind: "pay", uuid: "one"}.call(), told1{"paid"})
				}))
				if mine {
					effects.Add(1)
				}
			})
		}
		all.Wait()
		return effects.Load()
	}
	is := is.New(t)
	is.Equal(rivals(t, true), int64(1))
	is.Equal(rivals(t, false), int64(8)) // or the test proves nothing
}

// TestManyCallsAtOnce: transactions that overlap take numbers from one another, and
// none loses its answer.
func TestManyCallsAtOnce(t *testing.T) {
	is := is.New(t)
	const callers, calls = 8, 40
	a := New(mem.New(mem.Options{}), nil, Options{})
	name := func(caller, call int) string { return fmt.Sprint(caller, "/", call) }
	var all sync.WaitGroup
	for caller := range callers {
		all.Go(func() {
			for call := 0; call < calls; {
				uuid := name(caller, call)
				err := a.UpdateCompany(t.Context(), 1, func(tx Tx) error {
					_, found, err := Answered[told1](a, tx, asked{kind: "pay", uuid: uuid}.call())
					if err != nil || found {
						return err
					}
					return Remember(a, tx, asked{kind: "pay", uuid: uuid}.call(), told1{uuid})
				})
				if err == nil {
					call++
				} else if KindOf(err) != TooMany {
					t.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
	is.NoErr(a.ViewCompany(t.Context(), 1, func(r Reader) error {
		for i := range callers * calls {
			uuid := name(i/calls, i%calls)
			got, found, err := Answered[told1](a, r, asked{kind: "pay", uuid: uuid}.call())
			is.NoErr(err)
			is.True(found)
			is.Equal(got.Text, uuid)
		}
		return nil
	}))
}

func TestTheIndexOfManyAnswers(t *testing.T) {
	is := is.New(t)
	p := answerIndexes.Of(New(mem.New(mem.Options{}), nil, Options{}))
	const many = 3 << partitionBits
	name := func(n int64) asked { return asked{1, "scan", fmt.Sprint(n)} }
	for n := int64(1); n <= many; n++ {
		p.add(&answer{Seq: n, Company: 1, Kind: "scan", UUID: fmt.Sprint(n)})
	}
	wrong := 0
	for n := int64(1); n <= many; n++ {
		found := p.find(name(n))
		is.True(len(found) > 0)
		wrong += len(found) - 1
		if n%1000 == 0 {
			wrong += len(p.find(name(-n)))
		}
	}
	is.True(wrong < many/100) // each costs a read

	p.add(&answer{Seq: many / 2, Company: 1, Kind: "scan", UUID: fmt.Sprint(many / 2)})
	is.Equal(len(p.find(name(many/2))), 1) // told twice, known once
	p.forget(2 << partitionBits)
	is.Equal(len(p.partitions), 2)
	is.Equal(len(p.find(name(1))), 0)
	is.True(len(p.find(name(many))) > 0)
}

func TestADamagedAnswerHidesNoOther(t *testing.T) {
	is := is.New(t)
	e := mem.New(mem.Options{})
	for n := range 3 {
		a := New(e, nil, Options{})
		is.NoErr(a.UpdateCompany(t.Context(), 1, func(tx Tx) error {
			return Remember(a, tx, asked{kind: "scan", uuid: fmt.Sprint(n)}.call(), told1{"yes"})
		}))
	}
	is.NoErr(e.Update(t.Context(), func(tx kv.Tx) error {
		return tx.Put("replays", kv.Int.Append(nil, 2), []byte("no envelope"))
	}))
	started := New(e, nil, Options{})
	is.NoErr(answerIndexes.Of(started).learn(t.Context(), started))
	running := New(e, nil, Options{})
	answerIndexes.Of(running).learned = true // as if they had come one by one
	for _, a := range []*App{started, running} {
		findsAround(t, a)
	}
}

func findsAround(t *testing.T, a *App) {
	t.Helper()
	is := is.New(t)
	is.NoErr(a.ViewCompany(t.Context(), 1, func(r Reader) error {
		for n, want := range []bool{true, false, true} {
			_, found, err := Answered[told1](a, r, asked{kind: "scan", uuid: fmt.Sprint(n)}.call())
			is.NoErr(err)
			is.Equal(found, want)
		}
		return nil
	}))
}

// TestAnswersWithoutADigest: what an older release stored answers whatever comes
// with its uuid, until it is forgotten.
func TestAnswersWithoutADigest(t *testing.T) {
	is := is.New(t)
	a := New(mem.New(mem.Options{}), nil, Options{})
	is.NoErr(a.UpdateCompany(t.Context(), 1, func(tx Tx) error { return Remember(a, tx, Call{kind: "test", uuid: "one"}, "seven") }))
	asks, err := NewCall("test", "one", new("zone 5"))
	is.NoErr(err)
	is.NoErr(a.ViewCompany(t.Context(), 1, func(r Reader) error {
		known, found, err := Answered[string](a, r, asks)
		is.True(found)
		is.Equal(known, "seven")
		return err
	}))
}
