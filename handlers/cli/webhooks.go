package cli

import (
	"context"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"marquee/app"
	"marquee/app/list"
	"marquee/app/webhook"

	"github.com/urfave/cli/v2"
)

type (
	webhookIn struct {
		CompanyID int64    `json:"companyId"`
		ID        int64    `json:"id"`
		URL       *string  `json:"url"`
		Name      *string  `json:"name"`
		Kinds     []string `json:"kinds"`
		Enabled   *bool    `json:"enabled"`
		Batch     *int64   `json:"batch"`
		KeepHours int64    `json:"keepHours"`
	}
	webhookLine struct {
		ID      int64    `json:"id"`
		Name    string   `json:"name"`
		URL     string   `json:"url"`
		Kinds   []string `json:"kinds"`
		Enabled bool     `json:"enabled"`
		Batch   int64    `json:"batch"`
		Open    int64    `json:"open"`
		Dead    int64    `json:"dead"`
		Missed  int64    `json:"missed"`
		// Secret is told where it was made.
		Secret string `json:"secret,omitempty"`
	}
	webhooksOut struct {
		Webhooks []webhookLine `json:"webhooks"`
	}
)

func webhookLineOf(v *webhook.View, secret string) webhookLine {
	out := webhookLine{ID: v.ID, Name: v.Name, URL: v.URL, Kinds: []string{}, Enabled: !v.Disabled, Batch: max(1, v.Batch), Open: v.Open, Dead: v.Dead, Missed: v.Missed, Secret: secret}
	for _, k := range v.Kinds {
		out.Kinds = append(out.Kinds, string(k))
	}
	return out
}

// fields are what a command says of an endpoint.
func (in *webhookIn) fields() webhook.Fields {
	f := webhook.Fields{Name: in.Name, URL: in.URL, Enabled: in.Enabled, Batch: in.Batch}
	if len(in.Kinds) > 0 {
		kinds := make([]webhook.Kind, len(in.Kinds))
		for i, k := range in.Kinds {
			kinds[i] = webhook.Kind(k)
		}
		f.Kinds = &kinds
	}
	return f
}

// webhookAnd reads what is asked, and who acts.
func webhookAnd(ctx context.Context, a *app.App, input []byte) (in webhookIn, c *app.Caller, err error) {
	if in, err = decode[webhookIn](input); err != nil {
		return in, nil, err
	}
	c, err = operator(ctx, a, in.CompanyID)
	return in, c, err
}

func webhookIDFlag() cli.Flag { return whole("id", 0, "the webhook's `ID`, from webhooks list") }

func webhookBatchFlag(unset int) cli.Flag {
	return whole("batch", unset, "how `MANY` calls one POST has at most, up to 100; with more than 1 every POST is a list of calls")
}

func webhookKindsFlag() cli.Flag {
	return text("kinds", "what it is told, as a `LIST` with commas: "+strings.Join(webhook.Kind("").Values(), ", "))
}

// webhookInput reads the flags that are there; needs are those that must be.
func webhookInput(needs ...string) func(c *cli.Context) (any, error) {
	return func(c *cli.Context) (any, error) {
		if err := need(c, needs...); err != nil {
			return nil, err
		}
		in := webhookIn{CompanyID: int64(c.Int("company")), ID: int64(c.Int("id")), KeepHours: int64(c.Int("keep-hours"))}
		if c.IsSet("url") {
			url := c.String("url")
			in.URL = &url
		}
		if c.IsSet("name") {
			name := c.String("name")
			in.Name = &name
		}
		if c.IsSet("batch") {
			batch := int64(c.Int("batch"))
			if batch < 1 || batch > webhook.MaxBatch {
				return nil, usage("--batch must be from 1 to %d", webhook.MaxBatch)
			}
			in.Batch = &batch
		}
		for _, k := range strings.Split(c.String("kinds"), ",") {
			if k = strings.TrimSpace(k); k != "" {
				in.Kinds = append(in.Kinds, k)
			}
		}
		if on, off := c.Bool("enable"), c.Bool("disable"); on || off {
			if on && off {
				return nil, usage("--enable and --disable exclude each other")
			}
			in.Enabled = &on
		}
		return in, noArguments(c)
	}
}

var webhooksList = admin{
	reads: true,
	path:  "webhooks list", usage: "list where other systems are called about changes",
	example: "marquee webhooks list --data ./festival",
	flags:   []cli.Flag{companyFlag()},
	input:   webhookInput(),
	run: func(ctx context.Context, a *app.App, input []byte) (any, error) {
		_, c, err := webhookAnd(ctx, a, input)
		if err != nil {
			return nil, err
		}
		page, err := webhook.List(ctx, a, c, webhook.EndpointFilter{Request: list.Request{Limit: webhook.MaxPage}})
		out := webhooksOut{Webhooks: []webhookLine{}}
		for i := range page.Rows {
			out.Webhooks = append(out.Webhooks, webhookLineOf(&page.Rows[i], ""))
		}
		return out, err
	},
	print: func(w io.Writer, result []byte) error {
		out, err := decode[webhooksOut](result)
		if err != nil {
			return err
		}
		table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "ID\tNAME\tURL\tENABLED\tBATCH\tWAIT\tDEAD\tMISSED\tKINDS")
		for _, h := range out.Webhooks {
			fmt.Fprintf(table, "%d\t%s\t%s\t%v\t%d\t%d\t%d\t%d\t%s\n", h.ID, printable(h.Name, 40), printable(h.URL, 100), h.Enabled, h.Batch, h.Open, h.Dead, h.Missed, strings.Join(h.Kinds, ","))
		}
		return table.Flush()
	},
}

var webhooksCreate = admin{
	path: "webhooks create", usage: "have another system called about changes; prints the secret that signs the calls",
	example: "marquee webhooks create --data ./festival --url https://books.example.com/marquee --kinds order-completed,order-refunded",
	flags:   []cli.Flag{text("url", "the `URL`, which begins with https:// and leads to a public address"), webhookKindsFlag(), webhookBatchFlag(1), text("name", "what you call it"), companyFlag()},
	input:   webhookInput("url", "kinds"),
	run: func(ctx context.Context, a *app.App, input []byte) (any, error) {
		in, c, err := webhookAnd(ctx, a, input)
		if err != nil {
			return nil, err
		}
		v, secret, err := webhook.Create(ctx, a, c, in.fields())
		return webhookLineOf(&v, secret), err
	},
	print: printSecret,
}

func printSecret(w io.Writer, result []byte) error {
	h, err := decode[webhookLine](result)
	if err == nil {
		_, err = fmt.Fprintf(w, "Webhook %d calls %s.\nIts secret, which is not shown again: %s\n", h.ID, printable(h.URL, 500), h.Secret)
	}
	return err
}

var webhooksUpdate = admin{
	path: "webhooks update", usage: "change where another system is called, or about what; or switch it off and on",
	example: "marquee webhooks update --data ./festival --id 1 --disable\n   marquee webhooks update --data ./festival --id 1 --kinds order-completed",
	flags: []cli.Flag{
		webhookIDFlag(), text("url", "another `URL`"), webhookKindsFlag(), webhookBatchFlag(0), text("name", "what you call it"),
		yes("disable", "call it no more; what happens meanwhile is not told later"), yes("enable", "call it again"), companyFlag(),
	},
	input: webhookInput("id"),
	run: func(ctx context.Context, a *app.App, input []byte) (any, error) {
		in, c, err := webhookAnd(ctx, a, input)
		if err != nil {
			return nil, err
		}
		v, err := webhook.Update(ctx, a, c, in.ID, in.fields())
		return webhookLineOf(&v, ""), err
	},
	print: func(w io.Writer, result []byte) error {
		h, err := decode[webhookLine](result)
		if err == nil {
			_, err = fmt.Fprintf(w, "Webhook %d is changed.\n", h.ID)
		}
		return err
	},
}

var webhooksDelete = admin{
	path: "webhooks delete", usage: "call another system no more, and forget its calls",
	example: "marquee webhooks delete --data ./festival --id 1",
	flags:   []cli.Flag{webhookIDFlag(), companyFlag()},
	input:   webhookInput("id"),
	run: func(ctx context.Context, a *app.App, input []byte) (any, error) {
		in, c, err := webhookAnd(ctx, a, input)
		if err != nil {
			return nil, err
		}
		return webhookLine{ID: in.ID}, webhook.Delete(ctx, a, c, in.ID)
	},
	print: func(w io.Writer, result []byte) error {
		h, err := decode[webhookLine](result)
		if err == nil {
			_, err = fmt.Fprintf(w, "Webhook %d is deleted.\n", h.ID)
		}
		return err
	},
}

var webhooksSecret = admin{
	path: "webhooks secret", usage: "give a webhook a new secret; the one before signs beside it for a while",
	example: "marquee webhooks secret --data ./festival --id 1 --keep-hours 48",
	flags:   []cli.Flag{webhookIDFlag(), whole("keep-hours", 24, "how many `HOURS` the secret before goes on, up to 168"), companyFlag()},
	input:   webhookInput("id"),
	run: func(ctx context.Context, a *app.App, input []byte) (any, error) {
		in, c, err := webhookAnd(ctx, a, input)
		if err != nil {
			return nil, err
		}
		v, secret, err := webhook.Rotate(ctx, a, c, in.ID, in.KeepHours)
		return webhookLineOf(&v, secret), err
	},
	print: printSecret,
}

var webhooksTest = admin{
	path: "webhooks test", usage: "send a call about nothing",
	example: "marquee webhooks test --data ./festival --id 1",
	flags:   []cli.Flag{webhookIDFlag(), companyFlag()},
	input:   webhookInput("id"),
	run: func(ctx context.Context, a *app.App, input []byte) (any, error) {
		in, c, err := webhookAnd(ctx, a, input)
		if err != nil {
			return nil, err
		}
		call, err := webhook.TestCall(ctx, a, c, in.ID)
		return webhookCallLineOf(&call, c.CompanyID), err
	},
	print: func(w io.Writer, result []byte) error {
		out, err := decode[webhookCallLine](result)
		if err == nil {
			_, err = fmt.Fprintf(w, "Call %d is queued, and a running server sends it at once. See what became of it: %s\n", out.ID, toType(w, "marquee webhooks calls"))
		}
		return err
	},
}

type (
	webhookCallsIn struct {
		CompanyID int64  `json:"companyId"`
		WebhookID int64  `json:"webhookId"`
		ID        int64  `json:"id"`
		State     string `json:"state"`
		Kind      string `json:"kind"`
		Limit     int64  `json:"limit"`
	}
	webhookCallsOut struct {
		Calls []webhookCallLine `json:"calls"`
	}
	webhookCallLine struct {
		ID         int64      `json:"id"`
		WebhookID  int64      `json:"webhookId"`
		Kind       string     `json:"kind"`
		ObjectID   int64      `json:"objectId"`
		MessageID  string     `json:"messageId"`
		State      string     `json:"state"`
		Attempts   int64      `json:"attempts"`
		Status     int64      `json:"status"`
		Problem    string     `json:"problem"`
		OccurredAt time.Time  `json:"occurredAt"`
		Due        *time.Time `json:"due"`
		EndedAt    *time.Time `json:"endedAt"`
	}
	webhookSentOut struct {
		Queued int  `json:"queued"`
		More   bool `json:"more"`
	}
)

func webhookCallLineOf(c *webhook.Call, company int64) webhookCallLine {
	return webhookCallLine{
		ID: c.ID, WebhookID: c.EndpointID, Kind: string(c.Kind), ObjectID: c.ObjectID, MessageID: c.MessageID(company), State: c.State.String(),
		Attempts: c.Attempts, Status: c.Status, Problem: c.Problem, OccurredAt: c.At, Due: c.Due, EndedAt: c.EndedAt,
	}
}

var webhooksCalls = admin{
	reads: true,
	path:  "webhooks calls", usage: "list calls, newest first: what other systems were told, and what they answered",
	example: "marquee webhooks calls --data ./festival\n   marquee webhooks calls --data ./festival --state dead --json",
	flags: []cli.Flag{
		companyFlag(), whole("webhook", 0, "only calls of the webhook with this `ID`"), text("state", "only calls in this `STATE`: waiting, behind, sent or dead"),
		text("kind", "only calls of this `KIND`, such as order-completed"), whole("limit", 100, "at most so `MANY`, up to 100"),
	},
	input: func(c *cli.Context) (any, error) {
		in := webhookCallsIn{CompanyID: int64(c.Int("company")), WebhookID: int64(c.Int("webhook")), State: c.String("state"), Kind: c.String("kind"), Limit: int64(c.Int("limit"))}
		switch {
		case in.State != "" && webhook.ParseState(in.State) == 0:
			return nil, usage("--state must be waiting, behind, sent or dead")
		case in.Kind != "" && in.Kind != string(webhook.Test) && !webhook.Kind(in.Kind).Known():
			return nil, usage("--kind must be one of %s", strings.Join(webhook.Kind("").Values(), ", "))
		case in.Limit < 1 || in.Limit > webhook.MaxPage:
			return nil, usage("--limit must be from 1 to %d", webhook.MaxPage)
		}
		return in, noArguments(c)
	},
	run: func(ctx context.Context, a *app.App, input []byte) (any, error) {
		in, err := decode[webhookCallsIn](input)
		if err != nil {
			return nil, err
		}
		c, err := operator(ctx, a, in.CompanyID)
		if err != nil {
			return nil, err
		}
		page, err := webhook.ListCalls(ctx, a, c, webhook.CallFilter{
			EndpointID: in.WebhookID, States: given1(in.State), Kinds: given1(in.Kind), Request: list.Request{Limit: in.Limit},
		})
		out := webhookCallsOut{Calls: []webhookCallLine{}}
		for i := range page.Rows {
			out.Calls = append(out.Calls, webhookCallLineOf(&page.Rows[i], c.CompanyID))
		}
		return out, err
	},
	print: func(w io.Writer, result []byte) error {
		out, err := decode[webhookCallsOut](result)
		if err != nil {
			return err
		}
		table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "ID\tWEBHOOK\tSTATE\tKIND\tOBJECT\tHAPPENED\tATTEMPTS\tSTATUS\tDUE\tPROBLEM")
		for _, e := range out.Calls {
			fmt.Fprintf(table, "%d\t%d\t%s\t%s\t%d\t%s\t%d\t%d\t%s\t%s\n", e.ID, e.WebhookID, e.State, e.Kind, e.ObjectID, moment(&e.OccurredAt), e.Attempts, e.Status, moment(e.Due), printable(e.Problem, 60))
		}
		return table.Flush()
	},
}

var webhooksSend = admin{
	path: "webhooks send", usage: "send calls again that were given up, or at once one that waits for its next attempt",
	example: "marquee webhooks send --data ./festival --id 17\n   marquee webhooks send --data ./festival --webhook 1",
	flags:   []cli.Flag{whole("id", 0, "the call's `ID`, from webhooks calls"), whole("webhook", 0, "all dead calls of the webhook with this `ID`"), companyFlag()},
	input: func(c *cli.Context) (any, error) {
		if c.IsSet("id") == c.IsSet("webhook") {
			return nil, usage("%s needs either --id or --webhook\nSee: %s --help", c.Command.HelpName, c.Command.HelpName)
		}
		return webhookCallsIn{CompanyID: int64(c.Int("company")), ID: int64(c.Int("id")), WebhookID: int64(c.Int("webhook"))}, noArguments(c)
	},
	run: func(ctx context.Context, a *app.App, input []byte) (any, error) {
		in, err := decode[webhookCallsIn](input)
		if err != nil {
			return nil, err
		}
		c, err := operator(ctx, a, in.CompanyID)
		if err != nil {
			return nil, err
		}
		if in.ID != 0 {
			return webhookSentOut{Queued: 1}, webhook.SendAgain(ctx, a, c, in.ID)
		}
		n, more, err := webhook.SendDead(ctx, a, c, in.WebhookID)
		return webhookSentOut{n, more}, err
	},
	print: func(w io.Writer, result []byte) error {
		out, err := decode[webhookSentOut](result)
		if err == nil {
			_, err = fmt.Fprintf(w, "Calls to be sent: %d. A running server sends them at once.\n", out.Queued)
		}
		if err == nil && out.More {
			_, err = fmt.Fprintln(w, "There are more: run it again.")
		}
		return err
	},
}
