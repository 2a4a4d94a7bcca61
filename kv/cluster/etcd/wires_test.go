package etcd

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"regexp"
	"sync"
	"testing"
	"time"
)

// wires are the connections of a test's nodes and members, each by way of this process, which holds
// up what goes from one to another. What they do to TCP is what a network does: nobody is told that
// a packet was lost, what comes behind it waits until it was sent again, and what waited while the
// line was cut arrives when it is whole.
type wires struct {
	t *testing.T

	mu      sync.Mutex
	how     map[way]trouble
	changed chan struct{} // closed when how is different
	ended   chan struct{}
	names   map[string]string // of members, by the id that they call each other by
	open    sync.WaitGroup
}

// way is a direction.
type way struct{ from, to string }

// trouble is what becomes of what is sent.
type trouble struct {
	cut   bool          // it waits
	loses int           // so many pieces of a hundred are lost, and sent again by TCP after a while
	takes time.Duration // it comes later by so much
}

// resent is how long TCP waits at least before it sends again what was lost; each time twice as long.
const resent = 200 * time.Millisecond

func newWires(t *testing.T) *wires {
	w := &wires{t: t, how: map[way]trouble{}, changed: make(chan struct{}), ended: make(chan struct{}), names: map[string]string{}}
	t.Cleanup(func() { close(w.ended); w.open.Wait() })
	return w
}

// set has ways be in trouble, until heal.
func (w *wires) set(how trouble, ways ...way) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, one := range ways {
		w.how[one] = how
	}
	close(w.changed)
	w.changed = make(chan struct{})
}

func (w *wires) heal() {
	w.mu.Lock()
	defer w.mu.Unlock()
	clear(w.how)
	close(w.changed)
	w.changed = make(chan struct{})
}

func (w *wires) now(on way) (how trouble, changed <-chan struct{}) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, end := range []*string{&on.from, &on.to} {
		if name, ok := w.names[*end]; ok {
			*end = name
		}
	}
	return w.how[on], w.changed
}

// name tells by which id a member is known to the others.
func (w *wires) name(id uint64, name string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.names[fmt.Sprintf("%x", id)] = name
}

// lay makes a wire to a port, and gives the port that leads there. Who calls is from, or where that is
// empty a member, which says so itself.
func (w *wires) lay(from, to string, port int) int {
	w.t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		w.t.Fatal(err)
	}
	w.open.Go(func() { <-w.ended; _ = l.Close() })
	w.open.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			w.open.Go(func() { w.carry(&line{w: w, from: from, to: to}, c, port) })
		}
	})
	return l.Addr().(*net.TCPAddr).Port
}

// line is one connection.
type line struct {
	w  *wires
	to string

	mu   sync.Mutex
	from string
}

// carry passes on what is said on a line, both ways, until either end hangs up.
func (w *wires) carry(l *line, c net.Conn, port int) {
	defer c.Close()
	far, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		return
	}
	defer far.Close()
	over := make(chan struct{}, 2)
	w.open.Go(func() { l.pass(far, c, true); over <- struct{}{} })
	w.open.Go(func() { l.pass(c, far, false); over <- struct{}{} })
	select {
	case <-over:
	case <-w.ended:
	}
}

// way is the direction to the one that was called, or back.
func (l *line) way(there bool) way {
	l.mu.Lock()
	defer l.mu.Unlock()
	if there {
		return way{l.from, l.to}
	}
	return way{l.to, l.from}
}

// calls is what a member says of itself when it calls another one.
var calls = regexp.MustCompile(`(?i)X-Server-From: ([0-9a-f]+)\r\n`)

// hear finds out who calls.
func (l *line) hear(said []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.from == "" {
		if id := calls.FindSubmatch(said); id != nil {
			l.from = string(id[1])
		}
	}
}

// piece is what was read at once, and when it may arrive.
type piece struct {
	bytes []byte
	due   time.Time
}

// pass carries one direction.
func (l *line) pass(to io.Writer, from io.Reader, there bool) {
	pieces, broken := make(chan piece, 1000), make(chan struct{})
	l.w.open.Go(func() { l.read(from, there, pieces, broken) })
	defer close(broken)
	for p := range pieces {
		if !l.wait(there, p.due) {
			return
		}
		if _, err := to.Write(p.bytes); err != nil {
			return
		}
	}
}

func (l *line) read(from io.Reader, there bool, pieces chan<- piece, broken <-chan struct{}) {
	defer close(pieces)
	for {
		b := make([]byte, 16<<10)
		n, err := from.Read(b)
		if n > 0 {
			if there {
				l.hear(b[:n])
			}
			how, _ := l.w.now(l.way(there))
			select {
			case pieces <- piece{b[:n], time.Now().Add(how.takes + how.again())}:
			case <-broken:
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// again is how much later a piece comes because it was lost, once or more often.
func (h trouble) again() (d time.Duration) {
	for next := resent; rand.IntN(100) < h.loses && d < 3*time.Second; next *= 2 {
		d += next
	}
	return d
}

// wait returns when what is on its way may arrive; false when nothing does any more.
func (l *line) wait(there bool, due time.Time) bool {
	later := time.NewTimer(time.Until(due))
	defer later.Stop()
	select {
	case <-later.C:
	case <-l.w.ended:
		return false
	}
	for {
		how, changed := l.w.now(l.way(there))
		if !how.cut {
			return true
		}
		select {
		case <-changed:
		case <-l.w.ended:
			return false
		}
	}
}

// both are the two directions between one and others; out and in are one of them.
func both(one string, others ...string) []way {
	return append(out(one, others...), in(one, others...)...)
}

func out(one string, others ...string) (all []way) {
	for _, other := range others {
		if other != one {
			all = append(all, way{one, other})
		}
	}
	return all
}

func in(one string, others ...string) (all []way) {
	for _, w := range out(one, others...) {
		all = append(all, way{w.to, w.from})
	}
	return all
}
