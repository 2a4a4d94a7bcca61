package rest

import (
	"net"
	"slices"
	"testing"

	"github.com/matryer/is"

	"marquee/app/admission"
)

// fakeListener gives out connections from a list of addresses.
type fakeListener struct {
	net.Listener
	from []string
}

type fakeConn struct {
	net.Conn
	addr   net.Addr
	closed *bool
}

func (c fakeConn) RemoteAddr() net.Addr { return c.addr }
func (c fakeConn) Close() error         { *c.closed = true; return nil }

func (l *fakeListener) Accept() (net.Conn, error) {
	if len(l.from) == 0 {
		return nil, net.ErrClosed
	}
	addr := &net.TCPAddr{IP: net.ParseIP(l.from[0]), Port: 1}
	l.from = l.from[1:]
	return fakeConn{addr: addr, closed: new(bool)}, nil
}

func TestPerAddress(t *testing.T) {
	is := is.New(t)
	inner := &fakeListener{from: []string{"192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.2", "127.0.0.1", "127.0.0.1", "127.0.0.1"}}
	var refused []string
	l := PerAddress(inner, 2, func(address string) { refused = append(refused, address) })
	var got []string
	for {
		c, err := l.Accept()
		if err != nil {
			break
		}
		got = append(got, c.RemoteAddr().(*net.TCPAddr).IP.String())
		if len(got) == 3 {
			is.Equal(got[2], "192.0.2.2") // the third of one address is turned away
		}
	}
	is.Equal(len(got), 6) // loopback is exempt
	is.Equal(refused, []string{"192.0.2.1"})

	inner.from = []string{"192.0.2.9", "192.0.2.9", "192.0.2.9"}
	first, err := l.Accept()
	is.NoErr(err)
	_, err = l.Accept()
	is.NoErr(err)
	is.NoErr(first.Close())
	is.NoErr(first.Close()) // closing twice frees one place
	_, err = l.Accept()
	is.NoErr(err)
	is.Equal(l.(*perAddress).class.Of(admission.Key{Name: "192.0.2.9"}), int64(2))
}

func TestAnyNumberPerAddress(t *testing.T) {
	is := is.New(t)
	inner := &fakeListener{from: slices.Repeat([]string{"192.0.2.1"}, 3*Connections)}
	l := PerAddress(inner, 0, nil)
	for range 3 * Connections {
		_, err := l.Accept()
		is.NoErr(err)
	}
}
