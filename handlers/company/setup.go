package company

import (
	"context"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/firstrun"
	"marquee/handlers/rest"
)

type setUpIn struct {
	Code         string `json:"code" required:"true" maxlen:"40" doc:"The one that the server printed when it began: good once, for an hour, and until the server ends."`
	Name         string `json:"name" maxlen:"255" doc:"Of the first user; the e-mail address when absent."`
	Email        string `json:"email" required:"true" maxlen:"254"`
	Password     string `json:"password" required:"true" maxlen:"512" doc:"At least ten characters, none of the commonest, and not close to the e-mail address."`
	CompanyName  string `json:"companyName" required:"true" maxlen:"255"`
	CurrencyCode string `json:"currencyCode" required:"true" maxlen:"3" doc:"ISO 4217, such as EUR."`
	Timezone     string `json:"timezone" maxlen:"64" doc:"Of the IANA database, such as Europe/Berlin. UTC when absent."`
	Locale       string `json:"locale" maxlen:"2" enum:"en,de,fr" doc:"The language that the company writes in first; English when absent."`
}

type setUpJSON struct {
	CompanyID int64  `json:"companyId"`
	Alias     string `json:"alias" doc:"The company's part of addresses."`
	UserID    int64  `json:"userId"`
	Token     string `json:"token" doc:"Of a log-in of the user. It cannot be had again."`
}

func settingUp(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/setup", Summary: "Set up a box office that has no company", Tag: "Access", Allow: app.Anyone, Weight: app.Medium,
			Status: 201, Secret: true,
			Doc: "Makes the company, its first user, who may do everything, and a log-in of theirs, all or nothing. " +
				"The permission is the code that the server printed. Of two at once one is first. After 20 wrong codes within a minute the answer is 429, and " +
				"where there is a company already it is 422. Until then the server answers nothing else.",
		}, func(ctx context.Context, _ *app.Caller, in setUpIn) (setUpJSON, error) {
			made, err := firstrun.Found(ctx, a, in.Code, company.Founding{
				Company:   company.NewCompany{Name: in.CompanyName, CurrencyCode: in.CurrencyCode, Timezone: in.Timezone, Locale: in.Locale},
				OwnerName: in.Name, Email: in.Email, Password: in.Password, Purpose: company.ForLogin,
			})
			return setUpJSON{made.Company.ID, made.Company.Alias, made.Owner.ID, made.Token}, err
		}),
	}
}
