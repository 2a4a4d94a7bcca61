package wallet

import (
	"context"
	"errors"
	"math"
	"slices"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/list"
	"marquee/app/order"
	"marquee/indexes"
)

// Filter says which wallets a list shows.
type Filter struct {
	CurrencyID int64 `list:"currencyId"`
	CustomerID int64 `list:"customerId"`
	// HasPending: something was credited and is not confirmed; HasPayout: something is set
	// aside; HasBalance: something can be spent. Nil is either.
	HasPending *bool `list:"hasPendingBalance"`
	HasPayout  *bool `list:"hasPendingPayout"`
	HasBalance *bool `list:"hasPositiveBalance"`
	// Medium narrows the list to the holder of what is shown.
	Medium Medium
	// demo lists those that pay in demo mode, and no others.
	demo bool
	// holder is the customer whom the medium names.
	Holder int64 `list:"holder"`
	list.Request
}

var walletList = &list.List[Wallet, Filter]{
	Needs: app.ViewWallets,
	Name:  "wallets", Max: MaxPage, Table: wallets.Table,
	Plan: func(r app.Reader, f *Filter) (list.Plan[Wallet], error) { return f.plan(r) },
}

// List lists the wallets that pay in the mode of the company, by their ids. Those that were merged into others are left out.
func List(ctx context.Context, a *app.App, c *app.Caller, f Filter) (list.Page[Wallet], error) {
	return walletList.Read(ctx, a, c, f, f.Request, nil)
}

func (f *Filter) plan(r app.Reader) (list.Plan[Wallet], error) {
	own, err := company.SettingsOf(r)
	if err != nil {
		return list.Plan[Wallet]{}, err
	}
	f.demo = own.Demo
	all, err := walletListed.Groups(r, math.MinInt64, math.MaxInt64)
	groups := slices.DeleteFunc(all, func(g indexes.Group) bool { return !f.shows(g.Key) })
	plan := list.Groups(r, walletListed, groups, list.All, false)
	plan.Fits = func(w *Wallet) (bool, error) { return f.fits(w), nil }
	plan.Key = func(w *Wallet) indexes.Position { return list.AtID(w.ID) }
	if f.Medium.Text != "" && f.Holder == 0 && err == nil {
		f.Holder, err = HolderOf(r, f.Medium)
	}
	for _, id := range []int64{f.CustomerID, f.Holder} {
		if id == 0 || err != nil {
			continue
		}
		var ids []int64
		ids, err = idsOf(r, id)
		plan.Sets = append(plan.Sets, list.Sorted(ids))
	}
	plan.Exact = len(plan.Sets) == 0
	return plan, err
}

// shows tells whether wallets of a group are listed.
func (f *Filter) shows(group int64) bool {
	if f.demo != (group < 0) {
		return false
	}
	group = max(group, -group)
	if group&merged != 0 || f.CurrencyID != 0 && group/currencyUnit != f.CurrencyID {
		return false
	}
	for bit, want := range map[int64]*bool{hasPending: f.HasPending, hasReserved: f.HasPayout, hasAvailable: f.HasBalance} {
		if want != nil && *want != (group&bit != 0) {
			return false
		}
	}
	return true
}

func (f *Filter) fits(w *Wallet) bool {
	return f.shows(w.group()[0]) && (f.CustomerID == 0 || w.CustomerID == f.CustomerID) && (f.Holder == 0 || w.CustomerID == f.Holder)
}

// MovementFilter says which movements a list shows.
type MovementFilter struct {
	WalletID   int64 `list:"walletId"`
	CustomerID int64 `list:"customerId"`
	// OrderItemID is an item that the movement is about.
	OrderItemID int64 `list:"orderItemId"`
	// Waits: it is neither confirmed nor cancelled, or it is. Nil is either.
	Waits *bool `list:"pending"`
	list.Request
}

var movementList = &list.List[Movement, MovementFilter]{
	Needs: app.ViewWallets,
	Name:  "wallet-transactions", Max: MaxPage, Table: movements.Table,
	Plan: func(r app.Reader, f *MovementFilter) (list.Plan[Movement], error) { return f.plan(r) },
}

// ListMovements lists movements, the newest first.
func ListMovements(ctx context.Context, a *app.App, c *app.Caller, f MovementFilter) (list.Page[Movement], map[int64]Wallet, error) {
	var of map[int64]Wallet
	page, err := movementList.Read(ctx, a, c, f, f.Request, func(r app.Reader, _ *MovementFilter, rows []Movement) (err error) {
		of, err = walletsOf(r, rows)
		return err
	})
	return page, of, err
}

// walletsOf are the wallets of movements.
func walletsOf(r app.Reader, rows []Movement) (map[int64]Wallet, error) {
	ids := make([]int64, 0, len(rows))
	for i := range rows {
		ids = append(ids, rows[i].WalletID)
	}
	all, err := wallets.GetMany(r, list.Sorted(ids))
	of := make(map[int64]Wallet, len(all))
	for _, w := range all {
		of[w.ID] = w
	}
	return of, err
}

func (f *MovementFilter) plan(r app.Reader) (list.Plan[Movement], error) {
	plan, err := f.walk(r)
	plan.Key = func(m *Movement) indexes.Position { return list.AtID(m.ID) }
	plan.Descending = true
	if err != nil || f.OrderItemID == 0 {
		return plan, err
	}
	ids, err := aboutItem(r, f.OrderItemID)
	plan.Sets = append(plan.Sets, ids)
	return plan, err
}

// walk goes over the movements of the wallets that are asked for, or over all.
func (f *MovementFilter) walk(r app.Reader) (list.Plan[Movement], error) {
	if f.WalletID == 0 && f.CustomerID == 0 {
		groups, err := movementListed.Groups(r, 0, waitsBit+1)
		return list.Groups(r, movementListed, f.wanted(groups), list.All, true), err
	}
	ids, err := f.wallets(r)
	if err != nil {
		return list.Plan[Movement]{}, err
	}
	var groups []indexes.Group
	for _, id := range ids {
		own, err := movementByWallet.Groups(r, id<<1, id<<1+2)
		if err != nil {
			return list.Plan[Movement]{}, err
		}
		groups = append(groups, f.wanted(own)...)
	}
	return list.Groups(r, movementByWallet, groups, list.All, true), nil
}

// wallets are those that are asked for.
func (f *MovementFilter) wallets(r app.Reader) ([]int64, error) {
	if f.CustomerID == 0 {
		return []int64{f.WalletID}, nil
	}
	ids, err := idsOf(r, f.CustomerID)
	if f.WalletID != 0 {
		ids = slices.DeleteFunc(ids, func(id int64) bool { return id != f.WalletID })
	}
	return ids, err
}

func (f *MovementFilter) wanted(groups []indexes.Group) []indexes.Group {
	return slices.DeleteFunc(groups, func(g indexes.Group) bool { return f.Waits != nil && *f.Waits != (g.Key&waitsBit != 0) })
}

// aboutItem are the movements that are about an order item.
func aboutItem(r app.Reader, itemID int64) (list.IDs, error) {
	it, err := order.Items.Get(r, itemID)
	if errors.Is(err, indexes.ErrNotFound) {
		return list.IDs{}, nil
	}
	if err != nil {
		return nil, err
	}
	all, err := OfOrder(r, it.OrderID)
	ids := list.IDs{}
	for i := range all {
		if m := &all[i]; len(m.ItemIDs) == 0 || slices.Contains(m.ItemIDs, itemID) {
			ids = append(ids, all[i].ID)
		}
	}
	return list.Sorted(ids), err
}

// OfOrder reads the movements that an order made.
func OfOrder(r app.Reader, orderID int64) (all []Movement, err error) {
	return indexes.Records(movementByOrder.Scan(r, indexes.Equal(orderID)))
}

// newest are the last movements of a wallet, the newest first.
func newest(r app.Reader, walletID int64) (all []Movement, err error) {
	f := MovementFilter{WalletID: walletID}
	plan, err := f.walk(r)
	if err != nil {
		return nil, err
	}
	var ids []int64
	for row, err := range plan.Walk(nil) {
		if err != nil {
			return nil, err
		}
		if ids = append(ids, row.ID); len(ids) == MaxPage {
			break
		}
	}
	all, err = movements.GetMany(r, list.Sorted(ids))
	slices.Reverse(all)
	return all, err
}

// Table is the table of wallets, and MovementTable that of their movements, for those who
// list them in other ways.
func Table() *indexes.Table[Wallet] { return wallets.Table }

// MovementTable is the table of movements.
func MovementTable() *indexes.Table[Movement] { return movements.Table }

// Plan plans a walk over the list of wallets.
func Plan(r app.Reader, f *Filter) (list.Plan[Wallet], error) { return f.plan(r) }

// PlanMovements plans a walk over the list of movements.
func PlanMovements(r app.Reader, f *MovementFilter) (list.Plan[Movement], error) { return f.plan(r) }
