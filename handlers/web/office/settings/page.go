package settings

import (
	"embed"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strconv"

	"marquee/app"
	"marquee/handlers/rest"
	"marquee/handlers/web/office/screen"
	"marquee/handlers/web/words"
)

//go:embed *.html
var templates embed.FS

// Screens are those of settings.
func Screens(o *screen.Pages) []*screen.Screen {
	all := []*screen.Screen{findScreen(o), tableScreen(o)}
	for _, own := range others() {
		all = append(all, own.screens(o)...)
	}
	return all
}

// tableScreen is that of all pages of the table.
func tableScreen(o *screen.Pages) *screen.Screen {
	forms := map[string]screen.Then{}
	for i := range table {
		forms[table[i].op] = screen.Then{Say: "office.saved", Undo: true}
	}
	return &screen.Screen{
		Get: "GET /office/{alias}/settings/{page}", Post: "POST /office/{alias}/settings/{page}", Needs: screen.SettingsReaders,
		Template: o.Template(templates, "shared.html", "page.html"), Forms: forms,
		Show: func(v *screen.Visit) error {
			for i := range table {
				if table[i].slug == v.R.PathValue("page") {
					return table[i].show(v)
				}
			}
			return app.Missing("page")
		},
	}
}

// body is what a page shows.
type body struct {
	Aside []heading
	Lead  string
	Op    string
	Parts []shownPart
	// Known are the lists from which fields of several are filled.
	Known []known
}

// heading is a group of pages.
type heading struct {
	Text  string
	Pages []screen.Place
}

// shownPart is a section with its fields.
type shownPart struct {
	ID, Title, Text string
	Fields          []*shownField
}

// shownField is a field, of one of the forms in which fields are drawn.
type shownField struct {
	It *screen.Field
	// Several: there may be some of them, each in a field of its own; List is what they may be.
	Several bool
	Each    []string
	List    string
	Kind    string
}

// Number counts the fields of several for who does not see them.
func (f *shownField) Number(i int) int { return i + 1 }

// Colour is the one that the field holds, where it is one.
func (f *shownField) Colour() string {
	if colour.MatchString(f.It.Value) {
		return f.It.Value
	}
	return ""
}

var colour = regexp.MustCompile("^#[0-9a-fA-F]{3,8}$")

func (p *pageOf) show(v *screen.Visit) error {
	if !p.holds(v) {
		return app.Missing("page")
	}
	v.View.Title = v.View.T("office.set_" + p.slug)
	values, err := p.values(v)
	if err != nil {
		return err
	}
	f := v.Body.Add(p.op)
	if p.op == ofCompany {
		f.About("companies", v.Company.ID)
	}
	b := &body{Aside: aside(v, p.slug), Lead: ifSaid(v, "office.set_"+p.slug+"_text"), Op: p.op}
	for _, part := range p.parts {
		for _, path := range part.fields {
			f.Put(path, values[path])
			f.Lists[path] = choices(v, path, values[path])
		}
	}
	b.Known = knownIn(v, p)
	v.Body.It = b
	return b.fill(v, p, f)
}

// fill draws the fields.
func (b *body) fill(v *screen.Visit, p *pageOf, f *screen.Form) error {
	for _, part := range p.parts {
		out := shownPart{ID: part.name, Title: v.View.T("office.set_part_" + part.name), Text: ifSaid(v, "office.set_part_"+part.name+"_text")}
		for _, path := range part.fields {
			field, err := f.Field(path)
			if err != nil {
				return err
			}
			field.Help = ifSaid(v, "office.h."+path)
			out.Fields = append(out.Fields, shownOf(f, field))
		}
		b.Parts = append(b.Parts, out)
	}
	return nil
}

// shownOf says how a field is drawn.
func shownOf(f *screen.Form, field *screen.Field) *shownField {
	out := &shownField{It: field, List: lists[field.Name], Kind: kinds[field.Name]}
	if field.Sort == "list" {
		out.Several = true
		now := f.Values[field.Name]
		if f.Sent != nil {
			now = f.Sent[field.Name]
		}
		for _, one := range now {
			if one != "" {
				out.Each = append(out.Each, one)
			}
		}
		out.Each = append(out.Each, "")
	}
	return out
}

// holds tells whether somebody gets the page.
func (p *pageOf) holds(v *screen.Visit) bool {
	return v.Holds(p.needs) && (p.reads == nil || v.Holds(p.reads))
}

// values are what the fields hold now, by their paths.
func (p *pageOf) values(v *screen.Visit) (map[string]any, error) {
	status, answer := v.API.Show(v.R.Context(), v.Caller, rest.Base+p.read, "")
	if status != http.StatusOK {
		return nil, fmt.Errorf("settings: %s answers %d", p.read, status)
	}
	var read map[string]any
	if err := json.Unmarshal(answer, &read); err != nil {
		return nil, err
	}
	out := map[string]any{}
	flatten(out, "", read)
	return out, nil
}

// flatten puts what an answer holds at its paths, as forms show it.
func flatten(out map[string]any, above string, value any) {
	switch x := value.(type) {
	case map[string]any:
		for name, inner := range x {
			flatten(out, above+name+".", inner)
		}
		return
	case []any:
		all := []string{}
		for _, one := range x {
			if text, ok := one.(string); ok {
				all = append(all, text)
			}
		}
		value = all
	case float64:
		value = strconv.FormatFloat(x, 'f', -1, 64)
	}
	if above != "" {
		out[above[:len(above)-1]] = value
	}
}

// ifSaid are the words of a key, empty where there are none.
func ifSaid(v *screen.Visit, key string) string {
	if text := words.Text(v.View.Lang, key); text != key {
		return text
	}
	return ""
}
