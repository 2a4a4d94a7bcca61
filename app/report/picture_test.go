package report_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/order"
	"marquee/app/report"
	"marquee/app/report/chart"
	"marquee/indexes"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// charts are pictures of few figures, by the name of their golden file.
func charts() map[string]*chart.Chart {
	hours := func(n int) (all []chart.Column) {
		for i := range n {
			all = append(all, chart.Column{Label: fmt.Sprintf("Tue 1 June, %02d:00", i), Short: fmt.Sprintf("%02d:00", i)})
		}
		return all
	}
	return map[string]*chart.Chart{
		"bars": {
			ID: "sales", Language: "de", Title: "Verkauf: <Nacht & Nebel>", About: "Balken.", Nothing: "Nichts.", Head: "Zeit", Columns: hours(5),
			Series: []chart.Series{{Name: "Verkauft", Values: []int64{0, 1200, 3, 0, 480}}},
			Beside: &chart.Series{Name: "Umsatz", Values: []int64{0, 1, 2, 3, 4}}, Amount: func(n int64) string { return fmt.Sprint(n, " €") },
		},
		"lines": {
			ID: "inside", Language: "en", Title: "People inside", About: "Lines.", Nothing: "Nothing.", Head: "Time", Form: chart.Lines, Columns: hours(4),
			Series: []chart.Series{{Name: "Entry", Values: []int64{0, 40, 90, 10}}, {Name: "Backstage with a rather long name that nobody can read", Values: []int64{0, 4, -2, 1}}},
		},
		"one": {
			ID: "inside", Language: "en", Title: "People inside", About: "Lines.", Nothing: "Nothing.", Head: "Time", Form: chart.Lines, Columns: hours(1),
			Series: []chart.Series{{Name: "Entry", Values: []int64{7}}},
		},
		"none": {ID: "gates", Language: "fr", Title: "Entrées", About: "Des barres.", Nothing: "Il n'y a rien.", Head: "Porte"},
	}
}

// TestPicturesStayAsTheyAre: the same figures give the same bytes, well formed, with all
// that those need who cannot see them, and with nothing of their own colours.
func TestPicturesStayAsTheyAre(t *testing.T) {
	for name, c := range charts() {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			got := c.SVG() + c.Table()
			file := "testdata/pictures/" + name + ".txt"
			if *update {
				is.NoErr(os.MkdirAll("testdata/pictures", 0o755))
				is.NoErr(os.WriteFile(file, []byte(got), 0o644))
			}
			want, err := os.ReadFile(file)
			is.NoErr(err)
			is.Equal(got, string(want))
			wellFormed(t, c.SVG())
			wellFormed(t, strings.ReplaceAll(strings.TrimPrefix(c.Page(), "<!doctype html>\n"), `">`+"\n<", `"/>`+"\n<"))
			for _, part := range []string{`role="img"`, `aria-labelledby="` + c.ID + "-title " + c.ID + `-about"`, "<title id", "<desc id", "currentColor"} {
				is.True(strings.Contains(got, part))
			}
			for _, part := range []string{"<style", "style=", "<script", "href", "#"} {
				is.True(!strings.Contains(strings.ReplaceAll(got, "&#", ""), part)) // it loads nothing, and has no colour
			}
		})
	}
}

func wellFormed(t *testing.T, text string) {
	t.Helper()
	for d := xml.NewDecoder(strings.NewReader(text)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			if strings.Contains(text, "<html") { // a page need not be XML
				return
			}
			t.Fatal(err)
		}
	}
}

// TestPicturesOfVeryMuch: 100,000 columns of many series are drawn as few, in which nothing
// is lost.
func TestPicturesOfVeryMuch(t *testing.T) {
	is := is.New(t)
	c := &chart.Chart{ID: "x", Language: "en", Title: "X", Head: "Time", Others: "Others", Form: chart.Bars}
	const columns, series = 100_000, 9
	for i := range columns {
		c.Columns = append(c.Columns, chart.Column{Label: fmt.Sprint(i), Short: fmt.Sprint(i)})
	}
	for i := range series {
		c.Series = append(c.Series, chart.Series{Name: fmt.Sprint("s", i), Values: make([]int64, columns)})
		for at := range columns {
			c.Series[i].Values[at] = 1
		}
	}
	is.True(len(c.SVG()) < 200_000)
	table := c.Table()
	is.Equal(strings.Count(table, "<tr>"), chart.MaxColumns+1)
	is.True(strings.Contains(table, `<th scope="row">0 – 249</th><td>250</td><td>250</td><td>250</td><td>250</td><td>250</td><td>1,000</td></tr>`))
	c.Form = chart.Lines
	is.True(strings.Contains(c.Table(), `<td>1</td><td>4</td></tr>`)) // of lines the last one counts
	is.True(len(c.SVG()) < 200_000)
}

func (p *promoter) draw(in report.AskPicture) *chart.Chart {
	p.t.Helper()
	in.EventID = p.event.ID
	c, err := report.Draw(p.ctx, p.App, p.A.Owner, in)
	p.must(err)
	return c
}

func day(text string) *company.Moment {
	at, err := time.Parse(time.DateOnly, text)
	if err != nil {
		panic(err)
	}
	return &company.Moment{At: at, Day: true}
}

// TestPicturesSayWhatWasSold: each sale in the hour and on the day that the clocks of the
// event had, and the periods between them as well.
func TestPicturesSayWhatWasSold(t *testing.T) {
	is := is.New(t)
	p := newPromoter(t, apptest.Calm()) // noon of 1 June 2027, 14:00 in Berlin
	p.sell(order.Cash, 2)
	p.Clock.Jump(11 * time.Hour)
	p.sell(order.Cash, 0, 1)
	is.NoErr(p.refund(p.sell(order.Cash, 1).Order.ID))
	p.Clock.Jump(time.Minute)
	daily := p.draw(report.AskPicture{Picture: report.DailySales, From: day("2027-06-01"), Language: "de"})
	is.Equal(daily.Title, "Verkauf nach Tagen: Concert")
	is.Equal(daily.Series[0].Values, []int64{2, 1})
	is.Equal(daily.Columns[1], chart.Column{Label: "Mittwoch, 2. Juni 2027", Short: "2. Juni"})
	is.True(strings.Contains(daily.Table(), "<td>2</td><td>40,00\u00a0€</td>"))
	hourly := p.draw(report.AskPicture{Picture: report.HourlySales, From: day("2027-06-01")})
	is.Equal(len(hourly.Columns), 26)
	is.Equal(hourly.Series[0].Values[14], int64(2))
	is.Equal(hourly.Series[0].Values[25], int64(1))
	is.Equal(hourly.Columns[25].Short, "01:00")
	first := p.draw(report.AskPicture{Picture: report.HourlySales}) // the last two days
	is.Equal(first.Series[0].Values[len(first.Columns)-1], int64(1))
	is.Equal(first.Text(100), "Tue 1 June, 14:00: Sold 2, Sales volume €40.00\nWed 2 June, 01:00: Sold 1, Sales volume €35.00")
}

// TestPicturesOnChangedClocks: the hour that comes twice in autumn is two columns, the one
// that is skipped in spring is none, and in Kathmandu hours begin between stored ones.
func TestPicturesOnChangedClocks(t *testing.T) {
	is := is.New(t)
	p := newPromoter(t, apptest.Calm())
	to := func(at time.Time) { p.Clock.Jump(at.Sub(p.Clock.Now())) }
	to(time.Date(2027, 10, 31, 0, 30, 0, 0, time.UTC)) // 02:30 the first time
	p.sell(order.Cash, 1)
	to(time.Date(2027, 10, 31, 1, 30, 0, 0, time.UTC)) // and the second
	p.sell(order.Cash, 2)
	to(time.Date(2027, 11, 1, 12, 0, 0, 0, time.UTC))
	autumn := p.draw(report.AskPicture{Picture: report.HourlySales, From: day("2027-10-31"), Until: day("2027-10-31")})
	is.Equal(len(autumn.Columns), 25)
	is.Equal(autumn.Series[0].Values[2:4], []int64{1, 2})
	to(time.Date(2028, 3, 27, 12, 0, 0, 0, time.UTC))
	spring := p.draw(report.AskPicture{Picture: report.HourlySales, From: day("2028-03-26"), Until: day("2028-03-26")})
	is.Equal(len(spring.Columns), 23)
	is.Equal(spring.Columns[2].Short, "03:00")

	k := newPromoter(t, apptest.Calm())
	k.update(func(tx app.Tx) error {
		_, err := indexes.Forge(catalog.Events).Update(tx, k.event.ID, func(e *catalog.Event) error { e.Timezone = "Asia/Kathmandu"; return nil })
		return err
	})
	k.sell(order.Cash, 3) // 17:45
	k.Clock.Jump(20 * time.Minute)
	k.sell(order.Cash, 1) // 18:05
	k.Clock.Jump(time.Minute)
	hourly := k.draw(report.AskPicture{Picture: report.HourlySales, From: day("2027-06-01")})
	is.Equal(hourly.Series[0].Values[17:], []int64{3, 1})
}

// TestPicturesOfTheGates: the last figure of a zone is who is inside of it now.
func TestPicturesOfTheGates(t *testing.T) {
	is := is.New(t)
	p := newPromoter(t, apptest.Calm())
	is.Equal(p.draw(report.AskPicture{Picture: report.ZonesByTime}).Text(10), "") // it has not begun
	units := p.unitsOf(p.sell(order.Cash, 3).Order.ID)
	p.Clock.Jump(p.event.Start.Sub(p.Clock.Now()))
	for _, u := range units {
		p.scan(u.Barcode, "in")
	}
	p.Clock.Jump(time.Hour)
	p.scan(units[0].Barcode, "out")
	p.scan("nobody", "in")
	p.Clock.Jump(time.Minute)
	inside := p.draw(report.AskPicture{Picture: report.ZonesByTime})
	of := inside.Series[0].Values
	is.Equal(len(of), 29) // quarters of an hour, from six before
	is.Equal(of[23:], []int64{0, 3, 3, 3, 3, 2})
	since := p.draw(report.AskPicture{Picture: report.ZonesByTime, From: &company.Moment{At: p.Clock.Now().Add(-10 * time.Minute)}})
	is.Equal(since.Series[0].Values, []int64{3, 2}) // who came before is inside as well
	gates := p.draw(report.AskPicture{Picture: report.GatesInOrOut, Language: "fr"})
	is.True(strings.Contains(gates.Table(), "<td>3</td><td>1</td><td>1</td>"))
	is.True(bytes.Contains([]byte(gates.SVG()), []byte("Entrées et sorties par porte: Concert")))
}

func TestPicturesAreRefused(t *testing.T) {
	p := newPromoter(t)
	ask := func(c *app.Caller, in report.AskPicture) error {
		_, err := report.Draw(p.ctx, p.App, c, in)
		return err
	}
	is := is.New(t)
	is.Equal(app.KindOf(ask(p.A.With(app.ListOrders), report.AskPicture{EventID: p.event.ID, Picture: report.DailySales})), app.Forbidden)
	is.Equal(app.KindOf(ask(p.B.Owner, report.AskPicture{EventID: p.event.ID, Picture: report.DailySales})), app.NotFound)
	is.Equal(app.KindOf(ask(p.A.Owner, report.AskPicture{EventID: p.event.ID, Picture: "art"})), app.Invalid)
	is.Equal(app.KindOf(ask(p.A.Owner, report.AskPicture{EventID: p.event.ID, Picture: report.HourlySales, From: day("2020-01-01")})), app.Invalid)
	is.Equal(app.KindOf(ask(p.A.Owner, report.AskPicture{EventID: p.event.ID, Picture: report.DailySales, CurrencyID: 99999})), app.Invalid)
}
