package cli

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"

	"github.com/urfave/cli/v2"
)

// edgeFlags say who stands between the server and its callers.
func edgeFlags() []cli.Flag {
	return []cli.Flag{
		texts("behind-proxy", "believe X-Forwarded-For of the proxy in this `NETWORK`, such as 127.0.0.1 or 10.0.0.0/8 (repeatable); without it everybody behind a proxy is one caller"),
		text("private-listen", "show /metrics and /readyz?verbose at this `HOST:PORT` and nowhere else; without it to this machine alone"),
	}
}

// proxiesOf reads --behind-proxy.
func proxiesOf(c *cli.Context) ([]netip.Prefix, error) { return proxiesIn(pieces(c, "behind-proxy")) }

func proxiesIn(pieces []string) (all []netip.Prefix, err error) {
	for _, text := range pieces {
		p, err := netip.ParsePrefix(text)
		if a, bad := netip.ParseAddr(text); bad == nil {
			p, err = netip.PrefixFrom(a, a.BitLen()), nil
		}
		if err != nil || p.Bits() == 0 {
			return nil, usage("--behind-proxy must be the address or the network of a proxy, such as 127.0.0.1 or 10.0.0.0/8; it is %q", text)
		}
		all = append(all, p.Masked())
	}
	return all, nil
}

// listenInside opens the address for whoever runs the machine; nil when there is none.
func listenInside(c *cli.Context) (net.Listener, error) {
	text := c.String("private-listen")
	if text == "" {
		return nil, nil
	}
	address, err := addressOf("private-listen", text)
	if err != nil {
		return nil, err
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("--private-listen: %w", err)
	}
	return l, nil
}

// serveInside serves until the main server ends.
func serveInside(l net.Listener, inside, main *http.Server) {
	if l == nil {
		return
	}
	main.RegisterOnShutdown(func() { _ = inside.Close() })
	go func() { _ = inside.Serve(l) }()
}
