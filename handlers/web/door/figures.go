package door

import (
	"html/template"
	"net/http"

	"marquee/app/report"
)

// figuresBody is the page of how the sale and the gates of one event go.
type figuresBody struct{ Pictures []pictureRow }

// pictureRow is a picture with its table. Both come from package chart, which escapes what
// people named.
type pictureRow struct {
	Title          string
	Picture, Table template.HTML
}

// shown are the pictures of the page, in their order.
var shown = []report.Picture{report.HourlySales, report.DailySales, report.ZonesByTime, report.GatesInOrOut}

// showFigures shows pictures of the figures of an event, for whoever may see reports.
func (d *Door) showFigures(w http.ResponseWriter, r *http.Request) {
	c, ok := d.staff(w, r)
	if !ok {
		return
	}
	v := d.view(w, r, "staff.figures")
	id := idOf(r, "id")
	body := figuresBody{}
	for _, p := range shown {
		drawn, err := report.Draw(r.Context(), d.app, c, report.AskPicture{EventID: id, Picture: p, Language: string(v.Lang)})
		if err != nil {
			d.site.Refuse(w, r, err)
			return
		}
		body.Pictures = append(body.Pictures, pictureRow{drawn.Title, template.HTML(drawn.SVG()), template.HTML(drawn.Table())})
	}
	v.Back, v.Body = StaffPath+"/events/"+r.PathValue("id"), body
	d.site.Show(w, r, d.figures, v)
}
