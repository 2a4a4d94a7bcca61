package shop

import (
	"cmp"
	"encoding/json"
	"net/http"
	"strconv"

	"marquee/app/payment"
	"marquee/app/sales/pay"
	"marquee/app/sales/rules"
	"marquee/app/shop"
	"marquee/handlers/web/page"
)

// elementGateway is the gateway that draws the field for a card by itself, so that no
// number of a card comes to us. Its script runs on the page of the payment, and nowhere
// else: the page says so in its policy.
const elementGateway = "stripe"

// elementPolicy is what the script of the gateway may load, as its makers ask for.
var elementPolicy = page.Policy{
	Scripts: []string{"https://js.stripe.com", "https://*.js.stripe.com"},
	Frames:  []string{"https://js.stripe.com", "https://*.js.stripe.com", "https://hooks.stripe.com"},
	Connect: []string{"https://api.stripe.com"},
}

// elementView is what the script of the page needs to draw the field.
type elementView struct {
	Key, Account, Currency, IntentAt, ReturnTo string
	Minor                                      int64 // as the gateway counts
	// Confirmed: the browser comes back from its bank, and the payment goes on by itself.
	Confirmed bool
}

// element is the field of a gateway, nil where the page has a field of its own.
func (v *visit) element(b *shop.Basket, ways *shop.Payments, body *payBody) *elementView {
	if ways.Card != elementGateway {
		return nil
	}
	v.view.Policy, v.view.Scripts = elementPolicy, append(v.view.Scripts, "element.js")
	out := &elementView{
		Key: ways.Device.PublishableKey, Account: ways.Device.Account, Currency: b.Currency.Code,
		IntentAt: v.planned(v.payAt() + "/intent"), ReturnTo: v.shop.site.Origin(v.r) + v.payAt() + "?payment=" + body.Name,
	}
	amount := b.Due
	if v.plan() == rules.PayDeposit {
		amount, out.ReturnTo = ways.Deposit.Amount, out.ReturnTo+"&plan="+string(rules.PayDeposit)
	}
	out.Minor, _ = ways.Count(b.Currency, amount) // what cannot be moved is refused when it is opened
	if name := v.r.URL.Query().Get("payment"); paymentName.MatchString(name) && v.r.URL.Query().Get("redirect_status") == "succeeded" {
		body.Name, out.Confirmed = name, true
	}
	return out
}

// payPage is the page of the payment, with a field of ours or one of the gateway.
func (s *Shop) payPage(body *payBody) *page.Template {
	if body.Element != nil {
		return s.elementPay
	}
	return s.pay
}

// uuid is under which name the payment of a form is made: sending it again makes no other.
func uuid(name string, b *shop.Basket) string {
	return "shop-" + name + "-" + strconv.FormatInt(b.Order.ID, 10)
}

// intentNews is what the script is told: the secret with which the gateway confirms the
// payment, where to go instead, or what is wrong.
type intentNews struct {
	Secret  string `json:"secret,omitempty"`
	To      string `json:"to,omitempty"`
	Problem string `json:"problem,omitempty"`
}

// openIntent opens the payment that a form names, for the script on its page.
func (s *Shop) openIntent(v *visit) error {
	form, err := page.Form(v.w, v.r)
	if err != nil {
		return err
	}
	b, err := v.read()
	if err != nil {
		return err
	}
	name := form.Get("payment")
	ready := b != nil && v.waits(b) && b.Units > 0 && paymentName.MatchString(name)
	if ready {
		if ready, err = v.mayPay(b); err != nil {
			return err
		}
	}
	if !ready {
		return v.tell(http.StatusOK, intentNews{To: v.planned(v.payAt())}) // which knows where to go
	}
	ways, err := v.ways(b)
	if err != nil || ways.Card != elementGateway {
		return cmp.Or(err, nothing())
	}
	i, err := pay.CreateIntent(v.r.Context(), v.app(), v.buyer, pay.OpenIntent{Basket: v.basket, Channel: b.Order.Channel, UUID: uuid(name, b), Plan: v.plan()})
	switch {
	case err == nil:
		return v.tell(http.StatusOK, intentNews{Secret: i.ClientSecret})
	case expired(err):
		return v.tell(http.StatusOK, intentNews{To: v.ranOut()})
	case told(err):
		return v.tell(page.RefusedAs(v.w, err), intentNews{Problem: say(v.view, err)})
	}
	return err
}

func (v *visit) tell(status int, news intentNews) error {
	text, err := json.Marshal(news)
	if err != nil {
		return err
	}
	v.w.Header().Set("Content-Type", "application/json")
	v.w.WriteHeader(status)
	_, err = v.w.Write(text)
	return err
}

// cards tells whether there is a page for the cards of a gateway.
func cards(ways *shop.Payments) bool {
	return ways.Card == payment.Simulated || ways.Card == elementGateway && ways.Device.PublishableKey != ""
}
