package cli

import (
	"net"
	"strconv"
)

// loopback is the host of an address that names none.
const loopback = "127.0.0.1"

// listenAddress reads what --listen says.
func listenAddress(text string) (string, error) { return addressOf("listen", text) }

// addressOf reads the address that a flag names: HOST:PORT, :PORT for every address of the
// machine, or a port alone on the loopback address.
func addressOf(flag, text string) (string, error) {
	host, port, err := net.SplitHostPort(text)
	if _, bad := strconv.Atoi(text); bad == nil {
		host, port, err = loopback, text, nil
	}
	if n, bad := strconv.Atoi(port); err != nil || bad != nil || n < 0 || n > 65535 {
		return "", usage("--%s must be HOST:PORT such as 127.0.0.1:8080, or a port; it is %q", flag, text)
	}
	return net.JoinHostPort(host, port), nil
}
