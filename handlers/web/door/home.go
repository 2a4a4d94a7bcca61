package door

import (
	"net/http"
	"strconv"

	"marquee/app/door"
	"marquee/app/entry"
	"marquee/app/entry/rules"
)

type homeJSON struct {
	Device deviceJSON `json:"device"`
	Event  eventJSON  `json:"event"`
	Zones  []zoneJSON `json:"zones"`
	Gates  []gateJSON `json:"gates"`
	Codes  codesJSON  `json:"codes"`
	Demo   bool       `json:"demo"` // the company is in demo mode
	Day    int64      `json:"day"`
	Now    int64      `json:"now"`
}

type deviceJSON struct {
	ID        int64  `json:"id"`
	Name      string `json:"name"`
	Gate      string `json:"gate"`
	Overrides bool   `json:"overrides"`
	EndsAt    int64  `json:"endsAt"`
}

// gateJSON is a gate on the plan of the event.
type gateJSON struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
}

type eventJSON struct {
	ID       int64  `json:"id"`
	Name     string `json:"name"`
	Start    int64  `json:"start"`
	End      int64  `json:"end"`
	Timezone string `json:"timezone"`
}

// codesJSON is what phones need to read codes by themselves.
type codesJSON struct {
	SignedOnly  bool      `json:"signedOnly"`
	StaticToo   bool      `json:"staticToo"`
	Provisional bool      `json:"provisional"`
	Keys        []keyJSON `json:"keys"`
}

type keyJSON struct {
	ID     int64  `json:"id"`
	Public []byte `json:"public"`
}

type zoneJSON struct {
	ID         int64     `json:"id"`
	Name       string    `json:"name"`
	Bound      bool      `json:"bound"`
	Hidden     bool      `json:"hidden"`
	Attendance int64     `json:"attendance"`
	Present    int64     `json:"present"`
	ScanOut    []int64   `json:"scanOut"` // moments at which everybody inside is scanned out
	Rules      rulesJSON `json:"rules"`
	// Leases: its tickets are shared out among phones.
	Leases *leasesJSON `json:"leases"`
}

type rulesJSON struct {
	Mode           string  `json:"mode"`
	Entry          bool    `json:"entry"`
	ScansInMax     *int64  `json:"scansInMax"`
	Capacity       *int64  `json:"capacity"`
	MinAge         *int64  `json:"minAge"`
	MaxAge         *int64  `json:"maxAge"`
	Opening        *int64  `json:"opening"`
	Closing        *int64  `json:"closing"`
	Precision      bool    `json:"precision"`
	IgnoreValidity bool    `json:"ignoreValidity"`
	SaleItems      []int64 `json:"saleItems"`
}

func (d *Door) home(_ http.ResponseWriter, r *http.Request, p *door.Pass) (any, error) {
	if n, err := strconv.ParseInt(r.URL.Query().Get("waits"), 10, 64); err == nil && n >= 0 {
		p.Says(d.app, n)
	}
	h, err := p.Home(r.Context(), d.app)
	if err != nil {
		return nil, err
	}
	out := homeJSON{
		Device: deviceJSON{h.Device.ID, h.Device.Name, h.Device.Gate, h.Device.Overrides, number(h.Device.EndsAt)},
		Event:  eventJSON{h.Event.ID, h.Event.Name, number(h.Event.Start), number(h.Event.End), h.Event.Timezone},
		Zones:  make([]zoneJSON, len(h.Zones)), Gates: []gateJSON{}, Demo: h.Demo, Day: dayNumber(h.Day), Now: number(h.Now),
	}
	c := h.Event.Codes
	out.Codes = codesJSON{SignedOnly: c.SignedOnly, StaticToo: c.StaticToo, Provisional: c.Provisional, Keys: []keyJSON{}}
	for _, k := range h.Keys {
		out.Codes.Keys = append(out.Codes.Keys, keyJSON{k.ID, k.Public})
	}
	for _, g := range h.Gates {
		out.Gates = append(out.Gates, gateJSON{g.ID, g.Name})
	}
	for i := range h.Zones {
		out.Zones[i] = zoneForm(&h.Zones[i], h.Bound(h.Zones[i].ID))
		out.Zones[i].Leases = leasesForm(h.Leases[h.Zones[i].ID])
	}
	return out, nil
}

func zoneForm(z *entry.PhoneZone, bound bool) zoneJSON {
	r, scanOut := z.Rules, make([]int64, len(z.ScanOut))
	for i, at := range z.ScanOut {
		scanOut[i] = number(at)
	}
	return zoneJSON{
		ID: z.ID, Name: z.Name, Bound: bound, Hidden: z.Hidden, Attendance: z.Attendance, Present: z.Present, ScanOut: scanOut,
		Rules: rulesJSON{
			Mode: r.Mode, Entry: r.Entry, ScansInMax: r.MaxIn(), Capacity: r.Capacity, MinAge: r.MinAge, MaxAge: r.MaxAge,
			Opening: micros(r.Opening), Closing: micros(r.Closing), Precision: r.Precision, IgnoreValidity: r.IgnoreValidity,
			SaleItems: append([]int64{}, r.SaleItemIDs...),
		},
	}
}

func dayNumber(d rules.Day) int64 { return int64(d.Year)*10000 + int64(d.Month)*100 + int64(d.Date) }
