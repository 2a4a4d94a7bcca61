package door

import (
	"net/http"

	"marquee/app/door"
	"marquee/app/entry"
	"marquee/app/entry/rules"
	"marquee/app/order"
)

type scanIn struct {
	UUID  string   `json:"uuid"`
	Codes []string `json:"codes"`
	With  string   `json:"with"` // the ticket that brings them
	// Tag is what the guest wears, in place of codes.
	Tag       string `json:"tag"`
	Zone      int64  `json:"zone"`
	Gate      int64  `json:"gate"` // of the plan, where the phone stands
	Direction string `json:"direction"`
	Confirmed bool   `json:"confirmed"`
	// Override lifts capacity and ages for a supervisor's phone, for a reason. Inside lets in
	// who is inside already, of whom the supervisor was told.
	Override bool   `json:"override"`
	Inside   bool   `json:"inside"`
	Reason   string `json:"reason"`
}

type toldJSON struct {
	Status     string       `json:"status"`
	Detail     string       `json:"detail"`
	Out        bool         `json:"out"`
	Forced     bool         `json:"forced"`
	Code       string       `json:"code"`
	Item       int64        `json:"item"`
	Kind       string       `json:"kind"`
	Name       string       `json:"name"`
	Order      string       `json:"order"`
	Entries    int64        `json:"entries"`
	MaxEntries *int64       `json:"maxEntries"`
	Attendance int64        `json:"attendance"`
	Present    int64        `json:"present"`
	Capacity   *int64       `json:"capacity"`
	Last       *lastJSON    `json:"last"`
	Entered    []lastJSON   `json:"entered"`
	ReplacedAt *int64       `json:"replacedAt"`
	Cause      string       `json:"cause"`
	Choices    []choiceJSON `json:"choices"`
	Remedy     remedyJSON   `json:"remedy"`
}

type lastJSON struct {
	At   int64  `json:"at"`
	Out  bool   `json:"out"`
	Gate string `json:"gate"`
	By   string `json:"by"`
}

type choiceJSON struct {
	Code string `json:"code"` // that the gate takes of it
	Name string `json:"name"`
	Item int64  `json:"item"`
}

type remedyJSON struct {
	Kind     string `json:"kind"`
	At       *int64 `json:"at"`
	Override bool   `json:"override"`
}

// remedies are the names of the kinds of remedies.
var remedies = [...]string{
	rules.NoRemedy: "", rules.ComeLater: "comeLater", rules.FreePlace: "freePlace", rules.Choose: "choose", rules.ShowID: "showID",
	rules.NewestCode: "newestCode", rules.OtherGate: "otherGate", rules.HelpDesk: "helpDesk",
	rules.LiveCode: "liveCode", rules.PrintedCode: "printedCode",
}

// causes are the names of why a code was replaced.
var causes = [...]string{order.NewCode: "", order.PassedOn: "passedOn", order.SoldOn: "soldOn", order.Changed: "changed"}

func lastForm(m *door.Move) lastJSON { return lastJSON{number(m.At), m.Out, m.Gate, m.By} }

func (d *Door) scan(w http.ResponseWriter, r *http.Request, p *door.Pass) (any, error) {
	var in scanIn
	if err := read(w, r, &in); err != nil {
		return nil, err
	}
	var tags []string
	if in.Tag != "" {
		tags = []string{in.Tag}
	}
	v, err := p.Scan(r.Context(), d.app, entry.ScanRequest{
		UUID: in.UUID, Once: true, Tags: tags, Barcodes: in.Codes, With: in.With, ZoneID: in.Zone, GateID: in.Gate, Direction: in.Direction, Confirmed: in.Confirmed,
		IgnoreAge: in.Override, IgnoreCapacity: in.Override, IgnoreCode: in.Override, IgnoreLease: in.Override,
		IgnoreInside: in.Override && in.Inside, Reason: in.Reason,
	})
	return toldForm(&v, in.Override), err
}

func toldForm(v *door.Verdict, override bool) toldJSON {
	name := v.FirstName
	if v.LastName != "" {
		name += " " + v.LastName
	}
	out := toldJSON{
		Status: v.Status.String(), Detail: v.Detail, Code: v.Barcode, Item: v.ItemID, Kind: v.SaleName, Name: name, Order: v.OrderReference,
		Entries: v.ScansIn, MaxEntries: v.ScansInMax, Attendance: v.Attendance, Present: v.Attendance, Capacity: v.Capacity,
		Entered: []lastJSON{}, ReplacedAt: micros(v.ReplacedAt), Cause: causes[v.Cause], Choices: []choiceJSON{},
		Remedy: remedyJSON{remedies[v.Remedy.Kind], micros(v.Remedy.At), v.Remedy.Override},
	}
	if v.Last != nil {
		last := lastForm(v.Last)
		out.Last = &last
		out.Out = v.Status == entry.Valid && v.Last.Out
	}
	for _, m := range v.Moved { // a zone that hides its attendees tells nothing of the last one
		out.Out = out.Out || m.Out && m.ItemID == v.ScanResult.ItemID
	}
	if out.Code == "" {
		out.Code = v.Tag
	}
	out.Forced = override && v.Status == entry.Valid
	for i := range v.Entered {
		out.Entered = append(out.Entered, lastForm(&v.Entered[i]))
	}
	for _, c := range v.Available {
		out.Choices = append(out.Choices, choiceJSON{c.Barcode, c.Name, c.ItemID})
	}
	return out
}
