package customer

import (
	"unicode/utf8"

	"marquee/app"
	"marquee/app/async"
	"marquee/indexes"
)

const (
	// askedPlace is the area of an erasure that stands here.
	askedPlace = "asynchronous answers"
	// askedBatch is how many answers one step looks through.
	askedBatch = 5
	// minWord is how long a word is at least by which texts are looked through, in characters.
	minWord = 3
)

// EraseAsked forgets the answers to asynchronous requests that tell of an erased customer: they
// are kept for hours.
func EraseAsked(tx app.Tx, e *Erasing) error {
	if e.Ended(askedPlace) || len(e.words) == 0 {
		return nil
	}
	at, err := indexes.ParsePosition(e.Place(askedPlace))
	if err != nil {
		return err
	}
	at, more, err := async.ForgetAbout(tx, at, askedBatch, e.words)
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

// words are those by which texts tell who the customer is.
func (c *Customer) words() (all []string) {
	for _, w := range []string{c.Name, c.Email, c.Phone} {
		if utf8.RuneCountInString(w) >= minWord {
			all = append(all, w)
		}
	}
	return all
}
