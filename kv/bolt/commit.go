package bolt

import (
	"fmt"
	"time"

	"marquee/kv"

	"go.etcd.io/bbolt"
)

// commits is the goroutine that writes the file, one batch after the other, while the
// closures of the next batch run. A batch may have read what the previous one wrote, so
// after a failed commit none of the following batches is committed. Between commits it
// runs tasks, and refills the pool of free pages after a time without commits.
func (e *Engine) commits() {
	defer endCommits(e)
	quiet := time.NewTimer(quietTime)
	defer quiet.Stop()
	for {
		select {
		case b, ok := <-e.ready:
			if !ok {
				return
			}
			b.finish()
			quiet.Reset(quietTime)
		case task := <-e.tasks:
			task()
		case <-quiet.C:
			e.keepPool()
		}
	}
}

// endCommits tells that all jobs are answered, or has that told when all batches have landed.
func endCommits(e *Engine) {
	if e.member != nil {
		close(e.member.flights)
		return
	}
	close(e.finished)
}

// finish commits the batch and answers all its jobs; in a cluster they are answered when the
// batch has landed.
func (b *batch) finish() {
	if b.e.member != nil {
		b.e.member.takeOff(b)
		return
	}
	b.commit()
	b.answer()
}

func (b *batch) answer() {
	b.e.answered.Store(int64(len(b.jobs)))
	b.ended.Store(true)
	for _, j := range b.jobs {
		b.settle(j)
	}
}

// commit writes the batch. A batch that wrote nothing needs no commit, but its answers
// may depend on earlier commits.
func (b *batch) commit() {
	switch {
	case b.err != nil:
	case b.e.isPoisoned():
		b.err = kv.ErrPoisoned
	case b.applied > 0:
		b.write()
	}
}

// write makes the commit and calls the followers before and after it.
func (b *batch) write() {
	f := &b.e.followers
	f.mu.Lock()
	defer f.mu.Unlock()
	f.gather(b)
	defer f.forget()
	f.before(b.e.o.OnPanic)
	start, err := b.store(f)
	if err != nil {
		b.err = fmt.Errorf("%w: %w", kv.ErrPoisoned, err)
		b.e.poisonIt()
	}
	b.e.figures.committed(b.e.o, Commit{len(b.jobs), b.applied, time.Since(start), err})
	if err == nil {
		f.last = b.last
		f.after(b.e.o.OnPanic)
	}
}

// store makes the batch durable: in the log if there is one, else in the file. It tells when
// the disk was asked.
func (b *batch) store(f *followers) (start time.Time, err error) {
	var tx *bbolt.Tx
	if b.e.log != nil {
		err = b.e.log.room(b.e, f.sets)
	} else {
		tx, err = b.fill()
	}
	start = time.Now()
	if err != nil {
		return start, err
	}
	b.e.idle.begin(start)
	defer func() { b.e.idle.end(time.Now()) }()
	if b.e.log != nil {
		return start, b.e.log.append(b)
	}
	return start, b.e.commit(tx)
}

// fill opens a write transaction on the file and writes the layer of the batch.
func (b *batch) fill() (*bbolt.Tx, error) {
	tx, err := b.e.db().Begin(true)
	if err != nil {
		return nil, engineError(err)
	}
	if err = b.e.put(tx, &b.written); err == nil {
		err = setLastTime(tx, b.last)
	}
	if err != nil {
		tx.Rollback()
		return nil, err
	}
	return tx, nil
}

// put writes a layer to the file.
func (e *Engine) put(tx *bbolt.Tx, l *layer) error {
	return l.each(e.target(tx).put)
}

func (e *Engine) target(tx *bbolt.Tx) *target { return &target{tx: tx, appendOnly: e.o.AppendOnly} }

// target is the bucket being written; writes come space by space.
type target struct {
	tx         *bbolt.Tx
	appendOnly func(kv.Space) bool
	space      kv.Space
	bucket     *bbolt.Bucket // nil while the space has no bucket
}

func (t *target) put(w kv.Entry) error {
	if w.Space != t.space {
		t.open(w.Space)
	}
	var err error
	if t.bucket == nil && w.Value != nil {
		err = t.create()
	}
	switch {
	case err != nil || t.bucket == nil:
	case w.Value == nil:
		err = t.bucket.Delete(w.Key)
	default:
		err = t.bucket.Put(w.Key, w.Value)
	}
	if err != nil {
		return fmt.Errorf("kv/bolt: space %q: %w", w.Space, err)
	}
	return nil
}

func (t *target) open(s kv.Space) {
	t.space, t.bucket = s, t.tx.Bucket([]byte(s))
	t.choose()
}

func (t *target) create() (err error) {
	t.bucket, err = t.tx.CreateBucketIfNotExists([]byte(t.space))
	t.choose()
	return err
}

// choose sets the fill percentage of the space's pages.
func (t *target) choose() {
	if t.bucket != nil && t.appendOnly(t.space) {
		t.bucket.FillPercent = appendFill
	}
}
