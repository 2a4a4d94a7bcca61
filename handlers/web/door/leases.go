package door

import (
	"net/http"

	"marquee/app/door"
)

// leasesJSON is how the leases of a zone stand for one phone.
type leasesJSON struct {
	Epoch  int64       `json:"epoch"`
	Text   string      `json:"text"`
	Serial int64       `json:"serial"`
	Others []shareJSON `json:"others"`
}

// shareJSON names tickets; the parts are in two numbers, for scripts have no larger ones.
type shareJSON struct {
	Gate      string          `json:"gate"`
	Low       uint32          `json:"low"`
	High      uint32          `json:"high"`
	SaleItems []int64         `json:"saleItems"`
	ByGate    bool            `json:"byGate,omitempty"`
	Gates     []gateShareJSON `json:"gates,omitempty"`
}

type gateShareJSON struct {
	ID   int64  `json:"id"`
	Low  uint32 `json:"low"`
	High uint32 `json:"high"`
}

func leasesForm(l *door.ZoneLeases) *leasesJSON {
	if l == nil {
		return nil
	}
	out := &leasesJSON{Epoch: l.Epoch, Text: l.Text, Serial: l.Serial, Others: []shareJSON{}}
	for _, o := range l.Others {
		s := shareJSON{Gate: o.Gate, Low: uint32(o.Parts), High: uint32(o.Parts >> 32), SaleItems: append([]int64{}, o.SaleItems...), ByGate: o.ByGate}
		for _, g := range o.Gates {
			s.Gates = append(s.Gates, gateShareJSON{g.ID, uint32(g.Parts), uint32(g.Parts >> 32)})
		}
		out.Others = append(out.Others, s)
	}
	return out
}

type heardIn struct {
	Zone    int64 `json:"zone"`
	Epoch   int64 `json:"epoch"`
	Holds   int64 `json:"holds"`
	Dropped int64 `json:"dropped"`
}

// heard takes note of what a phone has heard of, holds, and will not use again.
func (d *Door) heard(w http.ResponseWriter, r *http.Request, p *door.Pass) (any, error) {
	var in heardIn
	if err := read(w, r, &in); err != nil {
		return nil, err
	}
	return struct{}{}, p.Hear(r.Context(), d.app, door.Heard{ZoneID: in.Zone, Epoch: in.Epoch, Holds: in.Holds, Dropped: in.Dropped})
}
