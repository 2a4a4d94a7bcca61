package shop

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/order"
	"marquee/app/payment"
	"marquee/app/payment/simulated"
	"marquee/app/sales"
	"marquee/app/sales/pay"
	"marquee/app/sales/rules"
	"marquee/app/shop"
	"marquee/handlers/web/page"
)

// payBody is what the page of the payment shows.
type payBody struct {
	Stub    *stub
	Action  string
	Amount  string
	Name    string // of the payment that the form makes
	Card    string
	Problem string
	CardBad string
	Retry   bool // a card was refused before
	Steps   []step
	Cards   []testCard
	Element *elementView // nil: the page has a field of its own
	// Rest is what is left to be paid of a deposit, and until when; empty: nothing.
	Rest string
	// Owed is until when an order that waits has to be paid, Had what was paid of it before, and
	// Reference its name; empty: it is a basket.
	Owed, Had, Reference string
}

// testCard is a card of the simulated gateway.
type testCard struct{ Number, Says string }

// testCards are those that a page names; the gateway knows more.
var testCards = []testCard{
	{"4242 4242 4242 4242", "shop.card_approved"}, {"4000 0000 0000 0002", "shop.card_declined"},
	{"4000 0000 0000 3220", "shop.card_factor"}, {"4000 0000 0000 0077", "shop.card_settles"}, {"4000 0000 0000 6975", "shop.card_silent"},
}

func (s *Shop) showPay(v *visit) error {
	b, err := v.read()
	if err != nil {
		return err
	}
	if done, err := v.elsewhere(b); done || err != nil {
		return err
	}
	if ready, err := v.mayPay(b); err != nil {
		return err
	} else if !ready || b.Due == 0 {
		return v.goOn(v.beforePay())
	}
	body, err := v.payBody(b)
	switch {
	case app.KindOf(err) == app.NotFound: // no card, or no deposit, is taken for it
		return v.goOn(v.beforePay())
	case err != nil:
		return err
	}
	return v.show(s.payPage(body), body)
}

// paying finds the order whose page a request names, and lets its buyer pay what it waits
// for.
func (s *Shop) paying(show func(*visit) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		token := r.PathValue("token")
		o, err := shop.ReadOrder(r.Context(), s.site.App, token, string(s.site.View(w, r).Lang))
		if err == nil {
			v := s.visitTo(o.Company, w, r)
			v.page, v.buyer, v.basket = token, o.Buyer, order.Key{ID: o.Order.ID}
			if !o.Company.Shop.Open {
				v.view.Home = "/"
			}
			err = show(v)
		}
		if err != nil {
			s.site.Refuse(w, r, err)
		}
	}
}

// followPayment leads whoever has a payment link to the payment of the order, or to what became
// of it. The closed shop of a company leads there, too.
func (s *Shop) followPayment(w http.ResponseWriter, r *http.Request) {
	reference, token := r.PathValue("reference"), r.PathValue("token")
	link := reference + "/" + token
	err := s.tried.Take(r, link, s.site.App.Now())
	if err != nil {
		s.site.Refuse(w, r, err)
		return
	}
	secret, err := shop.ByPaymentLink(r.Context(), s.site.App, reference, token)
	if err != nil {
		s.site.Refuse(w, r, err)
		return
	}
	s.tried.Good(r, link)
	page.GoOn(w, r, "/orders/"+secret+"/pay")
}

// payAt is the address of the page of the payment: the shop's, or that of an order.
func (v *visit) payAt() string {
	if v.page != "" {
		return "/orders/" + v.page + "/pay"
	}
	return v.path("/pay")
}

// beforePay is where a browser goes that cannot pay yet.
func (v *visit) beforePay() string {
	if v.page != "" {
		return "/orders/" + v.page
	}
	return v.path("/checkout")
}

// ranOut is where a browser goes when the time of what it pays for is up.
func (v *visit) ranOut() string {
	if v.page != "" {
		return v.beforePay()
	}
	return v.path("/basket")
}

// plan is what part of a basket is paid, as the address of the page says.
func (v *visit) plan() rules.Plan {
	if v.page == "" && v.r.URL.Query().Get("plan") == string(rules.PayDeposit) {
		return rules.PayDeposit
	}
	return rules.PayAll
}

// planned is an address with the plan.
func (v *visit) planned(at string) string {
	if v.plan() == rules.PayDeposit {
		at += "?plan=" + string(rules.PayDeposit)
	}
	return at
}

// waits tells whether something is to be paid still.
func (v *visit) waits(b *shop.Basket) bool {
	if v.page != "" {
		return b.Owing
	}
	return b.Open
}

func (v *visit) payBody(b *shop.Basket) (*payBody, error) {
	ways, err := v.ways(b)
	if err != nil || ways.Card == "" {
		return nil, cmp.Or(err, nothing())
	}
	body := &payBody{Stub: v.payStub(b), Action: v.planned(v.payAt()), Amount: v.view.Amount(b.Currency, b.Due), Name: rand.Text(), Cards: testCards}
	switch {
	case v.page != "":
		v.addOwed(body, b)
	case v.plan() == rules.PayDeposit && ways.Deposit == nil:
		return nil, nothing()
	default:
		body.Steps = steps(v.view, 2)
	}
	if v.plan() == rules.PayDeposit {
		body.Amount = v.view.Amount(b.Currency, ways.Deposit.Amount)
		body.Rest = v.view.T("shop.deposit_rest", "amount", v.view.Amount(b.Currency, b.Total-ways.Deposit.Amount), "date", v.day(b, ways.Deposit.DueAt))
	}
	attempt, err := shop.LastAttempt(v.r.Context(), v.app(), v.buyer, v.basket)
	if err != nil {
		return nil, err
	}
	body.Retry = attempt != nil && attempt.Problem != ""
	body.Element = v.element(b, &ways, body)
	if v.r.Method == http.MethodPost {
		v.view.Address = v.planned(v.payAt())
	}
	v.view.Title, v.view.Back, v.view.Unlisted = v.view.T("shop.step_payment"), v.beforePay(), true
	return body, nil
}

// addOwed says what an order is that waits, and until when.
func (v *visit) addOwed(body *payBody, b *shop.Basket) {
	body.Reference = b.Order.Reference
	if b.Order.ExpiresAt != nil {
		body.Owed = v.day(b, *b.Order.ExpiresAt)
	}
	if b.Order.Totals.Paid > 0 {
		body.Had = v.view.T("shop.paid_so_far", "amount", v.view.Amount(b.Currency, b.Order.Totals.Paid))
	}
}

// payStub is what the page of the payment shows of what is paid for.
func (v *visit) payStub(b *shop.Basket) *stub {
	if v.page == "" {
		return v.stub(b)
	}
	return &stub{Basket: b, companyID: v.company.ID}
}

// day is a day in the calendar of what is bought.
func (v *visit) day(b *shop.Basket, t time.Time) string {
	return v.view.Lang.Date(t.In(zoneOf(b, v.company)))
}

// zoneOf are the clocks by which the times of what is bought are told: those of its event, else
// of the company.
func zoneOf(b *shop.Basket, c *company.Company) *time.Location {
	if len(b.Events) > 0 {
		return b.Events[0].Start.Location()
	}
	return c.Location()
}

// ways are those to pay for which there is a page.
func (v *visit) ways(b *shop.Basket) (shop.Payments, error) {
	ways, err := shop.WaysToPay(v.r.Context(), v.app(), v.buyer, b)
	if !cards(&ways) {
		ways.Card, ways.Deposit = "", nil
	}
	return ways, err
}

// paymentName is what a form calls its payment.
var paymentName = regexp.MustCompile(`^[A-Z2-7]{26}$`)

// payByCard makes the payment that the form names. Sending it again does nothing new.
func (s *Shop) payByCard(v *visit) error {
	form, err := page.Form(v.w, v.r)
	if err != nil {
		return err
	}
	b, err := v.read()
	if err != nil {
		return err
	}
	if done, err := v.elsewhere(b); done || err != nil {
		return err
	}
	name, given := form.Get("payment"), simulated.Card{Number: form.Get("card"), Confirmed: form.Get("factor") == "given"}
	if ready, err := v.mayPay(b); err != nil {
		return err
	} else if !ready || !paymentName.MatchString(name) {
		return v.goOn(v.beforePay())
	}
	err = v.pay(b, name, given)
	if errors.Is(err, errFactor) {
		return v.askFactor(b, name, given.Number)
	}
	if elsewhere, other := v.paidElsewhere(err); elsewhere {
		return v.toOrder(other)
	}
	switch {
	case err == nil:
		return v.toOrder(b)
	case expired(err):
		return v.goOn(v.ranOut())
	case field(err) == "paymentPlan": // the deposit is not offered any more
		return v.goOn(v.beforePay())
	case !told(err):
		return err
	}
	body, failed := v.payBody(b)
	if failed != nil {
		return failed
	}
	v.view.Title = v.view.T("shop.error_title", "title", v.view.Title)
	body.Card, body.Problem = given.Number, say(v.view, err)
	if field(err) == "cardNumber" {
		body.CardBad, body.Problem = v.view.T("shop.card_unknown"), ""
	}
	if app.KindOf(err) == app.OutsideFailed {
		body.Problem = v.view.T("shop.gateway_silent")
	}
	return v.showAgain(s.payPage(body), body)
}

// mayPay tells whether the buyer has said what the checkout asks.
func (v *visit) mayPay(b *shop.Basket) (bool, error) {
	if v.page != "" {
		return true, nil
	}
	if b.Order.Details == nil {
		return false, nil
	}
	who, err := v.customer()
	if err != nil || v.membersOnly(b, b.Order.Details.Email, who) != "" {
		return false, err
	}
	open, err := shop.Unanswered(v.r.Context(), v.app(), v.buyer, b)
	return !open, err
}

// paidElsewhere tells whether a payment was refused because another tab is paying for the
// same basket, or has paid. It waits for a moment for what the other one comes to.
func (v *visit) paidElsewhere(err error) (bool, *shop.Basket) {
	if !told(err) || field(err) == "cardNumber" {
		return false, nil
	}
	rival := app.KindOf(err) == app.Conflict || notOpen(err)
	for waited := time.Duration(0); ; waited += rivalStep {
		b, failed := v.read()
		if failed != nil || b == nil {
			return false, nil
		}
		if !v.waits(b) && !b.Expired {
			return true, b
		}
		if !rival || waited >= rivalTime {
			return false, nil
		}
		app.Outside(v.r.Context()) // the other tab may wait for a bank
		select {
		case <-time.After(rivalStep):
		case <-v.r.Context().Done():
			return false, nil
		}
	}
}

// notOpen tells that a payment was given up for another one.
func notOpen(err error) bool {
	var e *app.Error
	return errors.As(err, &e) && len(e.Fields) > 0 && e.Fields[0].Message.Format == "is not open any more"
}

// field is the request field that a refusal is about.
func field(err error) string {
	var e *app.Error
	if errors.As(err, &e) && len(e.Fields) > 0 {
		return e.Fields[0].Field
	}
	return ""
}

// pay opens the payment, gives it the card and takes the money. The browser waits for the
// gateway for a moment; the payment goes on without it, and whether it comes to an end
// does not depend on us: see package attempt.
func (v *visit) pay(b *shop.Basket, name string, card simulated.Card) error {
	i, err := pay.CreateIntent(v.r.Context(), v.app(), v.buyer, pay.OpenIntent{
		Basket: v.basket, Channel: b.Order.Channel, UUID: uuid(name, b), Plan: v.plan(),
	})
	if err != nil {
		return err
	}
	if i.Gateway == payment.Simulated {
		card.Ref = i.Ref
		s, err := simulated.Give(v.r.Context(), v.app(), v.buyer, card)
		if err != nil && field(err) != "paymentIntentId" { // it has its card already
			return err
		}
		switch s.Problem {
		case "":
		case wantsFactor:
			return errFactor
		default:
			return app.Field("transactionId", "was refused by the payment gateway: %s", payment.Code(s.Problem))
		}
	}
	ask := sales.Completion{Basket: v.basket, TransactionID: i.TransactionID, Channel: b.Order.Channel}
	if v.page == "" {
		ask.Buyer = whoBuys(b.Order.Details)
	}
	done := make(chan error, 1)
	go func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(v.r.Context()), longestPayment)
		defer cancel()
		defer func() {
			if fault := recover(); fault != nil {
				done <- fmt.Errorf("completing an order: %v", fault)
			}
		}()
		_, err := sales.CompleteOrder(ctx, v.app(), v.buyer, ask)
		done <- err
	}()
	app.Outside(v.r.Context())
	timeout := time.NewTimer(answerWithin)
	defer timeout.Stop()
	select {
	case err = <-done:
	case <-timeout.C:
		return nil // the page of the order says how it stands
	}
	if kind := app.KindOf(err); kind == app.Unavailable || kind == app.Conflict {
		return nil // undecided, or another tab is paying
	}
	return err
}
