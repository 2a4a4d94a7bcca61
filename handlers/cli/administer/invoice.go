package administer

import (
	"archive/zip"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"marquee/app/company"
	"marquee/app/locale"
	"marquee/handlers/cli/cmdline"
	"marquee/handlers/cli/operate"

	"github.com/urfave/cli/v2"
)

var (
	invoiceFlags = []option{
		{name: "from", field: "startDate", usage: "only those written from this `TIME` on, such as 2027-06-12 or 2027-06-12T19:00:00Z", read: timeOf("from")},
		{name: "until", field: "endDate", usage: "only those written before this `TIME`", read: timeOf("until")},
		{name: "order", field: "orderId", usage: "only those of the order with this `ID` or reference"},
	}
	invoiceSections = []section{
		{name: "invoices", columns: []column{
			{name: "id"}, {name: "number"}, {name: "date"}, {name: "corrects"}, {name: "orderId"},
			{name: "buyer", make: func(r row) any { return cmp.Or(r.text("buyer.company"), r.text("buyer.name")) }}, {name: "currency", from: "currencyCode"},
			{name: "net"}, {name: "tax", cell: inCurrency("tax")}, {name: "total", cell: inCurrency("total")}, {name: "writtenAt", from: "createdAt"},
		}, table: "number date corrects orderId:ORDER buyer total tax"},
		{from: ".", columns: []column{{name: "total", from: "meta.total"}}},
	}
)

// timeOf reads a day or a moment, in UTC.
func timeOf(flag string) func([]string) (any, error) {
	return func(given []string) (any, error) {
		for _, form := range []string{time.RFC3339, time.DateOnly} {
			if t, err := time.Parse(form, given[0]); err == nil {
				return t, nil
			}
		}
		return nil, cmdline.Usage("--%s must be a day or a time, such as 2027-06-12 or 2027-06-12T19:00:00Z", flag)
	}
}

// inCurrency writes an amount of a row as people write it.
func inCurrency(name string) func(r row) string {
	return func(r row) string {
		cur, _ := company.CurrencyByCode(r.text("currency"))
		return locale.English.Amount(cur, r.number(name))
	}
}

// invoiceCommands are the list, and what the command that writes files calls until there are
// no more.
var invoiceCommands = []derived{
	{
		path: "invoice list", usage: "list invoices and what corrects them, the oldest first",
		example: `marquee invoice list --data ./festival --from 2027-06-01 --until 2027-07-01
   marquee invoice list --data ./festival --json`,
		operation: "GET /invoices", flags: invoiceFlags, shows: invoiceSections, print: printInvoices,
	},
	{
		path: invoiceFiles, usage: "write invoices as files into a zip archive: PDF with the data inside, and the data",
		example: `marquee invoice files --data ./festival --from 2027-06-01 --until 2027-07-01 --zip june.zip
   marquee invoice files --data ./festival --zip - > all.zip`,
		operation: "GET /invoices", flags: invoiceFlags, without: []string{"limit", "offset"}, then: withFiles,
	},
}

const invoiceFiles = "invoice files"

// invoicesAtOnce is how many invoices one call makes files of.
const invoicesAtOnce = 10

type (
	invoicesOut struct {
		Invoices []invoiceLine `json:"invoices"`
		Total    int64         `json:"total"`
	}
	invoiceLine struct {
		Number  string    `json:"number"`
		Written time.Time `json:"writtenAt"`
		PDF     []byte    `json:"pdf"`
		XML     []byte    `json:"xml"`
	}
)

// withFiles makes the files of invoices that were listed.
func withFiles(ctx context.Context, k asker, _ fields, answer json.RawMessage) (json.RawMessage, error) {
	listed := rowOf(answer)
	meta := rowOf(listed.get("meta"))
	out := invoicesOut{Invoices: []invoiceLine{}, Total: meta.number("total")}
	for _, r := range listed.rows("data") {
		line := invoiceLine{Number: r.text("number")}
		var err error
		if line.Written, err = time.Parse(time.RFC3339Nano, r.text("createdAt")); err != nil {
			return nil, err
		}
		which := fields{"invoiceId": r.get("id")}
		if line.PDF, err = k.ask(ctx, "GET /invoice/pdf", which); err != nil {
			return nil, err
		}
		if line.XML, err = k.ask(ctx, "GET /invoice/xml", which); err != nil {
			return nil, err
		}
		out.Invoices = append(out.Invoices, line)
	}
	return json.Marshal(out)
}

// printInvoices shows the list, and how many there are.
func printInvoices(w io.Writer, result []byte) error {
	if err := shown(invoiceSections...)(w, result); err != nil {
		return err
	}
	r := rowOf(result)
	_, err := fmt.Fprintf(w, "%d of %d\n", len(r.rows("invoices")), r.number("total"))
	return err
}

// invoiceArchive is the command that writes an archive.
func invoiceArchive(program operate.Program, ad operate.Admin) *cli.Command {
	ad.Flags = append(ad.Flags, cmdline.Text("zip", "write the archive to this `FILE`; - is standard output, and so is nothing"))
	cmd := ad.Command(program, "files")
	cmd.Action = func(c *cli.Context) error {
		in, err := ad.Input(c)
		if err != nil {
			return err
		}
		return intoFile(c, cmp.Or(c.String("zip"), "-"), "zip", func(w io.Writer) error { return archiveInvoices(c, program, ad, in.(asked), w) })
	}
	return cmd
}

// archiveInvoices writes the archive, and says how many invoices are in it.
func archiveInvoices(c *cli.Context, program operate.Program, ad operate.Admin, in asked, w io.Writer) error {
	archive, done := zip.NewWriter(w), 0
	in.Fields.say("limit", invoicesAtOnce)
	for {
		result, err := ad.Call(c, program, in)
		if err != nil {
			return err
		}
		out, err := cmdline.Decode[invoicesOut](result)
		if err != nil {
			return err
		}
		for i := range out.Invoices {
			if err := out.Invoices[i].into(archive); err != nil {
				return err
			}
		}
		done += len(out.Invoices)
		if len(out.Invoices) == 0 || int64(done) >= out.Total {
			break
		}
		in.Fields.say("offset", done)
	}
	if err := archive.Close(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(c.App.ErrWriter, "%d invoices\n", done)
	return err
}

// into writes the files of an invoice, as they were when it was written.
func (l *invoiceLine) into(archive *zip.Writer) error {
	for _, file := range []struct {
		kind string
		text []byte
	}{{".pdf", l.PDF}, {".xml", l.XML}} {
		f, err := archive.CreateHeader(&zip.FileHeader{Name: l.Number + file.kind, Method: zip.Deflate, Modified: l.Written.UTC()})
		if err != nil {
			return err
		}
		if _, err := f.Write(file.text); err != nil {
			return err
		}
	}
	return nil
}
