package listen

import (
	"net"
	"strconv"

	"marquee/handlers/cli/cmdline"
)

// loopback is the host of an address that names none.
const loopback = "127.0.0.1"

// ListenAddress reads what --listen says.
func ListenAddress(text string) (string, error) { return AddressOf("listen", text) }

// AddressOf reads the address that a flag names: HOST:PORT, :PORT for every address of the
// machine, or a port alone on the loopback address.
func AddressOf(flag, text string) (string, error) {
	host, port, err := net.SplitHostPort(text)
	if _, bad := strconv.Atoi(text); bad == nil {
		host, port, err = loopback, text, nil
	}
	if n, bad := strconv.Atoi(port); err != nil || bad != nil || n < 0 || n > 65535 {
		return "", cmdline.Usage("--%s must be HOST:PORT such as 127.0.0.1:8080, or a port; it is %q", flag, text)
	}
	return net.JoinHostPort(host, port), nil
}
