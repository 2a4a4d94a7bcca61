package customer

import (
	"context"
	"crypto/sha256"
	"errors"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/indexes"
	"marquee/kv"
)

// token lets somebody be a customer in the shop. It is no token of the API.
type token struct {
	// Hash is SHA-256 of the text, which is shown once and not kept.
	Hash       []byte    `msgpack:"h"`
	CustomerID int64     `msgpack:"c"`
	ExpiresAt  time.Time `msgpack:"x"`
	// Link tokens are good once, to get one that is not.
	Link bool `msgpack:"l,omitempty"`
	// Where is a hash of the network and the browser that it was used from first; nobody
	// else can use it.
	Where []byte `msgpack:"w,omitempty"`
}

var (
	tokenOf     = indexes.NewBy("customer", kv.Int, func(t *token) []int64 { return []int64{t.CustomerID} })
	tokenExpiry = indexes.NewBy("expiry", kv.Time, func(t *token) []time.Time { return []time.Time{t.ExpiresAt} })
	tokens      = indexes.DefineKeyed(indexes.KeyedSpec[[]byte, token]{
		Name: "customer_tokens", Version: 1,
		Person:    indexes.Removed("the customer"),
		Unaudited: "opens something once",
		Key:       kv.Bytes,
		KeyOf:     func(t *token) []byte { return t.Hash },
		Check: func(t *token) error {
			if len(t.Hash) != sha256.Size || t.CustomerID == 0 {
				return errors.New("customer token: is of nobody")
			}
			return nil
		},
	}, tokenOf.Index, tokenExpiry.Index)
)

func hashOf(text string) []byte {
	sum := sha256.Sum256([]byte(text))
	return sum[:]
}

// SignIn asks for a link that signs a customer in at the shop.
type SignIn struct {
	Email, Name string
	// SSOID is who the customer is in the promoter's own system, empty for none.
	SSOID string
	// Token asks for a token that is good for longer, too.
	Token bool
}

// SignedIn is what was made.
type SignedIn struct {
	Customer Customer
	// Link is the secret of the link, Token that of the token, empty when none was asked for.
	Link, Token string
	ExpiresAt   time.Time
}

// MakeSignIn gives the secret of a link by which a customer is signed in at the shop, once
// and within a minute. Who is unknown becomes a customer; one who is known is given the
// name, and with an id of single sign-on also the e-mail.
func MakeSignIn(ctx context.Context, a *app.App, c *app.Caller, in SignIn) (out SignedIn, err error) {
	out.Link = company.NewTokenText()
	if in.Token {
		out.Token = company.NewTokenText()
	}
	err = a.Update(ctx, c, app.SignInCustomers, func(tx app.Tx) error {
		if out.Customer, err = synchronise(tx, in); err != nil {
			return err
		}
		id := out.Customer.ID
		if err := tokens.Put(tx, &token{Hash: hashOf(out.Link), CustomerID: id, ExpiresAt: tx.Wall().Add(SignInLife), Link: true}); err != nil || !in.Token {
			return err
		}
		out.ExpiresAt = tx.Wall().Add(TokenLife)
		return tokens.Put(tx, &token{Hash: hashOf(out.Token), CustomerID: id, ExpiresAt: out.ExpiresAt})
	})
	return out, err
}

// synchronise finds or makes the customer of a sign-in, and brings the record up to date.
func synchronise(tx app.Tx, in SignIn) (Customer, error) {
	f := Fields{Name: &in.Name}
	if strings.TrimSpace(in.Name) == "" {
		f.Name = nil
	}
	in.SSOID = strings.TrimSpace(in.SSOID)
	var p app.Problems
	checkText(&p, "customerSsoId", in.SSOID, maxSSO)
	if _, err := company.NormalEmail(in.Email); err != nil {
		p.Add("email", "must be a valid e-mail address")
	}
	if err := p.Err(); err != nil {
		return Customer{}, err
	}
	known, found, err := findBySSO(tx, in)
	if err != nil {
		return Customer{}, err
	}
	edited := known
	if f.Email = &in.Email; found && in.SSOID == "" {
		f.Email = nil
	}
	if err := f.apply(&edited, tx.Wall()); err != nil {
		return Customer{}, err
	}
	if in.SSOID != "" {
		edited.SSOID = in.SSOID
	}
	if err := f.refuseTaken(tx, known.ID); err != nil {
		return Customer{}, err
	}
	switch {
	case !found:
		return edited, taken(customerTable.Insert(tx, &edited))
	case edited.Name == known.Name && edited.Email == known.Email && edited.SSOID == known.SSOID:
		return known, nil
	}
	err = store(tx, &known, &edited)
	return edited, err
}

// findBySSO finds the customer of a sign-in: by the id of single sign-on, else by e-mail.
// One who has the e-mail and another such id is somebody else.
func findBySSO(tx app.Tx, in SignIn) (c Customer, found bool, err error) {
	if in.SSOID != "" {
		if c, found, err = bySSOID.Find(tx, in.SSOID); err != nil || found {
			return c, found, err
		}
	}
	c, found, err = findEmail(tx, in.Email)
	if err == nil && found && in.SSOID != "" && c.SSOID != "" {
		err = app.Field("email", "has already been taken")
	}
	return c, found, err
}

// Place is where a browser is: its network address without a port, and what it says it is.
type Place struct{ Address, Agent string }

func (p Place) hash() []byte { return hashOf(app.Network(p.Address) + "\x00" + p.Agent) }

// Offered is whom a link would sign in. It changes nothing.
func Offered(ctx context.Context, a *app.App, companyID int64, link string) (c Customer, err error) {
	err = a.ViewCompany(ctx, companyID, func(r app.Reader) error {
		t, found, err := tokens.Find(r, hashOf(link))
		if err == nil && (!found || !t.Link || !a.Now().Before(t.ExpiresAt)) {
			err = app.Missing("link")
		}
		if err == nil {
			c, err = ByID(r, t.CustomerID)
		}
		return err
	})
	return c, err
}

// UseLink takes a token for a link, which ends.
func UseLink(ctx context.Context, a *app.App, companyID int64, link string, at Place) (text string, err error) {
	text = company.NewTokenText()
	err = a.UpdateCompany(ctx, companyID, func(tx app.Tx) error {
		t, found, err := tokens.Find(tx, hashOf(link))
		if err == nil && (!found || !t.Link || !tx.Wall().Before(t.ExpiresAt)) {
			err = app.Missing("link")
		}
		if err == nil {
			err = tokens.Delete(tx, t.Hash)
		}
		if err != nil {
			return err
		}
		return tokens.Put(tx, &token{Hash: hashOf(text), CustomerID: t.CustomerID, ExpiresAt: tx.Wall().Add(TokenLife), Where: at.hash()})
	})
	return text, err
}

// Of is the customer of a token. The first to use one is the only one who can.
func Of(ctx context.Context, a *app.App, companyID int64, text string, at Place) (c Customer, err error) {
	bind := false
	err = a.ViewCompany(ctx, companyID, func(r app.Reader) error {
		t, found, err := tokens.Find(r, hashOf(text))
		if err == nil && (!found || t.Link || !a.Now().Before(t.ExpiresAt)) {
			err = app.Missing("customer")
		}
		if bind = err == nil && t.Where == nil; err == nil && !bind && string(t.Where) != string(at.hash()) {
			err = app.Missing("customer")
		}
		if err == nil {
			c, err = ByID(r, t.CustomerID)
		}
		return err
	})
	if err != nil || !bind {
		return c, err
	}
	return c, a.UpdateCompany(ctx, companyID, func(tx app.Tx) error {
		t, found, err := tokens.Find(tx, hashOf(text))
		if err == nil && (!found || t.Where != nil && string(t.Where) != string(at.hash())) {
			err = app.Missing("customer")
		}
		if err != nil {
			return err
		}
		t.Where = at.hash()
		return tokens.Put(tx, &t)
	})
}

// EndToken ends a token. One that there is not has ended.
func EndToken(ctx context.Context, a *app.App, c *app.Caller, text string) error {
	return a.Update(ctx, c, app.SignInCustomers, func(tx app.Tx) error { return absentIsFine(tokens.Delete(tx, hashOf(text))) })
}

func absentIsFine(err error) error {
	if errors.Is(err, indexes.ErrNotFound) {
		return nil
	}
	return err
}

// endTokens ends every token of a customer.
func endTokens(tx app.Tx, customerID int64) error {
	var all [][]byte
	for hit, err := range tokenOf.Scan(tx, indexes.Equal(customerID)) {
		if err != nil {
			return err
		}
		all = append(all, hit.Rec.Hash)
	}
	for _, hash := range all {
		if err := tokens.Delete(tx, hash); err != nil {
			return err
		}
	}
	return nil
}

// forgetTokens removes those whose time is up.
func forgetTokens(ctx context.Context, w *app.Work) error {
	for ctx.Err() == nil {
		var old [][]byte
		err := w.View(ctx, func(r app.Reader) error {
			old = nil
			for hit, err := range tokenExpiry.Scan(r, indexes.To(w.App.Now()).Limit(groupBatch)) {
				if err != nil {
					return err
				}
				old = append(old, hit.Rec.Hash)
			}
			return nil
		})
		if err != nil || len(old) == 0 {
			return err
		}
		err = w.Update(ctx, func(tx app.Tx) error {
			for _, hash := range old {
				if err := absentIsFine(tokens.Delete(tx, hash)); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}
