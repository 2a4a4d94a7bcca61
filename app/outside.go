package app

import "context"

type outsideKey struct{}

// WithOutside has leave called, perhaps more than once, when what is done with a context is
// about to wait for somebody outside: whoever counts what runs need not count it meanwhile.
func WithOutside(ctx context.Context, leave func()) context.Context {
	return context.WithValue(ctx, outsideKey{}, leave)
}

// Outside tells that what is done with a context is about to wait for somebody outside, as
// for a bank.
func Outside(ctx context.Context) {
	if leave, ok := ctx.Value(outsideKey{}).(func()); ok {
		leave()
	}
}
