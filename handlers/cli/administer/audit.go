package administer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/audit"
	"marquee/app/chain"
	"marquee/app/report/sheet"
	"marquee/handlers/cli/cmdline"
	"marquee/handlers/cli/operate"

	"github.com/urfave/cli/v2"
)

type (
	auditVerifyIn struct {
		Since []chain.Mark `json:"since"`
	}
	auditVerifyOut struct {
		Logs []chain.Verified `json:"logs"`
	}
)

var auditFlags = []option{
	{name: "outcome", field: "outcome", usage: "only what was `changed` or `refused`"}, {name: "user", field: "userId", usage: "only what the user with this `ID` did"},
	{name: "object", field: "object", usage: "only about records of this `KIND`, such as events or members"},
	{name: "object-id", field: "objectId", usage: "only about the record of that kind with this `ID`"},
	{name: "operation", field: "operation", usage: "only where the operation begins with this `TEXT`, such as 'POST /events'"},
	{name: "from", field: "from", usage: "only from this `TIME` on, such as 2027-06-12 or 2027-06-12T19:00:00Z"}, {name: "until", field: "until", usage: "only before this `TIME`"},
}

// auditSections are the entries, and where the list goes on.
var auditSections = []section{
	{name: "entries", columns: []column{
		{name: "number"}, {name: "at", as: asMoment}, {name: "outcome"}, {name: "userId", as: asNumber}, {name: "tokenId", as: asNumber}, {name: "through"}, {name: "operation"},
		{name: "address"}, {name: "device"}, {name: "count", as: asNumber}, {name: "objects", as: asList}, {name: "further", from: "more", as: asNumber},
		{name: "=who", cell: func(r row) string {
			if r.number("userId") == 0 {
				return "operator"
			}
			return "user " + r.text("userId")
		}},
		{name: "=from", cell: func(r row) string { return strings.TrimSpace(r.text("through") + " " + r.text("address")) }},
		{name: "=what", cell: func(r row) string { return cmdline.Printable(auditWhat(r), 120) }},
	}, table: "number at =who:WHO =from:FROM operation outcome =what:WHAT"},
	{from: ".", columns: []column{{name: "total", from: "meta.total", as: asNumber}, {name: "more", make: func(r row) any { return r.text("links.next") != "" }}}},
}

// auditCommands are the list, and what the command that writes a file calls until there are no
// more entries.
var auditCommands = []derived{
	{
		path: "audit list", usage: "show what staff changed and were refused, newest first",
		example: `marquee audit list --data ./festival
   marquee audit list --data ./festival --object events --object-id 17
   marquee audit list --data ./festival --outcome refused --from 2027-06-12 --json`,
		operation: "GET /audit", flags: auditFlags, with: map[string]string{"object-id": "object"}, shows: auditSections,
	},
	{
		path: auditExport, usage: "write what staff changed and were refused to a file, newest first",
		example: `marquee audit export --data ./festival --csv audit.csv
   marquee audit export --data ./festival --from 2027-06-01 --until 2027-07-01 --csv - > june.csv

The file has a row for each field that changed. No cell begins a formula.`,
		operation: "GET /audit", flags: auditFlags, with: map[string]string{"object-id": "object"}, without: []string{"limit", "offset"}, shows: auditSections,
	},
}

const auditExport = "audit export"

// auditWhat tells what was done in one line.
func auditWhat(e row) string {
	var parts []string
	if n := e.number("count"); n > 1 {
		parts = append(parts, fmt.Sprintf("%d times", n))
	}
	for _, o := range e.rows("objects") {
		part := o.text("did") + " " + o.text("object") + " " + o.text("id")
		for i, f := range o.rows("fields") {
			sep := ", "
			if i == 0 {
				sep = ": "
			}
			part += sep + f.text("name") + " " + f.text("before") + " → " + f.text("after")
		}
		parts = append(parts, part)
	}
	if n := e.number("further"); n > 0 {
		parts = append(parts, fmt.Sprintf("and %d further changes", n))
	}
	return strings.Join(parts, "; ")
}

var auditColumns = []sheet.Column{
	{Key: "number"}, {Key: "at"}, {Key: "outcome"}, {Key: "user_id"}, {Key: "token_id"}, {Key: "through"}, {Key: "operation"}, {Key: "address"}, {Key: "device"},
	{Key: "count"}, {Key: "object"}, {Key: "object_id"}, {Key: "did"}, {Key: "field"}, {Key: "before"}, {Key: "after"}, {Key: "further"},
}

// auditFile is the command that writes a file.
func auditFile(program operate.Program, ad operate.Admin) *cli.Command {
	ad.Flags = append(ad.Flags, cmdline.Text("csv", "write CSV to this `FILE`; - is standard output, and so is nothing"))
	cmd := ad.Command(program, "export")
	cmd.Action = func(c *cli.Context) error {
		in, err := ad.Input(c)
		if err != nil {
			return err
		}
		target, format := cmp.Or(c.String("csv"), "-"), sheet.CSV
		if c.Bool("json") {
			format = sheet.JSON
		}
		return intoFile(c, target, format, func(w io.Writer) error { return writeAudit(c, program, ad, in.(asked), format, w) })
	}
	return cmd
}

func writeAudit(c *cli.Context, program operate.Program, ad operate.Admin, in asked, format sheet.Format, w io.Writer) error {
	file, err := sheet.New(format, w, auditColumns, sheet.Look{})
	if err != nil {
		return err
	}
	if in.Fields["until"] == nil { // what is written meanwhile would move the pages
		in.Fields.say("until", time.Now())
	}
	for more, at := true, 0; more; {
		result, err := ad.Call(c, program, in)
		if err != nil {
			return err
		}
		out := rowOf(result)
		for _, entry := range out.rows("entries") {
			if err := auditRows(entry, file); err != nil {
				return err
			}
			at++
		}
		in.Fields.say("offset", at)
		more = out.yes("more")
	}
	return file.Close()
}

// auditRows writes a row for each field that changed, and one for an entry without any.
func auditRows(e row, file sheet.Writer) error {
	at, err := time.Parse(time.RFC3339Nano, e.text("at"))
	if err != nil {
		return err
	}
	objects := e.rows("objects")
	if len(objects) == 0 {
		objects = []row{nil}
	}
	for _, o := range objects {
		changed := o.rows("fields")
		if len(changed) == 0 {
			changed = []row{nil}
		}
		for _, f := range changed {
			err := file.Row([]any{
				e.number("number"), at, e.text("outcome"), e.number("userId"), e.number("tokenId"), e.text("through"), e.text("operation"), e.text("address"), e.text("device"),
				e.number("count"), o.text("object"), o.text("id"), o.text("did"), f.text("name"), f.text("before"), f.text("after"), e.number("further"),
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

var auditVerify = operate.Admin{
	Reads: true,
	Path:  "audit verify", Usage: "walk the log of what staff changed, and prove that it goes on from that of a backup",
	Example: `marquee audit verify --data ./festival
   marquee audit verify --data ./festival --since ./backups/marquee-20260704T120000.000Z-3f9a1c0b7d2e4.tar.zst

Each entry carries the hash of the one before, so the hash of the last one stands for
all. A backup has written it down: when this log has the same entry under the same
number, all entries of the backup are in it, unchanged and in their order.`,
	Flags: operate.SinceFlags("log"),
	Input: func(c *cli.Context) (any, error) {
		m, ok, err := operate.SinceOf(c)
		if ok && len(m.Report.Audits) == 0 {
			err = cmdline.Usage("the backup %s tells of no audit log: it is empty, or older than the log", c.String("since"))
		}
		return auditVerifyIn{m.Report.Audits}, err
	},
	Run: operate.On(func(ctx context.Context, a *app.App, in auditVerifyIn) (any, error) {
		all, err := audit.Verify(ctx, a, in.Since)
		return auditVerifyOut{all}, err
	}),
	Print: printAuditVerified,
	Judge: func(result []byte) error {
		out, err := cmdline.Decode[auditVerifyOut](result)
		for _, v := range out.Logs {
			if v.Problem != "" {
				return &cmdline.Exit{Code: cmdline.ExitDamaged, Err: errors.New("the audit log is not what it was\nKeep the file, and compare it with the newest good backup")}
			}
		}
		return err
	},
}

func printAuditVerified(w io.Writer, result []byte) error {
	out, err := cmdline.Decode[auditVerifyOut](result)
	for _, v := range out.Logs {
		printChain(w, v.Company, v.Problem, v.Entries, v.Since, v.Hash)
	}
	return err
}
