package customer

import (
	"context"

	"marquee/app"
	"marquee/indexes"
)

// AskSignIn lets a link be mailed to a customer by which they sign in at the shop. Nobody
// learns whether there is a customer with the address.
func AskSignIn(ctx context.Context, a *app.App, companyID int64, email string) error {
	return a.UpdateCompany(ctx, companyID, func(tx app.Tx) error {
		c, found, err := findEmail(tx, email)
		if err != nil || !found {
			return err
		}
		return MailSignIn(tx, &c)
	})
}

// MailSignIn lets a link be mailed to a customer, unless that has several that are good still.
func MailSignIn(tx app.Tx, c *Customer) error {
	links, err := linksOf(tx, c.ID)
	if err != nil || links >= maxMailed {
		return err
	}
	return ports(tx).SignInAsked(tx, c)
}

// linksOf is how many links a customer has that are good still.
func linksOf(tx app.Tx, customerID int64) (n int, err error) {
	for hit, err := range tokenOf.Scan(tx, indexes.Equal(customerID)) {
		if err != nil {
			return n, err
		}
		if hit.Rec.Link && tx.Wall().Before(hit.Rec.ExpiresAt) {
			n++
		}
	}
	return n, nil
}

// StartSignIn makes text the secret of a link that is being mailed. Only its hash is kept.
func StartSignIn(ctx context.Context, a *app.App, companyID, customerID int64, text string) error {
	return a.UpdateCompany(ctx, companyID, func(tx app.Tx) error {
		return tokens.Put(tx, &token{Hash: hashOf(text), CustomerID: customerID, ExpiresAt: tx.Wall().Add(MailedLife), Link: true})
	})
}

// SignOut ends the token of a browser. One that there is not has ended.
func SignOut(ctx context.Context, a *app.App, companyID int64, text string) error {
	return a.UpdateCompany(ctx, companyID, func(tx app.Tx) error { return absentIsFine(tokens.Delete(tx, hashOf(text))) })
}
