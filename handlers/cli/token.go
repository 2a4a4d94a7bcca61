package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strconv"
	"time"

	"marquee/app"
	"marquee/app/company"

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

var tokenCreate = admin{
	path: "token create", usage: "make an API token for a user; it is shown once",
	example: `marquee token create --data ./festival --email you@example.com --name "gate 1"
   marquee token create --data ./festival --email you@example.com --name "temp" --until "2027-06-14 06:00:00 UTC"`,
	flags: []cli.Flag{
		text("email", "the user's `ADDRESS`"), text("name", "what the token is for"),
		text("until", "the `MOMENT` at which it ends, such as 2027-06-14T06:00:00Z; never without it"),
	},
	input: func(c *cli.Context) (any, error) {
		in := tokenCreateIn{Email: c.String("email"), Name: c.String("name")}
		if text := c.String("until"); text != "" {
			until, err := parseMoment(text)
			if err != nil {
				return nil, usage("--until must be a moment such as 2027-06-14T06:00:00Z; it is %q", text)
			}
			in.Until = &until
		}
		return in, need(c, "email", "name")
	},
	run: func(ctx context.Context, a *app.App, input []byte) (any, error) {
		in, err := decode[tokenCreateIn](input)
		if err != nil {
			return nil, err
		}
		t, secret, err := company.CreateTokenUntil(ctx, a, in.Email, in.Name, in.Until)
		return tokenCreateOut{t.ID, t.Name, secret, t.ExpiresAt}, err
	},
	print: func(w io.Writer, result []byte) error {
		out, err := decode[tokenCreateOut](result)
		if err == nil {
			_, err = fmt.Fprintf(w, "Token %d, shown this once:\n%s\n", out.TokenID, out.Token)
		}
		return err
	},
}

var tokenList = admin{
	reads: true,
	path:  "token list", usage: "list the tokens of a user, or of all",
	example: `marquee token list --data ./festival --email you@example.com
   marquee token list --data ./festival --all`,
	flags: []cli.Flag{text("email", "the user's `ADDRESS`"), yes("all", "those of every user")},
	input: func(c *cli.Context) (any, error) {
		if c.Bool("all") {
			return tokenListIn{}, noArguments(c)
		}
		return tokenListIn{c.String("email")}, need(c, "email")
	},
	run: func(ctx context.Context, a *app.App, input []byte) (any, error) {
		in, err := decode[tokenListIn](input)
		if err != nil {
			return nil, err
		}
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
	},
	print: shown(section{name: "tokens", columns: []column{
		{name: "createdAt", as: asMoment}, {name: "lastUsedAt", as: asMoment}, {name: "revokedAt", as: asMoment}, {name: "expiresAt", as: asMoment},
		{name: "=purpose", cell: func(r row) string { return cmp.Or(r.text("purpose"), "program") }},
	}, table: "tokenId:ID name =purpose:PURPOSE createdAt:MADE lastUsedAt:LAST_USED revokedAt:REVOKED expiresAt:ENDS email:USER"}),
}

func lineOfToken(t *company.Token, email string) tokenLine {
	return tokenLine{t.ID, email, t.Name, t.CreatedAt, t.LastUsedAt, t.RevokedAt, t.ExpiresAt, string(t.Purpose)}
}

var tokenRevoke = admin{
	path: "token revoke", usage: "end a token, at once and for good",
	example: `marquee token revoke --data ./festival --id 3
   marquee token revoke --data ./festival --token mq_…`,
	flags: []cli.Flag{
		text("id", "the token's `ID`, from token list"),
		text("token", "the `TEXT` of a token that was found where it does not belong"),
	},
	input: func(c *cli.Context) (any, error) {
		if c.IsSet("token") == c.IsSet("id") {
			return nil, usage("%s needs one of --id, such as --id 3, and --token, such as --token mq_…\nSee the ids: marquee token list --all --data %s", c.Command.HelpName, typed(c.Path("data")))
		}
		if c.IsSet("token") {
			return tokenRevokeIn{Token: c.String("token")}, noArguments(c)
		}
		id, err := strconv.ParseInt(c.String("id"), 10, 64)
		if err != nil {
			return nil, usage("--id must be a number such as 3; it is %q\nSee the ids: marquee token list --all --data %s", c.String("id"), typed(c.Path("data")))
		}
		return tokenRevokeIn{TokenID: id}, noArguments(c)
	},
	run: func(ctx context.Context, a *app.App, input []byte) (any, error) {
		in, err := decode[tokenRevokeIn](input)
		if err != nil {
			return nil, err
		}
		if in.Token != "" {
			t, err := company.RevokeTokenText(ctx, a, in.Token)
			return lineOfToken(&t, ""), err
		}
		t, err := company.RevokeToken(ctx, a, in.TokenID)
		return lineOfToken(&t, ""), err
	},
	print: func(w io.Writer, result []byte) error {
		out, err := decode[tokenLine](result)
		if err == nil {
			_, err = fmt.Fprintf(w, "Token %d (%s) is revoked.\n", out.TokenID, out.Name)
		}
		return err
	},
}
