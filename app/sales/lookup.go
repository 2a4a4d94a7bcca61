package sales

import "marquee/app"

// OrderByReference finds an order or basket of the company, whatever the case of
// the reference.
func OrderByReference(r app.Reader, reference string) (Order, error) {
	return Find(r, Key{Reference: reference})
}
