package setup

import (
	"net/http"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/firstrun"
	"marquee/handlers/web/page"
)

// showStart leads to where somebody is: to the code, or to the step that comes next.
func (s *Setup) showStart(w http.ResponseWriter, r *http.Request) {
	if !firstrun.Awaits(s.app) {
		s.step(func(v *visit) error {
			if v.state.Done() {
				return v.goOn("/setup/share")
			}
			return v.goOn(paths[reached(&v.state)-1])
		})(w, r)
		return
	}
	s.askCode(w, r, "", nil)
}

// askCode asks for the code that the server printed.
func (s *Setup) askCode(w http.ResponseWriter, r *http.Request, code string, refused error) {
	v := s.viewOf(w, r)
	b := bodyOf(v, 1, 1)
	b.Title, b.Lead, b.Marks = v.T("setup.code_title"), v.T("setup.code_lead"), nil
	b.values["code"], v.Title, v.Body, v.Address = code, b.Title, b, Path
	if refused == nil {
		s.site.Show(w, r, s.code, v)
		return
	}
	told := false
	if b.Problem, told = b.refused(refused, nil); !told {
		s.site.Refuse(w, r, refused)
		return
	}
	s.site.ShowAgain(w, r, s.code, v)
}

// showCode opens the first step to whoever has the code.
func (s *Setup) showCode(w http.ResponseWriter, r *http.Request) {
	code := r.PathValue("code")
	switch err := firstrun.Check(s.app, code); {
	case company.IsSetUp(err):
		page.GoOn(w, r, Path)
	case err != nil:
		s.askCode(w, r, "", err)
	default:
		v, b := s.youBody(w, r, code)
		v.Body = b
		s.site.Show(w, r, s.you, v)
	}
}

// youBody is the first step, with what is guessed of whoever asks.
func (s *Setup) youBody(w http.ResponseWriter, r *http.Request, code string) (*page.View, *body) {
	v := s.viewOf(w, r)
	b := bodyOf(v, 1, 1)
	guess := firstrun.Guess(r.Header.Get("Accept-Language"))
	b.values = map[string]string{"code": code, "currency": guess.Currency, "timezone": guess.Timezone}
	b.Shown = &shown{Title: v.T("setup.your_event")}
	b.addPlaces()
	v.Address = Path + "/" + code
	return v, b
}

// addPlaces offers currencies and time zones.
func (b *body) addPlaces() {
	for _, code := range firstrun.Currencies() {
		b.Choices["currency"] = append(b.Choices["currency"], choice{Value: code, Text: code, Chosen: code == b.values["currency"]})
	}
	for _, zone := range firstrun.Zones() {
		b.Choices["timezone"] = append(b.Choices["timezone"], choice{
			Value: zone, Text: zone, Chosen: zone == b.values["timezone"], Currency: firstrun.CountryOf(zone).Currency,
		})
	}
}

// postStart takes the code alone, or the whole first step.
func (s *Setup) postStart(w http.ResponseWriter, r *http.Request) {
	form, err := page.Form(w, r)
	if err != nil {
		s.site.Refuse(w, r, err)
		return
	}
	code := form.Get("code")
	if err := firstrun.Check(s.app, code); err != nil {
		if company.IsSetUp(err) {
			page.GoOn(w, r, Path)
			return
		}
		s.askCode(w, r, code, err)
		return
	}
	if !form.Has("email") {
		page.GoOn(w, r, Path+"/"+code)
		return
	}
	v, b := s.youBody(w, r, code)
	for _, name := range []string{"name", "email", "company", "currency", "timezone"} {
		b.values[name] = form.Get(name)
	}
	made, err := firstrun.Found(r.Context(), s.app, code, company.Founding{
		Company: company.NewCompany{
			Name: form.Get("company"), CurrencyCode: form.Get("currency"), Timezone: form.Get("timezone"), Locale: string(v.Lang),
		},
		OwnerName: form.Get("name"), Email: form.Get("email"), Password: form.Get("password"), Purpose: company.ForPage,
	})
	if err == nil {
		s.site.SetCookie(w, r, page.StaffCookie, made.Token, company.PageCookie)
		page.GoOn(w, r, paths[1])
		return
	}
	s.youAgain(w, r, v, b, err)
}

// youAgain says what is wrong with the first step.
func (s *Setup) youAgain(w http.ResponseWriter, r *http.Request, v *page.View, b *body, err error) {
	told := false
	b.Choices = map[string][]choice{}
	b.addPlaces()
	b.Problem, told = b.refused(err, map[string]string{"companyName": "company", "currencyCode": "currency"})
	if !told || app.KindOf(err) == app.TooMany {
		s.site.Refuse(w, r, err)
		return
	}
	v.Body = b
	s.site.ShowAgain(w, r, s.you, v)
}
