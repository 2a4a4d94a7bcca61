package cli

import (
	"context"
	"io"

	"marquee/app"
	"marquee/app/company"

	"github.com/urfave/cli/v2"
)

type companyPlaceIn struct {
	CompanyID int64 `json:"companyId"`
	ParentID  int64 `json:"parentId"`
}

var companyPlace = admin{
	path: "company place", usage: "put a company below another, which then shows its events",
	example: `marquee company place --data ./festival --company 2 --parent 1
   marquee company place --data ./festival --company 2 --parent 0`,
	flags: []cli.Flag{companyFlag(), whole("parent", 0, "the `ID` of the company that becomes its parent; 0: none")},
	input: func(c *cli.Context) (any, error) {
		if !c.IsSet("parent") {
			return nil, usage("--parent is required")
		}
		return companyPlaceIn{CompanyID: int64(c.Int("company")), ParentID: int64(c.Int("parent"))}, noArguments(c)
	},
	run: func(ctx context.Context, a *app.App, input []byte) (any, error) {
		in, err := decode[companyPlaceIn](input)
		if err != nil {
			return nil, err
		}
		c, err := operator(ctx, a, in.CompanyID)
		if err != nil {
			return nil, err
		}
		co, err := company.Place(ctx, a, c, company.Placement{CompanyID: c.CompanyID, ParentID: in.ParentID})
		return lineOf(co), err
	},
	print: func(w io.Writer, result []byte) error {
		out, err := decode[companyLine](result)
		if err != nil {
			return err
		}
		return printCompanies(w, out)
	},
}
