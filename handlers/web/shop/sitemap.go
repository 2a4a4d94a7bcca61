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

// showSitemap lists the front page and the events on it.
func (s *Shop) showSitemap(v *visit) error {
	all, err := s.fronts.read(v)
	if err != nil {
		return err
	}
	origin := s.site.Origin(v.r)
	out := sitemap{Pages: []sitemapPage{{origin + v.path("")}}}
	for i := range min(len(all.Cards), maxSitemap-1) {
		out.Pages = append(out.Pages, sitemapPage{origin + v.path("/events/%d", all.Cards[i].ID)})
	}
	text, err := xml.Marshal(out)
	if err != nil {
		return err
	}
	v.w.Header().Set("Content-Type", "application/xml; charset=utf-8")
	s.site.Send(v.w, v.r, http.StatusOK, append([]byte(xml.Header), text...))
	return nil
}
