package sales

import "marquee/app"

// OrderByID finds an order or basket of the company.
func OrderByID(r app.Reader, id int64) (Order, error) { return Find(r, Key{ID: id}) }

// OrderByReference finds an order or basket of the company, whatever the case of
// the reference.
func OrderByReference(r app.Reader, reference string) (Order, error) {
	return Find(r, Key{Reference: reference})
}
