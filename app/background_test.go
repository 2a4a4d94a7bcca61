package app_test

import (
	"context"
	"errors"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/kv/kvtest"
	"marquee/kv/mem"
)

func TestTheFirstWriteIsThatOfACaller(t *testing.T) {
	is := is.New(t)
	a := app.New(kvtest.Chaos(mem.New(mem.Options{})), nil, app.Options{})
	calls, fails := 0, errors.New("the disk is full")
	answer := fails
	a.OnFirstWrite(func() error { calls++; return answer })
	write := func(ctx context.Context, err error) error {
		return a.UpdateCompany(ctx, 1, func(app.Tx) error { return err })
	}
	is.NoErr(write(app.Background(t.Context()), nil))
	is.Equal(write(t.Context(), app.Missing("order")).Error(), app.Missing("order").Error())
	is.Equal(calls, 0) // neither work of its own nor a refusal is a write that somebody misses
	is.True(errors.Is(write(t.Context(), nil), fails))
	answer = nil
	is.NoErr(write(t.Context(), nil))
	is.NoErr(write(t.Context(), nil))
	is.True(calls >= 2)
	before := calls
	is.NoErr(write(t.Context(), nil))
	is.Equal(calls, before) // once it succeeded it is done
}
