package async

import (
	"errors"
	"testing"
	"testing/synctest"

	"github.com/matryer/is"
)

// TestAgain: a store that refuses is asked again, and a panic in it ends no more than that attempt.
func TestAgain(t *testing.T) {
	for name, refuse := range map[string]func() error{
		"it refuses": func() error { return errors.New("no") },
		"it panics":  func() error { panic("a store out of order") },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				is := is.New(t)
				tries := 0
				is.NoErr(again(t.Context(), func() error {
					if tries++; tries == 1 {
						return refuse()
					}
					return nil
				}))
				is.Equal(tries, 2)
			})
		})
	}
}
