package company

import (
	"context"
	"crypto/sha256"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"marquee/app"
	"marquee/indexes"
)

// Authenticate resolves a bearer token, and the company header when there is
// one, to a caller. It refuses an unknown or revoked token and a suspended user
// as Unauthenticated, and a company that the user cannot reach as Forbidden.
//
// Without a header the company is the one selected last, or the only one, or
// the first. The header does not change the selection.
//
// The caller is the receiver's to keep and to set Locale and Language in; Abilities
// and Locales are shared.
//
// Tokens that were made for one thing alone, as those of phones at a door, are unknown
// here.
func Authenticate(ctx context.Context, a *app.App, token string, companyID *int64) (*app.Caller, error) {
	return authenticate(ctx, a, token, companyID, ForProgram, ForLogin)
}

// AuthenticateFor is Authenticate for tokens of one purpose.
func AuthenticateFor(ctx context.Context, a *app.App, purpose Purpose, token string) (*app.Caller, error) {
	return authenticate(ctx, a, token, nil, purpose)
}

// AuthenticateAt is AuthenticateFor in a company that was named. One that the user cannot
// reach is refused as Forbidden.
func AuthenticateAt(ctx context.Context, a *app.App, purpose Purpose, token string, companyID int64) (*app.Caller, error) {
	return authenticate(ctx, a, token, &companyID, purpose)
}

func authenticate(ctx context.Context, a *app.App, token string, companyID *int64, purposes ...Purpose) (*app.Caller, error) {
	hash, ok := hashToken(token)
	if !ok {
		return nil, unauthenticated()
	}
	known, key := callers.Of(a), callerKey{hash: hash}
	if companyID != nil {
		key.company, key.chosen = *companyID, true
	}
	generation := known.generation.Load()
	entry, ok := known.get(key, generation)
	if ok && sessions.Of(a).ended(&entry.token, entry.lastUsed, a.Now()) {
		ok = false // it may have been used since for another company: the store knows
	}
	if !ok {
		var err error
		if entry, err = resolve(ctx, a, key); err != nil {
			return nil, err
		}
		entry.generation = generation
		known.put(key, entry)
	}
	if !slices.Contains(purposes, entry.token.Purpose) || sessions.Of(a).ended(&entry.token, entry.lastUsed, a.Now()) {
		return nil, unauthenticated()
	}
	noteUse(ctx, a, known, key, entry)
	c := entry.caller
	c.Stale = entry.token.stale(a.Now())
	return &c, nil
}

// AuthenticateAgain resolves a token that was good before, for work that its caller does
// not wait for. One that was revoked since is refused.
func AuthenticateAgain(ctx context.Context, a *app.App, tokenID, companyID int64) (*app.Caller, error) {
	var token Token
	err := a.ViewCompany(ctx, 0, func(r app.Reader) (err error) {
		token, err = tokens.Get(r, tokenID)
		return err
	})
	if errors.Is(err, indexes.ErrNotFound) {
		return nil, unauthenticated()
	}
	if err != nil {
		return nil, err
	}
	e, err := resolve(ctx, a, callerKey{hash: [sha256.Size]byte(token.Hash), company: companyID, chosen: true})
	if err != nil {
		return nil, err
	}
	if sessions.Of(a).ended(&e.token, e.lastUsed, a.Now()) {
		return nil, unauthenticated()
	}
	return &e.caller, nil
}

// CallerOfUser is a user in a company as of now, for work that is done in their name when no
// call is there. Who was suspended is refused as Unauthenticated, and who does not belong
// to the company any more as Forbidden.
func CallerOfUser(ctx context.Context, a *app.App, userID, companyID int64) (*app.Caller, error) {
	var c app.Caller
	err := a.ViewCompany(ctx, 0, func(r app.Reader) error {
		u, err := users.Get(r, userID)
		if errors.Is(err, indexes.ErrNotFound) || err == nil && u.SuspendedAt != nil {
			return unauthenticated()
		}
		if err == nil {
			c, err = callerOf(r, u, callerKey{company: companyID, chosen: true})
		}
		return err
	})
	return &c, err
}

func unauthenticated() error { return app.Refuse(app.Unauthenticated, "Unauthenticated.") }

// callers holds the resolved callers of each App.
var callers = app.NewPerApp(func() *callerCache {
	return &callerCache{entries: map[callerKey]callerEntry{}}
})

type callerKey struct {
	hash    [sha256.Size]byte
	company int64
	chosen  bool
}

type callerEntry struct {
	caller     app.Caller
	lastUsed   time.Time
	token      Token // asked each time whether its end has come: no commit marks that moment
	generation uint64
}

// callerCache is emptied, by a new generation, with every commit that touches a
// user, token, member, role or company. An entry made from a snapshot taken
// before such a commit carries the old generation and is never used.
type callerCache struct {
	generation atomic.Uint64
	mu         sync.RWMutex
	entries    map[callerKey]callerEntry
}

// changed drops every cached caller once tx is durable.
func changed(a *app.App, tx app.Tx) {
	known := callers.Of(a)
	tx.AfterCommit(known.Forget)
}

// Forget drops every cached caller.
func (k *callerCache) Forget() { k.generation.Add(1) }

func (k *callerCache) get(key callerKey, generation uint64) (callerEntry, bool) {
	k.mu.RLock()
	defer k.mu.RUnlock()
	e, ok := k.entries[key]
	return e, ok && e.generation == generation
}

func (k *callerCache) put(key callerKey, e callerEntry) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.entries) >= maxCachedCallers {
		clear(k.entries)
	}
	k.entries[key] = e
}

// resolve reads token, user, membership and roles from one snapshot.
func resolve(ctx context.Context, a *app.App, key callerKey) (callerEntry, error) {
	var e callerEntry
	err := a.ViewCompany(ctx, 0, func(r app.Reader) error {
		token, err := tokenByHash.Get(r, key.hash[:])
		if errors.Is(err, indexes.ErrNotFound) || err == nil && token.RevokedAt != nil {
			return unauthenticated()
		}
		if err != nil {
			return err
		}
		user, err := users.Get(r, token.UserID)
		if err != nil {
			return err
		}
		if user.SuspendedAt != nil || token.outlived(&user) {
			return unauthenticated()
		}
		if token.LastUsedAt != nil {
			e.lastUsed = *token.LastUsedAt
		}
		if token.CompanyID != 0 {
			if key.chosen && key.company != token.CompanyID && token.Purpose == ForProgram {
				return app.Refuse(app.Forbidden, "This action is unauthorized.")
			}
			key.company, key.chosen = token.CompanyID, true
		}
		if e.caller, err = callerOf(r, user, key); err != nil {
			return err
		}
		e.caller.TokenID, e.token = token.ID, token
		token.lend(&e.caller)
		return withoutFactor(r, &token, &user, &e.caller)
	})
	return e, err
}

// callerOf is what a user may do in the company of the call.
func callerOf(r app.Reader, u User, key callerKey) (app.Caller, error) {
	c := app.Caller{UserID: u.ID, UserName: u.Name, UserEmail: u.Email, Installation: u.Installation}
	belongs, err := membersOf(r, u.ID)
	if err != nil {
		return c, err
	}
	m, ok := choose(belongs, u.LastCompanyID, key)
	if !ok {
		return c, app.Refuse(app.Forbidden, "This action is unauthorized.")
	}
	c.CompanyID, c.Super, c.Visibility = m.CompanyID, m.Super, m.visibility()
	own, err := companies.GetShared(r, m.CompanyID)
	if err != nil {
		return c, err
	}
	c.Locales, c.RateLimit = own.Locales, own.RateLimit
	held, err := rightsOf(app.ReadCompany(r, m.CompanyID), &m)
	held.put(&c)
	return c, err
}

// lend leaves a caller no more than the token hands on.
func (t *Token) lend(c *app.Caller) {
	if t.CompanyID == 0 {
		return
	}
	lent := rights{all: make(map[app.Ability]bool, len(t.Lends))}
	for _, a := range t.Lends {
		var needs app.Requirement = a
		if a == app.ScanZones {
			needs = app.AnyOf{a, app.EditEvents} // who runs an event scans there
		}
		if lent.all[a] = c.Meets(needs); !lent.all[a] {
			lent.add(nil, c.ScopeOf(needs).Grants(a))
		}
	}
	c.Super, c.Installation = false, false
	lent.put(c)
}

// choose picks the company of a call: the header's, else the one selected last,
// else the first.
func choose(belongs []Member, last int64, key callerKey) (Member, bool) {
	for _, m := range belongs {
		if key.chosen && m.CompanyID == key.company || !key.chosen && m.CompanyID == last {
			return m, true
		}
	}
	if key.chosen || len(belongs) == 0 {
		return Member{}, false
	}
	return belongs[0], true
}

type unusedKey struct{}

// Unused is for what a page asks by itself while nobody does anything: it is answered as ever, and
// keeps no session alive.
func Unused(ctx context.Context) context.Context {
	return context.WithValue(ctx, unusedKey{}, true)
}

// noteUse writes down when a token was used, once in a while. A
// store that cannot write now keeps nobody out for that.
func noteUse(ctx context.Context, a *app.App, known *callerCache, key callerKey, e callerEntry) {
	now := a.Now()
	if now.Sub(e.lastUsed) < sessions.Of(a).noteEvery() || ctx.Value(unusedKey{}) != nil {
		return
	}
	e.lastUsed = now
	known.put(key, e)
	err := a.UpdateCompany(app.Background(ctx), 0, func(tx app.Tx) error {
		_, err := tokens.Update(tx, e.caller.TokenID, func(t *Token) error {
			used := tx.Wall()
			t.LastUsedAt = &used
			return nil
		})
		return err
	})
	if err != nil {
		a.Log().Warn("the last use of a token was not noted", "token", e.caller.TokenID, "error", err)
	}
}

// Reachable lists the companies that a user belongs to, by id.
func Reachable(ctx context.Context, a *app.App, c *app.Caller) ([]Company, error) {
	var all []Company
	err := a.View(ctx, c, app.Authenticated, func(r app.Reader) error {
		all = nil
		belongs, err := membersOf(r, c.UserID)
		if err != nil {
			return err
		}
		ids := make([]int64, 0, len(belongs))
		for _, m := range belongs {
			ids = append(ids, m.CompanyID)
		}
		slices.Sort(ids)
		all, err = companies.GetMany(r, ids)
		return err
	})
	return all, err
}

// AfterEnd is how long after its end a token can still bring what it had.
const AfterEnd = 7 * 24 * time.Hour

// CallerAfterEnd is whom a token of one purpose acted for before its end: it was revoked, its
// time was up, or its user may not do any longer what it is for. What such a caller brings must
// not count. Whether the token is still good is not asked: that says who knows what it is for.
func CallerAfterEnd(ctx context.Context, a *app.App, purpose Purpose, text string) (*app.Caller, error) {
	hash, ok := hashToken(text)
	if !ok {
		return nil, unauthenticated()
	}
	var c app.Caller
	err := a.ViewCompany(ctx, 0, func(r app.Reader) error {
		t, found, err := tokenByHash.Find(r, hash[:])
		if err != nil {
			return err
		}
		end := t.RevokedAt // where a clock went back this lies ahead, and counts all the same
		if end == nil {
			end = t.ExpiresAt // which lies ahead where its user was suspended
		}
		if !found || t.Purpose != purpose || t.CompanyID == 0 || end == nil || a.Now().Sub(*end) > AfterEnd {
			return unauthenticated()
		}
		c = app.Caller{UserID: t.UserID, TokenID: t.ID, CompanyID: t.CompanyID, Abilities: map[app.Ability]bool{}}
		for _, ability := range t.Lends {
			c.Abilities[ability] = true
		}
		m, err := memberOf(app.ReadCompany(r, t.CompanyID), t.UserID)
		if app.KindOf(err) == app.NotFound {
			return unauthenticated()
		}
		c.Visibility = m.visibility()
		return err
	})
	return &c, err
}

// UserAfterEnd is the user that a token of one purpose acts for, or acted for before its end. It says
// whose something is, and lets nobody do anything.
func UserAfterEnd(ctx context.Context, a *app.App, purpose Purpose, text string) (userID int64, err error) {
	hash, ok := hashToken(text)
	if !ok {
		return 0, unauthenticated()
	}
	err = a.ViewCompany(ctx, 0, func(r app.Reader) error {
		t, found, err := tokenByHash.Find(r, hash[:])
		if err == nil && (!found || t.Purpose != purpose) {
			err = unauthenticated()
		}
		userID = t.UserID
		return err
	})
	return userID, err
}
