package settings

import (
	"fmt"

	"marquee/app"
	"marquee/app/media"
	"marquee/handlers/web/office/screen"
	"marquee/handlers/wire"
)

// The operations of the company's pictures.
const (
	setPicture  = "POST company/image"
	dropPicture = "DELETE company/image"
)

func pictureScreens(o *screen.Pages) []*screen.Screen {
	return []*screen.Screen{{
		Get: "GET /office/{alias}/settings/pictures", Post: "POST /office/{alias}/settings/pictures", Needs: app.EditCompany,
		Template: o.Template(templates, "shared.html", "pictures.html"), Show: showPictures,
		Forms: map[string]screen.Then{setPicture: {Say: "office.picture_there"}, dropPicture: {Say: "office.picture_gone"}},
	}}
}

type picturesBody struct {
	Aside []heading
	Rows  []pictureRow
}

// pictureRow is a place of a picture, with the one that is there.
type pictureRow struct{ Place, Name, About, Now, Size string }

// showPictures shows the logo, and the pictures of events that have none of their own.
func showPictures(v *screen.Visit) error {
	v.View.Title = v.View.T("office.set_pictures")
	b := &picturesBody{Aside: aside(v, "pictures")}
	for _, place := range []media.Place{media.Logo, media.Header, media.Thumbnail, media.Meta} {
		row := pictureRow{Place: string(place), Name: v.View.T("office.company_picture_" + string(place)), About: v.View.T("office.company_picture_" + string(place) + "_text")}
		if i := media.In(v.Company.Images, place); i != nil {
			row.Now, row.Size = string(wire.MediaURL(v.Company.ID, i)), fmt.Sprintf("%d × %d", i.Width, i.Height)
		}
		b.Rows = append(b.Rows, row)
	}
	v.Body.It = b
	v.Body.Add(setPicture).Fill(map[string]any{"collection": "", "data": ""})
	v.Body.Add(dropPicture).Fill(map[string]any{"collection": ""})
	return nil
}
