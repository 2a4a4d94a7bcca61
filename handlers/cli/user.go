package cli

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

	"github.com/urfave/cli/v2"
)

type (
	userCreateIn struct {
		Email     string   `json:"email"`
		Name      string   `json:"name"`
		Password  string   `json:"password"`
		CompanyID int64    `json:"companyId"`
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

var userCreate = admin{
	path: "user create", usage: "add a user to a company, with roles and abilities",
	example: `marquee user create --data ./festival --email gate@example.com --role scanning
   marquee user create --data ./festival --email partner@example.com --scoped events.view=3,17 --scoped reports.view=3,17`,
	flags: []cli.Flag{
		text("email", "the user's `ADDRESS`; one that is known already joins the company"),
		text("name", "the user's name"),
		companyFlag(),
		texts("role", "a role: "+words(maps.Keys(roleWords))+", or one of the company's own (repeatable)"),
		texts("ability", "an ability, such as orders.view (repeatable)"), scopedFlag(),
		yes("super", "may do everything in the company"),
		yes("password-stdin", "read the password from standard input instead of making one"),
	},
	input: func(c *cli.Context) (any, error) {
		if err := need(c, "email"); err != nil {
			return nil, err
		}
		secret, made, err := password(c.Bool("password-stdin"), c.App.Reader)
		return userCreateIn{
			Email: c.String("email"), Name: c.String("name"), Password: secret, Made: made,
			CompanyID: int64(c.Int("company")), Roles: pieces(c, "role"), Abilities: pieces(c, "ability"), Scoped: c.StringSlice("scoped"),
			Super: c.Bool("super"),
		}, err
	},
	run:   runUserCreate,
	print: printUser("User %d (%s) is in company %d.\n"),
}

func runUserCreate(ctx context.Context, a *app.App, input []byte) (any, error) {
	in, err := decode[userCreateIn](input)
	if err != nil {
		return nil, err
	}
	c, err := operator(ctx, a, in.CompanyID)
	if err != nil {
		return nil, err
	}
	var rights company.NewUser
	known := false
	err = a.View(ctx, c, app.ManageUsers, func(r app.Reader) (err error) {
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
			return out, usage("there is no role %q; the roles are %s", word, words(roleNames(own)))
		}
		out.Roles = append(out.Roles, id)
	}
	if out.Abilities, err = abilitiesOf(in.Abilities); err != nil {
		return out, err
	}
	out.Grants, err = grantsOf(in.Scoped)
	return out, err
}

func emailFlags() []cli.Flag { return []cli.Flag{text("email", "the user's `ADDRESS`")} }

func emailInput(c *cli.Context) (any, error) {
	return userIn{Email: c.String("email")}, need(c, "email")
}

// onUser runs a command about the user with an address.
func onUser(do func(ctx context.Context, a *app.App, email string) (company.User, error)) func(context.Context, *app.App, []byte) (any, error) {
	return func(ctx context.Context, a *app.App, input []byte) (any, error) {
		in, err := decode[userIn](input)
		if err != nil {
			return nil, err
		}
		u, err := do(ctx, a, in.Email)
		return userOut{UserID: u.ID, Email: u.Email}, err
	}
}

var userSuspend = admin{
	path: "user suspend", usage: "end a user's access, at once",
	example: "marquee user suspend --data ./festival --email gate@example.com",
	flags:   emailFlags(), input: emailInput, run: onUser(company.SuspendUser),
	print: func(w io.Writer, result []byte) error {
		out, err := decode[userOut](result)
		if err == nil {
			_, err = fmt.Fprintf(w, "User %d (%s) is suspended. To undo it: %s\n", out.UserID, out.Email, toType(w, "marquee user restore --email "+typed(out.Email)))
		}
		return err
	},
}

var userRestore = admin{
	path: "user restore", usage: "give a suspended user back the access that they had",
	example: "marquee user restore --data ./festival --email gate@example.com",
	flags:   emailFlags(), input: emailInput,
	run: func(ctx context.Context, a *app.App, input []byte) (any, error) {
		in, err := decode[userIn](input)
		if err != nil {
			return nil, err
		}
		u, err := company.RestoreUser(ctx, a, in.Email)
		if err != nil {
			return nil, err
		}
		all, err := company.TokensOf(ctx, a, in.Email)
		all = slices.DeleteFunc(all, func(t company.Token) bool { return !t.Good(a.Now()) })
		return userOut{UserID: u.ID, Email: u.Email, Tokens: len(all)}, err
	},
	print: func(w io.Writer, result []byte) error {
		out, err := decode[userOut](result)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "User %d (%s) is not suspended any more.\n", out.UserID, out.Email)
		if out.Tokens > 0 {
			fmt.Fprintf(w, "Tokens that are good again: %d. Was a device lost? See them, and end its own with token revoke:\n   %s\n", out.Tokens, toType(w, "marquee token list --email "+typed(out.Email)))
		}
		return nil
	},
}

var userResetPassword = admin{
	path: "user reset-password", usage: "give a user a new password",
	example: "marquee user reset-password --data ./festival --email you@example.com",
	flags: []cli.Flag{
		text("email", "the user's `ADDRESS`"),
		yes("password-stdin", "read the password from standard input instead of making one"),
	},
	input: func(c *cli.Context) (any, error) {
		if err := need(c, "email"); err != nil {
			return nil, err
		}
		secret, made, err := password(c.Bool("password-stdin"), c.App.Reader)
		return userIn{c.String("email"), secret, made}, err
	},
	run: func(ctx context.Context, a *app.App, input []byte) (any, error) {
		in, err := decode[userIn](input)
		if err != nil {
			return nil, err
		}
		u, err := company.ResetPassword(ctx, a, in.Email, in.Password)
		out := userOut{UserID: u.ID, Email: u.Email}
		if in.Made {
			out.Password = in.Password
		}
		return out, err
	},
	print: printUser("User %d (%s) has a new password; log-ins made before have ended.\n"),
}

var userDropFactor = admin{
	path: "user drop-second-factor", usage: "take the second factor from a user who lost it",
	example: "marquee user drop-second-factor --data ./festival --email you@example.com",
	flags:   emailFlags(), input: emailInput, run: onUser(company.DropFactor),
	print: printUser("User %d (%s) logs in with the password alone.\n"),
}

// printUser prints a user, and the password when it was made here.
func printUser(format string) func(io.Writer, []byte) error {
	return func(w io.Writer, result []byte) error {
		out, err := decode[userOut](result)
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
