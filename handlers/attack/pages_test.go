package attack

import (
	"bytes"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"
)

// mostForOthers is how many times as long the slowest page in a hundred may take for others
// while the pages are attacked, and leastForOthers what is never too long.
const (
	mostForOthers  = 2
	leastForOthers = 20 * time.Millisecond
)

// shop is the address of the page of an event that is on sale.
func (g *target) shop() string {
	g.t.Helper()
	made := g.must(&g.a, "/company/settings", `{"shop":{"isOpen":true}}`)
	shop, _ := made["shop"].(map[string]any)
	path, _ := shop["path"].(string)
	return g.a.fill(path + "/events/$eventId$")
}

// visitors are a buyer who looks at a page and a phone at a gate that asks who it is.
type visitors struct {
	took   []time.Duration
	failed []string
}

// visit lets them go on until stop.
func (g *target) visit(page string, stop <-chan struct{}) (v visitors) {
	over := client()
	defer over.CloseIdleConnections()
	for {
		select {
		case <-stop:
			slices.Sort(v.took)
			return v
		default:
		}
		for path, status := range map[string]int{page: http.StatusOK, "/door/api/home": http.StatusUnauthorized} {
			start := time.Now()
			res, err := over.Get(g.base + path)
			if err != nil {
				v.failed = append(v.failed, err.Error())
				continue
			}
			_, _ = io.Copy(io.Discard, res.Body)
			_ = res.Body.Close()
			if v.took = append(v.took, time.Since(start)); res.StatusCode != status {
				v.failed = append(v.failed, fmt.Sprintf("%s: %d", path, res.StatusCode))
			}
		}
		time.Sleep(time.Millisecond)
	}
}

// besideVisitors attacks pages while others visit them, who are all served: as soon as before,
// in the large run.
func (g *target) besideVisitors(page string, attack func() string) string {
	alone := g.during(page, func() { time.Sleep(time.Duration(g.times(50, 3_000)) * time.Millisecond) })
	figure := ""
	beside := g.during(page, func() { figure = attack() })
	if len(beside.failed) > 0 {
		g.t.Errorf("%d of %d visits failed: %s", len(beside.failed), len(beside.took), beside.failed[0])
	}
	before, after := p99(alone.took), p99(beside.took)
	if g.large() && after > max(leastForOthers, mostForOthers*before) {
		g.t.Errorf("the slowest visits took %v, and %v before", after, before)
	}
	return fmt.Sprintf("%s; %d visits, p99 %v, %v before", figure, len(beside.took), after.Round(100*time.Microsecond), before.Round(100*time.Microsecond))
}

func (g *target) during(page string, attack func()) (v visitors) {
	stop := make(chan struct{})
	var all sync.WaitGroup
	all.Go(func() { v = g.visit(page, stop) })
	attack()
	close(stop)
	all.Wait()
	return v
}

func p99(took []time.Duration) time.Duration { return gate{took: took}.quantile(.99) }

// slowReaders ask for pages over many connections and read none of them.
func slowReaders(g *target) string {
	page := g.shop()
	return g.besideVisitors(page, func() string {
		until := time.Now().Add(time.Duration(g.times(500, 15_000)) * time.Millisecond)
		var open atomic.Int64
		var all sync.WaitGroup
		for range g.times(40, 200) {
			all.Go(func() { open.Add(g.deafOverOne(page, until)) })
		}
		for range g.times(4, 20) {
			all.Go(func() { open.Add(g.deafOverTwo(page, until)) })
		}
		all.Wait()
		return fmt.Sprintf("%d pages that nobody reads", open.Load())
	})
}

// deafOverOne asks for pages over HTTP/1.1, on a connection that takes a kilobyte.
func (g *target) deafOverOne(page string, until time.Time) int64 {
	const requests = 200
	d := &net.Dialer{Timeout: 10 * time.Second, Control: func(_, _ string, c syscall.RawConn) error {
		return c.Control(func(fd uintptr) { _ = syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_RCVBUF, 1024) })
	}}
	c, err := tls.DialWithDialer(d, "tcp", strings.TrimPrefix(g.base, "https://"), &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"http/1.1"}})
	if err != nil {
		return 0
	}
	defer func() { _ = c.Close() }()
	_ = c.SetWriteDeadline(until)
	_, _ = io.WriteString(c, strings.Repeat("GET "+page+" HTTP/1.1\r\nHost: x\r\n\r\n", requests))
	time.Sleep(time.Until(until))
	return requests
}

// deafOverTwo asks for pages over HTTP/2, as many as it may at once, and has a window of nothing.
func (g *target) deafOverTwo(page string, until time.Time) (opened int64) {
	f, err := g.flooder()
	if err != nil {
		return 0
	}
	defer func() { _ = f.Close() }()
	go drain(f)
	if err := f.WriteSettings(http2.Setting{ID: http2.SettingInitialWindowSize, Val: 0}); err != nil {
		return 0
	}
	f.head = headOf("GET", page)
	for range 20 {
		if _, err := f.request(true); err != nil {
			return opened
		}
		opened++
	}
	time.Sleep(time.Until(until))
	return opened
}

// headOf is a request without a token.
func headOf(method, path string, more ...[2]string) []byte {
	var block bytes.Buffer
	e := hpack.NewEncoder(&block)
	for _, h := range append([][2]string{{":method", method}, {":scheme", "https"}, {":authority", "x"}, {":path", path}}, more...) {
		_ = e.WriteField(hpack.HeaderField{Name: h[0], Value: h[1]}) // a buffer takes all
	}
	return block.Bytes()
}

// pipelines send many requests at once on each connection, and read what comes.
func pipelines(g *target) string {
	page := g.shop()
	return g.besideVisitors(page, func() string {
		until := time.Now().Add(time.Duration(g.times(300, 10_000)) * time.Millisecond)
		var read atomic.Int64
		var all sync.WaitGroup
		for range g.times(4, 16) {
			all.Go(func() {
				c, err := g.dial()
				if err != nil {
					return
				}
				defer func() { _ = c.Close() }()
				_ = c.SetDeadline(until)
				go func() {
					for err := error(nil); err == nil; {
						_, err = io.WriteString(c, strings.Repeat("GET "+page+" HTTP/1.1\r\nHost: x\r\n\r\n", 100))
					}
				}()
				n, _ := io.Copy(io.Discard, c)
				read.Add(n)
			})
		}
		all.Wait()
		return fmt.Sprintf("%d kB of pages read", read.Load()>>10)
	})
}

// forms are large ones of strangers, over connections of HTTP/2 with as many as each may have.
func forms(g *target) string {
	page := g.shop()
	return g.besideVisitors(page, func() string {
		until := time.Now().Add(time.Duration(g.times(300, 10_000)) * time.Millisecond)
		var sent atomic.Int64
		var all sync.WaitGroup
		for range g.times(4, 30) {
			all.Go(func() {
				for time.Now().Before(until) {
					sent.Add(g.openForms(page, until))
				}
			})
		}
		all.Wait()
		return fmt.Sprintf("%d forms begun", sent.Load())
	})
}

// openForms begins as many forms as a connection may have, and ends none.
func (g *target) openForms(page string, until time.Time) (begun int64) {
	f, err := g.flooder()
	if err != nil {
		return 0
	}
	defer func() { _ = f.Close() }()
	go drain(f)
	_ = f.SetDeadline(until)
	f.head = headOf("POST", page, [2]string{"origin", "https://x"}, [2]string{"content-type", "application/x-www-form-urlencoded"})
	part := bytes.Repeat([]byte("x"), 3<<10)
	streams := make([]uint32, 0, 20)
	for range cap(streams) {
		stream, err := f.request(false)
		if err != nil {
			return begun
		}
		streams, begun = append(streams, stream), begun+1
	}
	for range 64<<10/len(part)/len(streams) + 5 { // what the window of the connection takes, and a little more
		for _, stream := range streams {
			if err := f.WriteData(stream, false, part); err != nil {
				return begun
			}
		}
	}
	time.Sleep(min(time.Second, time.Until(until)))
	return begun
}
