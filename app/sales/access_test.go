package sales_test

import (
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/accesscode"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/codes"
	"marquee/app/company"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/rules"

	"github.com/matryer/is"
)

// access makes an access code.
func (h *hall) access(text string, change func(*accesscode.Fields)) accesscode.Code {
	h.t.Helper()
	in := accesscode.Fields{Fields: codes.Fields{Text: &text}}
	change(&in)
	v, err := accesscode.Create(h.t.Context(), h.App, h.A.Owner, in)
	if err != nil {
		h.t.Fatal(err)
	}
	return v.Code
}

func opens(s ...catalog.SaleItem) func(*accesscode.Fields) {
	return func(f *accesscode.Fields) {
		var ids []int64
		for _, one := range s {
			ids = append(ids, one.ID)
		}
		f.SaleItemIDs = app.Is(ids)
	}
}

// inShop is adding with an access code in the shop; "" enters none.
func inShop(code string, items ...rules.AddItem) sales.AddToBasket {
	in := sales.AddToBasket{Items: items, Channel: catalog.Shop, PriceChannel: catalog.Shop}
	if code != "" {
		in.AccessCode = &code
	}
	return in
}

func TestWhatACodeOpensInTheShop(t *testing.T) {
	h := newHall(t)
	free, closed, late := h.addItem(100, plain), h.addItem(100, plain), h.addItem(100, plain)
	now := h.Clock.Now()
	h.access("FRIENDS", opens(closed))
	h.access("ONLY", func(f *accesscode.Fields) {
		yes := true
		f.ItemIDs, f.HideUnrestricted = app.Is([]int64{closed.ItemID}), &yes
	})
	h.access("PRESALE", func(f *accesscode.Fields) {
		opens(late)(f)
		f.ValidFrom, f.ValidTo = app.Is(company.Moment{At: now.Add(time.Hour)}), app.Is(company.Moment{At: now.Add(2 * time.Hour)})
	})
	for _, tt := range []struct {
		must, code string
		item       catalog.SaleItem
		after      time.Duration
		sold       bool
	}{
		{"what no code names is open", "", free, 0, true},
		{"what a code names is closed", "", closed, 0, false},
		{"its code opens it", "friends", closed, 0, true},
		{"and leaves the rest open", "FRIENDS", free, 0, true},
		{"another code of the same goods opens them too", "ONLY", closed, 0, true},
		{"and hides the rest", "ONLY", free, 0, false},
		{"a presale closes before it begins", "", late, 0, false},
		{"its code opens it while it lasts", "PRESALE", late, time.Hour, true},
		{"it closes for all others", "", late, time.Hour, false},
		{"and is over then", "", late, 2 * time.Hour, true},
	} {
		t.Run(tt.must, func(t *testing.T) {
			if wait := tt.after - h.Clock.Now().Sub(now); wait > 0 {
				h.Clock.Jump(wait)
			}
			_, err := h.add(inShop(tt.code, one(tt.item, 1)))
			if (err == nil) != tt.sold || err != nil && !strings.Contains(err.Error(), "needs an access code") {
				t.Fatal(err)
			}
		})
	}
}

func TestACodeIsChangedInTheShop(t *testing.T) {
	is := is.New(t)
	h := newHall(t)
	free, closed := h.addItem(100, plain), h.addItem(100, plain)
	h.access("FRIENDS", opens(closed))
	h.access("OTHER", opens(free))
	b := h.mustAdd(inShop("FRIENDS", one(closed, 1)))
	_, err := sales.RemoveAccess(t.Context(), h.App, h.A.Owner, key(b), catalog.Shop)
	is.True(err != nil) // what it opened lies in the basket
	_, err = sales.ApplyAccess(t.Context(), h.App, h.A.Owner, sales.EnterAccess{Basket: key(b), Code: "OTHER", Channel: catalog.Shop})
	is.True(err != nil)
	in := inShop("", one(closed, 1))
	in.Basket = key(b)
	b = h.mustAdd(in) // the code that was entered counts for what comes later
	is.Equal(b.Access.Text, "FRIENDS")
	_, err = accesscode.Codes.Delete(t.Context(), h.App, h.A.Owner, codes.Key{Text: "friends"})
	is.NoErr(err)
	_, err = sales.CompleteOrder(t.Context(), h.App, h.A.Owner, sales.Completion{Basket: key(b), Payment: cash, Channel: catalog.Shop})
	is.True(err != nil && strings.Contains(err.Error(), "accessCode: is not valid any more"))
}

func TestWhatAPausedCodeClosesStaysClosed(t *testing.T) {
	is := is.New(t)
	h := newHall(t)
	closed := h.addItem(100, plain)
	code := h.access("FRIENDS", opens(closed))
	b := h.mustAdd(inShop("FRIENDS", one(closed, 1)))
	paused := true
	_, err := accesscode.Update(t.Context(), h.App, h.A.Owner, codes.Key{ID: code.ID}, accesscode.Fields{Fields: codes.Fields{Paused: &paused}})
	is.NoErr(err)
	_, err = h.add(inShop("", one(closed, 1)))
	is.True(err != nil && strings.Contains(err.Error(), "needs an access code"))
	_, err = h.add(inShop("FRIENDS", one(closed, 1)))
	is.True(err != nil && strings.Contains(err.Error(), "is not a valid code"))
	_, err = sales.CompleteOrder(t.Context(), h.App, h.A.Owner, sales.Completion{Basket: key(b), Payment: cash, Channel: catalog.Shop})
	is.True(err != nil && strings.Contains(err.Error(), "accessCode: is not valid any more"))
}

// looksAtTheAccessFirst is the till that these tests must be able to catch: it looks
// whether the code is free, and completes in a transaction that no longer asks.
func (h *hall) looksAtTheAccessFirst(c accesscode.Code, b order.Basket, looked *sync.WaitGroup) bool {
	n := int64(0)
	err := h.App.View(h.t.Context(), h.A.Owner, app.Authenticated, func(r app.Reader) (err error) {
		n, err = order.AccessUses().Of(r, c.ID)
		return err
	})
	looked.Done()
	looked.Wait()
	if err != nil || n >= 1 {
		return false
	}
	_, err = patient(func() (order.Basket, error) { return h.complete(b, cash) })
	return err == nil
}

func TestTheLastUseOfAnAccessCode(t *testing.T) {
	const tills = 50
	baskets := func(h *hall, s catalog.SaleItem) []order.Basket {
		all := make([]order.Basket, tills)
		for i := range all {
			in, code := adding(one(s, 1)), "LAST"
			in.AccessCode = &code
			all[i] = h.mustAdd(in)
		}
		return all
	}
	t.Run("50 tills want it, one gets it", func(t *testing.T) {
		is := is.New(t)
		h := rush(t)
		s := h.addItem(-1, plain)
		h.access("LAST", func(f *accesscode.Fields) { opens(s)(f); f.MaximumUses = app.Is(int64(1)) })
		all := baskets(h, s)
		var sold, refused atomic.Int64
		together(tills, func(i int) {
			_, err := patient(func() (order.Basket, error) { return h.complete(all[i], cash) })
			if err == nil {
				sold.Add(1)
			} else if strings.Contains(err.Error(), "accessCode: has been used up") {
				refused.Add(1)
			}
		})
		is.Equal(sold.Load(), int64(1))
		is.Equal(refused.Load(), int64(tills-1))
	})
	t.Run("control: tills that look first use it many times", func(t *testing.T) {
		h := rush(t)
		s := h.addItem(-1, plain)
		free := h.access("LAST", opens(s))
		all := baskets(h, s)
		var sold atomic.Int64
		var looked sync.WaitGroup
		looked.Add(tills)
		together(tills, func(i int) {
			if h.looksAtTheAccessFirst(free, all[i], &looked) {
				sold.Add(1)
			}
		})
		if sold.Load() < 2 {
			t.Fatal("the race does not show: the test above proves nothing")
		}
	})
}

// A code that is used for the first time while it is given children is one or the other.
func TestAUsedCodeHasNoChildren(t *testing.T) {
	is := is.New(t)
	h := newHall(t, apptest.Calm())
	s := h.addItem(-1, plain)
	code := h.access("ONCE", opens(s))
	in := adding(one(s, 1))
	in.AccessCode = &code.Text
	b := h.mustAdd(in)
	_, err := accesscode.Codes.MakeChildren(t.Context(), h.App, h.A.Owner, codes.Key{ID: code.ID}, codes.ChildRequest{Number: 2})
	is.NoErr(err)
	_, err = h.complete(b, cash)
	is.True(err != nil) // it became a parent meanwhile
	used := h.access("USED", opens(s))
	in.AccessCode, in.Basket = &used.Text, key(b)
	b = h.mustAdd(in)
	_, err = h.complete(b, cash)
	is.NoErr(err)
	_, err = accesscode.Codes.MakeChildren(t.Context(), h.App, h.A.Owner, codes.Key{ID: used.ID}, codes.ChildRequest{Number: 2})
	is.True(err != nil && strings.Contains(err.Error(), "was used"))
}
