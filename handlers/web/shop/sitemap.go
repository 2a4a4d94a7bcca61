package shop

import (
	"encoding/xml"
	"net/http"
)

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
