package cli

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/invoice"
	"marquee/app/locale"
	"marquee/app/paper"

	"github.com/urfave/cli/v2"
)

type (
	invoicesIn struct {
		CompanyID int64      `json:"companyId"`
		From      *time.Time `json:"from"`
		Until     *time.Time `json:"until"`
		Offset    int64      `json:"offset"`
	}
	invoicesOut struct {
		Invoices []invoiceLine `json:"invoices"`
		Total    int64         `json:"total"`
	}
	invoiceLine struct {
		ID       int64     `json:"id"`
		Number   string    `json:"number"`
		Date     string    `json:"date"`
		Corrects string    `json:"corrects,omitempty"`
		OrderID  int64     `json:"orderId"`
		Buyer    string    `json:"buyer"`
		Currency string    `json:"currency"`
		Net      int64     `json:"net"`
		Tax      int64     `json:"tax"`
		Total    int64     `json:"total"`
		Written  time.Time `json:"writtenAt"`
		// Files are its PDF and its data, by name, where they were asked for.
		Files map[string][]byte `json:"files,omitempty"`
	}
)

// invoicesAtOnce is how many invoices one call makes files of.
const invoicesAtOnce = 10

var invoiceList = admin{
	reads: true,
	path:  "invoice list", usage: "list invoices and what corrects them, the oldest first",
	example: `marquee invoice list --data ./festival --from 2027-06-01 --until 2027-07-01
   marquee invoice list --data ./festival --json`,
	flags: invoiceFlags(whole("offset", 0, "leave out so `MANY`")),
	input: func(c *cli.Context) (any, error) {
		in, err := invoicesInput(c)
		in.Offset = int64(c.Int("offset"))
		return in, err
	},
	run: func(ctx context.Context, a *app.App, input []byte) (any, error) {
		out, _, err := invoicesOf(ctx, a, input, invoice.MaxPage)
		return out, err
	},
	print: printInvoices,
}

// invoiceFiles makes files of some invoices; the command calls it until there are no more.
var invoiceFiles = admin{
	reads: true,
	path:  "invoice files", usage: "write invoices as files into a zip archive: PDF with the data inside, and the data",
	example: `marquee invoice files --data ./festival --from 2027-06-01 --until 2027-07-01 --zip june.zip
   marquee invoice files --data ./festival --zip - > all.zip`,
	flags: invoiceFlags(text("zip", "write the archive to this `FILE`; - is standard output, and so is nothing")),
	input: func(c *cli.Context) (any, error) { return invoicesInput(c) },
	run:   runInvoiceFiles,
}

func invoiceFlags(more ...cli.Flag) []cli.Flag {
	return append([]cli.Flag{
		companyFlag(), text("from", "only those written from this `TIME` on, such as 2027-06-12 or 2027-06-12T19:00:00Z"), text("until", "only those written before this `TIME`"),
	}, more...)
}

func invoicesInput(c *cli.Context) (in invoicesIn, err error) {
	in.CompanyID = int64(c.Int("company"))
	if in.From, err = auditTime(c, "from"); err != nil {
		return in, err
	}
	if in.Until, err = auditTime(c, "until"); err != nil {
		return in, err
	}
	return in, noArguments(c)
}

// invoicesOf reads some invoices.
func invoicesOf(ctx context.Context, a *app.App, input []byte, most int64) (out invoicesOut, all []invoice.View, err error) {
	in, err := decode[invoicesIn](input)
	if err != nil {
		return out, nil, err
	}
	c, err := operator(ctx, a, in.CompanyID)
	if err != nil {
		return out, nil, err
	}
	page, err := invoice.List(ctx, a, c, invoice.Filter{From: in.From, Until: in.Until, Offset: in.Offset, Limit: most})
	out = invoicesOut{Invoices: []invoiceLine{}, Total: page.Total}
	for i := range page.Rows {
		out.Invoices = append(out.Invoices, invoiceLineOf(&page.Rows[i]))
	}
	return out, page.Rows, err
}

func invoiceLineOf(v *invoice.View) invoiceLine {
	cur, _ := company.CurrencyByID(v.CurrencyID)
	buyer := v.Buyer.Company
	if buyer == "" {
		buyer = v.Buyer.Name
	}
	return invoiceLine{
		ID: v.ID, Number: v.Number(), Date: v.Day.Format(time.DateOnly), Corrects: v.Corrected, OrderID: v.OrderID, Buyer: buyer, Currency: cur.Code,
		Net: v.Net(), Tax: v.Tax(), Total: v.Gross(), Written: v.CreatedAt,
	}
}

func printInvoices(w io.Writer, result []byte) error {
	out, err := decode[invoicesOut](result)
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "NUMBER\tDATE\tCORRECTS\tORDER\tBUYER\tTOTAL\tTAX")
	for _, l := range out.Invoices {
		cur, _ := company.CurrencyByCode(l.Currency)
		fmt.Fprintf(table, "%s\t%s\t%s\t%d\t%s\t%s\t%s\n", l.Number, l.Date, l.Corrects, l.OrderID, printable(l.Buyer, 40), locale.English.Amount(cur, l.Total), locale.English.Amount(cur, l.Tax))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%d of %d\n", len(out.Invoices), out.Total)
	return err
}

func runInvoiceFiles(ctx context.Context, a *app.App, input []byte) (any, error) {
	out, all, err := invoicesOf(ctx, a, input, invoicesAtOnce)
	if err != nil {
		return nil, err
	}
	printer := paper.NewPrinter()
	for i := range all {
		var drawn bytes.Buffer
		if _, err := printer.WriteInvoice(ctx, &drawn, all[i].Paper()); err != nil {
			return nil, err
		}
		out.Invoices[i].Files = map[string][]byte{all[i].Number() + ".pdf": drawn.Bytes(), all[i].Number() + ".xml": all[i].XML()}
	}
	return out, nil
}

// invoiceArchive is the command around invoiceFiles.
func invoiceArchive(program Program) *cli.Command {
	cmd := invoiceFiles.command(program, "files")
	cmd.Action = func(c *cli.Context) error {
		in, err := invoicesInput(c)
		if err != nil {
			return err
		}
		target := c.String("zip")
		if target == "" {
			target = "-"
		}
		return intoFile(c, target, "zip", func(w io.Writer) error { return archiveInvoices(c, program, in, w) })
	}
	return cmd
}

// archiveInvoices writes the archive, and says how many invoices are in it.
func archiveInvoices(c *cli.Context, program Program, in invoicesIn, w io.Writer) error {
	archive := zip.NewWriter(w)
	for {
		result, err := invoiceFiles.call(c, program, in)
		if err != nil {
			return err
		}
		out, err := decode[invoicesOut](result)
		if err != nil {
			return err
		}
		for i := range out.Invoices {
			if err := out.Invoices[i].into(archive); err != nil {
				return err
			}
		}
		in.Offset += int64(len(out.Invoices))
		if len(out.Invoices) == 0 || in.Offset >= out.Total {
			break
		}
	}
	if err := archive.Close(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(c.App.ErrWriter, "%d invoices\n", in.Offset)
	return err
}

// into writes the files of an invoice, as they were when it was written.
func (l *invoiceLine) into(archive *zip.Writer) error {
	for _, kind := range []string{".pdf", ".xml"} {
		f, err := archive.CreateHeader(&zip.FileHeader{Name: l.Number + kind, Method: zip.Deflate, Modified: l.Written.UTC()})
		if err != nil {
			return err
		}
		if _, err := f.Write(l.Files[l.Number+kind]); err != nil {
			return err
		}
	}
	return nil
}
