package handlers_test

import (
	"cmp"
	"encoding/base64"
	"flag"
	"fmt"
	"net/http/httptest"
	"net/url"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"marquee/app/ticketcode"
	"marquee/app/ticketcode/form"
	"marquee/kv/kvtest"
)

var timingPairs = flag.Int("timing.pairs", 0, "pairs of guesses at secrets that are timed; 0 times none")

const (
	// warmUp is how many pairs come before those that count.
	warmUp = 200
	// apart is how far from a half the share of pairs may be in which the better guess took
	// longer: 0.5 is no difference.
	apart = 0.05
	// timingTries are measurements of one secret: others use this machine too, and what
	// tells something does so each time.
	timingTries = 4
)

// longer is the share of all pairs of samples of which the first one took longer; those that
// took as long count by half.
func longer(a, b []time.Duration) float64 {
	type sample struct {
		took  time.Duration
		first bool
	}
	var all []sample
	for i := range a {
		all = append(all, sample{a[i], true}, sample{b[i], false})
	}
	slices.SortFunc(all, func(x, y sample) int { return cmp.Compare(x.took, y.took) })
	sum := 0.0
	for from := 0; from < len(all); {
		to := from
		for to < len(all) && all[to].took == all[from].took {
			to++
		}
		rank := float64(from+to+1) / 2
		for _, s := range all[from:to] {
			if s.first {
				sum += rank
			}
		}
		from = to
	}
	n := float64(len(a))
	return (sum - n*(n+1)/2) / (n * n)
}

// timed measures two guesses in turns.
func timed(pairs int, better, worse func()) float64 {
	var a, b []time.Duration
	measure := func(guess func()) time.Duration {
		began := time.Now()
		guess()
		return time.Since(began)
	}
	for i := range pairs + warmUp {
		var x, y time.Duration
		if i%2 == 0 {
			x, y = measure(better), measure(worse)
		} else {
			y, x = measure(worse), measure(better)
		}
		if i >= warmUp {
			a, b = append(a, x), append(b, y)
		}
	}
	return longer(a, b)
}

// tells says whether a guess that is right for longer takes longer, each time it is looked
// at.
func tells(t *testing.T, better, worse func()) bool {
	t.Helper()
	share := 0.0
	for range timingTries {
		if share = timed(*timingPairs, better, worse); share > .5-apart && share < .5+apart {
			return false
		}
	}
	t.Logf("%.3f", share)
	return true
}

// flipped is a text with another letter at a place, counted from the end where it is
// negative.
func flipped(text string, at int) string {
	if at < 0 {
		at += len(text)
	}
	other := byte('7')
	if text[at] == other {
		other = '8'
	}
	return text[:at] + string(other) + text[at+1:]
}

// TestNoSecretIsFoundLetterByLetter: a guess that is wrong in its last letter takes as long
// as one that is wrong in its first. A comparison that stops at the first difference is told
// apart, so the test can tell.
func TestNoSecretIsFoundLetterByLetter(t *testing.T) {
	if *timingPairs == 0 {
		t.Skip("a machine that is busy tells nothing; see make timings")
	}
	kvtest.SingleGoroutine(t)
	s := newBookings(t)
	s.api("POST", "/company/settings", `{"shop": {"isOpen": true}}`)
	sold := s.sell()
	link := path.Base(sold["downloadUrl"].(string))
	raw, err := base64.RawURLEncoding.DecodeString(link)
	if err != nil {
		t.Fatal(err)
	}
	sealed := func(at int) string {
		b := slices.Clone(raw)
		b[at] ^= 1
		return base64.RawURLEncoding.EncodeToString(b)
	}
	u, err := url.Parse(s.api("POST", "/basket-items", `{"items": [{"id": 6, "quantity": 1}], "generateBasketUrl": true}`)["startBasketUrl"].(string))
	if err != nil {
		t.Fatal(err)
	}
	before, basket := path.Split(u.Path)
	get := func(address, token string) func() {
		r := httptest.NewRequest("GET", address, nil)
		if token != "" {
			r.Header.Set("Authorization", "Bearer "+token)
		}
		return func() {
			rec := httptest.NewRecorder()
			s.h.ServeHTTP(rec, r)
			if rec.Code != 401 && rec.Code != 404 {
				t.Fatalf("GET %s: %d", address, rec.Code)
			}
		}
	}
	secret := ticketcode.Secret([]byte("of a company"), "BARCODE")
	step := form.StepAt(s.w.Clock.Now())
	_, digits, _ := form.SplitRotating(ticketcode.Rotating(secret, "BARCODE", step))
	guess := func(digits string) func() {
		return func() {
			for range 8 {
				if _, ok := ticketcode.StepOf(secret, digits, s.w.Clock.Now()); ok {
					t.Fatal("a wrong code is right")
				}
			}
		}
	}
	for name, guesses := range map[string][2]func(){
		"a token of the API":          {get("/v1/currencies", flipped(s.w.A.OwnerToken, -1)), get("/v1/currencies", flipped(s.w.A.OwnerToken, 3))},
		"the link to tickets":         {get("/tickets/"+sealed(len(raw)-1), ""), get("/tickets/"+sealed(len(raw)-macLength), "")},
		"the link to a basket":        {get(before+flipped(basket, -1), ""), get(before+flipped(basket, 0), "")},
		"the digits of a ticket code": {guess(flipped(digits, -1)), guess(flipped(digits, 0))},
	} {
		t.Run(name, func(t *testing.T) {
			if tells(t, guesses[0], guesses[1]) {
				t.Error("how long it takes tells how much of it is right")
			}
		})
	}
	t.Run("a comparison that stops", func(t *testing.T) {
		long := strings.Repeat("secret", 20)
		stops := func(guess string) func() {
			return func() {
				for i := 0; i < len(long) && fmt.Sprint(long[i]) == fmt.Sprint(guess[i]); i++ {
				}
			}
		}
		if !tells(t, stops(flipped(long, -1)), stops(flipped(long, 0))) {
			t.Error("is not told apart: the test proves nothing")
		}
	})
}
