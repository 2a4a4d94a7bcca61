package app

import (
	"errors"
	"time"

	"marquee/indexes"
	"marquee/kv"
)

// MaxRowsPerHour is how many rows one token may have stored within an hour that could be
// made up: by uploads, refused scans and tickets that go in and out all the time, some 2 MB. A busy gate scans 2,000 an hour.
const MaxRowsPerHour = 20_000

// StoredRows is how many rows a token had stored lately: those of uploads, of live scans
// that were refused, and of tickets that were scanned very often before. The first scans
// of a ticket are not counted, because they cannot be made up. A stolen device could fill
// the disk else, and so stop the sale. A token earns its rows
// back evenly within an hour. The record is written with the rows that it counts: no
// restart forgives, and rivals see each other.
type StoredRows struct {
	TokenID int64     `msgpack:"t"`
	Rows    int64     `msgpack:"n"`
	At      time.Time `msgpack:"a"`
}

var storedRows = indexes.DefineKeyed(indexes.KeyedSpec[int64, StoredRows]{
	Name: "stored_rows", Version: 1, Global: true,
	Person:    indexes.Nobody("counters"),
	Unaudited: "a counter",
	Key:       kv.Int,
	KeyOf:     func(s *StoredRows) int64 { return s.TokenID },
	Check: func(s *StoredRows) error {
		if s.Rows < 0 || s.Rows > MaxRowsPerHour {
			return errors.New("stored rows: more than a token may have")
		}
		return nil
	},
})

// left is what was not earned back. A clock that went back earns nothing.
func (s *StoredRows) left(now time.Time) int64 {
	earned := max(0, now.Sub(s.At)).Seconds() * MaxRowsPerHour / time.Hour.Seconds()
	return max(0, s.Rows-int64(min(earned, MaxRowsPerHour)))
}

// TakeRows lets a transaction store n rows for the caller's token.
func TakeRows(tx Tx, c *Caller, n int) error {
	s, err := withRows(tx, c, n, tx.Wall())
	if err != nil {
		return err
	}
	return storedRows.Put(tx, &s)
}

// MayTakeRows refuses what TakeRows would refuse now, for commands that take their rows in
// several transactions: better none of them than half.
func MayTakeRows(a *App, r Reader, c *Caller, n int) error {
	_, err := withRows(r, c, n, a.Now())
	return err
}

// withRows is what the caller's token has stored with n rows more, unless it is too much.
func withRows(r Reader, c *Caller, n int, now time.Time) (StoredRows, error) {
	s, _, err := storedRows.Find(r, c.TokenID)
	if err != nil {
		return s, err
	}
	rows := s.left(now) + int64(n)
	if rows > MaxRowsPerHour {
		wait := time.Duration(rows-MaxRowsPerHour) * time.Hour / MaxRowsPerHour
		err := Refuse(TooMany, "This device has stored too much within an hour. Please try again later.")
		err.RetryAfter = int(wait.Seconds()) + 1
		return s, err
	}
	return StoredRows{TokenID: c.TokenID, Rows: rows, At: now}, nil
}
