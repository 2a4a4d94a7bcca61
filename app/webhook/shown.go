package webhook

import (
	"context"
	"fmt"
	"strconv"

	"marquee/app"
	"marquee/app/queue"
	"marquee/indexes"
)

// shown is how marquee queue looks at calls, and sends them again.
var shown = queue.Rows{List: listShown, Again: sendAgain, AllAgain: allAgain}

// shownStates are the states of calls by those of the queue: nothing is stored of what is being sent.
var shownStates = map[queue.State][]State{queue.Waiting: {Waiting, Behind}, queue.Dead: {Dead}, queue.Done: {Sent}}

// listShown lists calls of the endpoints of a company.
func listShown(r app.Reader, s queue.State, limit int) (all []queue.Entry, err error) {
	to, err := standingOnes(r)
	for i := range to {
		for _, state := range shownStates[s] {
			if len(all) == limit {
				return all, nil
			}
			for hit, err := range callListed.Scan(r, indexes.Equal(groupOf(to[i].ID, state)).Limit(limit-len(all))) {
				if err != nil {
					return nil, err
				}
				all = append(all, hit.Rec.shown(r.Company()))
			}
		}
	}
	return all, err
}

// shown is a call the way an entry looks: what it is about is its key.
func (c *Call) shown(company int64) queue.Entry {
	return queue.Entry{
		ID: c.ID, To: strconv.FormatInt(c.EndpointID, 10), Key: fmt.Sprintf("%s/%d", c.Kind, c.ObjectID), MessageID: c.MessageID(company),
		Attempts: c.Attempts, Due: c.Due, Problem: c.Problem, CreatedAt: c.CreatedAt, UpdatedAt: c.UpdatedAt,
	}
}

// allAgain sends the dead calls of a company again.
func allAgain(ctx context.Context, a *app.App, company int64) (n int, err error) {
	var to []Endpoint
	err = a.ViewCompany(ctx, company, func(r app.Reader) (err error) { to, err = standingOnes(r); return err })
	for i := range to {
		if err != nil {
			return n, err
		}
		var some int
		some, _, err = sendDead(to[i].ID, MaxOpen, func(do func(tx app.Tx) error) error { return a.UpdateCompany(ctx, company, do) })
		n += some
	}
	return n, err
}
