package handlers_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/report"
	"marquee/handlers"
	"marquee/handlers/rest"
	"marquee/kv/kvtest"
)

// visible is a company with an event that a user in a visibility group sees, and another.
type visible struct {
	w            *apptest.World
	h            http.Handler
	seen, hidden *stocker
	token        string // may do everything, within the group
}

func newVisible(t *testing.T) *visible { return narrowed(t, inGroup) }

// narrowings are the ways in which somebody sees the one event alone.
var narrowings = map[string]narrowing{"group": inGroup, "scope": inScope}

type narrowing struct {
	abilities []app.Ability
	narrow    func(v *visible)
	// everybodys are things that are not hidden.
	everybodys []string
}

var (
	// inGroup is somebody who may do everything, in a visibility group.
	inGroup = narrowing{app.Abilities, func(v *visible) {
		v.seen.ids["group"] = number(dig(v.seen.make("POST", "/visibility-groups", `{"name": "Team"}`), "id"))
		v.seen.make("POST", "/visibility-groups/update", `{"id": $group$, "addEvents": [$eventId$]}`)
		v.seen.make("POST", "/company/users/update", `{"id": $me$, "visibilityGroups": [$group$]}`)
	}, nil}
	// inScope is somebody with all abilities that there are for some events, for one and for
	// their own, and no others.
	inScope = narrowing{nil, func(v *visible) {
		var all []string
		for _, a := range app.Scopable {
			all = append(all, fmt.Sprintf(`{"ability": %q, "scope": "selected", "eventIds": [$eventId$]}, {"ability": %q, "scope": "own"}`, a, a))
		}
		v.seen.make("POST", "/company/users/update", `{"id": $me$, "scopedAbilities": [`+strings.Join(all, ", ")+`]}`)
	}, []string{"venueId"}}
)

func narrowed(t *testing.T, how narrowing) *visible {
	w := apptest.New(t, apptest.Calm())
	v := &visible{w: w, h: handlers.New(w.App, handlers.Options{Credit: time.Hour})}
	v.seen, v.hidden = stock(t, w, v.h, w.A, "CanaryOfA"), stock(t, w, v.h, w.A, "CanaryOfB")
	v.token = w.A.TokenWith(how.abilities...)
	_, answer := attempt(v.h, v.token, "GET", "/", "")
	var me map[string]any
	if err := json.Unmarshal([]byte(answer), &me); err != nil {
		t.Fatal(err)
	}
	v.seen.ids["me"] = number(dig(me, "user", "id"))
	how.narrow(v)
	for _, everybodys := range append([]string{"userId", "customerGroupId", "customerId", "itemId", "companyId", "currencyId"}, how.everybodys...) {
		delete(v.hidden.ids, everybodys)
	}
	return v
}

// shown is what the owner sees of the hidden event.
func (v *visible) shown(t *testing.T) (all string) {
	for _, path := range []string{"/event?id=" + itoa(v.hidden.ids["eventId"]), "/order?orderId=" + itoa(v.hidden.ids["orderId"]), "/orders?eventId=" + itoa(v.hidden.ids["eventId"]), "/sale-items?eventId=" + itoa(v.hidden.ids["eventId"])} {
		status, body := attempt(v.h, v.w.A.OwnerToken, "GET", path, "")
		if status != http.StatusOK {
			t.Fatalf("%s: %d %s", path, status, body)
		}
		all += clean(body, "")
	}
	return all
}

// TestHiddenEventsDoNotExist calls every operation as somebody who sees one event with the
// ids of an event that the group does not see, and of what hangs on it, in every place
// where an id can stand. The answer must be the one for an id that does not exist.
func TestHiddenEventsDoNotExist(t *testing.T) {
	for name, how := range narrowings {
		t.Run(name, func(t *testing.T) { hiddenEventsDoNotExist(t, narrowed(t, how)) })
	}
}

func hiddenEventsDoNotExist(t *testing.T, v *visible) {
	before := v.shown(t)
	v.seen.token = v.token
	c := &tenants{t: t, h: v.h, a: v.seen, b: v.hidden}
	d := handlers.Document(handlers.Routes(v.w.App))
	each := func(last bool) {
		operations(d, func(method, path string, op *rest.Operation) {
			if path == "/login" || (method != http.MethodGet && destroys(path)) != last {
				return
			}
			c.queries(d, method, path, op)
			c.bodies(method, path, op)
		})
	}
	each(false)
	each(true)
	if v.shown(t) != before {
		t.Error("what hangs on the hidden event has changed")
	}
	t.Logf("%d pairs, ids seen %v, hidden %v", c.pairs, v.seen.ids, v.hidden.ids)
	if c.pairs < 40 {
		t.Errorf("only %d pairs were compared", c.pairs)
	}
}

// TestListsLeaveHiddenEventsOut reads every list as somebody who sees one event, with
// everything included, and looks for what they do not see.
func TestListsLeaveHiddenEventsOut(t *testing.T) {
	for name, how := range narrowings {
		t.Run(name, func(t *testing.T) {
			kvtest.SingleGoroutine(t)
			listsLeaveHiddenEventsOut(t, narrowed(t, how))
		})
	}
}

func listsLeaveHiddenEventsOut(t *testing.T, v *visible) {
	secrets := []string{"event CanaryOfB", "venue CanaryOfB", "zone CanaryOfB", "ticket CanaryOfB", v.hidden.refs["reference"], v.hidden.refs["barcode"]}
	own, owner := 0, 0
	operations(handlers.Document(handlers.Routes(v.w.App)), func(method, path string, op *rest.Operation) {
		if method != http.MethodGet {
			return
		}
		for _, with := range []url.Values{
			{}, {"withTrashed": {"true"}}, {"lastUpdated": {"1970-01-01 00:00:00"}}, {"query": {"CanaryOfB"}}, {"search": {"CanaryOfB"}}, {"id": {"1"}},
		} {
			for _, p := range op.Parameters {
				if p.Name == "include" && p.Schema.Items != nil {
					for _, e := range p.Schema.Items.Enum {
						with.Add("include[]", fmt.Sprint(e))
					}
				}
			}
			read := func(token string) string {
				status, body := attempt(v.h, token, method, path+"?"+with.Encode(), "")
				if status >= 500 {
					t.Errorf("%s?%s: %d %s", path, with.Encode(), status, body)
				}
				return linkForm.ReplaceAllString(body, "")
			}
			body := read(v.token)
			for _, secret := range secrets {
				if strings.Contains(body, secret) {
					t.Errorf("%s?%s tells of %q: %s", path, with.Encode(), secret, body)
				}
				if strings.Contains(read(v.w.A.OwnerToken), secret) {
					owner++
				}
			}
			if strings.Contains(body, "event CanaryOfA") {
				own++
			}
		}
	})
	if own < 5 || owner < 20 {
		t.Errorf("the caller saw their own event %d times, the owner what is hidden from them %d times: the lists are empty", own, owner)
	}
}

// What hangs on a hidden event by way of something else is hidden with it: what is given of its
// tickets, codes for what it sells, the codes that its tickets had.
func TestWhatHangsOnHiddenEvents(t *testing.T) {
	v := newVisible(t)
	hide := v.hidden
	made := func(s *stocker, name, path, body string) {
		s.t.Helper()
		s.ids[name] = number(dig(s.make("POST", path, body), "data", "id"))
	}
	for _, s := range []*stocker{v.seen, hide} {
		s.token = v.w.A.OwnerToken
		order := s.make("GET", "/order?orderId=$orderId$", "")
		s.ids["sold"] = number(dig(order, "items", "id"))
		made(s, "transfer", "/transfers", `{"orderItemIds": [$sold$], "customerName": "receiver §", "overrideSharing": true}`)
		made(s, "code", "/discount-codes/percentage", `{"code": "`+s.canary+`", "amount": 10, "saleItems": [$saleItemId$]}`)
		s.make("POST", "/events/update", `{"id": $eventId$, "settings": {"shareTicketsAfterPurchaseEnabled": true}}`)
		made(s, "share", "/distributions", `{"orderId": $orderId$, "saleItemId": $saleItemId$, "total": 1, "perPerson": 1}`)
		made(s, "question", "/questions", `{"type": "text", "question": "asked of §"}`)
		made(s, "field", "/question-fields", `{"questionId": $question$, "assignedToEntity": "events", "assignedToId": $eventId$}`)
	}
	narrow := func(method, path, body string) (int, string) {
		hide.t.Helper()
		for name, id := range hide.ids {
			path, body = strings.ReplaceAll(path, "$"+name+"$", itoa(id)), strings.ReplaceAll(body, "$"+name+"$", itoa(id))
		}
		return attempt(v.h, v.token, method, path, body)
	}
	for _, one := range []struct {
		method, path, body string
		want               int
	}{
		{"GET", "/transfer?id=$transfer$", "", http.StatusNotFound},
		{"POST", "/transfers/link", `{"id": $transfer$}`, http.StatusNotFound},
		{"POST", "/transfers/cancel", `{"id": $transfer$}`, http.StatusNotFound},
		{"GET", "/discount-code?id=$code$", "", http.StatusNotFound},
		{"GET", "/distribution?id=$share$", "", http.StatusNotFound},
		{"POST", "/question-fields/update", `{"id": $field$, "isRequired": true}`, http.StatusNotFound},
		{"POST", "/discount-codes/percentage/update", `{"id": $code$, "amount": 100}`, http.StatusNotFound},
		{"POST", "/webhooks", `{"url": "https://receiver.example.com/", "kinds": ["new-event"], "name": "All"}`, http.StatusForbidden},
	} {
		if status, answer := narrow(one.method, one.path, one.body); status != one.want {
			t.Errorf("%s %s: %d %s, want %d", one.method, one.path, status, answer, one.want)
		}
	}
	for _, path := range []string{"/transfers", "/discount-codes"} {
		if status, answer := narrow("GET", path, ""); status != http.StatusOK || strings.Contains(answer, "CanaryOfB") || !strings.Contains(answer, "CanaryOfA") {
			t.Errorf("%s: %d %s", path, status, answer)
		}
	}
	t.Run("what is shared out, and what is asked", func(t *testing.T) {
		for path, fields := range map[string][2]string{
			"/distributions?orderId=$orderId$": {`"saleItemId":$saleItemId$`, `"id":$share$`},
			"/question-fields":                 {`"assignedToId":$eventId$`, `"assignedToId":$eventId$`},
		} {
			for _, field := range fields {
				for name, id := range hide.ids {
					field = strings.ReplaceAll(field, "$"+name+"$", itoa(id))
				}
				if status, answer := narrow("GET", path, ""); status != http.StatusOK || strings.Contains(answer, field) {
					t.Errorf("%s: %d tells of %s: %s", path, status, field, answer)
				}
			}
		}
	})
	t.Run("a replaced code", func(t *testing.T) {
		old := hide.refs["barcode"]
		hide.make("POST", "/transfers/cancel", `{"id": $transfer$}`)
		hide.make("POST", "/order-items/regenerate-barcode", `{"orderItemId": $sold$}`)
		history := "/report?id=" + itoa(int64(report.BarcodeHistory))
		if _, answer := attempt(v.h, v.w.A.OwnerToken, "GET", history, ""); !strings.Contains(answer, old) {
			t.Errorf("the owner does not see it: %s", answer)
		}
		if status, answer := narrow("GET", history, ""); status != http.StatusOK || strings.Contains(answer, old) {
			t.Errorf("%d %s", status, answer)
		}
	})
	t.Run("a code for both keeps what is hidden", func(t *testing.T) {
		v.seen.ids["hidden"] = hide.ids["eventId"]
		made(v.seen, "both", "/discount-codes/percentage", `{"code": "BOTH", "amount": 10, "events": [$eventId$, $hidden$]}`)
		hide.ids["both"], hide.ids["seen"] = v.seen.ids["both"], v.seen.ids["eventId"]
		if status, answer := narrow("POST", "/discount-codes/percentage/update", `{"id": $both$, "events": [$seen$]}`); status != http.StatusOK {
			t.Fatalf("%d %s", status, answer)
		}
		code := v.seen.make("GET", "/discount-code?id=$both$", "")
		if text := fmt.Sprint(code); !strings.Contains(text, fmt.Sprintf("events:map[data:[map[id:%d type:events] map[id:%d type:events]]]", v.seen.ids["eventId"], v.seen.ids["hidden"])) {
			t.Error(text)
		}
	})
	t.Run("a schedule of which a part is seen ends whole", func(t *testing.T) {
		run := v.seen.make("POST", "/event-schedules", `{"name": "Run", "eventIds": [$eventId$, $hidden$]}`)
		hide.ids["run"] = number(dig(run, "data", "id"))
		if status, answer := narrow("DELETE", "/event-schedules", `{"id": $run$}`); status != http.StatusOK {
			t.Errorf("%d %s", status, answer)
		}
	})
}

// What is asked beside the ability of a call counts where it is held: whoever sells at one
// event and tops wallets up everywhere sells at no other.
func TestAbilitiesBesideOthers(t *testing.T) {
	v := narrowed(t, narrowing{[]app.Ability{app.WalletTopup, app.PayCash, app.EditOrders}, func(v *visible) {
		v.seen.make("POST", "/company/users/update", `{"id": $me$, "scopedAbilities": [{"ability": "sales.sell", "scope": "selected", "eventIds": [$eventId$]}]}`)
	}, nil})
	for _, one := range []struct {
		of   *stocker
		want int
	}{{v.seen, http.StatusCreated}, {v.hidden, http.StatusForbidden}} {
		body := `{"items": [{"id": ` + itoa(one.of.ids["saleItemId"]) + `, "quantity": 1}]}`
		if status, answer := attempt(v.h, v.token, "POST", "/basket-items", body); status != one.want {
			t.Errorf("%s: %d %s, want %d", one.of.canary, status, answer, one.want)
		}
	}
}

// TestSelectedVenuesAndCodes: who holds abilities for some venues and codes sees and edits
// these, and makes no others.
func TestSelectedVenuesAndCodes(t *testing.T) {
	v := narrowed(t, narrowing{[]app.Ability{app.ViewEvents}, func(*visible) {}, nil})
	for _, name := range []string{"mine", "other"} {
		code := v.seen.make("POST", "/discount-codes/percentage", `{"code": "`+name+`", "amount": 10}`)
		v.seen.ids[name] = number(dig(code, "data", "id"))
	}
	parent := v.seen.make("POST", "/discount-codes/percentage", `{"code": "club", "amount": 10}`)
	v.seen.make("POST", "/discount-codes/children", `{"id": `+itoa(number(dig(parent, "data", "id")))+`, "quantity": 2}`)
	child := itoa(number(dig(parent, "data", "id")) + 1)
	grant := func(grants string) (int, string) {
		return attempt(v.h, v.w.A.OwnerToken, "POST", "/company/users/update", `{"id": `+itoa(v.seen.ids["me"])+`, "scopedAbilities": [`+grants+`]}`)
	}
	mine, other, venue := itoa(v.seen.ids["mine"]), itoa(v.seen.ids["other"]), itoa(v.seen.ids["venueId"])
	for grants, field := range map[string]string{
		`{"ability": "discount_codes.edit", "scope": "selected", "recordIds": [999999]}`:                             "recordIds.0",
		`{"ability": "discount_codes.edit", "scope": "selected", "recordIds": [` + child + `]}`:                      "recordIds.0",
		`{"ability": "discount_codes.edit", "scope": "selected"}`:                                                    "recordIds",
		`{"ability": "discount_codes.edit", "scope": "selected", "eventIds": [1]}`:                                   "eventIds",
		`{"ability": "discount_codes.edit", "scope": "all", "untilPublished": true}`:                                 "scope",
		`{"ability": "discount_codes.edit", "scope": "own", "recordIds": [` + mine + `]}`:                            "recordIds",
		`{"ability": "events.edit", "scope": "selected", "recordIds": [1]}`:                                          "recordIds",
		`{"ability": "venues.view", "scope": "selected", "recordIds": [` + venue + `, 999999], "untilPublished": 1}`: "untilPublished",
	} {
		if status, answer := grant(grants); status != http.StatusUnprocessableEntity || !strings.Contains(answer, "scopedAbilities.0."+field) {
			t.Errorf("%s: %d %s", grants, status, answer)
		}
	}
	status, answer := grant(`{"ability": "discount_codes.edit", "scope": "selected", "recordIds": [` + mine + `]},
		{"ability": "discount_codes.view", "scope": "selected", "recordIds": [` + mine + `]},
		{"ability": "venues.view", "scope": "selected", "recordIds": [` + venue + `]}`)
	if status != http.StatusOK {
		t.Fatalf("%d %s", status, answer)
	}
	for _, one := range []struct {
		method, path, body string
		want               int
	}{
		{"GET", "/discount-code?id=" + mine, "", http.StatusOK},
		{"GET", "/discount-code?id=" + other, "", http.StatusNotFound},
		{"POST", "/discount-codes/percentage/update", `{"id": ` + mine + `, "amount": 20}`, http.StatusOK},
		{"POST", "/discount-codes/percentage/update", `{"id": ` + other + `, "amount": 20}`, http.StatusNotFound},
		{"POST", "/discount-codes/percentage", `{"code": "third", "amount": 10}`, http.StatusForbidden},
	} {
		if status, answer := attempt(v.h, v.token, one.method, one.path, one.body); status != one.want {
			t.Errorf("%s %s: %d %s, want %d", one.method, one.path, status, answer, one.want)
		}
	}
	if status, answer := attempt(v.h, v.token, "GET", "/venues", ""); status != http.StatusOK || !strings.Contains(answer, v.seen.canary) || strings.Contains(answer, v.hidden.canary) {
		t.Errorf("%d %s", status, answer)
	}
}

// everybodysFigures are the operations whose answers are about more than events, with the reason.
var everybodysFigures = map[string]string{}

// storeTime is the time of the store, which every write moves on, and that of the newest figure.
var storeTime = regexp.MustCompile(`"(listEndTime|dataLastSynchronised)":"[^"]*"`)

// TestWhatIsHiddenMovesNothing reads all there is as somebody who sees one event: every figure is
// the same after something was sold, scanned and renamed at another. What a list forgets to ask
// of its caller shows here, whatever it is a list of.
func TestWhatIsHiddenMovesNothing(t *testing.T) {
	for name, how := range narrowings {
		t.Run(name, func(t *testing.T) {
			kvtest.SingleGoroutine(t)
			v := narrowed(t, how)
			owner := v.w.A.OwnerToken
			first, again, all := v.readAll(v.token), v.readAll(v.token), v.readAll(owner)
			v.moveHidden()
			moved := 0
			for asked, answer := range v.readAll(owner) {
				if all[asked] != answer {
					moved++
				}
			}
			compared := 0
			for asked, answer := range v.readAll(v.token) {
				path, _, _ := strings.Cut(asked, "?")
				if first[asked] != again[asked] || everybodysFigures[path] != "" {
					continue
				}
				if compared++; answer != first[asked] {
					t.Errorf("%s tells of what is hidden: first\n%s\nthen\n%s", asked, first[asked], answer)
				}
			}
			t.Logf("%d answers compared, %d of the owner's changed", compared, moved)
			if compared < 100 || moved < 20 {
				t.Errorf("%d answers were compared, %d of the owner's changed: too few", compared, moved)
			}
		})
	}
}

// readAll asks every operation that reads, by what it wants and about the event that is seen, and
// every report.
func (v *visible) readAll(token string) map[string]string {
	if err := v.w.App.RunJob(context.Background(), report.FoldFigures); err != nil {
		panic(err)
	}
	all := map[string]string{}
	read := func(path string, q url.Values) {
		asked := path + "?" + q.Encode()
		status, body := attempt(v.h, token, http.MethodGet, asked, "")
		all[asked] = fmt.Sprint(status) + " " + storeTime.ReplaceAllString(linkForm.ReplaceAllString(body, ""), "")
	}
	operations(handlers.Document(handlers.Routes(v.w.App)), func(method, path string, op *rest.Operation) {
		if method != http.MethodGet {
			return
		}
		wanted := requiredQuery(op, v.seen.ids)
		read(path, url.Values{})
		read(path, wanted)
		for _, p := range op.Parameters {
			switch {
			case p.Name == "include" && p.Schema.Items != nil:
				for _, e := range p.Schema.Items.Enum {
					wanted.Add("include[]", fmt.Sprint(e))
				}
				read(path, wanted)
			case p.Name == "eventId":
				q := maps.Clone(wanted)
				q.Set("eventId", itoa(v.seen.ids["eventId"]))
				read(path, q)
			}
		}
	})
	for id := range 40 {
		read("/report", url.Values{"id": {itoa(int64(id) + 1)}})
	}
	return all
}

// moveHidden sells, scans and renames something of the hidden event.
func (v *visible) moveHidden() {
	h := v.hidden
	h.token = v.w.A.OwnerToken
	sold := h.make("POST", "/basket-items", `{"items":[{"id":$saleItemId$,"quantity":3}]}`)
	h.ids["moved"] = number(dig(sold, "id"))
	h.make("POST", "/orders/complete", `{"basketId":"$moved$","paymentMethod":"cash"}`)
	h.make("POST", "/basket-items", `{"items":[{"id":$saleItemId$,"quantity":4}]}`)
	h.make("POST", "/zones/scan", `{"zoneId":$zoneId$,"barcodes":["`+h.refs["barcode"]+`"],"scan":"in"}`)
	h.make("POST", "/events/update", `{"id":$eventId$,"name":"moved §"}`)
	h.make("POST", "/zones/update", `{"id":$zoneId$,"name":"moved §"}`)
}
