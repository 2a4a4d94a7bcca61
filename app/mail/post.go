package mail

import (
	"context"
	"sync"

	"marquee/app"
	"marquee/app/paper"
)

// Carrier hands mails over to a mail server. A *Rejection is the server's no to this
// mail; any other error means that nobody got it yet, or that nobody knows.
type Carrier interface {
	Deliver(ctx context.Context, l *Letter) error
}

// Rejection is what a mail server says to a mail that it does not take.
type Rejection struct {
	// Permanent: to send it again is of no use.
	Permanent bool
	Text      string
}

func (r *Rejection) Error() string { return r.Text }

// Post is how the mails of an installation leave it.
type Post struct {
	// Carrier is nil where there is no mail server: mails are kept.
	Carrier Carrier
	// From is the address that mails come from.
	From string
	// BaseURL is in front of links, without a slash at its end.
	BaseURL string
}

// office is what an App keeps of its post in memory.
type office struct {
	awake   chan struct{} // holds one wake-up at most
	printer *paper.Printer

	mu   sync.Mutex
	post Post
}

var posts = app.NewPerApp(func() *office {
	return &office{awake: make(chan struct{}, 1), printer: paper.NewPrinter()}
})

// Use says how mails leave the installation. Without it they are kept.
func Use(a *app.App, p Post) {
	o := posts.Of(a)
	o.mu.Lock()
	defer o.mu.Unlock()
	o.post = p
}

func (o *office) now() Post {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.post
}

// nudge begins to write soon what is due.
func (o *office) nudge() {
	select {
	case o.awake <- struct{}{}:
	default: // there is one to come
	}
}

func wake(a *app.App) <-chan struct{} { return posts.Of(a).awake }
