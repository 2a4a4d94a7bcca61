package webhook_test

import (
	"bytes"
	"context"
	"fmt"
	"testing"

	"marquee/app/apptest"
	"marquee/app/webhook"
	"marquee/kv"

	"github.com/matryer/is"
)

// spoil damages every record of a space.
func (o *office) spoil(space kv.Space) {
	o.t.Helper()
	o.must(o.App.Engine().Update(context.Background(), func(tx kv.Tx) error {
		var all []kv.Pair
		for p, err := range tx.Scan(space, kv.Range{}) {
			if err != nil {
				return err
			}
			all = append(all, kv.Pair{Key: bytes.Clone(p.Key), Value: bytes.Clone(p.Value)})
		}
		if len(all) == 0 {
			o.t.Errorf("%s has no records", space)
		}
		for _, p := range all {
			p.Value[len(p.Value)-1] ^= 0xff
			if err := tx.Put(space, p.Key, p.Value); err != nil {
				return err
			}
		}
		return nil
	}))
}

// TestADamagedNoticeKeepsNoOtherFromBeingTold: what cannot be read is left where it is.
func TestADamagedNoticeKeepsNoOtherFromBeingTold(t *testing.T) {
	o := newOffice(t, apptest.Calm(), apptest.Unchecked())
	o.endpoint(o.A.Owner, webhook.CustomerChanged)
	o.customer(o.A.Owner, "Lost")
	o.spoil("webhook_notices")
	found := o.customer(o.A.Owner, "Found")
	o.send()
	is.New(t).Equal(o.carrier.told(), []string{fmt.Sprintf("customer-changed %d", found)})
}
