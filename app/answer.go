package app

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"time"

	"marquee/indexes"
	"marquee/kv"
)

// AnswersKept is how long a repeated uuid finds the first answer.
const AnswersKept = 30 * 24 * time.Hour

// Call is a command with the uuid that its caller gave it. A device that does not
// know whether a call arrived sends it again with the same uuid, and gets the answer
// of the first time: a uuid names one thing to do, once. Whoever asks for something
// else under a uuid that was answered is refused (see Reused), because the answer
// would be about something that did not happen.
//
// Every command that takes a uuid does the same three things:
//
//	call, err := app.NewCall(scanKind, in.UUID, &scanAsks{Zone: in.ZoneID, …}) // before the transaction
//	known, done, err := app.Answered[Result](a, tx, call)                      // first in it, behind the abilities
//	err := app.Remember(a, tx, call, result)                                   // last in it
//
// Two rivals with one uuid exclude each other: both would store the next answer, so
// the second runs again and finds the first one's.
type Call struct {
	kind, uuid string
	// digest is of what is to be done; 0 is not known. former is what it was in releases
	// that looked at less, 0 where it is the same.
	digest, former int64
}

// NewCall names a call by its command, its uuid and what it asks to be done. asks is
// a struct with msgpack tags of the fields that decide what happens, in one canonical
// form. What a repeat may send anew is no part of it: who asks, from where, when. A
// field that a later release adds is tagged omitempty, so that requests without it
// keep their digest.
func NewCall[T any](kind, uuid string, asks *T) (Call, error) {
	c := Call{kind: kind, uuid: uuid}
	if uuid == "" {
		return c, nil
	}
	text, err := indexes.Marshal(asks)
	if err != nil {
		return c, err
	}
	sum := sha256.Sum256(text)
	c.digest = int64(binary.BigEndian.Uint64(sum[:])) | 1
	return c, nil
}

// Or is the call, which releases before named by another digest.
func (c Call) Or(former Call) Call {
	c.former = former.digest
	return c
}

// is tells whether an answer is to this call. Old answers are to whatever has their uuid.
func (c Call) is(known *answer) bool {
	return known.Digest == 0 || known.Digest == c.digest || known.Digest == c.former
}

// Part is a part of a call that is done in several transactions. What became of it is
// remembered under a name of its own, so that a repeat does no part twice.
func (c Call) Part(name string) Call {
	if c.uuid == "" {
		return c
	}
	return Call{c.kind + " part", c.uuid + " " + name, c.digest, c.former}
}

// answer is what a call with a uuid was told, stored in the transaction of its
// effect, so that a repeat finds either both or neither. Answers are kept one
// behind the other, as they were given: under the uuid each would dirty a page of
// its own, which is dear where a scan writes little else. Where the answer to a
// uuid lies is known in memory, see answerIndex.
type answer struct {
	Seq     int64     `msgpack:"n"`
	Company int64     `msgpack:"c"`
	Kind    string    `msgpack:"k"`
	UUID    string    `msgpack:"u"`
	At      time.Time `msgpack:"t"`
	Body    string    `msgpack:"b"`
	// Digest is of what the call asked for. It is 0 in answers of releases that kept
	// none: these answer whatever comes with their uuid until they are forgotten.
	Digest int64 `msgpack:"d,omitempty"`
}

// EncodeMsgpack writes an array.
func (a *answer) EncodeMsgpack(e *indexes.Encoder) {
	e.Array(7)
	e.Int(a.Seq)
	e.Int(a.Company)
	e.Text(a.Kind)
	e.Text(a.UUID)
	e.Time(a.At)
	e.Text(a.Body)
	e.Int(a.Digest)
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
	f.Int(&a.Digest)
	return f.Close()
}

var answers = indexes.DefineKeyed(indexes.KeyedSpec[int64, answer]{
	Name: "replays", Version: 1, Global: true, Ascending: true,
	Person:    indexes.Searched("answers to calls that are repeated"),
	Unaudited: "an answer to a repeated call",
	Key:       kv.Int,
	KeyOf:     func(a *answer) int64 { return a.Seq },
})

// asked is what an answer is found by. Kinds are scoped by company.
type asked struct {
	company    int64
	kind, uuid string
}

func (a *answer) asked() asked { return asked{a.Company, a.Kind, a.UUID} }

// Answered finds what the call was answered before. A call without a uuid never
// was. The error is Reused when its uuid was used for something else.
func Answered[T any](a *App, r Reader, c Call) (T, bool, error) {
	var v T
	known, found, err := answerTo(a, r, c)
	if err != nil || !found {
		return v, false, err
	}
	if !c.is(&known) {
		return v, false, reused{c.kind}
	}
	return v, true, indexes.Unmarshal([]byte(known.Body), &v)
}

// AnswerTo finds what any call of this kind with this uuid was answered, whatever it
// asked for.
func AnswerTo[T any](a *App, r Reader, kind, uuid string) (T, bool, error) {
	var v T
	known, found, err := answerTo(a, r, Call{kind: kind, uuid: uuid})
	if err != nil || !found {
		return v, false, err
	}
	return v, true, indexes.Unmarshal([]byte(known.Body), &v)
}

// answerTo looks where the answer may be, and makes sure.
func answerTo(a *App, r Reader, c Call) (answer, bool, error) {
	if c.uuid == "" {
		return answer{}, false, nil
	}
	index, want := answerIndexes.Of(a), asked{r.Company(), c.kind, c.uuid}
	if err := index.follow(r); err != nil {
		return answer{}, false, err
	}
	for _, seq := range index.find(want) {
		known, found, err := answers.Find(r, seq)
		if err != nil || found && known.asked() == want {
			return known, found, err
		}
	}
	return answer{}, false, nil
}

// Remember stores the answer of a call under its uuid; a call without one stores
// nothing. T needs explicit msgpack tags like every stored record. A transaction
// asks first, and remembers last.
func Remember[T any](a *App, tx Tx, c Call, v T) error {
	if c.uuid == "" {
		return nil
	}
	body, err := indexes.Marshal(&v)
	if err != nil {
		return err
	}
	seq, err := answerIndexes.Of(a).next(tx)
	if err != nil {
		return err
	}
	return answers.Put(tx, &answer{
		Seq: seq, Company: tx.Company(), Kind: c.kind, UUID: c.uuid, At: tx.Now(), Body: string(body), Digest: c.digest,
	})
}

// forgetBatch bounds the answers forgotten in one transaction.
const forgetBatch = 200

// forgetEvery is the pause between two looks for answers whose time is up.
const forgetEvery = time.Hour

// forgetAnswers drops what calls were told so long ago that nobody repeats them. At
// the start it finds out where the others lie, before anybody has to wait for it.
func forgetAnswers(ctx context.Context, w *Work) error {
	if err := answerIndexes.Of(w.App).learn(ctx, w.App); err != nil {
		return err
	}
	from := int64(0)
	for more := true; more && ctx.Err() == nil; {
		err := w.Update(ctx, func(tx Tx) (err error) {
			more, err = forgetSome(w.App, tx, from)
			return err
		})
		if seq, damaged := w.SkipDamaged(err); damaged {
			from, more = seq+1, true
		} else if err != nil {
			return err
		}
	}
	return nil
}

// forgetSome deletes the oldest answers from a number on if their time is up; more
// tells that there are others. Answers lie in the order of their times, but for those that an older
// release kept in another way: these go with the youngest of them.
func forgetSome(a *App, tx Tx, from int64) (more bool, err error) {
	limit, last, n := tx.Wall().Add(-AnswersKept), int64(0), 0
	for hit, err := range answers.Scan(tx, indexes.From(from).Limit(forgetBatch)) {
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
		tx.AfterCommit(func() { answerIndexes.Of(a).forget(last) })
	}
	return n == forgetBatch, nil
}
