package shop

import (
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/app/shop"
	"marquee/handlers/web/page"
)

// accountBody is what the page of an account shows: the orders of whoever signed in, else
// the form that lets a link be mailed.
type accountBody struct {
	SignedIn    bool
	Name, Email string
	EmailBad    string
	Sent        bool
	Action      string
	OutAt       string
	Orders      []accountRow
	Home        string
	VoucherAt   string
}

type accountRow struct {
	To, Title, When, State, Amount, Reference string
}

func (s *Shop) showAccount(v *visit) error {
	body, err := v.accountBody()
	if err != nil {
		return err
	}
	return v.show(s.account, body)
}

func (v *visit) accountBody() (*accountBody, error) {
	v.at("/account")
	v.view.Title, v.view.Unlisted, v.view.Back = v.view.T("shop.account"), true, v.path("")
	body := &accountBody{Action: v.path("/account"), OutAt: v.path("/account/leave"), Home: v.path(""), VoucherAt: v.path("/voucher")}
	who, err := v.customer()
	if err != nil || who.ID == 0 {
		return body, err
	}
	body.SignedIn, body.Name, body.Email = true, who.Name, who.Email
	all, err := shop.ReadAccount(v.r.Context(), v.app(), v.company.ID, who.ID, string(v.view.Lang))
	for i := range all.Orders {
		body.Orders = append(body.Orders, v.accountRow(&all.Orders[i]))
	}
	return body, err
}

func (v *visit) accountRow(o *shop.AccountOrder) accountRow {
	row := accountRow{To: "/orders/" + o.Page, Title: v.view.T("shop.order_of", "date", v.view.Lang.Date(o.Made)), Amount: v.view.Amount(o.Currency, o.Total), Reference: o.Reference}
	for i := range o.Events {
		e := &o.Events[i]
		if i == 0 {
			row.Title = e.Name
			if _, row.When = whenOf(v.view, o.Dates); row.When == "" {
				row.When = v.view.Lang.Days(e.Start, e.End)
			}
		} else {
			row.Title += ", " + e.Name
		}
	}
	switch o.Status {
	case order.Complete, order.PartiallyRefunded:
	case order.Refunded, order.Cancelled, order.Rejected:
		row.State = v.view.T("shop.order_void")
	default:
		row.State = v.view.T("shop.order_waits")
	}
	return row
}

// askSignIn lets a link be mailed. The page says the same whether there is an account or
// not, and takes as long.
func (s *Shop) askSignIn(v *visit) error {
	form, err := page.Form(v.w, v.r)
	if err != nil {
		return err
	}
	body, err := v.accountBody()
	if err != nil {
		return err
	}
	body.Email = typed(form, "email")
	email, wrong := company.NormalEmail(body.Email)
	if wrong != nil || email == "" {
		body.EmailBad = v.view.T("shop.email_bad")
		return v.showAgain(s.account, body)
	}
	if err := s.asked.Take(v.r, v.app().Now()); err != nil {
		return err
	}
	least := time.NewTimer(askingTakes)
	defer least.Stop()
	if err := customer.AskSignIn(v.r.Context(), v.app(), v.company.ID, email); err != nil {
		return err
	}
	app.Outside(v.r.Context()) // nothing is done meanwhile
	<-least.C
	body.Sent = true
	return v.show(s.account, body)
}

// leave signs the browser out.
func (s *Shop) leave(v *visit) error {
	if _, err := page.Form(v.w, v.r); err != nil {
		return err
	}
	if token := s.site.Cookie(v.r, v.customerCookie()); token != "" {
		if err := customer.SignOut(v.r.Context(), v.app(), v.company.ID, token); err != nil {
			return err
		}
	}
	s.site.ClearCookie(v.w, v.r, v.customerCookie())
	return v.goOn(v.path("/account"))
}
