package webhook

import (
	"context"

	"marquee/app"
	"marquee/indexes"
)

// MaxAgain is how many dead calls are sent again at once.
const MaxAgain = maxAgain

// MaxDirect is how many calls are under way that are not stored.
const MaxDirect = maxDirect

// SettleBatch is of how many calls one transaction stores what came of them.
const SettleBatch = settleBatch

// BuryCalls makes dead calls to an endpoint, each about another customer.
func BuryCalls(tx app.Tx, endpoint int64, n int) error {
	all := make([]*Call, n)
	for i := range all {
		all[i] = &Call{EndpointID: endpoint, Kind: CustomerChanged, ObjectID: int64(i + 1), At: tx.Now()}
		all[i].end(Dead, tx.Wall())
	}
	return insert(tx, all)
}

// Noted counts the notices of which no calls were made yet.
func Noted(r app.Reader) (n int, err error) {
	for _, err := range notices.Scan(r, indexes.All[noticeKey]()) {
		if err != nil {
			return 0, err
		}
		n++
	}
	return n, nil
}

// Fold looks at what was noted in a company, and sends nothing.
func Fold(ctx context.Context, a *app.App, company int64) error {
	_, err := fold(ctx, &app.Work{App: a, Company: company})
	return err
}

// FoldFull makes calls of all that was noted, as if room for so many more calls of an endpoint
// were left.
func FoldFull(tx app.Tx, endpoint, room int64) error {
	f, err := newFolding(tx)
	if err != nil {
		return err
	}
	f.open[endpoint] = MaxOpen - room
	var some []notice
	for hit, err := range notices.Scan(tx, indexes.All[noticeKey]()) {
		if err != nil {
			return err
		}
		some = append(some, hit.Rec)
	}
	return f.all(some)
}
