package imports

import (
	"errors"
	"fmt"
	"time"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

// Import is one file that is taken in.
type Import struct {
	ID    int64  `msgpack:"i"`
	Type  string `msgpack:"t"`
	Name  string `msgpack:"n"`
	State State  `msgpack:"s"`
	// File is the SHA-256 of the file.
	File []byte `msgpack:"f"`
	// Headers are those of the columns.
	Headers []string `msgpack:"h"`
	Format  Format   `msgpack:"fo"`
	Mapping Mapping  `msgpack:"m"`
	Rows    int64    `msgpack:"r"`
	// Parts is how many records its rows are stored in; 0 once they are kept no longer.
	Parts int64 `msgpack:"p,omitempty"`
	// Round counts the checks, and At how many records had their turn in this state.
	Round int64 `msgpack:"ro,omitempty"`
	At    int64 `msgpack:"a,omitempty"`

	// The counts of rows: Valid and Refused by the check, Created, Changed, Unchanged and
	// Failed by the run. Warned are those of which something was left out.
	Valid     int64 `msgpack:"n1,omitempty"`
	Refused   int64 `msgpack:"n2,omitempty"`
	Warned    int64 `msgpack:"n3,omitempty"`
	Created   int64 `msgpack:"n4,omitempty"`
	Changed   int64 `msgpack:"n5,omitempty"`
	Unchanged int64 `msgpack:"n6,omitempty"`
	Failed    int64 `msgpack:"n7,omitempty"`

	// Problem is why it cannot go on.
	Problem string `msgpack:"x,omitempty"`
	// UserID is who uploaded it, By who mapped it, and then who approved it.
	UserID int64     `msgpack:"u,omitempty"`
	By     *Approver `msgpack:"by,omitempty"`

	CreatedAt time.Time  `msgpack:"ca"`
	UpdatedAt time.Time  `msgpack:"ua"`
	EndedAt   *time.Time `msgpack:"ea,omitempty"`
}

// Format is how the file was written.
type Format struct {
	Encoding  string `msgpack:"e"`
	Separator string `msgpack:"s"`
}

// Approver is who had an import checked or taken in, with the rights that count for its
// rows.
type Approver struct {
	UserID    int64         `msgpack:"u,omitempty"`
	TokenID   int64         `msgpack:"t,omitempty"`
	Super     bool          `msgpack:"s,omitempty"`
	Abilities []app.Ability `msgpack:"a,omitempty"`
	Asked     string        `msgpack:"l,omitempty"`
	Fallback  string        `msgpack:"lf,omitempty"`
	// Visibility is what they see, nil: everything.
	Visibility *app.Visibility `msgpack:"si,omitempty"`
}

// file is what tells the file from others, of an import that must not run twice.
func (n *Import) file() []string {
	if t := TypeNamed(n.Type); t == nil || !t.Once || n.State < Running || n.State.Ended() && n.Created+n.Changed == 0 {
		return nil
	}
	return []string{n.Type + "\x00" + string(n.File)}
}

func (n *Import) check() error {
	switch {
	case n.Type == "" || n.State < Loading || n.State > Cancelled:
		return fmt.Errorf("import %d: of no type, or in no state", n.ID)
	case (n.EndedAt == nil) == n.State.Ended():
		return fmt.Errorf("import %d: %s, and has a wrong end", n.ID, n.State)
	case (n.State == Checking || n.State == Running) && n.By == nil:
		return fmt.Errorf("import %d: runs for nobody", n.ID)
	}
	return nil
}

var (
	// byFile refuses a second run of a file where that would do everything twice.
	byFile = indexes.NewUnique("file", kv.String, (*Import).file)
	byOpen = indexes.NewBy("open", kv.Int, func(n *Import) []int64 {
		if n.State.Ended() {
			return nil
		}
		return []int64{n.ID}
	})
	// byKept are those whose rows are still there.
	byKept = indexes.NewBy("kept", kv.Time, func(n *Import) []time.Time {
		if n.Parts == 0 {
			return nil
		}
		return []time.Time{n.UpdatedAt}
	})
	listed  = indexes.NewBy("listed", kv.Int, func(*Import) []int64 { return []int64{0} }).Counted().Ascending()
	imports = indexes.Define(indexes.Spec[Import]{
		Name: "imports", Version: 1,
		Person: indexes.Searched("the names of files, and what counts for all rows"),
		ID:     func(n *Import) *int64 { return &n.ID },
		Stamp:  func(tx app.Tx, old, n *Import) { app.Stamp(tx, old == nil, &n.CreatedAt, &n.UpdatedAt) },
		Check:  (*Import).check,
	}, byFile.Index, byOpen.Index, byKept.Index, listed.Index)
)

// Part is some rows of a file.
type Part struct {
	ImportID int64 `msgpack:"i"`
	Number   int64 `msgpack:"n"`
	Rows     []Row `msgpack:"r"`
}

// Row is one row of a file.
type Row struct {
	// Line is where it begins in the file, the header being in line 1.
	Line  int64    `msgpack:"l"`
	Cells []string `msgpack:"c"`
	// Odd: some of its bytes are not in the encoding of the file.
	Odd bool `msgpack:"o,omitempty"`
}

type partKey = kv.Pair2[int64, int64]

func (p *Part) key() partKey { return partKey{A: p.ImportID, B: p.Number} }

var parts = indexes.DefineKeyed(indexes.KeyedSpec[partKey, Part]{
	Name: "import_parts", Version: 1,
	Person:    indexes.Searched("rows of files, as long as they are kept"),
	Unaudited: "a journal",
	Key:       kv.PairOf(kv.Int, kv.Int),
	KeyOf:     (*Part).key,
	Check: func(p *Part) error {
		if p.ImportID == 0 || len(p.Rows) == 0 {
			return errors.New("import: a part of nothing")
		}
		return nil
	},
})

// Outcome is what became of a row. The number is stored.
type Outcome int64

// The outcomes.
const (
	// Valid: the rehearsal went well.
	Valid Outcome = iota + 1
	// Refused: the rehearsal did not, and the row is left out.
	Refused
	Created
	Changed
	// Unchanged: everything was as the row says.
	Unchanged
	// Failed: the rehearsal went well and the row did not.
	Failed
)

var outcomes = []string{"", "valid", "refused", "created", "changed", "unchanged", "failed"}

// String is the slug of the API.
func (o Outcome) String() string { return outcomes[o] }

// Bad tells that nothing came of the row.
func (o Outcome) Bad() bool { return o == Refused || o == Failed }

// Result is what became of a row.
type Result struct {
	ImportID int64 `msgpack:"i"`
	// Row counts from 1.
	Row     int64   `msgpack:"r"`
	Line    int64   `msgpack:"l"`
	Outcome Outcome `msgpack:"o"`
	// RecordID is what was created or changed.
	RecordID int64     `msgpack:"d,omitempty"`
	Problems []Problem `msgpack:"p,omitempty"`
}

// Problem is what is wrong with a row, or was left out of it.
type Problem struct {
	// Column is the header of the column, "" for the row as a whole.
	Column string `msgpack:"c,omitempty"`
	// Reason is in English.
	Reason  string `msgpack:"r"`
	Warning bool   `msgpack:"w,omitempty"`
}

type resultKey = kv.Pair2[int64, int64]

func (r *Result) key() resultKey { return resultKey{A: r.ImportID, B: r.Row} }

var (
	// resultByProblem are the results of an import that have something to say.
	resultByProblem = indexes.NewBy("problem", kv.PairOf(kv.Int, kv.Int), func(r *Result) []resultKey {
		if len(r.Problems) == 0 {
			return nil
		}
		return []resultKey{{A: r.ImportID, B: r.Row}}
	})
	results = indexes.DefineKeyed(indexes.KeyedSpec[resultKey, Result]{
		Name: "import_results", Version: 1,
		Person:    indexes.Searched("what was said of rows"),
		Unaudited: "a journal",
		Key:       kv.PairOf(kv.Int, kv.Int),
		KeyOf:     (*Result).key,
		Check: func(r *Result) error {
			if r.ImportID == 0 || r.Row < 1 || r.Outcome < Valid || r.Outcome > Failed {
				return errors.New("import: a result of nothing")
			}
			return nil
		},
	}, resultByProblem.Index)
)

// Taken is a record of elsewhere that was taken in: it is not taken in again.
type Taken struct {
	// Type and Key are the type of the import, and what the record is called there.
	Type     string `msgpack:"t"`
	Key      string `msgpack:"k"`
	RecordID int64  `msgpack:"d"`
	ImportID int64  `msgpack:"i"`
}

type takenKey = kv.Pair2[string, string]

var taken = indexes.DefineKeyed(indexes.KeyedSpec[takenKey, Taken]{
	Name: "import_taken", Version: 1,
	Person:    indexes.Nobody("what records were called elsewhere"),
	Unaudited: "a journal",
	Key:       kv.PairOf(kv.String, kv.String),
	KeyOf:     func(t *Taken) takenKey { return takenKey{A: t.Type, B: t.Key} },
	Check: func(t *Taken) error {
		if t.Type == "" || t.Key == "" || t.RecordID == 0 {
			return errors.New("import: nothing was taken in")
		}
		return nil
	},
})
