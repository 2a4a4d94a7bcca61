package relay

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"marquee/app"
	"marquee/handlers/rest"
)

// Node is what a relay knows of the node it stands before.
type Node interface {
	Name() string
	// Leads tells whether it takes what is written, and Elsewhere the address of another one that
	// does, empty while none does. Each comes with what is closed when it may be different.
	Leads() (leads bool, changed <-chan struct{})
	Elsewhere() (address string, changed <-chan struct{})
	// Last is the last transaction that can be read here, and Age how old that may be.
	Last() time.Time
	Age() time.Duration
	// Full tells whether nothing can be written because what the nodes share has no room.
	Full() bool
}

const (
	// api is where what follows nobody's screen is read.
	api = "/v1/"
	// leaderFor is how long a call waits for a node that leads: one takes over from the other. A
	// page that is sent waits for longer: a person would have to fill it in again. What is passed on
	// and does not arrive is tried again every againEvery.
	leaderFor, pageFor, againEvery = 2 * time.Second, 12 * time.Second, 100 * time.Millisecond
	// seenFor is how long one waits here for what its caller wrote elsewhere, looking every seenEvery.
	seenFor, seenEvery = 250 * time.Millisecond, 5 * time.Millisecond
	// freshFor is how old an answer may be while the leader has a newer one.
	freshFor = 5 * time.Second
	// mostHops is through how many nodes a call may come.
	mostHops = 3
)

// Relay is the handler of a node.
type Relay struct {
	node  Node
	own   http.Handler
	peers *Peers
	gate  gate
	log   *slog.Logger
	// wait is how long calls wait for a leader, waitPage how long a page that is sent does.
	wait, waitPage time.Duration
}

// New stands before what a node serves.
func New(node Node, own http.Handler, peers *Peers, log *slog.Logger) *Relay {
	r := &Relay{node: node, own: own, peers: peers, log: log, wait: leaderFor, waitPage: pageFor}
	r.gate.leads = func() bool { leads, _ := node.Leads(); return leads }
	return r
}

// Quiet waits until nobody writes here. The node has stopped to lead.
func (r *Relay) Quiet(ctx context.Context) { r.gate.wait(ctx) }

// Lead runs something that writes, if the node leads; one that gives up leading waits for it.
func (r *Relay) Lead(do func()) bool {
	if !r.gate.enter() {
		return false
	}
	defer r.gate.leave()
	do()
	return true
}

func (r *Relay) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	switch {
	case isAbout(req.URL.Path):
		r.own.ServeHTTP(w, req)
	case !isRead(req.Method):
		r.decide(w, req, nil)
	case isHere(req.URL.Path):
		r.read(w, req)
	default:
		r.decide(w, req, func() { r.stale(w, req) })
	}
}

// isAbout tells whether a path is about this very node.
func isAbout(path string) bool {
	return path == "/healthz" || path == "/readyz" || path == "/metrics"
}

func isRead(method string) bool {
	return method == http.MethodGet || method == http.MethodHead || method == http.MethodOptions || method == http.MethodTrace
}

// isHere tells whether a node that does not lead answers a read itself. Pages are the leader's: who
// opens one stands in a line, is signed in, or has a basket.
func isHere(path string) bool {
	for _, prefix := range []string{api, "/media/", "/docs", "/openapi"} {
		if strings.HasPrefix(path, prefix) {
			return true
		}
	}
	return false
}

// decide has the node that leads answer. Where none does for long, otherwise does, or the caller
// is told to try again.
func (r *Relay) decide(w http.ResponseWriter, req *http.Request, otherwise func()) {
	timeout := time.NewTimer(r.patience(req))
	defer timeout.Stop()
	again := time.NewTicker(againEvery)
	defer again.Stop()
	for {
		_, role := r.node.Leads()
		leader, changed := r.node.Elsewhere()
		if r.gate.enter() {
			defer r.gate.leave()
			r.own.ServeHTTP(&wrote{ResponseWriter: w, node: r.node, pages: fromBrowser(req) && !isRead(req.Method)}, req)
			return
		}
		if leader != "" && hops(req) < mostHops && r.pass(w, req, leader) {
			return
		}
		select {
		case <-role:
		case <-changed:
		case <-again.C:
		case <-req.Context().Done():
			return
		case <-timeout.C:
			if otherwise == nil {
				why := noLeader
				if r.node.Full() {
					why = noRoom
				}
				r.refuse(w, req, why)
				return
			}
			otherwise()
			return
		}
	}
}

// patience is how long a call waits for a node that leads.
func (r *Relay) patience(req *http.Request) time.Duration {
	if isRead(req.Method) || strings.HasPrefix(req.URL.Path, api) {
		return r.wait
	}
	return r.waitPage
}

// read answers from what this node has, if that is new enough for the caller and the leader is not
// needed.
func (r *Relay) read(w http.ResponseWriter, req *http.Request) {
	if leads, _ := r.node.Leads(); leads {
		r.own.ServeHTTP(w, req)
		return
	}
	leader, _ := r.node.Elsewhere()
	if leader == "" || hops(req) >= mostHops {
		r.stale(w, req)
		return
	}
	if r.node.Age() <= freshFor && r.has(req.Context(), seen(req)) {
		here := &readHere{ResponseWriter: w, header: http.Header{}, asOf: r.node.Last(), age: r.node.Age()}
		if r.own.ServeHTTP(here, req); !here.refused {
			return
		}
	}
	if !r.pass(w, req, leader) {
		r.stale(w, req)
	}
}

// stale answers from what this node has, and says how old it is.
func (r *Relay) stale(w http.ResponseWriter, req *http.Request) {
	dated(w.Header(), r.node.Last(), r.node.Age())
	r.own.ServeHTTP(w, req)
}

// has waits for a while until the node has what was written up to a moment.
func (r *Relay) has(ctx context.Context, at time.Time) bool {
	for end := time.Now().Add(seenFor); at.After(r.node.Last()); {
		if time.Now().After(end) {
			return false
		}
		select {
		case <-time.After(seenEvery):
		case <-ctx.Done():
			return false
		}
	}
	return true
}

// What a caller is told who was not served.
var (
	noLeader = app.Msg("No node of the box office leads at the moment. Nothing was changed. Please try again.")
	noRoom   = app.Msg("The log of the box office has no room. Nothing was changed. Whoever runs the box office has to make room in etcd.")
	unknown  = app.Msg("The connection broke before the answer came. Whether it was done is not known: please look, or ask again with the same uuid.")
)

// refuse answers 503.
func (r *Relay) refuse(w http.ResponseWriter, req *http.Request, why app.Message) {
	w.Header().Set("Retry-After", "1")
	rest.Unavailable(w, req, why)
}
