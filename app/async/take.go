package async

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"time"

	"marquee/app"
	"marquee/indexes"
)

// Take stores a request of a caller, and gives the uuid under which its answer will be.
func Take(ctx context.Context, a *app.App, c *app.Caller, in Request) (uuid string, err error) {
	if len(in.Body) > MaxBody {
		return "", app.Refuse(app.TooLarge, "The request body is larger than %d bytes.", MaxBody)
	}
	uuid = newUUID()
	err = a.Update(ctx, c, app.Authenticated, func(tx app.Tx) error {
		open, err := counted(callOpen.IDs(tx, indexes.Equal(c.TokenID)), maxOpen)
		if err != nil {
			return err
		}
		if open >= maxOpen {
			e := app.Refuse(app.TooMany, "Too many of your requests are waiting. Please try again.")
			e.RetryAfter = 10
			return e
		}
		if err := roomFor(tx, c.CompanyID); err != nil {
			return err
		}
		if err := app.TakeRows(tx, c, 1); err != nil {
			return err
		}
		one := &call{UUID: uuid, CompanyID: c.CompanyID, UserID: c.UserID, TokenID: c.TokenID, Request: in, State: waiting}
		if err := calls.Insert(tx, one); err != nil {
			return err
		}
		return goesOn.Put(tx, one)
	})
	return uuid, err
}

// roomFor refuses a request of a company for which as much is kept as may be.
func roomFor(r app.Reader, company int64) error {
	kept, err := callByCompany.CountOf(r, indexes.Equal(company))
	if err != nil {
		return err
	}
	bytes, err := bytesOf(r, company)
	if err != nil || kept < maxKept && bytes < maxKeptBytes {
		return err
	}
	return tooMuchKept()
}

func tooMuchKept() *app.Error {
	e := app.Refuse(app.TooMany, "Too many answers are kept for your company, each for two hours. Please try again later.")
	e.RetryAfter = int(keptRetry / time.Second)
	return e
}

// newUUID draws a uuid of version 4.
func newUUID() string {
	var b [16]byte
	_, _ = rand.Read(b[:])
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// counted counts ids, up to a limit.
func counted(ids func(func(int64, error) bool), most int) (n int, err error) {
	for _, err := range ids {
		if err != nil {
			return 0, err
		}
		if n++; n >= most {
			break
		}
	}
	return n, nil
}

// Find gives the answer to a request of the caller's; ready tells whether it is there.
// What was asked for elsewhere, by somebody else, or too long ago, does not exist, nor what
// was made for other rights than the caller has now: it may tell more than they may know.
func Find(ctx context.Context, a *app.App, c *app.Caller, uuid, method, path string) (out Answer, ready bool, err error) {
	err = a.View(ctx, c, app.Authenticated, func(r app.Reader) error {
		known, found, err := callByUUID.Find(r, uuid)
		if err != nil {
			return err
		}
		if !found || known.CompanyID != c.CompanyID || known.UserID != c.UserID || known.Request.Method != method || known.Request.Path != path ||
			known.EndsAt != nil && !known.EndsAt.After(a.Now()) || known.Rights != "" && known.Rights != c.Rights() {
			return app.Missing("request")
		}
		if ready = known.State == done; !ready {
			return nil
		}
		out = Answer{Status: int(known.Status), Header: known.Header}
		for n := range known.Parts {
			p, _, err := parts.Find(r, partKey{A: known.ID, B: n})
			if err != nil {
				return err
			}
			out.Body = append(out.Body, p.Bytes...)
		}
		return nil
	})
	return out, ready, err
}

// finish stores the answer to a request. Of a read for which there is no room any more it stores
// that there was none. It stores nothing of a read that has to be carried out anew.
func finish(ctx context.Context, a *app.App, runner Runner, id int64, made Answer) (anew bool, err error) {
	err = a.UpdateCompany(ctx, 0, func(tx app.Tx) error {
		anew = false
		known, err := calls.Get(tx, id)
		switch {
		case err != nil:
			return missing(err) // it was forgotten meanwhile
		case known.State == done:
			return nil // an answer stays
		case known.Outdated && known.Request.Safe:
			anew = true
			return nil
		}
		out := made
		if known.Outdated {
			out = Answer{Status: made.Status}
		}
		if known.Request.Safe {
			kept, err := bytesOf(tx, known.CompanyID)
			if err != nil {
				return err
			}
			if kept+int64(len(out.Body)) > maxKeptBytes {
				out = runner.Refused(tooMuchKept())
			}
		}
		n := int64(0)
		for piece := range slices.Chunk(out.Body, partSize) {
			if err := parts.Put(tx, &part{CallID: id, N: n, Bytes: piece}); err != nil {
				return err
			}
			n++
		}
		_, err = calls.Update(tx, id, func(c *call) error {
			ends := tx.Wall().Add(Kept)
			c.State, c.Status, c.Header, c.Parts, c.EndsAt = done, int64(out.Status), out.Header, n, &ends
			c.Rights, c.Outdated = out.Rights, false
			c.Request.Header, c.Request.Body, c.Request.Query = nil, nil, ""
			return nil
		})
		return err
	})
	return anew, err
}

// missing passes over a request that was forgotten meanwhile.
func missing(err error) error {
	if errors.Is(err, indexes.ErrNotFound) {
		return nil
	}
	return err
}

// clearDone forgets requests whose answers are kept no longer.
func clearDone(ctx context.Context, w *app.Work) error {
	err := app.Steps(ctx, w.Update, func(tx app.Tx) (more bool, err error) {
		over, err := endingIn(tx, indexes.To(tx.Wall()))
		for _, id := range over {
			if err == nil {
				err = forget(tx, id)
			}
		}
		return len(over) == clearBatch, err
	})
	if err != nil {
		return err
	}
	return w.Update(ctx, mendEnds)
}

// mendEnds lets answers end in their time whose end lies further ahead than any: the clock was
// set back since.
func mendEnds(tx app.Tx) error {
	ends := tx.Wall().Add(Kept)
	wrong, err := endingIn(tx, indexes.From(ends.Add(clockSlack)))
	for _, id := range wrong {
		if err == nil {
			_, err = calls.Update(tx, id, func(c *call) error { c.EndsAt = &ends; return nil })
		}
	}
	return err
}

// endingIn are some of the requests whose answers are kept until a time in a range.
func endingIn(r app.Reader, times indexes.Range[time.Time]) ([]int64, error) {
	return indexes.Gather(callByEnd.IDs(r, times.Limit(clearBatch)))
}

func forget(tx app.Tx, id int64) error {
	c, err := calls.Get(tx, id)
	if err != nil {
		return missing(err)
	}
	for n := range c.Parts {
		if err := parts.Delete(tx, partKey{A: id, B: n}); err != nil {
			return err
		}
	}
	return calls.Delete(tx, id)
}
