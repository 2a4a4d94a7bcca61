package handlers_test

import (
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/company"
	"marquee/handlers"
	"marquee/handlers/rest"
	"marquee/kv/kvtest"
)

// secret is a text that stands in one place of the store, and who may come across it.
type secret struct {
	text string
	may  app.AnyOf
}

// principal is somebody with a token.
type principal struct {
	name  string
	can   app.Caller
	token string
}

// TestSecretsStayWithThoseWhoMayKnow calls every read with every include, filter and
// flag, and every write that answers with what others wrote, as somebody with each
// ability alone, with each role and with none. No answer holds a text that the caller may
// not know, nor a field that fields.txt does not let them see.
func TestSecretsStayWithThoseWhoMayKnow(t *testing.T) {
	kvtest.SingleGoroutine(t)
	w := apptest.New(t, apptest.Calm())
	h := handlers.New(w.App, handlers.Options{Credit: time.Hour})
	s := stock(t, w, h, w.A, "Canary")
	secrets := hide(s)
	x := &spy{t: t, h: h, ids: s.ids, refs: s.refs, secrets: secrets, declared: declaredFields(t), found: map[string]bool{}, failed: map[string]bool{}}
	d := handlers.Document(handlers.Routes(w.App))
	for _, p := range principals(t, w) {
		operations(d, func(method, path string, op *rest.Operation) {
			if method == http.MethodGet {
				x.reads(p, path, op)
			}
		})
		x.writes(p)
	}
	for _, one := range secrets {
		if !x.found[one.text] {
			t.Errorf("%s was seen by nobody: is it still shown at all?", one.text)
		}
	}
	t.Logf("%d calls", x.calls)
	if x.calls < 5_000 {
		t.Errorf("only %d calls were made", x.calls)
	}
}

// hide puts a secret into each kind of record that not everybody may see.
func hide(s *stocker) []secret {
	s.make("POST", "/customers/update", `{"id":$customerId$,"name":"Hiddenname Person","email":"hiddenmail@example.com","addressLine1":"Hiddenstreet 1"}`)
	s.make("POST", "/zones/update", `{"id":$zoneId$,"name":"Hiddenzone"}`)
	s.make("POST", "/discount-codes/fixed", `{"code":"HIDDENDISCOUNT","amount":100}`)
	s.make("POST", "/access-codes", `{"code":"HIDDENACCESS","saleItems":[$saleItemId$]}`)
	question := s.make("POST", "/questions", `{"question":"A question","type":"text"}`)
	s.ids["questionId"] = number(dig(question, "data", "id"))
	field := s.make("POST", "/question-fields", `{"questionId":$questionId$,"assignedToEntity":"events","assignedToId":$eventId$}`)
	s.ids["fieldId"] = number(dig(field, "data", "id"))
	basket := s.make("POST", "/basket-items", `{"items":[{"id":$saleItemId$,"quantity":1}],"customerId":$customerId$}`)
	s.ids["hiddenId"] = number(dig(basket, "id"))
	s.make("POST", "/basket/discounts", `{"basketId":$hiddenId$,"code":"HIDDENDISCOUNT"}`)
	s.make("POST", "/basket/access-codes", `{"basketId":$hiddenId$,"accessCode":"HIDDENACCESS"}`)
	s.make("POST", "/data-capture-responses", `[{"fieldId":$fieldId$,"orderId":$hiddenId$,"answer":"Hiddenanswer"}]`)
	order := s.make("POST", "/orders/complete", `{"basketId":"$hiddenId$","paymentMethod":"cash"}`)
	code, _ := dig(order, "items", "barcode").(string)
	reference, _ := dig(order, "reference").(string)
	open := s.make("POST", "/basket-items", `{"items":[{"id":$saleItemId$,"quantity":1}],"customerId":$customerId$}`)
	s.ids["basketId"] = number(dig(open, "id"))
	s.refs["hidden"] = code
	other := s.make("POST", "/basket-items", `{"items":[{"id":$saleItemId$,"quantity":1}],"customerId":$customerId$,"autocomplete":true,"paymentMethod":"cash"}`)
	s.ids["itemId"] = number(dig(other, "items", "ids").([]any)[0])

	gate := app.AnyOf{app.ScanZones, app.EditEvents}
	orders := append(app.AnyOf{app.ListOrders, app.ViewOrders, app.EditOrders}, gate...)
	return []secret{
		{"hiddenname", append(app.AnyOf{app.ViewCustomers}, gate...)}, {"hiddenmail", append(app.AnyOf{app.ViewCustomers}, gate...)},
		{"hiddenstreet", app.AnyOf{app.ViewCustomers}}, {"hiddenzone", append(app.AnyOf{app.ViewAudit, app.EditSaleData}, gate...)}, // what was changed about a zone stands in the audit log
		{"hiddendiscount", app.AnyOf{app.ViewDiscountCodes, app.EditDiscountCodes, app.EditOrders}},
		{"hiddenaccess", app.AnyOf{app.ViewAccessCodes, app.EditAccessCodes, app.EditOrders}},
		{"hiddenanswer", append(app.AnyOf{app.ViewCustomers}, gate...)},
		{strings.ToLower(reference), orders}, {strings.ToLower(code), orders},
	}
}

// principals are somebody with each ability alone, with each role, and with none.
func principals(t *testing.T, w *apptest.World) []principal {
	t.Helper()
	sets := [][]app.Ability{nil}
	for _, a := range app.Abilities {
		sets = append(sets, []app.Ability{a})
	}
	err := w.App.View(t.Context(), w.A.Owner, app.ManageUsers, func(r app.Reader) error {
		roles, err := company.ListRoles(r)
		for _, role := range roles {
			sets = append(sets, role.Abilities)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	var all []principal
	for _, set := range sets {
		p := principal{name: fmt.Sprint(set), token: w.A.TokenWith(set...), can: app.Caller{Abilities: map[app.Ability]bool{}}}
		for _, a := range set {
			p.can.Abilities[a] = true
		}
		all = append(all, p)
	}
	return all
}

// spy calls, and reads what comes back.
type spy struct {
	t        *testing.T
	h        http.Handler
	ids      map[string]int64
	refs     map[string]string
	secrets  []secret
	declared map[string]string
	found    map[string]bool // secrets that somebody saw who may
	failed   map[string]bool // what was told already
	calls    int
}

// reads calls an operation with each include, each flag and filters of all kinds.
func (x *spy) reads(p principal, path string, op *rest.Operation) {
	base := requiredQuery(op, x.ids)
	if x.get(p, path, url.Values{}) == http.StatusForbidden && x.get(p, path, base) == http.StatusForbidden {
		return
	}
	for _, with := range variants(op) {
		for _, q := range []url.Values{{}, base} {
			all := url.Values{}
			for name, values := range q {
				all[name] = values
			}
			for name, values := range with {
				all[name] = values
			}
			x.get(p, path, all)
		}
	}
}

// variants are what can be asked of a read: each include, all of them, flags and filters.
func variants(op *rest.Operation) []url.Values {
	var all []url.Values
	every := url.Values{}
	for _, param := range op.Parameters {
		switch {
		case param.Name == "include" && param.Schema.Items != nil:
			for _, e := range param.Schema.Items.Enum {
				all = append(all, url.Values{"include": {fmt.Sprint(e)}})
				every.Add("include[]", fmt.Sprint(e))
			}
		case param.In == "query" && slices.Contains([]string{"withTrashed", "withReservations", "includeZones", "includeProducts", "all"}, param.Name):
			all = append(all, url.Values{param.Name: {"true"}})
			every.Set(param.Name, "true")
		case param.In == "query" && slices.Contains([]string{"query", "search", "customerName", "email", "code"}, param.Name):
			for _, text := range []string{"hiddenname", "hiddenmail@example.com", "HIDDENDISCOUNT", "HIDDENACCESS"} {
				all = append(all, url.Values{param.Name: {text}})
			}
		case param.Name == "lastUpdated":
			all = append(all, url.Values{"lastUpdated": {"1970-01-01 00:00:00"}})
		}
	}
	return append(all, every)
}

func (x *spy) get(p principal, path string, q url.Values) int {
	return x.call(p, http.MethodGet, path, "?"+q.Encode(), "")
}

// written are the writes that answer with what others wrote, or with what belongs to it.
var written = []struct{ method, path, body string }{
	{"POST", "/customers/update", `{"id":$customerId$}`},
	{"POST", "/customers", `{"name":"New","email":"new-%d@example.com"}`},
	{"POST", "/customers/merge", `{"keepCustomerId":$customerId$,"mergeCustomerId":"$person"}`},
	{"POST", "/zones/check", `{"zoneId":$zoneId$,"barcode":"$hidden"}`},
	{"POST", "/zones/scan", `{"zoneId":$zoneId$,"barcodes":["$hidden"]}`},
	{"POST", "/zones/update", `{"id":$zoneId$}`},
	{"POST", "/basket-items", `{"items":[{"id":$saleItemId$,"quantity":1}],"customerName":"x","customerEmail":"hiddenmail@example.com"}`},
	{"POST", "/basket-items", `{"items":[{"id":$saleItemId$,"quantity":1}],"customerEmail":"hiddenmail@example.com"}`},
	{"POST", "/basket-items", `{"items":[{"id":$saleItemId$,"quantity":1}],"basketId":$basketId$}`},
	{"POST", "/basket-items", `{"items":[{"id":$saleItemId$,"quantity":1}],"customerName":"x","customerEmail":"hiddenmail@example.com","autocomplete":true,"paymentMethod":"cash"}`},
	{"POST", "/basket/recover", `{"customerEmail":"hiddenmail@example.com"}`},
	{"POST", "/orders/complete", `{"basketId":$hiddenId$,"paymentMethod":"cash"}`},
	{"POST", "/orders/complete", `{"basketId":"$made","customerName":"x","customerEmail":"hiddenmail@example.com","paymentMethod":"cash"}`},
	{"POST", "/orders/balance", `{"orderId":$hiddenId$,"paymentMethod":"cash"}`},
	{"POST", "/orders/reactivate", `{"orderId":$hiddenId$}`},
	{"POST", "/order-items/regenerate-barcode", `{"orderItemId":$itemId$}`},
	{"POST", "/order-items/secure-barcode", `{"orderItemId":$itemId$,"rotating":false,"reason":"x"}`},
	{"POST", "/order-items/rename", `{"orderItemId":$itemId$,"namedHolder":"x"}`},
	{"POST", "/transfers", `{"orderItemIds":[$itemId$],"customerEmail":"hiddenmail@example.com","overrideSharing":true}`},
	{"POST", "/transfers", `{"orderItemIds":[$itemId$],"overrideSharing":true}`},
	{"POST", "/transfers/link", `{"id":1}`},
	{"POST", "/transfers/cancel", `{"id":1}`},
	{"POST", "/transfers/claim", `{"token":"x"}`},
	{"POST", "/distributions", `{"orderId":$hiddenId$,"saleItemId":$saleItemId$,"total":1,"perPerson":1}`},
	{"POST", "/distributions/update", `{"id":1,"total":1}`},
	{"POST", "/distributions/claim", `{"code":"x","customerEmail":"hiddenmail@example.com"}`},
	{"POST", "/transfers/onward", `{"ticketsUrl":"x","orderItemIds":[$itemId$]}`},
	{"POST", "/transfers/onward/cancel", `{"ticketsUrl":"x","id":1}`},
	{"POST", "/orders/rebook", `{"orderId":$hiddenId$,"items":[{"orderItemId":$itemId$,"itemId":1}]}`},
	{"POST", "/orders/refund", `{"orderId":$hiddenId$}`},
	{"POST", "/data-capture-responses", `[{"fieldId":$fieldId$,"orderId":$hiddenId$,"answer":"x"}]`},
}

// writes makes those calls. A basket that a call made is what later ones complete.
func (x *spy) writes(p principal) {
	for _, one := range written {
		body := strings.ReplaceAll(one.body, "%d", itoa(int64(x.calls)))
		for name, id := range x.ids {
			body = strings.ReplaceAll(body, "$"+name+"$", itoa(id))
		}
		body = strings.NewReplacer("$hidden", x.refs["hidden"], "$made", x.refs["made"], "$person", x.refs["person"]).Replace(body)
		x.call(p, one.method, one.path, "", body)
	}
}

// call sends one request and reads the answer.
func (x *spy) call(p principal, method, path, query, body string) int {
	x.calls++
	status, answer := attempt(x.h, p.token, method, path+query, body)
	if status >= 500 {
		x.t.Errorf("%s %s%s as %s: %d %s", method, path, query, p.name, status, answer)
	}
	x.read(p, method+" "+path, query+" "+body, linkForm.ReplaceAllString(cursorForm.ReplaceAllString(answer, ""), ""))
	if status < 300 {
		eachField(method+" "+path, []byte(answer), func(key string, v any) { x.field(p, method+" "+path, query, key, v) })
	}
	_, id, _ := strings.Cut(answer, `"id":`)
	id, _, _ = strings.Cut(id, ",")
	switch {
	case path == "/basket-items" && status == http.StatusCreated:
		x.refs["made"] = id
	case path == "/customers" && method == http.MethodPost && status == http.StatusOK:
		x.refs["person"] = id // is merged into another
	}
	return status
}

// read looks for the secrets.
func (x *spy) read(p principal, op, asked, answer string) {
	low := strings.ToLower(answer)
	for _, s := range x.secrets {
		switch {
		case !strings.Contains(low, s.text):
		case p.can.Meets(s.may):
			x.found[s.text] = true
		default:
			x.fail(op+" "+s.text, "%s %s tells %s of %q", op, asked, p.name, s.text)
		}
	}
}

// field holds one value against what fields.txt says.
func (x *spy) field(p principal, op, query, key string, v any) {
	says := whoMaySee(x.declared, key)
	switch {
	case says == "" && v != nil:
		x.fail(key, "%s%s shows %s, of which nobody has said who may see it", op, query, key)
	case says == "" || says == "route" || v == nil || v == false:
	case !p.can.Meets(needed(x.t, says)):
		x.fail(op+key, "%s%s shows %s to %s, but it needs %s", op, query, key, p.name, says)
	}
}

// fail tells each leak once.
func (x *spy) fail(what, format string, args ...any) {
	if !x.failed[what] {
		x.failed[what] = true
		x.t.Errorf(format, args...)
	}
}

// TestWritesThatAnswerWithSecretsAreTried finds writes whose answer has fields that need
// an ability, and which the test above does not call.
func TestWritesThatAnswerWithSecretsAreTried(t *testing.T) {
	for _, rt := range handlers.Routes(nil) {
		tried := slices.ContainsFunc(written, func(w struct{ method, path, body string }) bool { return w.method == rt.Method && w.path == rt.Path })
		if rt.Method != http.MethodGet && !tried && needsMore(rt.Out(), map[reflect.Type]bool{}) {
			t.Errorf("%s %s answers with fields that need an ability: add it to written", rt.Method, rt.Path)
		}
	}
}

// needsMore tells whether a type has fields that need more than their route.
func needsMore(t reflect.Type, seen map[reflect.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		return needsMore(t.Elem(), seen)
	case reflect.Struct:
		for i := range t.NumField() {
			if _, needs := t.Field(i).Tag.Lookup("needs"); needs || needsMore(t.Field(i).Type, seen) {
				return true
			}
		}
	}
	return false
}
