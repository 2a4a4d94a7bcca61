package door

import (
	"net/http"
	"time"

	"marquee/app"
	"marquee/app/door"
	"marquee/app/entry"
)

type uploadIn struct {
	UUID string        `json:"uuid"`
	Rows []uploadRowIn `json:"rows"`
}

type uploadRowIn struct {
	UUID    string `json:"uuid"`
	Code    string `json:"code"`
	Zone    int64  `json:"zone"`
	Gate    int64  `json:"gate"` // of the plan, where the phone stood
	At      int64  `json:"at"`
	Out     bool   `json:"out"`
	Refused bool   `json:"refused"`
	Detail  string `json:"detail"`
	// Forced: a supervisor let the ticket in, for the reason in Detail. Provisional: only its
	// signature was known.
	Forced      bool `json:"forced"`
	Provisional bool `json:"provisional"`
	// Unheard: the phone asked under the uuid before, and heard nothing.
	Unheard bool `json:"unheard"`
}

type uploadedJSON struct {
	Rows []uploadedRowJSON `json:"rows"`
	Over []overJSON        `json:"over"`
}

type uploadedRowJSON struct {
	UUID   string `json:"uuid"`
	Status string `json:"status"`
	Detail string `json:"detail"`
}

type overJSON struct {
	Zone       int64 `json:"zone"`
	Capacity   int64 `json:"capacity"`
	Attendance int64 `json:"attendance"`
}

// upload keeps what a phone did while it had no network; after the end of the device so
// that it moves nobody.
func (d *Door) upload(w http.ResponseWriter, r *http.Request) (any, error) {
	secret := d.site.Cookie(r, deviceCookie)
	p, err := d.enter(r, secret)
	ended := app.KindOf(err) == app.Unauthenticated
	if err != nil && !ended {
		return nil, err
	}
	var in uploadIn
	if err := read(w, r, &in); err != nil {
		return nil, err
	}
	if len(in.Rows) > maxUpload {
		return nil, app.Field("rows", "must not have more than %d entries", maxUpload)
	}
	up := entry.Upload{UUID: in.UUID, Rows: make([]entry.UploadRow, len(in.Rows))}
	for i, row := range in.Rows {
		up.Rows[i] = entry.UploadRow{
			UUID: row.UUID, Barcode: row.Code, ZoneID: row.Zone, GateID: row.Gate, ScannedOn: time.UnixMicro(row.At).UTC(),
			Out: row.Out, Refused: row.Refused, Detail: row.Detail, Forced: row.Forced, Provisional: row.Provisional, Unheard: row.Unheard,
		}
	}
	if ended {
		_, err := door.UploadAfterEnd(r.Context(), d.app, secret, up)
		return uploadedJSON{Rows: []uploadedRowJSON{}, Over: []overJSON{}}, err
	}
	res, err := p.Upload(r.Context(), d.app, up)
	return uploadForm(&res, up.Rows), err
}

func uploadForm(res *door.Uploaded, rows []entry.UploadRow) uploadedJSON {
	out := uploadedJSON{Rows: []uploadedRowJSON{}, Over: []overJSON{}}
	for _, o := range res.Outcomes(rows) {
		row := uploadedRowJSON{UUID: o.UUID, Status: "failed", Detail: o.Detail}
		if o.Scanned {
			row.Status = "scanned"
		}
		if res.Duplicates[o.UUID] && row.Detail == "" {
			row.Detail = "duplicate"
		}
		out.Rows = append(out.Rows, row)
	}
	for _, z := range res.Over {
		out.Over = append(out.Over, overJSON{z.ZoneID, z.Capacity, z.Attendance})
	}
	return out
}
