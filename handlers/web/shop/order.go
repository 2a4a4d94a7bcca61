package shop

import (
	"context"
	"html/template"
	"net/http"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/locale"
	"marquee/app/mail"
	"marquee/app/order"
	"marquee/app/paper"
	"marquee/app/shop"
	"marquee/app/transfer"
	"marquee/handlers/web/page"
	"marquee/handlers/wire"
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
	GiveBackAt                  string     // empty: nothing is given back here
	MoveAt                      string     // empty: no dates are moved here
	RenameAt                    string     // empty: no names are changed here
	Refused                     string     // why a name was not changed
	Give                        *giftView  // nil: nothing may be given
	Share                       *shareView // nil: nothing may be given to who has a code
	Sell                        *sellView  // nil: nothing may be sold on
	Asked                       *askedView // nil: nothing is to be answered
	Documents                   []invoiceView
	Transfer                    *transferView  // nil: nothing is to be transferred
	Recipient                   *recipientView // nil: no invoice can be asked for
}

// note is a banner.
type note struct{ Kind, Icon, Title, Text string }

// fact is one line of what happened to a payment.
type fact struct {
	Title, Text string
	Done, Now   bool
}

type ticketView struct {
	shop.Ticket
	Number, Of int
	Symbol     template.HTML
	Spelled    string
	Where      string
	// Dates are when it is for.
	Dates []whenView
	// Apple and Google are where phones get the ticket for their wallets; empty: they do not.
	Apple, Google string
	// StreamNote is what stands beside its stream.
	StreamNote []string
}

// offerBasket shows that there is a basket behind a link. Following a link changes nothing:
// somebody else may have sent it.
func (s *Shop) offerBasket(w http.ResponseWriter, r *http.Request) {
	c, o, err := shop.ByLink(r.Context(), s.site.App, r.PathValue("reference"), r.PathValue("token"))
	if err != nil {
		s.site.Refuse(w, r, err)
		return
	}
	v := s.visitTo(c, w, r)
	if !c.Shop.Open {
		_ = v.closed()
		return
	}
	if v.basket.Reference == o.Reference {
		page.GoOn(w, r, v.path("/basket"))
		return
	}
	v.view.Title, v.view.Unlisted = v.view.T("shop.hand_over_title"), true
	_ = v.show(s.handOver, r.URL.Path)
}

// takeOver hands a basket over to the browser that asks for it.
func (s *Shop) takeOver(w http.ResponseWriter, r *http.Request) {
	reference, token := r.PathValue("reference"), r.PathValue("token")
	c, o, err := shop.ByLink(r.Context(), s.site.App, reference, token)
	if err == nil {
		o, err = transfer.TakeOver(r.Context(), s.site.App, c.ID, reference, token)
	}
	if err != nil {
		s.site.Refuse(w, r, err)
		return
	}
	v := s.visitTo(c, w, r)
	v.keep(&o)
	page.GoOn(w, r, v.path("/basket"))
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
	if o.GivesBack {
		body.GiveBackAt = path + "/give-back"
	}
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
	if body.refused() {
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

// fill says what became of the order, and tells whether the page waits for more.
func (b *orderBody) fill(view *page.View, now time.Time) (waits bool) {
	switch status := b.Order.Order.Status; {
	case b.Held:
		b.Title, b.Lead = view.T("shop.held_title"), view.T("shop.held_lead")
		b.addTickets(view)
	case status == order.Processing, status == order.Unknown:
		b.waiting(view, now)
		return true
	case status == order.Active:
		b.notYet(view)
	case b.Expired: // swept or not
		b.expired(view)
	default:
		b.settled(view)
	}
	return false
}

// refused tells that a form on the page was refused.
func (b *orderBody) refused() bool {
	return b.Refused != "" || b.MailProblem != "" || b.Give != nil && b.Give.Problem != "" || b.Share != nil && b.Share.Problem != "" || b.Sell != nil && b.Sell.Problem != "" || b.Asked != nil && len(b.Asked.Problems) > 0 || b.Recipient != nil && b.Recipient.Problem != ""
}

// keepOffline is the script with which a browser keeps the pages of orders for when there
// is no network. It stands beside these pages, because it has power over no others.
func (s *Shop) keepOffline(w http.ResponseWriter, _ *http.Request) {
	script, _ := s.site.Assets.Content("offline.js")
	w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	_, _ = w.Write(script)
}

// waiting says what we wait for.
func (b *orderBody) waiting(v *page.View, now time.Time) {
	zone := b.zone()
	amount := v.Amount(b.Currency, b.Due)
	b.Title, b.Lead = v.T("shop.wait_title"), v.T("shop.wait_lead")
	since := now
	if b.Attempt != nil {
		since = b.Attempt.Since
	}
	waited := now.Sub(since)
	if waited < slowAfter {
		b.Title, b.Lead = v.T("shop.paying_title"), v.T("shop.paying_lead")
	}
	asking := v.T("shop.fact_asking", "n", max(1, int(waited.Seconds())))
	if waited >= time.Minute {
		asking = v.T("shop.fact_asking_minutes", "n", int(waited.Minutes()))
	}
	b.Facts = []fact{
		{Title: v.T("shop.fact_held"), Text: v.T("shop.items_amount", "n", b.Units, "amount", amount), Done: true},
		{Title: v.T("shop.fact_sent"), Text: v.Clock(since.In(zone)), Done: true},
		{Title: v.T("shop.fact_waiting"), Text: asking, Now: true},
		{Title: v.T("shop.fact_tickets"), Text: b.Mail},
	}
	b.Note = &note{"info", "info", "", v.T("shop.may_close")}
	if h := b.holdUntil(); b.Order.Order.Status == order.Unknown || h != nil && now.After(*h) {
		b.Note = &note{"warn", "warning", v.T("shop.no_answer_title"), v.T("shop.no_answer")}
	}
}

func (b *orderBody) holdUntil() *time.Time {
	if b.Attempt == nil {
		return nil
	}
	return b.Attempt.HoldUntil
}

// notYet is an order that is a basket again: the card was refused, or never given. Whoever has
// the address of the page does not get the basket by it, which is somebody else's by now perhaps.
func (b *orderBody) notYet(v *page.View) {
	b.Title, b.Lead = v.T("shop.not_paid_title"), v.T("shop.not_paid")
	refused := b.Attempt != nil && b.Attempt.Problem != ""
	if b.Open && b.Company.Shop.Open {
		if b.Here {
			b.Back = "/shop/" + b.Company.Alias + "/basket"
		} else {
			b.Note = &note{"info", "info", "", v.T("shop.not_paid_elsewhere")}
		}
		if b.Lead = v.T("shop.not_paid_held", "time", v.Clock(b.Until.In(b.zone()))); refused {
			b.Lead = v.T("shop.refused_held", "time", v.Clock(b.Until.In(b.zone())))
		}
	}
	if b.Expired {
		b.Lead = v.T("shop.went_back")
	}
}

// settled is an order of which the payment is decided, or comes later.
func (b *orderBody) settled(v *page.View) {
	o := &b.Order.Order
	b.Paid = v.Amount(b.Currency, o.Totals.Paid)
	switch o.Status {
	case order.Complete, order.PartiallyRefunded:
		b.complete(v)
	case order.AwaitingInvoice:
		b.Waits, b.Title = true, v.T("shop.invoice_title")
		b.Lead = v.T("shop.invoice_lead", "amount", v.Amount(b.Currency, b.Due))
		if o.ExpiresAt != nil {
			b.Note = &note{"info", "calendar", v.T("shop.invoice_until", "date", v.Lang.Date(o.ExpiresAt.In(b.zone()))), v.T("shop.invoice_how", "reference", o.Reference)}
			if b.Invoices.Transfer != nil {
				b.Note.Text = v.T("shop.invoice_how_here", "reference", o.Reference)
			}
		}
	case order.AwaitingApproval:
		b.Waits, b.Title, b.Lead = true, v.T("shop.approval_title"), v.T("shop.approval_lead")
	case order.AwaitingPaymentLink, order.AwaitingOnsite, order.AwaitingLocalPayment, order.PartiallyPaid:
		b.Waits, b.Title = true, v.T("shop.waits_title")
		b.Lead = v.T("shop.waits_lead", "amount", v.Amount(b.Currency, b.Due))
		if b.Owing && o.ExpiresAt != nil {
			b.Note = &note{"info", "calendar", v.T("shop.owed_until", "date", v.Lang.Date(o.ExpiresAt.In(b.zone()))), ""}
		}
		if b.Note != nil && o.Deposit > 0 {
			b.Note.Text = v.T("shop.deposit_paid", "amount", b.Paid)
		}
	case order.Refunded:
		b.Title, b.Lead = v.T("shop.refunded_title"), v.T("shop.refunded_lead", "amount", v.Amount(b.Currency, o.Totals.Refunded))
	case order.Cancelled:
		b.Title, b.Lead = v.T("shop.order_cancelled_title"), v.T("shop.order_cancelled_lead")
	case order.Rejected:
		b.Title, b.Lead = v.T("shop.rejected_title"), v.T("shop.rejected_lead")
	default:
		b.Title, b.Lead = v.T("shop.failed_title"), v.T("shop.failed_lead")
	}
	b.addTickets(v)
}

// expired is an order whose time to be paid is over. A deposit is kept.
func (b *orderBody) expired(v *page.View) {
	b.Title, b.Lead = v.T("shop.expired_title"), v.T("shop.expired_lead")
	if b.Order.Order.Totals.Paid > 0 {
		b.Lead = v.T("shop.expired_deposit_lead")
	}
}

// complete is an order that went through.
func (b *orderBody) complete(v *page.View) {
	b.Good, b.Title = true, v.T("shop.thanks")
	if d := b.Order.Order.Details; d != nil && !app.Blank(d.Name) {
		b.Title = v.T("shop.thanks_name", "name", strings.Fields(d.Name)[0])
	}
	b.Lead = v.T("shop.free_lead")
	if b.Order.Order.Totals.Paid > 0 {
		b.Lead = v.T("shop.paid_lead", "amount", b.Paid)
	}
	if at := b.Later; at != nil {
		b.Note = &note{"info", "calendar", v.T("shop.later_title", "time", v.Lang.Moment(*at)), v.T("shop.later_text", "place", at.Location().String())}
	}
}

func (b *orderBody) zone() *time.Location {
	if len(b.Events) > 0 {
		return b.Events[0].Start.Location()
	}
	return b.Company.Location()
}

// addTickets draws the tickets.
func (b *orderBody) addTickets(v *page.View) {
	if b.Download == "" {
		return
	}
	printed := wire.TicketsPath + "/" + b.Download
	b.ICS = printed + "/calendar.ics"
	printer := paper.NewPrinter()
	for i, t := range b.Order.Tickets {
		view := ticketView{Ticket: t, Number: i + 1, Of: len(b.Order.Tickets), Spelled: spelled(t.Barcode)}
		if t.Link != "" && b.Wallets.Apple {
			view.Apple = wire.TicketsPath + "/" + t.Link + wire.PassFile
		}
		if t.Link != "" && b.Wallets.Google {
			view.Google = wire.TicketsPath + "/" + t.Link + wire.SaveLink
		}
		if t.Stream != nil {
			view.StreamNote = paragraphs(t.Stream.Note)
		}
		if t.Secret != "" {
			b.Rotates = true
		} else if symbol, err := printer.Symbol(paper.QR, t.Code); err == nil {
			view.Symbol, b.PDF = page.Symbol(symbol), printed
		}
		if t.Event != nil {
			view.Dates, _ = whenOf(v, t.Dates)
			if t.Event.Venue != nil {
				view.Where = t.Event.Venue.Name
			}
		}
		b.Tickets = append(b.Tickets, view)
	}
	if b.Rotates && b.PDF != "" {
		b.PDF += "?format=" + string(paper.A4)
	}
}

// whenView is from when until when something is.
type whenView struct{ Begins, Ends string }

// whenOf puts dates into words, each by itself and all together as days.
func whenOf(v *page.View, all []catalog.Showing) (each []whenView, days string) {
	for i := range all {
		from, until := all[i].Start(), all[i].End()
		each = append(each, whenView{v.Lang.ShortWeekday(from) + " " + v.Lang.ShortMoment(from), v.Lang.ShortWeekday(until) + " " + v.Lang.ShortMoment(until)})
	}
	if len(all) > 0 {
		days = v.Lang.Days(all[0].Start(), all[len(all)-1].End())
	}
	return each, days
}

// spelled puts a code into groups of four, to be read out.
func spelled(code string) string {
	var b strings.Builder
	for i, r := range []rune(code) {
		if i > 0 && i%4 == 0 {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// sendAgain mails the tickets of an order, or what it waits for, to its buyer once more.
func (s *Shop) sendAgain(w http.ResponseWriter, r *http.Request) {
	if _, err := page.Form(w, r); err != nil {
		s.site.Refuse(w, r, err)
		return
	}
	err := mail.ResendAsBuyer(r.Context(), s.site.App, r.PathValue("token"))
	switch {
	case err == nil:
		page.GoOn(w, r, "/orders/"+r.PathValue("token")+"?mailed#order")
	case told(err):
		s.orderAgain(w, r, func(b *orderBody, v *page.View) { b.MailProblem = say(v, err) })
	default:
		s.site.Refuse(w, r, err)
	}
}

// addMail offers to mail again what an order has an address for. Who was just mailed is told
// so.
func (b *orderBody) addMail(v *page.View, path string, mailed bool) {
	if b.Mail == "" || !b.Good && !b.Waits {
		return
	}
	b.MailAt = path + "/mail"
	if mailed {
		b.Mailed = v.T("shop.mailed_again", "email", b.Mail)
	}
}
