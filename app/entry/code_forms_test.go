package entry_test

import (
	"flag"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/company"
	. "marquee/app/entry"
	"marquee/app/entry/rules"
	"marquee/app/order"
	"marquee/app/ticketcode"
	"marquee/app/ticketcode/form"
	"marquee/app/wallet"
	"marquee/indexes"
)

// own is the company of the door.
func (d *door) own() (own *company.Company) {
	d.t.Helper()
	d.view(func(r app.Reader) (err error) { own, err = company.SettingsOf(r); return err })
	return own
}

// issued is a ticket that was given out in a form.
func (d *door) issued(f form.Form) order.Item {
	d.t.Helper()
	return d.order(1, func(i *order.Item) { i.Form, i.Barcode = f, order.NewBarcode(d.w.App) })[0]
}

// rotating is the code of a ticket, some steps from now.
func (d *door) rotating(i *order.Item, off int64) string {
	return ticketcode.Rotating(d.own().CodeSecret(i.Barcode), i.Barcode, form.StepAt(d.w.App.Now())+off)
}

func (d *door) codes(in catalog.CodesChange) {
	d.t.Helper()
	_, err := catalog.ChangeCodes(d.t.Context(), d.w.App, d.side.Owner, d.event.ID, in)
	d.must(err)
}

// TestWhatIsShownIsFound: a till or a help desk reads the same codes as a gate does.
func TestWhatIsShownIsFound(t *testing.T) {
	d := newDoor(t)
	found := func(code string) (item, customer, holder int64) {
		it, _, _ := order.ReadItem(t.Context(), d.w.App, d.side.Owner, 0, code, order.ItemInclude{}, false)
		who, _ := order.ReadHolder(t.Context(), d.w.App, d.side.Owner, 0, code)
		d.view(func(r app.Reader) error {
			holder, _ = wallet.HolderOf(r, wallet.Medium{Text: code})
			return nil
		})
		return it.ID, who.ID, holder
	}
	signed, rotating := d.issued(form.Signed), d.issued(form.Rotating)
	for name, c := range map[string]struct {
		it   order.Item
		code string
	}{
		"a barcode": {signed, signed.Barcode}, "a signed code": {signed, order.CodeOf(d.own(), &signed)}, "a code with digits": {rotating, d.rotating(&rotating, 0)},
	} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			item, customer, holder := found(c.code)
			is.Equal(item, c.it.ID)
			is.Equal(customer, c.it.CustomerID)
			is.Equal(holder, c.it.CustomerID)
		})
	}
	for name, code := range map[string]string{"digits of before": d.rotating(&rotating, -9), "a signature of nobody": order.CodeOf(d.own(), &signed) + "A"} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			item, customer, holder := found(code)
			is.Equal([]int64{item, customer, holder}, []int64{0, 0, 0})
		})
	}
}

func TestSignedCodesAtTheGate(t *testing.T) {
	d := newDoor(t)
	t.Run("let in like the barcode in them", func(t *testing.T) {
		is := is.New(t)
		it := d.issued(form.Signed)
		code := order.CodeOf(d.own(), &it)
		is.True(form.IsSigned(code))
		res := d.scan(d.entry.ID, rules.In, code)
		is.Equal(res.Status, Valid)
		is.Equal(res.Barcode, it.Barcode)
		is.Equal(d.scan(d.entry.ID, rules.In, it.Barcode).Status, AlreadyIn)
	})
	t.Run("are denied with any change", func(t *testing.T) {
		is := is.New(t)
		it := d.issued(form.Signed)
		code := []byte(order.CodeOf(d.own(), &it))
		for _, at := range []int{2, len(code) / 2, len(code) - 1} {
			changed := append([]byte(nil), code...)
			if changed[at]++; changed[at] > 'Z' {
				changed[at] = '2'
			}
			res := d.scan(d.entry.ID, rules.In, string(changed))
			is.Equal(res.Status, Denied)
			is.Equal(res.ItemID, int64(0))
		}
	})
	t.Run("stay good under a new key, until their own is ended", func(t *testing.T) {
		is := is.New(t)
		it := d.issued(form.Signed)
		code := order.CodeOf(d.own(), &it)
		keys, err := company.RotateCodeKey(t.Context(), d.w.App, d.side.Owner)
		is.NoErr(err)
		is.Equal(len(keys), 2)
		is.Equal(len(keys[0].Seed), 0) // it signs nothing any more
		newer := order.CodeOf(d.own(), &it)
		is.True(newer != code)
		is.Equal(d.scan(d.entry.ID, rules.In, code).Status, Valid)
		is.Equal(d.scan(d.entry.ID, rules.In, newer).Status, AlreadyIn)
		_, err = company.EndCodeKey(t.Context(), d.w.App, d.side.Owner, keys[1].ID)
		is.Equal(app.KindOf(err), app.Invalid) // the one that signs
		_, err = company.EndCodeKey(t.Context(), d.w.App, d.side.Owner, keys[0].ID)
		is.NoErr(err)
		is.Equal(d.scan(d.entry.ID, rules.Out, code).Status, Denied)
		is.Equal(d.scan(d.entry.ID, rules.Out, newer).Status, Valid)
	})
	t.Run("are historic when their barcode is", func(t *testing.T) {
		is := is.New(t)
		it := d.issued(form.Signed)
		code := order.CodeOf(d.own(), &it)
		d.update(func(tx app.Tx) error {
			old := order.OldBarcode{OrderItemID: it.ID, Old: it.Barcode, New: "NEW", ChangedAt: tx.Now()}
			return indexes.Forge(order.OldBarcodes).Insert(tx, &old)
		})
		d.change(it.ID, func(i *order.Item) { i.Barcode, i.Reissued = "NEW", true })
		is.Equal(d.scan(d.entry.ID, rules.In, code).Detail, HistoricBarcode)
	})
	t.Run("of another company are nothing here", func(t *testing.T) {
		is := is.New(t)
		other := doorAt(t, d.w, d.w.B)
		it := other.issued(form.Signed)
		is.Equal(d.scan(d.entry.ID, rules.In, order.CodeOf(other.own(), &it)).Status, Denied)
	})
	t.Run("can be what the event asks for", func(t *testing.T) {
		is := is.New(t)
		d.codes(catalog.CodesChange{SignedOnly: ptr(true)})
		it, before := d.issued(form.Signed), d.issued(form.Plain)
		res := d.scan(d.entry.ID, rules.In, it.Barcode)
		is.Equal(res.Status, Denied)
		is.Equal(res.Remedy, rules.Remedy{Kind: rules.PrintedCode, Override: true})
		is.Equal(d.scan(d.entry.ID, rules.In, order.CodeOf(d.own(), &it)).Status, Valid)
		is.Equal(d.scan(d.entry.ID, rules.In, before.Barcode).Status, Valid) // sold without
	})
}

func TestRotatingCodesAtTheGate(t *testing.T) {
	d := newDoor(t)
	t.Run("let in, in their step and those beside it", func(t *testing.T) {
		is := is.New(t)
		for off, want := range map[int64]Status{-2: Denied, -1: Valid, 0: Valid, 1: Valid, 2: Denied} {
			it := d.issued(form.Rotating)
			code := d.rotating(&it, off)
			d.w.Clock.Jump(-time.Second) // scan moves it on
			is.Equal(d.scan(d.entry.ID, rules.In, code).Status, want)
		}
	})
	t.Run("once in a step, and not after a later one", func(t *testing.T) {
		is := is.New(t)
		it := d.issued(form.Rotating)
		code, older := d.rotating(&it, 0), d.rotating(&it, -1)
		is.Equal(d.scan(d.entry.ID, rules.In, code).Status, Valid)
		is.Equal(d.scan(d.entry.ID, rules.In, code).Status, AlreadyIn)
		is.Equal(d.scan(d.entry.ID, rules.Out, code).Status, Valid)
		is.Equal(d.scan(d.entry.ID, rules.In, code).Status, Denied)
		is.Equal(d.scan(d.entry.ID, rules.In, older).Status, Denied)
		d.w.Clock.Jump(form.Step)
		is.Equal(d.scan(d.entry.ID, rules.In, d.rotating(&it, 0)).Status, Valid)
		rows := d.rows()
		is.True(rows[len(rows)-1].Secure)
	})
	t.Run("beat the barcode alone, whatever the device says", func(t *testing.T) {
		is := is.New(t)
		it := d.issued(form.Rotating)
		res := d.scanAs(d.side.Owner, ScanRequest{ZoneID: d.entry.ID, Barcodes: []string{it.Barcode}, Secure: true})
		is.Equal(res.Status, Denied)
		is.Equal(res.Remedy.Kind, rules.LiveCode)
		pair, err := PairTag(t.Context(), d.w.App, d.side.Owner, PairRequest{Barcode: it.Barcode, Tag: "04AA"})
		is.NoErr(err)
		is.Equal(pair.Status, Denied)
		d.codes(catalog.CodesChange{StaticToo: ptr(true)})
		is.Equal(d.scan(d.entry.ID, rules.In, it.Barcode).Status, Valid)
		d.codes(catalog.CodesChange{StaticToo: ptr(false)})
	})
	t.Run("are overridden by those who may, for a reason", func(t *testing.T) {
		is := is.New(t)
		it := d.issued(form.Rotating)
		in := ScanRequest{ZoneID: d.entry.ID, Barcodes: []string{it.Barcode}, IgnoreCode: true, Reason: "no battery"}
		is.Equal(d.scanAs(d.side.With(app.ScanZones), in).Status, Denied)
		is.Equal(d.scanAs(d.side.Owner, in).Status, Valid)
		rows := d.rows()
		is.Equal(rows[len(rows)-1].Detail, "no battery")
		is.True(rows[len(rows)-1].Forced)
	})
	t.Run("are not asked for where staff name the order", func(t *testing.T) {
		is := is.New(t)
		it := d.issued(form.Rotating)
		is.NoErr(AdmitOrder(t.Context(), d.w.App, d.side.Owner, order.Key{ID: it.OrderID}))
		is.Equal(d.scan(d.entry.ID, rules.In, d.rotating(&it, 0)).Status, AlreadyIn)
	})
	t.Run("stand on the list with their seed, and others have none", func(t *testing.T) {
		is := is.New(t)
		it, plain := d.issued(form.Rotating), d.issued(form.Plain)
		l, err := ListTickets(t.Context(), d.w.App, d.side.Owner, TicketQuery{EventID: d.event.ID})
		is.NoErr(err)
		for _, line := range l.Tickets {
			switch line.Item.ID {
			case it.ID:
				is.Equal(line.Secret, ticketcode.SecretText(d.own().CodeSecret(it.Barcode)))
			case plain.ID:
				is.Equal(line.Secret, "")
			}
		}
	})
	t.Run("can be uploaded as they were read, and their step is used up", func(t *testing.T) {
		is := is.New(t)
		it := d.issued(form.Rotating)
		code := d.rotating(&it, 0)
		d.w.Clock.Jump(time.Millisecond)
		res, err := UploadScans(t.Context(), d.w.App, d.side.Owner, Upload{Rows: []UploadRow{{UUID: "u1", Barcode: code, EventID: d.event.ID, ScannedOn: d.w.App.Now()}}})
		is.NoErr(err)
		is.Equal(res.Kept, int64(1))
		is.Equal(d.scan(d.entry.ID, rules.Out, code).Status, Valid)
		is.Equal(d.scan(d.entry.ID, rules.In, code).Status, Denied)
	})
}

// TestChoicesAreShownAsTheEventWants: what a precise zone offers can be confirmed as it is
// offered, whatever form of code the event wants, once the ticket was shown in it.
func TestChoicesAreShownAsTheEventWants(t *testing.T) {
	for name, c := range map[string]struct {
		form  form.Form
		codes catalog.CodesChange
	}{
		"a barcode": {form.Plain, catalog.CodesChange{}}, "a signed code": {form.Signed, catalog.CodesChange{SignedOnly: ptr(true)}}, "a rotating code": {form.Rotating, catalog.CodesChange{}},
	} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			d := newDoor(t)
			d.codes(c.codes)
			z := d.zone("Camping", ZoneFields{Precision: ptr(true)})
			withAddOn := func() (lead, extra order.Item, res ScanResult) {
				all := d.order(2, func(i *order.Item) { i.Form, i.Barcode = c.form, order.NewBarcode(d.w.App) })
				lead, extra = all[0], all[1]
				d.change(extra.ID, func(i *order.Item) { i.ParentItemID = lead.ID })
				res = d.scan(z.ID, rules.In, order.CodeAt(d.own(), &lead, c.form, d.w.App.Now()))
				is.Equal(res.Status, RequiresConfirmation)
				is.Equal(len(res.Available), 2)
				return lead, extra, res
			}
			confirmed := func(codes ...string) ScanResult {
				return d.scanAs(d.side.With(app.ScanZones), ScanRequest{ZoneID: z.ID, Direction: rules.In, Barcodes: codes, Confirmed: true})
			}
			inside := func(i order.Item) bool { return d.state(i.ID).In(z.ID).Inside }

			lead, extra, res := withAddOn()
			is.Equal(confirmed(res.Available[0].Barcode).Status, Valid)
			is.True(inside(lead) && !inside(extra))
			lead, extra, res = withAddOn()
			is.Equal(confirmed(res.Available[1].Barcode).Status, Valid)
			is.True(!inside(lead) && inside(extra))
			lead, extra, res = withAddOn()
			is.Equal(confirmed(res.Available[0].Barcode, res.Available[1].Barcode).Status, Valid)
			is.True(inside(lead) && inside(extra))

			lead, extra, _ = withAddOn()
			check, err := CheckZone(t.Context(), d.w.App, d.side.Owner, ScanRequest{ZoneID: z.ID, Direction: rules.In, Barcodes: []string{order.CodeAt(d.own(), &lead, c.form, d.w.App.Now())}})
			is.NoErr(err)
			is.Equal(check.Status, RequiresConfirmation)
			is.Equal([]int64{check.Available[0].ItemID, check.Available[1].ItemID}, []int64{lead.ID, extra.ID})
			if c.form != form.Plain {
				is.Equal(confirmed(extra.Barcode).Status, Denied) // typed, by who has seen no ticket
				over, err := CheckZone(t.Context(), d.w.App, d.side.Owner, ScanRequest{ZoneID: z.ID, Direction: rules.In, Barcodes: []string{lead.Barcode}, IgnoreCode: true})
				is.NoErr(err)
				is.Equal([]string{over.Available[0].Barcode, over.Available[1].Barcode}, []string{lead.Barcode, extra.Barcode})
			}
		})
	}
}

// TestProvisionalAdmissions: the log says so, and a ticket that was not good is told.
func TestProvisionalAdmissions(t *testing.T) {
	is := is.New(t)
	d := newDoor(t)
	good, gone := d.issued(form.Signed), d.issued(form.Signed)
	codes := []string{order.CodeOf(d.own(), &good), order.CodeOf(d.own(), &gone)}
	d.change(gone.ID, func(i *order.Item) { i.CancelledAt, i.Barcode = ptr(noon), gone.Barcode })
	var rows []UploadRow
	for i, code := range codes {
		rows = append(rows, UploadRow{UUID: "p" + string(rune('0'+i)), Barcode: code, EventID: d.event.ID, ScannedOn: noon, Provisional: true})
	}
	res, err := UploadScans(t.Context(), d.w.App, d.side.Owner, Upload{Rows: rows})
	is.NoErr(err)
	is.Equal(res.Notes, []UploadMiss{{Index: 1, UUID: "p1", Reason: NotGood}})
	for _, row := range d.rows() {
		is.True(row.Provisional)
		is.Equal(row.Status, Valid)
	}
}

// TestWhoIsInsideBringsTheirOwn: those of one order need no better code than the one that
// somebody of them showed, and all other rules stand.
func TestWhoIsInsideBringsTheirOwn(t *testing.T) {
	d := newDoor(t)
	group := func(n int) []order.Item {
		return d.order(n, func(i *order.Item) { i.Form, i.Barcode = form.Rotating, order.NewBarcode(d.w.App) })
	}
	with := func(lead order.Item, others ...order.Item) ScanRequest {
		in := ScanRequest{ZoneID: d.entry.ID, Direction: rules.In, With: lead.Barcode}
		for _, i := range others {
			in.Barcodes = append(in.Barcodes, i.Barcode)
		}
		return in
	}
	refused := func(in ScanRequest) {
		t.Helper()
		_, err := ScanZone(t.Context(), d.w.App, d.side.Owner, in)
		is.New(t).Equal(app.KindOf(err), app.Invalid)
	}
	t.Run("who is not inside brings nobody", func(t *testing.T) {
		all := group(2)
		refused(with(all[0], all[1]))
		refused(with(order.Item{Barcode: "NOTHING"}, all[1]))
		is := is.New(t)
		is.Equal(d.scan(d.entry.ID, rules.In, d.rotating(&all[0], 0)).Status, Valid)
		is.Equal(d.scan(d.entry.ID, rules.Out, d.rotating(&all[0], 1)).Status, Valid)
		refused(with(all[0], all[1]))
	})
	t.Run("who is inside brings all of the order, once", func(t *testing.T) {
		is := is.New(t)
		all := group(3)
		is.Equal(d.scan(d.entry.ID, rules.In, d.rotating(&all[0], 0)).Status, Valid)
		before := d.counter(d.entry.ID).Attendance
		in := with(all[0], all[1:]...)
		is.Equal(d.scanAs(d.side.With(app.ScanZones), in).Status, Valid)
		is.Equal(d.counter(d.entry.ID).Attendance, before+2)
		is.Equal(d.scanAs(d.side.Owner, in).Status, AlreadyIn)
	})
	t.Run("and nobody else's", func(t *testing.T) {
		is := is.New(t)
		all, others := group(2), group(1)
		is.Equal(d.scan(d.entry.ID, rules.In, d.rotating(&all[0], 0)).Status, Valid)
		res := d.scanAs(d.side.Owner, with(all[0], all[1], others[0]))
		is.Equal(res.Status, Denied)
		is.Equal(res.Remedy.Kind, rules.LiveCode)
		is.Equal(d.state(all[1].ID).In(d.entry.ID).In, int64(0)) // all or none
	})
	t.Run("not against another rule", func(t *testing.T) {
		is := is.New(t)
		all := group(2)
		is.Equal(d.scan(d.entry.ID, rules.In, d.rotating(&all[0], 0)).Status, Valid)
		d.change(all[1].ID, func(i *order.Item) { i.Frozen = true })
		is.Equal(d.scanAs(d.side.Owner, with(all[0], all[1])).Detail, OrderLocked)
	})
	t.Run("another company's ticket is nobody", func(t *testing.T) {
		other := doorAt(t, d.w, d.w.B)
		refused(with(other.order(1)[0], group(1)[0]))
	})
}

func TestTheSecretOfRotatingCodesIsDrawnAnew(t *testing.T) {
	is := is.New(t)
	d := newDoor(t)
	it := d.issued(form.Rotating)
	d.issued(form.Plain)
	lost := d.own().CodeSecret(it.Barcode)
	is.Equal(d.quiet(func() { is.NoErr(company.RotateCodeSecret(t.Context(), d.w.App, d.side.Owner)) }), []int64{it.ID})
	copied := ticketcode.Rotating(lost, it.Barcode, form.StepAt(d.w.App.Now()))
	is.Equal(d.scan(d.entry.ID, rules.In, copied).Status, Denied)
	is.Equal(d.scan(d.entry.ID, rules.In, d.rotating(&it, 0)).Status, Valid)
}

// TestTheSecretMeetsOtherWork: where the tickets of an event are due already, none is left out.
func TestTheSecretMeetsOtherWork(t *testing.T) {
	for _, c := range []struct {
		name         string
		secret, item bool
		want         int
	}{
		{"the secret alone", true, false, 1},
		{"the tickets of one sale item alone", false, true, 2},
		{"both", true, true, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			is := is.New(t)
			d := newDoor(t)
			d.issued(form.Rotating)
			lounge := d.saleItem(catalog.Ticket, "Lounge")
			d.item = lounge
			d.order(2)
			is.Equal(len(d.quiet(func() {
				if c.item {
					is.NoErr(d.w.App.UpdateCompany(t.Context(), d.side.Company.ID, func(tx app.Tx) error { return TouchOf(tx, &lounge) }))
				}
				if c.secret {
					is.NoErr(company.RotateCodeSecret(t.Context(), d.w.App, d.side.Owner))
				}
			})), c.want)
		})
	}
}

var forgeries = flag.Int("codes.forged", 10_000, "codes that are made up or altered, and shown at a gate")

// TestForgedCodesAreDenied shows codes that nobody was given: signed ones and barcodes with
// some letters changed, swapped, left out or put in, and some that are made up. The ticket
// itself is let in.
func TestForgedCodesAreDenied(t *testing.T) {
	d := newDoor(t, apptest.Calm())
	it := d.issued(form.Signed)
	signed, r := order.CodeOf(d.own(), &it), rand.New(rand.NewPCG(16, 1))
	const letters = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
	letter := func() string { i := r.IntN(len(letters)); return letters[i : i+1] }
	altered := func(code string) string {
		at := r.IntN(len(code))
		switch r.IntN(4) {
		case 0:
			return code[:at] + letter() + code[at+1:]
		case 1:
			return code[:at] + code[at+1:]
		case 2:
			return code[:at] + letter() + code[at:]
		}
		other := r.IntN(len(code))
		b := []byte(code)
		b[at], b[other] = b[other], b[at]
		return string(b)
	}
	for range *forgeries {
		code := [2]string{signed, it.Barcode}[r.IntN(2)]
		if r.IntN(8) == 0 {
			code = strings.Map(func(rune) rune { return rune(letter()[0]) }, code)
		}
		for range 1 + r.IntN(3) {
			code = altered(code)
		}
		if code == signed || code == it.Barcode {
			continue
		}
		res, err := CheckZone(t.Context(), d.w.App, d.side.Owner, ScanRequest{ZoneID: d.entry.ID, Barcodes: []string{code}})
		if app.KindOf(err) != app.Invalid && (err != nil || res.Status != Denied || res.ItemID != 0) {
			t.Fatalf("%q: %v of item %d, %v", code, res.Status, res.ItemID, err)
		}
	}
	is.New(t).Equal(d.scan(d.entry.ID, rules.In, signed).Status, Valid)
}
