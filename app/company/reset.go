package company

import (
	"context"
	"slices"
	"time"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

// resetRequest is an e-mail whose owner wants a new password. It is stored alike for those
// that are known and those that are not, so that nobody can tell them apart, and looked at
// afterwards.
type resetRequest struct {
	Email string    `msgpack:"e"`
	At    time.Time `msgpack:"a"`
}

var resetRequests = indexes.DefineKeyed(indexes.KeyedSpec[string, resetRequest]{
	Name: "reset_requests", Version: 1, Global: true,
	Person:    indexes.Stays("people who work here, for an hour"),
	Unaudited: "opens something once",
	Key:       kv.String,
	KeyOf:     func(r *resetRequest) string { return r.Email },
})

// ResetsJob is the name of the job that looks at requests.
const ResetsJob = "new passwords"

// resetsAwake wakes the job that looks at requests.
var resetsAwake = app.NewPerApp(app.NewBell)

// ResetAsk is what POST /reset-password asks.
type ResetAsk struct {
	Email string
	// Address is the network address of the caller, without a port.
	Address string
}

// AskReset has a link to set a new password mailed to whoever has the address. Without a
// caller who manages users, nobody learns whether that is somebody; such a caller is told
// that nobody of the company has it, and may not ask for one who may do more.
func AskReset(ctx context.Context, a *app.App, c *app.Caller, in ResetAsk) error {
	email, err := accountEmail(ctx, a, in.Email)
	if err != nil {
		return err
	}
	if c != nil && c.Meets(mayEditUsers) {
		err := a.View(ctx, c, mayEditUsers, func(r app.Reader) error {
			u, _, err := UserKey{Email: email}.find(r)
			if err == nil {
				err = refuseForeignWhere(r, c, &u, (*Member).counts) // the owner of the address alone gets the mail
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	var wait time.Duration
	err = a.UpdateCompany(ctx, 0, func(tx app.Tx) error {
		who := guesser{email, app.Network(in.Address)}
		if wait, err = takeGuess(tx, who.shared("reset")); err != nil || wait > 0 {
			return err
		}
		if err := sweepThrottles(tx, who); err != nil {
			return err
		}
		own := []budget{{throttleKey("\x00reset\x00" + email), MaxResets, true}}
		if often, err := takeGuess(tx, own); err != nil || often > 0 {
			return err // whoever asks again and again gets no more mails, and the same answer
		}
		tx.AfterCommit(resetsAwake.Of(a).Ring)
		return resetRequests.Put(tx, &resetRequest{Email: email, At: tx.Now()})
	})
	if err == nil && wait > 0 {
		err = tooManyAttempts(wait)
	}
	return err
}

// answerResets has the mails written that were asked for.
func answerResets(ctx context.Context, w *app.Work) error {
	for ctx.Err() == nil {
		var waiting []resetRequest
		err := w.App.ViewCompany(ctx, 0, func(r app.Reader) error {
			waiting = nil
			for hit, err := range resetRequests.Scan(r, indexes.All[string]().Limit(resetBatch)) {
				if err != nil {
					return err
				}
				waiting = append(waiting, hit.Rec)
			}
			return nil
		})
		if err != nil || len(waiting) == 0 {
			return err
		}
		for _, one := range waiting {
			err := w.App.UpdateCompany(app.Background(ctx), 0, func(tx app.Tx) error { return answerReset(tx, one) })
			if err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}

func answerReset(tx app.Tx, asked resetRequest) error {
	if err := resetRequests.Delete(tx, asked.Email); err != nil {
		return missing(err, "request")
	}
	u, found, err := userByEmail.Find(tx, asked.Email)
	if err != nil || !found || u.SuspendedAt != nil || tx.Now().Sub(asked.At) > ResetLife {
		return err
	}
	belongs, err := everyMembership(tx, u.ID)
	if err != nil {
		return err
	}
	belongs = slices.DeleteFunc(belongs, func(m Member) bool { return m.SuspendedAt != nil })
	m, ok := choose(belongs, u.LastCompanyID, callerKey{})
	if !ok {
		return nil
	}
	return ports(app.InCompany(tx, m.CompanyID)).ResetAsked(app.InCompany(tx, m.CompanyID), &u)
}

// StartReset makes text the secret of the link by which a user sets a new password, in
// place of every earlier one, and for so long. Only its hash is kept.
func StartReset(ctx context.Context, a *app.App, userID int64, text string, life time.Duration) error {
	return a.UpdateCompany(app.Background(ctx), 0, func(tx app.Tx) error {
		if err := forgetLinks(tx, userID, ForReset); err != nil {
			return err
		}
		ends := tx.Wall().Add(life)
		_, err := insertToken(tx, Token{UserID: userID, Name: "new password", Purpose: ForReset, ExpiresAt: &ends}, text)
		return err
	})
}

// forgetLinks removes the links of one purpose that a user has.
func forgetLinks(tx app.Tx, userID int64, purpose Purpose) error {
	var old []int64
	for hit, err := range tokenByUser.Scan(tx, indexes.Equal(userID)) {
		if err != nil {
			return err
		}
		if hit.Rec.Purpose == purpose {
			old = append(old, hit.ID)
		}
	}
	for _, id := range old {
		if err := tokens.Delete(tx, id); err != nil {
			return err
		}
	}
	return nil
}

// ResetUser is whose password a link sets. A link that is used, too old, or older than the
// password is as unknown as one that never was; guesses are counted by address.
func ResetUser(ctx context.Context, a *app.App, text, address string) (u User, err error) {
	err = a.ViewCompany(ctx, 0, func(r app.Reader) (err error) {
		_, u, err = linkOf(r, text, ForReset, a.Now())
		return err
	})
	return u, countGuess(ctx, a, err, address)
}

// SetPassword sets a new password by a link, which is good once. What ResetPassword ends
// ends here too, and the address counts as proven.
func SetPassword(ctx context.Context, a *app.App, text, password, address string) (User, error) {
	u, err := ResetUser(ctx, a, text, address)
	if err != nil {
		return u, err
	}
	hash, err := HashPassword(ctx, a, "password", password, u.Email)
	if err != nil {
		return u, err
	}
	// Nobody is signed in, but it is an act of staff.
	via := app.Via{Through: app.ThroughPages, Operation: "new password by a mailed link", Address: address}
	err = a.UpdateCompany(app.AsOperator(ctx, via), 0, func(tx app.Tx) error {
		if _, u, err = linkOf(tx, text, ForReset, tx.Wall()); err != nil {
			return err
		}
		changed(a, tx)
		if err := forgetLinks(tx, u.ID, ForReset); err != nil {
			return err
		}
		now := tx.Now()
		if u, err = users.Update(tx, u.ID, func(u *User) error {
			u.PasswordHash, u.PasswordAt = hash, &now
			return prove(tx, u)
		}); err != nil {
			return err
		}
		return forgiveEmail(tx, u.Email)
	})
	return u, err
}

// linkOf finds a link of one purpose that is still good, and its user.
func linkOf(r app.Reader, text string, purpose Purpose, now time.Time) (t Token, u User, err error) {
	hash, ok := hashToken(text)
	if !ok {
		return t, u, app.Missing("link")
	}
	t, found, err := tokenByHash.Find(r, hash[:])
	if err != nil {
		return t, u, err
	}
	if !found || t.Purpose != purpose || t.RevokedAt != nil || t.ExpiresAt == nil || !now.Before(*t.ExpiresAt) {
		return t, u, app.Missing("link")
	}
	u, err = users.Get(r, t.UserID)
	if err == nil && (u.SuspendedAt != nil || t.outlived(&u)) {
		err = app.Missing("link")
	}
	return t, u, err
}

// countGuess counts a link that was not found as a guess from its address, and refuses
// further ones where there are too many.
func countGuess(ctx context.Context, a *app.App, err error, address string) error {
	if app.KindOf(err) != app.NotFound {
		return err
	}
	var wait time.Duration
	counted := a.UpdateCompany(ctx, 0, func(tx app.Tx) (err error) {
		wait, err = takeGuess(tx, guesser{address: app.Network(address)}.shared("link"))
		return err
	})
	switch {
	case counted != nil:
		return counted
	case wait > 0:
		return tooManyAttempts(wait)
	}
	return err
}
