package administer

import (
	"context"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/handlers/cli/cmdline"
	"marquee/handlers/cli/operate"

	"github.com/urfave/cli/v2"
)

type (
	userListOut struct {
		Users []userLine `json:"users"`
	}
	userLine struct {
		UserID       int64        `json:"userId"`
		Name         string       `json:"name"`
		Email        string       `json:"email"`
		Installation bool         `json:"installation"`
		SuspendedAt  *time.Time   `json:"suspendedAt"`
		Companies    []memberLine `json:"companies"`
	}
	memberLine struct {
		CompanyID   int64         `json:"companyId"`
		Super       bool          `json:"super"`
		Roles       []string      `json:"roles"`
		Abilities   []app.Ability `json:"abilities"`
		Scoped      []string      `json:"scoped"`
		SuspendedAt *time.Time    `json:"suspendedAt"`
	}
)

var userList = operate.Admin{
	Reads: true,
	Path:  "user list", Usage: "list the users with their companies and rights",
	Example: "marquee user list --data ./festival",
	Input: func(c *cli.Context) (any, error) {
		return struct{}{}, cmdline.NoArguments(c)
	},
	Run:   runUserList,
	Print: printUsers,
}

func runUserList(ctx context.Context, a *app.App, _ []byte) (any, error) {
	all, err := company.Staff(ctx, a)
	if err != nil {
		return nil, err
	}
	out := userListOut{Users: []userLine{}}
	for _, u := range all {
		line := userLine{u.ID, u.Name, u.Email, u.Installation, u.SuspendedAt, []memberLine{}}
		for _, m := range u.Members {
			member, err := memberLineOf(ctx, a, &m)
			if err != nil {
				return nil, err
			}
			line.Companies = append(line.Companies, member)
		}
		out.Users = append(out.Users, line)
	}
	return out, nil
}

func memberLineOf(ctx context.Context, a *app.App, m *company.Member) (memberLine, error) {
	line := memberLine{m.CompanyID, m.Super, []string{}, m.Abilities, scopedWords(m.Grants), m.SuspendedAt}
	err := a.ViewCompany(ctx, m.CompanyID, func(r app.Reader) error {
		line.Roles = []string{}
		for _, id := range m.Roles {
			role, err := company.RoleByID(r, id)
			if app.KindOf(err) == app.NotFound {
				continue
			}
			if err != nil {
				return err
			}
			line.Roles = append(line.Roles, role.Title)
		}
		return nil
	})
	return line, err
}

func printUsers(w io.Writer, result []byte) error {
	out, err := cmdline.Decode[userListOut](result)
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "ID\tE-MAIL\tNAME\tCOMPANY\tRIGHTS\tSUSPENDED")
	for _, u := range out.Users {
		if len(u.Companies) == 0 {
			fmt.Fprintf(table, "%d\t%s\t%s\t-\t%s\t%s\n", u.UserID, u.Email, u.Name, u.rights(memberLine{}), cmdline.Moment(u.SuspendedAt))
		}
		for _, m := range u.Companies {
			suspended := u.SuspendedAt
			if suspended == nil {
				suspended = m.SuspendedAt
			}
			fmt.Fprintf(table, "%d\t%s\t%s\t%d\t%s\t%s\n", u.UserID, u.Email, u.Name, m.CompanyID, u.rights(m), cmdline.Moment(suspended))
		}
	}
	return table.Flush()
}

// rights says in a few words what a user may do in a company.
func (u userLine) rights(m memberLine) string {
	all := append([]string{}, m.Roles...)
	if m.Super {
		all = append([]string{"everything"}, all...)
	}
	if u.Installation {
		all = append([]string{"the installation"}, all...)
	}
	if n := len(m.Abilities); n > 0 {
		all = append(all, fmt.Sprintf("%d abilities", n))
	}
	all = append(all, m.Scoped...)
	if len(all) == 0 {
		return "-"
	}
	return strings.Join(all, ", ")
}
