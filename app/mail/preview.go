package mail

import (
	"context"
	"strings"

	"marquee/app"
	"marquee/app/locale"
	"marquee/app/order"
)

// Preview is a text as a mail would show it.
type Preview struct{ Subject, Text, HTML string }

// Show shows how a text would look: with the facts of an order, for whoever may read
// mails and see orders, else with placeholders that stand for themselves.
func Show(ctx context.Context, a *app.App, c *app.Caller, w Which, subject, text string, orderID int64) (p Preview, err error) {
	if err := w.check(); err != nil {
		return p, err
	}
	t, err := parse(subject, text, w.Kind.Placeholders())
	if err != nil {
		return p, err
	}
	if orderID != 0 {
		for _, needs := range []app.Ability{app.ReadMails, app.ViewOrders} {
			if err := c.Need(needs); err != nil {
				return p, err
			}
		}
	}
	base := posts.Of(a).now().BaseURL
	err = a.View(ctx, c, app.EditCompany, func(r app.Reader) error {
		if err := w.exists(r); err != nil {
			return err
		}
		f, err := factsToShow(r, base, orderID)
		if err != nil {
			return err
		}
		m := &Message{Kind: w.Kind, OrderID: orderID, Name: f.buyer.Name, Language: w.Language}
		if orderID != 0 {
			out := f.inWords(t, m, w.Language)
			p = Preview{out.subject, out.text, out.sheet.html(out.sheet.addresses(base))}
			return nil
		}
		v := values{}
		for _, name := range w.Kind.Placeholders() {
			v[name] = "‹" + strings.ReplaceAll(name, ".", " ") + "›"
		}
		color, ink := colors(f.company)
		l := locale.Of(w.Language)
		foot := footIn(f, l)
		p = Preview{Subject: t.subjectOf(v), Text: t.text(v, l, false) + "\n" + foot.text()}
		s := sheet{f.company, w.Language, p.Subject, t.html(v, color, ink), "", foot, f.company.Logo(), nil}
		p.HTML = s.html(s.addresses(base))
		return nil
	})
	return p, err
}

func factsToShow(r app.Reader, base string, orderID int64) (*facts, error) {
	if orderID == 0 {
		return general(r, base)
	}
	f, err := factsOf(r, base, orderID)
	if order.Unreadable(err) {
		err = app.Missing("order")
	}
	return f, err
}
