package cli

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"text/tabwriter"
	"time"

	"marquee/app"
	"marquee/app/list"
	"marquee/app/mail"

	"github.com/urfave/cli/v2"
)

type (
	mailListIn struct {
		CompanyID int64  `json:"companyId"`
		State     string `json:"state"`
		Kind      string `json:"kind"`
		Email     string `json:"email"`
		OrderID   int64  `json:"orderId"`
		Limit     int64  `json:"limit"`
	}
	mailListOut struct {
		Mails []mailLine `json:"mails"`
	}
	mailLine struct {
		ID        int64      `json:"id"`
		Kind      string     `json:"kind"`
		State     string     `json:"state"`
		Reason    string     `json:"reason"`
		Email     string     `json:"email"`
		Name      string     `json:"name"`
		Language  string     `json:"language"`
		Subject   string     `json:"subject"`
		OrderID   int64      `json:"orderId"`
		EventID   int64      `json:"eventId"`
		Attempts  int64      `json:"attempts"`
		CreatedAt time.Time  `json:"createdAt"`
		SentAt    *time.Time `json:"sentAt"`
	}
	mailOut struct {
		mailLine
		Text string `json:"text"`
	}
	mailIn struct {
		CompanyID int64  `json:"companyId"`
		ID        int64  `json:"id"`
		State     string `json:"state"`
	}
	mailSentOut struct {
		Queued int `json:"queued"`
	}
	mailAddressIn struct {
		CompanyID int64  `json:"companyId"`
		Email     string `json:"email"`
		Reason    string `json:"reason"`
	}
	mailAddressesOut struct {
		Addresses []mailAddress `json:"addresses"`
	}
	mailAddress struct {
		Email  string    `json:"email"`
		Reason string    `json:"reason"`
		At     time.Time `json:"at"`
	}
)

var mailList = admin{
	reads: true,
	path:  "mail list", usage: "list mails, newest first: who got which, and what became of it",
	example: "marquee mail list --data ./festival\n   marquee mail list --data ./festival --state dead --json\n   marquee mail list --data ./festival --email ada@example.com",
	flags: []cli.Flag{
		companyFlag(), text("state", "only mails in this `STATE`: queued, sent, dead, held or suppressed"), text("kind", "only mails of this `KIND`, such as order-confirmation"),
		text("email", "only mails to this `ADDRESS`"), whole("order", 0, "only mails about the order with this `ID`"), whole("limit", 100, "at most so `MANY`, up to 100"),
	},
	input: func(c *cli.Context) (any, error) {
		in := mailListIn{int64(c.Int("company")), c.String("state"), c.String("kind"), c.String("email"), int64(c.Int("order")), int64(c.Int("limit"))}
		switch {
		case in.State != "" && mail.ParseState(in.State) == 0:
			return nil, usage("--state must be queued, sent, dead, held or suppressed")
		case in.Kind != "" && !mail.Kind(in.Kind).Known():
			return nil, usage("--kind must be one of %v", mail.Kinds())
		case in.Limit < 1 || in.Limit > mail.MaxPage:
			return nil, usage("--limit must be from 1 to %d", mail.MaxPage)
		}
		return in, noArguments(c)
	},
	run: func(ctx context.Context, a *app.App, input []byte) (any, error) {
		in, err := decode[mailListIn](input)
		if err != nil {
			return nil, err
		}
		c, err := operator(ctx, a, in.CompanyID)
		if err != nil {
			return nil, err
		}
		page, err := mail.List(ctx, a, c, mail.Filter{
			States: given1(in.State), Kinds: given1(in.Kind), Address: in.Email, OrderID: in.OrderID, Request: list.Request{Limit: in.Limit},
		})
		out := mailListOut{Mails: []mailLine{}}
		for i := range page.Rows {
			out.Mails = append(out.Mails, mailLineOf(&page.Rows[i]))
		}
		return out, err
	},
	print: func(w io.Writer, result []byte) error {
		out, err := decode[mailListOut](result)
		if err != nil {
			return err
		}
		table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "ID\tSTATE\tKIND\tTO\tMADE\tSENT\tATTEMPTS\tORDER\tSUBJECT\tREASON")
		for _, m := range out.Mails {
			fmt.Fprintf(table, "%d\t%s\t%s\t%s\t%s\t%s\t%d\t%d\t%s\t%s\n", m.ID, m.State, m.Kind, printable(m.Email, 60), moment(&m.CreatedAt),
				moment(m.SentAt), m.Attempts, m.OrderID, printable(m.Subject, 60), printable(m.Reason, 60))
		}
		return table.Flush()
	},
}

var mailShow = admin{
	reads: true,
	path:  "mail show", usage: "show one mail: as it was sent, without what its links open, or as it would be sent now",
	example: "marquee mail show --data ./festival --id 17",
	flags:   []cli.Flag{mailIDFlag(), companyFlag()},
	input: func(c *cli.Context) (any, error) {
		if err := need(c, "id"); err != nil {
			return nil, err
		}
		return mailID(c)
	},
	run: func(ctx context.Context, a *app.App, input []byte) (any, error) {
		in, err := decode[mailIn](input)
		if err != nil {
			return nil, err
		}
		c, err := operator(ctx, a, in.CompanyID)
		if err != nil {
			return nil, err
		}
		v, err := mail.Read(ctx, a, c, in.ID)
		return mailOut{mailLineOf(&v.Message), v.Text}, err
	},
	print: func(w io.Writer, result []byte) error {
		m, err := decode[mailOut](result)
		if err != nil {
			return err
		}
		table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		fmt.Fprintf(table, "id\t%d\nstate\t%s\nreason\t%s\nkind\t%s\nto\t%s\nname\t%s\nlanguage\t%s\n", m.ID, m.State, printable(m.Reason, 300), m.Kind, printable(m.Email, 254), printable(m.Name, 255), m.Language)
		fmt.Fprintf(table, "order\t%d\nevent\t%d\nmade\t%s\nsent\t%s\nattempts\t%d\nsubject\t%s\n", m.OrderID, m.EventID, moment(&m.CreatedAt), moment(m.SentAt), m.Attempts, printable(m.Subject, 800))
		if err := table.Flush(); err != nil {
			return err
		}
		_, err = fmt.Fprintf(w, "\n%s", lines(m.Text))
		return err
	},
}

var mailSend = admin{
	path: "mail send", usage: "send mails that are held or dead, or at once what waits for its next attempt",
	example: "marquee mail send --data ./festival --id 17\n   marquee mail send --data ./festival --held\n   marquee mail send --data ./festival --dead",
	flags: []cli.Flag{
		mailIDFlag(), yes("held", "every mail that was written while there was no mail server"), yes("dead", "every mail that was given up"), companyFlag(),
	},
	input: func(c *cli.Context) (any, error) {
		named := 0
		for _, flag := range []bool{c.IsSet("id"), c.Bool("held"), c.Bool("dead")} {
			if flag {
				named++
			}
		}
		if named != 1 {
			return nil, usage("%s needs either --id, --held or --dead\nSee: %s --help", c.Command.HelpName, c.Command.HelpName)
		}
		switch {
		case c.Bool("held"):
			return mailIn{CompanyID: int64(c.Int("company")), State: mail.Held.String()}, noArguments(c)
		case c.Bool("dead"):
			return mailIn{CompanyID: int64(c.Int("company")), State: mail.Dead.String()}, noArguments(c)
		}
		return mailID(c)
	},
	run: func(ctx context.Context, a *app.App, input []byte) (any, error) {
		in, err := decode[mailIn](input)
		if err != nil {
			return nil, err
		}
		c, err := operator(ctx, a, in.CompanyID)
		if err != nil {
			return nil, err
		}
		if in.State != "" {
			n, err := mail.SendAll(ctx, a, c, mail.ParseState(in.State))
			return mailSentOut{n}, err
		}
		_, err = mail.SendNow(ctx, a, c, in.ID)
		return mailSentOut{1}, err
	},
	print: func(w io.Writer, result []byte) error {
		out, err := decode[mailSentOut](result)
		if err == nil {
			_, err = fmt.Fprintf(w, "Mails to be sent: %d. A running server sends them at once.\n", out.Queued)
		}
		return err
	},
}

var mailSuppress = admin{
	path: "mail suppress", usage: "send no more mails to an address",
	example: `marquee mail suppress --data ./festival --email ada@example.com --reason "asked for it"`,
	flags:   []cli.Flag{text("email", "the `ADDRESS`"), text("reason", "why, in a `TEXT`"), companyFlag()},
	input:   mailAddressInput,
	run: func(ctx context.Context, a *app.App, input []byte) (any, error) {
		in, c, err := mailAddressAnd(ctx, a, input)
		if err != nil {
			return nil, err
		}
		b, err := mail.Suppress(ctx, a, c, in.Email, in.Reason)
		return mailAddress{b.Address, b.Reason, b.At}, err
	},
	print: func(w io.Writer, result []byte) error {
		out, err := decode[mailAddress](result)
		if err == nil {
			_, err = fmt.Fprintf(w, "%s gets no more mails.\n", printable(out.Email, 254))
		}
		return err
	},
}

var mailAllow = admin{
	path: "mail allow", usage: "send mails to an address again",
	example: "marquee mail allow --data ./festival --email ada@example.com",
	flags:   []cli.Flag{text("email", "the `ADDRESS`"), companyFlag()},
	input:   mailAddressInput,
	run: func(ctx context.Context, a *app.App, input []byte) (any, error) {
		in, c, err := mailAddressAnd(ctx, a, input)
		if err != nil {
			return nil, err
		}
		return mailAddress{Email: in.Email}, mail.Allow(ctx, a, c, in.Email)
	},
	print: func(w io.Writer, result []byte) error {
		out, err := decode[mailAddress](result)
		if err == nil {
			_, err = fmt.Fprintf(w, "%s gets mails again.\n", printable(out.Email, 254))
		}
		return err
	},
}

var mailSuppressed = admin{
	reads: true,
	path:  "mail suppressed", usage: "list the addresses that get no mails",
	example: "marquee mail suppressed --data ./festival",
	flags:   []cli.Flag{companyFlag()},
	input: func(c *cli.Context) (any, error) {
		return mailAddressIn{CompanyID: int64(c.Int("company"))}, noArguments(c)
	},
	run: func(ctx context.Context, a *app.App, input []byte) (any, error) {
		_, c, err := mailAddressAnd(ctx, a, input)
		if err != nil {
			return nil, err
		}
		all, err := mail.Blocks(ctx, a, c, "", maxSuppressed)
		out := mailAddressesOut{Addresses: []mailAddress{}}
		for _, b := range all {
			out.Addresses = append(out.Addresses, mailAddress{b.Address, b.Reason, b.At})
		}
		return out, err
	},
	print: func(w io.Writer, result []byte) error {
		out, err := decode[mailAddressesOut](result)
		if err != nil {
			return err
		}
		table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "ADDRESS\tSINCE\tREASON")
		for _, b := range out.Addresses {
			fmt.Fprintf(table, "%s\t%s\t%s\n", printable(b.Email, 254), moment(&b.At), printable(b.Reason, 200))
		}
		return table.Flush()
	},
}

// maxSuppressed is how many addresses mail suppressed lists.
const maxSuppressed = 1000

func mailIDFlag() cli.Flag { return text("id", "the mail's `ID`, from mail list") }

func mailID(c *cli.Context) (any, error) {
	id, err := strconv.ParseInt(c.String("id"), 10, 64)
	if err != nil {
		return nil, usage("--id must be a number\nSee the ids: marquee mail list --data %s", typed(c.Path("data")))
	}
	return mailIn{CompanyID: int64(c.Int("company")), ID: id}, noArguments(c)
}

func mailAddressInput(c *cli.Context) (any, error) {
	return mailAddressIn{int64(c.Int("company")), c.String("email"), c.String("reason")}, need(c, "email")
}

// mailAddressAnd reads an address, and who acts.
func mailAddressAnd(ctx context.Context, a *app.App, input []byte) (in mailAddressIn, c *app.Caller, err error) {
	if in, err = decode[mailAddressIn](input); err != nil {
		return in, nil, err
	}
	c, err = operator(ctx, a, in.CompanyID)
	return in, c, err
}

func mailLineOf(m *mail.Message) mailLine {
	return mailLine{
		ID: m.ID, Kind: string(m.Kind), State: m.State.String(), Reason: m.Reason, Email: m.To, Name: m.Name, Language: m.Language, Subject: m.Subject,
		OrderID: m.OrderID, EventID: m.EventID, Attempts: m.Attempts, CreatedAt: m.CreatedAt, SentAt: m.SentAt,
	}
}

// given1 is a list of one text, or of none where it is empty.
func given1(s string) []string {
	if s == "" {
		return nil
	}
	return []string{s}
}
