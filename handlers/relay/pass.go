package relay

import (
	"context"
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
}

type passingKey struct{}

// pass has the node at an address answer.
func (r *Relay) pass(w http.ResponseWriter, req *http.Request, leader string) {
	p := &passing{leader: leader}
	ctx := context.WithValue(req.Context(), passingKey{}, p)
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteHeaders: func() { p.sent.Store(true) }})
	proxy := httputil.ReverseProxy{Rewrite: rewrite, Transport: r.peers.transport, ErrorHandler: r.broken, ErrorLog: nil}
	proxy.ServeHTTP(w, req.WithContext(ctx))
}

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

// broken tells the caller what is known of a call that could not be passed on.
func (r *Relay) broken(w http.ResponseWriter, req *http.Request, err error) {
	p, _ := req.Context().Value(passingKey{}).(*passing)
	if req.Context().Err() == nil {
		r.log.Warn("a call could not be passed on", "node", r.node.Name(), "leader", p.leader, "sent", p.sent.Load(), "error", err)
	}
	why := noLeader
	if p.sent.Load() && !isRead(req.Method) {
		why = unknown
	}
	r.refuse(w, req, why)
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
