package settings

import (
	"cmp"

	"marquee/app"
	"marquee/app/vault"
	"marquee/handlers/web/office/screen"
)

// heldBody is what whoever runs the installation gave it, and what may be told of that.
type heldBody struct {
	Aside []heading
	IsSet bool
	// Known is what is told of it, Flag what wins over it on the command line.
	Known, Flag string
	// Tried is what came of a try, nil: nobody tried.
	Tried *screen.Chip
	// Apple and Google tell which keys of passes there are.
	Apple, Google bool
}

func cardScreens(o *screen.Pages) []*screen.Screen {
	return []*screen.Screen{{
		Get: "GET /office/{alias}/settings/cards", Post: "POST /office/{alias}/settings/cards", Needs: app.Installation,
		Template: o.Template(templates, "shared.html", "cards.html"), Show: showCards,
		Forms: map[string]screen.Then{"POST payment-keys": {Say: "office.keys_set"}, tryKeys: {Answer: keysTried}, "DELETE payment-keys": {Say: "office.keys_gone"}},
	}}
}

// tryKeys asks the gateway whose account is charged.
const tryKeys = "POST payment-keys/test"

// keysTried tells what the gateway said.
func keysTried(v *screen.Visit, out any) error {
	var t struct {
		Account, Name, Country, Answer string
		IsLive, IsCharged              bool
	}
	if err := screen.Read(out, &t); err != nil {
		return err
	}
	chip := &screen.Chip{Tone: "ok"}
	about := []any{"account", t.Account, "name", cmp.Or(t.Name, "–"), "country", cmp.Or(t.Country, "–")}
	switch {
	case t.Answer != "":
		chip.Tone, chip.Text = "bad", v.View.T("office.keys_refused", "answer", t.Answer)
	case !t.IsCharged:
		chip.Tone, chip.Text = "warn", v.View.T("office.keys_not_yet", about...)
	case t.IsLive:
		chip.Text = v.View.T("office.keys_live", about...)
	default:
		chip.Tone, chip.Text = "info", v.View.T("office.keys_for_tests", about...)
	}
	v.Body.It.(*heldBody).Tried = chip
	return nil
}

func showCards(v *screen.Visit) error {
	v.View.Title = v.View.T("office.set_cards")
	h, err := vault.GatewayHeld(v.R.Context(), v.App, v.Caller)
	if err != nil {
		return err
	}
	b := &heldBody{Aside: aside(v, "cards"), IsSet: h.IsSet, Flag: h.Flag}
	if h.LastFour != "" {
		b.Known = v.View.T("office.keys_end", "last", h.LastFour)
	}
	v.Body.Add(tryKeys)
	v.Body.Add("POST payment-keys").Fill(map[string]any{"secretKey": "", "publishableKey": "", "webhookSecret": "", "account": ""})
	v.Body.It = b
	return nil
}

// tryMail sends a mail to whoever presses it.
const tryMail = "POST mail-server/test"

// mailTried tells what the server said.
func mailTried(v *screen.Visit, out any) error {
	var t struct {
		To      string
		IsTaken bool
		Answer  string
	}
	if err := screen.Read(out, &t); err != nil {
		return err
	}
	b := v.Body.It.(*heldBody)
	b.Tried = &screen.Chip{Text: v.View.T("office.mail_taken", "email", t.To), Tone: "ok"}
	if !t.IsTaken {
		b.Tried = &screen.Chip{Text: v.View.T("office.mail_not_taken", "answer", t.Answer), Tone: "bad"}
	}
	return nil
}

func mailServerScreens(o *screen.Pages) []*screen.Screen {
	return []*screen.Screen{{
		Get: "GET /office/{alias}/settings/mailserver", Post: "POST /office/{alias}/settings/mailserver", Needs: app.Installation,
		Template: o.Template(templates, "shared.html", "mailserver.html"), Show: showMailServer,
		Forms: map[string]screen.Then{"POST mail-server": {Say: "office.saved"}, tryMail: {Answer: mailTried}, "DELETE mail-server": {Say: "office.mailserver_gone"}},
	}}
}

func showMailServer(v *screen.Visit) error {
	v.View.Title = v.View.T("office.set_mailserver")
	h, err := vault.MailHeld(v.R.Context(), v.App, v.Caller)
	if err != nil {
		return err
	}
	b := &heldBody{Aside: aside(v, "mailserver"), IsSet: h.URL != "" || h.Flag != "", Flag: h.Flag}
	if h.URL != "" {
		b.Known = v.View.T("office.mailserver_is", "url", h.URL, "from", h.From)
	}
	v.Body.Add(tryMail)
	v.Body.Add("POST mail-server").Fill(map[string]any{"url": h.URL, "password": "", "from": h.From})
	v.Body.It = b
	return nil
}

func passKeyScreens(o *screen.Pages) []*screen.Screen {
	return []*screen.Screen{{
		Get: "GET /office/{alias}/settings/passkeys", Post: "POST /office/{alias}/settings/passkeys", Needs: app.Installation,
		Template: o.Template(templates, "shared.html", "passkeys.html"), Show: showPassKeys,
		Forms: map[string]screen.Then{"POST pass-keys": {Say: "office.keys_set"}, "DELETE pass-keys": {Say: "office.keys_gone"}},
	}}
}

func showPassKeys(v *screen.Visit) error {
	v.View.Title = v.View.T("office.set_passkeys")
	h, err := vault.PassesHeld(v.R.Context(), v.App, v.Caller)
	if err != nil {
		return err
	}
	v.Body.It = &heldBody{Aside: aside(v, "passkeys"), IsSet: h.Apple || h.Google || h.Flag != "", Flag: h.Flag, Apple: h.Apple, Google: h.Google}
	f := v.Body.Add("POST pass-keys")
	for _, path := range []string{"apple.certificate", "apple.key", "apple.authority", "google.issuerId", "google.account", "google.key"} {
		f.Put(path, "")
	}
	return nil
}
