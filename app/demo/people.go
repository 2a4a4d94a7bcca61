package demo

import (
	"marquee/app"
	"marquee/app/customer"
)

// customersPerOrder: two thousand customers for three thousand orders.
const customersPerOrder = 2.0 / 3

// customerChunk is how many customers go into one transaction.
const customerChunk = 1000

func (l *loader) customers() error {
	n := max(1, int(float64(l.options.Orders)*customersPerOrder))
	all := people(l.rng, l.data.people, n, l.now)
	l.made.Customers = make([]int64, n)
	return l.chunks("customers", n, customerChunk, func(from, to int) error {
		return l.app.Update(l.ctx, l.caller, app.CreateCustomers, func(tx app.Tx) error {
			for i := from; i < to; i++ {
				rec := customer.Customer{Name: all[i].name, Email: all[i].email, DOB: all[i].dob, Locale: "en"}
				if err := customer.Invent(tx, &rec); err != nil {
					return err
				}
				l.made.Customers[i] = rec.ID
			}
			return nil
		})
	})
}
