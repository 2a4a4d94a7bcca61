package wire

import (
	"marquee/app/entry"
	"marquee/app/order"
	"marquee/app/wallet"
)

// The words of answers, whose values the business lists: the document reads them there.
type (
	// OrderStatus is the state of an order.
	OrderStatus string
	// TransactionStatus is what became of a transaction.
	TransactionStatus string
	// Protection is the cover of an order item.
	Protection string
	// ScanStatus is the outcome of a scan, and ScanDetail why one was denied.
	ScanStatus string
	ScanDetail string
	// MovementKind is what a movement of a wallet was for.
	MovementKind string
	// ZoneMode is in which directions a zone scans.
	ZoneMode string
)

// Values lists the states.
func (OrderStatus) Values() []string { return order.StatusSlugs() }

// Values lists the states.
func (TransactionStatus) Values() []string { return order.TransactionStatuses() }

// Values lists them.
func (Protection) Values() []string { return order.Protections() }

// Values lists the outcomes.
func (ScanStatus) Values() []string { return entry.Outcomes() }

// Values lists the reasons.
func (ScanDetail) Values() []string { return entry.Details() }

// Values lists the kinds.
func (MovementKind) Values() []string { return wallet.TypeSlugs() }

// Values lists the modes.
func (ZoneMode) Values() []string { return entry.Modes() }
