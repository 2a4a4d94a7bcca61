package app

import (
	"context"
	"time"

	"marquee/indexes"
	"marquee/kv"
)

// AnswersKept is how long a repeated uuid finds the first answer (domain 1.4).
const AnswersKept = 30 * 24 * time.Hour

// answer is what a call with a uuid was told, stored in the transaction of its
// effect, so that a repeat finds either both or neither. Answers are kept one
// behind the other, as they were given: under the uuid each would dirty a page of
// its own, which is dear where a scan writes little else. Where the answer to a
// uuid lies is known in memory, see places.
type answer struct {
	Seq     int64     `msgpack:"n"`
	Company int64     `msgpack:"c"`
	Kind    string    `msgpack:"k"`
	UUID    string    `msgpack:"u"`
	At      time.Time `msgpack:"t"`
	Body    string    `msgpack:"b"`
}

// EncodeMsgpack writes an array.
func (a *answer) EncodeMsgpack(e *indexes.Encoder) {
	e.Array(6)
	e.Int(a.Seq)
	e.Int(a.Company)
	e.Text(a.Kind)
	e.Text(a.UUID)
	e.Time(a.At)
	e.Text(a.Body)
}

// DecodeMsgpack reads what EncodeMsgpack wrote.
func (a *answer) DecodeMsgpack(d *indexes.Decoder) error {
	f := d.Array()
	f.Int(&a.Seq)
	f.Int(&a.Company)
	f.Text(&a.Kind)
	f.Text(&a.UUID)
	f.Time(&a.At)
	f.Text(&a.Body)
	return f.Close()
}

var answers = indexes.DefineKeyed(Schema, indexes.KeyedSpec[int64, answer]{
	Name: "replays", Version: 1, Global: true, Ascending: true,
	Key:   kv.Int,
	KeyOf: func(a *answer) int64 { return a.Seq },
})

// asked is what an answer is found by. Kinds are scoped by company.
type asked struct {
	company    int64
	kind, uuid string
}

func (a *answer) asked() asked { return asked{a.Company, a.Kind, a.UUID} }

// Remembered finds what the call of this kind with this uuid answered before.
// An empty uuid was never answered.
func Remembered[T any](a *App, r Reader, kind, uuid string) (T, bool, error) {
	var v T
	if uuid == "" {
		return v, false, nil
	}
	known, found, err := answerTo(a, r, asked{r.Company(), kind, uuid})
	if err != nil || !found {
		return v, false, err
	}
	return v, true, indexes.Unmarshal([]byte(known.Body), &v)
}

// answerTo looks where the answer may be, and makes sure.
func answerTo(a *App, r Reader, want asked) (answer, bool, error) {
	all := answerPlaces.Of(a)
	if err := all.follow(r); err != nil {
		return answer{}, false, err
	}
	for _, seq := range all.find(want) {
		known, found, err := answers.Find(r, seq)
		if err != nil || found && known.asked() == want {
			return known, found, err
		}
	}
	return answer{}, false, nil
}

// Remember stores the answer of a call under its uuid; an empty uuid stores
// nothing. T needs explicit msgpack tags like every stored record. A transaction
// asks first, and remembers last.
func Remember[T any](a *App, tx Tx, kind, uuid string, v T) error {
	if uuid == "" {
		return nil
	}
	body, err := indexes.Marshal(&v)
	if err != nil {
		return err
	}
	seq, err := answerPlaces.Of(a).next(tx)
	if err != nil {
		return err
	}
	return answers.Put(tx, &answer{
		Seq: seq, Company: tx.Company(), Kind: kind, UUID: uuid, At: tx.Now(), Body: string(body),
	})
}

// forgetBatch bounds the answers forgotten in one transaction.
const forgetBatch = 200

func init() { Every("forget old answers", time.Hour, forgetAnswers) }

// forgetAnswers drops what calls were told so long ago that nobody repeats them. At
// the start it finds out where the others lie, before anybody has to wait for it.
func forgetAnswers(ctx context.Context, a *App) error {
	if err := answerPlaces.Of(a).learn(ctx, a); err != nil {
		return err
	}
	for more := true; more && ctx.Err() == nil; {
		err := a.UpdateCompany(ctx, 0, func(tx Tx) (err error) {
			more, err = forgetSome(a, tx)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// forgetSome deletes the oldest answers if their time is up; more tells that there
// are others. Answers lie in the order of their times, but for those that an older
// release kept in another way: these go with the youngest of them.
func forgetSome(a *App, tx Tx) (more bool, err error) {
	limit, last, n := tx.Now().Add(-AnswersKept), int64(0), 0
	for hit, err := range answers.Scan(tx, indexes.All[int64]().Limit(forgetBatch)) {
		if err != nil {
			return false, err
		}
		if !hit.Rec.At.Before(limit) {
			break
		}
		if err := answers.Delete(tx, hit.Key); err != nil {
			return false, err
		}
		last, n = hit.Key, n+1
	}
	if n > 0 {
		tx.AfterCommit(func() { answerPlaces.Of(a).forget(last) })
	}
	return n == forgetBatch, nil
}
