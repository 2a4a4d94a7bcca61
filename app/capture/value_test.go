package capture

import (
	"strings"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/locale"

	"github.com/matryer/is"
	"pgregory.net/rapid"
)

var today = time.Date(2027, 6, 1, 0, 0, 0, 0, time.UTC)

func TestAnswersOfEachType(t *testing.T) {
	long := strings.Repeat("x", MaxText+1)
	for _, c := range []struct {
		typ    Type
		rules  string
		answer string
		kept   string // "" when it is refused
	}{
		{Text, "", " Ada ", "Ada"},
		{Text, "", long, ""},
		{Text, "", "a\nb", ""},
		{Text, "min:2|max:3", "a", ""},
		{Text, "min:2|max:3", "äöü", "äöü"},
		{Text, "min:2|max:3", "äöüx", ""},
		{LongText, "", "a\nb", "a\nb"},
		{LongText, "", "a\x00b", ""},
		{Number, "", "-12.50", "-12.50"},
		{Number, "", "1e3", ""},
		{Number, "", "1.", ""},
		{Number, "", "+1", ""},
		{Number, "", strings.Repeat("9", 16), ""},
		{Number, "min:1|max:10", "0.999", ""},
		{Number, "min:1|max:10", "10.0", "10.0"},
		{Number, "min:1|max:10", "10.01", ""},
		{Number, "min:-2", "-2.5", ""},
		{Number, "min:-2", "-2", "-2"},
		{Checkbox, "", "1", "yes"},
		{YesNo, "", "No", "no"},
		{YesNo, "", "perhaps", ""},
		{Phone, "", "+49 (0)40 123-45", "+49 (0)40 123-45"},
		{Phone, "", "call me", ""},
		{Phone, "", "1+2345", ""},
		{Email, "", "Ada@Example.com", "ada@example.com"},
		{Email, "", "ada at example", ""},
		{Date, "", "2027-02-28", "2027-02-28"},
		{Date, "", "2027-02-29", ""},
		{Date, "date_format:d.m.Y", "28.02.2027", "28.02.2027"},
		{Date, "date_format:d.m.Y", "2027-02-28", "28.02.2027"}, // as pages send it
		{Date, "date_format:d.m.Y", "28/02/2027", ""},
		{DateTime, "date_format:Y-m-d H:i", "2027-02-28T10:30", "2027-02-28 10:30"},
		{DateRange, "date_format:d/m/Y", "2027-02-28/2027-03-01", "28/02/2027 - 01/03/2027"},
		{Number, "", "1,85", "1.85"},
		{Number, "", "-0,5", "-0.5"},
		{Number, "", "1,850", "1850"}, // thousands, in English
		{Number, "", "0,850", "0.850"},
		{Number, "", "1,850,000", ""},
		{Number, "", "1.850,5", ""},
		{Date, "before_or_equal:today", "2027-06-01", "2027-06-01"},
		{Date, "before_or_equal:today", "2027-06-02", ""},
		{Date, "after_or_equal:2027-01-01", "2026-12-31", ""},
		{DateTime, "", "2027-06-01 23:59", "2027-06-01 23:59"},
		{DateTime, "before_or_equal:today", "2027-06-01 23:59:59", "2027-06-01 23:59:59"},
		{DateTime, "", "2027-06-01", ""},
		{DateRange, "", "2027-06-01/2027-06-03", "2027-06-01/2027-06-03"},
		{DateRange, "", "2027-06-01 - 2027-06-01", "2027-06-01 - 2027-06-01"},
		{DateRange, "", "2027-06-03/2027-06-01", ""},
		{DateRange, "", "2027-06-03", ""},
		{DateRange, "before_or_equal:2027-06-02", "2027-06-01/2027-06-03", ""},
		{DateTimeRange, "", "2027-06-01 10:00 - 2027-06-01 12:00", "2027-06-01 10:00 - 2027-06-01 12:00"},
	} {
		var p app.Problems
		q := Question{Type: c.typ, Rules: c.rules}
		got := q.take(&p, "answer", Answer{Text: c.answer}, today, locale.English)
		if (c.kept == "") != (len(p) > 0) || c.kept != "" && got.Text != c.kept {
			t.Errorf("%s %s %q: kept %q, %v", c.typ, c.rules, c.answer, got.Text, p)
		}
	}
}

func TestChosenOptions(t *testing.T) {
	gone := today
	options := []Option{{ID: 1001, Value: "Yes"}, {ID: 1002, Value: "No", Disabled: true}, {ID: 1003, Value: "Never", DeletedAt: &gone}, {ID: 1004, Value: "Later"}}
	for _, c := range []struct {
		typ    Type
		rules  string
		answer Answer
		kept   int
	}{
		{Radio, "", Answer{Chosen: []int64{1001}}, 1},
		{Radio, "", Answer{Text: "yes"}, 1},
		{Select, "", Answer{Text: "1004"}, 1},
		{Radio, "", Answer{Chosen: []int64{1001, 1004}}, 0},
		{Radio, "", Answer{Chosen: []int64{1002}}, 0},
		{Radio, "", Answer{Chosen: []int64{1003}}, 0},
		{Radio, "", Answer{Chosen: []int64{7}}, 0},
		{Radio, "", Answer{Text: "never"}, 0},
		{MultiCheckbox, "", Answer{Chosen: []int64{1004, 1001}}, 2},
		{MultiCheckbox, "", Answer{Chosen: []int64{1001, 1001}}, 0},
		{MultiCheckbox, "min:2", Answer{Chosen: []int64{1001}}, 0},
		{MultiCheckbox, "max:1", Answer{Chosen: []int64{1001, 1004}}, 0},
	} {
		var p app.Problems
		q := Question{Type: c.typ, Rules: c.rules, Options: options}
		got := q.take(&p, "answer", c.answer, today, locale.English)
		if (c.kept == 0) != (len(p) > 0) || c.kept > 0 && len(got.Chosen) != c.kept {
			t.Errorf("%s %s %v: %v, %v", c.typ, c.rules, c.answer, got, p)
		}
	}
}

func TestRulesOfEachType(t *testing.T) {
	is := is.New(t)
	for rules, types := range map[string][]Type{
		"min:1": {Text, LongText, Phone, Email, MultiCheckbox, Number}, "max:-1": {Number}, "required": Types,
		"date_format:d.m.Y": {Date, DateTime, DateRange, DateTimeRange}, "before_or_equal:today": {Date, DateTime, DateRange, DateTimeRange},
		"date_format:Q": nil, "min": nil, "max:9999999999999999999": nil, "unique": nil, "|": nil, "before_or_equal:tomorrow": nil, "min:3|max:2": nil,
	} {
		for _, typ := range Types {
			_, err := parseRules(typ, rules)
			want := false
			for _, w := range types {
				want = want || w == typ
			}
			if (err == nil) != want {
				t.Errorf("%s of %s: %v", rules, typ, err)
			}
		}
	}
	_, err := parseRules(Text, "")
	is.NoErr(err)
}

// Options keep their ids whatever is done to them, and none is ever lost.
func TestOptionsKeepTheirIDs(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		q := Question{ID: 7, Text: "q", Type: Select, Group: Shop}
		values := map[int64]string{}
		for step := range rapid.IntRange(1, 8).Draw(rt, "steps") {
			var in []OptionFields
			for i := range q.Options {
				if rapid.Bool().Draw(rt, "keep") {
					in = append(in, OptionFields{ID: q.Options[i].ID, Value: q.Options[i].Value})
				}
			}
			for range rapid.IntRange(1, 3).Draw(rt, "new") {
				in = append(in, OptionFields{Value: string(rune('a'+step)) + decimal(int64(len(in)))})
			}
			before := len(q.Options)
			added := 0
			for _, o := range in {
				if o.ID == 0 {
					added++
				}
			}
			if err := q.change(&QuestionFields{Options: &in}, today); err != nil {
				rt.Fatal(err)
			}
			if len(q.Options) != before+added {
				rt.Fatalf("%d options after %d and %d new ones", len(q.Options), before, added)
			}
			seen := map[int64]bool{}
			for _, o := range q.Options {
				if was, ok := values[o.ID]; seen[o.ID] || ok && was != o.Value {
					rt.Fatalf("option %d: %q was %q, twice %t", o.ID, o.Value, was, seen[o.ID])
				}
				seen[o.ID], values[o.ID] = true, o.Value
			}
		}
	})
}

func FuzzRules(f *testing.F) {
	for _, seed := range []string{"min:1|max:20|required", "date_format:d.m.Y|before_or_equal:today", "after_or_equal:2027-01-01", "min:|max:x", "||", "min:-5"} {
		f.Add(seed, "2027-06-01 - 2027-06-02")
	}
	f.Fuzz(func(t *testing.T, rules, answer string) {
		for _, typ := range Types {
			if _, err := parseRules(typ, rules); err != nil && app.KindOf(err) != app.Invalid {
				t.Fatalf("%s: %v", typ, err)
			}
			var p app.Problems
			q := Question{Type: typ, Rules: rules}
			got := q.take(&p, "a", Answer{Text: answer}, today, locale.English)
			if len(p) > 0 || typ.HasOptions() {
				continue
			}
			var again app.Problems
			if twice := q.take(&again, "a", got, today, locale.English); len(again) > 0 || twice.Text != got.Text {
				t.Fatalf("%s %q: %q becomes %q, %v", typ, rules, got.Text, twice.Text, again)
			}
		}
	})
}

// TestDatesAreToldByExample: a message shows a day and not the layout of a program, and a page
// gets back the form in which it sends dates, whatever form the question asks for.
func TestDatesAreToldByExample(t *testing.T) {
	is := is.New(t)
	for _, tc := range []struct {
		typ   Type
		rules string
		want  string
	}{
		{Date, "", "2027-06-01"}, {Date, "date_format:d.m.Y", "01.06.2027"}, {DateRange, "date_format:d/m/Y", "01/06/2027 - 02/06/2027"},
		{DateTime, "", "2027-06-01 00:00:00"},
	} {
		var p app.Problems
		q := Question{Type: tc.typ, Rules: tc.rules}
		q.take(&p, "a", Answer{Text: "soon"}, today, locale.English)
		is.Equal(p[0].Message.String(), "must be a date such as "+tc.want)
	}
	var p app.Problems
	q := Question{Type: Date, Rules: "date_format:d.m.Y|before_or_equal:today"}
	q.take(&p, "a", Answer{Text: "2027-06-02"}, today, locale.English)
	is.Equal(p[0].Message.String(), "must not be after 01.06.2027")
	first, second := (&Question{Type: DateRange, Rules: "date_format:d/m/Y"}).PageValues("28/02/2027 - 01/03/2027")
	is.Equal([]string{first, second}, []string{"2027-02-28", "2027-03-01"})
	p = nil
	number := Question{Type: Number}
	is.Equal(number.take(&p, "a", Answer{Text: "1,850"}, today, locale.German).Text, "1.850")
	is.Equal(len(p), 0)
}
