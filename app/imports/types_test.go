package imports_test

import (
	"strings"
	"testing"

	"marquee/kv"

	"github.com/matryer/is"
)

// kindOfFile is a file of a type: good rows, and what is said of each bad one.
type kindOfFile struct {
	typ string
	// before are files that are taken in first, by type.
	before [][2]string
	header string
	good   []string
	bad    []string
	// problems are those of the bad rows, which stand behind the good ones.
	problems []string
}

const twoSold = "order id,email,name,event external id,ticket type,price,barcode\n1,ada@example.com,Ada,E1,Standing,10,T-1\n2,bob@example.com,Bob,E1,Standing,10,T-2\n"

var kindsOfFiles = []kindOfFile{
	{
		typ: "users", header: "E-Mail,Name,Phone,Roles",
		good: []string{"ada@example.com,Ada,+49 30 1234567,", "bob@example.com,Bob,,"},
		bad:  []string{"nobody,No,,", "eve@example.com,Eve,,Emperor", "ADA@example.com,Ada,,", ",Nameless,,"},
		problems: []string{
			"4 refused E-Mail: must be a valid e-mail address",
			"5 refused Roles: has no role Emperor",
			"6 refused E-Mail: is in line 2 too",
			"7 refused E-Mail: must be a valid e-mail address",
		},
	},
	{
		typ: "groups", header: "Group,Event external id,Stock,On sale,External id",
		good: []string{"Early,E1,100,yes,G1", "Late,E1,,no,"},
		bad:  []string{"Nowhere,E9,1,yes,", ",E1,1,yes,", "Odd,E1,many,yes,", "Perhaps,E1,1,perhaps,", "Homeless,,1,yes,"},
		problems: []string{
			"4 refused Event external id: is no event that there is",
			"5 refused Group: is required",
			"6 refused Stock: must be a whole number",
			"7 refused On sale: must be yes or no",
			"8 refused event: is required",
		},
	},
	{
		typ: "tags", before: [][2]string{{"order-items", twoSold}}, header: "Barcode,NFC",
		good: []string{"T-1,04A2B3C4D5E6F7", "T-2,04A2B3C4D5E6F8"},
		bad:  []string{"T-9,04A2B3C4D5E6F9", "T-1,", "T-2,04A2B3C4D5E6F7"},
		problems: []string{
			"4 refused Barcode: is no ticket that there is",
			"5 refused NFC: is required",
			"6 refused NFC: is in line 2 too",
		},
	},
	{
		typ: "questions", header: "Question,Type,Options,Required,Event external id,Everywhere",
		good: []string{"Your size?,select,\"S, M, L\",yes,E1,", "Your allergies?,long_text,,,,yes"},
		bad:  []string{"Your mood?,smell,,,,", ",text,,,,", "Your hat?,select,,,,", "your size?,text,,,,", "Where?,text,,maybe,E9,"},
		problems: []string{
			"4 refused Type: must be one of text, long_text, select, number, checkbox, multi_checkbox, radio, yes_no, phone, email, date, datetime, daterange, datetimerange",
			"5 refused Question: is required",
			"6 refused Options: is required",
			"7 refused Question: is in line 2 too",
			"8 refused Event external id: is no event that there is",
		},
	},
	{
		typ: "discount-codes", header: "Code,Type,Amount,Uses,Start,End,Event external id",
		good: []string{"TEN,percentage,10,100,2027-06-01,2027-08-01,E1", "FIVE,fixed,5.00,,,,"},
		bad:  []string{"HALF,half,50,,,,", "MUCH,percentage,101,,,,", "WORDS,percentage,lots,,,,", "ten,percentage,10,,,,", "EVER,percentage,10,,2027-08-01,2027-06-01,", "AWAY,percentage,10,,,,E9", ",percentage,10,,,,"},
		problems: []string{
			"4 refused Type: must be one of percentage, fixed",
			"5 refused Amount: must be between 0 and 100",
			"6 refused Amount: must be a percentage such as 12.5",
			"7 refused Code: is in line 2 too",
			"8 refused End: must be after validFrom",
			"9 refused Event external id: is no event that there is",
			"10 refused Code: is required",
		},
	},
	{
		typ: "access-codes", header: "Code,Uses,Start,hideUnrestricted,Event external id",
		good: []string{"SECRET,10,,yes,E1", "HUSH,,2027-06-01,no,"},
		bad:  []string{"LESS,-1,,,", "WHEN,1,someday,,", "secret,1,,,", "MAYBE,1,,perhaps,", "AWAY,1,,,E9", ",1,,,"},
		problems: []string{
			"4 refused Uses: must be between 0 and 1000000000",
			"5 refused Start: must be a date such as 2027-12-31, with or without a time such as 20:15",
			"6 refused Code: is in line 2 too",
			"7 refused hideUnrestricted: must be yes or no",
			"8 refused Event external id: is no event that there is",
			"9 refused Code: is required",
		},
	},
	{
		typ: "shops", header: "Shop,Currency,Staff,Cash,Card,offlineLimit",
		good: []string{"Bar,EUR,,yes,yes,50.00", "Merch,,,no,yes,"},
		bad:  []string{"Bank,XYZ,,yes,yes,", "Kiosk,EUR,nobody@example.com,yes,yes,", "bar,EUR,,yes,yes,", ",EUR,,yes,yes,", "Stall,EUR,,often,yes,", "Stand,EUR,,yes,yes,plenty"},
		problems: []string{
			"4 refused Currency: is no currency that there is",
			"5 refused Staff: has no user nobody@example.com",
			"6 refused Shop: is in line 2 too",
			"7 refused Shop: is required",
			"8 refused Cash: must be yes or no",
			"9 refused offlineLimit: must be an amount of EUR such as 12.50",
		},
	},
	{
		typ: "shop-products", before: [][2]string{{"shops", "Shop\nBar\n"}}, header: "Shop,Product,Price,SKU,Stock",
		good: []string{"Bar,Beer,4.50,B-1,1000", "bar,Water,2.00,,"},
		bad:  []string{"Pub,Wine,6.00,,", "Bar,,6.00,,", "Bar,Juice,dear,,", "Bar,Cola,3.00,,many", "Bar,Tea,-1,,"},
		problems: []string{
			"4 refused Shop: is no shop that there is",
			"5 refused Product: is required",
			"6 refused Price: must be an amount of EUR such as 12.50",
			"7 refused Stock: must be a whole number",
			"8 refused Price: must be at least €0.00",
		},
	},
}

// TestEveryKindOfFile: of each type good rows are taken in, each bad one is named by its line,
// its column and its reason, and the same file again makes nothing and changes nothing of whom
// it finds.
func TestEveryKindOfFile(t *testing.T) {
	for _, k := range kindsOfFiles {
		t.Run(k.typ, func(t *testing.T) {
			is := is.New(t)
			d := newDesk(t)
			d.festival()
			for _, one := range k.before {
				d.take(one[0], one[1])
			}
			file := k.header + "\n"
			for _, row := range append(append([]string{}, k.good...), k.bad...) {
				file += row + "\n"
			}
			n := d.upload(k.typ, file)
			is.Equal([]int64{n.Rows, n.Valid, n.Refused}, []int64{int64(len(k.good) + len(k.bad)), int64(len(k.good)), int64(len(k.bad))})
			is.Equal(d.problems(n.ID), k.problems)
			n = d.run(n)
			is.Equal(n.Slug(), "complete-with-errors")
			is.Equal(n.Created+n.Changed, int64(len(k.good)))
			is.Equal(n.Failed, int64(0))

			good := k.header + "\n"
			for _, row := range k.good {
				good += row + "\n"
			}
			first, stored := d.ids(n.ID)[:len(k.good)], d.stored()
			again := d.take(k.typ, good)
			is.Equal(again.Created, int64(0))
			is.Equal(d.ids(again.ID), first)
			is.Equal(d.stored(), stored)
		})
	}
}

// stored counts the records and the entries that lead to them, of everything but the imports
// themselves and the record of who did what.
func (d *desk) stored() map[string]int {
	d.t.Helper()
	all := map[string]int{}
	d.must(d.App.Engine().View(d.t.Context(), func(r kv.Reader) error {
		for _, space := range d.App.Schema().Spaces() {
			table, _, _ := strings.Cut(string(space), ".")
			if strings.HasPrefix(table, "import") || strings.HasPrefix(table, "audit") || strings.HasPrefix(table, "~") {
				continue
			}
			for _, err := range r.Scan(space, kv.Range{}) {
				if err != nil {
					return err
				}
				all[string(space)]++
			}
		}
		return nil
	}))
	return all
}
