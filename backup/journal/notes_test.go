package journal

import (
	"testing"
	"time"

	"github.com/matryer/is"
)

// TestABaseOfAnotherTimeIsNone: a store that was brought back to a moment before its last backup
// wants a new one, and a comparison of a time that has not come never was. That is so after the
// next start too.
func TestABaseOfAnotherTimeIsNone(t *testing.T) {
	is := is.New(t)
	h := open(t)
	h.write("one")
	ahead := h.last().Add(400 * 24 * time.Hour)
	h.journal.Based(ahead)
	h.journal.note(func(n *notes) { n.Compared = ahead })
	is.True(!h.journal.Status().NeedsBase)
	is.NoErr(h.journal.Renew())
	for range 2 {
		s := h.journal.Status()
		is.True(s.NeedsBase)
		is.True(s.Compared.IsZero())
		h.stop()
		h.start()
	}
	h.journal.Based(h.last())
	is.True(!h.journal.Status().NeedsBase)
	h.stop()
}
