package office_test

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/sales/quote"
)

var (
	sums  = regexp.MustCompile(`(?s)<div class="becomes".*?</div>\s*(?:<p[^>]*>[^<]*</p>)?</div>`)
	amts  = regexp.MustCompile(`<dd[^>]*>([^<]*)</dd>`)
	lines = func(page string) (all []string) {
		for _, m := range amts.FindAllStringSubmatch(sums.FindString(page), -1) {
			all = append(all, m[1])
		}
		return all
	}
)

// TestAPriceIsWorkedOut: the page of something on sale says what comes of its price, by the
// arithmetic of baskets; of a price that was typed as well, and what was typed is still there.
func TestAPriceIsWorkedOut(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	e := b.event("Gig")
	at := fmt.Sprintf("/events/%d/tickets/new", e.ID)
	_, page := b.get(at)
	is.True(strings.Contains(page, "Write a price to see what comes of it."))

	_, fields := form(t, page, "POST events/tickets")
	fields.Set("itemData.name", "Evening")
	for typed, minor := range map[string]int64{"36.00": 3600, "1,234.50": 123450, "0": 0} {
		fields.Set("saleItemData.pricing.0.basePrice", typed)
		status, page := b.get(at + "?" + fields.Encode())
		is.Equal(status, http.StatusOK)
		want, err := quote.PreviewPrice(t.Context(), b.w.App, b.w.A.Owner, quote.Preview{
			EventID: e.ID, CurrencyID: b.w.A.Currency().ID, Type: catalog.Ticket, Channel: catalog.Shop, Base: minor,
		})
		is.NoErr(err)
		is.Equal(lines(page)[len(lines(page))-2:], []string{
			"€" + amountText(want.Tax), "€" + amountText(want.Yours),
		})
		_, again := form(t, page, "POST events/tickets")
		is.Equal(again.Get("saleItemData.pricing.0.basePrice"), typed)
		is.Equal(again.Get("itemData.name"), "Evening")
	}
	for _, wrong := range []string{"", "many", "-1", "99999999999999"} {
		fields.Set("saleItemData.pricing.0.basePrice", wrong)
		status, page := b.get(at + "?" + fields.Encode())
		is.Equal(status, http.StatusOK)
		is.Equal(lines(page), nil)
	}
}

// amountText is an amount with two decimals.
func amountText(minor int64) string {
	text := fmt.Sprintf("%d.%02d", minor/100, minor%100)
	if i := strings.IndexByte(text, '.'); i > 3 {
		return text[:i-3] + "," + text[i-3:]
	}
	return text
}

// TestAPriceOnSaleIsWorkedOut: that of something on sale counts its own fee; nothing is changed by
// asking, and a refused form says what comes of what was typed.
func TestAPriceOnSaleIsWorkedOut(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	e := b.event("Gig")
	item, err := catalog.CreateSaleItem(t.Context(), b.w.App, b.w.A.Owner, catalog.NewSaleItem{
		Type: catalog.Ticket, EventID: e.ID, Item: catalog.ItemChange{Name: new("Evening")},
		Sale: catalog.SaleItemChange{Prices: &[]catalog.Price{{CurrencyID: b.w.A.Currency().ID, Base: 2000, ProcessingFee: 150}}},
	})
	is.NoErr(err)
	at := fmt.Sprintf("/events/%d/tickets/%d", e.ID, item.ID)
	_, page := b.get(at)
	is.True(strings.Contains(page, "What comes of €20.00") && strings.Contains(page, "€21.50"))

	action, fields := form(t, page, "POST events/tickets/update")
	fields.Set("saleItemData.pricing.0.basePrice", "30")
	_, page = b.get(at + "?" + url.Values{"saleItemData.pricing.0.basePrice": {"30"}}.Encode())
	is.True(strings.Contains(page, "What comes of €30.00") && strings.Contains(page, "€31.50"))
	_, page = b.get(at)
	is.True(strings.Contains(page, "What comes of €20.00"))

	fields.Set("itemData.name", "")
	status, page := b.post(action, fields)
	is.Equal(status, http.StatusUnprocessableEntity)
	is.True(strings.Contains(page, "What comes of €30.00"))
}

// TestLanguagesSayWhatIsMissing: at each language stands how many texts are missing there.
func TestLanguagesSayWhatIsMissing(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	_, err := company.ChangeSettings(t.Context(), b.w.App, b.w.A.Owner, company.SettingsChange{Locales: []string{"en", "de"}})
	is.NoErr(err)
	e := b.event("Gig")
	at := fmt.Sprintf("/events/%d/basics", e.ID)
	_, page := b.get(at)
	is.True(strings.Contains(page, "1 text missing"))
	is.Equal(strings.Count(page, "all texts are there"), 1)

	_, page = b.get(at + "?text=de")
	action, fields := form(t, page, "POST events/update")
	fields.Set("name", "Konzert")
	status, page := b.post(action, fields)
	is.Equal(status, http.StatusOK)
	is.Equal(strings.Count(page, "all texts are there"), 2)

	action, fields = form(t, page, "POST events/update") // in English again
	fields.Set("summary", "Loud")
	_, page = b.post(action, fields)
	is.True(strings.Contains(page, "1 text missing"))
}
