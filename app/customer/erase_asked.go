package customer

import (
	"marquee/app"
	"marquee/app/async"
)

const (
	// askedPlace is the area of an erasure that stands here.
	askedPlace = "asynchronous answers"
	// minWord is how long a word is at least by which texts are looked through, in characters.
	minWord = 3
)

// EraseAsked forgets the answers to asynchronous requests that tell of an erased customer: they
// are kept for hours. It is told last.
func EraseAsked(tx app.Tx, e *Erasing) error {
	if e.Unfinished() || e.Ended(askedPlace) || len(e.words) == 0 {
		return nil
	}
	at, err := async.ParseLooked(e.Place(askedPlace))
	if err != nil {
		return err
	}
	at, more, err := async.ForgetAbout(tx, at, e.words)
	if err != nil {
		return err
	}
	if more {
		e.GoOn(askedPlace, at.String())
	} else {
		e.End(askedPlace)
	}
	return nil
}
