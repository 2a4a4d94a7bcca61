package attack

import (
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// dial opens a connection as HTTP/1.1.
func (g *target) dial() (net.Conn, error) { return g.dialAs("http/1.1") }

func (g *target) dialAs(protocol string) (net.Conn, error) {
	d := &net.Dialer{Timeout: 10 * time.Second}
	return tls.DialWithDialer(d, "tcp", strings.TrimPrefix(g.base, "https://"), &tls.Config{InsecureSkipVerify: true, NextProtos: []string{protocol}})
}

// slowPeers hold connections in every way there is, many of each.
func slowPeers(g *target) string {
	head := "Host: x\r\nAuthorization: Bearer " + g.a.token + "\r\n"
	ways := []string{
		"", "GET /v1/orders HTTP/1.1\r\nX-A: ", "POST /v1/customers HTTP/1.1\r\n" + head + "Content-Length: 60000\r\n\r\n{",
		strings.Repeat("GET /v1/orders?limit=100 HTTP/1.1\r\n"+head+"\r\n", 20),
		"POST /v1/entry/tickets HTTP/1.1\r\n" + head + "Content-Length: 1000000\r\n\r\n" + strings.Repeat(" ", 200_000),
	}
	until := time.Now().Add(time.Duration(g.times(1, 25)) * time.Second)
	var held, closed atomic.Int64
	var all sync.WaitGroup
	for i := range g.times(50, 1000) {
		all.Go(func() {
			c, err := g.dial()
			if err != nil {
				return
			}
			defer func() { _ = c.Close() }()
			held.Add(1)
			_ = c.SetWriteDeadline(until)
			_, _ = io.WriteString(c, ways[i%len(ways)])
			for time.Now().Before(until) {
				_ = c.SetWriteDeadline(time.Now().Add(time.Second))
				if _, err := io.WriteString(c, "x"); err != nil {
					closed.Add(1)
					return
				}
				time.Sleep(time.Second / 2)
			}
		})
	}
	all.Wait()
	return fmt.Sprintf("%d slow connections, %d of them taken away meanwhile", held.Load(), closed.Load())
}

// bodies are what no JSON parser likes, at every operation that takes one.
func bodies(g *target) string {
	n := 0
	for _, op := range g.operations() {
		if op.method == http.MethodGet || op.path == "/logout" {
			continue
		}
		for _, body := range []string{
			strings.Repeat(`{"a":`, 10_001), strings.Repeat("[", 60_000), "\x1f\x8b\x08\x00", `{"a":"` + strings.Repeat("x", 1<<20+1), "\x00", `{"a":1}{"b":2}`,
		} {
			n++
			if status, answer := g.call(g.a.token, op.method, op.path, body); status < 400 || status >= 500 {
				g.t.Errorf("%s %s with %.20q: %d %.200s", op.method, op.path, body, status, answer)
			}
		}
	}
	return fmt.Sprintf("%d hostile bodies refused", n)
}

// logins guess at e-mails, known and unknown, many at once.
func logins(g *target) string {
	var refused, late atomic.Int64
	var all sync.WaitGroup
	for i := range g.times(20, 64) {
		all.Go(func() {
			for j := range g.times(3, 100) {
				email := fmt.Sprintf("guest%d@example.com", i*1000+j)
				switch status, answer := g.call("", "POST", "/login", `{"email":"`+email+`","password":"wrong password"}`); status {
				case http.StatusUnprocessableEntity:
					refused.Add(1)
				case http.StatusTooManyRequests:
					late.Add(1)
				default:
					g.t.Errorf("a guess: %d %.200s", status, answer)
				}
			}
		})
	}
	all.Wait()
	if refused.Load() > 60 {
		g.t.Errorf("%d guesses were looked at within a minute", refused.Load())
	}
	return fmt.Sprintf("%d guesses looked at, %d told to wait", refused.Load(), late.Load())
}

// passwords stores customers with passwords, which are dear to hash.
func passwords(g *target) string {
	var stored, late atomic.Int64
	var all sync.WaitGroup
	for i := range g.times(4, 32) {
		all.Go(func() {
			for j := range g.times(2, 10) {
				body := fmt.Sprintf(`{"email":"bulk%d@example.com","firstName":"Bulk","surname":"Guest","password":"violet anvils %d"}`, i*1000+j, j)
				switch status, answer := g.call(g.a.token, "POST", "/customers", body); status {
				case http.StatusCreated, http.StatusOK:
					stored.Add(1)
				case http.StatusTooManyRequests:
					late.Add(1)
				default:
					g.t.Errorf("a customer: %d %.200s", status, answer)
				}
			}
		})
	}
	all.Wait()
	return fmt.Sprintf("%d passwords hashed, %d told to wait", stored.Load(), late.Load())
}
