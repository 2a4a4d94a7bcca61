package wallet

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"marquee/app"
	"marquee/app/order"
	"marquee/app/person"
	"marquee/indexes"
)

// eraseBatch is how many movements one step of an erasure looks at.
const eraseBatch = 200

// Personal are the rules of accounts and tags. What was moved stays, and what staff wrote down
// when they changed or froze something goes.
func Personal() []person.Rule {
	return []person.Rule{
		{Name: "frozen wallets", Erase: eraseFreezes, Merge: mergeWallets, Export: exportWallets},
		{Name: "reasons of wallets", Erase: eraseReasons},
		{Name: "frozen tags", Erase: eraseTags, Export: exportTags},
	}
}

func eraseFreezes(tx app.Tx, e *person.Erasing) error {
	ids, err := idsOf(tx, e.CustomerID)
	if err != nil {
		return err
	}
	all, err := wallets.GetMany(tx, ids)
	for i := range all {
		if w := &all[i]; err == nil && w.Frozen != nil {
			w.forget()
			err = w.write(tx, w.UpdatedAt)
		}
	}
	return err
}

// forget leaves that it is frozen, and not what staff wrote of it.
func (w *Wallet) forget() {
	if w.Frozen != nil {
		frozen := *w.Frozen
		frozen.Reason = person.ErasedName
		w.Frozen = &frozen
	}
}

func (m *Movement) forget() { m.Reason = "" }

func eraseReasons(tx app.Tx, e *person.Erasing) error {
	ids, err := idsOf(tx, e.CustomerID)
	if err != nil {
		return err
	}
	var groups []int64 // those that wait first: once confirmed they are among the others
	for _, id := range ids {
		groups = append(groups, id<<1|waitsBit, id<<1)
	}
	from, after, err := placeOf(e.Place())
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
			e.GoOn(fmt.Sprintf("%d %s", group, at))
			return nil
		}
	}
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

// eraseTags blanks why tags were frozen that a customer's tickets are paired with, and takes
// the customer out of what was noted of other tags.
func eraseTags(tx app.Tx, e *person.Erasing) error {
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
			reason = person.ErasedName
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

// mergeWallets puts the wallets of a customer into those of another, who is the same person. It
// is refused where one gives nothing, or money of it is on its way: whoever decided that is to
// decide first.
func mergeWallets(tx app.Tx, m *person.Moving) error {
	if !m.First {
		return nil // what is credited to the one since is the other's
	}
	all, err := Of(tx, m.From)
	if err != nil {
		return err
	}
	for i := range all {
		w := &all[i]
		into, found, err := find(tx, m.Into, w.CurrencyID, w.Demo)
		if err == nil && found && into.ID == w.ID {
			into, err = standAlone(tx, m.Into, w.CurrencyID, w.Demo)
		}
		switch {
		case err != nil:
			return err
		case w.Frozen != nil || into.Frozen != nil:
			return app.Field(mergeField, "has a frozen wallet")
		case w.Reserved > 0:
			return app.Field(mergeField, "has a payout that is not confirmed")
		}
	}
	return MergeCustomers(tx, m.From, m.Into, m.UserID)
}

// standAlone makes the wallet of a customer one again that was merged into another: what lies
// there comes to it now.
func standAlone(tx app.Tx, customerID, currencyID int64, demo bool) (Wallet, error) {
	w, err := walletOf.Get(tx, ownerKey(customerID, currencyID, demo))
	if err != nil {
		return w, err
	}
	w.MergedInto = 0
	return w, w.write(tx, tx.Now())
}

const mergeField = "mergeCustomerId"

// exportWallets adds the wallets of somebody, those that were merged into others too, and their
// movements, at most so many of each.
func exportWallets(r app.Reader, x *person.Export) error {
	ids, err := x.IDs(r, person.MaxRecords, func(r app.Reader, k person.Key, s person.Span) iter.Seq2[person.Found, error] {
		return person.Entries(walletOf.Keys(r, person.Within(indexes.PrefixOf[int64](k.ID), s)))
	}, nil)
	if err != nil {
		return err
	}
	all, err := wallets.GetMany(r, ids)
	if err != nil {
		return err
	}
	var moves []int64
	for _, id := range ids {
		for _, group := range []int64{id << 1, id<<1 | waitsBit} {
			some, err := indexes.Gather(movementByWallet.IDs(r, indexes.Equal(group).Reversed().Limit(person.MaxRecords)))
			if err != nil {
				return err
			}
			moves = append(moves, some...)
		}
	}
	moved, err := movements.GetMany(r, moves)
	x.Add("wallets", all)
	x.Add("walletMovements", moved)
	x.Full(len(all), len(moved))
	return err
}

// exportTags adds the frozen tags that somebody's tickets are paired with, and those of which
// it is noted that they are about them.
func exportTags(r app.Reader, x *person.Export) error {
	var all []FrozenTag
	sought := &x.Who.Sought()[0]
	for hit, err := range frozenTags.Scan(r, indexes.All[string]()) { // a few that were lost
		if err != nil {
			return err
		}
		theirs, err := heldBy(r, hit.Rec.Tag, x.Who.IDs)
		if err != nil {
			return err
		}
		if reason := hit.Rec.Freeze.Reason; theirs || sought.Is(reason) || sought.Without(reason) != reason {
			all = append(all, hit.Rec)
		}
	}
	x.Add("frozenTags", all)
	return nil
}
