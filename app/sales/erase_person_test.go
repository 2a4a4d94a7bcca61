package sales_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/capture"
	"marquee/app/customer"
	"marquee/app/list"
	"marquee/app/order"
	"marquee/app/pass"
	"marquee/app/report"
	"marquee/app/transfer"
	"marquee/indexes"
)

// TestPhonesThatKeepPasses: a person is told the phones that keep passes of their tickets, and
// they go with the person, of what was given away too. Those of others stay.
func TestPhonesThatKeepPasses(t *testing.T) {
	is := is.New(t)
	h, s := givers(t, apptest.Calm())
	ctx := t.Context()
	keep := func(b order.Basket, i int, phone string) {
		t.Helper()
		l, serial := order.NewLinks(h.A.Company.ID, h.A.Company.LinkKey), h.mailedOf(b).passes[i]
		fresh, err := pass.Keep(ctx, h.App, h.A.Company.ID, serial, l.PassToken(serial), phone)
		is.NoErr(err)
		is.True(fresh)
	}
	own, friends := h.soldTo(canaryEmail, s, 3), h.soldTo("friend@example.com", s, 1)
	keep(own, 0, "theirs-own")
	keep(own, 1, "theirs-given")
	keep(own, 2, "theirs-moved")
	keep(friends, 0, "friends-before")
	hand := func(b order.Basket, i int, to string) {
		t.Helper()
		_, err := h.claim(h.mustGive(transfer.Ask{ItemIDs: []int64{b.Items[i].ID}}).Token, to)
		is.NoErr(err)
	}
	hand(own, 1, "friend@example.com")
	keep(own, 1, "friends-got")
	h.update(func(tx app.Tx) error { // without a transfer
		_, err := indexes.Forge(order.Items).Update(tx, own.Items[2].ID, func(i *order.Item) error { i.GiveTo(friends.Order.CustomerID); return nil })
		return err
	})
	hand(friends, 0, canaryEmail)
	keep(friends, 0, "theirs-got")
	hand(friends, 0, "third@example.com")
	keep(friends, 0, "thirds")

	phones := func(email string) (all []string) {
		t.Helper()
		told, err := customer.ExportPerson(ctx, h.App, h.A.Owner, h.known(email))
		is.NoErr(err)
		for _, section := range told.Sections {
			if kept, ok := section.Records.([]pass.KeptPhone); ok {
				for _, k := range kept {
					all = append(all, k.Phone)
				}
			}
		}
		slices.Sort(all)
		return all
	}
	is.Equal(phones(canaryEmail), []string{"theirs-own"})
	is.Equal(phones("friend@example.com"), []string{"friends-got"})
	is.Equal(phones("third@example.com"), []string{"thirds"})
	_, err := customer.Finish(ctx, h.App, h.A.Owner, h.known(canaryEmail), true)
	is.NoErr(err)
	is.Equal(h.spacesWith("theirs-"), nil)
	is.True(len(h.spacesWith("friends-got")) > 0)
	is.True(len(h.spacesWith("thirds")) > 0)
}

// TestAnswersOfBefore: what somebody answered about a ticket that they gave on is theirs.
func TestAnswersOfBefore(t *testing.T) {
	is := is.New(t)
	h, s := givers(t, apptest.Calm())
	ctx := t.Context()
	var fields []int64
	for _, text := range []string{"Food?", "Shoes?"} {
		question, err := capture.CreateQuestion(ctx, h.App, h.A.Owner, capture.Text, capture.QuestionFields{Text: &text, Group: new(capture.Shop)})
		is.NoErr(err)
		f, err := capture.CreateField(ctx, h.App, h.A.Owner, question.ID, capture.OfUnit, s.ID, capture.FieldFields{})
		is.NoErr(err)
		fields = append(fields, f.ID)
	}
	item := h.soldTo("friend@example.com", s, 1).Items[0].ID
	for i, email := range []string{canaryEmail, "third@example.com"} {
		_, err := h.claim(h.mustGive(transfer.Ask{ItemIDs: []int64{item}}).Token, email)
		is.NoErr(err)
		_, err = capture.Save(ctx, h.App, h.A.Owner, []capture.Given{{FieldID: fields[i], ItemID: item, CustomerID: h.known(email), Answer: capture.Answer{Text: "the answer of " + email}}})
		is.NoErr(err)
	}
	for email, other := range map[string]string{canaryEmail: "third@example.com", "third@example.com": canaryEmail} {
		all, err := customer.ExportPerson(ctx, h.App, h.A.Owner, h.known(email))
		is.NoErr(err)
		text := fmt.Sprintf("%+v", all.Sections)
		is.True(strings.Contains(text, "the answer of "+email))
		is.True(!strings.Contains(text, "the answer of "+other))
	}
	_, err := customer.Finish(ctx, h.App, h.A.Owner, h.known(canaryEmail), true)
	is.NoErr(err)
	is.Equal(h.spacesWith("the answer of "+canaryEmail), nil)
	is.True(len(h.spacesWith("the answer of third@example.com")) > 0)
}

// TestWhoIsNamedLikeThem: somebody whose address ends like that of an erased customer, or who
// has an address of theirs of before, keeps their reports.
func TestWhoIsNamedLikeThem(t *testing.T) {
	is := is.New(t)
	h, _ := givers(t, apptest.Calm())
	ctx := t.Context()
	who := h.known("before@quorl.example.org")
	_, err := customer.Edit(ctx, h.App, h.A.Owner, who, customer.Fields{Email: new(canaryEmail)})
	is.NoErr(err)
	h.known("before@quorl.example.org") // who has it now
	for _, email := range []string{"mary." + canaryEmail, canaryEmail + ".au", "before@quorl.example.org", canaryEmail} {
		_, err := report.SaveReport(ctx, h.App, h.A.Owner, report.Save{
			Name: "Some", Ask: report.Ask{ID: report.NewestCustomers, Filter: map[string][]string{"customer_email": {email}}},
			Schedule: &report.Schedule{Every: report.Daily, To: []string{"boss@example.com", email}},
		})
		is.NoErr(err)
	}
	told, err := customer.ExportPerson(ctx, h.App, h.A.Owner, who)
	is.NoErr(err)
	for _, section := range told.Sections {
		if section.Name == "savedReports" {
			is.Equal(section.Records, []report.KeptSaved{{
				Number: 1003, Name: "Some", Filter: map[string][]string{"customer_email": {canaryEmail}}, To: []string{canaryEmail},
			}})
		}
	}
	_, err = customer.Finish(ctx, h.App, h.A.Owner, who, true)
	is.NoErr(err)
	page, err := report.ListSaved(ctx, h.App, h.A.Owner, list.Request{})
	is.NoErr(err)
	var left []string
	for _, s := range page.Rows {
		left = append(left, s.Filter["customer_email"][0]+" "+strings.Join(s.Schedule.To, " "))
	}
	slices.Sort(left)
	is.Equal(left, []string{
		"before@quorl.example.org boss@example.com before@quorl.example.org", "erased@invalid boss@example.com",
		"mary." + canaryEmail + " boss@example.com mary." + canaryEmail, canaryEmail + ".au boss@example.com " + canaryEmail + ".au",
	})
}
