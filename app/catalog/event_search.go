package catalog

import (
	"marquee/app"
	"marquee/app/list"
	"marquee/app/search"
)

// EventsNamed are the events, deleted ones too, whose name has all words.
func EventsNamed(r app.Reader, asked []string) (list.IDs, error) {
	return list.Words(r, eventByWord, asked, func(ids list.IDs) (list.IDs, error) {
		events, err := Events.GetMany(r, ids)
		kept := list.IDs{}
		for i := range events {
			if search.Matches(search.Words(events[i].Name), asked) {
				kept = append(kept, events[i].ID)
			}
		}
		return kept, err
	})
}
