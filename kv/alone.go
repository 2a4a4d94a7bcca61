package kv

import "context"

type aloneKey struct{}

// Alone marks reads with a context as those of somebody who has the store to themselves: a server
// that is about to open, or a command without one. No limit ends them, as they keep nobody's pages
// from being reused; a cold disk may take seconds for what is a moment otherwise.
func Alone(ctx context.Context) context.Context {
	return context.WithValue(ctx, aloneKey{}, true)
}

// IsAlone tells whether a context was marked so.
func IsAlone(ctx context.Context) bool { return ctx.Value(aloneKey{}) != nil }
