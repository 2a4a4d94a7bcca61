package door

import (
	"net/http"
	"strconv"
	"time"

	"marquee/app"
	"marquee/app/door"
	"marquee/app/entry/rules"
)

// listJSON is a part of the list. What many tickets share stands once: what was sold, and
// who scanned where.
type listJSON struct {
	Goods   []goodJSON `json:"goods"`
	Moves   []moveJSON `json:"moves"`
	Tickets []lineJSON `json:"tickets"`
	End     int64      `json:"end"`
	Cursor  string     `json:"cursor"`
	Total   int64      `json:"total"`
}

type goodJSON struct {
	SaleItem int64      `json:"saleItem"`
	Kind     rules.Kind `json:"kind"`
	Name     string     `json:"name"`
	From     *int64     `json:"from"`
	To       *int64     `json:"to"`
	Grace    int64      `json:"grace"`
}

type moveJSON struct {
	Gate string `json:"gate"`
	By   string `json:"by"`
}

type lineJSON struct {
	ID     int64      `json:"id"`
	Parent int64      `json:"parent,omitempty"`
	Bought int64      `json:"bought"` // the order
	Code   string     `json:"code"`
	Tag    string     `json:"tag,omitempty"`
	Form   rules.Form `json:"form,omitempty"`
	Secret string     `json:"secret,omitempty"`
	Step   int64      `json:"step,omitempty"`
	Old    []string   `json:"old,omitempty"`
	Was    []wasJSON  `json:"was,omitempty"`   // how each of those was replaced
	Gates  []int64    `json:"gates,omitempty"` // of the plan, that lead to its seat
	Good   int        `json:"good"`
	Flags  int        `json:"flags"`
	Name   string     `json:"name,omitempty"`
	Order  string     `json:"order"`
	Born   int64      `json:"born,omitempty"`
	Zones  [][5]int64 `json:"zones,omitempty"` // zone, inside, entries, last in, last out
	Last   []int64    `json:"last,omitempty"`  // when, out, place among the moves
}

// wasJSON tells when a code was replaced, and why.
type wasJSON struct {
	At    int64  `json:"at"`
	Cause string `json:"cause"`
}

// The flags of a line.
const (
	flagGone = 1 << iota
	flagSold
	flagFrozen
	flagVoid
	flagUndecided
	flagBarred
	flagDemo // sold in demo mode
)

func (d *Door) list(_ http.ResponseWriter, r *http.Request, p *door.Pass) (any, error) {
	q := r.URL.Query()
	var since *time.Time
	if text := q.Get("since"); text != "" {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return nil, app.Field("since", "must be an integer")
		}
		t := time.UnixMicro(n).UTC()
		since = &t
	}
	page, err := p.Tickets(r.Context(), d.app, door.ListQuery{Since: since, Gone: q.Get("gone") != "", Cursor: q.Get("cursor")})
	if err != nil {
		return nil, err
	}
	w := listWriter{goods: map[goodKey]int{}, moves: map[moveJSON]int{}}
	w.out = listJSON{Goods: []goodJSON{}, Moves: []moveJSON{}, Tickets: make([]lineJSON, len(page.Tickets)), End: number(page.End), Cursor: page.Cursor, Total: page.Total}
	for i := range page.Tickets {
		w.out.Tickets[i] = w.line(&page.Tickets[i])
	}
	return w.out, nil
}

// listWriter writes tickets, and what they share once.
type listWriter struct {
	out   listJSON
	goods map[goodKey]int
	moves map[moveJSON]int
}

type goodKey struct {
	saleItem, from, to, grace int64
	name                      string
}

func (w *listWriter) line(t *door.Ticket) lineJSON {
	l := lineJSON{
		ID: t.ID, Parent: t.ParentID, Bought: t.OrderID, Code: t.Barcode, Tag: t.NFC, Gates: t.GateIDs, Form: t.Rules.Issued, Secret: t.Secret, Step: t.Step, Good: w.good(t), Flags: flagsOf(t),
		Name: t.Holder, Order: t.Reference,
	}
	for i := range t.Old {
		l.Old = append(l.Old, t.Old[i].Old)
		l.Was = append(l.Was, wasJSON{number(t.Old[i].ChangedAt), causes[t.Old[i].Cause]})
	}
	if t.Born != nil {
		l.Born = dayNumber(*t.Born)
	}
	for _, z := range t.Zones {
		inside := int64(0)
		if z.Inside {
			inside = 1
		}
		l.Zones = append(l.Zones, [5]int64{z.ZoneID, inside, z.In, number(z.LastIn), number(z.LastOut)})
	}
	if t.Last != nil {
		out := int64(0)
		if t.Last.Out {
			out = 1
		}
		l.Last = []int64{number(t.Last.At), out, int64(w.move(t.Last))}
	}
	return l
}

func flagsOf(t *door.Ticket) (flags int) {
	for flag, on := range map[int]bool{
		flagGone: t.Gone, flagSold: t.Rules.Sold, flagFrozen: t.Rules.Frozen, flagVoid: t.Rules.Void,
		flagUndecided: t.Rules.Undecided, flagBarred: t.Rules.Barred, flagDemo: t.Rules.Demo,
	} {
		if on {
			flags |= flag
		}
	}
	return flags
}

func (w *listWriter) good(t *door.Ticket) int {
	i := &t.Rules
	key := goodKey{saleItem: i.SaleItemID, grace: int64(i.Grace), name: t.SaleName}
	if i.From != nil {
		key.from = i.From.UnixMicro()
	}
	if i.To != nil {
		key.to = i.To.UnixMicro()
	}
	at, known := w.goods[key]
	if !known {
		at = len(w.out.Goods)
		w.goods[key] = at
		w.out.Goods = append(w.out.Goods, goodJSON{i.SaleItemID, i.Kind, t.SaleName, micros(i.From), micros(i.To), i.Grace.Microseconds()})
	}
	return at
}

func (w *listWriter) move(m *door.Move) int {
	key := moveJSON{m.Gate, m.By}
	at, known := w.moves[key]
	if !known {
		at = len(w.out.Moves)
		w.moves[key] = at
		w.out.Moves = append(w.out.Moves, key)
	}
	return at
}
