package firstrun

import (
	"context"

	"marquee/app"
	"marquee/app/company"
)

// Found makes the company, its first user and their session for whoever has the code.
func Found(ctx context.Context, a *app.App, code string, in company.Founding) (company.Founded, error) {
	if err := Check(a, code); err != nil {
		return company.Founded{}, err
	}
	if in.Password == "" {
		return company.Founded{}, app.Field("password", "is required")
	}
	made, err := company.Found(ctx, a, in)
	if err == nil || company.IsSetUp(err) {
		founders.Of(a).found()
	}
	return made, err
}
