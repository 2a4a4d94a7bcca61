package async

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/kv/mem"
)

// teller gives one answer to everything, and says what it refuses.
type teller struct{ body []byte }

func (t teller) Run(context.Context, int64, int64, Request) Answer {
	return Answer{Status: 200, Body: t.body}
}

func (teller) Interrupted() Answer { return Answer{Status: 503} }

func (teller) Refused(e *app.Error) Answer { return Answer{Status: 429, Body: []byte(e.Error())} }

// keeper is a store of answers, and who asks.
type keeper struct {
	*is.I
	t   *testing.T
	a   *app.App
	now time.Time
}

func newKeeper(t *testing.T) *keeper {
	k := &keeper{I: is.New(t), t: t, now: time.Date(2027, 6, 1, 12, 0, 0, 0, time.UTC)}
	clock := func() time.Time { return k.now }
	k.a = app.New(mem.New(mem.Options{Clock: clock}), nil, app.Options{Clock: clock})
	return k
}

// ask asks for something in a company, by a token of its own.
func (k *keeper) ask(company, token int64, safe bool) (uuid string, err error) {
	c := &app.Caller{CompanyID: company, UserID: 1, TokenID: token, Super: true}
	return Take(k.t.Context(), k.a, c, Request{Method: "GET", Path: "/orders", Safe: safe})
}

// answered stores an answer of so many parts for a company. The parts themselves are nobody's
// business here.
func (k *keeper) answered(company, parts int64) {
	k.t.Helper()
	k.NoErr(k.a.UpdateCompany(k.t.Context(), 0, func(tx app.Tx) error {
		ends := tx.Wall().Add(Kept)
		return calls.Insert(tx, &call{UUID: newUUID(), CompanyID: company, State: done, Status: 200, Parts: parts, EndsAt: &ends})
	}))
}

// find is what became of a request.
func (k *keeper) find(uuid string) (c call) {
	k.t.Helper()
	k.NoErr(k.a.ViewCompany(k.t.Context(), 0, func(r app.Reader) (err error) {
		c, err = callByUUID.Get(r, uuid)
		return err
	}))
	return c
}

// TestACompanyKeepsSoManyBytes: whatever tokens ask for long pages, the disk is not filled with
// them; others have their own room.
func TestACompanyKeepsSoManyBytes(t *testing.T) {
	k := newKeeper(t)
	const most = maxKeptBytes / partSize
	k.answered(1, most-1)
	_, err := k.ask(1, 1, true)
	k.NoErr(err)
	k.answered(1, 1)
	_, err = k.ask(1, 2, true)
	k.Equal(app.KindOf(err), app.TooMany)
	refusal := new(app.Error)
	k.True(errors.As(err, &refusal) && refusal.RetryAfter > 0)
	_, err = k.ask(2, 3, true)
	k.NoErr(err)
}

// TestALongAnswerThatComesTooLate: what was taken while there was room is carried out, and says
// that there is none any more; what became of a change is kept in any case.
func TestALongAnswerThatComesTooLate(t *testing.T) {
	k := newKeeper(t)
	read, err := k.ask(1, 1, true)
	k.NoErr(err)
	change, err := k.ask(1, 1, false)
	k.NoErr(err)
	k.answered(1, maxKeptBytes/partSize)
	long := Answer{Status: 200, Body: make([]byte, 2*partSize)}
	for _, uuid := range []string{read, change} {
		_, err := finish(k.t.Context(), k.a, teller{}, k.find(uuid).ID, long)
		k.NoErr(err)
	}
	k.Equal([]int64{k.find(read).Status, k.find(read).Parts}, []int64{429, 1})
	k.Equal([]int64{k.find(change).Status, k.find(change).Parts}, []int64{200, 2})
}

// TestAnAnswerThatIsTooLong: a read is told that it asked for too much, and not that nobody
// knows whether something was done.
func TestAnAnswerThatIsTooLong(t *testing.T) {
	k := newKeeper(t)
	for _, c := range []struct {
		safe   bool
		bytes  int
		status int
	}{{true, MaxAnswer, 200}, {true, MaxAnswer + 1, 429}, {false, MaxAnswer + 1, 503}} {
		out, ok := answer(k.t.Context(), k.a, teller{make([]byte, c.bytes)}, call{Request: Request{Safe: c.safe}, State: waiting})
		k.True(ok)
		k.Equal(out.Status, c.status)
	}
}

// TestAClockThatWasAheadKeepsNoAnswer: two hours from when that was noticed it is forgotten.
func TestAClockThatWasAheadKeepsNoAnswer(t *testing.T) {
	k := newKeeper(t)
	const year = 365 * 24 * time.Hour
	k.now = k.now.Add(year)
	uuid, err := k.ask(1, 1, true)
	k.NoErr(err)
	_, err = finish(k.t.Context(), k.a, teller{}, k.find(uuid).ID, Answer{Status: 200})
	k.NoErr(err)
	k.now = k.now.Add(-year)
	forget := func() { k.NoErr(clearDone(k.t.Context(), &app.Work{App: k.a})) }
	forget()
	k.True(!k.find(uuid).EndsAt.After(k.now.Add(Kept)))
	k.now = k.now.Add(Kept + time.Second)
	forget()
	k.NoErr(k.a.ViewCompany(k.t.Context(), 0, func(r app.Reader) error {
		_, found, err := callByUUID.Find(r, uuid)
		k.True(!found)
		return err
	}))
}
