// Package apptest gives tests a whole box office in memory: two companies with
// twin data, users of every kind, a clock that jumps, and a clean-up that
// verifies every index and every invariant.
//
//	func TestSomething(t *testing.T) {
//		w := apptest.New(t)
//		event, err := catalog.CreateEvent(t.Context(), w.App, w.A.Owner, …)
//		w.Clock.Jump(10 * time.Minute)
//		_, err = catalog.EventByID(…)            // as w.B.Owner: must be missing
//		seller := w.A.With(app.Sell)             // may do this and nothing else
//	}
//
// The engine runs every Update twice, the first time for nothing, so a closure
// with an effect beside its writes shows; and a View or Update inside another,
// which would wait for ever on the engine with one writer, panics.
//
//	world.go   the world and its options
//	side.go    one company with its users
//	clock.go   the clock
//	check.go   the clean-up
//
// The tests of this package are about the layout of the code: who may import what,
// package docs, the length of functions, words that do not belong.
package apptest
