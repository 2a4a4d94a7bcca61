package administer

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strconv"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/handlers/cli/cmdline"
	"marquee/handlers/cli/operate"

	"github.com/urfave/cli/v2"
)

type (
	tokenCreateIn struct {
		Email string     `json:"email"`
		Name  string     `json:"name"`
		Until *time.Time `json:"until,omitempty"`
	}
	tokenCreateOut struct {
		TokenID   int64      `json:"tokenId"`
		Name      string     `json:"name"`
		Token     string     `json:"token"`
		ExpiresAt *time.Time `json:"expiresAt,omitempty"`
	}
	tokenListIn struct {
		Email string `json:"email,omitempty"`
	}
	tokenListOut struct {
		Tokens []tokenLine `json:"tokens"`
	}
	tokenLine struct {
		TokenID    int64      `json:"tokenId"`
		Email      string     `json:"email,omitempty"`
		Name       string     `json:"name"`
		CreatedAt  time.Time  `json:"createdAt"`
		LastUsedAt *time.Time `json:"lastUsedAt"`
		RevokedAt  *time.Time `json:"revokedAt"`
		ExpiresAt  *time.Time `json:"expiresAt"`
		Purpose    string     `json:"purpose,omitempty"`
	}
	tokenRevokeIn struct {
		TokenID int64  `json:"tokenId,omitempty"`
		Token   string `json:"token,omitempty"`
	}
)

var tokenCreate = operate.Admin{
	Path: "token create", Usage: "make an API token for a user; it is shown once",
	Example: `marquee token create --data ./festival --email you@example.com --name "gate 1"
   marquee token create --data ./festival --email you@example.com --name "temp" --until "2027-06-14 06:00:00 UTC"`,
	Flags: []cli.Flag{
		cmdline.Text("email", "the user's `ADDRESS`"), cmdline.Text("name", "what the token is for"),
		cmdline.Text("until", "the `MOMENT` at which it ends, such as 2027-06-14T06:00:00Z; never without it"),
	},
	Input: func(c *cli.Context) (any, error) {
		in := tokenCreateIn{Email: c.String("email"), Name: c.String("name")}
		if text := c.String("until"); text != "" {
			until, err := operate.ParseMoment(text)
			if err != nil {
				return nil, cmdline.Usage("--until must be a moment such as 2027-06-14T06:00:00Z; it is %q", text)
			}
			in.Until = &until
		}
		return in, cmdline.Need(c, "email", "name")
	},
	Run: operate.On(func(ctx context.Context, a *app.App, in tokenCreateIn) (any, error) {
		t, secret, err := company.CreateTokenUntil(ctx, a, in.Email, in.Name, in.Until)
		return tokenCreateOut{t.ID, t.Name, secret, t.ExpiresAt}, err
	}),
	Print: operate.Prints(func(w io.Writer, out tokenCreateOut) error {
		_, err := fmt.Fprintf(w, "Token %d, shown this once:\n%s\n", out.TokenID, out.Token)
		return err
	}),
}

var tokenList = operate.Admin{
	Reads: true,
	Path:  "token list", Usage: "list the tokens of a user, or of all",
	Example: `marquee token list --data ./festival --email you@example.com
   marquee token list --data ./festival --all`,
	Flags: []cli.Flag{cmdline.Text("email", "the user's `ADDRESS`"), cmdline.Yes("all", "those of every user")},
	Input: func(c *cli.Context) (any, error) {
		if c.Bool("all") {
			return tokenListIn{}, cmdline.NoArguments(c)
		}
		return tokenListIn{c.String("email")}, cmdline.Need(c, "email")
	},
	Run: operate.On(func(ctx context.Context, a *app.App, in tokenListIn) (any, error) {
		out := tokenListOut{Tokens: []tokenLine{}}
		if in.Email == "" {
			all, err := company.AllTokens(ctx, a)
			for _, t := range all {
				out.Tokens = append(out.Tokens, lineOfToken(&t.Token, t.Email))
			}
			return out, err
		}
		all, err := company.TokensOf(ctx, a, in.Email)
		for i := range all {
			out.Tokens = append(out.Tokens, lineOfToken(&all[i], ""))
		}
		return out, err
	}),
	Print: shown(section{name: "tokens", columns: []column{
		{name: "createdAt", as: asMoment}, {name: "lastUsedAt", as: asMoment}, {name: "revokedAt", as: asMoment}, {name: "expiresAt", as: asMoment},
		{name: "=purpose", cell: func(r row) string { return cmp.Or(r.text("purpose"), "program") }},
	}, table: "tokenId:ID name =purpose:PURPOSE createdAt:MADE lastUsedAt:LAST_USED revokedAt:REVOKED expiresAt:ENDS email:USER"}),
}

func lineOfToken(t *company.Token, email string) tokenLine {
	return tokenLine{t.ID, email, t.Name, t.CreatedAt, t.LastUsedAt, t.RevokedAt, t.ExpiresAt, string(t.Purpose)}
}

var tokenRevoke = operate.Admin{
	Path: "token revoke", Usage: "end a token, at once and for good",
	Example: `marquee token revoke --data ./festival --id 3
   marquee token revoke --data ./festival --token mq_…`,
	Flags: []cli.Flag{
		cmdline.Text("id", "the token's `ID`, from token list"),
		cmdline.Text("token", "the `TEXT` of a token that was found where it does not belong"),
	},
	Input: func(c *cli.Context) (any, error) {
		if c.IsSet("token") == c.IsSet("id") {
			return nil, cmdline.Usage("%s needs one of --id, such as --id 3, and --token, such as --token mq_…\nSee the ids: marquee token list --all --data %s", c.Command.HelpName, cmdline.Typed(c.Path("data")))
		}
		if c.IsSet("token") {
			return tokenRevokeIn{Token: c.String("token")}, cmdline.NoArguments(c)
		}
		id, err := strconv.ParseInt(c.String("id"), 10, 64)
		if err != nil {
			return nil, cmdline.Usage("--id must be a number such as 3; it is %q\nSee the ids: marquee token list --all --data %s", c.String("id"), cmdline.Typed(c.Path("data")))
		}
		return tokenRevokeIn{TokenID: id}, cmdline.NoArguments(c)
	},
	Run: operate.On(func(ctx context.Context, a *app.App, in tokenRevokeIn) (any, error) {
		if in.Token != "" {
			t, err := company.RevokeTokenText(ctx, a, in.Token)
			return lineOfToken(&t, ""), err
		}
		t, err := company.RevokeToken(ctx, a, in.TokenID)
		return lineOfToken(&t, ""), err
	}),
	Print: operate.Prints(func(w io.Writer, out tokenLine) error {
		_, err := fmt.Fprintf(w, "Token %d (%s) is revoked.\n", out.TokenID, out.Name)
		return err
	}),
}
