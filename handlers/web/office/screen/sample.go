package screen

import (
	"html/template"
	"maps"
	"path"
	"time"

	"marquee/app"
	"marquee/app/locale"
	"marquee/app/report/chart"
	"marquee/handlers/rest"
	"marquee/handlers/web/page"
)

// PartsPath is the page of all parts, which those who run the installation reach by its address alone:
// whoever changes how a part looks sees it there in each of its states, with long words.
const PartsPath = SystemPath + "/parts"

// samples are words as long as they come, by language.
var samples = map[locale.Language]struct{ word, name, sentence string }{
	locale.English: {"Incomprehensibilities", "The Lanterns by the Lake Midsummer Festival", "What stands here takes as much room as the longest sentence that a page has to say at this place."},
	locale.German:  {"Veranstaltungsteilnahmeberechtigung", "Großes Mittsommernachts-Laternenfest am Überlinger Bodenseeufer", "Was hier steht, braucht so viel Platz wie der längste Satz, den eine Seite an dieser Stelle zu sagen hat."},
	locale.French:  {"Anticonstitutionnellement", "Grand festival des lanternes de la Saint-Jean au bord du lac", "Ce qui se trouve ici occupe autant de place que la plus longue phrase qu’une page puisse dire à cet endroit."},
}

// sampleBody is what the page of parts shows.
type sampleBody struct {
	Word, Name, Sentence, At string
	Chips                    []Chip
	Meters                   []Meter
	Tabs, Languages          []Tab
	Figures                  []Figure
	Fields, Wrong            []*Field
	Cell                     map[string]any
	Form                     *Form
	Empty                    EmptyState
	Todos                    []sampleTodo
	Steps                    []sampleStep
	Money                    []MoneyLine
	Drawn                    map[string]template.HTML
	AsOf                     map[string]any
	List, NothingFound, Bulk map[string]any
	Buttons                  []string
	Kept                     map[string]any
	Icons                    map[string]string
}

type sampleTodo struct {
	Text, To string
	Done     bool
}

type sampleStep struct{ Text, More, Icon, Tone string }

func (o *Pages) sampleScreens() []*Screen {
	return []*Screen{
		{Get: "GET /office/system/parts", Needs: app.Installation, Outside: true, Template: o.Template(templates, "sample.html"), Show: showSample},
		{Get: "GET /office/system/parts/sheet", Needs: app.Installation, Outside: true, Template: o.Template(templates, "sample_sheet.html"), Show: showSample},
	}
}

func showSample(v *Visit) error {
	v.View.Title = "Parts"
	s := samples[v.View.Lang]
	b := &sampleBody{Word: s.word, Name: s.name, Sentence: s.sentence, At: PartsPath, Buttons: []string{"main", "soft", "quiet", "danger", "sm", "sm soft", "big", ""}}
	for _, tone := range []string{"", "ok", "info", "warn", "bad"} {
		b.Chips = append(b.Chips, Chip{s.word, tone})
	}
	of := int64(6_214)
	b.Meters = []Meter{v.Meter(0, nil), v.Meter(0, &of), v.Meter(1_284, &of), v.Meter(of, &of)}
	b.Tabs = []Tab{{Text: s.word, To: b.At, Count: v.View.Number(1_284), Here: true}, {Text: s.word, To: b.At, Count: "0"}, {Text: s.word, To: b.At}}
	b.Languages = []Tab{{Text: "English", To: b.At, Here: true, Sign: s.word}, {Text: "Deutsch", To: b.At, Sign: s.word, Lacks: true}}
	b.Figures = []Figure{{s.word, []string{v.View.Amount(v.Company.Currency(), 123_456_789)}, s.sentence}, {s.word, []string{v.View.Number(of), v.View.Amount(v.Company.Currency(), 100)}, ""}, {s.word, nil, ""}}
	b.Empty = EmptyState{Title: s.name, Text: s.sentence, Action: &Place{Text: s.word, To: b.At}}
	b.Todos = []sampleTodo{{s.sentence, "", true}, {s.name, b.At, false}, {s.word, "", false}}
	b.Steps = []sampleStep{{s.name, s.sentence, "tick", "ok"}, {s.word, "", "clock", "open"}, {s.word, s.sentence, "alert", "bad"}}
	b.Money = []MoneyLine{{s.word, v.View.Amount(v.Company.Currency(), 123_456)}, {s.name, "\u2212" + v.View.Amount(v.Company.Currency(), 50)}}
	b.Kept = map[string]any{"V": v.View, "Kept": &Kept{}}
	b.Icons = map[string]string{"info": "info", "ok": "tick", "warn": "alert", "bad": "alert"}
	b.fields(v)
	b.lists(v)
	b.draw(v)
	v.Body.It = b
	if v.R.URL.Query().Has("over") {
		v.Body.Proof = &proof{V: v.View, Action: b.At, Back: b.At, Who: v.Caller.UserEmail, Problem: s.sentence, Password: true, Code: true}
	}
	return nil
}

// fields are those of each sort, at rest and with all that can be said of one.
func (b *sampleBody) fields(v *Visit) {
	options := []Option{{Value: "1", Text: b.Name, Chosen: true}, {Value: "2", Text: b.Word}}
	sorts := []Field{
		{FormField: rest.FormField{Sort: rest.SortText, MaxLen: 80}, Name: "text", Value: b.Name},
		{FormField: rest.FormField{Sort: longText}, Name: "long", Value: b.Sentence},
		{FormField: rest.FormField{Sort: rest.SortNumber}, Name: "number", Value: "1284"},
		{FormField: rest.FormField{Sort: rest.SortAmount}, Name: "amount", Value: "1234.50", Unit: v.Company.Currency().Symbol},
		{FormField: rest.FormField{Sort: rest.SortTime}, Name: "time", Value: "2030-07-04T20:00"},
		{FormField: rest.FormField{Sort: rest.SortTime, Day: true}, Name: "day", Value: "2030-07-04"},
		{FormField: rest.FormField{Sort: rest.SortChoice}, Name: "choice", Value: "1", Options: options},
		{FormField: rest.FormField{Sort: rest.SortList}, Name: "list", Options: options},
		{FormField: rest.FormField{Sort: rest.SortYes}, Name: "yes", On: true},
	}
	at := path.Base(v.R.URL.Path) + "-" // a sheet lies over the page, whose fields are called otherwise
	b.Form = &Form{V: v.View, Visit: v, Summary: b.Sentence, Values: map[string][]string{}, problems: map[string]string{}}
	for i := range sorts {
		calm, wrong := sorts[i], sorts[i]
		calm.ID, calm.Label, calm.Help, calm.Optional = at+calm.Name, b.Word, b.Sentence, i%2 == 0
		wrong.ID, wrong.Label, wrong.Problem, wrong.Theirs, wrong.Required = at+"wrong-"+wrong.Name, b.Word, b.Sentence, b.Name, true
		wrong.Name += "-wrong"
		b.Fields, b.Wrong = append(b.Fields, &calm), append(b.Wrong, &wrong)
	}
	b.Form.problems["name"] = b.Sentence
	b.Cell = map[string]any{"Sort": "amount", "Name": "cell", "ID": "cell", "By": "row col", "Value": "12.50", "Unit": v.Company.Currency().Symbol, "Problem": b.Word}
}

// lists are a list with rows, one in which nothing is found, and one of which rows are chosen.
func (b *sampleBody) lists(v *Visit) {
	chip := &Chip{b.Word, "warn"}
	cells := func() []map[string]any {
		return []map[string]any{{"Class": "first", "Text": b.Name, "Sub": b.Sentence, "Strong": true}, {"Class": "is", "Chip": chip}, {"Class": "amount", "Text": v.View.Amount(v.Company.Currency(), 1_234_567)}, {"Class": "ref", "Text": "7KQ2-M4XD", "Mono": true}}
	}
	menu := map[string]any{"Label": b.Word, "Name": "from", "Day": true, "Hidden": nil, "Options": []Option{}}
	list := map[string]any{
		"Name": "sample", "Tabs": b.Tabs, "Search": "q", "Find": b.Word, "Query": "", "Hidden": nil, "None": nil,
		"Chips": []map[string]any{{"Label": b.Word, "Value": b.Name, "Off": b.At}}, "Menus": []map[string]any{menu}, "Keep": "", "Kept": "",
		"Heads": []map[string]any{{"Class": "first", "Text": b.Word, "To": b.At, "Sorted": "ascending"}, {"Class": "is", "Text": b.Word}, {"Class": "amount", "Text": b.Word, "To": b.At}, {"Class": "ref", "Text": b.Word}},
		"Rows":  []map[string]any{{"ID": "1", "Name": b.Name, "To": b.At, "Cells": cells()}, {"ID": "2", "Name": b.Word, "To": "", "Cells": cells()}},
		"Range": b.Word, "Sum": v.View.Amount(v.Company.Currency(), 123_456), "AsOf": b.Word, "SumTo": b.At, "Earlier": "", "Later": b.At, "Nothing": b.Sentence, "Clear": b.At,
		"DoAction": "", "Chosen": nil, "All": "", "Actions": nil, "Rare": nil,
	}
	titled := func(title string) *page.View {
		other := *v.View
		other.Title = title
		return &other
	}
	b.List = map[string]any{"V": titled(b.Word), "It": list}
	with := func(title string, more map[string]any) map[string]any {
		out := maps.Clone(list)
		maps.Copy(out, more)
		return map[string]any{"V": titled(title), "It": out}
	}
	b.NothingFound = with(b.Name, map[string]any{"Name": "nothing", "Rows": nil, "Search": "", "Tabs": nil})
	b.Bulk = with(b.Sentence, map[string]any{
		"Name": "chosen", "Search": "", "Tabs": nil, "Menus": nil, "DoAction": b.At, "All": b.Word,
		"Actions": []map[string]any{{"Key": "one", "Icon": "mail", "Text": b.Word}}, "Rare": []map[string]any{{"Key": "two", "Icon": "cross", "Text": b.Word, "Until": ""}, {"Key": "three", "Text": b.Word, "Until": "2030-07-04T20:00"}},
	})
}

// draw makes a picture with its table.
func (b *sampleBody) draw(v *Visit) {
	c := &chart.Chart{
		ID: "sample", Language: v.View.Lang, Title: b.Name, About: b.Sentence, Nothing: b.Sentence, Head: b.Word, Others: b.Word, Form: chart.Stacked,
		Series: []chart.Series{{Name: b.Word}, {Name: b.Name}, {Name: "Shop"}},
	}
	day := time.Date(2030, 7, 1, 0, 0, 0, 0, time.UTC)
	for i := range 14 {
		at := day.AddDate(0, 0, i)
		c.Columns = append(c.Columns, chart.Column{Label: v.View.Lang.ShortDate(at), Short: v.View.Lang.DayMonth(at)})
		for n := range c.Series {
			c.Series[n].Values = append(c.Series[n].Values, int64((i*37+n*53)%97*1000))
		}
	}
	b.Drawn = map[string]template.HTML{"Picture": template.HTML(c.SVG()), "Table": template.HTML(c.Table())}
	b.AsOf = map[string]any{"Now": v.App.Now(), "Location": v.Zone}
}
