package entry

import (
	"context"
	"strings"

	"marquee/app"
	"marquee/app/entry/rules"
	"marquee/app/order"
	"marquee/kv"
)

// PairRequest asks to pair a ticket with an NFC tag.
type PairRequest struct {
	// UUID is the device's key of the request: repeating it changes nothing.
	UUID         string
	Barcode, Tag string
	// EventID is the event at which it is done; 0 is the ticket's own. A ticket of
	// another event is paired there.
	EventID int64
	// Again: a ticket that has a tag gets this one in its place.
	Again bool
}

// pairKind is the kind under which answers to pairings are remembered.
const pairKind = "tickets.pair"

// pairAsks is what a pairing wants done.
type pairAsks struct {
	Barcode string `msgpack:"b"`
	Tag     string `msgpack:"t"`
	EventID int64  `msgpack:"e,omitempty"`
	Again   bool   `msgpack:"a,omitempty"`
}

// PairTag pairs a ticket with a tag, which from then on is scanned in its place. A tag of
// another ticket of the event moves; at other events it stays what it is. A ticket that
// has another tag is denied unless it is to be paired again; so is whatever no gate would
// let in. A denial changes nothing. The result describes the ticket at the Entry zone of
// its event.
func PairTag(ctx context.Context, a *app.App, c *app.Caller, in PairRequest) (ScanResult, error) {
	if err := in.clean(); err != nil {
		return ScanResult{}, err
	}
	call, err := app.NewCall(pairKind, in.UUID, &pairAsks{order.CanonicalBarcode(in.Barcode), in.Tag, in.EventID, in.Again})
	if err != nil {
		return ScanResult{}, err
	}
	var res ScanResult
	err = a.Update(ctx, c, scanners, func(tx app.Tx) error {
		known, done, err := app.Answered[ScanResult](a, tx, call)
		if res = known; done || err != nil {
			return err
		}
		p := pairing{in: in, caller: c, tx: tx}
		if res, err = p.run(); err != nil || res.Status != Valid {
			return err
		}
		return app.Remember(a, tx, call, res)
	})
	return res, err
}

// clean brings the codes into the form in which they are looked up.
func (in *PairRequest) clean() error {
	var p app.Problems
	checkCode(&p, "uuid", in.UUID)
	if checkCode(&p, "barcode", in.Barcode) {
		if in.Barcode = strings.TrimSpace(in.Barcode); in.Barcode == "" {
			p.Add("barcode", "is required")
		}
	}
	if checkCode(&p, "nfc-id", in.Tag) {
		if in.Tag = normalTag(in.Tag); in.Tag == "" {
			p.Add("nfc-id", "is required")
		}
	}
	return p.Err()
}

// pairing is one request in its transaction.
type pairing struct {
	in     PairRequest
	caller *app.Caller
	tx     app.Tx
}

func (p *pairing) run() (ScanResult, error) {
	if p.in.EventID != 0 {
		if _, err := liveEvent(p.tx, p.in.EventID); err != nil {
			return ScanResult{}, err
		}
	}
	code, err := readAt(p.tx, p.in.Barcode, p.in.EventID, p.tx.Wall())
	if err != nil {
		return ScanResult{}, err
	}
	if !code.Found || code.Item.EventID == 0 {
		return p.unknown(&code), nil
	}
	g, err := p.gate(&code)
	if err != nil {
		return ScanResult{}, err
	}
	o, err := p.pair(g)
	if err != nil {
		return ScanResult{}, err
	}
	return g.result(p.tx, rules.Decision{Each: []rules.Outcome{o}, Overall: o})
}

// unknown is the answer about a barcode that no ticket has.
func (p *pairing) unknown(code *order.Shown) ScanResult {
	res := ScanResult{Status: Denied, Barcode: p.in.Barcode}
	if code.Replaced {
		res.Detail = HistoricBarcode
	}
	return res
}

// gate is the Entry zone with the ticket before it.
func (p *pairing) gate(code *order.Shown) (*gate, error) {
	event := code.Item.EventID
	if p.in.EventID != 0 && code.Item.At(p.in.EventID) {
		event = p.in.EventID
	}
	zones, err := zonesOf(p.tx, event)
	if err != nil {
		return nil, err
	}
	g, err := openGate(p.tx, ScanRequest{ZoneID: entryZone(zones).ID, Confirmed: true}, p.caller, p.tx.Now(), p.tx.Wall())
	if err != nil {
		return nil, err
	}
	f := foundBy(p.in.Barcode, code)
	if err := g.complete(p.tx, &f); err != nil {
		return nil, err
	}
	g.tickets = []found{f}
	return g, nil
}

// pair gives the ticket the tag, if it may have it. A code that would not let it in gives
// it none: a tag is a code for ever.
func (p *pairing) pair(g *gate) (o rules.Outcome, err error) {
	f := &g.tickets[0]
	o.Status, o.Detail = rules.Standing(rules.Ticket{Code: f.kind, Item: f.itemRules()})
	if o.Status == Valid && f.shown < codeRules(&g.codes).Least(rules.Form(f.item.Form)) {
		o.Status = Denied
	}
	was := f.state
	switch {
	case o.Status != Valid:
		return o, nil
	case was.NFC == p.in.Tag:
		return o, p.takeAnswer()
	case was.NFC != "" && !p.in.Again:
		o.Status = Denied
		return o, nil
	}
	if err := app.TakeRows(p.tx, p.caller, 1); err != nil {
		return o, err
	}
	for _, event := range was.events() {
		if err := unpair(p.tx, p.in.Tag, event); err != nil {
			return o, err
		}
	}
	f.state.NFC = p.in.Tag
	return o, retag(app.WholeTx(p.tx), &was, &f.state)
}

// retag writes a ticket with another tag, or without one. The item changes with it: whoever
// follows items reads its tag there.
func retag(tx app.Tx, was, now *TicketState) error {
	if err := stateTable.Replace(tx, was, now); err != nil {
		return err
	}
	_, err := order.TouchItem(tx, now.ID)
	return err
}

// takeAnswer counts the answer that is remembered where nothing else is written: anybody
// can make up one uuid after the other.
func (p *pairing) takeAnswer() error {
	if p.in.UUID == "" {
		return nil
	}
	return app.TakeRows(p.tx, p.caller, 1)
}

// unpair takes a tag from the ticket of an event that has it.
func unpair(tx app.Tx, tag string, event int64) error {
	had, paired, err := ticketByTag.Find(tx, kv.Pair2[string, int64]{A: tag, B: event})
	if err != nil || !paired {
		return err
	}
	without := had.clone()
	without.NFC = ""
	return retag(tx, &had, &without)
}
