package report

import (
	"context"
	"fmt"
	"io"
	"net/http"

	"marquee/app"
	"marquee/app/report"
	"marquee/handlers/rest"
)

type pictureIn struct {
	EventID    rest.ID    `query:"eventId" required:"true"`
	Picture    string     `query:"picture" required:"true" enum:"sales-by-hour,sales-by-day,attendance,gates"`
	CurrencyID *rest.ID   `query:"currencyId" doc:"The currency of the amounts beside sales; the primary one of the company if absent."`
	From       *rest.Time `query:"from" date:"true" blank:"true" doc:"If absent: two days of hours, or sixty days, before the end; of gates six hours before the event."`
	Until      *rest.Time `query:"until" date:"true" blank:"true" doc:"A day counts to its end. Until now if absent, of gates six hours after the event at the latest."`
	Format     string     `query:"format" enum:"svg,html" default:"svg" doc:"html: the picture with a table that says the same, as a page that loads nothing."`
	Lang       string     `query:"lang" maxlen:"35" blank:"true" doc:"The language of its words: en, de or fr. That of the request if absent."`
}

func pictures(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: http.MethodGet, Path: "/event-picture", Summary: "Retrieve a picture of the figures of an event", Tag: "Reports",
			Doc: "What was sold in each hour or on each day, who was inside of each zone (who came in less who went out), or the scans of each gate, on the clocks of the event. " +
				"Pictures have a title and a description, and take the colour of the text around them. More than 400 periods are drawn several as one.",
			Allow: app.ViewReports, Media: []string{"image/svg+xml", "text/html"},
		}, func(ctx context.Context, c *app.Caller, in pictureIn) (rest.Stream, error) {
			drawn, err := report.Draw(ctx, a, c, in.ask())
			if err != nil {
				return rest.Stream{}, err
			}
			kind, content := "image/svg+xml", drawn.SVG
			if in.Format == "html" {
				kind, content = "text/html; charset=utf-8", drawn.Page
			}
			return rest.Stream{
				ContentType: kind, Filename: fmt.Sprintf("%s-%d.%s", in.Picture, in.EventID, in.Format),
				Write: func(_ context.Context, w io.Writer) error {
					_, err := io.WriteString(w, content())
					return err
				},
			}, nil
		}),
	}
}

func (in pictureIn) ask() report.AskPicture {
	ask := report.AskPicture{EventID: int64(in.EventID), Picture: report.Picture(in.Picture), From: momentOf(in.From), Until: momentOf(in.Until), Language: in.Lang}
	if in.CurrencyID != nil {
		ask.CurrencyID = int64(*in.CurrencyID)
	}
	return ask
}
