package rules

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"github.com/matryer/is"
)

var update = flag.Bool("update", false, "write the vectors anew")

// vectorsFile holds requests with the decisions about them. The same file is played
// against the program for phones, so that both decide alike.
const vectorsFile = "testdata/vectors.jsonl"

// vectorCount is how many there are.
const vectorCount = 900

// vector is one line: a request in words, as the row of numbers that phones send, and the
// answer. JSON has no NaN; null takes its place.
type vector struct {
	Ask    jsonAsk    `json:"ask"`
	Row    []*float64 `json:"row"`
	Answer []*float64 `json:"answer"`
	Status string     `json:"status"`
}

type jsonAsk struct {
	Zone           jsonZone     `json:"zone"`
	Attendance     int64        `json:"attendance"`
	Direction      string       `json:"direction"`
	Now            int64        `json:"now"`
	Day            int64        `json:"day"`
	Confirmed      bool         `json:"confirmed,omitempty"`
	IgnoreCapacity bool         `json:"ignoreCapacity,omitempty"`
	IgnoreAge      bool         `json:"ignoreAge,omitempty"`
	IgnoreCode     bool         `json:"ignoreCode,omitempty"`
	IgnoreLease    bool         `json:"ignoreLease,omitempty"`
	IgnoreInside   bool         `json:"ignoreInside,omitempty"`
	Codes          jsonCodes    `json:"codes"`
	Disabled       []int64      `json:"disabled,omitempty"`
	Tickets        []jsonTicket `json:"tickets"`
}

type jsonZone struct {
	Mode           string  `json:"mode"`
	Entry          bool    `json:"entry,omitempty"`
	ScansInMax     *int64  `json:"scansInMax,omitempty"`
	Capacity       *int64  `json:"capacity,omitempty"`
	MinAge         *int64  `json:"minAge,omitempty"`
	MaxAge         *int64  `json:"maxAge,omitempty"`
	Opening        *int64  `json:"opening,omitempty"`
	Closing        *int64  `json:"closing,omitempty"`
	Precision      bool    `json:"precision,omitempty"`
	IgnoreValidity bool    `json:"ignoreValidity,omitempty"`
	SaleItems      []int64 `json:"saleItems,omitempty"`
}

type jsonCodes struct {
	SignedOnly  bool `json:"signedOnly,omitempty"`
	StaticToo   bool `json:"staticToo,omitempty"`
	Provisional bool `json:"provisional,omitempty"`
}

type jsonTicket struct {
	Code      CodeKind     `json:"code"`
	Shown     Form         `json:"shown,omitempty"`
	Step      int64        `json:"step,omitempty"`
	Used      int64        `json:"used,omitempty"`
	Elsewhere bool         `json:"elsewhere,omitempty"`
	Issued    Form         `json:"issued,omitempty"`
	SaleItem  int64        `json:"saleItem"`
	Kind      Kind         `json:"kind"`
	Sold      bool         `json:"sold,omitempty"`
	Frozen    bool         `json:"frozen,omitempty"`
	Void      bool         `json:"void,omitempty"`
	Undecided bool         `json:"undecided,omitempty"`
	Barred    bool         `json:"barred,omitempty"`
	Demo      bool         `json:"demo,omitempty"`
	From      *int64       `json:"from,omitempty"`
	To        *int64       `json:"to,omitempty"`
	Grace     int64        `json:"grace"`
	Inside    bool         `json:"inside,omitempty"`
	Entries   int64        `json:"entries"`
	Born      *int64       `json:"born,omitempty"`
	AddOns    []jsonTicket `json:"addOns,omitempty"`
}

func at(micros *int64) *time.Time {
	if micros == nil {
		return nil
	}
	t := time.UnixMicro(*micros)
	return &t
}

func dayOf(n int64) Day { return Day{int(n / 10000), int(n / 100 % 100), int(n % 100)} }

func (j jsonAsk) ask() Ask {
	a := Ask{
		Zone: Zone{
			Mode: j.Zone.Mode, Entry: j.Zone.Entry, ScansInMax: j.Zone.ScansInMax, Capacity: j.Zone.Capacity,
			MinAge: j.Zone.MinAge, MaxAge: j.Zone.MaxAge, Opening: at(j.Zone.Opening), Closing: at(j.Zone.Closing),
			Precision: j.Zone.Precision, IgnoreValidity: j.Zone.IgnoreValidity, SaleItemIDs: append([]int64(nil), j.Zone.SaleItems...),
		},
		Attendance: j.Attendance, Direction: j.Direction, Now: time.UnixMicro(j.Now), Day: dayOf(j.Day),
		Confirmed: j.Confirmed, IgnoreCapacity: j.IgnoreCapacity, IgnoreAge: j.IgnoreAge, IgnoreCode: j.IgnoreCode, IgnoreLease: j.IgnoreLease, IgnoreInside: j.IgnoreInside,
		Codes: Codes(j.Codes),
	}
	for _, id := range j.Disabled {
		if a.Disabled == nil {
			a.Disabled = map[int64]bool{}
		}
		a.Disabled[id] = true
	}
	for _, t := range j.Tickets {
		a.Tickets = append(a.Tickets, t.ticket())
	}
	return a
}

func (j jsonTicket) ticket() Ticket {
	t := Ticket{
		Code: j.Code, Shown: j.Shown, Step: j.Step, Used: j.Used, Elsewhere: j.Elsewhere, State: State{j.Inside, j.Entries},
		Item: Item{
			SaleItemID: j.SaleItem, Kind: j.Kind, Sold: j.Sold, Frozen: j.Frozen, Void: j.Void, Undecided: j.Undecided, Barred: j.Barred, Demo: j.Demo,
			Issued: j.Issued, From: at(j.From), To: at(j.To), Grace: time.Duration(j.Grace) * time.Microsecond,
		},
	}
	if j.Born != nil {
		born := dayOf(*j.Born)
		t.Born = &born
	}
	for _, extra := range j.AddOns {
		t.AddOns = append(t.AddOns, extra.ticket())
	}
	return t
}

// row writes a request as phones do.
func (j jsonAsk) row() []float64 {
	z := j.Zone
	r := []float64{float64(index(modes, z.Mode)), truth(z.Entry), opt(z.ScansInMax), opt(z.Capacity), opt(z.MinAge), opt(z.MaxAge),
		opt(z.Opening), opt(z.Closing), truth(z.Precision), truth(z.IgnoreValidity)}
	r = appendIDs(r, z.SaleItems)
	r = append(r, float64(j.Attendance), float64(index(directions, j.Direction)), float64(j.Now), float64(j.Day),
		truth(j.Confirmed), truth(j.IgnoreCapacity), truth(j.IgnoreAge), truth(j.IgnoreCode), truth(j.IgnoreLease), truth(j.IgnoreInside),
		truth(j.Codes.SignedOnly), truth(j.Codes.StaticToo), truth(j.Codes.Provisional))
	return appendTickets(appendIDs(r, j.Disabled), j.Tickets)
}

func appendTickets(r []float64, all []jsonTicket) []float64 {
	r = append(r, float64(len(all)))
	for _, t := range all {
		r = append(r, float64(t.Code), float64(t.Shown), float64(t.Step), float64(t.Used), truth(t.Elsewhere), float64(t.Issued), float64(t.SaleItem), float64(t.Kind), truth(t.Sold), truth(t.Frozen), truth(t.Void),
			truth(t.Undecided), truth(t.Barred), truth(t.Demo), opt(t.From), opt(t.To), float64(t.Grace), truth(t.Inside), float64(t.Entries), opt(t.Born))
		r = appendTickets(r, t.AddOns)
	}
	return r
}

func appendIDs(r []float64, ids []int64) []float64 {
	r = append(r, float64(len(ids)))
	for _, id := range ids {
		r = append(r, float64(id))
	}
	return r
}

func opt(v *int64) float64 {
	if v == nil {
		return math.NaN()
	}
	return float64(*v)
}

func nullable(row []float64) []*float64 {
	out := make([]*float64, len(row))
	for i := range row {
		if !math.IsNaN(row[i]) {
			out[i] = &row[i]
		}
	}
	return out
}

func plain(row []*float64) []float64 {
	out := make([]float64, len(row))
	for i, v := range row {
		if out[i] = math.NaN(); v != nil {
			out[i] = *v
		}
	}
	return out
}

// draw makes a request that touches many rules, most of them one at a time.
func draw(r *rand.Rand) jsonAsk {
	one := func(n int) bool { return r.IntN(n) == 0 }
	maybe := func(n int, v int64) *int64 {
		if !one(n) {
			return nil
		}
		return &v
	}
	now := noon.UnixMicro()
	hours := func() int64 { return now + (r.Int64N(49)-24)*int64(time.Hour/time.Microsecond) }
	j := jsonAsk{
		Zone: jsonZone{
			Mode: modes[r.IntN(3)], Entry: one(3), ScansInMax: maybe(4, 1+r.Int64N(3)), Capacity: maybe(3, r.Int64N(6)),
			MinAge: maybe(2, 18), MaxAge: maybe(2, 60), Opening: maybe(12, hours()), Closing: maybe(12, hours()),
			Precision: one(2), IgnoreValidity: one(5), SaleItems: []int64{},
		},
		Attendance: r.Int64N(6), Direction: directions[r.IntN(8)%4*r.IntN(2)], Now: now, Day: 20270601,
		Confirmed: one(4), IgnoreCapacity: one(6), IgnoreAge: one(6), IgnoreCode: one(6), IgnoreLease: one(6), IgnoreInside: one(4),
		Codes: jsonCodes{one(2), one(2), one(2)}, Disabled: []int64{}, Tickets: []jsonTicket{},
	}
	if one(6) {
		j.Zone.SaleItems = []int64{10, 12}[:1+r.IntN(2)]
	}
	if one(8) {
		j.Disabled = []int64{10 + r.Int64N(3)}
	}
	var ticket func(depth int) jsonTicket
	ticket = func(depth int) jsonTicket {
		t := jsonTicket{
			Code: TicketCode, SaleItem: 10 + r.Int64N(3), Kind: Kind(r.IntN(4)), Sold: !one(30), Frozen: one(25), Void: one(30), Undecided: one(30), Barred: one(40), Demo: one(40),
			From: maybe(7, hours()), To: maybe(7, hours()), Grace: r.Int64N(3) * int64(time.Hour/time.Microsecond),
			Inside: one(3), Entries: r.Int64N(3), AddOns: []jsonTicket{},
		}
		if one(12) {
			t.Code = CodeKind(r.IntN(int(StaleCode) + 1))
		}
		if one(3) {
			t.Issued, t.Shown, t.Elsewhere = Form(r.IntN(3)), Form(r.IntN(3)), one(8)
		}
		if t.Shown == Rotating {
			t.Step, t.Used = 120_000_000+r.Int64N(3), (120_000_000+r.Int64N(3))*r.Int64N(2)
		}
		if !one(3) {
			t.Born = maybe(1, (1940+r.Int64N(88))*10000+601+r.Int64N(2))
		}
		for n := r.IntN(3); depth == 0 && n > 0; n-- {
			t.AddOns = append(t.AddOns, ticket(1))
		}
		return t
	}
	for n := 1 + r.IntN(2)*r.IntN(3); n > 0; n-- {
		j.Tickets = append(j.Tickets, ticket(0))
	}
	return j
}

func writeVectors(t *testing.T) {
	t.Helper()
	var out bytes.Buffer
	r := rand.New(rand.NewPCG(22, 7))
	for range vectorCount {
		j := draw(r)
		answer, err := DecideNumbers(j.row())
		if err != nil {
			t.Fatal(err)
		}
		line, err := json.Marshal(vector{j, nullable(j.row()), nullable(answer), Decide(j.ask()).Overall.Status.String()})
		if err != nil {
			t.Fatal(err)
		}
		out.Write(append(line, '\n'))
	}
	if err := os.WriteFile(vectorsFile, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestVectors: the rules decide today as they did when the vectors were written, whether
// they are asked in words or in numbers, and the vectors touch every outcome.
func TestVectors(t *testing.T) {
	is := is.New(t)
	if *update {
		writeVectors(t)
	}
	file, err := os.ReadFile(vectorsFile)
	is.NoErr(err)
	seen := map[string]int{}
	n := 0
	for line := range bytes.Lines(file) {
		n++
		var v vector
		is.NoErr(json.Unmarshal(line, &v))
		asked, err := ParseAsk(plain(v.Row))
		is.NoErr(err)
		is.Equal(asked, v.Ask.ask())
		d := Decide(asked)
		is.Equal(d.Overall.Status.String(), v.Status)
		is.Equal(fmt.Sprint(decisionRow(&asked, d)), fmt.Sprint(plain(v.Answer)))
		seen[v.Status+" "+d.Overall.Detail]++
	}
	is.Equal(n, vectorCount)
	for _, s := range statusSlugs[Valid:Failed] {
		for _, d := range details {
			if (d == NoDetail || s == Denied.String()) && seen[s+" "+d] < 3 {
				t.Errorf("the vectors hardly touch %s %s: %d", s, d, seen[s+" "+d])
			}
		}
	}
}

// FuzzDecideNumbers: no row makes the rules fail, and what is no request is refused.
func FuzzDecideNumbers(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 20 {
		f.Add(encodeBytes(draw(r).row()))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		row := make([]float64, len(b)/8)
		for i := range row {
			for j := range 8 {
				row[i] = math.Float64frombits(math.Float64bits(row[i])<<8 | uint64(b[i*8+j]))
			}
		}
		answer, err := DecideNumbers(row)
		if (err == nil) != (len(answer) > 0) {
			t.Fatalf("%v, and %v", answer, err)
		}
	})
}

func encodeBytes(row []float64) []byte {
	var b []byte
	for _, v := range row {
		bits := math.Float64bits(v)
		for shift := 56; shift >= 0; shift -= 8 {
			b = append(b, byte(bits>>shift))
		}
	}
	return b
}

func TestRowsThatAreNoRequest(t *testing.T) {
	good := draw(rand.New(rand.NewPCG(3, 3))).row()
	nobody := draw(rand.New(rand.NewPCG(3, 3)))
	nobody.Tickets = nil
	for name, row := range map[string][]float64{
		"empty": nil, "cut off": good[:len(good)-1], "with more behind it": append(good[:len(good):len(good)], 0),
		"with half a number": append([]float64{0.5}, good[1:]...), "of an unknown mode": append([]float64{9}, good[1:]...),
		"without tickets": nobody.row(), "too long": make([]float64, MaxNumbers+1),
	} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			_, err := DecideNumbers(row)
			is.Equal(err, errNumbers)
		})
	}
}

func TestRemedies(t *testing.T) {
	later := noon.Add(time.Hour)
	for _, c := range []struct {
		name string
		ask  Ask
		want Remedy
	}{
		{"a gate that opens says when", asked(Zone{Mode: ScanInOut, Opening: &later}, nil, ticket()), Remedy{Kind: ComeLater, At: &later}},
		{"one that has closed says nothing", asked(Zone{Mode: ScanInOut, Closing: ptr(noon)}, nil, ticket()), Remedy{}},
		{"a ticket for later says when, with its grace", asked(Zone{Mode: ScanInOut}, nil, ticket(window(2*time.Hour, 3*time.Hour, time.Hour-time.Minute))), Remedy{Kind: ComeLater, At: ptr(noon.Add(time.Hour + time.Minute))}},
		{"one that is over says nothing", asked(Zone{Mode: ScanInOut}, nil, ticket(window(-time.Hour, 0, 0))), Remedy{}},
		{"a full zone waits for a place", asked(Zone{Mode: ScanInOut, Capacity: ptr(int64(0))}, nil, ticket()), Remedy{Kind: FreePlace, Override: true}},
		{"an unknown age is shown", asked(Zone{Mode: ScanInOut, MinAge: ptr(int64(18))}, nil, ticket()), Remedy{Kind: ShowID, Override: true}},
		{"who is too young needs somebody who may", asked(Zone{Mode: ScanInOut, MinAge: ptr(int64(18))}, nil, ticket(born(2020))), Remedy{Override: true}},
		{"another gate takes it", asked(Zone{Mode: ScanInOut, SaleItemIDs: []int64{11}}, nil, ticket()), Remedy{Kind: OtherGate}},
		{"approval is the office's", asked(Zone{Mode: ScanInOut}, nil, ticket(pending)), Remedy{Kind: HelpDesk}},
		{"a lock is the office's", asked(Zone{Mode: ScanInOut}, nil, ticket(frozen)), Remedy{Kind: HelpDesk}},
		{"an old code has a newer one", asked(Zone{Mode: ScanInOut}, nil, Ticket{Code: ReplacedCode}), Remedy{Kind: NewestCode}},
		{"digits of before have newer ones", asked(Zone{Mode: ScanInOut}, nil, ticket(stale)), Remedy{Kind: LiveCode}},
		{"a barcode alone has digits on the ticket's page", asked(Zone{Mode: ScanInOut}, nil, ticket(issued(Rotating))), Remedy{Kind: LiveCode, Override: true}},
		{"a copy of a rotating code too", asked(Zone{Mode: ScanInOut}, nil, ticket(issued(Rotating), rotating(7, 7))), Remedy{Kind: LiveCode, Override: true}},
		{"a barcode that was typed stands on the ticket as a code", Ask{Zone: Zone{Mode: ScanInOut}, Now: noon, Codes: Codes{SignedOnly: true}, Tickets: []Ticket{ticket(issued(Signed))}}, Remedy{Kind: PrintedCode, Override: true}},
		{"who is inside needs somebody who may correct that", asked(Zone{Mode: ScanInOut}, nil, ticket(inside)), Remedy{Kind: HelpDesk, Override: true}},
		{"who used up the entries is the office's", asked(Zone{Mode: ScanInOut, ScansInMax: ptr(int64(1))}, nil, ticket(left)), Remedy{Kind: HelpDesk}},
		{"another device holds it", asked(Zone{Mode: ScanInOut}, nil, ticket(elsewhere)), Remedy{Kind: OtherGate, Override: true}},
		{"the office knows a ticket that the gate does not", asked(Zone{Mode: ScanInOut}, nil, ticket(unlisted)), Remedy{Kind: HelpDesk}},
		{"nothing helps an unknown code", asked(Zone{Mode: ScanInOut}, nil, Ticket{}), Remedy{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			is := is.New(t)
			d := Decide(c.ask)
			is.Equal(c.ask.Remedy(c.ask.Tickets[0], d.Overall), c.want)
		})
	}
}
