package shop

import (
	"encoding/xml"
	"fmt"
	"net/http"
	"time"

	"marquee/app/company"
	"marquee/app/shop"
)

// linked is an event as search engines read it: schema.org, as JSON.
type linked struct {
	Context   string        `json:"@context"`
	Type      string        `json:"@type"`
	Name      string        `json:"name"`
	Start     string        `json:"startDate"`
	End       string        `json:"endDate"`
	Status    string        `json:"eventStatus"`
	URL       string        `json:"url"`
	Text      string        `json:"description,omitempty"`
	Place     *linkedPlace  `json:"location,omitempty"`
	Organizer linkedPerson  `json:"organizer"`
	Offers    *linkedOffers `json:"offers,omitempty"`
}

type linkedPlace struct {
	Type    string `json:"@type"`
	Name    string `json:"name"`
	Address string `json:"address"`
}

type linkedPerson struct {
	Type string `json:"@type"`
	Name string `json:"name"`
}

type linkedOffers struct {
	Type     string `json:"@type"`
	Low      string `json:"lowPrice"`
	High     string `json:"highPrice"`
	Currency string `json:"priceCurrency"`
	URL      string `json:"url"`
}

// linkedOf describes an event, whose page has an address, to search engines. The template
// writes it as JSON and escapes it for where it stands.
func linkedOf(e *shop.Event, text, address string, cur company.Currency) linked {
	out := linked{
		Context: "https://schema.org", Type: "Event", Name: e.Name, Text: text, URL: address,
		Start: e.Start.Format(time.RFC3339), End: e.End.Format(time.RFC3339), Status: "https://schema.org/EventScheduled",
		Organizer: linkedPerson{"Organization", e.Organiser},
	}
	if e.Cancelled {
		out.Status = "https://schema.org/EventCancelled"
	}
	if e.Venue != nil {
		out.Place = &linkedPlace{"Place", e.Venue.Name, e.Venue.Address + ", " + e.Venue.Postcode + " " + e.Venue.City}
	}
	if e.Low != nil && e.High != nil {
		out.Offers = &linkedOffers{"AggregateOffer", plainAmount(*e.Low, cur), plainAmount(*e.High, cur), cur.Code, address}
	}
	return out
}

// plainAmount is an amount as machines read it.
func plainAmount(minor int64, cur company.Currency) string {
	unit := int64(1)
	for range cur.Subunit {
		unit *= 10
	}
	if unit == 1 {
		return decimal(minor)
	}
	return fmt.Sprintf("%d.%0*d", minor/unit, int(cur.Subunit), minor%unit)
}

// sitemap tells search engines which pages there are.
type sitemap struct {
	XMLName xml.Name      `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
	Pages   []sitemapPage `xml:"url"`
}

type sitemapPage struct {
	At string `xml:"loc"`
}

// showSitemap lists the front page and the events on it; those of other companies stand in the
// sitemaps of these.
func (s *Shop) showSitemap(v *visit) error {
	all, err := s.fronts.read(v)
	if err != nil {
		return err
	}
	origin := s.site.Origin(v.r)
	out := sitemap{Pages: []sitemapPage{{origin + v.path("")}}}
	for i := range min(len(all.Cards), maxSitemap-1) {
		if c := &all.Cards[i]; c.Company.ID == v.company.ID {
			out.Pages = append(out.Pages, sitemapPage{origin + eventPath(c)})
		}
	}
	text, err := xml.Marshal(out)
	if err != nil {
		return err
	}
	v.w.Header().Set("Content-Type", "application/xml; charset=utf-8")
	s.site.Send(v.w, v.r, http.StatusOK, append([]byte(xml.Header), text...))
	return nil
}
