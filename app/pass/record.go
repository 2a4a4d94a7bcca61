package pass

import (
	"fmt"

	"marquee/app/order"
	"marquee/indexes"
	"marquee/kv"
)

const (
	// maxName is how long the name may be that a phone gives itself, in bytes.
	maxName = 64
	// maxPhones is how many phones may be told of changes of one serial number.
	maxPhones = 20
	// maxKept is of how many passes one phone is told.
	maxKept = 500
)

// keeping is a phone that keeps a pass.
type keeping struct {
	Serial string `msgpack:"s"`
	Phone  string `msgpack:"p"`
	ItemID int64  `msgpack:"i"`
}

// keepingKey is the serial number and the phone.
type keepingKey = kv.Pair2[string, string]

func (k *keeping) key() keepingKey { return keepingKey{A: k.Serial, B: k.Phone} }

func (k *keeping) check() error {
	if id, ok := order.ParsePassSerial(k.Serial); !ok || id != k.ItemID || !GoodPhone(k.Phone) {
		return fmt.Errorf("a phone keeps a pass of item %d: its serial number or its name is none", k.ItemID)
	}
	return nil
}

// GoodPhone tells whether a phone may call itself that.
func GoodPhone(name string) bool {
	if name == "" || len(name) > maxName {
		return false
	}
	for _, r := range name {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		if !letter && (r < '0' || r > '9') && r != '-' && r != '_' {
			return false
		}
	}
	return true
}

var (
	keepingByPhone = indexes.NewBy("phone", kv.String, func(k *keeping) []string { return []string{k.Phone} })
	keepingByItem  = indexes.NewBy("item", kv.Int, func(k *keeping) []int64 { return []int64{k.ItemID} })
)

var keepings = indexes.DefineKeyed(indexes.KeyedSpec[keepingKey, keeping]{
	Name: "pass_phones", Version: 1,
	Person: indexes.Removed("the ticket"),
	Key:    kv.PairOf(kv.String, kv.String),
	KeyOf:  (*keeping).key,
	Check:  (*keeping).check,
}, keepingByPhone.Index, keepingByItem.Index)
