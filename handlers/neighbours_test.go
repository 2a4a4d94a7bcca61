package handlers_test

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path"
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/kv/kvtest"
)

// macLength is the length of what seals a link, in bytes.
const macLength = 20

// neighbour is the secret of a link, made to open another id in a scope: whoever has one
// link knows how they are made.
func neighbour(t *testing.T, token string, scope byte, id int) string {
	t.Helper()
	raw, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil || len(raw) <= macLength+2 {
		t.Fatalf("%q is no link: %v", token, err)
	}
	companyID, n := binary.Uvarint(raw[1:])
	if n <= 0 {
		t.Fatalf("%q is no link", token)
	}
	made := binary.AppendUvarint(binary.AppendUvarint([]byte{scope}, companyID), uint64(id))
	return base64.RawURLEncoding.EncodeToString(append(made, raw[len(raw)-macLength:]...))
}

// TestNeighboursAreNotFound: ids and references follow each other, and who has a link to an
// order, a ticket or a basket of their own asks for 10,000 beside it on the pages of
// customers, by id, by reference, and with the own link made to open others. Nothing of
// anybody is readable.
func TestNeighboursAreNotFound(t *testing.T) {
	kvtest.SingleGoroutine(t)
	is := is.New(t)
	s := newBookings(t)
	s.api("POST", "/company/settings", `{"shop": {"isOpen": true}}`)
	open := func(link string) (int, string) {
		u, err := url.Parse(link)
		is.NoErr(err)
		r := httptest.NewRequest("GET", u.EscapedPath(), nil)
		rec := httptest.NewRecorder()
		s.h.ServeHTTP(rec, r)
		return rec.Code, rec.Body.String()
	}
	var references, links []string
	for i := range 40 {
		sold := s.api("POST", "/basket-items", fmt.Sprintf(`{"items": [{"id": 6, "quantity": 1}], "customerName": "Canary %d", "customerEmail": "canary%d@example.com"}`, i, i))
		id := number(dig(sold, "id"))
		s.api("POST", "/orders/complete", fmt.Sprintf(`{"basketId": %d}`, id))
		o := s.order(id)
		references, links = append(references, o["reference"].(string)), append(links, o["downloadUrl"].(string))
	}
	basket := s.api("POST", "/basket-items", `{"items": [{"id": 6, "quantity": 1}], "generateBasketUrl": true}`)["startBasketUrl"].(string)
	status, _ := open(links[0])
	is.Equal(status, http.StatusOK) // the own one opens
	status, _ = open(basket)
	is.True(status < 400)

	asked := 0
	closed := func(address string) {
		t.Helper()
		asked++
		status, body := open(address)
		if status != http.StatusNotFound {
			t.Errorf("GET %s: %d", address, status)
		}
		if strings.Contains(body, "Canary") || strings.Contains(body, "canary") {
			t.Errorf("GET %s tells of somebody", address)
		}
	}
	own, secret := path.Base(links[0]), path.Base(basket)
	for id := 1; asked < 10_000; id++ {
		for scope := byte(1); scope <= 7; scope++ {
			link := neighbour(t, own, scope, id)
			if link == own {
				continue
			}
			for _, below := range []string{"/orders/", "/tickets/", "/claim/"} {
				closed(below + link)
			}
		}
		for _, below := range []string{"/orders/%d", "/tickets/%d", "/claim/%d", "/basket/%d/" + secret} {
			closed(fmt.Sprintf(below, id))
		}
	}
	for _, reference := range references {
		for _, below := range []string{"/orders/", "/tickets/", "/claim/"} {
			closed(below + reference)
		}
		closed("/basket/" + reference + "/" + secret)
	}
}
