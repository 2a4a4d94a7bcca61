package sales_test

import (
	"strings"
	"testing"

	"marquee/app"
	"marquee/app/capture"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/pay"

	"github.com/matryer/is"
)

// asks makes a question of a type with rules and asks it somewhere.
func (h *hall) asks(typ capture.Type, rules string, required bool, e capture.Entity, id int64) capture.Field {
	h.t.Helper()
	text, group := "What?", capture.Shop
	q, err := capture.CreateQuestion(h.t.Context(), h.App, h.A.Owner, typ, capture.QuestionFields{Text: &text, Group: &group, Rules: &rules})
	if err != nil {
		h.t.Fatal(err)
	}
	f, err := capture.CreateField(h.t.Context(), h.App, h.A.Owner, q.ID, e, id, capture.FieldFields{Required: &required})
	if err != nil {
		h.t.Fatal(err)
	}
	return f
}

func (h *hall) answers(b order.Basket, f capture.Field, item int64, text string) {
	h.t.Helper()
	given := capture.Given{FieldID: f.ID, OrderID: b.Order.ID, ItemID: item, Answer: capture.Answer{Text: text}}
	if _, err := capture.Save(h.t.Context(), h.App, h.A.Owner, []capture.Given{given}); err != nil {
		h.t.Fatal(err)
	}
}

// Whoever buys for themselves answers what is required first, however they pay; what staff
// and partners sell goes without.
func TestRequiredQuestionsAreAnsweredBeforePaying(t *testing.T) {
	ada := customer.Buyer{Name: "Ada", Email: "ada@example.org"}
	for name, pay := range map[string]func(h *teller, c *app.Caller, b order.Basket) error{
		"a payment is not opened": func(h *teller, c *app.Caller, b order.Basket) error {
			_, err := pay.CreateIntent(t.Context(), h.App, c, pay.OpenIntent{Basket: key(b), Channel: catalog.Shop})
			return err
		},
		"nor is it free": func(h *teller, c *app.Caller, b order.Basket) error {
			_, err := sales.CompleteOrder(t.Context(), h.App, c, sales.Completion{Basket: key(b), Channel: catalog.Shop, Buyer: ada})
			return err
		},
		"nor paid later": func(h *teller, c *app.Caller, b order.Basket) error {
			_, err := sales.PayLater(t.Context(), h.App, c, sales.Later{Basket: key(b), Channel: catalog.Shop, Buyer: ada, Way: sales.ByInvoice})
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			h := newTeller(t)
			s := h.addItem(-1, plain)
			c, b := h.guest(s, 2)
			owes := func() bool {
				err := pay(h, c, b)
				return err != nil && strings.Contains(err.Error(), "basketId: has questions that must be answered first")
			}
			is.True(!owes())
			c, b = h.guest(s, 2)
			diet := h.asks(capture.Text, "", true, capture.OfUnit, s.ID)
			rules := h.asks(capture.Checkbox, "required", false, capture.OfEvent, h.event.ID)
			h.asks(capture.Text, "", false, capture.OfCompany, 0)
			is.True(owes())
			h.answers(b, rules, 0, "yes")
			h.answers(b, diet, b.Items[0].ID, "none")
			is.True(owes()) // the other unit
			h.answers(b, diet, b.Items[1].ID, "none")
			is.True(!owes())
			h.answers(b, rules, 0, "no")
			_, err := h.complete(h.mustAdd(adding(one(s, 1))), cash)
			is.NoErr(err)
		})
	}
	t.Run("a box must be ticked", func(t *testing.T) {
		h := newTeller(t)
		s := h.addItem(-1, plain)
		c, b := h.guest(s, 1)
		h.answers(b, h.asks(capture.Checkbox, "required", false, capture.OfEvent, h.event.ID), 0, "no")
		_, err := pay.CreateIntent(t.Context(), h.App, c, pay.OpenIntent{Basket: key(b), Channel: catalog.Shop})
		is.New(t).Equal(app.KindOf(err), app.Invalid)
	})
}

// A payment that was opened before a question came is not taken without its answer.
func TestAQuestionThatComesBetweenIsAskedToo(t *testing.T) {
	is := is.New(t)
	h := newTeller(t)
	s := h.addItem(-1, plain)
	c, b := h.guest(s, 1)
	i, err := pay.CreateIntent(t.Context(), h.App, c, pay.OpenIntent{Basket: key(b), Channel: catalog.Shop})
	is.NoErr(err)
	f := h.asks(capture.Text, "", true, capture.OfUnit, s.ID)
	buy := func() error {
		_, err := sales.CompleteOrder(t.Context(), h.App, c, sales.Completion{
			Basket: key(b), Channel: catalog.Shop, TransactionID: i.TransactionID, Buyer: customer.Buyer{Name: "Ada", Email: "ada@example.org"},
		})
		return err
	}
	is.Equal(app.KindOf(buy()), app.Invalid)
	is.Equal(h.order(b).Status, order.Active)
	h.answers(b, f, b.Items[0].ID, "none")
	is.NoErr(buy())
}
