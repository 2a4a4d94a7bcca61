package cli

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"time"

	"marquee/app"
	"marquee/app/queue"

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
		ID   int64  `json:"id"`
		Dead bool   `json:"dead"`
		Kind string `json:"kind"`
	}
	queueAgainOut struct {
		Retried int `json:"retried"`
	}
)

var queueColumns = []column{
	{name: "createdAt", as: asMoment}, {name: "due", as: asMoment}, {name: "problem", as: asLong}, {name: "=payload", cell: func(r row) string { return r.text("payloadBytes") + " bytes" }},
	{name: "=problem", cell: func(r row) string { return printable(r.text("problem"), shownText) }},
}

var queueList = admin{
	reads: true,
	path:  "queue list", usage: "list what is to be told to the outside: dead letters first, then what is being sent, then what waits",
	example: "marquee queue list --data ./festival\n   marquee queue list --data ./festival --state dead --kind mail.ticket --json",
	flags: []cli.Flag{
		text("state", "only entries in this `STATE`: waiting, leased, dead or done; without it all that are not done"),
		text("kind", "only entries of this `KIND`"),
		whole("limit", 100, "at most so `MANY`, up to 1000"),
	},
	input: func(c *cli.Context) (any, error) {
		in := queueListIn{c.String("state"), c.String("kind"), c.Int("limit")}
		if in.State != "" && queue.ParseState(in.State) == 0 {
			return nil, usage("--state must be waiting, leased, dead or done")
		}
		if in.Limit < 1 || in.Limit > queue.MaxList {
			return nil, usage("--limit must be from 1 to %d", queue.MaxList)
		}
		return in, noArguments(c)
	},
	run: func(ctx context.Context, a *app.App, input []byte) (any, error) {
		in, err := decode[queueListIn](input)
		if err != nil {
			return nil, err
		}
		all, err := queue.List(ctx, a, queue.Filter{State: queue.ParseState(in.State), Kind: in.Kind, Limit: in.Limit})
		out := queueListOut{Entries: []queueLine{}}
		for _, e := range all {
			out.Entries = append(out.Entries, queueLineOf(e))
		}
		return out, err
	},
	print: shown(section{
		name: "entries", columns: queueColumns,
		table: "id state kind to companyId:COMPANY attempts createdAt:MADE due =problem:PROBLEM",
	}),
}

var queueShow = admin{
	reads: true,
	path:  "queue show", usage: "show one entry, but for its payload",
	example: "marquee queue show --data ./festival --id 17",
	flags:   []cli.Flag{queueIDFlag()},
	input:   queueID,
	run: func(ctx context.Context, a *app.App, input []byte) (any, error) {
		in, err := decode[queueIn](input)
		if err != nil {
			return nil, err
		}
		e, err := queue.ByID(ctx, a, in.ID)
		return queueLineOf(e), err
	},
	print: shown(section{
		upright: true, columns: queueColumns,
		table: "id state kind to companyId:company key messageId:message_id =payload:payload attempts createdAt:made due problem",
	}),
}

var queueAgain = admin{
	path: "queue again", former: []string{"retry"}, usage: "send dead letters again, or at once what waits for its next attempt",
	example: "marquee queue again --data ./festival --id 17\n   marquee queue again --data ./festival --dead --kind mail.ticket",
	flags: []cli.Flag{
		queueIDFlag(), yes("dead", "every dead letter"), text("kind", "with --dead: only those of this `KIND`"),
	},
	input: func(c *cli.Context) (any, error) {
		if c.Bool("dead") == c.IsSet("id") {
			return nil, usage("%s needs either --id or --dead\nSee: %s --help", c.Command.HelpName, c.Command.HelpName)
		}
		if c.Bool("dead") {
			return queueIn{Dead: true, Kind: c.String("kind")}, noArguments(c)
		}
		return queueID(c)
	},
	run: func(ctx context.Context, a *app.App, input []byte) (any, error) {
		in, err := decode[queueIn](input)
		if err != nil {
			return nil, err
		}
		if in.Dead {
			n, err := queue.RetryDead(ctx, a, in.Kind)
			return queueAgainOut{n}, err
		}
		_, err = queue.Retry(ctx, a, in.ID)
		return queueAgainOut{1}, err
	},
	print: func(w io.Writer, result []byte) error {
		out, err := decode[queueAgainOut](result)
		if err == nil {
			_, err = fmt.Fprintf(w, "Entries to be sent again: %d. A running server sends them at once.\n", out.Retried)
		}
		return err
	},
}

var queueDrop = admin{
	path: "queue drop", usage: "forget an entry for good: it is never sent",
	example: "marquee queue drop --data ./festival --id 17",
	flags:   []cli.Flag{queueIDFlag()},
	input:   queueID,
	run: func(ctx context.Context, a *app.App, input []byte) (any, error) {
		in, err := decode[queueIn](input)
		if err != nil {
			return nil, err
		}
		e, err := queue.Drop(ctx, a, in.ID)
		return queueLineOf(e), err
	},
	print: func(w io.Writer, result []byte) error {
		e, err := decode[queueLine](result)
		if err == nil {
			_, err = fmt.Fprintf(w, "Entry %d (%s) is dropped.\n", e.ID, e.Kind)
		}
		return err
	},
}

func queueIDFlag() cli.Flag { return text("id", "the entry's `ID`, from queue list") }

func queueID(c *cli.Context) (any, error) {
	if err := need(c, "id"); err != nil {
		return nil, err
	}
	id, err := strconv.ParseInt(c.String("id"), 10, 64)
	if err != nil {
		return nil, usage("--id must be a number\nSee the ids: marquee queue list --data %s", typed(c.Path("data")))
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
