package people

import (
	"strings"

	"marquee/app"
	"marquee/app/company"
	"marquee/handlers/web/office/screen"
)

type devicesBody struct {
	All  string
	Rows []deviceRow
	May  bool
}

type deviceRow struct {
	ID          int64
	Name, About string
	Seen        string
	Blocked     bool
}

func devicesScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/devices", Post: "POST /office/{alias}/devices", Needs: views, Template: o.Template(templates, "devices.html"), Show: showDevices,
		Forms: map[string]screen.Then{"POST devices/block": {Say: "office.device_blocked"}, "POST devices/unblock": {Say: "office.device_let"}},
	}
}

func showDevices(v *screen.Visit) error {
	v.View.Title = v.View.T("office.devices")
	page, err := company.ListDevices(v.R.Context(), v.App, v.Caller, company.DeviceFilter{Limit: company.MaxUserPage})
	if err != nil {
		return err
	}
	body := &devicesBody{All: peopleAt(v), May: v.Holds(app.ManageUsers)}
	for i := range page.Rows {
		d := &page.Rows[i]
		row := deviceRow{ID: d.ID, Name: strings.TrimSpace(d.Manufacturer + " " + d.Model), Seen: seen(v, &d.SeenAt), Blocked: d.BlockedAt != nil}
		if row.Name == "" {
			row.Name = d.Code
		}
		row.About = strings.Trim(strings.TrimSpace(d.App+" "+d.AppVersion)+", "+strings.TrimSpace(d.OS+" "+d.OSVersion), ", ")
		body.Rows = append(body.Rows, row)
	}
	v.Body.It = body
	for _, op := range []string{"POST devices/block", "POST devices/unblock"} {
		v.Body.Add(op).Fill(map[string]any{"id": ""})
	}
	return nil
}
