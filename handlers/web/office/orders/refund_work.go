package orders

import (
	"maps"
	"marquee/handlers/web/office/screen"

	"marquee/app/office"
)

// refundAnswer is what the operation says.
type refundAnswer struct {
	Data []struct {
		OrderItemID int64 `json:"orderItemId"`
		RefundValue int64 `json:"refundValue"`
	} `json:"data"`
	Returned []struct {
		PaymentMethod string  `json:"paymentMethod"`
		Amount        int64   `json:"amount"`
		Tax           int64   `json:"tax"`
		Gateway       *string `json:"gateway"`
		ToWallet      bool    `json:"toWallet"`
	} `json:"returned"`
}

// work asks the operation what it would come to, and says so.
func (b *refundBody) work(v *screen.Visit, o *office.Order, f *screen.Form) error {
	values := maps.Clone(f.Sent)
	values.Del("uuid") // that of a refund that was done would be answered as it was then
	var answer refundAnswer
	ok, err := v.Try(f, values, &answer)
	if b.Known = ok; err != nil || !ok {
		return err
	}
	b.says(v, o, &answer)
	b.Does = refundDoes(v, o, f, &answer)
	return nil
}

// says puts the money of an answer into lines.
func (b *refundBody) says(v *screen.Visit, o *office.Order, answer *refundAnswer) {
	total, tax, gross := int64(0), int64(0), int64(0)
	for _, d := range answer.Data {
		if it := o.Item(d.OrderItemID); it != nil && d.RefundValue != 0 {
			b.Lines = append(b.Lines, screen.MoneyLine{Text: it.SaleName, Amount: amountOf(v, o, d.RefundValue)})
			gross += d.RefundValue
		}
	}
	for _, r := range answer.Returned {
		total, tax = total+r.Amount, tax+r.Tax
		key := "office.to_hand"
		switch {
		case r.ToWallet:
			key = "office.to_account"
		case r.Gateway != nil:
			key = "office.to_card"
		}
		b.Back = append(b.Back, screen.MoneyLine{Text: v.View.T(key, "method", v.Method(r.PaymentMethod)), Amount: amountOf(v, o, r.Amount)})
	}
	if b.Total = amountOf(v, o, total); tax != 0 {
		b.Tax = amountOf(v, o, tax)
	}
	b.Do = v.View.T("office.refund_amount", "amount", b.Total)
	if total == 0 {
		b.Back = []screen.MoneyLine{{Text: v.View.T("office.nothing_back"), Amount: b.Total}}
		b.Do = v.View.T("office.void_items", "n", len(b.chosen()))
	}
}

// chosen are the rows that come back.
func (b *refundBody) chosen() (all []ticketRow) {
	for _, row := range b.Tickets {
		if row.Checked {
			all = append(all, row)
		}
	}
	return all
}
