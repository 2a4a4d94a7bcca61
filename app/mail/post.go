package mail

import (
	"context"
	"crypto/rand"
	"errors"
	"sync"
	"time"

	"marquee/app"
	"marquee/app/locale"
	"marquee/app/paper"
	"marquee/indexes"
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
	*app.Bell // of the job that writes mails
	printer   *paper.Printer
	// pictures are those that mails carry.
	pictures pictures
	packers  sync.Pool

	mu   sync.Mutex
	post Post
	// written is closed whenever something that was due has been written, and made anew; nil
	// where no job writes mails.
	written chan struct{}
}

var posts = app.NewPerApp(func() *office {
	return &office{Bell: app.NewBell(), printer: paper.NewPrinter()}
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

// wake is asked for by the job that writes mails, when it begins to run by itself.
func wake(a *app.App) <-chan struct{} {
	o := posts.Of(a)
	o.mu.Lock()
	defer o.mu.Unlock()
	o.written = make(chan struct{})
	return o.Rung()
}

// wrote tells those who wait that something has been written.
func (o *office) wrote() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.written != nil {
		close(o.written)
		o.written = make(chan struct{})
	}
}

func (o *office) writing() <-chan struct{} {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.written
}

// caughtUp waits for the mails that are due to be written, so that who lists them finds those
// about what they have just done. It waits no longer than people do.
func caughtUp(ctx context.Context, a *app.App, c *app.Caller) error {
	o, patience := posts.Of(a), time.NewTimer(listWaits)
	defer patience.Stop()
	for {
		written, waits := o.writing(), false
		if written == nil {
			return nil
		}
		err := a.Browse(ctx, c, app.ViewMails, func(r app.Reader) error {
			waits = false
			for _, err := range dues.Scan(r, indexes.All[dueKey]().Limit(1)) {
				if err != nil {
					return err
				}
				waits = true
			}
			return nil
		})
		if err != nil || !waits {
			return err
		}
		o.Ring()
		select {
		case <-written:
		case <-patience.C:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// tryTimeout is how long a mail server may take to answer whoever tries it.
const tryTimeout = 20 * time.Second

// Tried is what came of a mail that was sent to see whether mails leave.
type Tried struct {
	// To is where it went: to whoever asked.
	To string
	// Taken: the server took it. Answer is what it said instead.
	Taken  bool
	Answer string
}

// tries are the words of the mail, by language: subject and text.
var tries = map[locale.Language][2]string{
	locale.English: {"A test of the mail server", "This mail was sent to see whether mails leave. If you can read it, they do."},
	locale.German:  {"Ein Test des Mailservers", "Diese E-Mail wurde gesendet, um zu sehen, ob E-Mails hinausgehen. Wenn Sie sie lesen können, tun sie es."},
	locale.French:  {"Un essai du serveur de messagerie", "Cet e-mail a été envoyé pour voir si les e-mails partent. Si vous pouvez le lire, c’est le cas."},
}

// Try sends a mail to the caller at once, and waits for what the mail server says. It is no mail of
// the company: nothing is kept of it but that somebody tried.
func Try(ctx context.Context, a *app.App, c *app.Caller) (out Tried, err error) {
	err = a.Update(ctx, c, app.Installation, func(tx app.Tx) error {
		app.Note(tx, "companies", tx.Company(), "tried the mail server")
		return nil
	})
	if err != nil {
		return out, err
	}
	p := posts.Of(a).now()
	out.To = c.UserEmail
	if p.Carrier == nil {
		out.Answer = "there is no mail server yet"
		return out, nil
	}
	l := locale.Of(c.Locale)
	words := tries[l]
	app.Outside(ctx) // nobody waits for a place meanwhile
	ctx, cancel := context.WithTimeout(ctx, tryTimeout)
	defer cancel()
	err = p.Carrier.Deliver(ctx, &Letter{
		ID: rand.Text(), From: p.From, To: out.To, ToName: c.UserName, Language: string(l),
		Subject: words[0], Text: words[1] + "\n", HTML: "<p>" + words[1] + "</p>",
	})
	out.Taken = err == nil
	if err != nil {
		out.Answer = shortened(err.Error(), maxReason)
	}
	if errors.Is(err, context.DeadlineExceeded) {
		out.Answer = "no answer within 20 seconds"
	}
	return out, nil
}
