package shop

import (
	"cmp"
	"net/url"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/rules"
	"marquee/app/shop"
	"marquee/handlers/web/page"
)

// checkoutBody is what the page of the checkout shows.
type checkoutBody struct {
	Stub                        *stub
	Action                      string
	Email, Name, Phone          string
	EmailBad, NameBad, PhoneBad string
	Named                       []namedView
	Questions                   []questionsView
	Problems                    []problem
	Problem                     string
	Payments                    shop.Payments
	Method, MethodBad           string
	Free, Approval              bool
	TermsURL, CompanyName       string
	Button                      string
	// Deposit says what a deposit leaves to be paid, and Balance what the account has; empty:
	// it is not offered.
	Deposit, DepositName, Balance string
	Steps                         []step
	AccountAt                     string // where a buyer signs in; empty: they have
	// Invoice asks whom an invoice is for; nil: the company does not ask.
	Invoice *recipientView
	Members string // what is wanted of who buys what is for members
}

// problem is one thing that is not right, with where it is.
type problem struct{ Field, At string }

type step struct {
	Name          string
	Done, Current bool
}

// The methods of the form.
const (
	byCard    = "card"
	byDeposit = "deposit"
	byInvoice = "invoice"
	byWallet  = "wallet"
)

// steps are those of buying, at one of them.
func steps(v *page.View, at int) []step {
	var all []step
	for i, name := range []string{"shop.step_tickets", "shop.step_details", "shop.step_payment"} {
		all = append(all, step{Name: v.T(name), Done: i < at, Current: i == at})
	}
	return all
}

func (s *Shop) showCheckout(v *visit) error {
	b, err := v.read()
	if err != nil {
		return err
	}
	if done, err := v.elsewhere(b); done || err != nil {
		return err
	}
	body, err := v.checkoutBody(b)
	if err != nil {
		return err
	}
	return v.show(s.checkout, body)
}

// elsewhere sends a browser on whose basket is not to be bought any more: to the order that
// came of it, or to the basket, which says why.
func (v *visit) elsewhere(b *shop.Basket) (bool, error) {
	switch {
	case b != nil && v.page != "" && b.Owing:
		return false, nil
	case b != nil && v.page != "":
		return true, v.toOrder(b)
	case b == nil, b.Expired, b.Open && b.Units == 0:
		return true, v.goOn(v.path("/basket"))
	case b.Open && b.MustGive:
		return true, v.goOn(v.path("/basket#give"))
	case b.Open:
		return false, nil
	}
	return true, v.toOrder(b)
}

// toOrder sends the browser to the page of the order.
func (v *visit) toOrder(b *shop.Basket) error {
	token, err := shop.PageOf(v.r.Context(), v.app(), v.buyer, order.Key{ID: b.Order.ID})
	if err != nil {
		return err
	}
	return v.goOn("/orders/" + token)
}

func (v *visit) checkoutBody(b *shop.Basket) (*checkoutBody, error) {
	who, err := v.customer() // whose account may pay
	if err != nil {
		return nil, err
	}
	asked, err := shop.ReadAsked(v.r.Context(), v.app(), v.buyer, b)
	if err != nil {
		return nil, err
	}
	ways, err := v.ways(b)
	if err != nil {
		return nil, err
	}
	body := &checkoutBody{
		Stub: v.stub(b), Action: v.path("/checkout"), Questions: questions(v.view, asked), Payments: ways, Method: byCard,
		Free: b.Total == 0, Approval: b.Approval, TermsURL: v.company.LegalAt(company.Terms), CompanyName: v.company.Name, Steps: steps(v.view, 1),
	}
	body.Named = namedViews(b.Named)
	body.addWays(v.view, b, func(t time.Time) string { return v.day(b, t) })
	if who.ID == 0 {
		body.AccountAt = v.path("/account")
	}
	if d := b.Order.Details; d != nil {
		body.Email, body.Name, body.Phone = d.Email, d.Name, d.Phone
	} else {
		body.Email, body.Name, body.Phone = who.Email, who.Name, who.Phone
	}
	body.Members = v.membersOnly(b, body.Email, who)
	if err := addRecipient(v, body); err != nil {
		return nil, err
	}
	body.Button = v.button(body, b)
	v.at("/checkout")
	v.view.Title, v.view.Back, v.view.Unlisted = v.view.T("shop.step_details"), v.path("/basket"), true
	return body, nil
}

// addWays says what can be paid how, and which way is chosen until another is.
func (c *checkoutBody) addWays(view *page.View, b *shop.Basket, day func(time.Time) string) {
	p := &c.Payments
	if d := p.Deposit; d != nil {
		c.DepositName = view.T("shop.deposit", "amount", view.Amount(b.Currency, d.Amount))
		c.Deposit = view.T("shop.deposit_rest", "amount", view.Amount(b.Currency, b.Total-d.Amount), "date", day(d.DueAt))
	}
	if p.Balance != nil {
		c.Balance = view.T("shop.wallet_help", "amount", view.Amount(b.Currency, *p.Balance))
	}
	switch {
	case p.Card != "":
		c.Method = byCard
	case p.Balance != nil:
		c.Method = byWallet
	default:
		c.Method = byInvoice
	}
}

// offers tells whether a way to pay can be chosen.
func (c *checkoutBody) offers(method string) bool {
	switch method {
	case byCard:
		return c.Payments.Card != ""
	case byDeposit:
		return c.Payments.Deposit != nil
	case byInvoice:
		return c.Payments.Invoice
	}
	return method == byWallet && c.Payments.Balance != nil
}

// membersOnly is what is wanted of who buys something that is for members of a group, whose
// address anybody could type; empty: nothing more.
func (v *visit) membersOnly(b *shop.Basket, email string, who customer.Customer) string {
	switch {
	case !b.Members || who.ID != 0 && email == "":
		return ""
	case who.ID == 0:
		return v.view.T("shop.members_sign_in")
	case !company.SameEmail(email, who.Email):
		return v.view.T("shop.members_email", "email", who.Email)
	}
	return ""
}

// button says what the button does.
func (v *visit) button(body *checkoutBody, b *shop.Basket) string {
	switch {
	case body.Approval:
		return v.view.T("shop.ask_for_them")
	case body.Free:
		return v.view.T("shop.get_tickets")
	case body.Payments.Card != "" && body.Payments.Deposit != nil && body.Payments.Balance == nil:
		return v.view.T("shop.continue") // the next page says how much it takes
	case body.Payments.Card != "" && body.Payments.Balance == nil:
		return v.view.T("shop.to_payment", "amount", v.view.Amount(b.Currency, b.Due))
	}
	return v.view.T("shop.order_and_pay", "amount", v.view.Amount(b.Currency, b.Due))
}

// checkOut takes the form, and goes on to the payment when all of it is right.
func (s *Shop) checkOut(v *visit) error {
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
	body, err := v.checkoutBody(b)
	if err != nil {
		return err
	}
	if err := v.take(body, b, form); err != nil {
		if done, failed := v.boughtMeanwhile(err); done || failed != nil {
			return failed
		}
		if expired(err) {
			return v.goOn(v.path("/basket"))
		}
		return err
	}
	if form.Get("do") == "save" { // a field was left
		v.w.WriteHeader(204)
		return nil
	}
	if len(body.Problems) > 0 || body.Members != "" {
		return s.checkoutAgain(v, body)
	}
	if err := s.settle(v, body, b); err != nil {
		if done, failed := v.boughtMeanwhile(err); done || failed != nil {
			return failed
		}
		if expired(err) {
			return v.goOn(v.path("/basket"))
		}
		if !told(err) {
			return err
		}
		body.Problem = say(v.view, err)
		return s.checkoutAgain(v, body)
	}
	return nil
}

// boughtMeanwhile leads to the order where a request was refused because another one, sent at the
// same time, has bought the basket.
func (v *visit) boughtMeanwhile(refused error) (bool, error) {
	if !told(refused) {
		return false, nil
	}
	b, err := v.read()
	if err != nil || b == nil || b.Open || b.Expired || b.Owing {
		return false, err
	}
	return v.elsewhere(b)
}

func (s *Shop) checkoutAgain(v *visit, body *checkoutBody) error {
	v.view.Title = v.view.T("shop.error_title", "title", v.view.Title)
	if len(body.Problems) > 0 {
		v.view.Stand = "problems"
	}
	return v.showAgain(s.checkout, body)
}

// take keeps what was typed with the basket, and notes what is not right.
func (v *visit) take(body *checkoutBody, b *shop.Basket, form url.Values) error {
	body.Email, body.Name, body.Phone = typed(form, "email"), typed(form, "name"), typed(form, "phone")
	body.Method = cmp.Or(form.Get("method"), body.Method)
	who, err := v.customer()
	if err != nil {
		return err
	}
	body.Members = v.membersOnly(b, body.Email, who)
	body.check(v)
	if body.Method == byWallet && body.EmailBad == "" && !company.SameEmail(body.Email, who.Email) {
		body.EmailBad = v.view.T("shop.wallet_email", "email", who.Email)
		body.Problems = append([]problem{{v.view.T("shop.email"), "email"}}, body.Problems...)
	}
	details := order.Details{
		Email: shown(body.Email, company.MaxEmail), Name: shown(body.Name, customer.MaxName), Phone: shown(body.Phone, maxPhone), Language: string(v.view.Lang),
	}
	if _, err := sales.SetDetails(v.r.Context(), v.app(), v.buyer, v.basket, details); err != nil {
		return err
	}
	if err := v.nameHolders(body, form); err != nil {
		return err
	}
	if err := takeRecipient(v, body, form); err != nil {
		return err
	}
	flat := answered(body.Questions, form)
	if err := v.answer(b, flat); err != nil {
		return err
	}
	for _, q := range flat {
		if q.Problem != "" {
			body.Problems = append(body.Problems, problem{q.Question.Text, q.ID})
		}
	}
	return nil
}

const maxPhone = 50 // characters

// typed is a field without outer space and line breaks.
func typed(form url.Values, name string) string {
	return strings.Join(strings.Fields(strings.ToValidUTF8(strings.ReplaceAll(form.Get(name), "\x00", ""), "")), " ")
}

// shown is what can be kept of a text that mails and tickets show.
func shown(s string, n int) string {
	if app.Links(s) {
		return ""
	}
	return fitting(s, n)
}

func fitting(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n])
	}
	return s
}

// check looks at who buys.
func (b *checkoutBody) check(v *visit) {
	note := func(field, at, text string, to *string) {
		*to = text
		b.Problems = append(b.Problems, problem{v.view.T(field), at})
	}
	if _, err := company.NormalEmail(b.Email); err != nil || b.Email == "" {
		note("shop.email", "email", v.view.T("shop.email_bad"), &b.EmailBad)
	}
	switch {
	case app.Blank(b.Name):
		note("shop.full_name", "name", v.view.T("shop.name_missing"), &b.NameBad)
	case len([]rune(b.Name)) > customer.MaxName:
		note("shop.full_name", "name", v.view.T("shop.too_long"), &b.NameBad)
	case app.Links(b.Name):
		note("shop.full_name", "name", v.view.T("shop.name_link"), &b.NameBad)
	}
	switch {
	case len([]rune(b.Phone)) > maxPhone:
		note("shop.phone", "phone", v.view.T("shop.too_long"), &b.PhoneBad)
	case app.Links(b.Phone):
		note("shop.phone", "phone", v.view.T("shop.name_link"), &b.PhoneBad)
	}
	if !b.Free && !b.Approval && !b.offers(b.Method) {
		note("shop.how_to_pay", "method", v.view.T("shop.method_missing"), &b.MethodBad)
	}
}

// whoBuys is the buyer as they typed themselves.
func whoBuys(d *order.Details) customer.Buyer {
	return customer.Buyer{Email: d.Email, Name: d.Name, Phone: d.Phone, Locale: d.Language}
}

// settle does what comes after the form: the payment by card, or the order at once. Of orders
// that nothing is paid for nobody places many from one place: whoever is named in them is mailed.
func (s *Shop) settle(v *visit, body *checkoutBody, b *shop.Basket) error {
	if body.Free || body.Approval || body.Method == byInvoice {
		if err := s.unpaid.Take(v.r, v.app().Now()); err != nil {
			return err
		}
	}
	buyer := whoBuys(&order.Details{Email: body.Email, Name: body.Name, Phone: body.Phone, Language: string(v.view.Lang)})
	ctx, key := v.r.Context(), v.basket
	switch {
	case body.Free, body.Approval:
		if _, err := sales.CompleteOrder(ctx, v.app(), v.buyer, sales.Completion{Basket: key, Buyer: buyer, Channel: b.Order.Channel}); err != nil {
			return err
		}
	case body.Method == byInvoice:
		if _, err := sales.PayLater(ctx, v.app(), v.buyer, sales.Later{Basket: key, Buyer: buyer, Channel: b.Order.Channel, Way: sales.ByInvoice}); err != nil {
			return err
		}
	case body.Method == byWallet:
		if _, err := sales.CompleteOrder(ctx, v.app(), v.buyer, sales.Completion{Basket: key, Buyer: buyer, Channel: b.Order.Channel, Payment: rules.Payment{Method: order.EWalletOnline}}); err != nil {
			return err
		}
	case body.Method == byDeposit:
		return v.goOn(v.path("/pay?plan=" + string(rules.PayDeposit)))
	default:
		return v.goOn(v.path("/pay"))
	}
	return v.toOrder(b)
}
