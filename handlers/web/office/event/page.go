package event

import (
	"fmt"
	"html/template"

	"marquee/app"
	"marquee/app/media"
	"marquee/app/office"
	"marquee/handlers/web/office/screen"
	"marquee/handlers/wire"
)

// The operations of pictures.
const (
	imageOp   = "POST events/image"
	noImageOp = "DELETE events/image"
)

// pageBody is the page of an event as buyers see it, and what it is shared with.
type pageBody struct {
	E               *office.Event
	Event, All      string
	When, Where     string
	Languages       []screen.Tab
	Pictures        []picture
	Header          string
	Page            string
	Share           *share
	Poster          string
	Keeps           []screen.Option
	Draft           string
	PictureProblems bool
}

// picture is one of the places of pictures.
type picture struct {
	Place, Name, About, Now string
	Size                    string
}

func pageScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/events/{id}/page", Post: "POST /office/{alias}/events/{id}/page", Needs: app.EditEvents,
		Template: o.Template(templates, "page.html"), Show: showPage,
		Forms: map[string]screen.Then{
			"POST events/update": {Say: "office.saved", Undo: true},
			imageOp:              {Say: "office.picture_there"}, noImageOp: {Say: "office.picture_gone"},
		},
	}
}

func showPage(v *screen.Visit) error {
	v.Writing()
	e, err := ReadEvent(v)
	if err != nil {
		return err
	}
	v.View.Title = v.View.T("office.page_and_pictures")
	body := &pageBody{E: e, Event: v.Path("/events/%d", e.ID), All: v.Path("/events"), When: v.When(&e.EventView), Languages: v.TextTabs()}
	v.Body.It = body
	if e.Place != nil {
		body.Where = e.Place.NameOnLine()
	}
	body.Page, body.Share, err = sharedOf(v, &e.EventView)
	if err != nil {
		return err
	}
	if body.Poster = body.Event + "/poster"; body.Share == nil {
		body.Poster, body.Draft = "", v.View.T("office.share_later")
	}
	for _, p := range media.Places {
		one := picture{Place: p, Name: v.View.T("office.picture_" + p), About: v.View.T("office.picture_" + p + "_text")}
		if m := media.In(e.Images, media.Place(p)); m != nil {
			one.Now, one.Size = string(wire.MediaURL(v.Company.ID, m)), fmt.Sprintf("%d × %d", m.Width, m.Height)
		}
		body.Pictures = append(body.Pictures, one)
	}
	body.Header = body.Pictures[0].Now
	body.Keeps = []screen.Option{{Text: v.View.T("office.keep_whole")}}
	for _, k := range media.Keeps {
		body.Keeps = append(body.Keeps, screen.Option{Value: k, Text: v.View.T("office.keep_" + k)})
	}
	v.Body.Add(imageOp).Fill(map[string]any{"eventId": e.ID, "collection": "", "data": ""})
	v.Body.Add(noImageOp).Fill(map[string]any{"eventId": e.ID, "collection": ""})
	f := v.Body.Add("POST events/update")
	f.Since = e.UpdatedAt
	f.About("events", e.ID)
	f.Fill(map[string]any{
		"id": e.ID, "name": e.Name, "summary": e.Page.Summary, "description": e.Description, "travel": e.Page.Travel, "access": e.Page.Access,
		"refundPolicy": e.Page.Refunds,
	})
	signTexts(f, &e.Stored, body.Languages)
	return nil
}

// posterBody is what hangs on a wall.
type posterBody struct {
	E                   *office.Event
	Event               string
	When, Where, Header string
	Address             string
	Code                template.HTML
	Price               string
}

func posterScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{Get: "GET /office/{alias}/events/{id}/poster", Needs: app.ViewEvents, Template: o.Template(templates, "poster.html"), Show: showPoster}
}

// showPoster is a sheet to be printed, with the way to the page of the event.
func showPoster(v *screen.Visit) error {
	e, err := ReadEvent(v)
	if err != nil {
		return err
	}
	_, way, err := sharedOf(v, &e.EventView)
	if err == nil && way == nil {
		err = app.Missing("page")
	}
	if err != nil {
		return err
	}
	v.View.Title = v.View.T("office.poster")
	start, end := e.Start.In(v.Zone), e.End.In(v.Zone)
	body := &posterBody{E: e, Event: v.Path("/events/%d", e.ID), When: v.View.Lang.Span(start, end), Address: way.Address, Code: way.Code}
	if m := media.In(e.Images, media.Header); m != nil {
		body.Header = string(wire.MediaURL(v.Company.ID, m))
	}
	if e.Place != nil {
		body.Where = e.Place.NameOnLine()
		if e.Place.City != "" {
			body.Where += ", " + e.Place.City
		}
	}
	v.Body.It = body
	return nil
}
