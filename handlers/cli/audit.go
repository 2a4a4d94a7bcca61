package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"marquee/app"
	"marquee/app/audit"
	"marquee/app/list"
	"marquee/app/report/sheet"

	"github.com/urfave/cli/v2"
)

type (
	auditIn struct {
		CompanyID int64      `json:"companyId"`
		Outcome   string     `json:"outcome"`
		UserID    int64      `json:"userId"`
		Object    string     `json:"object"`
		ObjectID  string     `json:"objectId"`
		Operation string     `json:"operation"`
		From      *time.Time `json:"from"`
		Until     *time.Time `json:"until"`
		Limit     int64      `json:"limit"`
		Cursor    string     `json:"cursor"`
	}
	auditOut struct {
		Entries []auditLine `json:"entries"`
		Total   int64       `json:"total"`
		Cursor  string      `json:"cursor,omitempty"`
		More    bool        `json:"more"`
	}
	auditLine struct {
		Number    int64         `json:"number"`
		At        time.Time     `json:"at"`
		Outcome   string        `json:"outcome"`
		UserID    int64         `json:"userId"`
		TokenID   int64         `json:"tokenId"`
		Through   string        `json:"through"`
		Operation string        `json:"operation"`
		Address   string        `json:"address"`
		Device    string        `json:"device"`
		Count     int64         `json:"count"`
		Objects   []auditObject `json:"objects"`
		Further   int64         `json:"further"`
	}
	auditObject struct {
		Object string       `json:"object"`
		ID     string       `json:"id"`
		Did    string       `json:"did"`
		Fields []auditField `json:"fields"`
	}
	auditField struct {
		Name   string `json:"name"`
		Before string `json:"before"`
		After  string `json:"after"`
	}
	auditVerifyIn struct {
		Since []audit.Mark `json:"since"`
	}
	auditVerifyOut struct {
		Logs []audit.Verified `json:"logs"`
	}
)

func auditFlags(more ...cli.Flag) []cli.Flag {
	return append([]cli.Flag{
		companyFlag(), text("outcome", "only what was `changed` or `refused`"), whole("user", 0, "only what the user with this `ID` did"),
		text("object", "only about records of this `KIND`, such as events or members"), text("object-id", "only about the record of that kind with this `ID`"),
		text("operation", "only where the operation begins with this `TEXT`, such as 'POST /events'"),
		text("from", "only from this `TIME` on, such as 2027-06-12 or 2027-06-12T19:00:00Z"), text("until", "only before this `TIME`"),
	}, more...)
}

func auditInput(c *cli.Context) (in auditIn, err error) {
	in = auditIn{
		CompanyID: int64(c.Int("company")), Outcome: c.String("outcome"), UserID: int64(c.Int("user")), Object: c.String("object"), ObjectID: c.String("object-id"),
		Operation: c.String("operation"), Limit: audit.MaxPage,
	}
	if c.IsSet("limit") {
		in.Limit = int64(c.Int("limit"))
	}
	switch {
	case in.Outcome != "" && !slices.Contains(audit.Outcomes(), in.Outcome):
		return in, usage("--outcome must be one of %v", audit.Outcomes())
	case in.ObjectID != "" && in.Object == "":
		return in, usage("--object-id needs --object")
	case in.Limit < 1 || in.Limit > audit.MaxPage:
		return in, usage("--limit must be from 1 to %d", audit.MaxPage)
	}
	if in.From, err = auditTime(c, "from"); err != nil {
		return in, err
	}
	if in.Until, err = auditTime(c, "until"); err != nil {
		return in, err
	}
	return in, noArguments(c)
}

// auditTime reads a day or a moment, in UTC.
func auditTime(c *cli.Context, flag string) (*time.Time, error) {
	given := c.String(flag)
	if given == "" {
		return nil, nil
	}
	for _, form := range []string{time.RFC3339, time.DateOnly} {
		if t, err := time.Parse(form, given); err == nil {
			return &t, nil
		}
	}
	return nil, usage("--%s must be a day or a time, such as 2027-06-12 or 2027-06-12T19:00:00Z", flag)
}

func runAuditList(ctx context.Context, a *app.App, input []byte) (any, error) {
	in, err := decode[auditIn](input)
	if err != nil {
		return nil, err
	}
	c, err := operator(ctx, a, in.CompanyID)
	if err != nil {
		return nil, err
	}
	page, err := audit.List(ctx, a, c, audit.Filter{
		Outcome: in.Outcome, UserID: in.UserID, Object: in.Object, Key: in.ObjectID, Operation: in.Operation, From: in.From, Until: in.Until,
		Request: list.Request{Cursor: in.Cursor, Limit: in.Limit},
	})
	out := auditOut{Entries: []auditLine{}, Total: page.Total, Cursor: page.Cursor, More: page.HasMore}
	for i := range page.Rows {
		out.Entries = append(out.Entries, auditLineOf(&page.Rows[i]))
	}
	return out, err
}

func auditLineOf(e *audit.Entry) auditLine {
	line := auditLine{
		Number: e.Seq, At: e.At, Outcome: e.Outcome.String(), UserID: e.UserID, TokenID: e.TokenID, Through: e.Through, Operation: e.Operation,
		Address: e.Address, Device: e.Device, Count: max(e.Count, 1), Objects: []auditObject{}, Further: e.More,
	}
	for i := range e.Objects {
		o := &e.Objects[i]
		form := auditObject{Object: o.Type, ID: o.Key, Did: o.Did.String(), Fields: []auditField{}}
		for _, f := range o.Fields {
			form.Fields = append(form.Fields, auditField(f))
		}
		line.Objects = append(line.Objects, form)
	}
	return line
}

var auditList = admin{
	reads: true,
	path:  "audit list", usage: "show what staff changed and were refused, newest first",
	example: `marquee audit list --data ./festival
   marquee audit list --data ./festival --object events --object-id 17
   marquee audit list --data ./festival --outcome refused --from 2027-06-12 --json`,
	flags: auditFlags(whole("limit", audit.MaxPage, "at most so `MANY`, up to 100")),
	input: func(c *cli.Context) (any, error) { return auditInput(c) },
	run:   runAuditList,
	print: printAudit,
}

func printAudit(w io.Writer, result []byte) error {
	out, err := decode[auditOut](result)
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "NUMBER\tAT\tWHO\tFROM\tOPERATION\tOUTCOME\tWHAT")
	for i := range out.Entries {
		e := &out.Entries[i]
		who := "operator"
		if e.UserID != 0 {
			who = fmt.Sprintf("user %d", e.UserID)
		}
		fmt.Fprintf(table, "%d\t%s\t%s\t%s\t%s\t%s\t%s\n", e.Number, moment(&e.At), who, printable(strings.TrimSpace(e.Through+" "+e.Address), 60), printable(e.Operation, 60), e.Outcome, printable(e.what(), 120))
	}
	return table.Flush()
}

// what tells what was done in one line.
func (e *auditLine) what() string {
	var parts []string
	if e.Count > 1 {
		parts = append(parts, fmt.Sprintf("%d times", e.Count))
	}
	for _, o := range e.Objects {
		part := o.Did + " " + o.Object + " " + o.ID
		for i, f := range o.Fields {
			sep := ", "
			if i == 0 {
				sep = ": "
			}
			part += sep + f.Name + " " + f.Before + " → " + f.After
		}
		parts = append(parts, part)
	}
	if e.Further > 0 {
		parts = append(parts, fmt.Sprintf("and %d further changes", e.Further))
	}
	return strings.Join(parts, "; ")
}

// auditExport reads some entries; the command calls it until there are no more.
var auditExport = admin{
	reads: true,
	path:  "audit export", usage: "write what staff changed and were refused to a file, newest first",
	example: `marquee audit export --data ./festival --csv audit.csv
   marquee audit export --data ./festival --from 2027-06-01 --until 2027-07-01 --csv - > june.csv

The file has a row for each field that changed. No cell begins a formula.`,
	flags: auditFlags(text("csv", "write CSV to this `FILE`; - is standard output, and so is nothing")),
	input: func(c *cli.Context) (any, error) { return auditInput(c) },
	run:   runAuditList,
}

var auditColumns = []sheet.Column{
	{Key: "number"}, {Key: "at"}, {Key: "outcome"}, {Key: "user_id"}, {Key: "token_id"}, {Key: "through"}, {Key: "operation"}, {Key: "address"}, {Key: "device"},
	{Key: "count"}, {Key: "object"}, {Key: "object_id"}, {Key: "did"}, {Key: "field"}, {Key: "before"}, {Key: "after"}, {Key: "further"},
}

// auditFile is the command around auditExport.
func auditFile(program Program) *cli.Command {
	cmd := auditExport.command(program, "export")
	cmd.Action = func(c *cli.Context) error {
		in, err := auditInput(c)
		if err != nil {
			return err
		}
		target, format := c.String("csv"), sheet.CSV
		if target == "" {
			target = "-"
		}
		if c.Bool("json") {
			format = sheet.JSON
		}
		return intoFile(c, target, format, func(w io.Writer) error { return writeAudit(c, program, in, format, w) })
	}
	return cmd
}

func writeAudit(c *cli.Context, program Program, in auditIn, format sheet.Format, w io.Writer) error {
	file, err := sheet.New(format, w, auditColumns, sheet.Look{})
	if err != nil {
		return err
	}
	for more := true; more; {
		result, err := auditExport.call(c, program, in)
		if err != nil {
			return err
		}
		out, err := decode[auditOut](result)
		if err != nil {
			return err
		}
		for i := range out.Entries {
			if err := out.Entries[i].rows(file); err != nil {
				return err
			}
		}
		in.Cursor, more = out.Cursor, out.More
	}
	return file.Close()
}

// rows writes a row for each field that changed, and one for an entry without any.
func (e *auditLine) rows(file sheet.Writer) error {
	row := func(object, id, did string, f auditField) error {
		return file.Row([]any{
			e.Number, e.At, e.Outcome, e.UserID, e.TokenID, e.Through, e.Operation, e.Address, e.Device, e.Count, object, id, did, f.Name, f.Before, f.After, e.Further,
		})
	}
	if len(e.Objects) == 0 {
		return row("", "", "", auditField{})
	}
	for _, o := range e.Objects {
		fields := o.Fields
		if len(fields) == 0 {
			fields = []auditField{{}}
		}
		for _, f := range fields {
			if err := row(o.Object, o.ID, o.Did, f); err != nil {
				return err
			}
		}
	}
	return nil
}

var auditVerify = admin{
	reads: true,
	path:  "audit verify", usage: "walk the log of what staff changed, and prove that it goes on from that of a backup",
	example: `marquee audit verify --data ./festival
   marquee audit verify --data ./festival --since ./backups/marquee-20260704T120000.000Z-3f9a1c0b7d2e4.tar.zst

Each entry carries the hash of the one before, so the hash of the last one stands for
all. A backup has written it down: when this log has the same entry under the same
number, all entries of the backup are in it, unchanged and in their order.`,
	flags: sinceFlags("log"),
	input: func(c *cli.Context) (any, error) {
		m, ok, err := sinceOf(c)
		if ok && len(m.Report.Audits) == 0 {
			err = usage("the backup %s tells of no audit log: it is empty, or older than the log", c.String("since"))
		}
		return auditVerifyIn{m.Report.Audits}, err
	},
	run: func(ctx context.Context, a *app.App, input []byte) (any, error) {
		in, err := decode[auditVerifyIn](input)
		if err != nil {
			return nil, err
		}
		all, err := audit.Verify(ctx, a, in.Since)
		return auditVerifyOut{all}, err
	},
	print: printAuditVerified,
	judge: func(result []byte) error {
		out, err := decode[auditVerifyOut](result)
		for _, v := range out.Logs {
			if v.Problem != "" {
				return &Exit{exitDamaged, errors.New("the audit log is not what it was\nKeep the file, and compare it with the newest good backup")}
			}
		}
		return err
	},
}

func printAuditVerified(w io.Writer, result []byte) error {
	out, err := decode[auditVerifyOut](result)
	for _, v := range out.Logs {
		printChain(w, v.Company, v.Problem, v.Entries, v.Since, v.Hash)
	}
	return err
}
