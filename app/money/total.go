package money

// Totals of an order, in minor units. Total is the sum of the line totals; what is
// left of it without tax is Total - Tax.
type Totals struct {
	Total    int64 `msgpack:"t,omitempty"`
	Tax      int64 `msgpack:"x,omitempty"`
	Fees     int64 `msgpack:"f,omitempty"`
	Discount int64 `msgpack:"d,omitempty"`
	Paid     int64 `msgpack:"p,omitempty"`
	Refunded int64 `msgpack:"r,omitempty"`
}

// Add adds what another line costs. What was paid and returned stays.
func (t *Totals) Add(line Totals) {
	t.Total += line.Total
	t.Tax += line.Tax
	t.Fees += line.Fees
	t.Discount += line.Discount
}
