package simulated

import (
	"time"

	"marquee/app"
	"marquee/app/payment"
	"marquee/app/queue"
	"marquee/indexes"
	"marquee/kv"
)

// Intent is what the gateway remembers of a payment.
type Intent struct {
	ID     int64  `msgpack:"id"`
	Key    string `msgpack:"k"`
	Ref    string `msgpack:"r"`
	Secret string `msgpack:"s"`
	Order  string `msgpack:"o"`
	Amount int64  `msgpack:"a"`
	// CurrencyID is the ISO 4217 number.
	CurrencyID int64         `msgpack:"c"`
	Stage      payment.Stage `msgpack:"t"`
	Outcome    Outcome       `msgpack:"u,omitempty"`
	Problem    string        `msgpack:"p,omitempty"`
	// Local: the money settles as soon as there is a card, which stands for a voucher.
	Local bool `msgpack:"lo,omitempty"`
	// SettleAt is when settling money is decided on.
	SettleAt *time.Time `msgpack:"sa,omitempty"`
	// Captured and Refunded are what moved.
	Captured int64 `msgpack:"ca,omitempty"`
	Refunded int64 `msgpack:"re,omitempty"`
	// Returns are the keys under which money was given back.
	Returns   []string  `msgpack:"rk,omitempty"`
	CreatedAt time.Time `msgpack:"ct"`
	UpdatedAt time.Time `msgpack:"ut"`
}

var (
	byKey   = indexes.NewUnique("key", kv.String, func(i *Intent) []string { return []string{i.Key} })
	byRef   = indexes.NewUnique("ref", kv.String, func(i *Intent) []string { return []string{i.Ref} })
	intents = indexes.Define(indexes.Spec[Intent]{
		Name: "simulated_intents", Version: 1,
		Person:    indexes.Nobody("what gateways would know in the demo"),
		Unaudited: "the gateway of demos",
		ID:        func(i *Intent) *int64 { return &i.ID },
		Stamp:     func(tx app.Tx, old, i *Intent) { app.Stamp(tx, old == nil, &i.CreatedAt, &i.UpdatedAt) },
	}, byKey.Index, byRef.Index)
)

// Notice tells the box office that something happened to an intent, as the webhook of a
// gateway does.
var Notice = queue.NewKind(queue.Spec[notice]{Name: "payment.simulated.notice"})

type notice struct {
	Ref string `msgpack:"r"`
}

// Area is what this area brings.
func Area() app.Area {
	return app.Area{
		Tables: []indexes.Declared{intents.Declared},
		Effects: []app.Effect{
			payment.Served(payment.Simulated, Ready, nil, Make),
			Notice.SentBy(Tell),
		},
	}
}

// Intents lists what the gateway remembers of a company, for tests that compare it with
// the books.
func Intents(r app.Reader) (all []Intent, err error) {
	return indexes.Records(intents.Scan(r, indexes.All[int64]()))
}
