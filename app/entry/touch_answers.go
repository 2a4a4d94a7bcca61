package entry

import (
	"errors"
	"slices"

	"marquee/app"
	"marquee/indexes"
)

// TouchAnswered tells devices of tickets about which questions were answered: what their
// offline list shows of them has changed. Items that are not sold have no ticket yet.
func TouchAnswered(tx app.Tx, items []int64) error {
	slices.Sort(items)
	for _, id := range items {
		_, err := stateTable.Update(tx, id, func(*TicketState) error { return nil })
		if err != nil && !errors.Is(err, indexes.ErrNotFound) {
			return err
		}
	}
	return nil
}
