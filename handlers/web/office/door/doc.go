// Package door has the screens of the doors of an event: how they go right now, its zones, and the
// phones that scan.
//
//	door.go    inside, pace, who was turned away, gates and phones, who came in twice
//	live.go    what of it goes on while somebody looks
//	zone.go    a zone, and a new one; rules.go its rules in a sentence
//	phone.go   one phone: ended, and what it did taken back
package door
