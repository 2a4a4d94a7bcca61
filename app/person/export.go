package person

import (
	"slices"
	"time"

	"marquee/app"
	"marquee/indexes"
)

// MaxRecords is how many records of a kind an export holds at most.
const MaxRecords = 2_000

// Who is somebody with all numbers and addresses that they are known by: those of the customers
// who were merged into theirs, too. Words are those by which texts name them.
type Who struct {
	IDs    []int64
	Emails []string
	Words  []string
}

// Sought is the person as files are looked through for them, once for each address.
func (w *Who) Sought() (all []Erasing) {
	for _, email := range append([]string{""}, w.Emails...) {
		all = append(all, Erasing{Email: email, words: w.Words})
	}
	return all
}

// Export is everything that is kept about a customer.
type Export struct {
	CustomerID int64
	At         time.Time
	Sections   []Section
	// More tells that there are more records than an export holds.
	More bool
	// Who is the person.
	Who Who
}

// Section is records of one kind: a slice of structs.
type Section struct {
	Name    string
	Records any
}

// Add adds records of one kind.
func (x *Export) Add(name string, records any) {
	x.Sections = append(x.Sections, Section{name, records})
}

// Full notes that there may be more of something than is told.
func (x *Export) Full(counts ...int) {
	x.More = x.More || slices.ContainsFunc(counts, func(n int) bool { return n >= MaxRecords })
}

// Records are those of a kind, as an earlier rule added them; nil without.
func (x *Export) Records(name string) any {
	for _, s := range x.Sections {
		if s.Name == name {
			return s.Records
		}
	}
	return nil
}

// Gather adds what all rules have.
func (x *Export) Gather(r app.Reader, rules []Rule) error {
	for i := range rules {
		if rules[i].Export == nil {
			continue
		}
		if err := rules[i].Export(r, x); err != nil {
			return err
		}
	}
	return nil
}

// IDs are those of what is found, each once, the newest so many under each number and address:
// by a customer's number, or by an address, where nil is no way.
func (x *Export) IDs(r app.Reader, most int, byCustomer, byAddress Find) (ids []int64, err error) {
	var keys []Key
	var finds []Find
	for _, id := range x.Who.IDs {
		keys, finds = append(keys, Key{ID: id}), append(finds, byCustomer)
	}
	for _, email := range x.Who.Emails {
		keys, finds = append(keys, Key{Email: email}), append(finds, byAddress)
	}
	for i, find := range finds {
		if find == nil {
			continue
		}
		some, err := gather(find(r, keys[i], Span{Most: most, Newest: true}))
		if err != nil {
			return nil, err
		}
		for _, f := range some {
			ids = append(ids, f.ID)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids), nil
}

// Records adds the records of a table that are found as for [Export.IDs].
func Records[T any](name string, table *indexes.Table[T], byCustomer, byAddress Find) func(r app.Reader, x *Export) error {
	return func(r app.Reader, x *Export) error {
		ids, err := x.IDs(r, MaxRecords, byCustomer, byAddress)
		if err != nil {
			return err
		}
		recs, err := table.GetMany(r, ids)
		x.Add(name, recs)
		x.Full(len(recs))
		return err
	}
}
