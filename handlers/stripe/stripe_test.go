package stripe

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"
	"github.com/stripe/stripe-go/v85/webhook"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/attempt"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/order"
	"marquee/app/payment"
	"marquee/app/queue"
	"marquee/app/sales"
	"marquee/app/sales/pay"
	"marquee/app/sales/rules"
	"marquee/indexes"
)

// shop is a company that takes cards over the fake gateway, with a ticket to sell.
type shop struct {
	*apptest.World
	t     *testing.T
	fake  *fake
	cards *Gateways
	item  int64
}

func newShop(t *testing.T) *shop { return newShopIn(t, "EUR", 2000) }

// newShopIn is a shop that sells in a currency.
func newShopIn(t *testing.T, code string, price int64) *shop {
	s := &shop{t: t, fake: newFake(t)}
	s.cards = &Gateways{URL: s.fake.URL}
	s.World = apptest.New(t, apptest.Effects(s.cards.Served()))
	own := s.A.Company.Alias
	text := fmt.Sprintf(`{"companies": {%q: {"secretKey": "sk_test_secret", "publishableKey": "pk_test_public", "webhookSecret": "whsec_of_a", "account": "acct_1"}}}`, own)
	s.must(s.cards.Load("", text))
	c, err := company.ChangeSettings(t.Context(), s.App, s.A.Owner, company.SettingsChange{Currencies: []string{code}})
	s.must(err)
	s.A.Company = c
	s.must(s.App.Update(t.Context(), s.A.Owner, app.Authenticated, func(tx app.Tx) error {
		e := catalog.Event{Name: "Show", Start: s.Clock.Now().Add(time.Hour), End: s.Clock.Now().Add(2 * time.Hour), Timezone: "UTC", Published: true}
		if err := indexes.Forge(catalog.Events).Insert(tx, &e); err != nil {
			return err
		}
		if err := catalog.PortsOf(tx).EventCreated(tx, &e); err != nil {
			return err
		}
		i := catalog.InventoryItem{Type: catalog.Ticket, Name: "Standing"}
		if err := indexes.Forge(catalog.InventoryItems).Insert(tx, &i); err != nil {
			return err
		}
		sale := catalog.SaleItem{EventID: e.ID, ItemID: i.ID, Type: i.Type, Prices: []catalog.Price{{ID: 1, CurrencyID: s.A.Company.CurrencyID, Base: price}}}
		err := indexes.Forge(catalog.SaleItems).Insert(tx, &sale)
		s.item = sale.ID
		return err
	}))
	return s
}

func (s *shop) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

func (s *shop) intent() (order.Key, pay.Intent) {
	s.t.Helper()
	k, i, err := s.tries()
	s.must(err)
	return k, i
}

// tries asks for the payment of a ticket by card.
func (s *shop) tries() (order.Key, pay.Intent, error) {
	s.t.Helper()
	n := int64(1)
	b, err := sales.Add(s.t.Context(), s.App, s.A.Owner, sales.AddToBasket{Items: []rules.AddItem{{SaleItemID: s.item, Quantity: &n}}, Channel: catalog.APIChannel})
	s.must(err)
	k := order.Key{ID: b.Order.ID}
	i, err := pay.CreateIntent(s.t.Context(), s.App, s.A.Owner, pay.OpenIntent{Basket: k, Channel: catalog.APIChannel})
	return k, i, err
}

func (s *shop) pay(k order.Key, i pay.Intent) error {
	_, err := sales.CompleteOrder(s.t.Context(), s.App, s.A.Owner, sales.Completion{Basket: k, TransactionID: i.TransactionID, Channel: catalog.APIChannel})
	return err
}

func (s *shop) jobs() {
	s.t.Helper()
	for _, job := range []string{sales.ExpireBaskets, attempt.ReconcileJob, queue.SendJob} {
		s.must(s.App.RunJob(s.t.Context(), job))
	}
}

func (s *shop) slug(k order.Key) (slug string) {
	s.t.Helper()
	s.must(s.App.View(s.t.Context(), s.A.Owner, app.Authenticated, func(r app.Reader) error {
		o, err := order.Find(r, k)
		slug = o.Status.Slug()
		return err
	}))
	return slug
}

func TestACardIsChargedInTwoSteps(t *testing.T) {
	is := is.New(t)
	s := newShop(t)
	k, i := s.intent()
	is.Equal(i.Gateway, "stripe")
	is.Equal(i.PublishableKey, "pk_test_public")
	is.Equal(i.Account, "acct_1")
	is.Equal(i.ClientSecret, "pi_1_secret")
	err := s.pay(k, i) // not confirmed yet
	is.True(strings.Contains(err.Error(), payment.CodeNotConfirmed))
	s.fake.confirm(i.Ref)
	is.NoErr(s.pay(k, i))
	is.Equal(s.slug(k), "complete")
	is.Equal(s.fake.status(i.Ref), "succeeded")
	all := strings.Join(s.fake.requests, "\n")
	is.True(strings.Contains(all, "amount=2000&capture_method=manual&currency=eur&metadata%5Border%5D="))
	is.True(strings.Contains(all, "payment_method_types%5B0%5D=card account=acct_1"))
}

func TestABasketThatEndsCancelsItsIntent(t *testing.T) {
	is := is.New(t)
	s := newShop(t)
	k, i := s.intent()
	s.Clock.Jump(time.Hour)
	s.jobs()
	is.Equal(s.slug(k), "expired")
	is.Equal(s.fake.status(i.Ref), "canceled")
}

func TestACaptureWhoseAnswerIsLostIsFoundOutAbout(t *testing.T) {
	lost := func(t *testing.T) (*shop, order.Key, pay.Intent) {
		s := newShop(t)
		k, i := s.intent()
		s.fake.confirm(i.Ref)
		s.fake.loses = 1
		if err := s.pay(k, i); app.KindOf(err) != app.Unavailable {
			t.Fatal(err)
		}
		return s, k, i
	}
	t.Run("by asking", func(t *testing.T) {
		is := is.New(t)
		s, k, _ := lost(t)
		s.Clock.Jump(2 * time.Minute)
		s.jobs()
		is.Equal(s.slug(k), "complete")
	})
	t.Run("sooner by a notice, which may come twice", func(t *testing.T) {
		is := is.New(t)
		s, k, i := lost(t)
		for range 2 {
			is.Equal(s.notify(s.A.Company.Alias, "whsec_of_a", "payment_intent.succeeded", i.Ref, time.Now()), http.StatusOK)
		}
		is.Equal(s.slug(k), "complete")
		is.Equal(len(s.fake.requests), 3) // opened, captured, and asked about once
	})
}

func (s *shop) notify(alias, secret, about, ref string, at time.Time) int {
	return s.tell(alias, secret, about, fmt.Sprintf(`{"id": %q, "object": "payment_intent"}`, ref), at)
}

// tell sends a notice about an object.
func (s *shop) tell(alias, secret, about, object string, at time.Time) int {
	body := fmt.Sprintf(`{"id": "evt_1", "object": "event", "type": %q, "data": {"object": %s}}`, about, object)
	signed := webhook.GenerateTestSignedPayload(&webhook.UnsignedPayload{Payload: []byte(body), Secret: secret, Timestamp: at})
	return s.post(alias, signed.Header, body)
}

func (s *shop) post(alias, signature, body string) int {
	r := httptest.NewRequest(http.MethodPost, Prefix+"/"+alias, strings.NewReader(body))
	r.Header.Set("Stripe-Signature", signature)
	w := httptest.NewRecorder()
	s.cards.Webhook(s.App, nil).ServeHTTP(w, r)
	return w.Code
}

func TestNoticesAreNotBelieved(t *testing.T) {
	s := newShop(t)
	k, i := s.intent()
	s.fake.confirm(i.Ref)
	s.fake.loses = 1
	_ = s.pay(k, i)
	own, before := s.A.Company.Alias, len(s.fake.requests)
	for _, c := range []struct {
		must                  string
		alias, secret, about  string
		at                    time.Time
		status                int
		signature, body, verb string
	}{
		{must: "a foreign signature", alias: own, secret: "whsec_of_b", at: time.Now(), status: 400},
		{must: "a stale one", alias: own, secret: "whsec_of_a", at: time.Now().Add(-6 * time.Minute), status: 400},
		{must: "another company", alias: s.B.Company.Alias, secret: "whsec_of_a", at: time.Now(), status: 404},
		{must: "no company", alias: "", secret: "whsec_of_a", at: time.Now(), status: 404},
		{must: "none", alias: own, signature: "-", status: 400},
		{must: "a body that is too long", alias: own, signature: "t=1,v1=00", body: strings.Repeat("x", maxNotice+1), status: 413},
		{must: "of something else", alias: own, secret: "whsec_of_a", about: "charge.updated", at: time.Now(), status: 200},
		{must: "that a card was authorised", alias: own, secret: "whsec_of_a", about: "payment_intent.amount_capturable_updated", at: time.Now(), status: 200},
	} {
		t.Run(c.must, func(t *testing.T) {
			is := is.New(t)
			about := "payment_intent.succeeded"
			if c.about != "" {
				about = c.about
			}
			if c.signature != "" {
				is.Equal(s.post(c.alias, c.signature, c.body), c.status)
			} else {
				is.Equal(s.notify(c.alias, c.secret, about, i.Ref, c.at), c.status)
			}
			is.Equal(len(s.fake.requests), before) // nobody was asked
			is.Equal(s.slug(k), "processing")
		})
	}
	is := is.New(t)
	is.Equal(s.notify(own, "whsec_of_a", "payment_intent.succeeded", "pi_unknown", time.Now()), 200)
	r := httptest.NewRequest(http.MethodGet, Prefix+"/"+own, nil)
	w := httptest.NewRecorder()
	s.cards.Webhook(s.App, nil).ServeHTTP(w, r)
	is.Equal(w.Code, http.StatusMethodNotAllowed)
	// A lie with the right signature: the gateway is asked, and says no.
	s.fake.confirm(i.Ref)
	is.Equal(s.notify(own, "whsec_of_a", "payment_intent.succeeded", i.Ref, time.Now()), 200)
	is.True(s.slug(k) != "complete")
}

func TestRefusalsHaveACodeAndNoSecret(t *testing.T) {
	is := is.New(t)
	s := newShop(t)
	g, err := s.cards.make(t.Context(), s.App, s.A.Company.ID)
	is.NoErr(err)
	_, err = g.Open(t.Context(), payment.Intent{Key: "k", Amount: 49, Currency: s.A.Company.Currency()})
	is.Equal(payment.Refused(err), "amount_too_small")
	is.True(!strings.Contains(err.Error(), "sk_test"))
	_, err = g.Look(t.Context(), "pi_none")
	is.Equal(payment.Refused(err), payment.CodeMissing)
	s.fake.Close()
	_, err = g.Look(t.Context(), "pi_1")
	is.True(err != nil && payment.Refused(err) == "")
	token, err := s.cards.make(t.Context(), s.App, s.B.Company.ID)
	is.NoErr(err)
	is.Equal(token, nil) // no keys, no gateway
}

func TestMoneyGoesBackOnce(t *testing.T) {
	is := is.New(t)
	s := newShop(t)
	g, err := s.cards.make(t.Context(), s.App, s.A.Company.ID)
	is.NoErr(err)
	o, err := g.Open(t.Context(), payment.Intent{Key: "k", Amount: 2000, Currency: s.A.Company.Currency(), Present: true})
	is.NoErr(err)
	s.fake.confirm(o.Ref)
	st, err := g.Capture(t.Context(), o.Ref, "c1", 2000, s.A.Currency())
	is.NoErr(err)
	is.Equal(st.Stage, payment.Taken)
	st, err = g.Capture(t.Context(), o.Ref, "c2", 2000, s.A.Currency()) // captured already
	is.NoErr(err)
	is.Equal(st.Stage, payment.Taken)
	st, err = g.Cancel(t.Context(), o.Ref)
	is.NoErr(err)
	is.Equal(st.Stage, payment.Taken)
	is.NoErr(g.Refund(t.Context(), o.Ref, "r", 2000, s.A.Currency()))
	is.NoErr(g.Refund(t.Context(), o.Ref, "r2", 2000, s.A.Currency()))
	is.Equal(s.fake.intents[o.Ref].refunded, int64(2000))
	secret, err := g.ConnectionToken(t.Context())
	is.NoErr(err)
	is.Equal(secret, "pst_test")
}

// TestARefundIsMadeOnce, however late its answer is asked for, and is what the gateway says
// that it is by then.
func TestARefundIsMadeOnce(t *testing.T) {
	is, s := is.New(t), newShop(t)
	g, err := s.cards.make(t.Context(), s.App, s.A.Company.ID)
	is.NoErr(err)
	o, err := g.Open(t.Context(), payment.Intent{Key: "k", Amount: 2000, Currency: s.A.Company.Currency(), Present: true})
	is.NoErr(err)
	s.fake.confirm(o.Ref)
	_, err = g.Capture(t.Context(), o.Ref, "c", 2000, s.A.Currency())
	is.NoErr(err)
	i := s.fake.intents[o.Ref]

	s.fake.loses = 1
	err = g.Refund(t.Context(), o.Ref, "r", 500, s.A.Currency())
	is.True(err != nil && payment.Refused(err) == "") // no answer
	is.NoErr(g.Refund(t.Context(), o.Ref, "r", 500, s.A.Currency()))
	is.Equal(i.refunded, int64(500))
	is.NoErr(g.Refund(t.Context(), o.Ref, "another", 500, s.A.Currency()))
	is.Equal(i.refunded, int64(1000))

	i.refunds[0]["status"] = "pending"
	err = g.Refund(t.Context(), o.Ref, "r", 500, s.A.Currency())
	is.True(err != nil && payment.Refused(err) == "") // not decided
	i.refunds[0]["status"] = "failed"
	is.Equal(payment.Refused(g.Refund(t.Context(), o.Ref, "r", 500, s.A.Currency())), "refund_failed")
	is.Equal(i.refunded, int64(1000))
}

func TestKeysAreTheOwnersAlone(t *testing.T) {
	is := is.New(t)
	path := filepath.Join(t.TempDir(), "keys.json")
	good := `{"companies": {"songs": {"secretKey": "sk_test_1", "publishableKey": "pk_test_1"}}}`
	is.NoErr(os.WriteFile(path, []byte(good), 0o600))
	g := &Gateways{}
	is.NoErr(g.Load(path, ""))
	_, ok := g.keysOf("songs")
	is.True(ok)
	is.NoErr(os.Chmod(path, 0o640))
	err := g.Load(path, "")
	is.True(err != nil && strings.Contains(err.Error(), "chmod 600"))
	for _, bad := range []string{
		`{"companies": {"songs": {"secretKey": "pk_private", "publishableKey": "pk_test_1"}}}`,
		`{"companies": {"songs": {"secretKey": "sk_private", "publishableKey": "sk_private"}}}`,
		`{"companies": {"songs": {"secretKey": "sk_private", "publishableKey": "pk_1", "webhookSecret": "private"}}}`,
		`{"companies": {"songs": {"secret": "sk_private"}}}`, `sk_private`,
	} {
		err := g.Load("", bad)
		is.True(err != nil && !strings.Contains(err.Error(), "private")) // told without the key
	}
	is.NoErr(g.Load("", ""))
	_, ok = g.keysOf("songs")
	is.True(!ok)
}

func FuzzNotice(f *testing.F) {
	body := []byte(`{"id": "evt_1", "object": "event", "type": "payment_intent.succeeded", "data": {"object": {"id": "pi_1", "object": "payment_intent"}}}`)
	signed := webhook.GenerateTestSignedPayload(&webhook.UnsignedPayload{Payload: body, Secret: "whsec_1", Timestamp: time.Now()})
	f.Add(body, signed.Header, true)
	f.Add([]byte(`{"data": {"object": {"id": 7, "object": "payment_intent"}}}`), "t=1,v1=", true)
	f.Add([]byte(`{"data": {"object": {"payment_intent": "pi_1", "object": "charge", "currency": "isk", "amount_refunded": 1e300}}}`), "", true)
	f.Add([]byte("[]"), "", false)
	f.Fuzz(func(t *testing.T, body []byte, header string, sign bool) {
		if sign {
			header = webhook.GenerateTestSignedPayload(&webhook.UnsignedPayload{Payload: body, Secret: "whsec_1", Timestamp: time.Now()}).Header
		}
		n, err := notice(body, header, "whsec_1")
		if err != nil && n != (told{}) || err == nil && !sign && header != signed.Header {
			t.Errorf("%q passes with %q", body, header)
		}
	})
}

// TestMock has every request accepted by the mock of the gateway's own maker, which
// knows every parameter; see make test-stripe.
func TestMock(t *testing.T) {
	url := os.Getenv("MARQUEE_TEST_STRIPE")
	if url == "" {
		t.Skip("set MARQUEE_TEST_STRIPE to the URL of a stripe-mock, or use make test-stripe")
	}
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(100 * time.Millisecond) {
		r, err := http.Get(url)
		if err == nil {
			_ = r.Body.Close()
			break
		}
		if time.Now().After(deadline) {
			t.Fatal(err)
		}
	}
	is := is.New(t)
	w := apptest.New(t)
	g := &gateway{keys{SecretKey: "sk_test_123", Account: "acct_1"}, newClient("sk_test_123", url)}
	for _, in := range []payment.Intent{{}, {Present: true}, {Present: true, Debit: true}} {
		in.Key, in.Amount, in.Currency, in.Order = fmt.Sprintf("k%v%v", in.Present, in.Debit), 2000, w.A.Company.Currency(), "GMRXR89K"
		o, err := g.Open(t.Context(), in)
		is.NoErr(err)
		_, err = g.Look(t.Context(), o.Ref)
		is.NoErr(err)
		_, err = g.Capture(t.Context(), o.Ref, in.Key+"-c", 2000, w.A.Currency())
		is.NoErr(err)
		is.NoErr(g.Refund(t.Context(), o.Ref, in.Key+"-r", 2000, w.A.Currency()))
		_, err = g.Outside(t.Context(), o.Ref, w.A.Currency())
		is.NoErr(err)
		_, err = g.disputeOf(t.Context(), o.Ref)
		is.NoErr(err)
		_, err = g.Cancel(t.Context(), o.Ref)
		is.NoErr(err)
	}
	for _, code := range []string{"EUR", "BRL", "MXN", "JPY"} { // paid later, with a voucher
		cur, _ := company.CurrencyByCode(code)
		o, err := g.Open(t.Context(), payment.Intent{Key: "v" + code, Amount: 5000, Currency: cur, Order: "GMRXR89K", Local: true})
		is.NoErr(err)
		_, err = g.Look(t.Context(), o.Ref)
		is.NoErr(err)
		_, err = g.Cancel(t.Context(), o.Ref)
		is.NoErr(err)
	}
	secret, err := g.ConnectionToken(t.Context())
	is.NoErr(err)
	is.True(secret != "")
}

// Vouchers capture themselves, and there are some in a few currencies only.
func TestVouchers(t *testing.T) {
	is := is.New(t)
	s := newShop(t)
	g := &gateway{keys{SecretKey: "sk_test_secret"}, newClient("sk_test_secret", s.fake.URL)}
	for code, way := range map[string]string{"EUR": "multibanco", "BRL": "boleto", "MXN": "oxxo", "JPY": "konbini"} {
		cur, _ := company.CurrencyByCode(code)
		_, err := g.Open(t.Context(), payment.Intent{Key: code, Amount: 5000, Currency: cur, Local: true})
		is.NoErr(err)
		last := s.fake.requests[len(s.fake.requests)-1]
		is.True(strings.Contains(last, "payment_method_types%5B0%5D="+way))
		is.True(strings.Contains(last, "capture_method=automatic_async"))
	}
	cur, _ := company.CurrencyByCode("CHF")
	_, err := g.Open(t.Context(), payment.Intent{Key: "CHF", Amount: 5000, Currency: cur, Local: true})
	is.Equal(payment.Refused(err), payment.CodeNoLocal)
}
