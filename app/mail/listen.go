package mail

import (
	"crypto/sha256" // tells addresses apart, and keeps nothing secret
	"encoding/binary"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/massrefund"
	"marquee/app/order"
	"marquee/app/report"
	"marquee/app/resale"
	"marquee/app/wallet"
)

// OrderStepped notes the mail that a step of an order leads to. Where its buyer is not to
// be told, or nobody knows who that is, people of the company are told alone.
func OrderStepped(tx app.Tx, s order.Step) error {
	kind := kindOfStep(s)
	if kind == "" {
		return nil
	}
	if s.Order.InhibitMail || s.Order.CustomerID == 0 || kind == Reservation && s.Order.QuietApproval {
		return staffStepped(tx, s.Order.ID, kind)
	}
	return ask(tx, due{ID: s.Order.ID, Kind: kind})
}

// staffStepped notes the mail to people of the company that comes with one to the buyer.
// Where there are no such people it costs a look at the settings.
func staffStepped(tx app.Tx, orderID int64, buyers Kind) error {
	kind := staffKind(buyers)
	if kind == "" {
		return nil
	}
	s, err := SettingsOf(tx)
	if err != nil || len(s.staffFor(kind)) == 0 {
		return err
	}
	return ask(tx, due{ID: orderID, Kind: kind})
}

// kindOfStep is the mail about a step; "" where there is none.
func kindOfStep(s order.Step) Kind {
	fresh := s.From == order.Active
	switch s.Order.Status {
	case order.Complete:
		return Confirmation
	case order.AwaitingApproval:
		return Reservation
	case order.AwaitingPaymentLink:
		if s.From == order.AwaitingApproval {
			return PayNow
		}
		return kindIf(fresh || s.From == order.AwaitingPaymentLink, PaymentLink)
	case order.AwaitingInvoice:
		return kindIf(fresh, Invoice)
	case order.AwaitingOnsite:
		return kindIf(fresh, OnSite)
	case order.AwaitingLocalPayment:
		return kindIf(fresh, LocalPayment)
	case order.PartiallyPaid:
		return kindIf(s.From != order.Expired, Deposit)
	case order.Rejected:
		return kindIf(s.Notify, OrderRejected)
	case order.Expired:
		return kindIf(s.From.AwaitsPayment() || s.From == order.AwaitingApproval, OrderExpired)
	case order.Failed:
		return PaymentFailed
	}
	return ""
}

func kindIf(yes bool, k Kind) Kind {
	if yes {
		return k
	}
	return ""
}

// ItemsDecided notes the mails about a decision.
func ItemsDecided(tx app.Tx, d order.Decided) error {
	if d.Order.CustomerID == 0 {
		return nil
	}
	for kind, items := range map[Kind][]int64{ItemsApproved: d.Approved, ItemsRejected: d.Rejected} {
		if len(items) == 0 {
			continue
		}
		if err := ask(tx, due{ID: d.Order.ID, Kind: kind, N: slices.Min(items), Items: items}); err != nil {
			return err
		}
	}
	return nil
}

// SeatChanged notes the mail about another seat.
func SeatChanged(tx app.Tx, it *order.Item) error {
	if it.CustomerID == 0 {
		return nil
	}
	return ask(tx, due{ID: it.OrderID, Kind: SeatMoved, N: it.ID, Items: []int64{it.ID}})
}

// ItemsReturned notes the mail about a refund, or about items that were voided without
// money.
func ItemsReturned(tx app.Tx, back order.Returned) error {
	if back.Order.CustomerID == 0 {
		return nil
	}
	kind := ItemsCancelled
	switch {
	case back.Amount > 0:
		kind = Refund
	case back.Order.Status == order.Cancelled:
		kind = Cancellation
	}
	taxes, err := taxesBack(tx, back)
	if err != nil {
		return err
	}
	return ask(tx, due{ID: back.Order.ID, Kind: kind, N: tx.Now().UnixMicro(), Amount: back.Amount, Items: back.Items, Taxes: taxes})
}

// EventMade notes the mail about a new event.
func EventMade(tx app.Tx, e *catalog.Event) error {
	s, err := SettingsOf(tx)
	if err != nil || len(s.EventsTo) == 0 {
		return err
	}
	return ask(tx, due{ID: e.ID, Kind: StaffEvent})
}

// PasswordAsked notes the mail with a link to set a new password.
func PasswordAsked(tx app.Tx, u *company.User) error {
	return ask(tx, due{ID: u.ID, Kind: NewPassword, N: tx.Now().UnixMicro()})
}

// UserInvited notes the mail with a link to set a first password.
func UserInvited(tx app.Tx, u *company.User) error {
	return ask(tx, due{ID: u.ID, Kind: StaffInvitation, N: tx.Now().UnixMicro()})
}

// SignInAsked notes the mail with a link by which a customer signs in: one a minute.
func SignInAsked(tx app.Tx, c *customer.Customer) error {
	return ask(tx, due{ID: c.ID, Kind: SignIn, N: tx.Now().Truncate(time.Minute).Unix(), Asked: true})
}

// sellerTold notes the mail of a kind to whoever sells something on.
func sellerTold(kind Kind) func(app.Tx, resale.Notice) error {
	return func(tx app.Tx, n resale.Notice) error {
		return ask(tx, due{ID: n.OrderID, Kind: kind, N: n.N, Amount: n.Amount, Items: n.Items})
	}
}

// The mails about what somebody sells on: it was listed, it was sold, its money came.
var (
	ItemsListed = sellerTold(ResaleListed)
	ItemSoldOn  = sellerTold(ResaleSold)
	SellerPaid  = sellerTold(ResalePaid)
)

// PaidOut notes the mail about money of a wallet that was paid out by hand.
func PaidOut(tx app.Tx, v wallet.View) error {
	return ask(tx, due{ID: v.Wallet.CustomerID, Kind: WalletPayout, N: v.ID, Amount: -v.Amount, CurrencyID: v.Wallet.CurrencyID})
}

// aboutRefund notes the mail of a kind about the refund of an event.
func aboutRefund(kind Kind) func(app.Tx, *massrefund.Run) error {
	return func(tx app.Tx, n *massrefund.Run) error {
		s, err := SettingsOf(tx)
		if err != nil || len(s.RefundsTo) == 0 {
			return err
		}
		return ask(tx, due{ID: n.EventID, Kind: kind, N: n.ID, RunID: n.ID})
	}
}

// The mails about the refund of an event: it begins, and it came to its end.
var (
	RefundBegun   = aboutRefund(StaffRefundsBegun)
	EventRefunded = aboutRefund(StaffRefunds)
)

// CustomerJoined notes the mail to somebody who was put into a group, where the company
// wants that.
func CustomerJoined(tx app.Tx, m customer.Membership) error {
	s, err := SettingsOf(tx)
	if err != nil || !s.Groups {
		return err
	}
	return ask(tx, due{ID: m.CustomerID, Kind: GroupJoined, N: m.GroupID})
}

// AddressChanged notes the mail to the address that was a customer's until now.
func AddressChanged(tx app.Tx, c customer.Change) error {
	return ask(tx, due{ID: c.Was.ID, Kind: NewAddress, N: addressNumber(c.Was.Email)})
}

// addressNumber tells the addresses that a customer had apart.
func addressNumber(email string) int64 {
	sum := sha256.Sum256([]byte(app.Fold(email)))
	return int64(binary.BigEndian.Uint64(sum[:]))
}

// ReportMade notes the mail with a report that was made by the clock, or that says why it
// could not be.
func ReportMade(tx app.Tx, d *report.Delivery) error {
	_, s, err := report.RunOf(tx, d.ID)
	if err != nil || s.Schedule == nil || len(s.Schedule.To) == 0 {
		return err
	}
	kind := StaffReport
	if d.State == report.RunFailed {
		kind = StaffNoReport
	}
	return ask(tx, due{ID: d.ID, Kind: kind})
}
