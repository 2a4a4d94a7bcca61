package handlers_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/queue"
	"marquee/handlers"
	"marquee/kv/kvtest"

	"github.com/matryer/is"
)

// gain is something that is worth money, and the abilities that together give it: whoever
// lacks one of them does not get it.
type gain struct {
	name  string
	needs []app.Ability
	// take tries to get it.
	take func(*taker) bool
}

// gains are all that are known. Beside them stand who prints codes on tickets (orders.view), who
// sets prices (events.edit, events.sale_data) and who may be everybody (users.manage).
var gains = []gain{
	{"a valid ticket, imported as paid elsewhere", []app.Ability{app.EditImports, app.EditOrders, app.CreateCustomers, app.ViewEvents, app.Sell, app.PayOtherOffline}, (*taker).imports},
	{"money on an account for what was paid elsewhere", []app.Ability{app.Refund, app.EditWallets}, (*taker).refundsImported},
	{"money on an account for what was sold here", []app.Ability{app.Refund}, (*taker).refundsSold},
	{"money on an account, as it stands in a file", []app.Ability{app.EditImports, app.EditWallets, app.ViewWallets, app.ViewCustomers}, (*taker).importsMoney},
	{"money on an account", []app.Ability{app.EditWallets}, (*taker).adjusts},
	{"money on an account for cash that nobody saw", []app.Ability{app.WalletTopup, app.PayCash}, (*taker).topsUp},
	{"what is on an account, paid out", []app.Ability{app.WalletCashout}, (*taker).paysOut},
	{"what a seller earned, before its time", []app.Ability{app.SettleResale}, (*taker).settles},
	{"a ticket that is given away", []app.Ability{app.Sell, app.Complimentary}, func(x *taker) bool { return x.sells("complimentary") }},
	{"a ticket for cash that nobody saw", []app.Ability{app.Sell, app.PayCash}, func(x *taker) bool { return x.sells("cash") }},
	{"a ticket for a transfer that nobody saw", []app.Ability{app.Sell, app.PayBank}, func(x *taker) bool { return x.sells("bank") }},
	{"a code with which tickets are free", []app.Ability{app.EditDiscountCodes}, (*taker).makesCode},
	{"the ticket of somebody else", []app.Ability{app.EditOrders}, (*taker).moves},
	{"somebody's account, by a link", []app.Ability{app.SignInCustomers}, (*taker).signsIn},
	{"somebody's account, by their address", []app.Ability{app.EditCustomers, app.SignInCustomers}, (*taker).renames},
	{"somebody's account, by a merger", []app.Ability{app.EditCustomers, app.DeleteCustomers, app.SignInCustomers}, (*taker).merges},
}

// taker is somebody who tries, in a box office where Ada has a ticket, another that she paid for
// elsewhere, and money.
type taker struct {
	*bookings
	token              string
	ada, eve           int64
	sold, foreign, one int64
}

func newTaker(t *testing.T) *taker {
	t.Helper()
	w := apptest.New(t, apptest.Calm())
	sellable(t, w)
	x := &taker{bookings: &bookings{t, w, handlers.New(w.App, handlers.Options{})}, token: w.A.OwnerToken}
	x.must("POST", "/events/update", `{"id": 1, "settings": {"isOnlineOnly": true, "shareTicketsAfterPurchaseEnabled": true}}`)
	x.ada = x.customer("Ada", "ada@example.com")
	x.eve = x.customer("Eve", "eve@example.com")
	x.must("POST", "/wallets/adjust", fmt.Sprintf(`{"customerId": %d, "currencyId": 978, "amount": 5000, "reason": "a present"}`, x.ada))
	order := x.must("POST", "/basket-items", fmt.Sprintf(`{"customerId": %d, "items": [{"id": 1, "quantity": 1}], "autocomplete": true, "paymentMethod": "cash"}`, x.ada))
	x.sold, x.one = number(dig(order, "id")), number(dig(order, "orderItems").([]any)[0].(map[string]any)["id"])
	x.takesIn("order-items", "orderId,email,name,saleItemId,price\n1,ada@example.com,Ada,1,9999.00\n")
	x.foreign = x.lastOrder()
	return x
}

// ask is one call, with its status and its answer.
func (x *taker) ask(method, path, body string) (int, *httptest.ResponseRecorder) {
	r := httptest.NewRequest(method, "/v1"+path, strings.NewReader(body))
	r.Header.Set("Authorization", "Bearer "+x.token)
	r.Header.Set("Content-Type", "application/json")
	rec := httptest.NewRecorder()
	x.h.ServeHTTP(rec, r)
	return rec.Code, rec
}

func (x *taker) may(method, path, body string) bool {
	status, _ := x.ask(method, path, body)
	return status < 300
}

// must is what the owner does.
func (x *taker) must(method, path, body string) map[string]any { return x.api(method, path, body) }

func (x *taker) customer(name, email string) int64 {
	return number(dig(x.must("POST", "/customers", fmt.Sprintf(`{"name": %q, "email": %q}`, name, email)), "data", "id"))
}

func (x *taker) lastOrder() int64 {
	all := dig(x.must("GET", "/orders", ""), "orders").([]any)
	last := int64(0)
	for _, o := range all {
		last = max(last, number(o.(map[string]any)["id"]))
	}
	return last
}

// balance is what Eve has.
func (x *taker) balance(customerID int64) (n int64) {
	for _, one := range dig(x.must("GET", fmt.Sprintf("/wallets?customerId=%d", customerID), ""), "data").([]any) {
		n += number(dig(one.(map[string]any), "attributes", "availableBalance"))
	}
	return n
}

// takesIn imports a file by all steps, as far as the taker may.
func (x *taker) takesIn(kind, rows string) bool {
	x.t.Helper()
	status, rec := x.ask("POST", "/imports", fmt.Sprintf(`{"type": %q, "name": "x.csv", "file": %q}`, kind, base64.StdEncoding.EncodeToString([]byte(rows))))
	if status >= 300 {
		return false
	}
	var made any
	if err := json.Unmarshal(rec.Body.Bytes(), &made); err != nil {
		x.t.Fatal(err)
	}
	id := number(dig(made, "data", "id"))
	for _, step := range []string{"/imports/map", "/imports/approve"} {
		if !x.may("POST", step, fmt.Sprintf(`{"id": %d}`, id)) {
			return false
		}
		if err := x.w.App.RunJob(x.t.Context(), queue.SendJob); err != nil {
			x.t.Fatal(err)
		}
	}
	done := dig(x.must("GET", fmt.Sprintf("/import?id=%d", id), ""), "data", "attributes", "rows")
	return number(dig(done, "created"))+number(dig(done, "changed")) > 0
}

func (x *taker) imports() bool {
	before := x.lastOrder()
	return x.takesIn("order-items", "orderId,email,name,saleItemId,price\n7,eve@example.com,Eve,1,0\n") && x.lastOrder() > before
}

func (x *taker) importsMoney() bool {
	before := x.balance(x.eve)
	return x.takesIn("wallet-adjustments", "email,amount,currency,reason\neve@example.com,50.00,EUR,x\n") && x.balance(x.eve) > before
}

func (x *taker) refunds(id int64) bool {
	before := x.balance(x.ada)
	return x.may("POST", "/orders/refund", fmt.Sprintf(`{"orderId": %d, "type": "balance_refund"}`, id)) && x.balance(x.ada) > before
}

func (x *taker) refundsImported() bool { return x.refunds(x.foreign) }
func (x *taker) refundsSold() bool     { return x.refunds(x.sold) }

func (x *taker) adjusts() bool {
	return x.may("POST", "/wallets/adjust", fmt.Sprintf(`{"customerId": %d, "currencyId": 978, "amount": 5000, "reason": "x"}`, x.eve)) && x.balance(x.eve) == 5000
}

func (x *taker) topsUp() bool {
	topup := number(dig(x.must("POST", "/cashless-topups", `{"saleItemData": {"pricing": [{"currencyId": 978, "basePrice": 5000}]}, "itemData": {"name": "Top-up"}}`), "data", "id"))
	return x.may("POST", "/basket-items", fmt.Sprintf(
		`{"items": [{"id": %d, "quantity": 1}], "customerName": "Eve", "customerEmail": "eve@example.com", "autocomplete": true, "paymentMethod": "cash"}`, topup,
	)) && x.balance(x.eve) == 5000
}

func (x *taker) paysOut() bool {
	return x.may("POST", fmt.Sprintf("/wallets/payouts/initiate?customerId=%d&currencyId=978&amount=5000", x.ada), "") && x.balance(x.ada) == 0
}

// settles is for a ticket that Ada sold on.
func (x *taker) settles() bool {
	x.must("POST", "/resale-settings", `{"enabled": true}`)
	listed := x.must("POST", "/resale/listings", fmt.Sprintf(`{"orderItems": [{"orderItemId": %d}]}`, x.one))
	contract := number(dig(listed, "included").([]any)[0].(map[string]any)["id"])
	x.must("POST", "/basket-items", fmt.Sprintf(`{"items": [{"orderItemId": %d}], "customerId": %d, "autocomplete": true, "paymentMethod": "cash"}`, x.one, x.eve))
	x.may("POST", "/resale/settlements", fmt.Sprintf(`{"resaleContractIds": [%d]}`, contract))
	return x.balance(x.ada) > 5000
}

func (x *taker) sells(method string) bool {
	before := x.lastOrder()
	x.may("POST", "/basket-items", fmt.Sprintf(`{"items": [{"id": 1, "quantity": 1}], "autocomplete": true, "paymentMethod": %q}`, method))
	return x.lastOrder() > before
}

func (x *taker) makesCode() bool {
	return x.may("POST", "/discount-codes/percentage", `{"code": "FREE", "amount": 100}`)
}

func (x *taker) moves() bool {
	return x.may("POST", "/transfers", fmt.Sprintf(`{"orderItemIds": [%d], "customerEmail": "eve@example.com", "customerName": "Eve", "instant": true}`, x.one))
}

func (x *taker) signsIn() bool {
	return x.may("POST", "/customers/single-sign-on", `{"email": "ada@example.com", "name": "Ada"}`)
}

func (x *taker) renames() bool {
	return x.may("POST", "/customers/update", fmt.Sprintf(`{"id": %d, "name": "Ada", "email": "mallory@example.com"}`, x.ada))
}

func (x *taker) merges() bool {
	if !x.may("POST", "/customers/merge", fmt.Sprintf(`{"keepCustomerId": %d, "mergeCustomerId": %d}`, x.eve, x.ada)) {
		return false
	}
	if err := x.w.App.RunJob(x.t.Context(), customer.MergeJob); err != nil {
		x.t.Fatal(err)
	}
	return x.balance(x.eve) == 5000
}

// gets tells whether somebody with these abilities, and no others, gets something.
func (g *gain) gets(t *testing.T, abilities []app.Ability) bool {
	x := newTaker(t)
	x.token = x.w.A.TokenWith(abilities...)
	return g.take(x)
}

// TestAbilitiesThatAreWorthMoney: each gain is had with its abilities, and without any of
// them it is not; the roles that come with the program have what testdata/worth.txt says.
func TestAbilitiesThatAreWorthMoney(t *testing.T) {
	kvtest.SingleGoroutine(t)
	is := is.New(t)
	var roles []company.Role
	w := apptest.New(t, apptest.Calm())
	roles, err := company.RolesOf(t.Context(), w.App, w.A.Owner)
	is.NoErr(err)
	table := "# What is worth money, the abilities that together give it, and the roles that come with the\n" +
		"# program and have them. TestAbilitiesThatAreWorthMoney tries each, and with everything but one.\n"
	for _, g := range gains {
		t.Run(g.name, func(t *testing.T) {
			if !g.gets(t, g.needs) {
				t.Errorf("%s is not had with %v", g.name, g.needs)
			}
			for _, lacks := range g.needs {
				others := slices.DeleteFunc(slices.Clone(app.Abilities), func(a app.Ability) bool { return a == lacks })
				if g.gets(t, others) {
					t.Errorf("%s is had with everything but %s", g.name, lacks)
				}
			}
		})
		table += "\n" + g.name + "\n  " + joined(g.needs) + "\n"
		for i := range roles {
			if !roles[i].System {
				continue
			}
			has := !slices.ContainsFunc(g.needs, func(a app.Ability) bool { return !slices.Contains(roles[i].Abilities, a) })
			if has {
				table += "  " + roles[i].Title + "\n"
			}
			if got := g.gets(t, roles[i].Abilities); got != has {
				t.Errorf("%s as a %s: %v, and its abilities say %v", g.name, roles[i].Title, got, has)
			}
		}
	}
	finance := []app.Ability{app.EditWallets, app.ViewWallets, app.Refund, app.ViewOrders, app.ListOrders, app.ViewCustomers, app.ViewReports}
	for _, g := range gains {
		is.Equal(g.gets(t, finance), !slices.ContainsFunc(g.needs, func(a app.Ability) bool { return !slices.Contains(finance, a) }))
	}
	golden(t, "worth.txt", []byte(table))
}

func joined(all []app.Ability) string {
	words := make([]string, len(all))
	for i, a := range all {
		words[i] = string(a)
	}
	return strings.Join(words, " + ")
}
