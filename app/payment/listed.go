package payment

import (
	"context"
	"slices"

	"marquee/app"
	"marquee/app/attempt"
	"marquee/app/list"
	"marquee/indexes"
)

// MaxPage is the longest page of the list of a company.
const MaxPage = 100

// classUnit is what a state counts in the groups of payments; the bit below it tells those of which
// the gateway says otherwise. What it means is stored: it never changes.
const classUnit = 2

func (p *Payment) class() int64 {
	class := int64(p.State) * classUnit
	if p.Discrepancy() != "" {
		class++
	}
	return class
}

// ListFilter says which payments of a company a list shows.
type ListFilter struct {
	// States narrows it to some states.
	States []State `list:"states"`
	// InDoubt: something is under way that has to end. Disputed: the gateway says otherwise.
	// Either of both is enough where both are asked for.
	InDoubt  *bool `list:"inDoubt"`
	Disputed *bool `list:"disputed"`
	OrderID  int64 `list:"orderId"`
	list.Request
}

var paymentList = &list.List[Payment, ListFilter]{
	Needs: app.Everywhere(app.ViewPayments),
	Name:  "payments", Max: MaxPage, Table: payments.Table,
	Plan: func(r app.Reader, f *ListFilter) (list.Plan[Payment], error) { return f.plan(r) },
}

// Shown is a payment with the call to its gateway that is not finished; nil: there is none.
type Shown struct {
	Payment
	Call *attempt.Open
}

// ListOf lists the payments of the caller's company, the newest first.
func ListOf(ctx context.Context, a *app.App, c *app.Caller, f ListFilter) (all []Shown, info list.Info, err error) {
	page, err := paymentList.Read(ctx, a, c, f, f.Request, func(r app.Reader, _ *ListFilter, rows []Payment) error {
		if err := maySee(r); err != nil {
			return err
		}
		all = make([]Shown, len(rows))
		for i := range rows {
			if all[i], err = shown(r, rows[i]); err != nil {
				return err
			}
		}
		return nil
	})
	return all, page.Info, err
}

// ReadOf reads a payment of the caller's company by its transaction.
func ReadOf(ctx context.Context, a *app.App, c *app.Caller, transactionID int64) (s Shown, err error) {
	err = a.View(ctx, c, app.Everywhere(app.ViewPayments), func(r app.Reader) error {
		s, err = Own(r, transactionID)
		return err
	})
	return s, err
}

// Own finds a payment of the reader's company, for those who may see payments.
func Own(r app.Reader, transactionID int64) (Shown, error) {
	if err := maySee(r); err != nil {
		return Shown{}, err
	}
	p, found, err := byTransaction.Find(r, transactionID)
	if err == nil && !found {
		err = app.Missing("payment")
	}
	if err != nil {
		return Shown{}, err
	}
	return shown(r, p)
}

func shown(r app.Reader, p Payment) (s Shown, err error) {
	s.Payment = p
	if !p.State.unresolved() {
		return s, nil
	}
	open, found, err := attempt.OpenOf(r, Subject(p.ID))
	if found {
		s.Call = &open
	}
	return s, err
}

// maySee refuses the payments of the company to those who do not see all of it.
func maySee(r app.Reader) error {
	if app.VisibilityOf(r) != nil {
		return app.Refuse(app.Forbidden, "What the company took in is told to those who see all of its events.")
	}
	return nil
}

func (f *ListFilter) plan(r app.Reader) (list.Plan[Payment], error) {
	groups, err := byClass.Groups(r, int64(Opening)*classUnit, int64(Refunded+1)*classUnit)
	wanted := slices.DeleteFunc(groups, func(g indexes.Group) bool { return !f.wants(g.Key) })
	plan := list.Groups(r, byClass, wanted, list.All, true)
	plan.Key = func(p *Payment) indexes.Position { return list.AtID(p.ID) }
	plan.Descending = true
	plan.Fits = func(p *Payment) (bool, error) {
		return f.wants(p.class()) && (f.OrderID == 0 || p.OrderID == f.OrderID), nil
	}
	if err != nil || f.OrderID == 0 {
		return plan, err
	}
	ids, err := indexes.Gather(byOrder.IDs(r, indexes.Equal(f.OrderID)))
	plan.Exact, plan.Sets = false, append(plan.Sets, list.Sorted(ids))
	return plan, err
}

// wants tells whether payments of a group are listed.
func (f *ListFilter) wants(class int64) bool {
	state, disputed := State(class/classUnit), class%classUnit == 1
	if len(f.States) > 0 && !slices.Contains(f.States, state) {
		return false
	}
	doubt := state.unresolved()
	if f.InDoubt != nil && f.Disputed != nil && *f.InDoubt && *f.Disputed {
		return doubt || disputed
	}
	return (f.InDoubt == nil || *f.InDoubt == doubt) && (f.Disputed == nil || *f.Disputed == disputed)
}

// StateNames are the slugs of the states.
func StateNames() []string { return slices.Clone(stateNames[Opening:]) }
