package handlers_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"marquee/app"
)

// holder is somebody who holds abilities for some codes and venues alone, and may manage users,
// sell and take files in.
type holder struct {
	*visible
	ids map[string]string
}

func newHolder(t *testing.T) *holder {
	t.Helper()
	o := &holder{narrowed(t, narrowing{[]app.Ability{
		app.ViewEvents, app.ManageUsers, app.Sell, app.Discounts, app.PayCash, app.ViewOrders, app.EditImports, app.ViewReports,
	}, func(*visible) {}, nil}), map[string]string{}}
	for name, path := range map[string]string{"discount": "/discount-codes/percentage", "access": "/access-codes"} {
		for _, which := range []string{"mine", "other"} {
			code := o.seen.make("POST", path, `{"code": "`+which+name+`", "amount": 10, "saleItems": [$saleItemId$]}`)
			o.ids[which+name] = itoa(number(dig(code, "data", "id")))
			if which == "other" {
				o.seen.make("POST", strings.TrimSuffix(path, "/percentage")+"/children", `{"id": `+o.ids[which+name]+`, "quantity": 2}`)
			}
		}
	}
	o.ids["me"], o.ids["venue"], o.ids["hall"] = itoa(o.seen.ids["me"]), itoa(o.seen.ids["venueId"]), itoa(o.hidden.ids["venueId"])
	o.ids["event"], o.ids["ticket"] = itoa(o.seen.ids["eventId"]), itoa(o.seen.ids["saleItemId"])
	o.owner(t, "/company/users/update", `{"id": {me}, "scopedAbilities": [`+grants+`]}`)
	return o
}

// grants are what the holder has.
const grants = `{"ability": "discount_codes.view", "scope": "selected", "recordIds": [{minediscount}]},
	{"ability": "discount_codes.edit", "scope": "selected", "recordIds": [{minediscount}]},
	{"ability": "access_codes.view", "scope": "selected", "recordIds": [{mineaccess}]},
	{"ability": "access_codes.edit", "scope": "selected", "recordIds": [{mineaccess}]},
	{"ability": "venues.view", "scope": "selected", "recordIds": [{venue}]}`

// fill puts numbers in the place of names.
func (o *holder) fill(text string) string {
	for name, id := range o.ids {
		text = strings.ReplaceAll(text, "{"+name+"}", id)
	}
	return text
}

// owner does something as the owner.
func (o *holder) owner(t *testing.T, path, body string) string {
	t.Helper()
	status, answer := attempt(o.h, o.w.A.OwnerToken, "POST", o.fill(path), o.fill(body))
	if status >= 300 {
		t.Fatalf("%s: %d %s", path, status, answer)
	}
	return answer
}

// try does something as the holder.
func (o *holder) try(method, path, body string) (int, string) {
	return attempt(o.h, o.token, method, o.fill(path), o.fill(body))
}

// TestWhatIsNotSelectedDoesNotExist: codes and venues beside those that were selected are neither
// found nor counted nor changed, whichever way leads to them.
func TestWhatIsNotSelectedDoesNotExist(t *testing.T) {
	o := newHolder(t)
	for _, one := range []struct {
		method, path, body string
		want               int
	}{
		{"GET", "/discount-code?code=otherdiscount", "", http.StatusNotFound},
		{"GET", "/discount-code?id={otherdiscount}&withTrashed=true", "", http.StatusNotFound},
		{"GET", "/access-code?id={otheraccess}", "", http.StatusNotFound},
		{"GET", "/access-code?code=OTHERACCESS", "", http.StatusNotFound},
		{"GET", "/access-code?id={mineaccess}", "", http.StatusOK},
		{"DELETE", "/discount-codes", `{"id": {otherdiscount}}`, http.StatusNotFound},
		{"DELETE", "/access-codes", `{"code": "otheraccess"}`, http.StatusNotFound},
		{"POST", "/discount-codes/restore", `{"id": {otherdiscount}}`, http.StatusNotFound},
		{"POST", "/discount-codes/children", `{"id": {otherdiscount}, "quantity": 3}`, http.StatusNotFound},
		{"POST", "/access-codes/children", `{"code": "otheraccess", "quantity": 3}`, http.StatusNotFound},
		{"POST", "/access-codes/update", `{"id": {otheraccess}, "maximumUses": 3}`, http.StatusNotFound},
		{"POST", "/access-codes/update", `{"id": {mineaccess}, "maximumUses": 3}`, http.StatusOK},
		{"POST", "/access-codes", `{"code": "third", "saleItems": [{ticket}]}`, http.StatusForbidden},
		{"POST", "/discount-codes/fixed", `{"code": "third", "amount": 100}`, http.StatusForbidden},
		{"POST", "/imports", `{"type": "discount-codes", "name": "codes.csv", "file": "Y29kZSxhbW91bnQKdGhpcmQsMTAK"}`, http.StatusForbidden},
		{"GET", "/orders?include=discountCodes", "", http.StatusForbidden},
		{"POST", "/discount-codes/children", `{"id": {minediscount}, "quantity": 2}`, http.StatusOK},
	} {
		if status, answer := o.try(one.method, one.path, one.body); status != one.want {
			t.Errorf("%s %s %s: %d %s, want %d", one.method, one.path, one.body, status, answer, one.want)
		}
	}
	for path, want := range map[string]int64{
		"/discount-codes": 1, "/discount-codes?withTrashed=true&types=percentage": 1, "/discount-codes?types=fixed": 0, "/discount-codes?parentId={otherdiscount}": 0,
		"/discount-codes?parentId={minediscount}": 2, "/access-codes?limit=1": 1, "/access-codes?offset=1": 1, "/access-codes?parentId={otheraccess}": 0,
		"/venues?limit=1": 1, "/venues?offset=1": 1,
	} {
		status, answer := o.try("GET", path, "")
		var page struct {
			Data []json.RawMessage
			Meta struct{ Total int64 }
		}
		if err := json.Unmarshal([]byte(answer), &page); err != nil || status != http.StatusOK || page.Meta.Total != want || int64(len(page.Data)) > want {
			t.Errorf("%s: %d, %d of %d, want %d", path, status, len(page.Data), page.Meta.Total, want)
		}
		if strings.Contains(strings.ToLower(answer), "other") {
			t.Errorf("%s tells of another: %s", path, answer)
		}
	}
}

// TestWhatIsNotSelectedIsStillTyped: whoever sells takes whatever code a buyer brings.
func TestWhatIsNotSelectedIsStillTyped(t *testing.T) {
	o := newHolder(t)
	o.owner(t, "/discount-codes/percentage", `{"code": "flyer", "amount": 10}`)
	status, answer := o.try("POST", "/basket-items", `{"items": [{"id": {ticket}, "quantity": 1}]}`)
	if status != http.StatusCreated {
		t.Fatalf("%d %s", status, answer)
	}
	var basket struct{ ID int64 }
	if err := json.Unmarshal([]byte(answer), &basket); err != nil {
		t.Fatal(err)
	}
	if status, answer = o.try("POST", "/basket/discounts", `{"basketId": `+itoa(basket.ID)+`, "code": "flyer"}`); status != http.StatusOK {
		t.Errorf("%d %s", status, answer)
	}
}

// TestNobodyGivesWhatWasNotSelected: not directly, not by a role, not to somebody who has more.
func TestNobodyGivesWhatWasNotSelected(t *testing.T) {
	o := newHolder(t)
	users := 0
	user := func(rest string) (int, string) {
		users++
		return o.try("POST", "/company/users", `{"name": "N", "email": "n`+itoa(int64(users))+`@example.com", `+rest+`}`)
	}
	role := func(rest string) (int, string) { return o.try("POST", "/roles", `{"title": "R", `+rest+`}`) }
	for _, more := range []string{
		`"abilities": ["discount_codes.view"]`,
		`"abilities": ["venues.view"]`,
		`"scopedAbilities": [{"ability": "discount_codes.view", "scope": "own"}]`,
		`"scopedAbilities": [{"ability": "access_codes.edit", "scope": "selected", "recordIds": [{otheraccess}]}]`,
		`"scopedAbilities": [{"ability": "discount_codes.edit", "scope": "selected", "recordIds": [{minediscount}, {otherdiscount}]}]`,
		`"scopedAbilities": [{"ability": "venues.view", "scope": "selected", "recordIds": [{venue}, {hall}]}]`,
		`"scopedAbilities": [{"ability": "discount_codes.edit", "scope": "selected", "recordIds": [999999]}]`,
	} {
		for name, give := range map[string]func(string) (int, string){"user": user, "role": role} {
			if status, answer := give(more); status != http.StatusForbidden {
				t.Errorf("%s %s: %d %s", name, more, status, answer)
			}
		}
	}
	if status, answer := user(`"scopedAbilities": [` + grants + `]`); status != http.StatusOK {
		t.Errorf("as much: %d %s", status, answer)
	}
	status, answer := role(`"scopedAbilities": [` + grants + `]`)
	var made struct{ ID int64 }
	if err := json.Unmarshal([]byte(answer), &made); err != nil || status != http.StatusCreated {
		t.Fatalf("%d %s", status, answer)
	}
	o.ids["role"] = itoa(made.ID)
	if status, answer := user(`"roles": [{role}]`); status != http.StatusOK {
		t.Errorf("a role: %d %s", status, answer)
	}
	o.owner(t, "/roles/update", `{"id": {role}, "scopedAbilities": [{"ability": "discount_codes.edit", "scope": "selected", "recordIds": [{otherdiscount}]}]}`)
	for _, change := range [][3]string{
		{"POST", "/company/users", `{"name": "N", "email": "late@example.com", "roles": [{role}]}`},
		{"POST", "/roles/update", `{"id": {role}, "title": "Mine"}`},
		{"DELETE", "/roles", `{"id": {role}}`},
	} {
		if status, answer := o.try(change[0], change[1], change[2]); status != http.StatusForbidden {
			t.Errorf("a role that gives more: %v: %d %s", change, status, answer)
		}
	}
}

// TestWhatIsSelectedIsThere: what was deleted, a code that follows another, and a number of
// something else name nothing.
func TestWhatIsSelectedIsThere(t *testing.T) {
	o := newHolder(t)
	for _, kind := range []string{"/discount-codes", "/access-codes"} {
		status, answer := attempt(o.h, o.w.A.OwnerToken, "GET", o.fill(kind+"?parentId={other"+strings.TrimSuffix(kind[1:], "-codes")+"}"), "")
		var page struct{ Data []struct{ ID int64 } }
		if err := json.Unmarshal([]byte(answer), &page); err != nil || len(page.Data) != 2 {
			t.Fatalf("%d %s", status, answer)
		}
		o.ids["child"+kind[1:]] = itoa(page.Data[0].ID)
	}
	for _, gone := range [][2]string{{"/discount-codes", `{"id": {minediscount}}`}, {"/access-codes", `{"id": {mineaccess}}`}} {
		if status, answer := attempt(o.h, o.w.A.OwnerToken, "DELETE", gone[0], o.fill(gone[1])); status != http.StatusOK {
			t.Fatalf("%d %s", status, answer)
		}
	}
	var hall struct{ Data struct{ ID int64 } }
	if err := json.Unmarshal([]byte(o.owner(t, "/venues", `{"name": "Old hall", "address": "1 Quay", "city": "Hamburg", "region": "HH"}`)), &hall); err != nil {
		t.Fatal(err)
	}
	o.ids["gone"] = itoa(hall.Data.ID)
	if status, answer := attempt(o.h, o.w.A.OwnerToken, "DELETE", "/venues", o.fill(`{"id": {gone}}`)); status >= 300 {
		t.Fatalf("%d %s", status, answer)
	}
	for _, one := range []struct {
		ability, id string
		want        int
	}{
		{"discount_codes.view", "{minediscount}", http.StatusUnprocessableEntity},
		{"discount_codes.edit", "{childdiscount-codes}", http.StatusUnprocessableEntity},
		{"discount_codes.edit", "{otherdiscount}", http.StatusOK},
		{"access_codes.edit", "{mineaccess}", http.StatusUnprocessableEntity},
		{"access_codes.view", "{childaccess-codes}", http.StatusUnprocessableEntity},
		{"access_codes.view", "{otheraccess}", http.StatusOK},
		{"venues.view", "{gone}", http.StatusUnprocessableEntity},
		{"venues.view", "{venue}", http.StatusOK},
	} {
		body := o.fill(`{"id": {me}, "scopedAbilities": [{"ability": "` + one.ability + `", "scope": "selected", "recordIds": [` + one.id + `]}]}`)
		if status, answer := attempt(o.h, o.w.A.OwnerToken, "POST", "/company/users/update", body); status != one.want {
			t.Errorf("%s: %d %s", body, status, answer)
		}
	}
}

// TestAnAnswerToComeEndsWithARight: what was asked for to be had later is not given to somebody
// for whom something else was selected since.
func TestAnAnswerToComeEndsWithARight(t *testing.T) {
	o := newHolder(t)
	status, answer := o.try("GET", "/discount-codes?async=true", "")
	var later struct{ AsyncUUID string }
	if err := json.Unmarshal([]byte(answer), &later); err != nil || status != http.StatusAccepted {
		t.Fatalf("%d %s", status, answer)
	}
	carryOut(t, o.w.App)
	if status, answer = o.try("GET", "/discount-codes?asyncUuid="+later.AsyncUUID, ""); status != http.StatusOK || !strings.Contains(answer, "minediscount") {
		t.Errorf("%d %s", status, answer)
	}
	o.owner(t, "/company/users/update", `{"id": {me}, "scopedAbilities": [{"ability": "discount_codes.view", "scope": "selected", "recordIds": [{otherdiscount}]}]}`)
	if status, answer = o.try("GET", "/discount-codes?asyncUuid="+later.AsyncUUID, ""); status != http.StatusNotFound {
		t.Errorf("%d %s", status, answer)
	}
}
