package transfer

import (
	"context"
	"crypto/sha256"
	"crypto/subtle" // a link is not found letter by letter
	"strings"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/indexes"
)

// Ask says what is given, and to whom.
type Ask struct {
	ItemIDs []int64
	// Email is who is to have it, empty: whoever gets the link. Name is needed for an instant
	// transfer to somebody who is not known.
	Email, Name string
	// MailAt is when it is mailed, nil: at once.
	MailAt *time.Time
	// Instant: nobody is asked to claim it. KeepBarcodes is for such a transfer alone.
	Instant, KeepBarcodes bool
	// Override lifts the sharing rule, for those who may lift rules.
	Override bool
}

// Made is a transfer with the secret of its link, "" for one that needs none. It is told once.
type Made struct {
	View
	Token string
}

// Start gives items to somebody else, for those who hold them.
func Start(ctx context.Context, a *app.App, c *app.Caller, in Ask) (made Made, err error) {
	if in.Override {
		if err := c.Need(app.Override); err != nil {
			return made, err
		}
	}
	drawn := order.DrawBarcodes(a)
	err = a.Update(ctx, c, app.EditOrders, func(tx app.Tx) (err error) {
		made, err = in.start(tx, c, 0, false, drawn)
		return err
	})
	return made, err
}

// start makes the transfer. of is the order whose buyer asks, or part of it whose holder
// does, 0: staff do.
func (in Ask) start(tx app.Tx, c *app.Caller, of int64, holder bool, drawn order.Barcodes) (made Made, err error) {
	g := &giving{now: tx.Wall(), buyer: of != 0, holder: holder, lifted: in.Override}
	if err := g.load(tx, in.ItemIDs, of); err != nil {
		return made, err
	}
	if err := in.check(g); err != nil {
		return made, err
	}
	if err := notSelf(tx, g.items[0].CustomerID, in.Email, "customerEmail"); err != nil {
		return made, err
	}
	plan, err := in.plan(g, c.UserID)
	if err != nil {
		return made, err
	}
	if made.Token, err = plan.do(tx, c, drawn); err != nil {
		return made, err
	}
	made.View, err = viewOf(tx, &plan.transfer)
	return made, err
}

// gift is what a transfer that is asked for comes to.
type gift struct {
	transfer Transfer
	// to is who has it: at once, or when the basket is bought, or who is asked to claim it.
	to  customer.Buyer
	how handing
	// keepBarcodes and lifted are for what somebody has at once.
	keepBarcodes, lifted bool
}

// handing is how somebody gets what is given.
type handing int

const (
	// byClaim: with the link, which is told. whenBought: without one, when the basket is
	// bought. atOnce: now.
	byClaim handing = iota
	whenBought
	atOnce
)

// plan decides about a transfer: who has it when, and whether that is mailed.
func (in *Ask) plan(g *giving, userID int64) (p gift, err error) {
	if err := g.check(); err != nil {
		return p, err
	}
	p.to, p.keepBarcodes, p.lifted = customer.Buyer{Name: in.Name, Email: in.Email}, in.KeepBarcodes, in.Override
	p.transfer = Transfer{
		OrderID: g.order.ID, FromID: g.items[0].CustomerID, Email: in.Email, Name: in.Name, State: Pending, MailAt: in.MailAt, UserID: userID,
		Checkout: g.basket,
	}
	for i := range g.items {
		p.transfer.ItemIDs = append(p.transfer.ItemIDs, g.items[i].ID)
	}
	switch {
	case g.basket && in.Instant:
		p.how, p.transfer.Instant = whenBought, true
	case in.Instant:
		p.how = atOnce
	default:
		p.transfer.Mailed = in.Email != "" && in.MailAt == nil && !g.basket
	}
	return p, nil
}

// do makes the transfer, and gives the secret of a link that is told.
func (p *gift) do(tx app.Tx, c *app.Caller, drawn order.Barcodes) (token string, err error) {
	switch p.how {
	case atOnce:
		return "", p.transfer.handOver(tx, c, p.to, order.Handover{Barcode: drawn.Each(), KeepBarcodes: p.keepBarcodes}, p.lifted)
	case whenBought:
		if _, err := customer.FindOrCreate(tx, p.to); err != nil { // whoever it is: it is known when the basket is bought
			return "", err
		}
		_, err := p.transfer.offer(tx)
		return "", err
	}
	return p.transfer.offer(tx)
}

// check looks at who is to have it, and when.
func (in *Ask) check(g *giving) error {
	var p app.Problems
	in.Name = strings.TrimSpace(in.Name)
	app.CheckShown(&p, "customerName", in.Name, customer.MaxName)
	if in.Email = strings.TrimSpace(in.Email); in.Email != "" {
		normal, err := company.NormalEmail(in.Email)
		if err != nil {
			p.Add("customerEmail", "must be a valid e-mail address")
		}
		in.Email = normal
	} else if in.Instant || in.MailAt != nil {
		p.Add("customerEmail", "is required")
	}
	switch now := g.now; {
	case in.MailAt == nil:
	case g.basket:
		p.Add("mailAt", "is not possible for what is not bought yet")
	case in.Instant:
		p.Add("mailAt", "cannot be given together with %s", "instant")
	case !in.MailAt.After(now) || in.MailAt.After(now.Add(maxAhead)):
		p.Add("mailAt", "must be within %d days from now", int(maxAhead/(24*time.Hour)))
	}
	if in.KeepBarcodes && !in.Instant {
		p.Add("keepBarcodes", "is possible only together with %s", "instant")
	}
	if in.KeepBarcodes && g.basket {
		p.Add("keepBarcodes", "is not possible for what is not bought yet")
	}
	return p.Err()
}

// notSelf refuses to give something to whoever has it.
func notSelf(r app.Reader, holderID int64, email, field string) error {
	if holderID == 0 || email == "" {
		return nil
	}
	holder, err := customer.Contacts(r, []int64{holderID})
	if err == nil && len(holder) > 0 && company.SameEmail(holder[0].Email, email) {
		err = app.Field(field, "is that of the holder")
	}
	return err
}

// offer stores the transfer, and gives the secret of its link. The items are marked until
// it has ended. What is in a basket is offered when that is bought.
func (t *Transfer) offer(tx app.Tx) (token string, err error) {
	if t.ID, err = transfers.NextIDs(tx, 1); err != nil {
		return "", err
	}
	if token, err = t.newLink(tx); err != nil {
		return "", err
	}
	if err := transfers.InsertNext(tx, t); err != nil {
		return "", err
	}
	if err := order.SetTransfer(tx, t.OrderID, t.ItemIDs, t.ID); err != nil || !t.Mailed {
		return token, err
	}
	return token, ports(tx).Offered(tx, t)
}

// newLink makes a link; the one before leads nowhere any more.
func (t *Transfer) newLink(r app.Reader) (string, error) {
	own, err := company.SettingsOf(r)
	if err != nil {
		return "", err
	}
	token := order.NewLinks(own.ID, own.LinkKey).Claim(t.ID, t.Links+1)
	if token == "" {
		err := app.Refuse(app.Unavailable, "The box office is restarting. Please try again.")
		err.RetryAfter = 2
		return "", err
	}
	sum := sha256.Sum256([]byte(token))
	t.Links, t.Hash = t.Links+1, sum[:]
	return token, nil
}

// Token is the secret of the link that leads to a pending transfer, for the mail to whom it
// is given; "" for any other.
func (t *Transfer) Token(c *company.Company) string {
	token := order.NewLinks(c.ID, c.LinkKey).Claim(t.ID, t.Links)
	if t.State != Pending || !t.opens(token) {
		return ""
	}
	return token
}

func (t *Transfer) opens(token string) bool {
	sum := sha256.Sum256([]byte(token))
	return token != "" && subtle.ConstantTimeCompare(sum[:], t.Hash) == 1
}

// NewLink gives a pending transfer another link, and mails it where it was mailed before.
func NewLink(ctx context.Context, a *app.App, c *app.Caller, id int64) (made Made, err error) {
	err = a.Update(ctx, c, app.EditOrders, func(tx app.Tx) error {
		t, err := find(tx, id)
		if err == nil {
			err = t.stillPending("id")
		}
		if err == nil && t.Links >= MaxLinks {
			err = app.Field("id", "has had %d links already", t.Links)
		}
		if err != nil {
			return err
		}
		t, err = transfers.Update(tx, id, func(t *Transfer) (err error) { made.Token, err = t.newLink(tx); return err })
		if err != nil {
			return err
		}
		if made.View, err = viewOf(tx, &t); err != nil || !t.Mailed {
			return err
		}
		return ports(tx).Offered(tx, &t)
	})
	return made, err
}

// stillPending refuses a transfer that has ended.
func (t *Transfer) stillPending(field string) error {
	switch t.State {
	case Claimed:
		return app.Field(field, "was claimed already")
	case Cancelled:
		return app.Field(field, "was cancelled")
	}
	return nil
}

// notTooMany refuses more transfers of an order than anybody begins in a while.
func notTooMany(tx app.Tx, orderID int64, most int) error {
	n, now := 0, tx.Wall()
	for e, err := range byOrder.Keys(tx, indexes.PrefixOf[time.Time](orderID).Reversed().Limit(most)) {
		if err != nil {
			return err
		}
		if app.Lately(e.Key.B, now, recently) {
			n++
		}
	}
	if n < most {
		return nil
	}
	err := app.Refuse(app.TooMany, "Too many tickets of this order were given away just now. Please try again later.")
	err.RetryAfter = int(recently.Seconds())
	return err
}
