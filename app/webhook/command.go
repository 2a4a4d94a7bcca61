package webhook

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"marquee/app"
	"marquee/indexes"
)

// Fields are what an endpoint can be made of; what is nil is left as it is.
type Fields struct {
	Name, URL *string
	Kinds     *[]Kind
	Enabled   *bool
	// Batch is how many calls one post has at most; 1: each goes alone.
	Batch *int64
}

// Create makes an endpoint. Its secret is told this once.
func Create(ctx context.Context, a *app.App, c *app.Caller, in Fields) (v View, secret string, err error) {
	secret = newSecret()
	err = a.Update(ctx, c, app.EditWebhooks, func(tx app.Tx) error {
		all, err := standingOnes(tx)
		if err != nil {
			return err
		}
		if len(all) >= MaxEndpoints {
			return app.Field("url", "is one too many: a company has at most %d", MaxEndpoints)
		}
		e := Endpoint{UserID: c.UserID, Secrets: []Secret{{Text: secret}}}
		if err := in.put(tx, c, &e); err != nil {
			return err
		}
		if err := endpoints.Insert(tx, &e); err != nil {
			return err
		}
		v = View{Endpoint: e}
		return recordSubscribed(tx)
	})
	return v, secret, err
}

// Update changes an endpoint. Whoever does must be able to read all that it is told: the
// URL may be theirs.
func Update(ctx context.Context, a *app.App, c *app.Caller, id int64, in Fields) (v View, err error) {
	err = a.Update(ctx, c, app.EditWebhooks, func(tx app.Tx) error {
		if _, err := find(tx, id); err != nil {
			return err
		}
		e, err := endpoints.Update(tx, id, func(e *Endpoint) error { return in.put(tx, c, e) })
		if err != nil {
			return err
		}
		if v, err = view(tx, e); err != nil {
			return err
		}
		nudgeAfter(tx)
		return recordSubscribed(tx)
	})
	return v, err
}

// put takes the fields over, and refuses what an endpoint cannot be.
func (in *Fields) put(tx app.Tx, c *app.Caller, e *Endpoint) error {
	if in.Name != nil {
		e.Name = strings.TrimSpace(*in.Name)
	}
	if in.URL != nil {
		e.URL = strings.TrimSpace(*in.URL)
	}
	if in.Kinds != nil {
		e.Kinds = slices.Compact(slices.Sorted(slices.Values(*in.Kinds)))
	}
	if in.Enabled != nil && e.Disabled == *in.Enabled {
		now := tx.Now()
		if e.Disabled = !*in.Enabled; e.Disabled {
			e.OffAt, e.OnAt = &now, nil
		} else {
			e.OnAt = &now
		}
	}
	if in.Batch != nil {
		if e.Batch = *in.Batch; e.Batch < 1 || e.Batch > MaxBatch {
			return app.Field("batchSize", "must be between %d and %d", 1, MaxBatch)
		}
		if e.Batch == 1 {
			e.Batch = 0
		}
	}
	if e.URL == "" {
		return app.Field("url", "is required")
	}
	if in.URL != nil {
		if err := checkURL(e.URL, workers.Of(app.Of(tx)).allowed()); err != nil {
			return err
		}
	}
	if utf8.RuneCountInString(e.Name) > MaxName {
		return app.Field("name", "must not be longer than %d characters", MaxName)
	}
	if len(e.Kinds) == 0 {
		return app.Field("kinds", "is required")
	}
	return readable(c, e.Kinds)
}

// readable refuses kinds whose objects the caller may not read. An endpoint is told of all
// events, so that whoever sees some of them alone has none.
func readable(c *app.Caller, kinds []Kind) error {
	if c.Visibility != nil {
		return app.Refuse(app.Forbidden, "This action is unauthorized.")
	}
	for _, k := range kinds {
		if !k.Known() {
			return app.Field("kinds", "must be one of %s", strings.Join(Kind.Values(""), ", "))
		}
		for _, needs := range k.trait().needs {
			if err := c.Need(needs); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *worker) allowed() Policy {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.policy
}

// Delete ends an endpoint. Nothing is sent to it any more; its calls are forgotten soon.
func Delete(ctx context.Context, a *app.App, c *app.Caller, id int64) error {
	return a.Update(ctx, c, app.EditWebhooks, func(tx app.Tx) error {
		if _, err := find(tx, id); err != nil {
			return err
		}
		_, err := endpoints.Update(tx, id, func(e *Endpoint) error {
			now := tx.Now()
			e.DeletedAt = &now
			return nil
		})
		if err != nil {
			return err
		}
		return recordSubscribed(tx)
	})
}

// Rotate gives an endpoint a new secret, which is told this once. The one before it signs
// beside it for so many hours more.
func Rotate(ctx context.Context, a *app.App, c *app.Caller, id, keepHours int64) (v View, secret string, err error) {
	if keepHours < 0 || keepHours > MaxKeepHours {
		return v, "", app.Field("keepHours", "must be between %d and %d", 0, MaxKeepHours)
	}
	secret = newSecret()
	err = a.Update(ctx, c, app.EditWebhooks, func(tx app.Tx) error {
		if _, err := find(tx, id); err != nil {
			return err
		}
		e, err := endpoints.Update(tx, id, func(e *Endpoint) error {
			e.rotate(secret, tx.Wall(), time.Duration(keepHours)*time.Hour)
			return nil
		})
		if err == nil {
			v, err = view(tx, e)
		}
		return err
	})
	return v, secret, err
}

// rotate puts a secret in front; of those before it the newest alone goes on, for a while.
func (e *Endpoint) rotate(secret string, now time.Time, keep time.Duration) {
	all := []Secret{{Text: secret}}
	if keep > 0 {
		until := now.Add(keep)
		all = append(all, Secret{e.Secrets[0].Text, &until})
	}
	e.Secrets = all
}

// find reads an endpoint that was not deleted.
func find(r app.Reader, id int64) (Endpoint, error) {
	e, err := endpoints.Get(r, id)
	if errors.Is(err, indexes.ErrNotFound) || err == nil && e.DeletedAt != nil {
		return Endpoint{}, app.Missing("webhook")
	}
	return e, err
}

func nudgeAfter(tx app.Tx) {
	tx.AfterCommit(workers.Of(app.Of(tx)).Ring)
}
