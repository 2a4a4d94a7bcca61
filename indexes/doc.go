// Package indexes stores typed records in tables with secondary indexes. One private
// function writes both records and index entries, so callers cannot forget to update
// an index. The package is built on kv and knows nothing of what a record means.
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
//		guests = indexes.Define(indexes.Spec[Guest]{
//			Name: "guests", Version: 1,
//			Person: indexes.Cleared(func(g *Guest) { g.Name, g.Email = "", "" }),
//			ID:     func(g *Guest) *int64 { return &g.ID },
//			Stamp:  func(tx indexes.Tx, old, g *Guest) { g.ChangedAt = tx.Now() },
//			Check:  (*Guest).check,
//		}, guestByEmail, guestByEvent)
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
//
// A frequently changing counter or state gets a record of its own in a table with a
// natural key, so that changing it does not rewrite a larger record:
//
//	var stock = indexes.DefineKeyed(indexes.KeyedSpec[int64, Stock]{
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
//   - Every key starts with the company of the Reader or Tx. A Global table has no
//     company; a Global index covers all companies (GetAny, Hit.Company). Writing to
//     a table that is not Global without a company is ErrNoCompany.
//   - Every stored field carries a tag, also in nested structs; Define panics
//     otherwise. Empty fields are left out. Times are stored in whole microseconds
//     and read in UTC. A pointer to the zero time and an empty list are read as nil.
//     Keys of maps are strings or integers.
//   - Every table says of whom its records tell, and what an erasure leaves of them: see
//     Person. Define panics where clearing a record leaves a text that has no reason to stay.
//   - The function passed to Update works on a copy and may run twice. An Update
//     that changes nothing writes nothing, but still conflicts with concurrent
//     changes of the record.
//   - Stamp runs before Check; Check runs before each write and after each read.
//   - A Shared table caches decoded records and returns the same one to all readers:
//     what it points to must not be changed. GetShared returns the record itself,
//     which must not be changed at all.
//   - To change several records that were already read, call ReplaceAll with the old
//     and the new ones: it reads no record again and updates each shared counter
//     once. It writes every record, changed or not.
//   - A few hot records have hand-written encodings: EncodeMsgpack(*indexes.Encoder)
//     and DecodeMsgpack(*indexes.Decoder) error on their pointers. No other type may
//     get one; a test lists them.
//   - Do not write to a table while walking it: collect the records first.
//   - From and To follow the order of the index: under kv.Desc, larger comes first.
//
// # At start, at night, in tests
//
//	err := schema.Ready(ctx, engine)              // migrations, changed indexes; ErrNewerStore
//	err = schema.Verify(ctx, r, report)           // r is a plain kv.Reader: all companies
//
// # Where things are
//
//	table.go, keyed.go       the two kinds of tables
//	unique.go, by.go         the two kinds of indexes of keys
//	texts.go, texts/         indexes in which parts of texts are found, and sets of ids
//	core.go, change.go       the one function that writes records and index entries
//	shared.go, all.go        caches of decoded records and lists
//	range.go, position.go    selecting ranges, resume positions
//	merge.go, rank.go        several groups of a counted index as one list: walking, counting, the n-th entry
//	codec.go, envelope.go    the stored form of a record: msgpack in an envelope with checksum
//	custom.go                hand-written encodings
//	person.go                what tables say of people
//	plan.go, wire.go         compiled encodings of plain records
//	plan_part.go             reading some fields of a record
//	arena.go                 memory that records of one read share
//	counter.go               ids and counts
//	schema.go, describe.go   declarations, and the golden file of shapes
//	ready.go, state.go       upgrading a store at start, and the marks that record it
//	migrate.go, former.go    numbered changes of records
//	rebuild.go, recount.go   rebuilding indexes and counters
//	verify.go, verify_counters.go   checking records, entries and counters
//	walk.go, load.go         exporting and importing raw records
package indexes
