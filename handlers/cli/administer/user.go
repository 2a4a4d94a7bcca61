package administer

import (
	"context"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strings"

	"marquee/app"
	"marquee/app/company"
	"marquee/handlers/cli/cmdline"
	"marquee/handlers/cli/operate"

	"github.com/urfave/cli/v2"
)

type (
	userCreateIn struct {
		Email    string `json:"email"`
		Name     string `json:"name"`
		Password string `json:"password"`
		operate.OfCompany
		Roles     []string `json:"roles"`
		Abilities []string `json:"abilities"`
		Scoped    []string `json:"scoped"`
		Super     bool     `json:"super"`
		Made      bool     `json:"made"`
	}
	userIn struct {
		Email    string `json:"email"`
		Password string `json:"password,omitempty"`
		Made     bool   `json:"made,omitempty"`
	}
	userOut struct {
		UserID    int64  `json:"userId"`
		Email     string `json:"email"`
		CompanyID int64  `json:"companyId,omitempty"`
		// Password is shown only when it was made here, and is that of the user.
		Password string `json:"password,omitempty"`
		// Known tells that the user was there already, and keeps the password.
		Known bool `json:"known,omitempty"`
		// Tokens is how many of a restored user's tokens are good again.
		Tokens int `json:"tokens,omitempty"`
	}
)

// roleWords are the system roles as flags take them.
var roleWords = map[string]int64{
	"box-office": company.RoleBoxOffice, "scanning": company.RoleScanning, "topup": company.RoleTopup,
	"shop": company.RoleShop, "organiser": company.RoleOrganiser,
}

var userCreate = operate.Admin{
	Path: "user create", Usage: "add a user to a company, with roles and abilities",
	Example: `marquee user create --data ./festival --email gate@example.com --role scanning
   marquee user create --data ./festival --email partner@example.com --scoped events.view=3,17 --scoped reports.view=3,17`,
	Flags: []cli.Flag{
		cmdline.Text("email", "the user's `ADDRESS`; one that is known already joins the company"),
		cmdline.Text("name", "the user's name"),
		operate.CompanyFlag(),
		cmdline.Texts("role", "a role: "+cmdline.Words(maps.Keys(roleWords))+", or one of the company's own (repeatable)"),
		cmdline.Texts("ability", "an ability, such as orders.view (repeatable)"), scopedFlag(),
		cmdline.Yes("super", "may do everything in the company"),
		cmdline.Yes("password-stdin", "read the password from standard input instead of making one"),
	},
	Input: func(c *cli.Context) (any, error) {
		if err := cmdline.Need(c, "email"); err != nil {
			return nil, err
		}
		secret, made, err := cmdline.Password(c.Bool("password-stdin"), c.App.Reader)
		return userCreateIn{
			Email: c.String("email"), Name: c.String("name"), Password: secret, Made: made,
			OfCompany: operate.CompanyOf(c), Roles: cmdline.Pieces(c, "role"), Abilities: cmdline.Pieces(c, "ability"), Scoped: c.StringSlice("scoped"),
			Super: c.Bool("super"),
		}, err
	},
	Run:   operate.ForCompany(runUserCreate),
	Print: printUser("User %d (%s) is in company %d.\n"),
}

func runUserCreate(ctx context.Context, a *app.App, c *app.Caller, in userCreateIn) (any, error) {
	var rights company.NewUser
	known := false
	err := a.View(ctx, c, app.ManageUsers, func(r app.Reader) (err error) {
		_, unknown := company.UserByEmail(r, in.Email)
		known = unknown == nil
		rights, err = in.rights(r)
		return err
	})
	if err != nil {
		return nil, err
	}
	u, err := company.CreateUser(ctx, a, c, rights)
	out := userOut{UserID: u.User.ID, Email: u.User.Email, CompanyID: c.CompanyID, Known: known}
	if in.Made && !known {
		out.Password = in.Password
	}
	return out, err
}

// roleNames are the words for the system roles, and the titles of a company's own.
func roleNames(own []company.Role) iter.Seq[string] {
	return func(yield func(string) bool) {
		for word := range roleWords {
			if !yield(word) {
				return
			}
		}
		for _, r := range own {
			if !r.System && !yield(r.Title) {
				return
			}
		}
	}
}

// rights reads the words for roles and abilities. A role is a system role's
// word, or the title of one of the company's own.
func (in userCreateIn) rights(r app.Reader) (company.NewUser, error) {
	out := company.NewUser{Name: in.Name, Email: in.Email, Password: in.Password, Super: in.Super}
	own, err := company.ListRoles(r)
	if err != nil {
		return out, err
	}
	for _, word := range in.Roles {
		id, ok := roleWords[word]
		if i := slices.IndexFunc(own, func(r company.Role) bool { return !r.System && r.Title == word }); !ok && i >= 0 {
			id, ok = own[i].ID, true
		}
		if !ok {
			return out, cmdline.Usage("there is no role %q; the roles are %s", word, cmdline.Words(roleNames(own)))
		}
		out.Roles = append(out.Roles, id)
	}
	if out.Abilities, err = abilitiesOf(in.Abilities); err != nil {
		return out, err
	}
	out.Grants, err = grantsOf(in.Scoped)
	return out, err
}

func emailFlags() []cli.Flag { return []cli.Flag{cmdline.Text("email", "the user's `ADDRESS`")} }

func emailInput(c *cli.Context) (any, error) {
	return userIn{Email: c.String("email")}, cmdline.Need(c, "email")
}

// onUser runs a command about the user with an address.
func onUser(do func(ctx context.Context, a *app.App, email string) (company.User, error)) func(context.Context, *app.App, []byte) (any, error) {
	return func(ctx context.Context, a *app.App, input []byte) (any, error) {
		in, err := cmdline.Decode[userIn](input)
		if err != nil {
			return nil, err
		}
		u, err := do(ctx, a, in.Email)
		return userOut{UserID: u.ID, Email: u.Email}, err
	}
}

var userSuspend = operate.Admin{
	Path: "user suspend", Usage: "end a user's access, at once",
	Example: "marquee user suspend --data ./festival --email gate@example.com",
	Flags:   emailFlags(), Input: emailInput, Run: onUser(company.SuspendUser),
	Print: operate.Prints(func(w io.Writer, out userOut) error {
		_, err := fmt.Fprintf(w, "User %d (%s) is suspended. To undo it: %s\n", out.UserID, out.Email, cmdline.ToType(w, "marquee user restore --email "+cmdline.Typed(out.Email)))
		return err
	}),
}

var userRestore = operate.Admin{
	Path: "user restore", Usage: "give a suspended user back the access that they had",
	Example: "marquee user restore --data ./festival --email gate@example.com",
	Flags:   emailFlags(), Input: emailInput,
	Run: operate.On(func(ctx context.Context, a *app.App, in userIn) (any, error) {
		u, err := company.RestoreUser(ctx, a, in.Email)
		if err != nil {
			return nil, err
		}
		all, err := company.TokensOf(ctx, a, in.Email)
		all = slices.DeleteFunc(all, func(t company.Token) bool { return !t.Good(a.Now()) })
		return userOut{UserID: u.ID, Email: u.Email, Tokens: len(all)}, err
	}),
	Print: func(w io.Writer, result []byte) error {
		out, err := cmdline.Decode[userOut](result)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "User %d (%s) is not suspended any more.\n", out.UserID, out.Email)
		if out.Tokens > 0 {
			fmt.Fprintf(w, "Tokens that are good again: %d. Was a device lost? See them, and end its own with token revoke:\n   %s\n", out.Tokens, cmdline.ToType(w, "marquee token list --email "+cmdline.Typed(out.Email)))
		}
		return nil
	},
}

var userResetPassword = operate.Admin{
	Path: "user reset-password", Usage: "give a user a new password",
	Example: "marquee user reset-password --data ./festival --email you@example.com",
	Flags: []cli.Flag{
		cmdline.Text("email", "the user's `ADDRESS`"),
		cmdline.Yes("password-stdin", "read the password from standard input instead of making one"),
	},
	Input: func(c *cli.Context) (any, error) {
		if err := cmdline.Need(c, "email"); err != nil {
			return nil, err
		}
		secret, made, err := cmdline.Password(c.Bool("password-stdin"), c.App.Reader)
		return userIn{c.String("email"), secret, made}, err
	},
	Run: operate.On(func(ctx context.Context, a *app.App, in userIn) (any, error) {
		u, err := company.ResetPassword(ctx, a, in.Email, in.Password)
		out := userOut{UserID: u.ID, Email: u.Email}
		if in.Made {
			out.Password = in.Password
		}
		return out, err
	}),
	Print: printUser("User %d (%s) has a new password; log-ins made before have ended.\n"),
}

var userDropFactor = operate.Admin{
	Path: "user drop-second-factor", Usage: "take the second factor from a user who lost it",
	Example: "marquee user drop-second-factor --data ./festival --email you@example.com",
	Flags:   emailFlags(), Input: emailInput, Run: onUser(company.DropFactor),
	Print: printUser("User %d (%s) logs in with the password alone.\n"),
}

// printUser prints a user, and the password when it was made here.
func printUser(format string) func(io.Writer, []byte) error {
	return func(w io.Writer, result []byte) error {
		out, err := cmdline.Decode[userOut](result)
		if err != nil {
			return err
		}
		args := []any{out.UserID, out.Email, out.CompanyID}
		fmt.Fprintf(w, format, args[:strings.Count(format, "%")]...)
		if out.Known {
			fmt.Fprintln(w, "The address was known already: the password that it has stays.")
		}
		if out.Password != "" {
			fmt.Fprintf(w, "Password, shown this once: %s\n", out.Password)
		}
		return nil
	}
}
