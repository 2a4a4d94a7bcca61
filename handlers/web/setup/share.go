package setup

import (
	"fmt"
	"html/template"
	"net/url"
	"time"

	"marquee/app/firstrun"
	"marquee/app/paper"
	"marquee/handlers/web/office/screen"
	"marquee/handlers/web/page"
)

// check is something of the event that is there, or is not.
type check struct {
	Name, Text, To string
	Good           bool
}

func (s *Setup) showPublish(v *visit) error {
	b, elsewhere := v.start(5)
	if b == nil {
		return v.goOn(elsewhere)
	}
	t, e := v.view.T, v.state.Event
	b.Checks = []check{
		{t("setup.event"), e.Name + ", " + v.view.Lang.Moment(e.Start.In(e.Location())), paths[1], true},
		{t("setup.tickets"), t("setup.kinds", "n", len(v.state.Tickets)), paths[2], true},
		{t("setup.pay"), v.paid(), paths[3], v.state.Card != "" || v.state.Transfers},
	}
	return v.show(s.publish, b, nil, nil)
}

// paid says how the company is paid.
func (v *visit) paid() string {
	switch {
	case v.state.Company.Demo:
		return v.view.T("setup.paid_demo")
	case v.state.Card != "":
		return v.view.T("setup.paid_card")
	case v.state.Transfers:
		return v.view.T("setup.paid_transfer")
	}
	return v.view.T("setup.paid_later")
}

func (s *Setup) postPublish(v *visit) error {
	if b, elsewhere := v.start(5); b == nil {
		return v.goOn(elsewhere)
	}
	if err := firstrun.Publish(v.r.Context(), s.app, v.c); err != nil {
		return err
	}
	return v.goOn("/setup/share")
}

// shareBody is the end of it.
type shareBody struct {
	Title, Took    string
	Address, Embed string
	// Shop is where the event is sold, as a path of this server.
	Shop   string
	Symbol template.HTML
	// Office is where the event is looked after.
	Office   string
	Calendar string
	Demo     bool
}

// longestTook is up to how long it is told how long the setup took.
const longestTook = time.Hour

func (s *Setup) showShare(v *visit) error {
	if !v.state.Done() {
		return v.goOn(paths[reached(&v.state)-1])
	}
	e, own := v.state.Event, &v.state.Company
	b := &shareBody{
		Title: v.view.T("setup.on_sale", "event", e.Name), Shop: fmt.Sprintf("/shop/%s/events/%d", url.PathEscape(own.Alias), e.ID), Demo: own.Demo,
	}
	origin := s.site.Origin(v.r)
	b.Address = origin + b.Shop
	b.Embed = fmt.Sprintf(`<script async src="%s/shop/embed.js" data-event="%s"></script>`, origin, b.Shop)
	b.Office = fmt.Sprintf("%s/%s/events/%d", screen.Path, url.PathEscape(own.Alias), e.ID)
	b.Calendar = b.Shop + "/calendar.ics"
	if took := e.UpdatedAt.Sub(own.CreatedAt); took < longestTook {
		b.Took = v.view.T("setup.took", "time", v.long(took))
	}
	symbol, err := paper.NewPrinter().Symbol(paper.QR, b.Address)
	if err != nil {
		return err
	}
	b.Symbol = page.Symbol(symbol)
	v.view.Title, v.view.Body, v.view.Address = b.Title, b, "/setup/share"
	s.site.Show(v.w, v.r, s.share, v.view)
	return nil
}

// long writes how long something took.
func (v *visit) long(took time.Duration) string {
	minutes, seconds := int(took.Minutes()), int(took.Seconds())%60
	text := v.view.T("setup.n_seconds", "n", seconds)
	if minutes > 0 {
		text = v.view.T("setup.n_minutes", "n", minutes) + " " + text
	}
	return text
}

// ways are those of the fourth step that a template shows.
func (b *body) Ways() (all []choice) {
	for _, way := range firstrun.Ways() {
		all = append(all, choice{Value: string(way), Chosen: string(way) == b.Way})
	}
	return all
}
