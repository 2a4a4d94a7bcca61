package stripe

//lint:file-ignore SA1019 what the library offers instead links services that nobody calls: 6 MB.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"marquee/app/company"
	"marquee/app/payment"

	// The gateway's own library: it knows every parameter and the signatures of notices,
	// and pins the version of the API.
	api "github.com/stripe/stripe-go/v85"
	"github.com/stripe/stripe-go/v85/dispute"
	"github.com/stripe/stripe-go/v85/paymentintent"
	"github.com/stripe/stripe-go/v85/refund"
	"github.com/stripe/stripe-go/v85/terminal/connectiontoken"
	"github.com/stripe/stripe-go/v85/webhook"
)

// client calls the gateway. The library's own client of everything would make the
// binary a third larger.
type client struct {
	intents paymentintent.Client
	refunds refund.Client
	doubts  dispute.Client
	readers connectiontoken.Client
	own     api.Backend
	secret  string
}

// callTimeout is how long one call may take; package payment gives up a little later.
const callTimeout = 20 * time.Second

// newClient makes a client that logs nothing and tells the gateway nothing about this
// machine. It does not repeat calls by itself: whoever called does.
func newClient(secret, url string) *client {
	config := &api.BackendConfig{
		HTTPClient:      &http.Client{Timeout: callTimeout},
		LeveledLogger:   &api.LeveledLogger{Level: api.LevelNull},
		EnableTelemetry: api.Bool(false), MaxNetworkRetries: api.Int64(0),
	}
	if url != "" {
		config.URL = api.String(url)
	}
	b := api.GetBackendWithConfig(api.APIBackend, config)
	return &client{paymentintent.Client{B: b, Key: secret}, refund.Client{B: b, Key: secret}, dispute.Client{B: b, Key: secret}, connectiontoken.Client{B: b, Key: secret}, b, secret}
}

// Whose tells whose account is charged. Of a refusal it tells the code: what else the gateway says may
// repeat a part of the key.
func (g *gateway) Whose(ctx context.Context) (out payment.Account, err error) {
	p, own := &api.AccountParams{}, &api.Account{}
	g.with(ctx, &p.Params, "")
	err = g.client.own.Call(http.MethodGet, "/v1/account", g.client.secret, p, own)
	if e, said := errors.AsType[*api.Error](err); said {
		return out, fmt.Errorf("status %d, %s", e.HTTPStatusCode, cmp.Or(string(e.Code), string(e.Type)))
	}
	if err != nil {
		return out, errors.New("no answer")
	}
	out = payment.Account{ID: own.ID, Country: own.Country, Live: strings.Contains(g.client.secret, "_live_"), Charges: own.ChargesEnabled}
	if own.BusinessProfile != nil {
		out.Name = own.BusinessProfile.Name
	}
	if out.Name == "" && own.Settings != nil && own.Settings.Dashboard != nil {
		out.Name = own.Settings.Dashboard.DisplayName
	}
	return out, nil
}

// with sets what every call carries.
func (g *gateway) with(ctx context.Context, p *api.Params, key string) {
	p.Context = ctx
	if key != "" {
		p.SetIdempotencyKey(key)
	}
	if g.keys.Account != "" {
		p.SetStripeAccount(g.keys.Account)
	}
}

// Open opens an intent that is captured by hand; for vouchers one that captures itself,
// as they can only be captured so.
func (g *gateway) Open(ctx context.Context, in payment.Intent) (payment.Opened, error) {
	ways, capture := methods(in), "manual"
	if in.Local {
		capture = "automatic_async"
	}
	if len(ways) == 0 {
		return payment.Opened{}, &payment.Refusal{Code: payment.CodeNoLocal}
	}
	amount, err := amountOf(in.Currency, in.Amount)
	if err != nil {
		return payment.Opened{}, err
	}
	p := &api.PaymentIntentParams{
		Amount: api.Int64(amount), Currency: api.String(strings.ToLower(in.Currency.Code)),
		CaptureMethod:      api.String(capture),
		PaymentMethodTypes: api.StringSlice(ways),
		Metadata:           map[string]string{"order": in.Order},
	}
	g.with(ctx, &p.Params, in.Key)
	i, err := g.client.intents.New(p)
	if err != nil {
		return payment.Opened{}, failed(err)
	}
	return payment.Opened{Ref: i.ID, ClientSecret: i.ClientSecret}, nil
}

// vouchers are the ways to pay locally, by currency.
func vouchers(currency string) []string {
	switch currency {
	case "EUR":
		return []string{"multibanco"}
	case "BRL":
		return []string{"boleto"}
	case "MXN":
		return []string{"oxxo"}
	case "JPY":
		return []string{"konbini"}
	}
	return nil
}

func methods(in payment.Intent) []string {
	switch {
	case in.Local:
		return vouchers(in.Currency.Code)
	case in.Debit:
		return []string{"card_present", "interac_present"}
	case in.Present:
		return []string{"card_present"}
	}
	return []string{"card"}
}

// Look tells how an intent stands.
func (g *gateway) Look(ctx context.Context, ref string) (payment.Standing, error) {
	p := &api.PaymentIntentParams{}
	g.with(ctx, &p.Params, "")
	return standing(g.client.intents.Get(ref, p))
}

// Capture takes authorised money. An intent that cannot be captured in its state is
// looked at: it may be captured already.
func (g *gateway) Capture(ctx context.Context, ref, key string, amount int64, cur company.Currency) (payment.Standing, error) {
	amount, err := amountOf(cur, amount)
	if err != nil {
		return payment.Standing{}, err
	}
	p := &api.PaymentIntentCaptureParams{AmountToCapture: api.Int64(amount)}
	g.with(ctx, &p.Params, key)
	s, err := standing(g.client.intents.Capture(ref, p))
	if payment.Refused(err) == string(api.ErrorCodePaymentIntentUnexpectedState) {
		return g.Look(ctx, ref)
	}
	return s, err
}

// Cancel gives an intent up, or tells how it stands when it cannot be.
func (g *gateway) Cancel(ctx context.Context, ref string) (payment.Standing, error) {
	p := &api.PaymentIntentCancelParams{}
	g.with(ctx, &p.Params, ref+"-cancel")
	s, err := standing(g.client.intents.Cancel(ref, p))
	if payment.Refused(err) == string(api.ErrorCodePaymentIntentUnexpectedState) {
		return g.Look(ctx, ref)
	}
	return s, err
}

// refundKey is under which name a refund at the gateway carries our key.
const refundKey = "key"

// Refund gives captured money back, or tells what became of that: the gateway forgets the
// keys of calls after a day, so what there is under ours is looked for first. A refund that
// is not decided yet is an error, to be asked about again.
func (g *gateway) Refund(ctx context.Context, ref, key string, amount int64, cur company.Currency) error {
	amount, err := amountOf(cur, amount)
	if err != nil {
		return err
	}
	r, err := g.refundOf(ctx, ref, key)
	if err != nil {
		return err
	}
	if r == nil {
		p := &api.RefundParams{PaymentIntent: api.String(ref), Amount: api.Int64(amount)}
		p.AddMetadata(refundKey, key)
		g.with(ctx, &p.Params, key)
		if r, err = g.client.refunds.New(p); err != nil {
			err = failed(err)
			if payment.Refused(err) == string(api.ErrorCodeChargeAlreadyRefunded) {
				return nil
			}
			return err
		}
	}
	switch r.Status {
	case api.RefundStatusSucceeded:
		return nil
	case api.RefundStatusFailed, api.RefundStatusCanceled:
		return &payment.Refusal{Code: "refund_" + string(r.Status)}
	}
	return fmt.Errorf("the refund is %s", r.Status)
}

// refundOf finds the refund of an intent that carries a key, nil when there is none.
func (g *gateway) refundOf(ctx context.Context, ref, key string) (*api.Refund, error) {
	p := &api.RefundListParams{PaymentIntent: api.String(ref)}
	p.Context, p.Limit = ctx, api.Int64(100)
	if g.keys.Account != "" {
		p.SetStripeAccount(g.keys.Account)
	}
	all := g.client.refunds.List(p)
	for all.Next() {
		if r := all.Refund(); r.Metadata[refundKey] == key {
			return r, nil
		}
	}
	return nil, failed(all.Err())
}

// Outside tells what was given back of an intent, and how its dispute stands.
func (g *gateway) Outside(ctx context.Context, ref string, cur company.Currency) (out payment.Outside, err error) {
	p := &api.PaymentIntentParams{}
	p.AddExpand("latest_charge")
	g.with(ctx, &p.Params, "")
	i, err := g.client.intents.Get(ref, p)
	if err != nil || i.LatestCharge == nil {
		return out, failed(err)
	}
	out.Returned = here(cur, i.LatestCharge.AmountRefunded)
	if i.LatestCharge.Disputed {
		out.Dispute, err = g.disputeOf(ctx, ref)
	}
	return out, err
}

// disputeOf is the worst dispute of an intent.
func (g *gateway) disputeOf(ctx context.Context, ref string) (worst payment.Dispute, err error) {
	p := &api.DisputeListParams{PaymentIntent: api.String(ref)}
	p.Context, p.Limit = ctx, api.Int64(100)
	if g.keys.Account != "" {
		p.SetStripeAccount(g.keys.Account)
	}
	all := g.client.doubts.List(p)
	for all.Next() {
		switch all.Dispute().Status {
		case api.DisputeStatusLost:
			worst = payment.DisputeLost
		case api.DisputeStatusWon, api.DisputeStatusWarningClosed, api.DisputeStatusPrevented:
		default:
			worst = max(worst, payment.Disputed)
		}
	}
	return worst, failed(all.Err())
}

// ConnectionToken lets a card reader connect.
func (g *gateway) ConnectionToken(ctx context.Context) (string, error) {
	p := &api.TerminalConnectionTokenParams{}
	g.with(ctx, &p.Params, "")
	t, err := g.client.readers.New(p)
	if err != nil {
		return "", failed(err)
	}
	return t.Secret, nil
}

// standing is how an intent stands, in our words.
func standing(i *api.PaymentIntent, err error) (s payment.Standing, _ error) {
	if err != nil {
		return s, failed(err)
	}
	s.ClientSecret = i.ClientSecret
	if i.LastPaymentError != nil {
		s.Problem = string(i.LastPaymentError.Code)
		if decline := string(i.LastPaymentError.DeclineCode); decline != "" {
			s.Problem = decline
		}
	}
	switch i.Status {
	case api.PaymentIntentStatusSucceeded:
		s.Stage = payment.Taken
	case api.PaymentIntentStatusProcessing:
		s.Stage = payment.Settling
	case api.PaymentIntentStatusRequiresCapture:
		s.Stage = payment.Authorised
	case api.PaymentIntentStatusCanceled:
		s.Stage = payment.Void
	case api.PaymentIntentStatusRequiresPaymentMethod, api.PaymentIntentStatusRequiresConfirmation, api.PaymentIntentStatusRequiresAction:
		s.Stage = payment.Waiting
	default:
		return s, fmt.Errorf("an intent is %q", i.Status)
	}
	return s, nil
}

// failed tells a clear no from no answer. What the gateway says beside its code may
// quote the buyer or a key, so it is left out.
func failed(err error) error {
	if err == nil {
		return nil
	}
	var e *api.Error
	if !errors.As(err, &e) {
		return fmt.Errorf("no answer: %w", err)
	}
	code := string(e.Code)
	if code == "" {
		code = string(e.Type)
	}
	status := e.HTTPStatusCode
	if status < 400 || status >= 500 || status == http.StatusConflict || status == http.StatusTooManyRequests ||
		status == http.StatusUnauthorized || status == http.StatusForbidden || // a key that was revoked says nothing of the money
		e.Type == api.ErrorTypeIdempotency || code == "" {
		return fmt.Errorf("no answer: status %d, %s", status, code)
	}
	return &payment.Refusal{Code: code}
}

// told is what a notice says.
type told struct {
	about, ref string
	// returned is what was given back in all, in minor units of the currency; 0 where it does
	// not say.
	returned int64
}

// notice reads a signed notice about an intent, a charge of one, or a dispute about one.
func notice(body []byte, signature, secret string) (n told, err error) {
	e, err := webhook.ConstructEventWithOptions(body, signature, secret, webhook.ConstructEventOptions{
		Tolerance: maxAge, IgnoreAPIVersionMismatch: true,
	})
	if err != nil {
		return n, err
	}
	n.about = string(e.Type)
	if e.Data == nil {
		return n, nil
	}
	switch o := e.Data.Object; o["object"] {
	case "payment_intent":
		n.ref, _ = o["id"].(string)
	case "charge":
		n.ref, _ = o["payment_intent"].(string)
		code, _ := o["currency"].(string)
		amount, _ := o["amount_refunded"].(float64)
		if cur, known := company.CurrencyByCode(code); known {
			n.returned = here(cur, int64(amount))
		}
	case "dispute":
		n.ref, _ = o["payment_intent"].(string)
	}
	return n, nil
}
