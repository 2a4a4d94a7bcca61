package cli

import (
	"net"
	"strconv"
)

// loopback is the host of an address that names none.
const loopback = "127.0.0.1"

// listenAddress reads what --listen says: HOST:PORT, :PORT for every address of the
// machine, or a port alone on the loopback address.
func listenAddress(text string) (string, error) {
	host, port, err := net.SplitHostPort(text)
	if _, bad := strconv.Atoi(text); bad == nil {
		host, port, err = loopback, text, nil
	}
	if n, bad := strconv.Atoi(port); err != nil || bad != nil || n < 0 || n > 65535 {
		return "", usage("--listen must be HOST:PORT such as 127.0.0.1:8080, or a port; it is %q", text)
	}
	return net.JoinHostPort(host, port), nil
}
