package mail

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/queue"
	"marquee/indexes"
	"marquee/kv"
)

// CircularState says where a circular stands. The number is stored.
type CircularState int64

// The states.
const (
	// Draft circulars are written, and changed.
	Draft CircularState = iota + 1
	// Due ones wait for their moment, Sending ones are being written to one after the other.
	Due
	Sending
	CircularSent
	Stopped
)

var circularStates = []string{"", "draft", "due", "sending", "sent", "stopped"}

func (s CircularState) String() string { return circularStates[s] }

// CircularText is what it says in one language.
type CircularText struct {
	Language string `msgpack:"l"`
	Subject  string `msgpack:"s"`
	Body     string `msgpack:"b"`
}

// Circular is a mail that staff write to many: in their own words, once to each of them.
type Circular struct {
	ID    int64          `msgpack:"i"`
	State CircularState  `msgpack:"s"`
	Texts []CircularText `msgpack:"t"`
	To    Audience       `msgpack:"to"`
	// At is when it is to be sent, nil: as soon as somebody says so.
	At     *time.Time `msgpack:"at,omitempty"`
	UserID int64      `msgpack:"u,omitempty"`
	// Place is how far it is. Mails were written, to Nobody there was no way to write.
	Place  Place `msgpack:"p"`
	Mails  int64 `msgpack:"m,omitempty"`
	Nobody int64 `msgpack:"n,omitempty"`

	BegunAt   *time.Time `msgpack:"ba,omitempty"`
	EndedAt   *time.Time `msgpack:"ea,omitempty"`
	CreatedAt time.Time  `msgpack:"ca"`
	UpdatedAt time.Time  `msgpack:"ua"`
}

// works tells whether it goes on by itself.
func (c *Circular) works() bool { return c.State == Due || c.State == Sending }

func (c *Circular) check() error {
	switch {
	case c.State < Draft || c.State > Stopped || len(c.Texts) == 0:
		return fmt.Errorf("mail: circular %d has no state or no text", c.ID)
	case len(c.To.EventIDs) == 0 && c.To.GroupID == 0:
		return fmt.Errorf("mail: circular %d is to nobody", c.ID)
	}
	return nil
}

// events are those that it is listed at; 0 is for one that is to a group alone.
func (c *Circular) events() []int64 {
	if len(c.To.EventIDs) == 0 {
		return []int64{0}
	}
	return app.Distinct(c.To.EventIDs)
}

// shown: a circular is seen by whoever sees all of its events.
func (c *Circular) shown(r app.Reader) (bool, error) {
	for _, id := range c.events() {
		if seen, err := catalog.ShownAt(r, id); err != nil || !seen {
			return false, err
		}
	}
	return true, nil
}

var (
	circularAll    = indexes.NewBy("all", kv.Int, func(*Circular) []int64 { return []int64{0} }).Counted()
	circularEvents = indexes.NewBy("event", kv.Int, (*Circular).events).Counted()
	circulars      = indexes.Define(indexes.Spec[Circular]{
		Name: "circulars", Version: 1,
		Person: indexes.Nobody("what a company writes to many"),
		ID:     func(c *Circular) *int64 { return &c.ID },
		Shown:  func(r app.Reader, c *Circular) (bool, error) { return c.shown(r) },
		Stamp:  func(tx app.Tx, old, c *Circular) { app.Stamp(tx, old == nil, &c.CreatedAt, &c.UpdatedAt) },
		Check:  (*Circular).check,
	}, circularAll.Index, circularEvents.Index)

	circularsGoOn = queue.NewRuns(queue.RunSpec[Circular]{
		Name: "mail.circular", Of: func(c *Circular) queue.Ref { return queue.Ref{ID: c.ID} }, Works: (*Circular).works,
	})
)

// circularByID finds one of the company.
func circularByID(r app.Reader, id int64) (Circular, error) {
	c, err := circulars.Get(r, id)
	if errors.Is(err, indexes.ErrNotFound) {
		err = app.Missing("message")
	}
	return c, err
}

// parsed reads what it says, and names what is wrong with it.
func (c *Circular) parsed(p *app.Problems) {
	if len(c.Texts) == 0 {
		p.Add("texts", "is required")
	}
	if len(c.Texts) > maxCircularTexts {
		p.Add("texts", "must not have more than %d entries", maxCircularTexts)
		return
	}
	var seen []string
	for i := range c.Texts {
		t := &c.Texts[i]
		at := fmt.Sprintf("texts.%d.", i)
		if !company.KnownLocale(t.Language) || slices.Contains(seen, t.Language) {
			p.Add(at+"language", "is not a known language")
		}
		seen = append(seen, t.Language)
		_, err := t.template()
		refused, _ := errors.AsType[*app.Error](err)
		if refused == nil {
			continue
		}
		for _, f := range refused.Fields {
			*p = append(*p, app.FieldError{Field: at + f.Field, Message: f.Message})
		}
	}
}

func (t *CircularText) template() (*template, error) {
	return parseMarked(t.Subject, t.Body, OfStaff.Placeholders())
}

// textFor is the text in the first of some languages that it has, else its first.
func (c *Circular) textFor(languages []string) *CircularText {
	for _, l := range languages {
		if i := slices.IndexFunc(c.Texts, func(t CircularText) bool { return t.Language == l }); i >= 0 {
			return &c.Texts[i]
		}
	}
	return &c.Texts[0]
}

// Outcome is what became of the mails of a circular so far.
type Outcome struct{ Queued, Sent, Dead, Held, Suppressed int64 }

// CircularView is a circular with what became of it, and when one that says the same was sent to the
// same last.
type CircularView struct {
	Circular
	Outcome Outcome
	Before  *time.Time
}

func (o *Outcome) add(s State, n int64) {
	switch s {
	case Queued:
		o.Queued = n
	case Sent:
		o.Sent = n
	case Dead:
		o.Dead = n
	case Held:
		o.Held = n
	case Suppressed:
		o.Suppressed = n
	}
}

// viewOfCircular reads what became of a circular.
func viewOfCircular(r app.Reader, c Circular) (v CircularView, err error) {
	v.Circular = c
	for _, s := range States {
		n, err := messageByCircular.CountOf(r, indexes.PrefixOf[time.Time](circularKey(c.ID, s)))
		if err != nil {
			return v, err
		}
		v.Outcome.add(s, n)
	}
	v.Before, err = c.before(r)
	return v, err
}

// before is when another circular was last sent to people of one of its events, nil: never.
func (c *Circular) before(r app.Reader) (at *time.Time, err error) {
	for _, event := range c.events() {
		for hit, err := range circularEvents.Scan(r, indexes.Equal(event).Reversed().Limit(maxCircularsSeen)) {
			if err != nil {
				return nil, err
			}
			o := &hit.Rec
			same := o.ID != c.ID && o.BegunAt != nil && (event != 0 || o.To.GroupID == c.To.GroupID)
			if same && (at == nil || o.BegunAt.After(*at)) {
				at = o.BegunAt
			}
		}
	}
	return at, nil
}

// stateBits is the space for a state in the key of the mails of a circular.
const stateBits = 3

// circularKey is where the mails of a circular in a state stand.
func circularKey(id int64, s State) int64 { return id<<stateBits | int64(s) }
