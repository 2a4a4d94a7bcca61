package settings

import (
	"strings"

	"marquee/app"
	"marquee/handlers/web/office/screen"
)

// maxFound is how many fields a search shows.
const maxFound = 30

func findScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{Get: "GET /office/{alias}/settings", Needs: screen.SettingsReaders, Template: o.Template(templates, "find.html"), Show: showAll}
}

// findBody is all pages, or what a search found.
type findBody struct {
	Query string
	Aside []heading
	Found []found
}

// found is a field on its page.
type found struct{ Label, Help, Page, To string }

func showAll(v *screen.Visit) error {
	v.View.Title = v.View.T("office.settings")
	b := &findBody{Query: v.R.URL.Query().Get("q"), Aside: aside(v, "")}
	if len(b.Query) > screen.MaxSearch {
		b.Query = ""
	}
	if strings.TrimSpace(b.Query) != "" {
		b.Found = find(v, b.Query)
	}
	v.Body.It = b
	return nil
}

// find looks for words in labels, help, the names of pages and what the declarations say.
func find(v *screen.Visit, query string) (all []found) {
	wanted := strings.Fields(strings.ToLower(query))
	for i := range table {
		p := &table[i]
		if !p.holds(v) {
			continue
		}
		page := v.View.T("office.set_" + p.slug)
		rt := v.API.Operation(strings.Replace(p.op, " ", " /", 1))
		for _, part := range p.parts {
			for _, path := range part.fields {
				d, _ := rt.FormField(path)
				f := found{Label: v.View.T("office.f." + path), Help: ifSaid(v, "office.h."+path), Page: page, To: v.Path("/settings/%s#%s", p.slug, part.name)}
				text := strings.ToLower(strings.Join([]string{f.Label, f.Help, page, v.View.T("office.set_part_" + part.name), path, d.Doc}, " "))
				if len(all) < maxFound && holdsAll(text, wanted) {
					all = append(all, f)
				}
			}
		}
	}
	for _, own := range others() {
		text := v.View.T("office.set_" + own.slug)
		if v.Holds(own.needs) && len(all) < maxFound && holdsAll(strings.ToLower(text+" "+v.View.T("office.set_"+own.slug+"_words")), wanted) {
			all = append(all, found{Label: text, To: v.Path("/settings/%s", own.slug)})
		}
	}
	return all
}

func holdsAll(text string, wanted []string) bool {
	for _, w := range wanted {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}

// other is a page that is more than fields of one operation.
type other struct {
	slug, group string
	needs       app.Requirement
	screens     func(o *screen.Pages) []*screen.Screen
}

// others are those pages.
func others() []other {
	return []other{
		{"pictures", "company", app.EditCompany, pictureScreens},
		{"taxes", "company", app.ManageTaxBands, taxScreens},
		{"terms", "selling", app.EditCompany, termScreens},
		{"cards", "selling", app.Installation, cardScreens},
		{"mailtexts", "tickets", app.EditCompany, mailTextScreens},
		{"passkeys", "tickets", app.Installation, passKeyScreens},
		{"mailserver", "tickets", app.Installation, mailServerScreens},
		{"imports", "programs", app.EditImports, importScreens},
		{"webhooks", "programs", app.ViewWebhooks, webhookScreens},
		{"changed", "programs", app.ViewAudit, changedScreens},
	}
}

// aside are the pages that somebody may see, by groups.
func aside(v *screen.Visit, here string) (all []heading) {
	for _, g := range groups {
		h := heading{Text: v.View.T("office.set_of_" + g)}
		add := func(slug string) {
			h.Pages = append(h.Pages, screen.Place{Text: v.View.T("office.set_" + slug), To: v.Path("/settings/%s", slug), Here: slug == here})
		}
		for i := range table {
			if table[i].group == g && table[i].holds(v) {
				add(table[i].slug)
			}
		}
		for _, own := range others() {
			if own.group == g && v.Holds(own.needs) {
				add(own.slug)
			}
		}
		if len(h.Pages) > 0 {
			all = append(all, h)
		}
	}
	return all
}
