package order

import "marquee/app"

// ByReference finds an order or basket of the company, whatever the case of
// the reference.
func ByReference(r app.Reader, reference string) (Order, error) {
	return Find(r, Key{Reference: reference})
}
