package shop

import (
	"net/http"
)

// keepOffline is the script with which a browser keeps the pages of orders for when there
// is no network. It stands beside these pages, because it has power over no others.
func (s *Shop) keepOffline(w http.ResponseWriter, _ *http.Request) {
	script, _ := s.site.Assets.Content("offline.js")
	w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	_, _ = w.Write(script)
}
