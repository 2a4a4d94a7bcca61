package relay

import (
	"context"
	"io"
	"net/http"
	"net/http/httptrace"
	"net/http/httputil"
	"net/netip"
	"strconv"
	"strings"
	"sync/atomic"
)

const (
	// headerFor is in every call that one node passes on to another: how and from where it came
	// to the first one, and through how many it has come.
	headerFor = "Marquee-Passed-For"
)

// forwarded are headers in which proxies say for whom they speak. They stay as they came: each
// node is told the same of which to believe.
var forwarded = []string{"X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "Forwarded"}

// passing is one call that is passed on.
type passing struct {
	leader string
	sent   atomic.Bool // some of it left this machine
	err    error       // why there was no answer
}

type passingKey struct{}

// pass has the node at an address answer. It is false where that node did not hear of the call, or was
// only to read something: then another one may be asked, and nothing was said to the caller yet.
func (r *Relay) pass(w http.ResponseWriter, req *http.Request, leader string) (answered bool) {
	p := &passing{leader: leader}
	ctx := context.WithValue(req.Context(), passingKey{}, p)
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteHeaders: func() { p.sent.Store(true) }})
	out := req.WithContext(ctx)
	if out.Body != nil {
		out.Body = stillOpen{out.Body}
	}
	failed := func(_ http.ResponseWriter, _ *http.Request, err error) { p.err = err }
	proxy := httputil.ReverseProxy{Rewrite: rewrite, Transport: r.peers.transport, ErrorHandler: failed, ErrorLog: nil}
	proxy.ServeHTTP(w, out)
	switch {
	case p.err == nil, req.Context().Err() != nil:
		return true
	case p.sent.Load() && !isRead(req.Method):
		r.log.Warn("a call that was passed on was not answered", "node", r.node.Name(), "leader", leader, "error", p.err)
		r.refuse(w, req, unknown)
		return true
	}
	r.log.Debug("a call could not be passed on", "node", r.node.Name(), "leader", leader, "error", p.err)
	return false
}

// stillOpen is the body of a call that may be passed on once more, so that nobody closes it.
type stillOpen struct{ io.ReadCloser }

func (stillOpen) Close() error { return nil }

// rewrite leaves everything as it came, but for where it goes.
func rewrite(p *httputil.ProxyRequest) {
	to, _ := p.In.Context().Value(passingKey{}).(*passing)
	p.Out.URL.Scheme, p.Out.URL.Host = "https", to.leader
	p.Out.URL.RawQuery = p.In.URL.RawQuery
	p.Out.Host = p.In.Host
	for _, name := range forwarded {
		if values, ok := p.In.Header[name]; ok {
			p.Out.Header[name] = values
		}
	}
	scheme := "http"
	if p.In.TLS != nil {
		scheme = "https"
	}
	p.Out.Header.Set(headerFor, strings.Join([]string{scheme, p.In.RemoteAddr, strconv.Itoa(hops(p.In) + 1)}, " "))
}

type hopsKey struct{}

// hops is through how many nodes a call has come.
func hops(r *http.Request) int {
	n, _ := r.Context().Value(hopsKey{}).(int)
	return n
}

// arrived gives a call that another node passed on back what it was when it came to that one; nil
// for what none passed on.
func arrived(r *http.Request) *http.Request {
	words := strings.Fields(r.Header.Get(headerFor))
	if len(words) != 3 {
		return nil
	}
	n, err := strconv.Atoi(words[2])
	if _, bad := netip.ParseAddrPort(words[1]); err != nil || bad != nil {
		return nil
	}
	r = r.Clone(context.WithValue(r.Context(), hopsKey{}, n))
	r.Header.Del(headerFor)
	r.RemoteAddr = words[1]
	if words[0] == "http" {
		r.TLS = nil
	}
	return r
}
