package async

import (
	"errors"
	"iter"
	"time"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

// Field is a header.
type Field struct {
	Name  string `msgpack:"n"`
	Value string `msgpack:"v"`
}

// Request is what is to be carried out.
type Request struct {
	Method string `msgpack:"m"`
	Path   string `msgpack:"p"`
	Query  string `msgpack:"q,omitempty"`
	// Host is where it came to, TLS tells that it was over https: for the links of the answer.
	Host   string  `msgpack:"o,omitempty"`
	TLS    bool    `msgpack:"tl,omitempty"`
	Header []Field `msgpack:"h,omitempty"`
	Body   []byte  `msgpack:"b,omitempty"`
	// Safe requests change nothing.
	Safe bool `msgpack:"s,omitempty"`
	// Address is where it came from.
	Address string `msgpack:"a,omitempty"`
}

// Answer is what came of it.
type Answer struct {
	Status int
	Header []Field
	Body   []byte
	// Rights are those of the caller that it was made for, empty where they were not asked for.
	Rights string
}

type state int64

const (
	waiting state = iota + 1
	running
	done
)

// call is a request with what is known of it. The number of a state is stored.
type call struct {
	ID        int64   `msgpack:"id"`
	UUID      string  `msgpack:"u"`
	CompanyID int64   `msgpack:"c"`
	UserID    int64   `msgpack:"us"`
	TokenID   int64   `msgpack:"t"`
	Request   Request `msgpack:"r"`
	State     state   `msgpack:"s"`
	// Status, Header and Parts are those of the answer; the body stands in so many parts.
	Status    int64      `msgpack:"st,omitempty"`
	Header    []Field    `msgpack:"h,omitempty"`
	Parts     int64      `msgpack:"n,omitempty"`
	CreatedAt time.Time  `msgpack:"ca"`
	EndsAt    *time.Time `msgpack:"e,omitempty"`
	// Rights are those of the answer: who has others by now is not given it.
	Rights string `msgpack:"ri,omitempty"`
	// Outdated: answers were forgotten since it was begun, and what is being made of it may tell
	// the same.
	Outdated bool `msgpack:"od,omitempty"`
}

func (c *call) check() error {
	if c.UUID == "" || c.CompanyID == 0 || (c.State == done) != (c.EndsAt != nil) || (c.Status != 0) != (c.State == done) {
		return errors.New("async: a request without uuid or company, or with half an answer")
	}
	return nil
}

var (
	callByUUID = indexes.NewUnique("uuid", kv.String, func(c *call) []string { return []string{c.UUID} })
	// callOpen lists what waits or runs, by token.
	callOpen = indexes.NewBy("open", kv.Int, func(c *call) []int64 {
		if c.State == done {
			return nil
		}
		return []int64{c.TokenID}
	})
	callByCompany = indexes.NewBy("company", kv.Int, func(c *call) []int64 { return []int64{c.CompanyID} }).Counted()
	callByEnd     = indexes.NewBy("end", kv.Time, func(c *call) []time.Time {
		if c.EndsAt == nil {
			return nil
		}
		return []time.Time{*c.EndsAt}
	})
	calls = indexes.Define(indexes.Spec[call]{
		Name: "async_calls", Version: 1, Global: true,
		Person:    indexes.Searched("answers that are kept for hours"),
		Unaudited: "an answer that is kept",
		ID:        func(c *call) *int64 { return &c.ID },
		Stamp: func(tx app.Tx, old, c *call) {
			if old == nil {
				c.CreatedAt = tx.Now()
			}
		},
		Check: (*call).check,
	}, callByUUID.Index, callOpen.Index, callByCompany.Index, callByEnd.Index)
)

// part is a piece of the body of an answer.
type part struct {
	CallID int64  `msgpack:"c"`
	N      int64  `msgpack:"n"`
	Bytes  []byte `msgpack:"b"`
}

type partKey = kv.Pair2[int64, int64]

var parts = indexes.DefineKeyed(indexes.KeyedSpec[partKey, part]{
	Name: "async_parts", Version: 1, Global: true,
	Person:    indexes.Searched("answers that are kept for hours"),
	Unaudited: "an answer that is kept",
	Key:       kv.PairOf(kv.Int, kv.Int),
	KeyOf:     func(p *part) partKey { return partKey{A: p.CallID, B: p.N} },
})

// size is how much of a request's answer is kept.
type size struct {
	Parts int64 `msgpack:"n"`
}

var sizes = indexes.PartOf[call, size](calls.Table)

// bytesOf is how many bytes of answers are kept for a company, in whole parts.
func bytesOf(r app.Reader, company int64) (n int64, err error) {
	ids, err := indexes.Gather(callByCompany.IDs(r, indexes.Equal(company)))
	if err != nil {
		return 0, err
	}
	all, err := sizes.GetMany(r, ids)
	for i := range all {
		n += all[i].Parts * partSize
	}
	return n, err
}

// Area is what this area brings.
func Area() app.Area {
	return app.Area{
		Tables:  []indexes.Declared{calls.Declared, parts.Declared},
		Dropped: []string{"async_calls.due"},
		Effects: []app.Effect{goesOn.By(begin)},
		Jobs:    []app.Job{{Name: ClearJob, Every: clearEvery, ByClock: true, Run: clearDone}},
		Invariants: []app.Invariant{
			goesOn.Invariant("an asynchronous request without an answer stands in the queue", func(r app.Reader) iter.Seq2[indexes.Hit[call], error] {
				return callByCompany.Scan(r, indexes.Equal(r.Company()))
			}),
		},
	}
}

// ClearJob is the name of the job.
const ClearJob = "forget asynchronous answers"
