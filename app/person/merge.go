package person

import (
	"iter"

	"marquee/app"
)

// Moving is one step of a merge: some of what is one customer's becomes another's.
type Moving struct {
	From, Into int64
	// UserID is who asked for it.
	UserID int64
	// First is the step that is taken with the command: it may refuse.
	First bool
	// Left is how many records are still to be written in this step; less than none where one
	// brought others.
	Left int
}

// Room is how many records are still to be written in this step.
func (m *Moving) Room() int { return max(0, m.Left) }

// Wrote takes away from the room.
func (m *Moving) Wrote(n int) { m.Left -= n }

// Take gives ids of what is the one's up to the room there is, and takes it.
func (m *Moving) Take(r app.Reader, find Find) (ids []int64, err error) {
	some, err := m.upTo(find(r, Key{ID: m.From}, Span{Most: m.Room() + 1}))
	for _, f := range some {
		ids = append(ids, f.ID)
	}
	m.Wrote(len(ids))
	return ids, err
}

func (m *Moving) upTo(all iter.Seq2[Found, error]) ([]Found, error) {
	some, err := gather(all)
	return some[:min(len(some), m.Room())], err
}

// Step does some of all rules, as long as there is room.
func (m *Moving) Step(tx app.Tx, rules []Rule) error {
	for i := range rules {
		if rules[i].Merge == nil {
			continue
		}
		if err := rules[i].Merge(tx, m); err != nil {
			return err
		}
	}
	return nil
}

// Move gives what is found to the other customer.
func Move(give func(tx app.Tx, m *Moving, id int64) error, finds ...Find) func(tx app.Tx, m *Moving) error {
	return func(tx app.Tx, m *Moving) error {
		for _, find := range finds {
			ids, err := m.Take(tx, find)
			if err != nil {
				return err
			}
			for _, id := range ids {
				if err := give(tx, m, id); err != nil {
					return err
				}
			}
		}
		return nil
	}
}
