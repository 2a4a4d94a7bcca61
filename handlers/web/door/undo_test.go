package door

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/matryer/is"
)

// TestTakingBackWhatAPhoneDid: a supervisor sees what would go back, takes it back, and sees that
// nothing is left; a phone that scans too fast is told of beside its name.
func TestTakingBackWhatAPhoneDid(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	b.signIn()
	event := b.event()
	_, text := b.post(event+"/links", url.Values{"gate": {"Bahnhof"}})
	code := gateCode.FindStringSubmatch(text)[1]
	phone := b.fresh()
	var home homeJSON
	is.Equal(phone.ask("POST", "/join", joinIn{Code: code, Name: "Mirko"}, &home), http.StatusOK)
	var list listJSON
	is.Equal(phone.ask("GET", "/list", nil, &list), http.StatusOK)
	free := freeOf(&list, b.w.App.Now().UnixMicro())
	zone := home.Zones[0].ID
	var told toldJSON
	is.Equal(phone.ask("POST", "/scan", scanIn{UUID: "first", Codes: []string{free[0].Code}, Zone: zone, Direction: "in"}, &told), http.StatusOK)
	is.Equal(told.Status, "valid")

	at := event + "/devices/" + itoa(home.Device.ID) + "/undo"
	_, text = b.get(event)
	is.True(strings.Contains(text, at))
	is.True(!strings.Contains(text, "nobody scans so fast"))
	_, text = b.get(at)
	is.True(!strings.Contains(text, "goes back")) // nobody has said since when
	since := url.Values{"since": {"2026-01-01T00:00"}}
	_, text = b.get(at + "?" + since.Encode())
	is.True(strings.Contains(text, "1 ticket goes back"))
	status, text := b.post(at, since)
	is.Equal(status, http.StatusOK)
	is.True(strings.Contains(text, "Taken back."))
	is.True(strings.Contains(text, "0 tickets go back"))
	is.Equal(phone.ask("POST", "/scan", scanIn{UUID: "again", Codes: []string{free[0].Code}, Zone: zone, Direction: "in"}, &told), http.StatusOK)
	is.Equal(told.Status, "valid")

	for _, bad := range []string{"", "yesterday"} {
		status, _ = b.post(at, url.Values{"since": {bad}})
		is.Equal(status, http.StatusBadRequest)
	}
	status, _ = b.get(event + "/devices/999/undo")
	is.Equal(status, http.StatusNotFound)

	var rows []uploadRowIn
	for i := range 200 {
		rows = append(rows, uploadRowIn{UUID: "row " + itoa(int64(i)), Code: "NOBODY", Zone: zone, At: b.w.App.Now().UnixMicro()})
	}
	is.Equal(phone.ask("POST", "/upload", uploadIn{UUID: "one", Rows: rows}, nil), http.StatusOK)
	for i := range rows {
		rows[i].UUID += " more"
	}
	var out uploadedJSON
	is.Equal(phone.ask("POST", "/upload", uploadIn{UUID: "two", Rows: rows}, &out), http.StatusOK)
	is.Equal(out.Rows[199], uploadedRowJSON{UUID: "row 199 more", Status: "failed", Detail: "tooFast"})
	_, text = b.get(event)
	is.True(strings.Contains(text, "nobody scans so fast"))
}
