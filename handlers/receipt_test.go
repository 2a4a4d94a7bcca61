package handlers_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"marquee/app/apptest"
	"marquee/handlers"
	"marquee/kv"
	"marquee/kv/mem"

	"github.com/matryer/is"
)

// refusesReads is an engine that refuses every read once it has committed a
// change, as a busy or closing one may.
type refusesReads struct {
	kv.Engine
	armed, committed atomic.Bool
}

func (e *refusesReads) View(ctx context.Context, fn func(kv.Reader) error) error {
	if e.committed.Load() {
		return kv.ErrBusy
	}
	return e.Engine.View(ctx, fn)
}

func (e *refusesReads) Update(ctx context.Context, fn func(kv.Tx) error) error {
	err := e.Engine.Update(ctx, fn)
	if err == nil && e.armed.Load() {
		e.committed.Store(true)
	}
	return err
}

// TestAnswersBelongToTheirTransaction: what a sale did is told although nothing
// can be read after it, and so no barcode is lost.
func TestAnswersBelongToTheirTransaction(t *testing.T) {
	is := is.New(t)
	clock := apptest.NewClock()
	e := &refusesReads{Engine: mem.New(mem.Options{Clock: clock.Now})}
	t.Cleanup(func() { _ = e.Close() })
	w := apptest.New(t, apptest.On(e), apptest.Calm(), apptest.WithClock(clock))
	t.Cleanup(func() { e.armed.Store(false); e.committed.Store(false) }) // before the check of the store
	sellable(t, w)
	h := handlers.New(w.App, handlers.Options{})
	send := func(path, body string) map[string]any {
		t.Helper()
		r := httptest.NewRequest(http.MethodPost, "/v1"+path, strings.NewReader(body))
		r.Header.Set("Authorization", "Bearer "+w.A.OwnerToken)
		rec := httptest.NewRecorder()
		e.armed.Store(true)
		h.ServeHTTP(rec, r)
		e.armed.Store(false)
		e.committed.Store(false)
		if rec.Code >= 300 {
			t.Fatalf("POST %s: %d %s", path, rec.Code, rec.Body)
		}
		var answer map[string]any
		if err := json.Unmarshal(rec.Body.Bytes(), &answer); err != nil {
			t.Fatal(err)
		}
		return answer
	}
	basket := number(dig(send("/basket-items", `{"items":[{"id":1,"quantity":2}]}`), "id"))
	send("/basket-items/update", fmt.Sprintf(`{"basketId":%d,"itemId":1,"quantity":3}`, basket))
	send("/basket-items", fmt.Sprintf(`{"basketId":%d,"items":[{"id":6,"quantity":1}]}`, basket))
	send("/basket-items/destroy", fmt.Sprintf(`{"basketId":%d,"itemId":6}`, basket))
	done := send("/orders/complete", fmt.Sprintf(`{"basketId":%d,"paymentMethod":"cash","customerName":"Ada","customerEmail":"ada@example.com"}`, basket))
	items, _ := done["items"].([]any)
	is.Equal(len(items), 3)
	for _, it := range items {
		code, _ := it.(map[string]any)["barcode"].(string)
		is.True(code != "")
	}
	once := send("/basket-items", `{"items":[{"id":1,"quantity":1}],"autocomplete":true,"paymentMethod":"cash","uuid":"once"}`)
	is.True(number(dig(once, "id")) > 0)
}
