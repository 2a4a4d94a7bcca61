package entry

import (
	"cmp"
	"slices"
	"strconv"

	"marquee/app"
	"marquee/app/order"
	"marquee/app/person"
	"marquee/indexes"
)

// Personal are the rules of what gates know of people. What scans were answered is kept for calls
// that are repeated, and waits for those who erase what is told at gates.
func Personal() []person.Rule {
	return []person.Rule{
		{Name: "words at gates", Export: exportGates, Erase: person.Each(person.ByCustomer(scanByFormer), eraseWords, func(tx app.Tx, _ *person.Erasing, id int64) error {
			return blankWords(tx, []int64{id})
		})},
		{Name: "answers to scans", Waits: true, Later: true, Erase: eraseAnswers},
	}
}

// eraseAnswers takes an erased customer out of what scans and pairings were answered.
func eraseAnswers(tx app.Tx, e *person.Erasing) error {
	after, err := strconv.ParseInt(cmp.Or(e.Place(), "0"), 10, 64)
	if err != nil {
		return err
	}
	last, more, err := app.ReviseAnswers(tx, after, eraseBatch, []string{scanKind, pairKind}, func(res *ScanResult) (bool, error) {
		return res.forget(tx, e)
	})
	if more {
		e.GoOn(strconv.FormatInt(last, 10))
	}
	return err
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

// forget takes an erased customer out of a result: the one who holds the ticket, or the one
// who bought it, whose notes and answers it tells.
func (res *ScanResult) forget(r app.Reader, e *person.Erasing) (changed bool, err error) {
	if res.CustomerID == e.CustomerID || e.Email != "" && app.Fold(res.Email) == app.Fold(e.Email) {
		res.FirstName, res.LastName, res.Email, res.Born = person.ErasedName, "", "", nil
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

// exportGates adds how tickets stand, and the rows of the log that let them through or in which
// staff wrote something down, of so many tickets. What was written down of others who hold them,
// or did so then, is left out.
func exportGates(r app.Reader, x *person.Export) error {
	_, items := order.Exported(x)
	items = items[:min(len(items), person.MaxRecords)]
	var all []int64
	others := map[int64]bool{}
	for i := range items {
		all = append(all, items[i].ID)
		others[items[i].ID] = items[i].CustomerID != 0 && !slices.Contains(x.Who.IDs, items[i].CustomerID)
	}
	known, err := TicketStates.GetMany(r, all)
	if err != nil {
		return err
	}
	ids, err := x.IDs(r, person.MaxRecords, person.ByCustomer(scanByFormer), nil)
	if err != nil {
		return err
	}
	var states []TicketState
	for i := range known {
		if known[i].ID != 0 {
			states, ids = append(states, known[i]), append(ids, known[i].ScanIDs...)
		}
	}
	for _, item := range all {
		some, err := indexes.Gather(scanByWords.IDs(r, indexes.Equal(item)))
		if err != nil {
			return err
		}
		ids = append(ids, some...)
	}
	slices.Sort(ids)
	log, err := Scans.GetMany(r, slices.Compact(ids))
	for i := range log {
		if s := &log[i]; s.FormerID == 0 && others[s.ItemID] || s.FormerID != 0 && !slices.Contains(x.Who.IDs, s.FormerID) {
			s.Detail = ""
		}
	}
	x.Add("tickets", states)
	x.Add("scans", log)
	x.Full(len(states), len(log))
	return err
}
