package entry

import (
	"strconv"

	"marquee/app"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/indexes"
)

// answersPlace is the area of an erasure that stands here.
const answersPlace = "answers to scans"

// EraseAnswers takes an erased customer out of what scans and pairings were answered: those
// answers are kept for calls that are repeated. The first step only notes that there is
// something to do, because all answers have to be looked at. It waits for those who blank what
// is told at gates: names and notes on tickets.
func EraseAnswers(tx app.Tx, e *customer.Erasing) error {
	place := e.Place(answersPlace)
	if e.Unfinished() || e.Ended(answersPlace) {
		return nil
	}
	if place == "" {
		e.GoOn(answersPlace, "0")
		return nil
	}
	after, err := strconv.ParseInt(place, 10, 64)
	if err != nil {
		return err
	}
	last, more, err := app.ReviseAnswers(tx, after, eraseBatch, []string{scanKind, pairKind}, func(res *ScanResult) (bool, error) {
		return res.forget(tx, e)
	})
	if err != nil {
		return err
	}
	if more {
		e.GoOn(answersPlace, strconv.FormatInt(last, 10))
	} else {
		e.End(answersPlace)
	}
	return nil
}

// ForgetReasons blanks what staff wrote down at a gate of the tickets of an erased customer:
// why they let them in against a rule, or wanted to and might not, or why a device that was
// offline did not.
func ForgetReasons(tx app.Tx, b order.Blanking) error {
	items, err := b.Items(tx)
	if err != nil {
		return err
	}
	var about []int64
	for _, item := range items {
		for id, err := range scanByWords.IDs(tx, indexes.Equal(item)) {
			if err != nil {
				return err
			}
			about = append(about, id)
		}
	}
	return blankWords(tx, about)
}

func blankWords(tx app.Tx, scans []int64) error {
	for _, id := range scans {
		if _, err := scanTable.Forget(tx, id, nil); err != nil {
			return err
		}
	}
	return nil
}

func (s *Scan) forget() { s.Detail = "" }

// SignFormer notes of whom staff wrote something down, when somebody else gets the ticket.
func SignFormer(tx app.Tx, h order.Handed) error {
	if h.From == 0 {
		return nil
	}
	var theirs []int64
	for _, item := range h.ItemIDs {
		for hit, err := range scanByWords.Scan(tx, indexes.Equal(item)) {
			if err != nil {
				return err
			}
			if hit.Rec.FormerID == 0 {
				theirs = append(theirs, hit.ID)
			}
		}
	}
	for _, id := range theirs {
		if _, err := scanTable.Update(tx, id, func(s *Scan) error { s.FormerID = h.From; return nil }); err != nil {
			return err
		}
	}
	return nil
}

// formerPlace is the area of an erasure of what was written down of tickets that were given
// away.
const formerPlace = "words at gates"

// EraseFormer blanks what staff wrote down of tickets that an erased customer held then.
func EraseFormer(tx app.Tx, e *customer.Erasing) error {
	if e.Ended(formerPlace) {
		return nil
	}
	var about []int64
	for id, err := range scanByFormer.IDs(tx, indexes.Equal(e.CustomerID).Limit(eraseWords)) {
		if err != nil {
			return err
		}
		about = append(about, id)
	}
	if len(about) == eraseWords {
		e.GoOn(formerPlace, "") // blanked ones are not found again
	} else {
		e.End(formerPlace)
	}
	return blankWords(tx, about)
}

// forget takes an erased customer out of a result: the one who holds the ticket, or the one
// who bought it, whose notes and answers it tells.
func (res *ScanResult) forget(r app.Reader, e *customer.Erasing) (changed bool, err error) {
	if res.CustomerID == e.CustomerID || e.Email != "" && app.Fold(res.Email) == app.Fold(e.Email) {
		res.FirstName, res.LastName, res.Email, res.Born = customer.ErasedName, "", "", nil
		res.Notes, res.Answers = nil, nil
		return true, nil
	}
	if len(res.Notes) == 0 && len(res.Answers) == 0 {
		return false, nil
	}
	theirs, err := order.IsPurchaser(r, res.OrderReference, e.CustomerID)
	if err != nil || !theirs {
		return false, err
	}
	res.Notes, res.Answers = nil, nil
	return true, nil
}
