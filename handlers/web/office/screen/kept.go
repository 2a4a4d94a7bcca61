package screen

import (
	"crypto/rand"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"marquee/app/company"
	"marquee/handlers/rest"
	"marquee/handlers/web/page"
)

// A form that is sent after its session ended does nothing, and what was typed into it is not lost:
// it is kept here for a while, for the user whose session that was. Whoever signs in then is led back
// to the page. To the same user it shows the form as it was filled in, to be sent once more; anybody
// else gets the page as it is. Passwords, keys and files are not kept.
const (
	keptQuery = "kept" // of the address: which form
	keptFor   = time.Hour
	// maxKept is how many forms are kept, maxKeptOf how many of one user, and maxKeptBytes how much
	// all of them are.
	maxKept      = 1_000
	maxKeptOf    = 10
	maxKeptBytes = 16 << 20
)

// keptForm is one that came too late.
type keptForm struct {
	id     string
	user   int64
	page   string // its path
	op     string
	values url.Values
	bytes  int
	at     time.Time
}

// keptForms are those that are kept, the oldest first.
type keptForms struct {
	mu    sync.Mutex
	all   []*keptForm
	bytes int
}

// put takes one in. The oldest of its user, and then the oldest of all, make room for it.
func (k *keptForms) put(one *keptForm) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for len(k.all) > 0 && (k.all[0].over(one.at) || len(k.all) >= maxKept || k.bytes+one.bytes > maxKeptBytes) {
		k.drop(0)
	}
	own, oldest := 0, 0
	for i := len(k.all) - 1; i >= 0; i-- {
		if k.all[i].user == one.user {
			own, oldest = own+1, i
		}
	}
	if own >= maxKeptOf {
		k.drop(oldest)
	}
	k.all, k.bytes = append(k.all, one), k.bytes+one.bytes
}

func (k *keptForms) drop(i int) {
	k.bytes -= k.all[i].bytes
	k.all = slices.Delete(k.all, i, i+1)
}

// find is nil where nothing is kept under an id for a user and a page.
func (k *keptForms) find(id string, user int64, path string, now time.Time) *keptForm {
	k.mu.Lock()
	defer k.mu.Unlock()
	i := slices.IndexFunc(k.all, func(one *keptForm) bool { return one.id == id && one.user == user && one.page == path })
	if i < 0 || k.all[i].over(now) {
		return nil
	}
	return k.all[i]
}

// over tells whether a form was kept for long enough. A clock that was set back ends it, too.
func (f *keptForm) over(now time.Time) bool {
	age := now.Sub(f.at)
	return age < 0 || age >= keptFor
}

// keep keeps what a form of a screen sent whose session has ended, and gives the address of the page
// that shows it again: that page alone where it cannot be kept.
func (o *Pages) keep(s *Screen, w http.ResponseWriter, r *http.Request) string {
	to, q := asked(r), r.URL.Query()
	op := q.Get(DoQuery)
	if _, offered := s.Forms[op]; r.Method != http.MethodPost || !offered {
		return to
	}
	user, err := company.UserAfterEnd(r.Context(), o.App, company.ForPage, o.Site.Cookie(r, page.StaffCookie))
	if err != nil {
		return to
	}
	sent, err := s.sent(w, r)
	if err != nil {
		return to
	}
	values, bytes := keepable(op, r, sent)
	one := &keptForm{id: rand.Text(), user: user, page: r.URL.Path, op: op, values: values, bytes: bytes, at: o.App.Now()}
	o.kept.put(one)
	q.Del(DoQuery)
	q.Set(keptQuery, one.id)
	return to + "?" + q.Encode()
}

// keepable is what of a form may be kept, and how much that is.
func keepable(op string, r *http.Request, sent url.Values) (values url.Values, bytes int) {
	values = url.Values{}
	for name, all := range sent {
		file := false
		if r.MultipartForm != nil {
			_, file = r.MultipartForm.File[name]
		}
		if file || Secret(op, strings.TrimPrefix(name, rest.WasPrefix)) {
			continue
		}
		values[name] = all
		for _, value := range all {
			bytes += len(name) + len(value)
		}
	}
	return values, bytes
}

// Secret tells whether a field of an operation has something in it that nobody but its reader may
// ever see again.
func Secret(op, path string) bool {
	name := strings.ToLower(path[strings.LastIndexByte(path, '.')+1:])
	for _, word := range []string{"password", "secret", "token", "certificate"} {
		if strings.Contains(name, word) {
			return true
		}
	}
	return strings.HasSuffix(name, "key") || name == "code" && (strings.Contains(op, "second-factor") || strings.HasPrefix(path, "proof."))
}

// Kept is what a page says of a form that came too late: which one stands there again, empty: what was
// typed is not kept any more, or is not the reader's.
type Kept struct{ Action string }

// takeKept finds what the address says was kept.
func takeKept(v *Visit) {
	if id := v.R.URL.Query().Get(keptQuery); id != "" && v.R.Method == http.MethodGet {
		v.kept = v.Pages.kept.find(id, v.Caller.UserID, v.R.URL.Path, v.App.Now())
		v.Body.Kept = &Kept{}
	}
}

// KeptFor is what was typed into the form of an operation before its session ended, nil: nothing. It is
// for pages that draw some of its fields by themselves.
func (v *Visit) KeptFor(op string) url.Values {
	if v.kept == nil || v.kept.op != op {
		return nil
	}
	return v.kept.values
}

// showKept fills the form in as it was. What somebody else changed meanwhile stands beside it.
func showKept(v *Visit) {
	if v.kept == nil {
		return
	}
	if _, offered := v.screen.Forms[v.kept.op]; !offered || !v.Body.May(v.kept.op) {
		return
	}
	f := v.Body.Add(v.kept.op)
	if !f.sameRecords(v.kept.values) {
		return
	}
	f.Sent = v.kept.values
	changed := f.Route.Changed(f.Sent)
	f.conflicts(changed)
	f.renew(changed)
	v.Body.Kept.Action = f.Action
}

// sameRecords tells whether what was sent is about the records that the form is about now: rows of a
// table have moved where something came or went.
func (f *Form) sameRecords(sent url.Values) bool {
	for name, now := range f.Values {
		if was, there := sent[name]; there && (name == "id" || strings.HasSuffix(name, ".id")) && !equal(was, now) {
			return false
		}
	}
	return true
}

// renew puts into fields that nobody changed what they hold now: sent again as they were, they would
// take back what somebody else changed.
func (f *Form) renew(changed url.Values) {
	renewed := url.Values{}
	for name, values := range f.Sent {
		now, shown := f.Values[name]
		if _, was := f.Sent[rest.WasPrefix+name]; was && shown && !changed.Has(name) {
			values = now
		}
		renewed[name] = values
	}
	f.Sent = renewed
}
