// Package orders has the screens of orders: the list of all and of an event, what is done to many of
// them, and of one order its page, refund, buyer, date and each thing bought.
//
//	orders.go        the lists; columns.go their columns, job.go what is done to many
//	order.go         one order; line.go what happened, money.go, tickets.go, ways.go what can be done
//	refund.go        what a refund would give back; refund_work.go and refund_does.go work it out
//	buyer.go, date.go, item.go   what is changed of it
package orders
