package webhook

import (
	"context"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/entry"
)

// Delivery is one attempt of a call, as the wire gets it.
type Delivery struct {
	ID       string
	Company  int64
	Kind     Kind
	Object   Object
	ObjectID int64
	At       time.Time
	// Reader is who the API shows the object to.
	Reader *app.Caller
}

// Receiver is where calls go.
type Receiver struct {
	URL string
	// Secrets sign what is posted, each for itself.
	Secrets []string
	// Batches: it is posted lists of calls, also of one alone.
	Batches bool
}

// Message is a call in words, with its id.
type Message struct {
	ID   string
	Body []byte
}

// Result is what came of an attempt.
type Result struct {
	// Status is what the receiver answered, 0 for nothing.
	Status int
	// Problem is why that is not good, in words for the company; empty when it is.
	Problem string
	// RetryAfter is when the receiver wants to be asked again, 0 where it does not say.
	RetryAfter time.Duration
	// Held: nothing was sent, for a reason that is ours. The attempt does not count.
	Held bool
	// Dropped: nothing was sent, as the endpoint does not ask for it any more. The call ends.
	Dropped bool
}

// refused tells that the receiver is there and does not want what it was sent, which says nothing
// of others. With 408, 425 and 429 it asks for more time.
func (r *Result) refused() bool {
	switch r.Status {
	case 408, 425, 429:
		return false
	}
	return r.Status >= 400 && r.Status < 500
}

// Carrier puts calls into words, and posts them.
type Carrier interface {
	// Render is the body of a call: its object as the API shows it. A result with a problem
	// says why there is none.
	Render(ctx context.Context, d Delivery) (body []byte, res Result)
	// Post sends calls in one request: one alone, or some to a receiver of batches.
	Post(ctx context.Context, to Receiver, all []Message) Result
}

// Policy says where calls may go.
type Policy struct {
	// Inside lets them go to this machine and to private networks, to any port, and over
	// http.
	Inside bool
}

// Use says what sends the calls of an App, and where they may go. Without it they wait.
func Use(a *app.App, c Carrier, p Policy) {
	w := workers.Of(a)
	w.mu.Lock()
	w.carrier, w.policy = c, p
	w.mu.Unlock()
	w.Ring()
}

// ScanRow reads a scan; false where there is none.
func ScanRow(ctx context.Context, a *app.App, company, id int64) (s entry.Scan, found bool, err error) {
	err = a.ViewCompany(ctx, company, func(r app.Reader) (err error) {
		all, err := entry.Scans.GetMany(r, []int64{id})
		if found = len(all) == 1; found {
			s = all[0]
		}
		return err
	})
	return s, found, err
}

// readerOf is who the API shows objects to that are told: one who may read everything of a
// company.
func readerOf(r app.Reader, companyID int64) (*app.Caller, error) {
	own, err := company.SettingsOf(r)
	return &app.Caller{UserName: "outbound calls", Super: true, CompanyID: companyID, Locale: "en", Locales: own.Locales}, err
}
