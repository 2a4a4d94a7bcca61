package door

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app/ticketcode/form"
)

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

// TestSharingTicketsOut: two phones get half of the tickets each. What one has the other does
// not let in, unless a supervisor does; when both gave theirs back, it does.
func TestSharingTicketsOut(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	b.signIn()
	event := b.event()
	_, text := b.post(event+"/links", url.Values{"gate": {"Bahnhof"}, "phones": {"2"}, "overrides": {"yes"}})
	code := gateCode.FindStringSubmatch(text)[1]
	phones := []*browser{b.fresh(), b.fresh()}
	var homes [2]homeJSON
	ids := url.Values{}
	for i, name := range []string{"Mirko", "Ines"} {
		is.Equal(phones[i].ask("POST", "/join", joinIn{Code: code, Name: name}, &homes[i]), http.StatusOK)
		is.Equal(homes[i].Zones[0].Leases, nil)
		ids.Add("device", itoa(homes[i].Device.ID))
	}
	zone := homes[0].Zones[0].ID
	ids.Set("zone", itoa(zone))
	status, _ := b.post(event+"/leases", url.Values{"zone": {itoa(zone)}})
	is.Equal(status, http.StatusBadRequest) // to nobody
	_, text = b.get(event)
	offered := strings.Count(text, `name="zone" value=`)
	_, text = b.post(event+"/leases", ids)
	is.True(strings.Contains(text, "Waiting for 2 phones"))
	is.Equal(strings.Count(text, `name="zone" value=`), offered-1) // the others can be shared out too

	for i, phone := range phones { // they hear of it, and then have their leases
		is.Equal(phone.ask("GET", "/home", nil, &homes[i]), http.StatusOK)
		is.Equal(homes[i].Zones[0].Leases.Text, "")
		is.Equal(phone.ask("POST", "/leases", heardIn{Zone: zone, Epoch: homes[i].Zones[0].Leases.Epoch}, nil), http.StatusOK)
	}
	_, text = b.get(event)
	is.Equal(strings.Count(text, "50 % of the tickets"), 2)
	is.Equal(phones[0].ask("GET", "/home", nil, &homes[0]), http.StatusOK)
	leases := homes[0].Zones[0].Leases
	lease, ok := form.ReadLease(leases.Text)
	is.True(ok)
	is.Equal(leases.Others[0].Gate, "Bahnhof")
	is.Equal(uint64(leases.Others[0].High)<<32|uint64(leases.Others[0].Low), ^lease.Parts)

	var list listJSON
	is.Equal(phones[0].ask("GET", "/list", nil, &list), http.StatusOK)
	own, other := -1, -1
	free := freeOf(&list, b.w.App.Now().UnixMicro())
	for i := range free {
		if lease.Has(free[i].Bought, list.Goods[free[i].Good].SaleItem, form.AnyGate) {
			own = i
		} else {
			other = i
		}
	}
	scan := func(i int, override bool) (told toldJSON) {
		in := scanIn{UUID: "scan " + itoa(int64(i)), Codes: []string{free[i].Code}, Zone: zone, Direction: "in", Override: override, Reason: "seen"}
		is.Equal(phones[0].ask("POST", "/scan", in, &told), http.StatusOK)
		return told
	}
	is.Equal(scan(own, false).Status, "valid")
	told := scan(other, false)
	is.Equal(told.Detail, "itemDoesNotQualify")
	is.Equal(told.Remedy, remedyJSON{Kind: "otherGate", Override: true})
	is.Equal(scan(other, true).Status, "valid")

	_, text = b.post(event+"/leases/"+itoa(zone)+"/back", nil)
	is.Equal(strings.Count(text, "asked to give it back"), 2)
	is.Equal(phones[0].ask("POST", "/leases", heardIn{Zone: zone, Epoch: leases.Epoch, Dropped: lease.Serial}, nil), http.StatusOK)
	status, _ = b.post(event+"/leases/"+itoa(zone)+"/"+itoa(homes[1].Device.ID)+"/away", url.Values{"reason": {" "}})
	is.Equal(status, http.StatusBadRequest)
	for _, elsewhere := range []string{itoa(zone) + "/999999", "999999/" + itoa(homes[1].Device.ID)} { // what there is not is missing, with a reason or without
		status, _ = b.post(event+"/leases/"+elsewhere+"/away", nil)
		is.Equal(status, http.StatusNotFound)
	}
	_, text = b.post(event+"/leases/"+itoa(zone)+"/"+itoa(homes[1].Device.ID)+"/away", url.Values{"reason": {"it fell into the lake"}})
	is.True(strings.Contains(text, "Share the tickets out"))
	is.Equal(phones[0].ask("GET", "/home", nil, &homes[0]), http.StatusOK)
	is.Equal(homes[0].Zones[0].Leases, nil)
}
