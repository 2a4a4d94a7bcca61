package order

import (
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/ticketcode"
	"marquee/app/ticketcode/form"
)

// Shown is a code as somebody shows it, with what it led to.
type Shown struct {
	// Item carries the barcode of the code now, where Found; Replaced: it is one that an
	// item has no more, and Heir the item that got another one for it.
	Item            Item
	Found, Replaced bool
	Heir            int64
	// Was tells when and why it was replaced.
	Was OldBarcode
	// Form is that in which the code was shown, and Step the step of a rotating one.
	Form form.Form
	Step int64
	// Stale: the code ends in digits that are not those of the ticket now.
	Stale bool
}

// ReadCode follows a code in any form to its ticket, at an event or, with 0, anywhere. A
// moment says which digits of a rotating code are right.
func ReadCode(r app.Reader, text string, event int64, now time.Time) (s Shown, err error) {
	if s, err = readPlain(r, text, event); err != nil || s.Found || s.Replaced {
		return s, err
	}
	if form.IsSigned(text) {
		return readSigned(r, text, event)
	}
	return readRotating(r, text, event, now)
}

// ItemByCode is ItemByBarcode for a code in any form, as it is shown and read: signed, or with
// the digits of the moment.
func ItemByCode(r app.Reader, text string) (Item, bool, error) {
	s, err := ReadCode(r, text, 0, app.Of(r).Now())
	if err != nil || !s.Found || s.Stale {
		return Item{}, false, err
	}
	return s.Item, true, nil
}

func readPlain(r app.Reader, text string, event int64) (s Shown, err error) {
	if s.Item, s.Found, err = ItemAt(r, text, event); err != nil || s.Found && (event == 0 || s.Item.At(event)) {
		return s, err
	}
	old, replaced, err := OldBarcodeAt(r, text, event)
	if replaced {
		s = Shown{Replaced: true, Heir: old.OrderItemID, Was: old}
	}
	return s, err
}

func readSigned(r app.Reader, text string, event int64) (Shown, error) {
	own, err := company.SettingsOf(r)
	if err != nil {
		return Shown{}, err
	}
	t, ok := own.OpenCode(text)
	if !ok {
		return Shown{}, nil
	}
	s, err := readPlain(r, t.Barcode, event)
	if s.Found && s.Item.ID != t.ItemID {
		return Shown{}, err
	}
	s.Form = form.Signed
	return s, err
}

func readRotating(r app.Reader, text string, event int64, now time.Time) (Shown, error) {
	barcode, digits, ok := form.SplitRotating(text)
	if !ok {
		return Shown{}, nil
	}
	s, err := readPlain(r, barcode, event)
	if err != nil || !s.Found {
		return s, err
	}
	secret, err := s.Item.secret(r)
	if err != nil {
		return s, err
	}
	if secret != nil {
		s.Step, ok = ticketcode.StepOf(secret, digits, now)
	}
	s.Form, s.Stale = form.Rotating, secret == nil || !ok
	return s, nil
}

// secret is that of the item's rotating code, nil when it has none.
func (i *Item) secret(r app.Reader) ([]byte, error) {
	if i.Form != form.Rotating || i.Barcode == "" {
		return nil, nil
	}
	own, err := company.SettingsOf(r)
	if err != nil {
		return nil, err
	}
	return own.CodeSecret(i.Barcode), nil
}

// SecretOf is the secret of the rotating code of an item, as scanners get it; empty when its
// code does not rotate.
func SecretOf(own *company.Company, i *Item) string {
	if i.Form != form.Rotating || i.Barcode == "" || own.Codes == nil {
		return ""
	}
	return ticketcode.SecretText(own.CodeSecret(i.Barcode))
}

// CodeOf is what the symbol on the ticket of an item says: the code that was signed where
// the item was sold with one, else its barcode.
func CodeOf(own *company.Company, i *Item) string {
	if i.Form != form.Signed {
		return i.Barcode
	}
	t := ticketcode.Ticket{EventID: i.EventID, OrderID: i.OrderID, ItemID: i.ID, SaleItemID: i.SaleItemID, Kind: gateKind(i.Type), Demo: i.Demo, From: i.ValidFrom, To: i.ValidTo}
	grace := time.Duration(i.GraceMinutes) * time.Minute
	if t.From != nil {
		t.From = new(t.From.Add(-grace))
	}
	if t.To != nil {
		t.To = new(t.To.Add(grace))
	}
	t.Barcode = i.Barcode
	if code, ok := own.SignCode(t); ok {
		return code
	}
	return i.Barcode
}

// CodeAt is the code by which an item is shown in a form, at a moment.
func CodeAt(own *company.Company, i *Item, as form.Form, now time.Time) string {
	if as == form.Rotating && own.Codes != nil {
		return ticketcode.Rotating(own.CodeSecret(i.Barcode), i.Barcode, form.StepAt(now))
	}
	if as == form.Signed {
		return CodeOf(own, i)
	}
	return i.Barcode
}

// gateKind is the number of a type of item to gates.
func gateKind(t catalog.ItemType) uint8 {
	switch t {
	case catalog.Product:
		return 1
	case catalog.SeasonTicket:
		return 2
	case catalog.GuestList:
		return 3
	}
	return 0
}
