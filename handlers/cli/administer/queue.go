package administer

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"time"

	"marquee/app"
	"marquee/app/queue"
	"marquee/handlers/cli/cmdline"
	"marquee/handlers/cli/operate"

	"github.com/urfave/cli/v2"
)

type (
	queueListIn struct {
		State string `json:"state"`
		Kind  string `json:"kind"`
		Limit int    `json:"limit"`
	}
	queueListOut struct {
		Entries []queueLine `json:"entries"`
	}
	queueLine struct {
		ID        int64      `json:"id"`
		CompanyID int64      `json:"companyId"`
		Kind      string     `json:"kind"`
		To        string     `json:"to"`
		State     string     `json:"state"`
		Attempts  int64      `json:"attempts"`
		CreatedAt time.Time  `json:"createdAt"`
		Due       *time.Time `json:"due"`
		Problem   string     `json:"problem"`
		Key       string     `json:"key"`
		MessageID string     `json:"messageId"`
		Bytes     int        `json:"payloadBytes"`
	}
	queueIn struct {
		ID        int64  `json:"id"`
		Dead      bool   `json:"dead"`
		Kind      string `json:"kind"`
		CompanyID int64  `json:"companyId"`
	}
	queueAgainOut struct {
		Retried int `json:"retried"`
	}
)

var queueColumns = []column{
	{name: "createdAt", as: asMoment}, {name: "due", as: asMoment}, {name: "problem", as: asLong}, {name: "=payload", cell: func(r row) string { return r.text("payloadBytes") + " bytes" }},
	{name: "=problem", cell: func(r row) string { return cmdline.Printable(r.text("problem"), shownText) }},
}

var queueList = operate.Admin{
	Reads: true,
	Path:  "queue list", Usage: "list work that waits, calls of webhooks too: dead letters first, then what is being sent, then what is due later",
	Example: "marquee queue list --data ./festival\n   marquee queue list --data ./festival --state dead --kind mail.ticket --json",
	Flags: []cli.Flag{
		cmdline.Text("state", "only entries in this `STATE`: waiting, leased, dead or done; without it all that are not done"),
		cmdline.Text("kind", "only entries of this `KIND`"),
		cmdline.Whole("limit", 100, "at most so `MANY`, up to 1000"),
	},
	Input: func(c *cli.Context) (any, error) {
		in := queueListIn{c.String("state"), c.String("kind"), c.Int("limit")}
		if in.State != "" && queue.ParseState(in.State) == 0 {
			return nil, cmdline.Usage("--state must be waiting, leased, dead or done")
		}
		if in.Limit < 1 || in.Limit > queue.MaxList {
			return nil, cmdline.Usage("--limit must be from 1 to %d", queue.MaxList)
		}
		return in, cmdline.NoArguments(c)
	},
	Run: operate.On(func(ctx context.Context, a *app.App, in queueListIn) (any, error) {
		all, err := queue.List(ctx, a, queue.Filter{State: queue.ParseState(in.State), Kind: in.Kind, Limit: in.Limit})
		out := queueListOut{Entries: []queueLine{}}
		for _, e := range all {
			out.Entries = append(out.Entries, queueLineOf(e))
		}
		return out, err
	}),
	Print: shown(section{
		name: "entries", columns: queueColumns,
		table: "id state kind to companyId:COMPANY attempts createdAt:MADE due =problem:PROBLEM",
	}),
}

var queueShow = operate.Admin{
	Reads: true,
	Path:  "queue show", Usage: "show one entry, but for its payload",
	Example: "marquee queue show --data ./festival --id 17",
	Flags:   []cli.Flag{queueIDFlag()},
	Input:   func(c *cli.Context) (any, error) { return queueID(c) },
	Run: operate.On(func(ctx context.Context, a *app.App, in queueIn) (any, error) {
		e, err := queue.ByID(ctx, a, in.ID)
		return queueLineOf(e), err
	}),
	Print: shown(section{
		upright: true, columns: queueColumns,
		table: "id state kind to companyId:company key messageId:message_id =payload:payload attempts createdAt:made due problem",
	}),
}

var queueAgain = operate.Admin{
	Path: "queue again", Former: []string{"retry"}, Usage: "send dead letters again, or at once what waits for its next attempt",
	Example: "marquee queue again --data ./festival --id 17\n   marquee queue again --data ./festival --dead --kind mail.ticket\n   marquee queue again --data ./festival --kind webhook --company 1 --id 17",
	Flags: []cli.Flag{
		queueIDFlag(), cmdline.Yes("dead", "every dead letter"), cmdline.Text("kind", "with --dead: only those of this `KIND`; with --id: webhook, for a call of one"),
		cmdline.Whole("company", 0, "with --id and --kind webhook: the `ID` of the company that the call is of"),
	},
	Input: func(c *cli.Context) (any, error) {
		if c.Bool("dead") == c.IsSet("id") {
			return nil, cmdline.Usage("%s needs either --id or --dead\nSee: %s --help", c.Command.HelpName, c.Command.HelpName)
		}
		if c.Bool("dead") {
			return queueIn{Dead: true, Kind: c.String("kind")}, cmdline.NoArguments(c)
		}
		in, err := queueID(c)
		in.Kind, in.CompanyID = c.String("kind"), int64(c.Int("company"))
		if (in.Kind == "") != (in.CompanyID == 0) {
			return nil, cmdline.Usage("a call of a webhook is named by --kind webhook, --company and --id")
		}
		return in, err
	},
	Run: operate.On(func(ctx context.Context, a *app.App, in queueIn) (any, error) {
		if in.Kind != "" && !in.Dead {
			return queueAgainOut{1}, queue.RetryRow(ctx, a, in.Kind, in.CompanyID, in.ID)
		}
		if in.Dead {
			n, err := queue.RetryDead(ctx, a, in.Kind)
			return queueAgainOut{n}, err
		}
		_, err := queue.Retry(ctx, a, in.ID)
		return queueAgainOut{1}, err
	}),
	Print: operate.Prints(func(w io.Writer, out queueAgainOut) error {
		_, err := fmt.Fprintf(w, "Entries to be sent again: %d. A running server sends them at once.\n", out.Retried)
		return err
	}),
}

var queueDrop = operate.Admin{
	Path: "queue drop", Usage: "forget an entry for good: it is never sent",
	Example: "marquee queue drop --data ./festival --id 17",
	Flags:   []cli.Flag{queueIDFlag()},
	Input:   func(c *cli.Context) (any, error) { return queueID(c) },
	Run: operate.On(func(ctx context.Context, a *app.App, in queueIn) (any, error) {
		e, err := queue.Drop(ctx, a, in.ID)
		return queueLineOf(e), err
	}),
	Print: operate.Prints(func(w io.Writer, e queueLine) error {
		_, err := fmt.Fprintf(w, "Entry %d (%s) is dropped.\n", e.ID, e.Kind)
		return err
	}),
}

func queueIDFlag() cli.Flag { return cmdline.Text("id", "the entry's `ID`, from queue list") }

func queueID(c *cli.Context) (queueIn, error) {
	if err := cmdline.Need(c, "id"); err != nil {
		return queueIn{}, err
	}
	id, err := strconv.ParseInt(c.String("id"), 10, 64)
	if err != nil {
		return queueIn{}, cmdline.Usage("--id must be a number\nSee the ids: marquee queue list --data %s", cmdline.Typed(c.Path("data")))
	}
	return queueIn{ID: id}, nil
}

// queueLineOf leaves the payload out: it may hold what is nobody's business.
func queueLineOf(e queue.Entry) queueLine {
	return queueLine{
		ID: e.ID, CompanyID: e.CompanyID, Kind: e.Kind, To: e.To, State: e.State.String(), Attempts: e.Attempts,
		CreatedAt: e.CreatedAt, Due: e.Due, Problem: e.Problem, Key: e.Key, MessageID: e.MessageID, Bytes: len(e.Payload),
	}
}
