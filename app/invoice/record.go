package invoice

import (
	"errors"
	"fmt"
	"time"

	"marquee/app"
	"marquee/app/order"
	"marquee/indexes"
	"marquee/kv"
)

// Document is an invoice, or what corrects one. Days are the beginning of a day in UTC,
// whatever the zone they are of.
type Document struct {
	ID      int64 `msgpack:"id"`
	OrderID int64 `msgpack:"o"`
	// Series, Year and Count are the number.
	Series string `msgpack:"s"`
	Year   int64  `msgpack:"y"`
	Count  int64  `msgpack:"n"`
	// Corrects is the newest invoice of the order that it is a correction of, 0: it is an
	// invoice.
	Corrects int64 `msgpack:"c,omitempty"`
	Demo     bool  `msgpack:"dm,omitempty"`
	// Reference is that of the order.
	Reference string    `msgpack:"r"`
	Day       time.Time `msgpack:"d"`
	// DueOn is until when it is to be paid, nil: at once, or it is paid.
	DueOn *time.Time `msgpack:"du,omitempty"`
	// From and Until are the first and the last day of delivery.
	From  time.Time `msgpack:"f"`
	Until time.Time `msgpack:"u"`
	// Language of its texts: "en", "de" or "fr".
	Language   string `msgpack:"l"`
	Seller     Seller `msgpack:"se"`
	Buyer      Buyer  `msgpack:"b"`
	CurrencyID int64  `msgpack:"cu"`
	Lines      []Line `msgpack:"li"`
	// Paid is what of it was paid when it was written; of a correction, what went back.
	Paid      int64     `msgpack:"p,omitempty"`
	CreatedAt time.Time `msgpack:"ca"`
}

// Line is what is alike of it. Units are its items; of a correction their amounts are what
// they are worth less, below zero.
type Line struct {
	Name  string `msgpack:"n"`
	Event string `msgpack:"e,omitempty"`
	// From and Until are its days of delivery, zero where it belongs to no event.
	From  time.Time `msgpack:"f,omitempty"`
	Until time.Time `msgpack:"u,omitempty"`
	// Rate is in ten-thousandths of a percent. Reverse is that of the tax that the buyer
	// accounts for.
	Rate    int64  `msgpack:"r,omitempty"`
	Reverse int64  `msgpack:"rv,omitempty"`
	Units   []Unit `msgpack:"i"`
}

// Unit is one item of an order, in minor units.
type Unit struct {
	ItemID int64 `msgpack:"i"`
	Gross  int64 `msgpack:"g"`
	Tax    int64 `msgpack:"t,omitempty"`
}

// Seller is the company as it stands on the document.
type Seller struct {
	Name string `msgpack:"n"`
	// Address may have several lines.
	Address   string `msgpack:"a"`
	CountryID int64  `msgpack:"co"`
	TaxNumber string `msgpack:"t"`
	Email     string `msgpack:"e,omitempty"`
	// ID is what the box office calls the company.
	ID        string `msgpack:"id"`
	Holder    string `msgpack:"bh,omitempty"`
	IBAN      string `msgpack:"bi,omitempty"`
	BIC       string `msgpack:"bb,omitempty"`
	Exemption string `msgpack:"x,omitempty"`
}

// Buyer is whom an invoice is for. Any part may be empty.
type Buyer struct {
	Company   string `msgpack:"c,omitempty"`
	Name      string `msgpack:"n,omitempty"`
	Email     string `msgpack:"e,omitempty"`
	Line1     string `msgpack:"1,omitempty"`
	Line2     string `msgpack:"2,omitempty"`
	Postcode  string `msgpack:"p,omitempty"`
	City      string `msgpack:"ci,omitempty"`
	CountryID int64  `msgpack:"co,omitempty"`
	VATNumber string `msgpack:"v,omitempty"`
	// Reference is the buyer's own number of the order.
	Reference string `msgpack:"r,omitempty"`
}

// Number is the number as people read it: RE2027-00042.
func (d *Document) Number() string {
	return fmt.Sprintf("%s%04d-%0*d", d.Series, d.Year, countDigits, d.Count)
}

func (d *Document) check() error {
	if d.Count < 1 || d.Year < 1 || d.OrderID == 0 || len(d.Lines) == 0 {
		return fmt.Errorf("invoice %d: has no number, no order or no lines", d.ID)
	}
	return nil
}

var (
	byNumber = indexes.NewUnique("number", kv.TripleOf(kv.String, kv.Int, kv.Int), func(d *Document) []kv.Triple[string, int64, int64] {
		return []kv.Triple[string, int64, int64]{{A: d.Series, B: d.Year, C: d.Count}}
	})
	byOrder = indexes.NewBy("order", kv.Int, func(d *Document) []int64 { return []int64{d.OrderID} })
	// listed is of one group, by the time at which they were written.
	listed = indexes.NewBy("listed", kv.PairOf(kv.Int, kv.Time), func(d *Document) []kv.Pair2[int64, time.Time] {
		return []kv.Pair2[int64, time.Time]{{B: d.CreatedAt}}
	}).Counted().Ascending()
	documents = indexes.Define(indexes.Spec[Document]{
		Name: "invoices", Version: 1,
		Person: indexes.Stays("the law wants invoices kept"),
		Shown:  shown,
		ID:     func(d *Document) *int64 { return &d.ID },
		Stamp: func(tx app.Tx, old, d *Document) {
			if old == nil {
				d.CreatedAt = tx.Now()
			}
		},
		Check: (*Document).check,
	}, byNumber.Index, byOrder.Index, listed.Index)
)

// shown tells whether the order of a document is.
func shown(r app.Reader, d *Document) (bool, error) {
	_, err := order.Orders.Get(r, d.OrderID)
	if errors.Is(err, indexes.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// Recipient is whom the next invoice of an order is for.
type Recipient struct {
	OrderID int64 `msgpack:"o"`
	Buyer   Buyer `msgpack:"b"`
}

var recipients = indexes.DefineKeyed(indexes.KeyedSpec[int64, Recipient]{
	Name: "invoice_recipients", Version: 1,
	Person: indexes.Removed("the order"),
	Key:    kv.Int,
	KeyOf:  func(r *Recipient) int64 { return r.OrderID },
})

// next is the number that comes next in a series and year. It is good in this transaction
// alone: nothing but a document that is stored takes it.
func next(tx app.Tx, series string, year int64) (int64, error) {
	for e, err := range byNumber.Keys(app.Whole(tx), indexes.PrefixOf2[int64](series, year).Reversed().Limit(1)) {
		return e.Key.C + 1, err
	}
	return 1, nil
}
