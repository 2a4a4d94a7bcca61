package indexes

import (
	"errors"
	"fmt"
)

// The errors of tables and indexes. Each comes wrapped in an error that names the
// table and the record.
var (
	// ErrNotFound: there is no such record in this company.
	ErrNotFound = errors.New("no such record")
	// ErrTaken: a unique key, or the key of a new record, belongs to another record.
	ErrTaken = errors.New("key is taken")
	// ErrDamaged: what is stored is not what was written.
	ErrDamaged = errors.New("stored record is damaged")
	// ErrPosition: a resume position does not fit the index it is given to.
	ErrPosition = errors.New("resume position is not valid")
	// ErrNewerStore: the store was written by a newer program than this one.
	ErrNewerStore = errors.New("store was written by a newer version")
	// ErrNoCompany: a record of a company was written outside any company.
	ErrNoCompany = errors.New("no company to write for")
)

// MissingError says which record was not found. It is an ErrNotFound.
type MissingError struct {
	Table string
	key   func() string // the id or natural key; a function, because few callers print it
}

func (e *MissingError) Error() string { return e.Table + " " + e.key() + ": " + ErrNotFound.Error() }

// Unwrap makes it an ErrNotFound.
func (e *MissingError) Unwrap() error { return ErrNotFound }

// TakenError says which unique key is taken. It is an ErrTaken. Index is empty
// when the record's own key exists already.
type TakenError struct {
	Table, Index string
	// Owner is the id of the record that holds the key; 0 in tables with
	// natural keys.
	Owner int64
}

func (e *TakenError) Error() string {
	if e.Index == "" {
		return e.Table + ": a record with this key exists"
	}
	return e.Table + ": " + e.Index + " is taken"
}

// Unwrap makes it an ErrTaken.
func (e *TakenError) Unwrap() error { return ErrTaken }

// DamagedError says which stored record or index entry is damaged, and how. It
// is an ErrDamaged.
type DamagedError struct {
	Table, Key, Reason string
}

func (e *DamagedError) Error() string { return e.Table + " " + e.Key + ": " + e.Reason }

// Unwrap makes it an ErrDamaged.
func (e *DamagedError) Unwrap() error { return ErrDamaged }

// newer is the error for a store that a newer program wrote.
func newer(format string, args ...any) error {
	return fmt.Errorf("%w: %s; start the newer version again, or restore a backup made before it ran",
		ErrNewerStore, fmt.Sprintf(format, args...))
}
