package backup

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"hash"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/demo"
	"marquee/app/entry"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/rules"
	"marquee/kv"
	"marquee/kv/bolt"

	"github.com/matryer/is"
)

var (
	fixtureMake   = flag.Bool("fixture.make", false, "keep a store of the present schema as the next fixture")
	everyStep     = flag.Bool("fixture.steps", false, "kill the upgrades of every schema at every step")
	fixtureOrders = flag.Int("fixture.orders", 0, "upgrade a festival of so many orders too, made now and not kept")
)

// fixtures is where a store of every schema lies, for ever.
const fixtures = "../testdata/stores"

// fixtureSize is how many orders a fixture has.
const fixtureSize = 300

// fixture is what is written down beside a kept store.
type fixture struct {
	number int
	shapes string // Schema.Describe of the program that made it

	Made    time.Time           `json:"made"`
	Meaning meanings            `json:"meaning"`
	Tables  map[string]contents `json:"tables"`
	// Replays are calls with a uuid and what they were answered.
	Replays []replay `json:"replays"`
}

// contents is every record of a table, to the bit.
type contents struct {
	Version int    `json:"version"`
	Records int    `json:"records"`
	SHA256  string `json:"sha256"`
}

// replay is one call of one kind.
type replay struct {
	Company int64              `json:"company"`
	User    string             `json:"user"`
	Scan    *entry.ScanRequest `json:"scan,omitempty"`
	Upload  *entry.Upload      `json:"upload,omitempty"`
	Sale    *sales.AddToBasket `json:"sale,omitempty"`
	Answer  json.RawMessage    `json:"answer"`
}

// call makes the call, for the first time or again.
func (r *replay) call(ctx context.Context, a *app.App, c *app.Caller) (out any, err error) {
	switch {
	case r.Scan != nil:
		return entry.ScanZone(ctx, a, c, *r.Scan)
	case r.Upload != nil:
		return entry.UploadScans(ctx, a, c, *r.Upload)
	}
	b, err := sales.Add(ctx, a, c, *r.Sale)
	return map[string]any{"order": b.Order.ID, "reference": b.Order.Reference, "items": len(b.Items)}, err
}

func fixturePath(number int, ending string) string {
	return filepath.Join(fixtures, fmt.Sprintf("schema-%d%s", number, ending))
}

// allFixtures reads what lies there, the oldest first.
func allFixtures(t *testing.T) []fixture {
	t.Helper()
	is := is.New(t)
	var all []fixture
	for n := 1; ; n++ {
		shapes, err := os.ReadFile(fixturePath(n, ".txt"))
		if os.IsNotExist(err) {
			return all
		}
		is.NoErr(err)
		text, err := os.ReadFile(fixturePath(n, ".json"))
		is.NoErr(err)
		f := fixture{number: n, shapes: string(shapes)}
		is.NoErr(json.Unmarshal(text, &f))
		all = append(all, f)
	}
}

// TestMakeFixture makes the next fixture, when it is asked to.
func TestMakeFixture(t *testing.T) {
	if !*fixtureMake {
		t.Skip("make fixture runs it")
	}
	is := is.New(t)
	all := allFixtures(t)
	if len(all) > 0 && len(outgrown(all[len(all)-1].shapes, business.Schema.Describe())) == 0 {
		t.Fatalf("schema-%d is the present schema already; it is never made anew", len(all))
	}
	f := fixture{number: len(all) + 1, shapes: business.Schema.Describe()}
	store := makeStore(t, fixtureSize, &f)
	taken, err := here(t).Take(t.Context(), store, fixturePath(f.number, ".tar.zst"), nil)
	is.NoErr(err)
	text, err := json.MarshalIndent(f, "", "  ")
	is.NoErr(err)
	is.NoErr(os.WriteFile(fixturePath(f.number, ".json"), append(text, '\n'), 0o644))
	is.NoErr(os.WriteFile(fixturePath(f.number, ".txt"), []byte(f.shapes), 0o644))
	t.Logf("%s has %d kB", taken.Path, taken.Bytes/1000)
}

// makeStore makes a store with something of everything, and notes what it says.
func makeStore(t *testing.T, orders int, f *fixture) (path string) {
	t.Helper()
	is := is.New(t)
	path = filepath.Join(t.TempDir(), "marquee.db")
	e, err := bolt.Open(path, bolt.Options{FreePages: -1, ReadLimit: time.Hour})
	is.NoErr(err)
	is.NoErr(business.Schema.Ready(t.Context(), e))
	m := &maker{t: t, is: is, a: app.New(e, business, app.Options{})}
	m.festival(orders)
	m.people()
	m.catalogue()
	m.sales()
	m.gates()
	f.Made, f.Replays = m.a.Now(), m.replays
	f.Meaning, f.Tables = meaning(t, e), tablesOf(t, e)
	is.NoErr(e.Close())
	return path
}

// maker fills a store through the commands of the business.
type maker struct {
	t       *testing.T
	is      *is.I
	a       *app.App
	owner   *app.Caller
	made    demo.Festival
	tickets []order.Item
	replays []replay
}

const fixtureOwner = "owner@example.com"

func (m *maker) festival(orders int) {
	ctx := m.t.Context()
	founded, err := company.Found(ctx, m.a, company.Founding{
		Company: company.NewCompany{Name: "Lakeside Festival", CurrencyCode: "EUR", Timezone: "Europe/Berlin"}, Email: fixtureOwner, OwnerName: "Owner",
	})
	m.is.NoErr(err)
	m.owner, err = company.Authenticate(ctx, m.a, founded.Token, nil)
	m.is.NoErr(err)
	m.made, err = demo.Load(ctx, m.a, m.owner, demo.Options{Orders: orders, Seed: 1})
	m.is.NoErr(err)
}

func (m *maker) people() {
	ctx := m.t.Context()
	_, err := company.CreateCompany(ctx, m.a, m.owner, company.NewCompany{Name: "Another One", CurrencyCode: "GBP", Timezone: "Europe/London"})
	m.is.NoErr(err)
	role, err := company.CreateRole(ctx, m.a, m.owner, company.RoleFields{Title: new("Night shift"), Abilities: &[]app.Ability{app.Abilities[0]}})
	m.is.NoErr(err)
	for _, email := range []string{"crew@example.com", "gone@example.com"} {
		_, err = company.CreateUser(ctx, m.a, m.owner, company.NewUser{Name: "Crew", Email: email, Roles: []int64{role.ID}})
		m.is.NoErr(err)
	}
	_, err = company.SuspendUser(ctx, m.a, "gone@example.com")
	m.is.NoErr(err)
	lost, _, err := company.CreateToken(ctx, m.a, "crew@example.com", "lost")
	m.is.NoErr(err)
	_, err = company.RevokeToken(ctx, m.a, lost.ID)
	m.is.NoErr(err)
	_, err = company.LogIn(ctx, m.a, company.Login{Email: "crew@example.com", Password: "a wrong guess"})
	m.is.True(err != nil)
}

func (m *maker) catalogue() {
	ctx, item := m.t.Context(), m.made.SaleItems[0]
	price := item.Prices[0]
	price.Base += 500
	prices := []catalog.Price{price}
	_, err := catalog.UpdateSaleItem(ctx, m.a, m.owner, item.Type, item.ID, catalog.SaleItemChange{Prices: &prices}, catalog.ItemChange{})
	m.is.NoErr(err)
	noon := m.made.Event.Start.Add(time.Hour)
	later := noon.Add(time.Hour)
	tags := []catalog.TagRef{{Name: "Open air"}}
	_, _, err = catalog.UpdateEvent(ctx, m.a, m.owner, m.made.Event.ID, catalog.EventChange{
		Tags: &tags, Timeslots: []catalog.TimeslotChange{{Name: catalog.Is("Noon"), Start: &noon, End: &later, TotalStock: catalog.Is(int64(40))}},
	}, nil)
	m.is.NoErr(err)
	name := "Closed corner"
	zone, err := entry.CreateZone(ctx, m.a, m.owner, m.made.Event.ID, entry.ZoneFields{Name: &name})
	m.is.NoErr(err)
	m.is.NoErr(entry.DeleteZone(ctx, m.a, m.owner, zone.ID))
}

// sales leaves an order that was paid, a basket that was emptied, and one in use.
func (m *maker) sales() {
	two, one := int64(2), int64(1)
	request := func(name string, n *int64, p *rules.Payment) *sales.AddToBasket {
		return &sales.AddToBasket{
			Buyer: customer.Buyer{Name: "Ada Byron", Email: name + "@example.com"}, Channel: catalog.BoxOffice, UUID: name, Payment: p,
			Items: []rules.AddItem{{SaleItemID: m.made.SaleItems[0].ID, Quantity: n}},
		}
	}
	add := func(in *sales.AddToBasket) order.Basket {
		b, err := sales.Add(m.t.Context(), m.a, m.owner, *in)
		m.is.NoErr(err)
		return b
	}
	paid := request("paid", &two, &rules.Payment{Method: order.Cash})
	m.tickets = add(paid).Items
	m.is.Equal(len(m.tickets), 2)
	m.keep(replay{Sale: paid})
	left := add(request("left", &one, nil))
	m.is.NoErr(sales.ExpireBasket(m.t.Context(), m.a, m.owner, order.Key{ID: left.Order.ID}))
	m.is.Equal(len(add(request("open", &two, nil)).Items), 2)
}

// keep calls and notes what a repeated call has to answer.
func (m *maker) keep(r replay) any {
	out, err := r.call(m.t.Context(), m.a, m.owner)
	m.is.NoErr(err)
	r.Company, r.User = m.owner.CompanyID, fixtureOwner
	r.Answer, err = json.Marshal(out)
	m.is.NoErr(err)
	m.replays = append(m.replays, r)
	return out
}

// gates lets one ticket in and refuses it the second time; another device was
// offline.
func (m *maker) gates() {
	ctx := m.t.Context()
	zones, err := entry.ListZones(ctx, m.a, m.owner, m.made.Event.ID, false)
	m.is.NoErr(err)
	first := entry.ScanRequest{UUID: "admitted", Barcodes: []string{m.tickets[0].Barcode}, ZoneID: zones[0].ID, Direction: "in"}
	again, unknown := first, first
	again.UUID = "refused"
	unknown.UUID, unknown.Barcodes = "unknown", []string{"NOT-A-TICKET"}
	admitted := m.keep(replay{Scan: &first}).(entry.ScanResult).Status
	for _, in := range []entry.ScanRequest{again, unknown} {
		out, err := entry.ScanZone(ctx, m.a, m.owner, in)
		m.is.NoErr(err)
		m.is.True(out.Status != admitted)
	}
	m.keep(replay{Upload: &entry.Upload{UUID: "uploaded", Rows: []entry.UploadRow{
		{UUID: "offline-1", Barcode: m.tickets[1].Barcode, EventID: m.made.Event.ID, ScannedOn: m.a.Now().Add(-time.Minute)},
	}}})
}

// tablesOf makes a sum over the records of each table.
func tablesOf(t *testing.T, e kv.Engine) map[string]contents {
	t.Helper()
	is := is.New(t)
	out, sums := map[string]contents{}, map[string]hash.Hash{}
	for _, i := range business.Schema.Tables() {
		out[i.Name], sums[i.Name] = contents{Version: i.Version}, sha256.New()
	}
	is.NoErr(e.View(t.Context(), func(r kv.Reader) error {
		for raw, err := range business.Schema.Scan(t.Context(), r) {
			if err != nil || raw.Err != nil {
				return fmt.Errorf("%w %w", err, raw.Err)
			}
			fmt.Fprintf(sums[raw.Table], "%d %x %x\n", raw.Company, raw.Key, raw.Payload)
			c := out[raw.Table]
			c.Records++
			out[raw.Table] = c
		}
		return nil
	}))
	for name, c := range out {
		c.SHA256 = hex.EncodeToString(sums[name].Sum(nil))
		out[name] = c
	}
	return out
}

// outgrown tells in what the shapes of a program differ from older ones in a way
// that a store feels: another version, another key, another index, a migration,
// or a field of a table that is gone or has changed although the version is the
// same. A new field alone is none: old records simply do not have it.
func outgrown(old, now string) (why []string) {
	before, after := byTable(old), byTable(now)
	for name, lines := range before {
		for _, line := range lines {
			if !slices.Contains(after[name], line) {
				why = append(why, fmt.Sprintf("%s had: %s", name, strings.TrimSpace(line)))
			}
		}
	}
	for name, lines := range after {
		for i, line := range lines {
			isNew := before[name] == nil && i == 0 || strings.HasPrefix(line, "  index ")
			if isNew && !slices.Contains(before[name], line) {
				why = append(why, fmt.Sprintf("%s has: %s", name, strings.TrimSpace(line)))
			}
		}
	}
	slices.Sort(why)
	return why
}

// broken tells what of older shapes a program could no longer read and would not
// notice either, because the version is the same.
func broken(old, now string) (why []string) {
	before, after := byTable(old), byTable(now)
	for name, lines := range before {
		if after[name] == nil {
			continue
		}
		for i, line := range lines {
			same := func(other string) bool { return versioned(other) == versioned(line) && other != line }
			isIndex := strings.HasPrefix(line, "  index ")
			switch {
			case i == 0 || isIndex:
				if slices.ContainsFunc(after[name], same) && !slices.Contains(after[name], line) {
					why = append(why, line)
				}
			case versioned(after[name][0]) == versioned(lines[0]) && !slices.Contains(after[name], line):
				why = append(why, line)
			}
		}
	}
	return why
}

// versioned is the front of the line of a table or an index, up to its version.
func versioned(line string) string {
	words := strings.Fields(line)
	if n := slices.IndexFunc(words, isVersion); n > 0 {
		return strings.Join(words[:n+1], " ")
	}
	return line
}

func isVersion(word string) bool {
	return len(word) > 1 && word[0] == 'v' && strings.Trim(word[1:], "0123456789") == ""
}

// byTable cuts a description of shapes into the lines of each table, each field
// of a struct under the name of the field that holds it.
func byTable(shapes string) map[string][]string {
	out := map[string][]string{}
	for part := range strings.SplitSeq(strings.TrimSpace(shapes), "\n\n") {
		name, _, _ := strings.Cut(part, " ")
		out[name] = withParents(strings.Split(part, "\n"))
	}
	return out
}

// withParents puts the names of the fields around it in front of each field of a
// struct, so that lines alike in two structs differ.
func withParents(lines []string) []string {
	var around []string
	for i, line := range lines {
		depth := (len(line) - len(strings.TrimLeft(line, " "))) / 2
		around = append(around[:min(depth, len(around))], strings.Fields(line + " -")[0])
		if depth > 1 {
			lines[i] = line + " of " + strings.Join(around[1:depth], ".")
		}
	}
	return lines
}
