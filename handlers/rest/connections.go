package rest

import (
	"context"
	"net"

	"marquee/app"
	"marquee/app/admission"
)

// PerAddress lets each network address hold at most so many connections at a
// time; more are closed at once, and refused hears of each. Loopback is exempt: a
// proxy in front of us speaks for everybody. Zero is no limit.
func PerAddress(l net.Listener, most int, refused func(address string)) net.Listener {
	if most <= 0 {
		return l
	}
	return &perAddress{l, admission.New("connections", admission.Limits{Each: int64(most)}), refused}
}

type perAddress struct {
	net.Listener
	class   *admission.Class
	refused func(address string)
}

// Accept waits for a connection that may stay.
func (l *perAddress) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		host := hostOf(c.RemoteAddr())
		if host == "" {
			return c, nil
		}
		if place, err := l.class.Enter(context.Background(), admission.Ask{Key: admission.Key{Name: host}}); err == nil {
			return &counted{c, place}, nil
		}
		_ = c.Close()
		l.refused(host)
	}
}

// hostOf is the address to count under, empty for those that are exempt.
func hostOf(a net.Addr) string {
	tcp, ok := a.(*net.TCPAddr)
	if !ok {
		return ""
	}
	return app.Network(tcp.IP.String())
}

// counted is a connection that is counted until it closes.
type counted struct {
	net.Conn
	place *admission.Place
}

// Close closes the connection and gives its place to another.
func (c *counted) Close() error {
	c.place.Leave()
	return c.Conn.Close()
}
