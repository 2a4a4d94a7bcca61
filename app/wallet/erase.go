package wallet

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"marquee/app"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/indexes"
)

const (
	// reasonsPlace is the area of an erasure that stands here.
	reasonsPlace = "reasons of wallets"
	// eraseBatch is how many movements one step of an erasure looks at.
	eraseBatch = 200
)

// EraseOwner blanks what staff wrote down when they changed or froze a wallet of an erased
// customer. What was moved stays.
func EraseOwner(tx app.Tx, e *customer.Erasing) error {
	if e.Ended(reasonsPlace) {
		return nil
	}
	ids, err := idsOf(tx, e.CustomerID)
	if err != nil {
		return err
	}
	var groups []int64 // those that wait first: once confirmed they are among the others
	for _, id := range ids {
		if err := blankFreeze(tx, id); err != nil {
			return err
		}
		groups = append(groups, id<<1|waitsBit, id<<1)
	}
	if e.Place(reasonsPlace) == "" {
		if err := blankTags(tx, e); err != nil {
			return err
		}
	}
	from, after, err := placeOf(e.Place(reasonsPlace))
	if err != nil {
		return err
	}
	for _, group := range groups[max(0, slices.Index(groups, from)):] {
		if group != from {
			after = nil
		}
		at, more, err := blankReasons(tx, group, after)
		if err != nil {
			return err
		}
		if more {
			e.GoOn(reasonsPlace, fmt.Sprintf("%d %s", group, at))
			return nil
		}
	}
	e.End(reasonsPlace)
	return nil
}

// placeOf reads how far an erasure has come: a group of movements, and a place in it.
func placeOf(text string) (group int64, at indexes.Position, err error) {
	if text == "" {
		return 0, nil, nil
	}
	first, rest, _ := strings.Cut(text, " ")
	if group, err = strconv.ParseInt(first, 10, 64); err != nil {
		return 0, nil, err
	}
	at, err = indexes.ParsePosition(rest)
	return group, at, err
}

func blankFreeze(tx app.Tx, id int64) error {
	w, err := wallets.Get(tx, id)
	if err != nil || w.Frozen == nil || w.Frozen.Reason == customer.ErasedName {
		return err
	}
	w.forget()
	return w.write(tx, w.UpdatedAt)
}

// forget leaves that it is frozen, and not what staff wrote of it.
func (w *Wallet) forget() {
	if w.Frozen != nil {
		frozen := *w.Frozen
		frozen.Reason = customer.ErasedName
		w.Frozen = &frozen
	}
}

func (m *Movement) forget() { m.Reason = "" }

// blankTags blanks why tags were frozen that a customer's tickets are paired with, and takes
// the customer out of what was noted of other tags.
func blankTags(tx app.Tx, e *customer.Erasing) error {
	var about []FrozenTag
	for hit, err := range frozenTags.Scan(tx, indexes.All[string]()) { // a few that were lost
		if err != nil {
			return err
		}
		f := hit.Rec
		theirs, err := heldBy(tx, f.Tag, []int64{e.CustomerID})
		if err != nil {
			return err
		}
		reason := e.Without(f.Freeze.Reason)
		if theirs || e.Is(reason) {
			reason = customer.ErasedName
		}
		if reason != f.Freeze.Reason {
			f.Freeze.Reason = reason
			about = append(about, f)
		}
	}
	for i := range about {
		if err := frozenTags.Put(tx, &about[i]); err != nil {
			return err
		}
	}
	return nil
}

// heldBy tells whether one of some customers holds a ticket that a tag is paired with.
func heldBy(r app.Reader, tag string, customerIDs []int64) (bool, error) {
	ids, err := ports(r).TaggedItems(r, tag)
	if err != nil {
		return false, err
	}
	items, err := order.Items.GetMany(r, ids)
	return slices.ContainsFunc(items, func(it order.Item) bool { return slices.Contains(customerIDs, it.CustomerID) }), err
}

// blankReasons blanks some movements of a group behind a place, and tells whether there may be
// more.
func blankReasons(tx app.Tx, group int64, after indexes.Position) (at indexes.Position, more bool, err error) {
	var ids []int64
	for hit, err := range movementByWallet.Keys(tx, indexes.Equal(group).After(after).Limit(eraseBatch)) {
		if err != nil {
			return nil, false, err
		}
		ids, at = append(ids, hit.ID), hit.At
	}
	looked, err := movements.GetMany(tx, ids)
	if err != nil {
		return nil, false, err
	}
	for i := range looked {
		if looked[i].Reason == "" {
			continue
		}
		if _, err := movements.Forget(tx, looked[i].ID, nil); err != nil {
			return nil, false, err
		}
	}
	return at, len(ids) == eraseBatch, nil
}

// HasMoney tells whether a customer has money, confirmed or not, or a payout on its way. What
// is of the demo is none.
func HasMoney(r app.Reader, customerID int64) (bool, error) {
	all, err := Of(r, customerID)
	return slices.ContainsFunc(all, func(w Wallet) bool { return !w.Demo && w.Available+w.Pending+w.Reserved > 0 }), err
}
