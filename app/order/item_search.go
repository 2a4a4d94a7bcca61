package order

import (
	"bytes"
	"slices"

	"marquee/app"
	"marquee/app/customer"
	"marquee/app/search"
	"marquee/indexes"
)

// line is what a sold item is searched for by: its barcode and the name that it carries, and
// beside them its holder and its order. What has neither has none.
func (i *Item) line() string {
	if i.Barcode == "" && i.NamedHolder == "" {
		return ""
	}
	named, holder := "", int64(0)
	if i.Sold {
		named, holder = i.NamedHolder, i.CustomerID
	}
	return search.Line([]string{i.Barcode, named}, holder, i.OrderID)
}

// namedItems is whatever names items: words, the barcode as it is printed, holders, orders.
type namedItems struct {
	asked, code    search.Asked
	people, orders indexes.Marks
}

// ItemsNamed marks the sold items that a text names: by a part of the barcode or of the
// order's reference, or by parts of the holder's name and e-mail.
func ItemsNamed(r app.Reader, text string) (all indexes.Marks, err error) {
	q := namedItems{asked: search.Query(text), code: search.Query(CanonicalBarcode(text))}
	if len(q.asked) == 0 || len(q.code) == 0 {
		return all, nil
	}
	if q.people, err = customer.Found(r, q.asked); err != nil {
		return all, err
	}
	if q.orders, err = withReference(r, q.code); err != nil {
		return all, err
	}
	if q.people.Len() > manyPeople {
		return itemByText.Find(r, nil, func(line []byte) bool { return q.names(line) || q.says(line) })
	}
	if all, err = q.written(r); err != nil {
		return all, err
	}
	if q.people.Len() <= fewPeople && q.orders.Len() <= fewPeople {
		return all, q.lookUp(r, &all)
	}
	named, err := itemByText.Find(r, nil, q.names)
	all.AddAll(&named)
	return all, err
}

// manyPeople is from how many customers on most lines are named anyhow, so that each is read
// once, rather than once for the words and once for whom it names.
const manyPeople = 20_000

// written are the items whose line contains what is asked for.
func (q *namedItems) written(r app.Reader) (indexes.Marks, error) {
	all, err := itemByText.Find(r, q.asked.First(), q.says)
	if err != nil || slices.EqualFunc(q.asked, q.code, bytes.Equal) {
		return all, err
	}
	coded, err := itemByText.Find(r, q.code.First(), q.says)
	all.AddAll(&coded)
	return all, err
}

// lookUp adds what few people hold, and the items of few orders.
func (q *namedItems) lookUp(r app.Reader, all *indexes.Marks) error {
	for _, id := range q.people.IDs() {
		held, err := HeldBy(r, id)
		if err != nil {
			return err
		}
		for _, item := range held {
			all.Add(item)
		}
	}
	orders, err := Orders.GetMany(r, q.orders.IDs())
	for i := range orders {
		for _, item := range orders[i].ItemIDs {
			all.Add(item)
		}
	}
	return err
}

// says tells whether a line contains all words, or the code in its first text.
func (q *namedItems) says(line []byte) bool {
	return q.asked.In(search.Texts(line)) || q.code.In(search.Text(line, 0))
}

// names tells whether a line is that of an item which a holder or an order names.
func (q *namedItems) names(line []byte) bool {
	holder, rest := search.Numbers(line).Next()
	if q.people.Has(holder) {
		return true
	}
	order, _ := rest.Next()
	return q.orders.Has(order)
}
