package listen

import (
	"log/slog"
	"net"
	"sync/atomic"
	"time"

	"marquee/handlers/cli/cmdline"
	"marquee/handlers/rest"

	"github.com/urfave/cli/v2"
)

// connectionsName is the flag for how many connections an address may hold.
const connectionsName = "connections"

func ConnectionsFlag() cli.Flag {
	return cmdline.Whole(connectionsName, rest.Connections,
		"how many connections one network address may hold at a time, `N`; a crew behind one address needs one or two for each device; 0 is no limit, loopback has none")
}

// EnoughConnections refuses a number that is none.
func EnoughConnections(c *cli.Context) error {
	if c.Int(connectionsName) < 0 {
		return cmdline.Usage("--%s must be a number of connections, or 0 for no limit", connectionsName)
	}
	return nil
}

// Limited lets each address hold only so many connections of a listener, and slows those
// down that send much beyond their requests.
func Limited(c *cli.Context, l net.Listener, log *slog.Logger) net.Listener {
	most := c.Int(connectionsName)
	return rest.LimitOverhead(rest.PerAddress(l, most, sometimes(time.Now, func(address string) {
		log.Warn("an address holds all the connections it may; if it is your crew's, raise --connections",
			"address", address, "connections", most)
	})))
}

// toldEvery is how often the log hears of connections that were refused.
const toldEvery = time.Minute

// sometimes passes on what it hears at most once in toldEvery.
func sometimes(now func() time.Time, tell func(string)) func(string) {
	var next atomic.Int64
	return func(what string) {
		at, due := now().UnixNano(), next.Load()
		if at >= due && next.CompareAndSwap(due, at+int64(toldEvery)) {
			tell(what)
		}
	}
}
