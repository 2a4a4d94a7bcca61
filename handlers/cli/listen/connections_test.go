package listen

import (
	"log/slog"
	"net"
	"testing"
	"time"

	"github.com/matryer/is"
	"github.com/urfave/cli/v2"
)

// venue is a listener on which one address knocks again and again.
type venue struct {
	net.Listener
	knocks int
}

type knock struct{ net.Conn }

func (knock) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.ParseIP("192.0.2.1")} }
func (knock) Close() error         { return nil }

func (v *venue) Accept() (net.Conn, error) {
	if v.knocks--; v.knocks < 0 {
		return nil, net.ErrClosed
	}
	return knock{}, nil
}

func TestConnections(t *testing.T) {
	admitted := func(args ...string) (n int) {
		a := &cli.App{Flags: []cli.Flag{ConnectionsFlag()}, Action: func(c *cli.Context) error {
			l := Limited(c, &venue{knocks: 1000}, slog.New(slog.DiscardHandler))
			for {
				if _, err := l.Accept(); err != nil {
					return nil
				}
				n++
			}
		}}
		if err := a.Run(append([]string{"serve"}, args...)); err != nil {
			t.Fatal(err)
		}
		return n
	}
	is := is.New(t)
	is.Equal(admitted(), 100)
	is.Equal(admitted("--connections", "400"), 400)
	is.Equal(admitted("--connections", "0"), 1000)
}

func TestSometimes(t *testing.T) {
	is := is.New(t)
	now := time.Date(2027, 6, 1, 12, 0, 0, 0, time.UTC)
	var heard []string
	tell := sometimes(func() time.Time { return now }, func(what string) { heard = append(heard, what) })
	for _, what := range []string{"a", "b", "c"} {
		tell(what)
	}
	now = now.Add(toldEvery)
	tell("d")
	tell("e")
	is.Equal(heard, []string{"a", "d"}) // a flood of refusals is no flood of lines
}
