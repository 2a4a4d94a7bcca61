package rules

import (
	"fmt"
	"testing"
	"time"

	"marquee/app/company"
	"marquee/app/money"
	"marquee/app/order"

	"github.com/matryer/is"
)

// pastSale is a sale of two tickets for 10 euros and one for nothing, of yesterday.
func pastSale() (*Basket, *Past) {
	b := table()
	at := b.Wall.Add(-24 * time.Hour)
	p := &Past{Method: order.Cash, Order: order.Order{Reference: "ABC", Status: order.Complete, CurrencyID: 978, CustomerID: 5, UserID: 7, CompletedAt: &at}}
	for _, price := range []int64{1000, 1000, 0} {
		p.Items = append(p.Items, PastItem{Goods: b.Goods[ticket], Band: &company.TaxBand{ID: 3, Rate: 10 * money.PercentUnit}, Price: price, RefundedBy: 7})
	}
	return b, p
}

func TestPlanKept(t *testing.T) {
	back := func(p *Past, items ...int) {
		for _, i := range items {
			p.Items[i].RefundedAt = new(p.Order.CompletedAt.Add(time.Hour))
		}
	}
	for _, tt := range []struct {
		name     string
		set      func(p *Past)
		paid     int64
		payments []string
		codes    []string
		status   order.Status
	}{
		{"all of it stands", func(*Past) {}, 2000, []string{"cash 2000 by 7"}, []string{"drawn 1", "drawn 2", "drawn 3"}, order.Complete},
		{"some was given back", func(p *Past) { back(p, 1); p.Items[1].RefundedBy = 8 }, 2000, []string{"cash 2000 by 7", "refund -1000 by 8"}, []string{"drawn 1", "", "drawn 2"}, order.PartiallyRefunded},
		{"all money was given back", func(p *Past) { back(p, 0, 1) }, 2000, []string{"cash 2000 by 7", "refund -1000 by 7", "refund -1000 by 7"}, []string{"", "", "drawn 1"}, order.Refunded},
		{"what was given away brings no money back", func(p *Past) { p.Method = order.ComplimentaryMethod; back(p, 0) }, 0, []string{"complimentary 0 by 7"}, []string{"", "drawn 1", "drawn 2"}, order.Complete},
		{"nothing stands of what was given away", func(p *Past) { p.Method = order.ComplimentaryMethod; back(p, 0, 1, 2) }, 0, []string{"complimentary 0 by 7"}, []string{"", "", ""}, order.Cancelled},
		{"what cost nothing is free", func(p *Past) { p.Items = p.Items[2:] }, 0, nil, []string{"drawn 1"}, order.Complete},
		{"another system printed barcodes", func(p *Past) {
			p.Foreign, p.Items[0].Printed = true, order.ForeignItem{Barcode: "printed", Holder: " Ada ", Repeats: true}
			p.Items[1].Printed = order.ForeignItem{Barcode: "gone"}
			back(p, 1)
		}, 2000, []string{"cash 2000 by 7", "refund -1000 by 7"}, []string{"printed", "", "drawn 1"}, order.PartiallyRefunded},
	} {
		t.Run(tt.name, func(t *testing.T) {
			is := is.New(t)
			b, p := pastSale()
			tt.set(p)
			n := 0
			k := PlanKept(b, p, func() string { n++; return fmt.Sprint("drawn ", n) })
			var payments, codes []string
			for _, pay := range k.Payments {
				typ := pay.Type
				if typ == order.RefundOffline {
					typ = "refund"
				}
				payments = append(payments, fmt.Sprintf("%s %d by %d", typ, pay.Total, pay.UserID))
			}
			for _, u := range k.Units {
				codes = append(codes, u.Barcode)
				is.True(u.Sold && u.AmountNamed && !u.RequiresApproval)
				is.Equal(u.CreatedAt, *p.Order.CompletedAt)
			}
			is.Equal(payments, tt.payments)
			is.Equal(codes, tt.codes)
			is.Equal(k.Order.Totals.Paid, tt.paid)
			is.Equal(k.Order.Status, tt.status)
			is.Equal(k.GivenAway, p.Method == order.ComplimentaryMethod)
			is.Equal(k.Units[0].NamedHolder == "Ada", p.Foreign)
			is.Equal(k.Units[0].Repeats, p.Foreign)
			is.Equal(len(b.Units), 0)
		})
	}
}
