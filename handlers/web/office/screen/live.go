package screen

import (
	"encoding/json"
	"hash/fnv"
	"html/template"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"marquee/handlers/web/page"
)

const (
	// whileItMoves is how often a page that is looked at asks for its parts while something
	// happens there, and whileQuiet how often else.
	whileItMoves = 2 * time.Second
	whileQuiet   = 15 * time.Second
)

// Live are the parts of a page that are asked for again while somebody looks at it. Each is a
// template, and is sent again only when it is not what the reader has.
type Live struct {
	// At is where they are asked for, Every how often in seconds, and Now when they were true.
	At    string
	Every int
	Now   time.Time
	zone  *time.Location
	names []string
	parts map[string]template.HTML
}

// Parts draws the parts of a page: templates that are given the page and one thing of it.
func (v *Visit) Parts(t *page.Template, at string, moves bool, of map[string]any) (*Live, error) {
	l := &Live{At: at, Every: int(whileQuiet / time.Second), Now: v.App.Now(), zone: v.Zone, parts: map[string]template.HTML{}}
	if moves {
		l.Every = int(whileItMoves / time.Second)
	}
	for name, it := range of {
		text, err := t.Part("live-"+name, map[string]any{"V": v.View, "It": it})
		if err != nil {
			return nil, err
		}
		l.names, l.parts[name] = append(l.names, name), text
	}
	slices.Sort(l.names)
	return l, nil
}

// Part is one of them, as the page shows it first.
func (l *Live) Part(name string) template.HTML {
	return template.HTML(`<div class="live" data-part="`+template.HTMLEscapeString(name)+`">`) + l.parts[name] + "</div>"
}

// Location is by whose clocks the page tells times.
func (l *Live) Location() *time.Location { return l.zone }

// Zone is the name of Location.
func (l *Live) Zone() string { return l.zone.String() }

// Mark stands for the parts as they are: a digest of each, in the order of their names.
func (l *Live) Mark() string {
	all := make([]string, len(l.names))
	for i, name := range l.names {
		h := fnv.New32a()
		_, _ = h.Write([]byte(l.parts[name]))
		all[i] = strconv.FormatUint(uint64(h.Sum32()), 36)
	}
	return strings.Join(all, ".")
}

// since are the parts that are not as a mark says.
func (l *Live) since(mark string) map[string]template.HTML {
	now, was := strings.Split(l.Mark(), "."), strings.Split(mark, ".")
	out := map[string]template.HTML{}
	for i, name := range l.names {
		if len(was) != len(now) || was[i] != now[i] {
			out[name] = l.parts[name]
		}
	}
	return out
}

// liveJSON is the answer to whoever asks for the parts again.
type liveJSON struct {
	Mark  string                   `json:"mark"`
	Every int                      `json:"every"`
	Parts map[string]template.HTML `json:"parts"`
}

// Answer sends what changed since the mark that the address names; where nothing did, it says so.
func (v *Visit) Answer(l *Live) error {
	changed := l.since(v.R.URL.Query().Get("since"))
	v.W.Header().Set("Cache-Control", "no-store")
	if len(changed) == 0 {
		v.W.WriteHeader(http.StatusNotModified)
		return nil
	}
	body, err := json.Marshal(liveJSON{l.Mark(), l.Every, changed})
	if err != nil {
		return err
	}
	v.W.Header().Set("Content-Type", "application/json; charset=utf-8")
	v.Site.Send(v.W, v.R, http.StatusOK, body)
	return nil
}
