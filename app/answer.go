package app

import (
	"time"

	"marquee/indexes"
	"marquee/kv"
)

// AnswersKept is how long a repeated uuid finds the first answer (domain 1.4).
const AnswersKept = 30 * 24 * time.Hour

// answer is what a call with a uuid was told, stored in the transaction of its
// effect, so that a repeat finds either both or neither.
type answer struct {
	Kind string    `msgpack:"k"`
	UUID string    `msgpack:"u"`
	At   time.Time `msgpack:"t"`
	Body []byte    `msgpack:"b"`
}

type answerKey = kv.Pair2[string, string]

var answerByTime = indexes.NewBy("time", kv.Time, func(a *answer) []time.Time { return []time.Time{a.At} })

var answers = indexes.DefineKeyed(Schema, indexes.KeyedSpec[answerKey, answer]{
	Name: "answers", Version: 1,
	Key:   kv.PairOf(kv.String, kv.String),
	KeyOf: func(a *answer) answerKey { return answerKey{A: a.Kind, B: a.UUID} },
}, answerByTime)

// Remembered finds what the call of this kind with this uuid answered before.
// Kinds are scoped by company; an empty uuid was never answered.
func Remembered[T any](r Reader, kind, uuid string) (T, bool, error) {
	var v T
	if uuid == "" {
		return v, false, nil
	}
	a, found, err := answers.Find(r, answerKey{A: kind, B: uuid})
	if err != nil || !found {
		return v, false, err
	}
	return v, true, indexes.Unmarshal(a.Body, &v)
}

// Remember stores the answer of a call under its uuid; an empty uuid stores
// nothing. T needs explicit msgpack tags like every stored record.
func Remember[T any](tx Tx, kind, uuid string, v T) error {
	if uuid == "" {
		return nil
	}
	body, err := indexes.Marshal(&v)
	if err != nil {
		return err
	}
	return answers.Put(tx, &answer{Kind: kind, UUID: uuid, At: tx.Now(), Body: body})
}

// forgetBatch bounds the answers forgotten in one transaction.
const forgetBatch = 200

// ForgetAnswers deletes the company's answers that are older than AnswersKept, a
// batch at a time; more tells that there are others.
func ForgetAnswers(tx Tx) (more bool, err error) {
	var old []answerKey
	for hit, err := range answerByTime.Scan(tx, indexes.To(tx.Now().Add(-AnswersKept)).Limit(forgetBatch)) {
		if err != nil {
			return false, err
		}
		old = append(old, answerKey{A: hit.Rec.Kind, B: hit.Rec.UUID})
	}
	for _, key := range old {
		if err := answers.Delete(tx, key); err != nil {
			return false, err
		}
	}
	return len(old) == forgetBatch, nil
}
