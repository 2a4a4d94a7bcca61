package cli_test

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

func newLoad(token string) *load { return &load{token: token} }

// run lets clients sell and admit until the result is called, which waits for
// them; a server that goes away ends them too.
func (l *load) run(base string, round int) (stop func()) {
	var (
		wg   sync.WaitGroup
		over = make(chan struct{})
		http = newClient()
	)
	for i := range killClients {
		wg.Go(func() {
			for step := 0; ; step++ {
				select {
				case <-over:
					return
				default:
				}
				if !l.send(http, base, l.next(round+i+step)) {
					return
				}
			}
		})
	}
	return func() { close(over); wg.Wait(); http.CloseIdleConnections() }
}

// next decides on a call: an admission when there is a ticket, else a sale;
// every fifth is a basket that nobody pays for, which has no name.
func (l *load) next(step int) *call {
	l.mu.Lock()
	defer l.mu.Unlock()
	uuid := rand.Text()
	switch n := len(l.tickets); {
	case step%5 == 4:
		return &call{path: "/basket-items", body: `{"items":[{"id":2,"quantity":1}]}`}
	case step%2 == 1 && n > 0:
		barcode := l.tickets[n-1]
		l.tickets = l.tickets[:n-1]
		return l.note("/zones/scan", fmt.Sprintf(`{"uuid":%q,"zoneId":1,"scan":"in","barcodes":[%q]}`, uuid, barcode))
	}
	item := []int{1, 6}[step/2%2] // passes for the whole festival
	return l.note("/basket-items", fmt.Sprintf(
		`{"uuid":%q,"items":[{"id":%d,"quantity":1}],"autocomplete":true,"paymentMethod":"cash"}`, uuid, item))
}

func (l *load) note(path, body string) *call {
	c := &call{path: path, body: body}
	l.calls = append(l.calls, c)
	return c
}

// send makes a call and notes the answer; false when none came.
func (l *load) send(client *http.Client, base string, c *call) bool {
	status, answer, err := post(client, base+"/v1"+c.path, l.token, c.body)
	if err != nil {
		return false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	c.status, c.answer = status, answer
	if strings.Contains(c.body, "autocomplete") && c.status < 300 {
		l.tickets = append(l.tickets, barcodes(answer)...)
	}
	return true
}

// repeat sends again what got no answer, and then everything that was done since
// the last time: each must be answered as at first.
func (l *load) repeat(t *testing.T, base string) {
	t.Helper()
	client := newClient()
	defer client.CloseIdleConnections()
	for _, c := range l.calls {
		if c.answer == "" && !l.send(client, base, c) {
			t.Fatalf("%s %s: no answer after the restart", c.path, c.body)
		}
	}
	recent := l.calls[max(0, len(l.calls)-repeated):]
	for _, c := range recent {
		_, answer, err := post(client, base+"/v1"+c.path, l.token, c.body)
		if err != nil {
			t.Fatal(err)
		}
		if c.did() && answer != c.answer {
			t.Errorf("%s %s\nwas answered    %s\nis now answered %s", c.path, c.body, c.answer, answer)
		}
	}
}

// repeated bounds how many calls are repeated after each restart.
const repeated = 150

// did tells whether the call had an effect: a refusal at the gate is a 200 too,
// and is looked at anew when it is repeated.
func (c *call) did() bool {
	return c.status != 0 && c.status < 300 && (c.path != "/zones/scan" || strings.Contains(c.answer, `"status":"valid"`))
}

// done counts the calls of a path that had an effect.
func (l *load) done(path string) int {
	n := 0
	for _, c := range l.calls {
		if c.path == path && c.did() {
			n++
		}
	}
	return n
}

func newClient() *http.Client {
	return &http.Client{Timeout: serverTimeout, Transport: &http.Transport{MaxIdleConnsPerHost: killClients}}
}

func post(client *http.Client, url, token, body string) (int, string, error) {
	r, err := http.NewRequest(http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		return 0, "", err
	}
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Content-Type", "application/json")
	res, err := client.Do(r)
	if err != nil {
		return 0, "", err
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	return res.StatusCode, string(b), err
}

func barcodes(answer string) []string {
	var basket struct{ OrderItems []struct{ Barcode string } }
	_ = json.Unmarshal([]byte(answer), &basket)
	var all []string
	for _, it := range basket.OrderItems {
		all = append(all, it.Barcode)
	}
	return all
}

func answers(url string) bool {
	r, err := (&http.Client{Timeout: time.Second, Transport: &http.Transport{DisableKeepAlives: true}}).Get(url)
	if err != nil {
		return false
	}
	_ = r.Body.Close()
	return r.StatusCode == http.StatusOK
}

func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}
