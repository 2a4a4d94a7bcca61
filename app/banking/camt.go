package banking

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"marquee/app"
	"marquee/app/company"
)

// camtEntry is an entry of a CAMT.053 statement: what of it is read.
type camtEntry struct {
	camtMoney
	Status   camtStatus `xml:"Sts"`
	Day      camtDay    `xml:"BookgDt"`
	Reversal string     `xml:"RvslInd"`
	Details  []struct {
		Each []camtDetail `xml:"TxDtls"`
	} `xml:"NtryDtls"`
	About string `xml:"AddtlNtryInf"`
}

type camtMoney struct {
	Amount camtAmount `xml:"Amt"`
	Side   string     `xml:"CdtDbtInd"`
}

type camtAmount struct {
	Currency string `xml:"Ccy,attr"`
	Text     string `xml:",chardata"`
}

// camtStatus is written in two ways: as a text, and as a code in it.
type camtStatus struct {
	Text string `xml:",chardata"`
	Code string `xml:"Cd"`
}

type camtDay struct {
	Day  string `xml:"Dt"`
	Time string `xml:"DtTm"`
}

// camtDetail is one payment of an entry: a bank may book several together.
type camtDetail struct {
	camtMoney
	EndToEnd string     `xml:"Refs>EndToEndId"`
	Moved    camtAmount `xml:"AmtDtls>TxAmt>Amt"`
	Payer    string     `xml:"RltdPties>Dbtr>Nm"`
	Party    string     `xml:"RltdPties>Dbtr>Pty>Nm"`
	Texts    []string   `xml:"RmtInf>Ustrd"`
	Named    []string   `xml:"RmtInf>Strd>CdtrRefInf>Ref"`
}

// readCamt reads a CAMT.053 statement.
func readCamt(file []byte, own company.Currency) (*Statement, error) {
	d := xml.NewDecoder(bytes.NewReader(file))
	d.CharsetReader = oneByte
	s, entries, statement := &Statement{Format: Camt}, 0, false
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, notRead(d)
		}
		if _, hostile := token.(xml.Directive); hostile {
			return nil, app.Field("file", "has a document type, which no statement needs: it is not read")
		}
		tag, ok := token.(xml.StartElement)
		statement = statement || ok && tag.Name.Local == "Stmt"
		if !ok || tag.Name.Local != "Ntry" || !statement {
			continue
		}
		if entries++; entries > maxRead {
			return nil, tooMany()
		}
		var e camtEntry
		if err := d.DecodeElement(&e, &tag); err != nil {
			return nil, notRead(d)
		}
		if err := s.takes(&e, own); err != nil {
			return nil, err
		}
		if len(s.Bookings) > MaxBookings {
			return nil, tooMany()
		}
	}
	if !statement {
		return nil, app.Field("file", "is no statement of a bank: CAMT.053 or a table is")
	}
	return s, nil
}

func notRead(d *xml.Decoder) error {
	line, _ := d.InputPos()
	return app.Field("file", "cannot be read: line %d is no XML", line)
}

// oneByte reads the encodings of older systems, in which each byte is the character of its number.
func oneByte(charset string, in io.Reader) (io.Reader, error) {
	switch strings.ToLower(charset) {
	case "us-ascii", "iso-8859-1", "latin1", "iso-8859-15", "windows-1252":
	default:
		return nil, errors.New("unknown encoding")
	}
	raw, err := io.ReadAll(io.LimitReader(in, MaxStatement))
	if err != nil {
		return nil, err
	}
	text := make([]byte, 0, len(raw)+len(raw)/8)
	for _, b := range raw {
		text = utf8.AppendRune(text, rune(b))
	}
	return bytes.NewReader(text), nil
}

// takes reads an entry: each of its payments that came in, or the whole where it names none.
func (s *Statement) takes(e *camtEntry, own company.Currency) error {
	day, ok := dayOf(e.Day.Day + e.Day.Time)
	booked := strings.TrimSpace(e.Status.Text + e.Status.Code)
	if e.Side != "CRDT" || e.Reversal == "true" || booked != "BOOK" && booked != "" {
		s.Passed++
		return nil
	}
	if !ok {
		return app.Field("file", "has a booking without its day")
	}
	var all []camtDetail
	for i := range e.Details {
		all = append(all, e.Details[i].Each...)
	}
	if len(all) == 0 {
		all = []camtDetail{{}}
	}
	for i := range all {
		d := &all[i]
		money := d.amount(e, len(all) == 1)
		cur, known := currencyOf(money.Currency, own)
		amount, read := amountOf(strings.TrimSpace(money.Text), int(cur.Subunit))
		if !known || !read {
			return app.Field("file", "has a booking of %s, which is no amount", oneLine(money.Text+" "+money.Currency, 40))
		}
		if amount <= 0 || d.Side == "DBIT" {
			s.Passed++
			continue
		}
		text := strings.Join(append(append([]string{}, d.Texts...), d.Named...), " ")
		if text == "" {
			text = e.About
		}
		s.add(Booking{Day: day, Amount: amount, CurrencyID: cur.ID, Text: text, Payer: d.Payer + d.Party, EndToEnd: d.EndToEnd})
	}
	return nil
}

// amount is what one payment of an entry comes to: its own, else that of the entry that is it alone.
func (d *camtDetail) amount(e *camtEntry, alone bool) camtAmount {
	switch {
	case alone:
		return e.Amount
	case d.Amount.Text != "":
		return d.Amount
	}
	return d.Moved
}

// currencyOf finds a currency by its code; without one it is the company's.
func currencyOf(code string, own company.Currency) (company.Currency, bool) {
	if code = strings.TrimSpace(code); code == "" {
		return own, true
	}
	return company.CurrencyByCode(strings.ToUpper(code))
}
