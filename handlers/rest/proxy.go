package rest

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// forwarded is the header in which proxies say whom they speak for: each appends the
// address that it was called from.
const forwarded = "X-Forwarded-For"

// Behind lets the proxies in some networks say whose requests they pass on, so that
// log-ins and the log count the callers and not the proxy. Of what the header says,
// the nearest address that is no such proxy counts: what stands before it was sent by
// the caller and may be made up. Nobody else is believed.
func Behind(proxies []netip.Prefix, h http.Handler) http.Handler {
	if len(proxies) == 0 {
		return h
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if client, ok := clientOf(proxies, r); ok {
			r = r.Clone(r.Context())
			r.RemoteAddr = net.JoinHostPort(client.String(), "0")
		}
		h.ServeHTTP(w, r)
	})
}

// clientOf is the caller that a trusted proxy speaks for.
func clientOf(proxies []netip.Prefix, r *http.Request) (client netip.Addr, ok bool) {
	trusted := func(a netip.Addr) bool {
		return slices.ContainsFunc(proxies, func(p netip.Prefix) bool { return p.Contains(a) })
	}
	peer, err := netip.ParseAddr(hostIn(r.RemoteAddr))
	if err != nil || !trusted(peer.Unmap().WithZone("")) {
		return client, false
	}
	hops := strings.Split(strings.Join(r.Header.Values(forwarded), ","), ",")
	for _, hop := range slices.Backward(hops) {
		a, err := netip.ParseAddr(strings.TrimSpace(hop))
		if err != nil {
			return client, ok
		}
		client, ok = a.Unmap().WithZone(""), true
		if !trusted(client) {
			return client, true
		}
	}
	return client, ok
}

// Inside tells whether a request comes from this machine itself: from the loopback
// address, and from no proxy that speaks for somebody else.
func Inside(r *http.Request) bool {
	peer, err := netip.ParseAddr(hostIn(r.RemoteAddr))
	if err != nil || !peer.Unmap().IsLoopback() {
		return false
	}
	for _, header := range []string{forwarded, "Forwarded", "X-Real-Ip", "Via"} {
		if len(r.Header.Values(header)) > 0 {
			return false
		}
	}
	return true
}
