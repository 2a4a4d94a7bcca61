package listen

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"

	"marquee/handlers/cli/cmdline"

	"github.com/urfave/cli/v2"
)

// EdgeFlags say who stands between the server and its callers.
func EdgeFlags() []cli.Flag {
	return []cli.Flag{
		cmdline.Texts("behind-proxy", "believe X-Forwarded-For of the proxy in this `NETWORK`, such as 127.0.0.1 or 10.0.0.0/8 (repeatable); without it everybody behind a proxy is one caller"),
		cmdline.Text("private-listen", "show /metrics and /readyz?verbose at this `HOST:PORT` and nowhere else; without it to this machine alone"),
	}
}

// ProxiesOf reads --behind-proxy.
func ProxiesOf(c *cli.Context) ([]netip.Prefix, error) {
	return ProxiesIn(cmdline.Pieces(c, "behind-proxy"))
}

func ProxiesIn(pieces []string) (all []netip.Prefix, err error) {
	for _, text := range pieces {
		p, err := netip.ParsePrefix(text)
		if a, bad := netip.ParseAddr(text); bad == nil {
			p, err = netip.PrefixFrom(a, a.BitLen()), nil
		}
		if err != nil || p.Bits() == 0 {
			return nil, cmdline.Usage("--behind-proxy must be the address or the network of a proxy, such as 127.0.0.1 or 10.0.0.0/8; it is %q", text)
		}
		all = append(all, p.Masked())
	}
	return all, nil
}

// ListenInside opens the address for whoever runs the machine; nil when there is none.
func ListenInside(c *cli.Context) (net.Listener, error) {
	text := c.String("private-listen")
	if text == "" {
		return nil, nil
	}
	address, err := AddressOf("private-listen", text)
	if err != nil {
		return nil, err
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("--private-listen: %w", err)
	}
	return l, nil
}

// ServeInside serves until the main server ends.
func ServeInside(l net.Listener, inside, main *http.Server) {
	if l == nil {
		return
	}
	main.RegisterOnShutdown(func() { _ = inside.Close() })
	go func() { _ = inside.Serve(l) }()
}
