package order

import (
	"marquee/app"
	"marquee/app/list"
)

// PlanOrders, PlanItems and PlanTransactions plan walks over the lists of this area, for
// those who narrow them further.
func PlanOrders(r app.Reader, f *Filter) (list.Plan[Order], error) { return f.plan(r) }

// PlanItems is PlanOrders for sold items.
func PlanItems(r app.Reader, f *ItemFilter) (list.Plan[Item], error) { return f.plan(r) }

// PlanTransactions is PlanOrders for transactions.
func PlanTransactions(r app.Reader, f *TransactionFilter) (list.Plan[Transaction], error) {
	return f.plan(r)
}
