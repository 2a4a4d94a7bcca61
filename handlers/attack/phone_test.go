package attack

import (
	"bytes"
	"crypto/rand"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"time"
)

// The owner of A signs in at the pages.
const (
	ownerEmail    = "owner@a.example.com"
	ownerPassword = "violet anvils at the harbour"
)

// mostCounted is how many scans of a phone may count that come within seconds.
const mostCounted = 300

// browser is one at the pages of the program.
type browser struct {
	g *target
	*http.Client
}

func (g *target) browser() *browser {
	jar, _ := cookiejar.New(nil)
	return &browser{g, &http.Client{Jar: jar, Timeout: time.Minute, Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}}
}

// send is what the browser sends; redirects are followed.
func (b *browser) send(path, kind string, body []byte) (int, string) {
	r, err := http.NewRequestWithContext(b.g.t.Context(), http.MethodPost, b.g.base+path, bytes.NewReader(body))
	if err != nil {
		return 0, err.Error()
	}
	r.Header.Set("Content-Type", kind)
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	res, err := b.Do(r)
	if err != nil {
		return 0, err.Error()
	}
	defer func() { _ = res.Body.Close() }()
	answer, err := io.ReadAll(res.Body)
	if err != nil {
		return 0, err.Error()
	}
	return res.StatusCode, string(answer)
}

func (b *browser) post(path string, fields url.Values) (int, string) {
	return b.send(path, "application/x-www-form-urlencoded", []byte(fields.Encode()))
}

// signedIn is the browser of the owner.
func (g *target) signedIn() *browser {
	b := g.browser()
	if status, text := b.post("/staff/sign-in", url.Values{"email": {ownerEmail}, "password": {ownerPassword}}); status != http.StatusOK {
		g.t.Fatalf("the owner cannot sign in: %d %.300s", status, text)
	}
	return b
}

// door is the page of the event whose gate works meanwhile.
func (g *target) door() string { return fmt.Sprint("/staff/events/", g.a.ids["eventId"]) }

// stolenPhone uploads ten thousand codes as inside, scanned within five seconds.
func stolenPhone(g *target) string {
	b := g.signedIn()
	if status, text := b.post(g.door()+"/start", url.Values{"zone": {fmt.Sprint(g.a.ids["zoneId"])}}); status != http.StatusOK {
		g.t.Fatalf("the phone does not start: %d %.300s", status, text)
	}
	sent, counted, most, began := 0, 0, g.times(1_000, 10_000), time.Now()
	for sent < most {
		rows := make([]string, 0, 200)
		for range 200 {
			rows = append(rows, fmt.Sprintf(`{"uuid":%q,"code":%q,"zone":%d,"at":%d}`, rand.Text(), "STOLEN"+rand.Text(), g.a.ids["zoneId"], began.UnixMicro()+int64(sent)*500))
			sent++
		}
		status, text := b.send("/door/api/upload", "application/json", []byte(`{"uuid":"`+rand.Text()+`","rows":[`+strings.Join(rows, ",")+`]}`))
		var out struct{ Rows []struct{ Detail string } }
		if err := json.Unmarshal([]byte(text), &out); status != http.StatusOK || err != nil {
			g.t.Errorf("an upload: %d %.300s", status, text)
			return "failed"
		}
		for _, row := range out.Rows {
			if row.Detail != "tooFast" {
				counted++
			}
		}
	}
	if counted > mostCounted {
		g.t.Errorf("%d of %d scans counted that nobody can have made", counted, sent)
	}
	return fmt.Sprintf("%d scans at once, %d counted", sent, counted)
}

var gateCode = regexp.MustCompile(`#(mq_\w+)`)

// deviceFlood starts phones until nobody may any more, and has a phone join after that.
func deviceFlood(g *target) string {
	b, started, late := g.signedIn(), 0, 0
	for range g.times(70, 500) {
		switch status, text := b.post(g.door()+"/start", nil); status {
		case http.StatusOK:
			started++
		case http.StatusTooManyRequests, http.StatusServiceUnavailable:
			late++
		default:
			g.t.Errorf("a phone: %d %.300s", status, text)
			return "failed"
		}
	}
	if late == 0 {
		g.t.Errorf("%d phones were started within an hour", started)
	}
	_, text := b.post(g.door()+"/links", nil)
	code := gateCode.FindStringSubmatch(text)
	if code == nil {
		g.t.Fatalf("no gate code: %.300s", text)
	}
	if status, text := g.browser().send("/door/api/join", "application/json", []byte(`{"code":"`+code[1]+`","name":"Ines"}`)); status != http.StatusOK {
		g.t.Errorf("no phone can join: %d %.300s", status, text)
	}
	return fmt.Sprintf("%d phones started, %d told to wait, and one joins", started, late)
}
