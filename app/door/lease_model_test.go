package door_test

import (
	"slices"
	"strconv"
	"testing"
	"time"

	"pgregory.net/rapid"

	"marquee/app/apptest"
	"marquee/app/company"
	"marquee/app/door"
	"marquee/app/entry"
	"marquee/app/ticketcode/form"

	"marquee/app"
)

// modelPhone is a phone as its script behaves: what it knows, what it holds, and what it did
// while nobody answered.
type modelPhone struct {
	pass   *door.Pass
	ahead  time.Duration // how far its clock is off
	leased bool          // it knows that tickets are shared out
	epoch  int64
	held   *form.Lease
	usable bool // it has read the list since it got the lease
	// dropped is the newest lease that it gave up.
	dropped int64
	queue   []entry.UploadRow
	inside  map[string]bool // by code, as its list says
}

// split is a festival with phones that are cut off and come back, and what really happened at
// its gates.
type split struct {
	*festival
	t       *rapid.T
	phones  []*modelPhone
	tickets []door.Ticket
	gates   []int64
	came    map[string]int
	// excused may come in twice: a supervisor let them in, or their lease was taken away.
	excused map[string]bool
	n       int
}

// TestLeases: five phones lose the box office and find it again at any moment, with clocks
// that are minutes off, while tickets are shared out, asked back and taken away. A ticket comes
// in twice under leases that count only where somebody wrote that down, and whoever came in
// twice is listed.
func TestLeases(t *testing.T) {
	t.Run("by orders", func(t *testing.T) { testLeases(t, newFestival(t, apptest.Calm())) })
	t.Run("by gates", func(t *testing.T) { testLeases(t, newFestival(t, apptest.Calm()).theatre(2, 8)) })
}

func testLeases(t *testing.T, f *festival) {
	mode := entry.ScanInOut
	_, err := entry.UpdateZone(t.Context(), f.w.App, f.w.A.Owner, f.zones[0], entry.ZoneFields{Mode: &mode})
	f.must(err)
	tickets := f.pool(8)
	var phones []*door.Pass
	for i := range 5 {
		p, _ := f.phone("phone " + strconv.Itoa(i))
		phones = append(phones, p)
	}
	rapid.Check(t, func(rt *rapid.T) {
		s := &split{festival: f, gates: f.gates, t: rt, tickets: tickets, came: map[string]int{}, excused: map[string]bool{}}
		for i := range phones {
			s.phones = append(s.phones, &modelPhone{pass: phones[i], inside: map[string]bool{}})
			s.exchange(s.phones[i], false)
		}
		rt.Repeat(map[string]func(*rapid.T){
			"scan":      func(*rapid.T) { s.scan(s.phone(), s.ticket()) },
			"alone":     func(*rapid.T) { s.alone(s.phone(), s.ticket(), false) },
			"alone too": func(*rapid.T) { s.alone(s.phone(), s.ticket(), false) },
			"override":  func(*rapid.T) { s.alone(s.phone(), s.ticket(), true) },
			"exchange":  func(*rapid.T) { s.exchange(s.phone(), true) },
			"all hear": func(*rapid.T) {
				for _, p := range s.phones {
					s.exchange(p, false)
				}
			},
			"share out": s.share,
			"take back": func(*rapid.T) { _, _ = door.TakeBack(f.t.Context(), f.w.App, f.w.A.Owner, f.zones[0]) },
			"take away": s.takeAway,
			"clock": func(rt *rapid.T) {
				s.phone().ahead = time.Duration(rapid.IntRange(-5, 5).Draw(rt, "minutes")) * time.Minute
				f.w.Clock.Jump(time.Duration(rapid.IntRange(1, 90).Draw(rt, "seconds")) * time.Second)
			},
		})
		s.end()
	})
}

// pool are tickets of different orders that the Entry zone lets in.
func (f *festival) pool(n int) (all []door.Ticket) {
	p, _ := f.phone("lister")
	page, err := p.Tickets(f.t.Context(), f.w.App, door.ListQuery{})
	f.must(err)
	for _, t := range page.Tickets {
		v, err := p.Check(f.t.Context(), f.w.App, entry.ScanRequest{ZoneID: f.zones[0], Barcodes: []string{t.Barcode}})
		f.must(err)
		if v.Status == entry.Valid && len(t.Zones) == 0 && len(all) < n {
			all = append(all, t)
		}
	}
	if len(all) < n {
		f.t.Fatalf("only %d tickets can come in", len(all))
	}
	f.must(door.EndDevice(f.t.Context(), f.w.App, f.w.A.Owner, p.Device.ID))
	return all
}

func (s *split) phone() *modelPhone {
	return s.phones[rapid.IntRange(0, len(s.phones)-1).Draw(s.t, "phone")]
}

func (s *split) ticket() *door.Ticket {
	return &s.tickets[rapid.IntRange(0, len(s.tickets)-1).Draw(s.t, "ticket")]
}

func (s *split) uuid() string {
	s.n++
	return company.NewTokenText() + strconv.Itoa(s.n)
}

// scan asks the box office, but for what the phone did and has not brought yet.
func (s *split) scan(p *modelPhone, t *door.Ticket) {
	if slices.ContainsFunc(p.queue, func(r entry.UploadRow) bool { return r.Barcode == t.Barcode }) {
		s.alone(p, t, false)
		return
	}
	s.w.Clock.Jump(time.Second)
	counts := s.counts(t)
	v, err := p.pass.Scan(s.festival.t.Context(), s.w.App, entry.ScanRequest{UUID: s.uuid(), ZoneID: s.zones[0], Barcodes: []string{t.Barcode}, Direction: "in"})
	s.must(err)
	if v.Status == entry.Valid {
		s.letIn(p, t, counts)
	}
}

// counts tells whether a lease that counts has the ticket.
func (s *split) counts(t *door.Ticket) bool {
	l := s.leases()
	return l != nil && l.Count() && slices.ContainsFunc(l.Given, func(g door.Lease) bool { return g.Has(t.OrderID, t.Rules.SaleItemID, form.HomeGate(t.GateIDs)) })
}

func (s *split) leases() *door.Leases {
	all, err := door.LeasesOf(s.festival.t.Context(), s.w.App, s.w.A.Owner, s.zones[:1])
	s.must(err)
	if len(all) == 0 {
		return nil
	}
	return &all[0]
}

// alone decides on the phone, as handlers/web/src/door/gate.ts does.
func (s *split) alone(p *modelPhone, t *door.Ticket, override bool) {
	s.w.Clock.Jump(time.Second)
	mine := p.held != nil && p.usable && p.held.Has(t.OrderID, t.Rules.SaleItemID, form.HomeGate(t.GateIDs)) && s.w.App.Now().Before(p.held.Until)
	if p.inside[t.Barcode] || p.leased && !mine && !override {
		return
	}
	forced := p.leased && !mine
	row := entry.UploadRow{UUID: s.uuid(), Barcode: t.Barcode, ZoneID: s.zones[0], ScannedOn: s.w.App.Now().Add(p.ahead), Forced: forced}
	if forced {
		row.Detail, s.excused[t.Barcode] = "seen", true
	}
	p.queue = append(p.queue, row)
	s.letIn(p, t, mine)
}

// letIn notes that a ticket came in; ruled: by the box office or a lease, while leases count.
func (s *split) letIn(p *modelPhone, t *door.Ticket, ruled bool) {
	if s.came[t.Barcode]++; s.came[t.Barcode] > 1 && ruled && !s.excused[t.Barcode] {
		s.t.Fatalf("%s came in %d times", t.Barcode, s.came[t.Barcode])
	}
	p.inside[t.Barcode] = true
}

// exchange is what a phone does when somebody answers. With cuts it may end after any step,
// and what was sent may be sent again.
func (s *split) exchange(p *modelPhone, cuts bool) {
	cut := func(where string) bool { return cuts && rapid.IntRange(0, 3).Draw(s.t, where) == 0 }
	home, err := p.pass.Home(s.festival.t.Context(), s.w.App)
	s.must(err)
	s.told(p, home.Leases[s.zones[0]])
	if cut("greet") {
		return
	}
	for len(p.queue) > 0 {
		n := rapid.IntRange(1, len(p.queue)).Draw(s.t, "batch")
		_, err := p.pass.Upload(s.festival.t.Context(), s.w.App, entry.Upload{UUID: p.queue[0].UUID, Rows: slices.Clone(p.queue[:n])})
		s.must(err)
		if cut("upload") {
			return // the answer was lost: all of it goes up again
		}
		p.queue = p.queue[n:]
	}
	page, err := p.pass.Tickets(s.festival.t.Context(), s.w.App, door.ListQuery{})
	s.must(err)
	for _, t := range page.Tickets {
		p.inside[t.Barcode] = slices.ContainsFunc(t.Zones, func(z entry.ZoneState) bool { return z.ZoneID == s.zones[0] && z.Inside })
	}
	if cut("list") || !p.leased {
		return
	}
	heard := door.Heard{ZoneID: s.zones[0], Epoch: p.epoch, Dropped: p.dropped}
	if p.held != nil {
		p.usable, heard.Holds = true, p.held.Serial
	}
	s.must(p.pass.Hear(s.festival.t.Context(), s.w.App, heard))
}

// told is what a phone knows after it was told of the leases.
func (s *split) told(p *modelPhone, l *door.ZoneLeases) {
	if p.leased = l != nil; !p.leased {
		p.held = nil
		return
	}
	p.epoch = l.Epoch
	if l.Text == "" {
		p.held, p.dropped = nil, max(p.dropped, l.Serial)
		return
	}
	var own *company.Company
	s.must(s.w.App.View(s.festival.t.Context(), s.w.A.Owner, app.ViewEvents, func(r app.Reader) (err error) {
		own, err = company.SettingsOf(r)
		return err
	}))
	lease, ok := own.OpenLease(l.Text)
	if !ok || lease.DeviceID != p.pass.Device.ID || lease.ZoneID != s.zones[0] {
		s.t.Fatalf("%q is no lease of the phone", l.Text)
	}
	p.usable = p.usable && p.held != nil && p.held.Serial == lease.Serial
	p.held = &lease
}

// share shares the tickets out among some of the phones.
func (s *split) share(rt *rapid.T) {
	in := door.ShareOut{EventID: s.event, ZoneID: s.zones[0]}
	for _, p := range s.phones {
		if rapid.Bool().Draw(rt, "takes part") {
			in.Devices = append(in.Devices, p.pass.Device.ID)
		}
	}
	s.atGates(rt, &in)
	_, err := door.ShareTickets(s.festival.t.Context(), s.w.App, s.w.A.Owner, in)
	if err != nil && app.KindOf(err) != app.Invalid {
		s.must(err)
	}
}

// atGates shares by the gates of the plan, now and then: each has some of the phones.
func (s *split) atGates(rt *rapid.T, in *door.ShareOut) {
	if len(s.gates) == 0 || len(in.Devices) == 0 || rapid.IntRange(0, 3).Draw(rt, "by orders alone") == 0 {
		return
	}
	for _, gate := range s.gates {
		g := door.GatePhones{GateID: gate, Devices: []int64{rapid.SampledFrom(in.Devices).Draw(rt, "at the gate")}}
		if rapid.Bool().Draw(rt, "and more") {
			g.Devices = append(g.Devices, in.Devices...)
		}
		in.Gates = append(in.Gates, g)
	}
}

// takeAway takes the lease of a phone that is not asked.
func (s *split) takeAway(*rapid.T) {
	p, l := s.phone(), s.leases()
	if l == nil {
		return
	}
	for _, g := range l.Given {
		if g.DeviceID != p.pass.Device.ID {
			continue
		}
		for _, t := range s.tickets {
			if l.Count() && g.Has(t.OrderID, t.Rules.SaleItemID, form.HomeGate(t.GateIDs)) {
				s.excused[t.Barcode] = true
			}
		}
		_, err := door.TakeAway(s.festival.t.Context(), s.w.App, s.w.A.Owner, s.zones[0], g.DeviceID, "lost")
		s.must(err)
	}
}

// end brings everybody back: all of it is known then, and everybody leaves.
func (s *split) end() {
	_, _ = door.TakeBack(s.festival.t.Context(), s.w.App, s.w.A.Owner, s.zones[0])
	for range 3 {
		for _, p := range s.phones {
			s.exchange(p, false)
		}
	}
	if l := s.leases(); l != nil && len(l.Given) > 0 {
		s.t.Fatalf("leases are left: %+v", l.Given)
	}
	doubles, err := door.Doubles(s.festival.t.Context(), s.w.App, s.w.A.Owner, s.event)
	s.must(err)
	s.w.Clock.Jump(10 * time.Minute) // behind the clocks of all phones
	defer s.w.Clock.Jump(10 * time.Minute)
	for _, t := range s.tickets {
		listed := slices.ContainsFunc(doubles, func(d door.Double) bool { return d.Barcode == t.Barcode })
		if s.came[t.Barcode] > 1 && !listed {
			s.t.Fatalf("%s came in %d times and is not listed", t.Barcode, s.came[t.Barcode])
		}
		v, err := entry.ScanZone(s.festival.t.Context(), s.w.App, s.w.A.Owner, entry.ScanRequest{ZoneID: s.zones[0], Barcodes: []string{t.Barcode}, Direction: "out"})
		s.must(err)
		if came := s.came[t.Barcode] > 0; came != (v.Status == entry.Valid) {
			s.t.Fatalf("%s came in %d times, and on its way out it is %s", t.Barcode, s.came[t.Barcode], v.Status)
		}
	}
}
