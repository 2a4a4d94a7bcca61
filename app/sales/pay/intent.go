package pay

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"

	"marquee/app"
	"marquee/app/attempt"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/order"
	"marquee/app/payment"
	"marquee/app/sales"
	"marquee/app/sales/rules"
	"marquee/indexes"
)

// OpenIntent asks for a payment by card of what is due for a basket.
type OpenIntent struct {
	Basket  order.Key
	Channel catalog.Channel
	// UUID makes a repeated call find the first one's intent.
	UUID string
	// Present is for a card at a reader, Debit for the debit networks that want it, at a
	// reader too.
	Present, Debit bool
	// Splits are the parts of a split payment, one of them by card online.
	Splits []rules.Split
	// Local is for a voucher that the buyer pays elsewhere.
	Local bool
	// Plan is PayAll unless a deposit is to be paid first.
	Plan rules.Plan
}

// Intent is what a buyer's device needs to pay.
type Intent struct {
	payment.Public
	Gateway, Ref, ClientSecret string
	TransactionID              int64
}

// intentKind scopes the uuids of this command.
const intentKind = "create-payment-intent"

// CreateIntent opens a payment by card. The basket stays as it is and can be changed;
// what is due when the payment is captured must be what was due now. The payment that
// was open for the basket before is given up.
func CreateIntent(ctx context.Context, a *app.App, c *app.Caller, in OpenIntent) (Intent, error) {
	if err := in.mayAsk(c); err != nil {
		return Intent{}, err
	}
	digest, err := in.digest()
	if err != nil {
		return Intent{}, err
	}
	var b begun
	err = a.Update(ctx, c, order.Sellers, func(tx app.Tx) (err error) {
		b, err = in.begin(tx, c, digest)
		return err
	})
	if err != nil {
		return Intent{}, err
	}
	if b.at.ID == 0 {
		return lookUp(ctx, a, c, &b.Payment)
	}
	return b.open(ctx, a, c)
}

// begun is a payment that is about to be opened. The attempt is none when the call is a
// repeated one: then the payment is that of the first.
type begun struct {
	payment.Payment
	at payment.Attempt
	// reference is that of the order.
	reference string
}

// mayAsk refuses callers who may not take a part of the payment.
func (in *OpenIntent) mayAsk(c *app.Caller) error {
	if err := c.Need(app.PayCard); err != nil {
		return err
	}
	if in.Local && (in.Present || in.Debit || in.Plan != rules.PayAll || len(in.Splits) > 0) {
		return app.Field("localPayment", "is possible only for all of a basket, without a reader")
	}
	for i, s := range in.Splits {
		if payment.Online(s.Method) {
			continue
		}
		if err := rules.MayTake(c, rules.Path("paymentSplits", i, "paymentMethod"), s.Method); err != nil {
			return err
		}
	}
	return nil
}

// intentAsks is what a call wants done. Who makes it is no part of it.
type intentAsks struct {
	BasketID  int64             `msgpack:"b,omitempty"`
	Reference string            `msgpack:"r,omitempty"`
	Present   bool              `msgpack:"p,omitempty"`
	Debit     bool              `msgpack:"d,omitempty"`
	Splits    []sales.SplitAsks `msgpack:"s,omitempty"`
	Plan      string            `msgpack:"pl,omitempty"`
	Local     bool              `msgpack:"lo,omitempty"`
}

func (in *OpenIntent) digest() (int64, error) {
	asks := intentAsks{BasketID: in.Basket.ID, Reference: in.Basket.Reference, Present: in.Present, Debit: in.Debit, Plan: string(in.Plan), Local: in.Local}
	for _, s := range in.Splits {
		asks.Splits = append(asks.Splits, sales.SplitAsks{Amount: s.Amount, Method: string(s.Method)})
	}
	text, err := indexes.Marshal(&asks)
	sum := sha256.Sum256(text)
	return int64(binary.BigEndian.Uint64(sum[:])), err
}

// begin decides on the payment and begins to open it.
func (in *OpenIntent) begin(tx app.Tx, c *app.Caller, digest int64) (b begun, err error) {
	d, err := sales.NewDraft(tx, c)
	if err != nil {
		return b, err
	}
	known, found, err := payment.OfUUID(tx, in.UUID)
	switch {
	case err != nil:
		return b, err
	case found && known.Digest != digest:
		return b, app.Reuse(intentKind)
	case found:
		if again, err := stillPayable(d, &known, in.Channel); err != nil || again {
			return begun{Payment: known}, err
		}
	}
	if d.Was == nil {
		if err := resolvePayable(d, in.Basket, in.Channel); err != nil {
			return b, err
		}
	}
	if err := sales.MaySell(d, c); err != nil {
		return b, err
	}
	if b.Payment, err = in.payment(d); err != nil {
		return b, err
	}
	b.UUID, b.Digest, b.UserID, b.reference = in.UUID, digest, c.UserID, d.Order.Reference
	if b.at, err = payment.Begin(tx, &d.Order, &b.Payment); err == nil {
		err = d.Store()
	}
	return b, err
}

// stillPayable tells whether the payment of an earlier call with the same uuid is still what
// the call asks for: the basket costs what it did then. It may load the basket.
func stillPayable(d *sales.Draft, p *payment.Payment, ch catalog.Channel) (bool, error) {
	switch p.State {
	case payment.Opening:
		return false, rules.BeingPaid()
	case payment.Capturing, payment.Captured, payment.Paid:
		return true, nil
	case payment.Open:
	default:
		return false, nil
	}
	o, err := order.Orders.Get(d.Tx, p.OrderID)
	if err != nil {
		return false, err
	}
	if err := rules.Payable(&o, ch, d.Wall); err != nil {
		return false, err
	}
	err = d.Load(o)
	return err == nil && d.Bound(p) == p.Bound(), err
}

// resolvePayable takes what can be paid by card: a basket, or an order that waits for
// its payment.
func resolvePayable(d *sales.Draft, k order.Key, ch catalog.Channel) error {
	o, err := order.FindPayable(d.Tx, d.Caller, k)
	if err == nil {
		err = rules.Payable(&o, ch, d.Wall)
	}
	if err != nil {
		return err
	}
	return d.Load(o)
}

// payment is what is to be paid by card of what is due.
func (in *OpenIntent) payment(d *sales.Draft) (p payment.Payment, err error) {
	if len(d.Order.TransactionIDs) >= maxIntents {
		return p, app.Field("basketId", "has too many payments: at most %d", maxIntents)
	}
	if err := sales.CheckAnswers(d); err != nil {
		return p, err
	}
	if err := d.KnowUnits(); err != nil {
		return p, err
	}
	if err := rules.CheckGiven(&d.Basket); err != nil {
		return p, err
	}
	if err := rules.CheckUndecided(&d.Basket); err != nil {
		return p, err
	}
	if d.Order.Status == order.Active && d.Order.AutoDiscount {
		if err := sales.SettleCode(d); err != nil {
			return p, err
		}
	}
	if d.Due() <= 0 || d.Units.AllDeferred() {
		return p, app.Field("basketId", "has nothing that is to be paid now")
	}
	if err := sales.CheckTopups(d); err != nil {
		return p, err
	}
	if cur, _ := company.CurrencyByID(d.Order.CurrencyID); cur.IsCustom {
		return p, app.Field("basketId", "is in %s, which are no money", cur.Code)
	}
	now, err := sales.Payable(d, in.Plan)
	if err != nil {
		return p, err
	}
	if p.Gateway, err = payment.NameFor(d.Tx); err != nil {
		return p, err
	}
	if p.Gateway == "" {
		return p, payment.NoGateway()
	}
	if err := d.Apart("basketId", p.Gateway == payment.Simulated); err != nil {
		return p, err
	}
	p.Method, p.Amount, p.Due, p.Debit = order.CardNotPresentOnline, now.Total, now.Total, in.Debit
	p.Local = in.Local
	if now.Deposit != nil {
		p.DepositUntil, p.Total = &now.Deposit.DueAt, d.Totals().Total
	}
	if in.Present || in.Debit {
		p.Method = order.CardPresentOnline
	}
	if len(in.Splits) > 0 {
		if err := in.split(&p, d.Order.CurrencyID); err != nil {
			return p, err
		}
	}
	return p, payment.CheckAmount(d.Tx, p.Gateway, "basketId", d.Order.CurrencyID, p.Amount)
}

// split takes the part of a split payment that is paid by card online; there is one.
func (in *OpenIntent) split(p *payment.Payment, currencyID int64) error {
	if err := rules.AddUp(in.Splits, p.Due, currencyID); err != nil {
		return err
	}
	method := p.Method
	p.Amount = 0
	for i, s := range in.Splits {
		p.Parts = append(p.Parts, payment.Part{Amount: s.Amount, Method: s.Method})
		switch {
		case !payment.Online(s.Method):
		case p.Amount != 0:
			return app.Field(rules.Path("paymentSplits", i, "paymentMethod"), "is paid by card online, as another part is")
		case method == order.CardPresentOnline && s.Method != method:
			return app.Field(rules.Path("paymentSplits", i, "paymentMethod"), "does not fit a card at a reader")
		default:
			p.Method, p.Amount = s.Method, s.Amount
		}
	}
	if p.Amount == 0 {
		return app.Field("paymentSplits", "must have a part that is paid by card online")
	}
	return nil
}

// open lets the gateway open the intent.
func (b *begun) open(ctx context.Context, a *app.App, c *app.Caller) (Intent, error) {
	var opened payment.Opened
	at, err := payment.OpenCall.Call(ctx, a, b.at, func(ctx context.Context, at payment.Attempt) (o attempt.Outcome, err error) {
		opened, err = b.OpenAt(ctx, a, at.Company, b.reference)
		return payment.OpenOutcome(opened, err)
	})
	switch {
	case errors.Is(err, attempt.ErrPending):
		return Intent{}, payment.NoAnswer()
	case err != nil:
		return Intent{}, err
	case at.State != attempt.Done:
		return Intent{}, app.Refuse(app.Invalid, "The payment gateway refused the payment: %s.", at.Problem)
	}
	return intentOf(ctx, a, c, &b.Payment, opened.Ref, opened.ClientSecret)
}

// lookUp asks the gateway for an intent that was opened before.
func lookUp(ctx context.Context, a *app.App, c *app.Caller, p *payment.Payment) (Intent, error) {
	g, err := payment.GatewayOf(ctx, a, c.CompanyID, p.Gateway)
	if err != nil {
		return Intent{}, err
	}
	s, err := g.Look(ctx, p.Ref)
	if err != nil {
		return Intent{}, payment.NoAnswer()
	}
	return intentOf(ctx, a, c, p, p.Ref, s.ClientSecret)
}

func intentOf(ctx context.Context, a *app.App, c *app.Caller, p *payment.Payment, ref, secret string) (Intent, error) {
	g, err := payment.GatewayOf(ctx, a, c.CompanyID, p.Gateway)
	if err != nil {
		return Intent{}, err
	}
	return Intent{Public: g.Public(), Gateway: p.Gateway, Ref: ref, ClientSecret: secret, TransactionID: p.TransactionID}, nil
}
