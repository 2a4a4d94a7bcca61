package backup

import (
	"fmt"
	"strings"
	"time"

	"marquee/app/chain"
	"marquee/app/customer"
	"marquee/indexes"
)

// What a check looks at.
const (
	CheckPages     = "pages"     // the structure of the file
	CheckSchema    = "schema"    // the store's marks about its own shape
	CheckRecords   = "records"   // checksums, indexes both ways, counters
	CheckInvariant = "invariant" // the promises of the business
)

// Finding is one thing that is wrong with a store.
type Finding struct {
	Check   string `json:"check"`
	Where   string `json:"where"` // the table, its index, or the name of the invariant
	Company int64  `json:"company,omitempty"`
	ID      string `json:"id,omitempty"`
	Key     string `json:"key,omitempty"`
	// Expected and Found say what should be there and what is.
	Expected string `json:"expected"`
	Found    string `json:"found"`
}

func (f Finding) String() string {
	return fmt.Sprintf("%s %s: company %d, id %s, key %s: expected %s, found %s",
		f.Check, f.Where, f.Company, orDash(f.ID), orDash(f.Key), f.Expected, f.Found)
}

// Derived tells whether what is wrong can be made anew from the records: an index
// or a counter.
func (f Finding) Derived() bool {
	return f.Check == CheckRecords && (strings.Contains(f.Where, ".") || strings.HasPrefix(f.ID, indexes.CounterID))
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// Report is what a check says about a store.
type Report struct {
	// Findings counts what is wrong; 0 is a good store.
	Findings int `json:"findings"`
	// Lasting counts those of them that cannot be made anew; see Finding.Derived.
	Lasting int `json:"lasting,omitempty"`
	// Newer says why this program is too old for the store; empty when it is not.
	Newer string `json:"newer,omitempty"`
	// LogMissing says that the file goes on in a log that is not beside it.
	LogMissing bool `json:"logMissing,omitempty"`
	// Foreign says that the file is no store of Marquee.
	Foreign bool `json:"foreign,omitempty"`
	// Store is the store's id; empty where an older program made it.
	Store string `json:"store,omitempty"`
	// Pending lists what opening the store with this program would change.
	Pending    []string         `json:"pending,omitempty"`
	LastCommit time.Time        `json:"lastCommit"`
	FreeBytes  int64            `json:"freeBytes"`        // of the file, that Compact would win
	Tables     map[string]int64 `json:"tables,omitempty"` // records of each
	Records    int64            `json:"records"`
	// Content is the records as one figure, whatever indexes there are to them,
	// but for the notes on backups.
	Content string `json:"content,omitempty"`
	// Digest is the store's content as one figure; only a full check has it.
	Digest string `json:"digest,omitempty"`
	// Companies and Invariants are how many were gone through; only in a full check.
	Companies  int `json:"companies,omitempty"`
	Invariants int `json:"invariants,omitempty"`
	// Ledgers are where the ledgers of the companies stand; only in a full check.
	Ledgers []chain.Mark `json:"ledgers,omitempty"`
	// Audits are where their audit logs stand; likewise.
	Audits []chain.Mark `json:"audits,omitempty"`
	// Erased are all customers who were erased, by number.
	Erased  []customer.Erased `json:"erased,omitempty"`
	Seconds float64           `json:"seconds"`
}

// Good tells whether nothing is wrong.
func (r Report) Good() bool { return r.Findings == 0 && r.Newer == "" && !r.Foreign }
