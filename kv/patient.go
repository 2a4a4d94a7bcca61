package kv

import "context"

type patientKey struct{}

// Patient marks transactions with a context as ones that nobody waits for. An engine may
// keep what such a transaction wrote for a moment, so that it shares the commit of the next
// one that somebody waits for: a commit of its own would make that one wait for two.
func Patient(ctx context.Context) context.Context {
	return context.WithValue(ctx, patientKey{}, true)
}

// IsPatient tells whether a context was marked so.
func IsPatient(ctx context.Context) bool { return ctx.Value(patientKey{}) != nil }
