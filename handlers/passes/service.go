package passes

import (
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"marquee/app"
	"marquee/app/admission"
	"marquee/app/pass"
	"marquee/handlers/rest"
)

const (
	// maxBody bounds what a phone sends, in bytes.
	maxBody = 16 << 10
	// maxMaking is how many passes of one company are made at once for each processor, and
	// maxWait how long other phones wait; then they are told to come back.
	maxMaking = 4
	maxWait   = 5 * time.Second
	// retryAfter is when they may, in seconds.
	retryAfter = 30
	// maxComplaint is how much of what a phone complains about is logged, in bytes.
	maxComplaint = 500
)

// Service answers phones that keep passes.
type Service struct {
	maker     *Maker
	log       *slog.Logger
	prefix    string
	making    *admission.Class
	complaint atomic.Int64 // the second in which one was logged last
}

// NewService answers below a prefix. A nil log discards. A pass is whole, and has given back
// its place, before it is sent.
func NewService(m *Maker, log *slog.Logger, prefix string) http.Handler {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	s := &Service{maker: m, log: log, prefix: prefix, making: app.Classes(m.app).Of("kept passes", rest.PageLimits(maxMaking*runtime.GOMAXPROCS(0), maxWait))}
	return rest.MemoryOf(m.app).Drawn("kept passes", s.draw, nil)
}

func (s *Service) draw(w *rest.Drawing, r *http.Request) {
	rest.Secure(w.Header())
	w.Header().Set("Cache-Control", "private, no-store")
	c, ok := parseCall(strings.TrimPrefix(r.URL.Path, s.prefix))
	if !ok {
		http.NotFound(w, r)
		return
	}
	allowed, do := s.of(c.kind)
	if do[r.Method] == nil {
		w.Header().Set("Allow", allowed)
		http.Error(w, "This method is not allowed here.", http.StatusMethodNotAllowed)
		return
	}
	status, err := do[r.Method](w, r, c)
	if err != nil {
		status = s.refusal(r, err)
	}
	if status == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", strconv.Itoa(retryAfter))
	}
	if status != 0 {
		w.WriteHeader(status)
	}
}

// answer writes an answer and gives 0, or gives the status of one without a body.
type answer func(w http.ResponseWriter, r *http.Request, c call) (status int, err error)

func (s *Service) of(k callKind) (allowed string, do map[string]answer) {
	switch k {
	case registration:
		return "POST, DELETE", map[string]answer{http.MethodPost: s.keep, http.MethodDelete: s.drop}
	case changes:
		return "GET", map[string]answer{http.MethodGet: s.changes}
	case latest:
		return "GET", map[string]answer{http.MethodGet: s.latest}
	}
	return "POST", map[string]answer{http.MethodPost: s.complain}
}

// refusal is the status of an error. That there is no such pass, and that the token is
// another's, are the same to a phone.
func (s *Service) refusal(r *http.Request, err error) int {
	switch app.KindOf(err) {
	case app.NotFound:
		return http.StatusUnauthorized
	case app.Forbidden:
		return http.StatusForbidden
	case app.Invalid:
		return http.StatusBadRequest
	case app.TooMany, app.Unavailable:
		return http.StatusServiceUnavailable
	}
	if r.Context().Err() == nil {
		s.log.Error("a phone could not be answered about a pass", "error", err)
	}
	return http.StatusServiceUnavailable
}

var errBody = &app.Error{Kind: app.Invalid}

// keep notes a phone. The token by which a pass could be pushed to it is not kept, as
// nothing is pushed.
func (s *Service) keep(w http.ResponseWriter, r *http.Request, c call) (int, error) {
	var body struct {
		PushToken string `json:"pushToken"`
	}
	if err := read(w, r, &body); err != nil {
		return 0, err
	}
	fresh, err := pass.Keep(r.Context(), s.maker.app, c.company, c.serial, shown(r), c.device)
	if fresh {
		return http.StatusCreated, err
	}
	return http.StatusOK, err
}

func (s *Service) drop(_ http.ResponseWriter, r *http.Request, c call) (int, error) {
	return http.StatusOK, pass.Drop(r.Context(), s.maker.app, c.company, c.serial, shown(r), c.device)
}

// changes lists what changed of the passes that a phone keeps.
func (s *Service) changes(w http.ResponseWriter, r *http.Request, c call) (int, error) {
	since := parseTag(r.URL.Query().Get("passesUpdatedSince"))
	serials, now, err := pass.Changed(r.Context(), s.maker.app, c.company, c.device, since)
	if err != nil {
		return 0, err
	}
	if len(serials) == 0 {
		return http.StatusNoContent, nil
	}
	w.Header().Set("Content-Type", "application/json")
	return 0, json.NewEncoder(w).Encode(map[string]any{"serialNumbers": serials, "lastUpdated": tag(now)})
}

// latest is a pass as it is now.
func (s *Service) latest(w http.ResponseWriter, r *http.Request, c call) (int, error) {
	p, err := pass.Again(r.Context(), s.maker.app, c.company, c.serial, shown(r))
	if err != nil {
		return 0, err
	}
	place, err := app.Enter(r.Context(), s.making, admission.Ask{Key: admission.Key{Company: c.company}})
	if err != nil {
		return 0, err
	}
	defer place.Leave()
	made, err := s.maker.make(r.Context(), &p, c.symbol)
	if err == nil && made.passType != c.passType {
		err = errNone
	}
	if err != nil {
		return 0, err
	}
	head := w.Header()
	changed := p.Changed.Truncate(time.Second)
	if !s.maker.app.Now().Truncate(time.Second).After(changed) {
		changed = changed.Add(-time.Second) // something may change in this second still
	}
	head.Set("ETag", made.tag)
	head.Set("Last-Modified", changed.UTC().Format(http.TimeFormat))
	if has(r, made.tag, p.Changed) {
		return http.StatusNotModified, nil
	}
	content, err := made.archive()
	if err != nil {
		return 0, err
	}
	head.Set("Content-Type", OneType)
	rest.Put(w, content)
	return 0, nil
}

// has tells whether a phone has the pass as it is.
func has(r *http.Request, tag string, changed time.Time) bool {
	if known := r.Header.Get("If-None-Match"); known != "" {
		return known == tag
	}
	at, err := http.ParseTime(r.Header.Get("If-Modified-Since"))
	return err == nil && !changed.Truncate(time.Second).After(at)
}

// complain logs what a phone says is wrong, of all phones at most one a second.
func (s *Service) complain(w http.ResponseWriter, r *http.Request, c call) (int, error) {
	var body struct {
		Logs []string `json:"logs"`
	}
	if err := read(w, r, &body); err != nil {
		return 0, err
	}
	now, last := s.maker.app.Now().Unix(), s.complaint.Load()
	if text := strings.Join(body.Logs, "; "); now != last && text != "" && s.complaint.CompareAndSwap(last, now) {
		s.log.Info("a phone complains about a pass", "company", c.company, "says", strings.ToValidUTF8(text[:min(len(text), maxComplaint)], ""))
	}
	return http.StatusOK, nil
}

// read reads a small body of JSON.
func read(w http.ResponseWriter, r *http.Request, into any) error {
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil || json.Unmarshal(text, into) != nil {
		return errBody
	}
	return nil
}
