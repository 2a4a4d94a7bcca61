package rest

import (
	"net"
	"sync"

	"marquee/app"
)

// PerAddress lets each network address hold at most so many connections at a
// time; more are closed at once, and refused hears of each. Loopback is exempt: a
// proxy in front of us speaks for everybody. Zero is no limit.
func PerAddress(l net.Listener, most int, refused func(address string)) net.Listener {
	if most <= 0 {
		return l
	}
	return &perAddress{Listener: l, most: most, refused: refused, open: map[string]int{}}
}

type perAddress struct {
	net.Listener
	most    int
	refused func(address string)
	mu      sync.Mutex
	open    map[string]int
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
		if l.enter(host) {
			return &counted{Conn: c, leave: sync.OnceFunc(func() { l.leave(host) })}, nil
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

func (l *perAddress) enter(host string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open[host] >= l.most {
		return false
	}
	l.open[host]++
	return true
}

func (l *perAddress) leave(host string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open[host]--; l.open[host] <= 0 {
		delete(l.open, host)
	}
}

// counted is a connection that is counted until it closes.
type counted struct {
	net.Conn
	leave func()
}

// Close closes the connection and gives its place to another.
func (c *counted) Close() error {
	c.leave()
	return c.Conn.Close()
}
