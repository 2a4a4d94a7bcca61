package stripe

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/order"
	"marquee/app/payment"
	"marquee/app/sales/pay"
	"marquee/app/sales/refund"
	"marquee/app/sales/rules"

	"github.com/matryer/is"
)

// paid is a shop, an order that was paid by card there, and its intent.
func paid(t *testing.T, code string, price int64) (*shop, order.Key, pay.Intent) {
	s := newShopIn(t, code, price)
	k, i := s.intent()
	s.fake.confirm(i.Ref)
	s.must(s.pay(k, i))
	return s, k, i
}

// listed are the discrepancies, in words.
func (s *shop) listed() (all []string) {
	s.t.Helper()
	found, err := payment.List(s.t.Context(), s.App, payment.Filter{Discrepancies: true})
	s.must(err)
	for i := range found {
		all = append(all, found[i].Discrepancy())
	}
	st, err := payment.StatusOf(s.t.Context(), s.App)
	s.must(err)
	if st.Discrepancies != int64(len(all)) {
		s.t.Errorf("%d are counted, %d listed", st.Discrepancies, len(all))
	}
	return all
}

// returns gives money back at the gateway, by nobody here.
func (s *shop) returns(ref string, amount int64) {
	s.fake.mu.Lock()
	defer s.fake.mu.Unlock()
	s.fake.intents[ref].refunded += amount
}

func (s *shop) disputes(ref string, statuses ...string) {
	s.fake.mu.Lock()
	defer s.fake.mu.Unlock()
	s.fake.intents[ref].disputes = statuses
}

// hears sends a notice about a charge or a dispute of an intent.
func (s *shop) hears(about, ref string, returned int64) {
	s.t.Helper()
	object := fmt.Sprintf(`{"id": "ch_1", "object": "charge", "payment_intent": %q, "currency": "eur", "amount_refunded": %d}`, ref, returned)
	if about != "charge.refunded" {
		object = fmt.Sprintf(`{"id": "dp_1", "object": "dispute", "payment_intent": %q}`, ref)
	}
	if status := s.tell(s.A.Company.Alias, "whsec_of_a", about, object, time.Now()); status != http.StatusOK {
		s.t.Fatal(status)
	}
	s.Clock.Jump(time.Second)
}

func TestMoneyThatIsGivenBackAtTheGatewayIsTold(t *testing.T) {
	is := is.New(t)
	s, k, i := paid(t, "EUR", 2000)
	s.hears("charge.refunded", i.Ref, 0)
	is.Equal(s.listed(), nil) // a lie: the gateway says that nothing was
	s.returns(i.Ref, 500)
	s.hears("charge.refunded", i.Ref, 500)
	is.Equal(s.listed(), []string{"500 more given back at the gateway than here"})
	is.Equal(s.slug(k), "complete") // nothing else changes

	_, err := pay.SettlePayment(t.Context(), s.App, i.TransactionID, payment.Noted)
	is.NoErr(err)
	is.Equal(s.listed(), nil)
	_, err = pay.SettlePayment(t.Context(), s.App, i.TransactionID, payment.Noted)
	is.Equal(app.KindOf(err), app.Invalid)
	s.hears("charge.refunded", i.Ref, 500)
	is.Equal(s.listed(), nil) // nothing new
	s.returns(i.Ref, 1500)
	s.hears("charge.refunded", i.Ref, 2000)
	is.Equal(s.listed(), []string{"2000 more given back at the gateway than here"})

	// Here too: the gateway has nothing more to give, and both say the same.
	_, err = refund.Orders(t.Context(), s.App, s.A.Owner, rules.Refund{Order: k, Kind: rules.MoneyBack, Online: true})
	is.NoErr(err)
	is.Equal(s.slug(k), "refunded")
	is.Equal(s.listed(), nil)
	is.Equal(s.fake.intents[i.Ref].refunded, int64(2000))
}

func TestRefundsOfOurOwnAreNoNews(t *testing.T) {
	is := is.New(t)
	s, k, i := paid(t, "EUR", 2000)
	_, err := refund.Orders(t.Context(), s.App, s.A.Owner, rules.Refund{Order: k, Kind: rules.MoneyBack, Online: true})
	is.NoErr(err)
	before := len(s.fake.requests)
	s.hears("charge.refunded", i.Ref, 2000)
	is.Equal(len(s.fake.requests), before) // nobody is asked
	is.Equal(s.listed(), nil)
	p, err := pay.SettlePayment(t.Context(), s.App, i.TransactionID, pay.AskGateway)
	is.NoErr(err)
	is.Equal(p.Outside.Returned, int64(2000))
	is.Equal(s.listed(), nil)
}

func TestADisputeIsToldUntilSomebodyHasDealtWithIt(t *testing.T) {
	is := is.New(t)
	s, _, i := paid(t, "EUR", 2000)
	const open, lost = "the buyer's bank disputes it", "a dispute was lost: the buyer has the money back"
	s.disputes(i.Ref, "warning_closed", "needs_response")
	s.hears("charge.dispute.created", i.Ref, 0)
	is.Equal(s.listed(), []string{open})
	for _, asked := range s.fake.requests { // or a connected account would show none
		is.True(strings.HasSuffix(asked, " account=acct_1"))
	}
	_, err := pay.SettlePayment(t.Context(), s.App, i.TransactionID, payment.Noted)
	is.NoErr(err)
	s.disputes(i.Ref, "under_review")
	s.hears("charge.dispute.updated", i.Ref, 0)
	is.Equal(s.listed(), nil)
	s.disputes(i.Ref, "lost", "under_review")
	s.hears("charge.dispute.closed", i.Ref, 0)
	is.Equal(s.listed(), []string{lost}) // that is news
	_, err = pay.SettlePayment(t.Context(), s.App, i.TransactionID, payment.Noted)
	is.NoErr(err)
	is.Equal(s.listed(), nil)

	s, _, i = paid(t, "EUR", 2000)
	s.disputes(i.Ref, "needs_response")
	s.hears("charge.dispute.created", i.Ref, 0)
	is.Equal(s.listed(), []string{open})
	s.disputes(i.Ref, "won")
	s.hears("charge.dispute.closed", i.Ref, 0)
	is.Equal(s.listed(), nil)
}

func TestWhatTheGatewayCountsOtherwiseIsConverted(t *testing.T) {
	for code, c := range map[string]struct{ price, there, here int64 }{
		"ISK": {2000, 50000, 500}, "MGA": {200000, 500, 50000}, "JPY": {2000, 500, 500},
	} {
		t.Run(code, func(t *testing.T) {
			is := is.New(t)
			s, _, i := paid(t, code, c.price)
			s.returns(i.Ref, c.there)
			s.hears("charge.refunded", i.Ref, 0)
			is.Equal(s.listed(), []string{fmt.Sprintf("%d more given back at the gateway than here", c.here)})
		})
	}
}

// Of money that was not taken nothing can have become, whatever a notice says.
func TestMoneyThatWasNotTakenIsNotAskedAbout(t *testing.T) {
	is := is.New(t)
	s := newShop(t)
	_, i := s.intent()
	before := len(s.fake.requests)
	s.disputes(i.Ref, "lost")
	s.hears("charge.dispute.closed", i.Ref, 0)
	s.hears("charge.refunded", i.Ref, 500)
	is.Equal(len(s.fake.requests), before)
	is.Equal(s.listed(), nil)
}

// A gateway that does not answer is told to send its notice again.
func TestANoticeThatCannotBeLookedIntoComesAgain(t *testing.T) {
	is := is.New(t)
	s, _, i := paid(t, "EUR", 2000)
	s.fake.Close()
	object := fmt.Sprintf(`{"object": "dispute", "payment_intent": %q}`, i.Ref)
	is.Equal(s.tell(s.A.Company.Alias, "whsec_of_a", "charge.dispute.created", object, time.Now()), http.StatusServiceUnavailable)
	is.Equal(s.tell(s.A.Company.Alias, "whsec_of_b", "charge.dispute.created", object, time.Now()), http.StatusBadRequest)
	is.Equal(s.tell(s.A.Company.Alias, "whsec_of_a", "charge.dispute.created", `{"object": "dispute", "payment_intent": null}`, time.Now()), http.StatusOK)
	is.Equal(s.listed(), nil)
}
