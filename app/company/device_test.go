package company

import (
	"testing"

	"github.com/matryer/is"
)

// TestADeviceThatWasReadBeforeItWasBlocked: what a call read of a device before somebody
// blocked it is not remembered for those that come after, also where the call is slow.
func TestADeviceThatWasReadBeforeItWasBlocked(t *testing.T) {
	is := is.New(t)
	k, key := &deviceCache{seen: map[deviceKey]Device{}, fresh: map[int64]told{}}, deviceKey{1, "till"}
	_, before, ok := k.find(key)
	is.True(!ok)
	k.Forget() // somebody blocks it
	k.put(key, Device{Code: "till"}, before)
	_, now, ok := k.find(key)
	is.True(!ok)
	k.put(key, Device{Code: "till"}, now)
	_, _, ok = k.find(key)
	is.True(ok) // what is read now is
}
