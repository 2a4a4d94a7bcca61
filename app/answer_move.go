package app

import (
	"time"

	"marquee/indexes"
	"marquee/kv"
)

// formerAnswer is an answer as the first releases kept it: under its uuid.
type formerAnswer struct {
	Kind string    `msgpack:"k"`
	UUID string    `msgpack:"u"`
	At   time.Time `msgpack:"t"`
	Body []byte    `msgpack:"b"`
}

// NumberAnswers is the migration that gives answers their numbers.
func NumberAnswers() indexes.Migration {
	return indexes.Migration{Number: 1, Name: "answers in the order in which they were given", Step: moveAnswers}
}

// moveAnswers gives a batch of answers their numbers. Nothing else goes on
// meanwhile, so the last number in the store is enough to know the next.
func moveAnswers(tx kv.Tx, after []byte) (next []byte, err error) {
	last := int64(0)
	for hit, err := range answers.Scan(indexes.Bind(tx, 0), indexes.All[int64]().Reversed().Limit(1)) {
		if err != nil {
			return nil, err
		}
		last = hit.Key
	}
	return indexes.EachFormer("answers", func(tx Tx, old *formerAnswer) error {
		last++
		return answers.Put(tx, &answer{
			Seq: last, Company: tx.Company(), Kind: old.Kind, UUID: old.UUID, At: old.At, Body: string(old.Body),
		})
	})(tx, after)
}
