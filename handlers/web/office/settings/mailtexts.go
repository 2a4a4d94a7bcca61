package settings

import (
	"net/url"
	"slices"

	"marquee/app"
	"marquee/app/mail"
	"marquee/handlers/web/office/screen"
)

// The operations of texts.
const (
	setText     = "POST mail-texts"
	dropText    = "DELETE mail-texts"
	previewText = "POST mail-texts/preview"
)

func mailTextScreens(o *screen.Pages) []*screen.Screen {
	return []*screen.Screen{
		{
			Get: "GET /office/{alias}/settings/mailtexts", Needs: app.EditCompany,
			Template: o.Template(templates, "shared.html", "mailtexts.html"), Show: showMailTexts,
		},
		{
			Get: "GET /office/{alias}/settings/mailtexts/{kind}", Post: "POST /office/{alias}/settings/mailtexts/{kind}", Needs: app.EditCompany,
			Template: o.Template(templates, "shared.html", "mailtext.html"), Show: showMailText,
			Forms: map[string]screen.Then{
				setText: {Say: "office.saved", To: toMailText, Undo: true, Whole: []string{""}}, dropText: {Say: "office.mailtext_dropped", To: toMailText},
				previewText: {Answer: previewed, Stays: true, Whole: []string{""}},
			},
		},
	}
}

// mailTextsBody are the mails that a company can say in its own words.
type mailTextsBody struct {
	Aside []heading
	Rows  []mailTextRow
}

type mailTextRow struct{ Name, To, Own string }

// mailTextBody is the text of one mail in one language.
type mailTextBody struct {
	Aside     []heading
	All       string
	Languages []screen.Tab
	Own       bool
	// Lost: there is one, and it cannot be used any more.
	Lost         bool
	Placeholders []string
	// Preview is how it would look, nil: nobody asked.
	Preview *struct{ Subject, Text string }
}

// mailName is what a kind of mails is called, empty where it has no words: it is for people of the
// company, or about something that the pages do not tell of.
func mailName(v *screen.Visit, k mail.Kind) string { return ifSaid(v, "office.mailed_"+string(k)) }

// showMailTexts lists the mails, with the languages in which they say something of the company's own.
func showMailTexts(v *screen.Visit) error {
	v.View.Title = v.View.T("office.set_mailtexts")
	own, err := mail.ListTexts(v.R.Context(), v.App, v.Caller)
	if err != nil {
		return err
	}
	b := &mailTextsBody{Aside: aside(v, "mailtexts")}
	for _, k := range mail.Kinds() {
		name := mailName(v, k)
		if name == "" {
			continue
		}
		row := mailTextRow{Name: name, To: v.Path("/settings/mailtexts/%s", k)}
		for i := range own {
			if own[i].Kind == k && own[i].Scope == mail.OfCompany {
				if row.Own != "" {
					row.Own += ", "
				}
				row.Own += screen.LanguageName(own[i].Language)
			}
		}
		b.Rows = append(b.Rows, row)
	}
	v.Body.It = b
	return nil
}

// toMailText leads back to the text in the language that the address names.
func toMailText(v *screen.Visit, _ any) string {
	return v.R.URL.Path + "?" + url.Values{screen.TextQuery: {v.Caller.Language.Asked}}.Encode()
}

// showMailText shows the text of a mail, and what may stand in it.
func showMailText(v *screen.Visit) error {
	kind := mail.Kind(v.R.PathValue("kind"))
	name := mailName(v, kind)
	if !kind.Known() || name == "" {
		return app.Missing("page")
	}
	v.Writing()
	language := v.Caller.Language.Asked
	if language == "" {
		language = string(v.View.Lang)
	}
	v.View.Title = name
	t, own, err := mail.ReadText(v.R.Context(), v.App, v.Caller, mail.Which{Kind: kind, Language: language})
	if err != nil {
		return err
	}
	b := &mailTextBody{Aside: aside(v, "mailtexts"), All: v.Path("/settings/mailtexts"), Languages: v.TextTabs(), Own: own, Lost: own && !t.Used(), Placeholders: slices.Clone(kind.Placeholders())}
	v.Body.It = b
	for _, op := range []string{setText, previewText} {
		v.Body.Add(op).Fill(map[string]any{"kind": string(kind), "language": language, "subject": t.Subject, "body": t.Body})
	}
	v.Body.Add(dropText).Fill(map[string]any{"kind": string(kind), "language": language})
	return nil
}

// previewed shows how a text would look. The form has what was typed.
func previewed(v *screen.Visit, out any) error {
	b := v.Body.It.(*mailTextBody)
	b.Preview = &struct{ Subject, Text string }{}
	v.Body.Add(setText).Sent = v.Body.Add(previewText).Sent
	return screen.Read(out, b.Preview)
}
