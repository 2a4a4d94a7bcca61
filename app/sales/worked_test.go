package sales_test

import (
	"bufio"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/codes"
	"marquee/app/company"
	"marquee/app/discount"
	"marquee/app/fee"
	"marquee/app/money"
	"marquee/app/order"
	"marquee/app/sales/rules"
	"marquee/kv/kvtest"
)

// leastCases is how many worked cases there are at least.
const leastCases = 120

// TestWorkedCases sells every basket of testdata/pricing.txt over the real commands and
// compares each line with what was worked out for it.
func TestWorkedCases(t *testing.T) {
	kvtest.SingleGoroutine(t)
	cases := readCases(t, "pricing.txt")
	if len(cases) < leastCases {
		t.Fatalf("%d worked cases", len(cases))
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := &shop{hall: newHall(t, apptest.Calm()), items: map[string]catalog.SaleItem{}}
			s.elsewhere = s.addEvent(func(*catalog.Event) {})
			c.play(s)
		})
	}
}

// workedCase is one case: its lines by their first word, and what is expected.
type workedCase struct {
	name  string
	lines [][2]string
	rows  [][]string
}

func readCases(t *testing.T, name string) []*workedCase {
	t.Helper()
	f, err := os.Open("../../testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []*workedCase
	for in := bufio.NewScanner(f); in.Scan(); {
		line := in.Text()
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "case "):
			all = append(all, &workedCase{name: strings.TrimPrefix(line, "case ")})
		case strings.HasPrefix(line, "    "):
			last := all[len(all)-1]
			last.rows = append(last.rows, strings.Fields(line))
		default:
			word, after, _ := strings.Cut(strings.TrimSpace(line), " ")
			last := all[len(all)-1]
			last.lines = append(last.lines, [2]string{word, after})
		}
	}
	return all
}

// shop is what a case sells.
type shop struct {
	*hall
	elsewhere catalog.Event
	currency  company.Currency
	items     map[string]catalog.SaleItem
	bands     int
	code      bool
	basket    order.Basket
	refused   error
}

func (c *workedCase) play(s *shop) {
	s.currency = s.A.Currency()
	for _, l := range c.lines {
		if l[0] == "currency" {
			s.useCurrency(l[1])
		}
	}
	for _, l := range c.lines {
		switch l[0] {
		case "currency":
		case "tax":
			s.taxMode(l[1])
		case "sells":
			s.sells(l[1])
		case "fee":
			s.charges(l[1])
		case "code":
			s.enters(l[1])
		case "deposit":
			s.offersDeposit(l[1])
		case "first", "rest", "none":
		case "basket":
			s.buys(l[1])
		case "refused":
			if s.refused == nil || !strings.Contains(s.refused.Error(), l[1]) {
				s.t.Errorf("refused with %v", s.refused)
			}
			s.refused = nil
		default:
			s.t.Fatalf("what is %q?", l[0])
		}
	}
	if s.refused != nil {
		s.t.Error(s.refused)
	}
	c.compare(s)
	for i := range s.basket.Items {
		s.addsUp(&s.basket.Items[i])
	}
	if c.paysDeposit(s) {
		return
	}
	if _, err := s.complete(s.basket, cash); err != nil {
		s.t.Error(err)
	}
}

// addsUp holds what is true of every line.
func (s *shop) addsUp(it *order.Item) {
	alone := it.Charges()
	alone.Reduce(it.Discount)
	near := func(a, b int64) bool { return a-b <= 1 && b-a <= 1 }
	if !near(it.Price, alone.Price) || !near(it.Tax, alone.Tax) || it.BaseTax+it.FeeTax != it.Tax || it.Price < 0 || it.Discount > it.Base {
		s.t.Errorf("does not add up: %+v", it)
	}
}

// compare holds the lines of the basket against those of the case.
func (c *workedCase) compare(s *shop) {
	var got [][]string
	row := func(cells ...string) { got = append(got, cells) }
	row("base", "fees", "off", "price", "tax")
	for _, it := range s.basket.Items {
		fees := s.amount(it.ProcessingFee)
		if it.HideProcessingFee && it.ProcessingFee > 0 {
			fees += "*"
		}
		row(it.SaleName, s.amount(it.Base), fees, s.amount(it.Discount), s.amount(it.Price), s.amount(it.Tax))
	}
	o := s.basket.Order.Totals
	row("total", s.amount(o.Discount), s.amount(o.Total), s.amount(o.Tax))
	if have, want := table(got), table(c.rows); have != want {
		s.t.Errorf("have\n%swant\n%s", have, want)
	}
}

func table(rows [][]string) string {
	var out strings.Builder
	for _, r := range rows {
		out.WriteString("  " + strings.Join(r, "  ") + "\n")
	}
	return out.String()
}

// amount writes an amount as people read it.
func (s *shop) amount(n int64) string {
	if s.currency.Subunit == 0 {
		return strconv.FormatInt(n, 10)
	}
	return fmt.Sprintf("%d.%02d", n/100, n%100)
}

// minor reads an amount of money.
func (s *shop) minor(text string) int64 {
	s.t.Helper()
	n, err := strconv.ParseInt(strings.Replace(text, ".", "", 1), 10, 64)
	if err != nil {
		s.t.Fatal(err)
	}
	return n
}

// percent reads a percentage in parts of a percent.
func (s *shop) percent(text string, unit int64) int64 {
	s.t.Helper()
	f, err := strconv.ParseFloat(strings.TrimSuffix(text, "%"), 64)
	if err != nil {
		s.t.Fatal(err)
	}
	return int64(f*float64(unit) + 0.5)
}

func (s *shop) useCurrency(code string) {
	_, err := company.ChangeSettings(s.t.Context(), s.App, s.A.Owner, company.SettingsChange{Currencies: []string{code}})
	if err != nil {
		s.t.Fatal(err)
	}
	s.currency, _ = company.CurrencyByCode(code)
}

func (s *shop) taxMode(mode string) {
	top, apart := strings.Contains(mode, "exclusive"), strings.Contains(mode, "separate")
	_, err := company.ChangeSettings(s.t.Context(), s.App, s.A.Owner, company.SettingsChange{TaxExclusive: &top, TaxSeparately: &apart})
	if err != nil {
		s.t.Fatal(err)
	}
}

// options are the words behind what a line says first, each with what follows it.
type options struct {
	s     *shop
	words []string
}

func (o *options) has(word string) bool {
	for _, w := range o.words {
		if w == word {
			return true
		}
	}
	return false
}

// after is what follows a word, "" without it.
func (o *options) after(word string) string {
	for i, w := range o.words[:max(len(o.words)-1, 0)] {
		if w == word {
			return o.words[i+1]
		}
	}
	return ""
}

// money is the amount that follows a word.
func (o *options) money(word string) *int64 {
	text := o.after(word)
	if text == "" {
		return nil
	}
	n := o.s.minor(text)
	return &n
}

// brings is what a bundle brings: "brings 2*A,1*B"; nil for what is none.
func (o *options) brings() *[]catalog.Bundled {
	if o.after("brings") == "" {
		return nil
	}
	var all []catalog.Bundled
	for _, part := range strings.Split(o.after("brings"), ",") {
		n, name, _ := strings.Cut(part, "*")
		quantity, err := strconv.ParseInt(n, 10, 64)
		o.s.noErr(err)
		all = append(all, of(o.s.items[name], quantity))
	}
	return &all
}

// ids are the sale items that follow a word.
func (o *options) ids(word string) app.Maybe[[]int64] {
	if o.after(word) == "" {
		return app.Maybe[[]int64]{}
	}
	var ids []int64
	for _, name := range strings.Split(o.after(word), ",") {
		ids = append(ids, o.s.items[name].ID)
	}
	return app.Is(ids)
}

// band makes a tax band.
func (o *options) band() int64 {
	rate := o.after("tax")
	if rate == "" {
		rate = "0%"
	}
	n := o.s.percent(rate, money.RateUnit)
	o.s.bands++
	name := fmt.Sprintf("band %d", o.s.bands)
	b, err := company.CreateTaxBand(o.s.t.Context(), o.s.App, o.s.A.Owner, company.TaxBandFields{Name: &name, Rate: &n})
	if err != nil {
		o.s.t.Fatal(err)
	}
	return b.ID
}

// sells puts something on sale: "A: ticket 20.00 fee 2.50 tax 20%".
func (s *shop) sells(line string) {
	name, after, _ := strings.Cut(line, ": ")
	o := &options{s, strings.Fields(after)}
	p := catalog.Price{
		CurrencyID: s.currency.ID, Base: s.minor(o.words[1]), HideProcessingFee: o.has("absorbed"),
		Variable: o.has("variable"), Custom: o.has("custom"),
	}
	if share := o.after("fee"); strings.HasSuffix(share, "%") {
		p.ProcessingPercent = s.percent(share, money.PercentUnit)
	} else if share != "" {
		p.ProcessingFee = s.minor(share)
	}
	if n := o.money("reseller"); n != nil {
		p.ResellerFee = *n
	}
	band, attracts, event := o.band(), !o.has("undiscounted"), s.event.ID
	if o.has("elsewhere") {
		event = s.elsewhere.ID
	}
	in := catalog.NewSaleItem{
		Type: catalog.ItemType(o.words[0]), EventID: event, Item: catalog.ItemChange{Name: &name},
		Sale: catalog.SaleItemChange{Prices: &[]catalog.Price{p}, TaxBandID: app.Is(band), AttractsDiscount: &attracts, Bundled: o.brings()},
	}
	if onto := o.after("onto"); onto != "" {
		in.Sale.ParentID = app.Is(s.items[onto].ID)
	}
	v, err := catalog.CreateSaleItem(s.t.Context(), s.App, s.A.Owner, in)
	if err != nil {
		s.t.Fatal(err)
	}
	s.items[name] = v.SaleItem
}

// charges makes a fee: "Service: percent 5% per item min 0.75 tax 19%".
func (s *shop) charges(line string) {
	name, after, _ := strings.Cut(line, ": ")
	o := &options{s, strings.Fields(after)}
	kind, per := fee.Kind(o.words[0]), fee.Per(o.after("per"))
	yes, no := true, false
	f := fee.Fields{
		Name: &name, Kind: &kind, Per: &per, SaleItemIDs: o.ids("on"), Absorbed: &no, AttractsDiscount: &no,
		CurrencyID: app.Is(s.currency.ID), TaxBandID: app.Is(o.band()),
	}
	switch kind {
	case fee.Fixed:
		f.Amount = app.Is(s.minor(o.words[1]))
	case fee.Percent:
		f.Percent = app.Is(s.percent(o.words[1], money.PercentUnit))
		if n := o.money("plus"); n != nil {
			f.Amount = app.Is(*n)
		}
	default:
		f.Steps = s.steps(o.words[1:])
	}
	for word, dst := range map[string]*app.Maybe[int64]{"min": &f.Min, "max": &f.Max} {
		if n := o.money(word); n != nil {
			*dst = app.Is(*n)
		}
	}
	if n := o.after("times"); n != "" {
		f.MaxTimes = app.Is(s.minor(n))
	}
	if o.has("here") {
		f.EventID = app.Is(s.event.ID)
	}
	if types := o.after("types"); types != "" {
		f.Types = app.Is([]catalog.ItemType{catalog.ItemType(types)})
	}
	if group := o.after("group"); group != "" {
		f.Group = app.Is(group)
	}
	if o.has("absorbed") {
		f.Absorbed = &yes
	}
	if o.has("discounted") {
		f.AttractsDiscount = &yes
	}
	if _, err := fee.Create(s.t.Context(), s.App, s.A.Owner, f); err != nil {
		s.t.Fatal(err)
	}
}

// steps reads those of a fee: "0.00:1.00 50.00:2.5%".
func (s *shop) steps(words []string) *[]fee.Step {
	var all []fee.Step
	for _, w := range words {
		from, gives, ok := strings.Cut(w, ":")
		if !ok {
			break
		}
		step := fee.Step{From: s.minor(from)}
		if strings.HasSuffix(gives, "%") {
			step.Percent = s.percent(gives, money.PercentUnit)
		} else {
			step.Fixed = s.minor(gives)
		}
		all = append(all, step)
	}
	return &all
}

// enters makes the code that is put on the basket.
func (s *shop) enters(line string) {
	o := &options{s, strings.Fields(line)}
	text, amount := "CODE", int64(0)
	f := discount.Fields{Fields: codes.Fields{Text: &text}, Amount: &amount, SaleItemIDs: o.ids("on")}
	typ := discount.Fixed
	switch o.words[0] {
	case "fixed":
		amount = s.minor(o.words[1])
		net := o.has("net")
		f.NetPrice = &net
	case "percent":
		typ, amount = discount.Percentage, s.percent(o.words[1], money.PercentUnit)
	default:
		typ, amount = discount.BuyXGetY, s.percent(o.after("for"), money.PercentUnit)
		buy, get := s.minor(o.words[1]), s.minor(o.words[4])
		condition, target := s.items[o.words[2]].ID, s.items[o.words[5]].ID
		f.ConditionID, f.ConditionQuantity, f.TargetID, f.TargetQuantity = &condition, &buy, &target, &get
	}
	if n := o.after("units"); n != "" {
		f.MaxUsesPerOrder = app.Is(s.minor(n))
	}
	if n := o.money("spend"); n != nil {
		f.MinimumSpend, f.CurrencyID = app.Is(*n), app.Is(s.currency.ID)
	}
	if n := o.money("cap"); n != nil {
		f.Caps = app.Is(map[string]int64{s.currency.Code: *n})
	}
	if _, err := discount.Create(s.t.Context(), s.App, s.A.Owner, typ, f); err != nil {
		s.t.Fatal(err)
	}
	s.code = true
}

var wanted = regexp.MustCompile(`^(\d+) (\w+)(?: at ([0-9.]+))?$`)

// buys fills the basket in one call, then enters the code.
func (s *shop) buys(line string) {
	in := adding()
	for _, part := range strings.Split(line, ", ") {
		m := wanted.FindStringSubmatch(part)
		if m == nil {
			s.t.Fatalf("cannot read %q", part)
		}
		n := s.minor(m[1])
		add := rules.AddItem{SaleItemID: s.items[m[2]].ID, Quantity: &n}
		if m[3] != "" {
			amount := s.minor(m[3])
			add.Amount = &amount
		}
		in.Items = append(in.Items, add)
	}
	s.basket = s.mustAdd(in)
	if s.code {
		b, err := s.enter(s.basket, "CODE")
		if s.refused = err; err == nil {
			s.basket = b
		}
	}
}
