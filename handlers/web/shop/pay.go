package shop

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"regexp"
	"time"

	"marquee/app"
	"marquee/app/payment"
	"marquee/app/payment/simulated"
	"marquee/app/sales"
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
}

// testCard is a card of the simulated gateway.
type testCard struct{ Number, Says string }

// testCards are those that a page names; the gateway knows more.
var testCards = []testCard{
	{"4242 4242 4242 4242", "shop.card_approved"}, {"4000 0000 0000 0002", "shop.card_declined"},
	{"4000 0000 0000 0077", "shop.card_settles"}, {"4000 0000 0000 6975", "shop.card_silent"},
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
		return v.goOn(v.path("/checkout"))
	}
	body, err := v.payBody(b)
	if err != nil {
		return err
	}
	return v.show(s.payPage(body), body)
}

func (v *visit) payBody(b *shop.Basket) (*payBody, error) {
	ways, err := v.ways(b)
	if err != nil || ways.Card == "" {
		return nil, cmp.Or(err, nothing())
	}
	body := &payBody{
		Stub: v.stub(b), Action: v.path("/pay"), Amount: v.view.Amount(b.Currency, b.Due), Name: rand.Text(), Steps: steps(v.view, 2), Cards: testCards,
	}
	attempt, err := shop.LastAttempt(v.r.Context(), v.app(), v.buyer, v.basket)
	if err != nil {
		return nil, err
	}
	body.Retry = attempt != nil && attempt.Problem != ""
	body.Element = v.element(b, &ways, body)
	v.at("/pay")
	v.view.Title, v.view.Back, v.view.Unlisted = v.view.T("shop.step_payment"), v.path("/checkout"), true
	return body, nil
}

// ways are those to pay for which there is a page.
func (v *visit) ways(b *shop.Basket) (shop.Payments, error) {
	ways, err := shop.WaysToPay(v.r.Context(), v.app(), v.buyer, b)
	if !cards(&ways) {
		ways.Card = ""
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
	name, card := form.Get("payment"), form.Get("card")
	if ready, err := v.mayPay(b); err != nil {
		return err
	} else if !ready || !paymentName.MatchString(name) {
		return v.goOn(v.path("/checkout"))
	}
	err = v.pay(b, name, card)
	if elsewhere, other := v.paidElsewhere(err); elsewhere {
		return v.toOrder(other)
	}
	switch {
	case err == nil:
		return v.toOrder(b)
	case expired(err):
		return v.goOn(v.path("/basket"))
	case !told(err):
		return err
	}
	body, failed := v.payBody(b)
	if failed != nil {
		return failed
	}
	v.view.Title = v.view.T("shop.error_title", "title", v.view.Title)
	body.Card, body.Problem = card, say(v.view, err)
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
		if !b.Open && !b.Expired {
			return true, b
		}
		if !rival || waited >= rivalTime {
			return false, nil
		}
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
func (v *visit) pay(b *shop.Basket, name, card string) error {
	i, err := sales.CreateIntent(v.r.Context(), v.app(), v.buyer, sales.OpenIntent{
		Basket: v.basket, Channel: b.Order.Channel, UUID: uuid(name, b),
	})
	if err != nil {
		return err
	}
	if i.Gateway == payment.Simulated {
		s, err := simulated.Give(v.r.Context(), v.app(), v.buyer, simulated.Card{Ref: i.Ref, Number: card})
		if err != nil && field(err) != "paymentIntentId" { // it has its card already
			return err
		}
		if s.Problem != "" {
			return app.Field("transactionId", "was refused by the payment gateway: %s", payment.Code(s.Problem))
		}
	}
	ask := sales.Completion{Basket: v.basket, TransactionID: i.TransactionID, Channel: b.Order.Channel, Buyer: whoBuys(v, b.Order.Details)}
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
