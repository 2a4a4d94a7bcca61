package web

import (
	"bytes"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"net/http"
	"strings"
	"sync"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
)

const (
	// frontAge is how long the page is shown before it is made anew: whoever asks often
	// costs nothing.
	frontAge = 5 * time.Second
	// frontCompanies and frontEvents bound the page.
	frontCompanies, frontEvents = 20, 30
)

var (
	//go:embed front.html
	frontHTML string
	//go:embed front.css
	frontCSS string

	frontPage = template.Must(template.New("front").Parse(frontHTML))
)

// frontPolicy allows the page its own style, and nothing else.
func frontPolicy() string {
	sum := sha256.Sum256([]byte(frontCSS))
	return fmt.Sprintf("default-src 'none'; style-src 'sha256-%s'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
		base64.StdEncoding.EncodeToString(sum[:]))
}

// front is the page, kept for a while.
type front struct {
	app    *app.App
	policy string

	mu   sync.Mutex
	page []byte
	made time.Time
}

// Front serves the page at /.
func Front(a *app.App) http.Handler { return &front{app: a, policy: frontPolicy()} }

func (f *front) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	page, err := f.current(r.Context())
	if err != nil {
		http.Error(w, "The page cannot be shown right now. Try again in a moment.", http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Content-Security-Policy", f.policy)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	_, _ = w.Write(page)
}

// current is the page of the last few seconds. One request at a time makes a new one.
func (f *front) current(ctx context.Context) ([]byte, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	now := f.app.Now()
	if age := now.Sub(f.made); f.page != nil && age >= 0 && age < frontAge {
		return f.page, nil
	}
	page, err := makeFront(ctx, f.app)
	if err == nil {
		f.page, f.made = page, now
	}
	return page, err
}

type (
	frontData struct {
		Title     string
		Style     template.CSS
		Companies []frontCompany
	}
	frontCompany struct {
		Name   string
		Demo   bool
		Shop   string // where its pages are, empty while its shop is closed
		Events []frontEvent
	}
	frontEvent struct {
		Name, Day, Month, Year, Machine, When, Where, Price string
	}
)

func makeFront(ctx context.Context, a *app.App) ([]byte, error) {
	data := frontData{Title: "Marquee", Style: template.CSS(frontCSS)}
	var all []company.Company
	err := a.ViewCompany(ctx, 0, func(r app.Reader) error {
		all = nil
		return company.EachCompany(r, func(c company.Company) error {
			if len(all) < frontCompanies {
				all = append(all, c)
			}
			return nil
		})
	})
	if err != nil {
		return nil, err
	}
	for i := range all {
		events, err := catalog.Announced(ctx, a, all[i].ID, all[i].CurrencyID, frontEvents)
		if err != nil {
			return nil, err
		}
		data.Companies = append(data.Companies, showCompany(&all[i], events))
	}
	if len(all) == 1 {
		data.Title = all[0].Name
	}
	var page bytes.Buffer
	err = frontPage.Execute(&page, data)
	return page.Bytes(), err
}

func showCompany(c *company.Company, events []catalog.EventView) frontCompany {
	out := frontCompany{Name: c.Name, Demo: c.Demo}
	if c.Shop.Open {
		out.Shop = "/shop/" + c.Alias
	}
	currency, _ := company.CurrencyByID(c.CurrencyID)
	for i := range events {
		out.Events = append(out.Events, showEvent(&events[i], currency))
	}
	return out
}

func showEvent(e *catalog.EventView, currency company.Currency) frontEvent {
	start := e.Start.In(e.Location())
	out := frontEvent{
		Name: e.Name, Day: start.Format("2"), Month: start.Format("Jan"), Year: start.Format("2006"),
		Machine: start.Format(time.RFC3339), When: start.Format("Monday 2 January 2006, 15:04"), Price: price(e, currency),
	}
	switch {
	case e.Place != nil:
		out.Where = strings.Join(nonEmpty(e.Place.Name, e.Place.City), ", ")
	case e.OnlineOnly:
		out.Where = "Online"
	}
	return out
}

func nonEmpty(texts ...string) []string {
	var out []string
	for _, t := range texts {
		if t != "" {
			out = append(out, t)
		}
	}
	return out
}

// price says what there is to pay, or why nothing can be bought.
func price(e *catalog.EventView, currency company.Currency) string {
	switch {
	case e.CancelledAt != nil:
		return "Cancelled"
	case e.OffSale:
		return "Not on sale"
	case e.MinPrice == nil:
		return "Not on sale now"
	case *e.MinPrice == 0 && *e.MaxPrice == 0:
		return "Free"
	case *e.MinPrice == *e.MaxPrice:
		return currency.Amount(*e.MinPrice)
	case *e.MinPrice == 0:
		return "Free to " + currency.Amount(*e.MaxPrice)
	}
	return currency.Amount(*e.MinPrice) + " to " + currency.Amount(*e.MaxPrice)
}
