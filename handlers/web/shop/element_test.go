package shop_test

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/company"
	"marquee/app/payment"
)

// outside is a gateway whose card field is drawn by its own script. Its buyers confirm
// when the test says so.
type outside struct {
	mu     sync.Mutex
	byKey  map[string]string
	stage  map[string]payment.Stage
	opened int
}

func (o *outside) Public() payment.Public {
	return payment.Public{PublishableKey: "pk_test_1", Account: "acct_1"}
}

func (o *outside) Open(_ context.Context, in payment.Intent) (payment.Opened, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	ref, known := o.byKey[in.Key]
	if !known {
		o.opened++
		ref = "pi_" + strings.Repeat("x", o.opened)
		o.byKey[in.Key], o.stage[ref] = ref, payment.Waiting
	}
	return payment.Opened{Ref: ref, ClientSecret: ref + "_secret"}, nil
}

func (o *outside) confirm() {
	o.mu.Lock()
	defer o.mu.Unlock()
	for ref := range o.stage {
		o.stage[ref] = payment.Authorised
	}
}

func (o *outside) move(ref string, from, to payment.Stage) payment.Standing {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.stage[ref] == from {
		o.stage[ref] = to
	}
	return payment.Standing{Stage: o.stage[ref], ClientSecret: ref + "_secret"}
}

func (o *outside) Look(_ context.Context, ref string) (payment.Standing, error) {
	return o.move(ref, 0, 0), nil
}

func (o *outside) Capture(_ context.Context, ref, _ string, _ int64, _ company.Currency) (payment.Standing, error) {
	s := o.move(ref, payment.Authorised, payment.Taken)
	if s.Stage == payment.Waiting {
		return s, &payment.Refusal{Code: payment.CodeNotConfirmed}
	}
	return s, nil
}

func (o *outside) Cancel(_ context.Context, ref string) (payment.Standing, error) {
	return o.move(ref, payment.Waiting, payment.Void), nil
}

func (o *outside) Refund(context.Context, string, string, int64, company.Currency) error {
	return nil
}

func (o *outside) ConnectionToken(context.Context) (string, error)                { return "", nil }
func (o *outside) ready(app.Reader) (bool, error)                                 { return true, nil }
func (o *outside) make(context.Context, *app.App, int64) (payment.Gateway, error) { return o, nil }

// count counts in hundredths of ours.
func (o *outside) count(_ company.Currency, amount int64) (int64, bool) { return 100 * amount, true }

// TestThePageOfAnOutsideGateway: the script of the gateway is allowed on the page of the
// payment and on no other; the intent is opened when the buyer presses, once; and what the
// browser says about it is not believed.
func TestThePageOfAnOutsideGateway(t *testing.T) {
	is := is.New(t)
	gate := &outside{byKey: map[string]string{}, stage: map[string]payment.Stage{}}
	w := newTown(t, apptest.Effects(payment.Served("stripe", gate.ready, gate.count, gate.make)))
	no := false
	_, err := company.ChangeSettings(t.Context(), w.App, w.A.Owner, company.SettingsChange{Demo: &no})
	is.NoErr(err)
	b := w.browser(t)
	b.fill(1)
	b.says(`src="https://js.stripe.com/v3/"`, `data-key="pk_test_1"`, `data-account="acct_1"`, `data-minor="1555000"`, "needs scripts")
	is.True(!strings.Contains(b.page, "4242"))
	is.Equal(gate.opened, 0) // looking opens nothing
	policy := func(path string) string {
		r, err := http.NewRequestWithContext(t.Context(), "GET", w.server.URL+path, nil)
		is.NoErr(err)
		res, err := b.http.Do(r)
		is.NoErr(err)
		is.NoErr(res.Body.Close())
		return res.Header.Get("Content-Security-Policy")
	}
	is.True(strings.Contains(policy(w.path("/pay")), "script-src 'self' https://js.stripe.com"))
	for _, other := range []string{"", "/events/1", "/basket", "/checkout"} {
		is.True(!strings.Contains(policy(w.path(other)), "stripe"))
	}
	name := b.hidden("payment")
	for range 2 {
		b.send(w.path("/pay/intent"), "payment", name)
		is.Equal(b.page, `{"secret":"pi_x_secret"}`)
	}
	is.Equal(gate.opened, 1)
	b.send(w.path("/pay"), "payment", name) // nobody confirmed it
	is.Equal(b.status, 422)
	b.says("data-problem")
	is.Equal(w.orders(t), int64(0))
	name = b.hidden("payment")
	b.send(w.path("/pay/intent"), "payment", name)
	gate.confirm()
	b.open(w.path("/pay?payment=" + name + "&redirect_status=succeeded"))
	b.says("data-confirmed", name)
	b.send(w.path("/pay"), "payment", name)
	b.says("See you there, Zoé")
	is.Equal(w.orders(t), int64(1))
	b.send(w.path("/pay/intent"), "payment", name)
	is.Equal(b.page, `{"to":"`+w.path("/pay")+`"}`) // which leads to the order
}
