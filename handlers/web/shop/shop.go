package shop

import (
	"embed"
	"net/http"

	"marquee/app/company"
	"marquee/app/paper"
	"marquee/handlers/web/cover"
	"marquee/handlers/web/page"
	"marquee/handlers/web/tries"
)

//go:embed *.html
var files embed.FS

// Shop serves the pages of every open shop.
type Shop struct {
	site    *page.Site
	fronts  fronts
	begun   *tries.Beginnings // of baskets
	joined  *tries.Beginnings // of places in lines
	asked   *tries.Beginnings // of links to sign in
	unpaid  *tries.Beginnings // of orders without a payment
	tried   tries.Guesses     // of codes
	covers  cover.Pictures
	printer *paper.Printer

	front, event, times, seats, basket, checkout, pay, factor, order, wait, queue, embed, elementPay, handOver, signIn, claim, shared, dates, account, voucher, legal, home *page.Template
}

// New makes the pages.
func New(site *page.Site) *Shop {
	one := func(names ...string) *page.Template { return site.Template(files, append(names, "parts.html")...) }
	s := &Shop{
		site: site, begun: tries.NewBeginnings(basketsPerMinute), joined: tries.NewBeginnings(placesPerMinute), asked: tries.NewBeginnings(linksPerMinute), unpaid: tries.NewBeginnings(unpaidPerMinute), tried: tries.Guesses{Most: codesPerMinute}, printer: paper.NewPrinter(),
		front: one("front.html", "cards.html"), home: one("home.html", "cards.html"), event: one("event.html", "resale.html"), times: one("times.html"), seats: one("seats.html"), basket: one("basket.html"),
		checkout: one("checkout.html", "question.html", "invoice.html"), pay: one("pay.html"), factor: one("factor.html"), elementPay: one("element.html"), order: one("order.html", "shares.html", "resale.html", "answers.html", "question.html", "invoice.html"), wait: one("wait.html"), queue: one("queue.html"), embed: one("embed.html"), handOver: one("hand_over.html"), signIn: one("sign_in.html"), claim: one("claim.html"), shared: one("share.html"), dates: one("dates.html"), account: one("account.html"), voucher: one("voucher.html"), legal: one("legal.html"),
	}
	site.Dress = func(r *http.Request, v *page.View) { dressRefusal(s, r, v) }
	return s
}

// Handler answers below /shop, /basket, /orders, /pay and /claim.
func (s *Shop) Handler() http.Handler {
	m := http.NewServeMux()
	for pattern, show := range map[string]func(*visit) error{
		"GET /shop/{alias}":                             s.showFront,
		"GET /shop/{alias}/share.jpg":                   showFrontShared,
		"GET /shop/{alias}/sitemap.xml":                 s.showSitemap,
		"GET /shop/{alias}/events/{event}":              s.queued(s.showEvent),
		"POST /shop/{alias}/events/{event}":             s.queued(s.changeAtEvent),
		"GET /shop/{alias}/events/{event}/times":        s.queued(s.showTimes),
		"POST /shop/{alias}/events/{event}/times":       s.queued(s.changeAtEvent),
		"GET /shop/{alias}/events/{event}/seats":        s.queued(s.showSeats),
		"POST /shop/{alias}/events/{event}/seats":       s.queued(s.takeSeats),
		"GET /shop/{alias}/events/{event}/embed":        s.showEmbed,
		"GET /shop/{alias}/events/{event}/calendar.ics": s.showCalendar,
		"GET /shop/{alias}/events/{event}/share.jpg":    s.showShared,
		"POST /shop/{alias}/events/{event}/take":        s.queued(s.takeMany),
		"POST /shop/{alias}/events/{event}/code":        s.enterCode,
		"GET /shop/{alias}/events/{event}/queue":        s.tellQueue,
		"POST /shop/{alias}/events/{event}/queue/leave": s.leaveQueue,
		"GET /shop/{alias}/basket":                      s.showBasket,
		"POST /shop/{alias}/basket":                     s.changeBasket,
		"POST /shop/{alias}/basket/code":                s.enterCode,
		"POST /shop/{alias}/basket/give":                s.giveInBasket,
		"POST /shop/{alias}/basket/keep":                s.keepInBasket,
		"POST /shop/{alias}/basket/delivery":            s.chooseDelivery,
		"POST /shop/{alias}/basket/extend":              s.extendBasket,
		"POST /shop/{alias}/basket/recover":             s.recoverBasket,
		"GET /shop/{alias}/checkout":                    s.showCheckout,
		"POST /shop/{alias}/checkout":                   s.checkOut,
		"GET /shop/{alias}/pay":                         s.showPay,
		"POST /shop/{alias}/pay":                        s.payByCard,
		"POST /shop/{alias}/pay/intent":                 s.openIntent,
		"GET /shop/{alias}/claim/{code}":                s.showShare,
		"POST /shop/{alias}/claim/{code}":               s.takeShare,
		"POST /shop/{alias}/claim/{code}/sign-in":       s.askToTake,
		"GET /shop/{alias}/account":                     s.showAccount,
		"GET /shop/{alias}/legal/{kind}":                s.showLegal,
		"POST /shop/{alias}/account":                    s.askSignIn,
		"POST /shop/{alias}/account/leave":              s.leave,
		"GET /shop/{alias}/voucher":                     s.showVoucher,
		"POST /shop/{alias}/voucher":                    s.useVoucher,
		"POST /shop/{alias}/sign-in/{link}":             s.useSignIn,
	} {
		m.HandleFunc(pattern, s.visiting(show))
	}
	m.HandleFunc("GET /shop/embed.js", s.showFrameMaker)
	m.HandleFunc("GET /shop/{alias}/sign-in/{link}", s.at(company.At, s.showSignIn))
	m.HandleFunc("GET /basket/{reference}/{token}", s.offerBasket)
	m.HandleFunc("POST /basket/{reference}/{token}", s.takeOver)
	s.handleOrders(m)
	m.HandleFunc("GET /claim/{token}", s.showClaim)
	m.HandleFunc("POST /claim/{token}", s.takeClaim)
	m.HandleFunc("GET /orders/offline.js", s.keepOffline)
	m.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { s.site.Refuse(w, r, nothing()) })
	return s.site.Handler(s.kind(), m)
}

// handleOrders adds the pages of an order, each behind a link that only its holder knows.
func (s *Shop) handleOrders(m *http.ServeMux) {
	m.HandleFunc("GET /orders/{token}", s.showOrder)
	m.HandleFunc("GET /pay/{reference}/{token}", s.followPayment)
	m.HandleFunc("GET /orders/{token}/pay", s.paying(s.showPay))
	m.HandleFunc("POST /orders/{token}/pay", s.paying(s.payByCard))
	m.HandleFunc("POST /orders/{token}/pay/intent", s.paying(s.openIntent))
	m.HandleFunc("GET /orders/{token}/invoices/{file}", func(w http.ResponseWriter, r *http.Request) { showInvoice(s, w, r) })
	m.HandleFunc("POST /orders/{token}/invoice", func(w http.ResponseWriter, r *http.Request) { askInvoice(s, w, r) })
	m.HandleFunc("POST /orders/{token}/give", s.give)
	m.HandleFunc("POST /orders/{token}/keep", s.keepGift)
	m.HandleFunc("POST /orders/{token}/share", s.share)
	m.HandleFunc("POST /orders/{token}/share/change", s.changeShare)
	m.HandleFunc("POST /orders/{token}/name", s.rename)
	m.HandleFunc("GET /orders/{token}/dates", s.showDates)
	m.HandleFunc("POST /orders/{token}/dates", s.moveDates)
	m.HandleFunc("POST /orders/{token}/give-back", s.giveBack)
	m.HandleFunc("POST /orders/{token}/mail", s.sendAgain)
	m.HandleFunc("POST /orders/{token}/answers", s.answerLater)
	m.HandleFunc("POST /orders/{token}/sell", s.sell)
	m.HandleFunc("POST /orders/{token}/sell/end", s.endSale)
}
