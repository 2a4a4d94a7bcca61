// Package indexes keeps records: typed, checked, found by their id and through
// secondary indexes that nobody can forget, because one private function writes
// both. It stands on kv and knows nothing of what a record means.
//
// # A worked example
//
//	type Guest struct {
//		ID        int64      `msgpack:"a"` // tags are storage names: short, and never reused
//		EventID   int64      `msgpack:"b"`
//		Email     string     `msgpack:"c"`
//		Arrived   *time.Time `msgpack:"d"` // optional
//		ChangedAt time.Time  `msgpack:"e"`
//	}
//
//	var (
//		guestByEmail = indexes.NewUnique("email", kv.String, func(g *Guest) []string {
//			if g.Email == "" {
//				return nil // not in the index
//			}
//			return []string{g.Email}
//		})
//		guestByEvent = indexes.NewBy("event", kv.PairOf(kv.Int, kv.Desc(kv.Time)),
//			func(g *Guest) []kv.Pair2[int64, time.Time] {
//				return []kv.Pair2[int64, time.Time]{{A: g.EventID, B: g.ChangedAt}}
//			}).Counted()
//		guestFeed = indexes.NewFeed("changes", kv.Int, func(g *Guest) (int64, time.Time, bool) {
//			return g.EventID, g.ChangedAt, true
//		})
//		guests = indexes.Define(app.Schema, indexes.Spec[Guest]{
//			Name: "guests", Version: 1,
//			ID:    func(g *Guest) *int64 { return &g.ID },
//			Stamp: func(tx indexes.Tx, old, g *Guest) { g.ChangedAt = tx.Now() },
//			Check: (*Guest).check,
//		}, guestByEmail, guestByEvent, guestFeed)
//	)
//
// Writing:
//
//	err := guests.Insert(tx, &g)                             // gives g.ID
//	if errors.Is(err, indexes.ErrTaken) { … }                // the e-mail is another guest's; nothing was written
//	g, err = guests.Update(tx, id, func(g *Guest) error {    // only what changed is written
//		now := tx.Now()
//		g.Arrived = &now
//		return nil
//	})
//	if errors.Is(err, indexes.ErrNotFound) { … }             // not there, or another company's
//
// Reading:
//
//	g, err := guests.Get(r, id)
//	g, ok, err := guestByEmail.Find(r, "jo@example.org")
//	n, err := guestByEvent.CountOf(r, indexes.PrefixOf[time.Time](eventID))
//	for h, err := range guestByEvent.Scan(r, indexes.PrefixOf[time.Time](eventID).After(position).Limit(50)) {
//		… h.Rec, h.At.String() -> ParsePosition in the next request
//	}
//	for e, err := range guestByEvent.Keys(r, …) { … e.Key, e.ID: entries alone, no record is read … }
//	for h, err := range guestFeed.Since(r, eventID, from, position) {
//		at, paused := indexes.Paused(err) // too many stale entries in one go: resume at a later time
//		…
//	}
//
// A counter or a state goes into a table with a natural key, so that a hot one
// never rewrites its neighbours:
//
//	var stock = indexes.DefineKeyed(app.Schema, indexes.KeyedSpec[int64, Stock]{
//		Name: "stock", Version: 1,
//		Key: kv.Int, KeyOf: func(s *Stock) int64 { return s.ItemID },
//	})
//	s, err := stock.Upsert(tx, itemID, func(s *Stock) error {
//		s.ItemID = itemID // a new record starts as zero
//		s.Sold++
//		return nil
//	})
//
// # Rules
//
//   - The company of the Reader or Tx is in front of every key. A Global table
//     has none; a Global index covers all companies (GetAny, Hit.Company).
//     Writing a record of a company without a company is ErrNoCompany.
//   - Stored fields carry a tag of their own, on every level; Define panics
//     otherwise. Empty fields are left out. Moments are kept in whole
//     microseconds and come back in UTC; a pointer to the zero moment comes
//     back as nil, an empty list as nil. Maps have strings or integers as keys.
//   - change in Update works on a copy and may run twice. An Update that changes
//     nothing writes nothing, but still meets its rivals.
//   - Stamp runs before Check, Check before each write and after each read.
//   - A Shared table hands the same decoded record to everybody: what it points to
//     is not to be changed. In exchange reading it costs a comparison. GetShared
//     gives the record itself, and nothing of it may be changed.
//   - Who has read records and changes several gives them to ReplaceAll with what
//     they were: nothing is read again, and counters that they share move once.
//     It always writes.
//   - A hot record may encode itself: EncodeMsgpack(*indexes.Encoder) and
//     DecodeMsgpack(*indexes.Decoder) error on its pointer.
//   - Do not write to a table while walking it: collect first.
//   - From and To follow the order of the index: under kv.Desc, later comes first.
//
// # At start, at night, in tests
//
//	err := schema.Ready(ctx, engine)              // migrations, changed indexes; ErrNewerStore
//	err = schema.Verify(ctx, r, report)           // r is a plain kv.Reader: all companies
//	trimmer := schema.Trimmer()                   // one per process
//	removed, round, err := trimmer.Trim(ctx, engine) // a bounded piece of work, again and again
//
// # Where things are
//
//	table.go, keyed.go       the two kinds of tables
//	unique.go, by.go, feed.go  the three kinds of indexes
//	core.go, change.go       the one write
//	shared.go, all.go        records, and lists of them, that are decoded once
//	range.go, position.go    selecting, resuming
//	codec.go, envelope.go    the stored form of a record: msgpack in a checked envelope
//	custom.go                what a record uses that encodes itself
//	plan.go, wire.go         how plain records get there without the library's reflection
//	plan_part.go             reading some fields of a record
//	room.go                  what records that are read together share
//	counter.go               ids, counts
//	schema.go, describe.go   declarations and the golden file of shapes
//	ready.go, state.go       what a start does to a store, and what it remembers
//	migrate.go, rebuild.go   numbered changes of records; indexes made anew,
//	recount.go               and counters
//	verify.go                the check of everything, both ways
//	trim.go, walk.go         clearing feeds; every record, raw
//	load.go                  every record, raw, the other way round
package indexes
