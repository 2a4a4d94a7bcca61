package shop

import (
	"net/http"

	"marquee/app/mail"
	"marquee/handlers/web/page"
)

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
