package webhook

import (
	"errors"
	"net"
	"net/http"
	"net/netip"
	"syscall"
	"time"

	"marquee/app/webhook"
)

// What is refused before a byte leaves.
var (
	errAddress = errors.New("the URL does not lead to a public address, or to a usual port")
	errScheme  = errors.New("the URL does not begin with https://")
)

// newClient makes a client that follows no redirection, knows no proxy, keeps no cookie,
// and judges every address when it connects: whatever a name resolved to before does not
// count.
func newClient(p webhook.Policy, names *net.Resolver) *http.Client {
	d := &net.Dialer{Timeout: 3 * time.Second, KeepAlive: 30 * time.Second, Resolver: names}
	if !p.Inside {
		d.Control = func(_, address string, _ syscall.RawConn) error { return publicAddress(address) }
	}
	return &http.Client{
		Transport: &http.Transport{
			DialContext:            d.DialContext,
			TLSHandshakeTimeout:    3 * time.Second,
			ResponseHeaderTimeout:  callTimeout,
			MaxResponseHeaderBytes: 16 << 10,
			MaxIdleConns:           256,
			MaxIdleConnsPerHost:    16,
			IdleConnTimeout:        30 * time.Second,
			DisableCompression:     true,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// publicAddress refuses an address that a connection is about to be made to.
func publicAddress(address string) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil || !webhook.Public(at.Addr()) || at.Port() != 443 && at.Port() != 80 {
		return errAddress
	}
	return nil
}
