package areas_test

import (
	"context"
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/async"
	"marquee/app/queue"
	"marquee/kv/kvtest"
)

// answers gives answers of its own to one request after the other.
type answers struct{ left []string }

func (a *answers) Run(context.Context, int64, int64, async.Request) async.Answer {
	body := a.left[0]
	a.left = a.left[1:]
	return async.Answer{Status: 200, Body: []byte(body)}
}

func (*answers) Interrupted() async.Answer { return async.Answer{Status: 500} }

func (*answers) Refused(*app.Error) async.Answer { return async.Answer{Status: 500} }

// However large the answers are that are kept, one transaction looks at a few million bytes of
// them; what stands where two parts meet is found too.
func TestKeptAnswersAreLookedThroughInSteps(t *testing.T) {
	kvtest.SingleGoroutine(t)
	is := is.New(t)
	w := apptest.New(t, apptest.Calm())
	const part = 256 << 10
	long := strings.Repeat("x", 40*part)
	runner := &answers{left: []string{
		long,
		long[:20*part-3] + "Xanthippe" + long[:part], // where parts meet, beyond what one transaction looks at
		"nobody",
		long[:17*part-5] + "XANTHIPPE",
		"about Xanthippe",
		long,
	}}
	var kept []string
	async.Use(w.App, runner)
	for range runner.left {
		uuid, err := async.Take(t.Context(), w.App, w.A.Owner, async.Request{Method: "GET", Path: "/customers", Safe: true})
		is.NoErr(err)
		is.NoErr(w.App.RunJob(t.Context(), queue.SendJob))
		kept = append(kept, uuid)
	}
	there := func() (n int) {
		for _, uuid := range kept {
			if _, ready, err := async.Find(t.Context(), w.App, w.A.Owner, uuid, "GET", "/customers"); err == nil && ready {
				n++
			}
		}
		return n
	}
	is.Equal(there(), 6)
	steps, place := 0, ""
	for more := true; more; steps++ {
		is.NoErr(w.App.UpdateCompany(t.Context(), w.A.Company.ID, func(tx app.Tx) error {
			at, err := async.ParseLooked(place) // as an erasure keeps it
			if err != nil {
				return err
			}
			if at, more, err = async.ForgetAbout(tx, at, []string{"xanthippe"}); err == nil {
				place = at.String()
			}
			return err
		}))
	}
	is.Equal(there(), 3)
	is.True(steps >= 7 && steps <= 10) // of some 30 million bytes, four at a time
}

// TestACompanyKeepsSoManyRequests: whatever token they come by, and others have their own.
func TestACompanyKeepsSoManyRequests(t *testing.T) {
	is := is.New(t)
	w := apptest.New(t, apptest.Calm())
	in := async.Request{Method: "GET", Path: "/customers", Safe: true}
	ask := func(s *apptest.Side, token int64) error {
		c := *s.Owner
		c.TokenID = token
		_, err := async.Take(t.Context(), w.App, &c, in)
		return err
	}
	for i := range int64(500) {
		is.NoErr(ask(w.A, 1_000+i/10)) // fewer than one token may have open
	}
	is.Equal(app.KindOf(ask(w.A, 2_000)), app.TooMany)
	is.NoErr(ask(w.B, 2_000))
}
