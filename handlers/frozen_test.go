package handlers_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"marquee/app/apptest"
	"marquee/handlers"
	"marquee/handlers/rest"
)

// onLocked are the calls that would change an order, or something of it, each with an order
// that is locked.
var onLocked = map[string]string{
	"POST /basket-items":                    `{"items": [{"orderItemId": $soldItem$}]}`,
	"POST /data-capture-responses":          `{"responses": [{"fieldId": $field$, "orderItemId": $soldItem$, "answer": "late"}]}`,
	"POST /order-item/approve":              `{"orderItems": [{"orderItemId": $soldItem$, "approve": false}]}`,
	"POST /order-items/move-seat":           `{"orderItemId": $soldItem$, "spaceId": 1}`,
	"POST /order-items/refund":              `{"items": [$soldItem$]}`,
	"POST /order-items/regenerate-barcode":  `{"orderItemId": $soldItem$}`,
	"POST /order-items/rename":              `{"orderItemId": $soldItem$, "namedHolder": "Nobody"}`,
	"POST /order-items/secure-barcode":      `{"orderItemId": $soldItem$, "rotating": false, "reason": "no phone"}`,
	"POST /orders/balance":                  `{"orderId": "$orderId$", "paymentMethod": "cash"}`,
	"POST /orders/complete":                 `{"basketId": "$orderId$", "paymentMethod": "cash"}`,
	"POST /orders/extend":                   `{"orderId": "$orderId$", "expiresAt": "2027-06-20 10:00:00"}`,
	"POST /orders/modify":                   `{"orderId": "$orderId$"}`,
	"POST /orders/purchaser":                `{"orderId": "$orderId$", "customerEmail": "next@example.com", "customerName": "Next"}`,
	"POST /orders/pay-later":                `{"basketId": "$orderId$", "method": "reserve-to-pay-onsite"}`,
	"POST /orders/reactivate":               `{"orderId": "$orderId$"}`,
	"POST /orders/rebook":                   `{"orderId": "$orderId$", "items": [{"orderItemId": $soldItem$, "itemId": $saleItemId$}]}`,
	"POST /orders/refund":                   `{"orderId": "$orderId$"}`,
	"POST /basket-items/update":             `{"basketId": "$orderId$", "itemId": $saleItemId$, "quantity": 1}`,
	"POST /basket-items/names":              `{"basketId": "$orderId$", "items": [{"orderItemId": $soldItem$, "namedHolder": "Grace"}]}`,
	"POST /basket-items/destroy":            `{"basketId": "$orderId$", "itemId": $saleItemId$}`,
	"DELETE /basket-items/destroy":          `{"basketId": "$orderId$", "itemId": $saleItemId$}`,
	"DELETE /baskets":                       `{"basketId": "$orderId$"}`,
	"POST /basket/extend":                   `{"basketId": "$orderId$"}`,
	"POST /basket/discounts":                `{"basketId": "$orderId$", "code": "NONE"}`,
	"DELETE /basket/discounts":              `{"basketId": "$orderId$"}`,
	"POST /basket/access-codes":             `{"basketId": "$orderId$", "code": "NONE"}`,
	"DELETE /basket/access-codes":           `{"basketId": "$orderId$"}`,
	"POST /checkout/create-payment-intent":  `{"basketId": "$orderId$", "paymentMethod": "card-not-present-online"}`,
	"POST /checkout/capture-payment-intent": `{"basketId": "$orderId$", "transactionId": "1"}`,
	"POST /resale-contracts":                `{"orderItemId": $soldItem$}`,
	"POST /resale-contracts/delete":         `{"orderItemId": $soldItem$}`,
	"POST /resale/listings":                 `{"orderItems": [{"orderItemId": $soldItem$}]}`,
	"DELETE /resale/listing":                `{}`,
	"POST /transfers":                       `{"orderItemIds": [$soldItem$], "overrideSharing": true}`,
}

// unlocked are the calls that name an order and leave it as it is, or have to be possible at
// any time.
var unlocked = map[string]string{
	"POST /basket/delivery-method":     "is of baskets, and none of the locked ones is one",
	"POST /distributions":              "gives nothing yet: whoever takes tickets with the code is asked what POST /transfers asks",
	"POST /bank-transfers/confirm":     "asks what POST /orders/complete asks: it is the same command",
	"POST /invoices":                   "says what stands",
	"POST /invoices/correct":           "says the same of another buyer",
	"POST /invoices/recipient":         "says whom an invoice is for, which changes nothing of the order",
	"POST /orders/add-note":            "colleagues note what they know at any time",
	"POST /orders/notes":               "colleagues note what they know at any time",
	"POST /order-items/protection":     "what insures an order is noted at any time",
	"POST /order-items/notes":          "colleagues note what they know at any time",
	"POST /orders/revoke-links":        "links that got into wrong hands are made worthless at any time",
	"POST /orders/resend-confirmation": "tells what stands",
	"POST /mail-texts/preview":         "reads",
	"POST /transfers/onward":           "asks what POST /transfers asks, and for the link to tickets that were given before",
	"POST /orders/admit-tickets":       "is a scan: what is locked is denied, and that is remembered",
}

// TestALockedOrderIsLeftAlone calls every operation that could change an order that is being
// changed, and one of which something is being resold. Each is refused, names what is wrong,
// and changes nothing.
func TestALockedOrderIsLeftAlone(t *testing.T) {
	// What is offered can be bought, and taken back, and its answers stay the seller's.
	mayBe := []string{"POST /basket-items", "DELETE /resale/listing", "POST /resale-contracts/delete", "POST /data-capture-responses"}
	for _, c := range []struct {
		must, path, lock string
		may              []string
	}{
		{"that is being changed", "/orders/modify", `{"orderId": "$orderId$"}`, nil},
		{"of which something is being resold", "/resale/listings", `{"orderItems": [{"orderItemId": $soldItem$}]}`, mayBe},
	} {
		t.Run(c.must, func(t *testing.T) {
			w := apptest.New(t, apptest.Calm())
			h := handlers.New(w.App, handlers.Options{})
			s := stock(t, w, h, w.A, "Frozen")
			s.make("DELETE", "/baskets", `{"basketId": "$basketId$"}`)
			s.make("POST", "/resale-settings", `{"enabled": true}`)
			s.make("POST", "/company/settings", `{"orderChanges": {"rebooking": true}}`)
			s.make("POST", "/events/update", `{"id": $eventId$, "startDate": "2027-06-02 10:00:00", "endDate": "2027-06-03 10:00:00"}`)
			s.ids["question"] = number(dig(s.make("POST", "/questions", `{"question": "What?", "type": "text"}`), "data", "id"))
			s.ids["field"] = number(dig(s.make("POST", "/question-fields", `{"questionId": $question$, "assignedToEntity": "item_tickets", "assignedToId": $saleItemId$}`), "data", "id"))
			s.ids["soldItem"] = number(dig(s.make("GET", "/order?orderId=$orderId$", ""), "items", "id"))
			s.make("POST", c.path, c.lock)
			before := w.A.Digest()
			for call, body := range onLocked {
				if slices.Contains(c.may, call) {
					continue
				}
				method, path, _ := strings.Cut(call, " ")
				if call == "DELETE /resale/listing" {
					path += "?orderItemId=" + itoa(s.ids["soldItem"])
				}
				for name, id := range s.ids {
					body = strings.ReplaceAll(body, "$"+name+"$", itoa(id))
				}
				status, answer := attempt(h, s.token, method, path, body)
				named := strings.Contains(answer, `"errors":`) || status == http.StatusNotFound
				if status < 400 || status > 499 || !named {
					t.Errorf("%s %s: %d %s", call, body, status, answer)
				}
				if w.A.Digest() != before {
					t.Fatalf("%s %s: something has changed", call, body)
				}
			}
		})
	}
	t.Run("every operation on orders was thought of", func(t *testing.T) {
		operations(handlers.Document(handlers.Routes(apptest.New(t).App)), func(method, path string, op *rest.Operation) {
			call := method + " " + path
			if method == http.MethodGet || onLocked[call] != "" || unlocked[call] != "" {
				return
			}
			form, _ := json.Marshal([]any{op.Parameters, op.RequestBody})
			for _, name := range []string{`"orderId"`, `"orderItemId"`, `"orderItemIds"`, `"basketId"`} {
				if strings.Contains(string(form), name) {
					t.Errorf("%s takes %s: what does it do to an order that is locked?", call, name)
					return
				}
			}
		})
	})
}
