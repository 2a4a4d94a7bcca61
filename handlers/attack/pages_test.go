package attack

import (
	"bytes"
	"context"
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

// besideVisitors attacks pages while others visit them, who are all served.
func (g *target) besideVisitors(page string, attack func() string) (figure string, before, after time.Duration) {
	alone := g.during(page, func() { time.Sleep(time.Duration(g.times(50, 3_000)) * time.Millisecond) })
	beside := g.during(page, func() { figure = attack() })
	if len(beside.failed) > 0 {
		g.t.Errorf("%d of %d visits failed: %s", len(beside.failed), len(beside.took), beside.failed[0])
	}
	before, after = p99(alone.took), p99(beside.took)
	return fmt.Sprintf("%s; %d visits, p99 %v, %v before", figure, len(beside.took), after.Round(100*time.Microsecond), before.Round(100*time.Microsecond)), before, after
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

// slowReaders ask for pages over many connections and read none of them. They are no work, so
// others are served as soon as before.
func slowReaders(g *target) string {
	page := g.shop()
	figure, before, after := g.besideVisitors(page, func() string {
		until := time.Now().Add(time.Duration(g.times(500, 15_000)) * time.Millisecond)
		var open atomic.Int64
		var all sync.WaitGroup
		for range 40 {
			all.Go(func() { open.Add(g.deafOverOne(page, until)) })
		}
		for range g.times(4, 20) {
			all.Go(func() { open.Add(g.deafOverTwo(page, until)) })
		}
		all.Wait()
		return fmt.Sprintf("%d pages that nobody reads", open.Load())
	})
	if g.large() && after > max(leastForOthers, mostForOthers*before) {
		g.t.Errorf("the slowest visits took %v, and %v before", after, before)
	}
	return figure
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
	f.head = headOf(page)
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
func headOf(path string) []byte {
	var block bytes.Buffer
	e := hpack.NewEncoder(&block)
	for _, h := range [][2]string{{":method", "GET"}, {":scheme", "https"}, {":authority", "x"}, {":path", path}} {
		_ = e.WriteField(hpack.HeaderField{Name: h[0], Value: h[1]}) // a buffer takes all
	}
	return block.Bytes()
}

// pipelines send many requests at once on each connection, and read what comes.
func pipelines(g *target) string {
	page := g.shop()
	figure, _, _ := g.besideVisitors(page, func() string {
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
				go func() { // a hundred each second: what it costs to read them is no matter of the server
					for err := error(nil); err == nil; time.Sleep(time.Second) {
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
	return figure
}

// forms are large ones of strangers, over connections of HTTP/2 with as many as each may have.
// They are refused before they are read.
func forms(g *target) string {
	page := g.shop()
	figure, _, _ := g.besideVisitors(page, func() string {
		ctx, cancel := context.WithTimeout(g.t.Context(), time.Duration(g.times(300, 10_000))*time.Millisecond)
		defer cancel()
		var refused, ended atomic.Int64
		var all sync.WaitGroup
		connections := g.times(4, 30)
		for i := range connections {
			over := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, ForceAttemptHTTP2: true}}
			defer over.CloseIdleConnections()
			for range 20 {
				all.Go(func() {
					time.Sleep(time.Duration(i*g.times(1, 4)) * time.Second / time.Duration(4*connections)) // not all at one moment
					for ; ctx.Err() == nil; time.Sleep(time.Second) {                                       // what it costs to send them is no matter of the server
						switch status := g.form(ctx, over, page); status {
						case http.StatusRequestEntityTooLarge:
							refused.Add(1)
						case 0:
							ended.Add(1)
						default:
							g.t.Errorf("a large form of a stranger: %d", status)
						}
					}
				})
			}
		}
		all.Wait()
		return fmt.Sprintf("%d large forms refused, %d ended", refused.Load(), ended.Load())
	})
	return figure
}

// formText is a large form but for its last byte.
var formText = bytes.Repeat([]byte("x"), 512<<10-1)

// form sends most of a large form, and its end never; the status is 0 when no answer came.
func (g *target) form(ctx context.Context, over *http.Client, page string) (status int) {
	body := io.MultiReader(bytes.NewReader(formText), silence{ctx})
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, g.base+page, body)
	if err != nil {
		return 0
	}
	r.ContentLength = int64(len(formText) + 1)
	r.Header.Set("Origin", g.base)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	res, err := over.Do(r)
	if err != nil {
		return 0
	}
	_, _ = io.Copy(io.Discard, res.Body)
	_ = res.Body.Close()
	return res.StatusCode
}

// silence is a reader to which nothing comes until its time is over.
type silence struct{ ctx context.Context }

func (s silence) Read([]byte) (int, error) {
	<-s.ctx.Done()
	return 0, s.ctx.Err()
}
