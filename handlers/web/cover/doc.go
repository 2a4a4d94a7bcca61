// Package cover draws the pictures of events: lights over water in the colour of the company, where
// an event has none, and what other sites show where a page is shared.
//
//	cover.go    the picture on a page
//	picture.go  the picture where a page is shared, with what it is about
//	write.go    what is written on it
//	paint.go    the lights that it stands on
package cover
