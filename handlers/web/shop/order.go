package shop

import (
	"context"
	"net/http"
	"strings"

	"marquee/app"
	"marquee/app/letters"
	"marquee/app/locale"
	"marquee/app/shop"
	"marquee/handlers/web/page"
)

// orderBody is what the page of an order shows.
type orderBody struct {
	*shop.Order
	Title, Lead string
	// Good: it went through. Waits: something is to come still.
	Good, Waits bool
	Note        *note
	Tickets     []ticketView
	// PDF prints what can be printed, empty: nothing can be.
	PDF, ICS string
	// Replaced are the names that are printed otherwise than they are written.
	Replaced []letters.Replaced
	// Rotates: there are tickets whose codes rotate, by the clock that says Now, in
	// milliseconds since 1970.
	Rotates bool
	Now     int64
	// Held: these are tickets that somebody was given, and nothing else of their order.
	Held bool
	// Here: the browser has the basket that the order is again. Back is where it goes on with
	// it, empty: nowhere.
	Here  bool
	Back  string
	Facts []fact
	Mail  string // the address of the buyer, empty: nobody knows one
	// MailAt mails it again, empty: nothing is mailed. Mailed: it just was.
	MailAt, Mailed, MailProblem string
	Paid                        string
	PayAt                       string // where what it waits for is paid; empty: nowhere
	Support                     string
	GiveBack                    *giveBackView // nil: nothing is given back here
	Returned                    []string      // where money went back to
	MoveAt                      string        // empty: no dates are moved here
	RenameAt                    string        // empty: no names are changed here
	Give                        *giftView     // nil: nothing may be given
	Share                       *shareView    // nil: nothing may be given to who has a code
	Sell                        *sellView     // nil: nothing may be sold on
	Asked                       *askedView    // nil: nothing is to be answered
	Documents                   []invoiceView
	Transfer                    *transferView  // nil: nothing is to be transferred
	Recipient                   *recipientView // nil: no invoice can be asked for
}

func (s *Shop) showOrder(w http.ResponseWriter, r *http.Request) {
	s.orderPage(w, r, r.URL.Path, nil)
}

// orderAgain shows the page of an order after a form on it that was refused.
func (s *Shop) orderAgain(w http.ResponseWriter, r *http.Request, note func(*orderBody, *page.View)) {
	s.orderPage(w, r, "/orders/"+r.PathValue("token"), note)
}

// orderPage shows the page of an order. Note changes what it says after a form on it.
func (s *Shop) orderPage(w http.ResponseWriter, r *http.Request, path string, note func(*orderBody, *page.View)) {
	token := r.PathValue("token")
	view := s.site.View(w, r)
	o, err := shop.ReadOrder(r.Context(), s.site.App, token, string(view.Lang))
	held := false
	if app.KindOf(err) == app.NotFound {
		o, err = shop.ReadTickets(r.Context(), s.site.App, token, string(view.Lang))
		held = true
	}
	if err != nil {
		s.site.Refuse(w, r, err)
		return
	}
	if d := o.Order.Details; d != nil && d.Language != "" && !view.LanguageChosen {
		view.Lang = locale.Of(d.Language)
	}
	s.dress(view, o.Company)
	view.Unlisted, view.Home = true, "/shop/"+o.Company.Alias
	if !o.Company.Shop.Open {
		view.Home = "/"
	}
	body := s.orderBody(r, o, held)
	t := s.order
	if body.fill(view, s.site.App.Now()) {
		t, view.Refresh = s.wait, askAgain
	}
	if body.Rotates {
		view.Scripts = append(view.Scripts, "live.js")
	}
	view.Title, view.Body, view.Address = body.Title, body, path
	body.addGiveBack(view, path)
	if o.MovesDates {
		body.MoveAt = path + "/dates"
	}
	if err := body.addPay(r.Context(), s.site.App, path); err != nil {
		s.site.Refuse(w, r, err)
		return
	}
	if !held {
		body.addMail(view, path, r.URL.Query().Has("mailed"))
		body.RenameAt = path + "/name"
		body.addGifts(view, path)
		body.addShares(view, path, s.site.Origin(r))
		body.addSales(view, path)
		body.addInvoices(view, path)
	}
	body.addAsked(view, path)
	if note != nil {
		note(body, view)
	}
	if body.refused(view) {
		s.site.ShowAgain(w, r, t, view)
		return
	}
	s.site.Show(w, r, t, view)
}

// orderBody is what is said of an order whatever became of it.
func (s *Shop) orderBody(r *http.Request, o *shop.Order, held bool) *orderBody {
	body := &orderBody{Order: o, Support: o.Company.Shop.Email, Held: held, Now: s.site.App.Now().UnixMilli()}
	body.Here = strings.HasPrefix(s.site.Cookie(r, basketCookie(o.Company)), o.Order.Reference+".")
	if d := o.Order.Details; d != nil {
		body.Mail = d.Email
	}
	return body
}

// addPay lets the buyer pay what the order waits for, where a card can.
func (b *orderBody) addPay(ctx context.Context, a *app.App, path string) error {
	if !b.Owing || b.Buyer.Secret == "" {
		return nil
	}
	ways, err := shop.WaysToPay(ctx, a, b.Buyer, b.Basket)
	if err == nil && cards(&ways) {
		b.PayAt = path + "/pay"
	}
	return err
}

// refused tells that a form on the page was refused. What a refusal says in the words of the
// business the view knows.
func (b *orderBody) refused(v *page.View) bool {
	return v.Refused != nil || b.Sell != nil && b.Sell.Problem != "" || b.Asked != nil && len(b.Asked.Problems) > 0 || b.Recipient != nil && b.Recipient.Problem != ""
}

// keepOffline is the script with which a browser keeps the pages of orders for when there
// is no network. It stands beside these pages, because it has power over no others.
func (s *Shop) keepOffline(w http.ResponseWriter, _ *http.Request) {
	script, _ := s.site.Assets.Content("offline.js")
	w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	_, _ = w.Write(script)
}
