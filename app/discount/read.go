package discount

import "marquee/app"

// What others read. It is not inlined, so that what codes of every kind have in common is
// compiled here, and not once more in each package that asks.

// Get is [codes.Kind.Get].
//
//go:noinline
func Get(r app.Reader, id int64) (*Code, error) { return Codes.Get(r, id) }

// Entered is [codes.Kind.Entered].
//
//go:noinline
func Entered(r app.Reader, text string) (*Code, error) { return Codes.Entered(r, text) }

// Guard is [codes.Kind.Guard].
//
//go:noinline
func Guard(tx app.Tx, id int64) error { return Codes.Guard(tx, id) }

// Exists is [codes.Kind.Exists].
//
//go:noinline
func Exists(r app.Reader, id int64) (bool, error) { return Codes.Exists(r, id) }
