package mail

import (
	"context"

	"marquee/app"
	"marquee/app/queue"
	"marquee/indexes"
)

// HandOver hands a mail over as the queue does.
func HandOver(ctx context.Context, a *app.App, company, id int64) error {
	return Send(ctx, a, queue.Message[letterRef]{ID: "again", Company: company, Attempt: 1, Payload: letterRef{MailID: id}})
}

// SomeOfRounds does one transaction of each open round of a company, as though the process
// ended then.
func SomeOfRounds(a *app.App, company int64) error {
	return a.UpdateCompany(context.Background(), company, func(tx app.Tx) error {
		var open []roundKey
		for hit, err := range rounds.Scan(tx, indexes.All[roundKey]()) {
			if err != nil {
				return err
			}
			if !hit.Rec.Done {
				open = append(open, hit.Key)
			}
		}
		for _, key := range open {
			if _, err := someOfRound(tx, a, key); err != nil {
				return err
			}
		}
		return nil
	})
}

// Texts are the texts of mails that are kept, unpacked, and the subjects.
func Texts(r app.Reader) (all []string, err error) {
	for hit, err := range messages.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return nil, err
		}
		all = append(all, hit.Rec.Subject)
	}
	for hit, err := range bodies.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return nil, err
		}
		text, err := hit.Rec.unpack()
		if err != nil {
			return nil, err
		}
		all = append(all, text)
	}
	return all, nil
}

// WriteAfter writes the mails that are due in a company, and lets something happen between
// looking and storing.
func WriteAfter(ctx context.Context, a *app.App, company int64, between func()) error {
	w := &app.Work{App: a, Company: company}
	plans, _, err := planSome(ctx, w, nil)
	if err != nil {
		return err
	}
	between()
	return storeAll(ctx, w, plans)
}

// StoreText stores a text without the checks of now, as an earlier release did.
func StoreText(tx app.Tx, t *Text) error { return texts.Put(tx, t) }

// WriteAgain is what a twin does: it writes to the next of an audience and does not note that.
func WriteAgain(tx app.Tx, a *app.App, id int64) error {
	c, err := circularByID(tx, id)
	if err != nil {
		return err
	}
	all, _, _, err := c.To.some(tx, c.Place)
	if err != nil {
		return err
	}
	for _, who := range all {
		if err := c.write(tx, posts.Of(a).now(), a, who, ""); err != nil {
			return err
		}
	}
	return nil
}
