package event

import (
	"net/url"
	"strconv"
	"strings"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/money"
	"marquee/app/resale"
	"marquee/handlers/web/office/screen"
)

// resaleOp is what the page is about.
const resaleOp = "POST resale-settings"

// itemQuery of the address says for which ticket rules are shown.
const itemQuery = "item"

// resaleBody is how tickets may be sold on: at all events, at one, or of one of its tickets.
type resaleBody struct {
	// Crumbs lead to what the page lies below; Tabs are beside it.
	Crumbs []screen.Place
	Tabs   []screen.Tab
	// Of are the event and its tickets. Key and Value are the field that says whose rules are set,
	// empty: those of all events. Everywhere is where these are.
	Of                     []screen.Tab
	Key, Value, Everywhere string
	Counts                 []screen.MoneyLine
	// above is what the level above says, by field, and level the word for it.
	above map[string]string
	level string
}

// resalePart is a section of the form.
type resalePart struct {
	Title  string
	Fields []resaleField
}

// resaleField is a field, with what the level above says of it; As: that counts.
type resaleField struct {
	*screen.Field
	Above string
	As    bool
}

func resaleScreens(o *screen.Pages) []*screen.Screen {
	t := o.Template(templates, "resale.html")
	forms := map[string]screen.Then{resaleOp: {Say: "office.saved", Undo: true, To: toSameResale, Whole: []string{""}}}
	return []*screen.Screen{
		{
			Get: "GET /office/{alias}/events/{id}/tickets/resale", Post: "POST /office/{alias}/events/{id}/tickets/resale", Needs: app.EditCompany,
			Template: t, Show: showResaleAt, Forms: forms,
		},
		{
			Get: "GET /office/{alias}/money/resale/rules", Post: "POST /office/{alias}/money/resale/rules", Needs: app.EditCompany,
			Template: t, Show: showResale, Forms: forms,
		},
	}
}

// toSameResale leads back to the rules that were set.
func toSameResale(v *screen.Visit, _ any) string {
	if item := v.R.URL.Query().Get(itemQuery); item != "" {
		return v.R.URL.Path + "?" + url.Values{itemQuery: {item}}.Encode()
	}
	return v.R.URL.Path
}

// showResale shows how tickets of all events may be sold on.
func showResale(v *screen.Visit) error {
	body := &resaleBody{}
	if v.Holds(app.ViewResale) {
		body.Crumbs = []screen.Place{{Text: v.View.T("office.money_resale"), To: v.Path("/money/resale")}}
	}
	return body.show(v, resale.Scope{}, nil)
}

// showResaleAt shows how tickets of an event may be sold on.
func showResaleAt(v *screen.Visit) error {
	at, err := soldAtEvent(v, "/resale")
	if err != nil {
		return err
	}
	body := &resaleBody{
		Crumbs: []screen.Place{{Text: v.View.T("office.events"), To: at.All}, {Text: at.E.Name, To: at.Event}}, Tabs: at.Tabs,
		Key: "eventId", Value: screen.Number(at.E.ID), Everywhere: v.Path("/money/resale/rules"),
	}
	of, above := resale.Scope{EventID: at.E.ID}, resale.Scope{}
	body.Of = []screen.Tab{{Text: v.View.T("office.resale_all"), To: at.Section}}
	v.Body.Carry(itemQuery)
	for _, it := range ordered(at.E) {
		if !it.Admits() {
			continue
		}
		id := screen.Number(it.ID)
		here := v.R.URL.Query().Get(itemQuery) == id
		if here {
			above, of = of, resale.Scope{SaleItemID: it.ID}
			body.Key, body.Value = "saleItemId", id
		}
		body.Of = append(body.Of, screen.Tab{Text: it.Item.Name, To: at.Section + "?" + itemQuery + "=" + id, Here: here})
	}
	body.Of[0].Here = of.EventID != 0
	return body.show(v, of, &above)
}

// show fills the page with the rules of something; above are those that count where it says nothing,
// nil: where nobody says anything.
func (body *resaleBody) show(v *screen.Visit, of resale.Scope, above *resale.Scope) error {
	v.View.Title = v.View.T("office.resale")
	own, rules, err := resale.ReadSettings(v.R.Context(), v.App, v.Caller, of)
	if err != nil {
		return err
	}
	inherited, level := resale.Usual(), "office.resale_as_usual"
	if above != nil {
		level = "office.resale_as_company"
		if of.SaleItemID != 0 {
			level = "office.resale_as_event"
		}
		if _, inherited, err = resale.ReadSettings(v.R.Context(), v.App, v.Caller, *above); err != nil {
			return err
		}
	}
	f := v.Body.Add(resaleOp)
	fillResale(v, f, &own, &rules)
	v.Body.It = body
	body.Counts, body.above, body.level = resaleCounts(v, &rules), resaleSaid(v, &inherited), level
	return nil
}

// fillResale fills the form with what counts, and says of which fields that is said above.
func fillResale(v *screen.Visit, f *screen.Form, own *resale.Settings, rules *resale.Rules) {
	f.Fill(map[string]any{
		"enabled": strconv.FormatBool(rules.Enabled), "priceStrategy": string(rules.Strategy), "belowPercent": percentOrZero(rules.Below), "abovePercent": percentOrZero(rules.Above),
		"listingOpensHours": rules.ListingOpens, "purchaseOpensHours": rules.PurchaseOpens, "purchaseClosesHours": rules.PurchaseCloses,
		"payout": string(rules.Payout), "feePayer": string(rules.Payer), "sellerPercent": percentOrZero(rules.SellerPercent), "inherit": own.Inherited(),
	})
	where := []string{}
	if rules.On.Online {
		where = append(where, catalog.ChannelOnline)
	}
	if rules.On.Office {
		where = append(where, catalog.ChannelBoxOffice)
	}
	f.Put("salesChannels", where)
	f.Lists["salesChannels"] = []screen.Option{{Value: catalog.ChannelOnline, Text: v.View.T("office.online")}, {Value: catalog.ChannelBoxOffice, Text: v.View.T("office.at_till")}}
}

// percentOrZero is a share as a field holds it.
func percentOrZero(n int64) string {
	if n == 0 {
		return "0"
	}
	return percentOf(n)
}

// resaleFields are those of each section of the form.
var resaleFields = []struct {
	word   string
	fields []string
}{
	{"office.resale_who", []string{"enabled", "salesChannels"}},
	{"office.resale_price", []string{"priceStrategy", "belowPercent", "abovePercent"}},
	{"office.resale_when", []string{"listingOpensHours", "purchaseOpensHours", "purchaseClosesHours"}},
	{"office.resale_money", []string{"payout", "feePayer", "sellerPercent"}},
}

// Parts draws the form: of each field whether it is as the level above says, which stands there, or
// what counts instead.
func (body *resaleBody) Parts(f *screen.Form) (all []resalePart, err error) {
	for _, p := range resaleFields {
		part := resalePart{Title: f.V.T(p.word)}
		for _, path := range p.fields {
			field, err := f.Field(path)
			if err != nil {
				return nil, err
			}
			if choices := resaleChoices[path]; choices != nil {
				field.Sort = "choice"
				for _, c := range choices {
					field.Options = append(field.Options, screen.Option{Value: c, Text: f.V.T("office.o." + path + "." + c), Chosen: c == field.Value})
				}
			}
			if path == "listingOpensHours" || path == "purchaseOpensHours" {
				field.Help = f.V.T("office.resale_at_once_help")
			}
			part.Fields = append(part.Fields, resaleField{Field: field, Above: f.V.T(body.level, "value", body.above[path]), As: f.Ticked("inherit", path)})
		}
		all = append(all, part)
	}
	return all, nil
}

// resaleChoices are the answers of fields that take one of few.
var resaleChoices = map[string][]string{
	"enabled":       {"true", "false"},
	"priceStrategy": texts(resale.Strategies), "payout": texts(resale.Payouts), "feePayer": texts(resale.Payers),
}

func texts[T ~string](all []T) (out []string) {
	for _, one := range all {
		out = append(out, string(one))
	}
	return out
}

// resaleSaid are rules in words, by the fields that say them.
func resaleSaid(v *screen.Visit, r *resale.Rules) map[string]string {
	choice := func(path, value string) string { return v.View.T("office.o." + path + "." + value) }
	share := func(n int64) string { return v.View.Lang.Percent(n * (company.RateUnit / money.PercentUnit)) }
	hours := func(n *int64) string {
		if n == nil {
			return v.View.T("office.resale_at_once")
		}
		if *n == 0 {
			return v.View.T("office.resale_to_the_end")
		}
		return v.View.T("office.resale_hours", "n", *n)
	}
	var where []string
	if r.On.Online {
		where = append(where, v.View.T("office.online"))
	}
	if r.On.Office {
		where = append(where, v.View.T("office.at_till"))
	}
	return map[string]string{
		"enabled": choice("enabled", map[bool]string{true: "true", false: "false"}[r.Enabled]), "priceStrategy": choice("priceStrategy", string(r.Strategy)),
		"belowPercent": share(r.Below), "abovePercent": share(r.Above), "listingOpensHours": hours(r.ListingOpens), "purchaseOpensHours": hours(r.PurchaseOpens),
		"purchaseClosesHours": hours(&r.PurchaseCloses), "payout": choice("payout", string(r.Payout)), "feePayer": choice("feePayer", string(r.Payer)),
		"sellerPercent": share(r.SellerPercent), "salesChannels": strings.Join(where, ", "),
	}
}

// resaleCounts is what counts now, in lines: only what matters where the rules are as they are.
func resaleCounts(v *screen.Visit, r *resale.Rules) (all []screen.MoneyLine) {
	said := resaleSaid(v, r)
	for _, p := range resaleFields {
		for _, path := range p.fields {
			margins := path == "belowPercent" || path == "abovePercent"
			if path != "enabled" && !r.Enabled || margins && r.Strategy == resale.PurchasePrice || path == "sellerPercent" && r.Payer != resale.SplitPays {
				continue
			}
			all = append(all, screen.MoneyLine{Text: v.View.T("office.f." + path), Amount: said[path]})
		}
	}
	return all
}
