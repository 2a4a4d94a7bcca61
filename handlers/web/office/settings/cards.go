package settings

import (
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
	// Apple and Google tell which keys of passes there are.
	Apple, Google bool
}

func cardScreens(o *screen.Pages) []*screen.Screen {
	return []*screen.Screen{{
		Get: "GET /office/{alias}/settings/cards", Post: "POST /office/{alias}/settings/cards", Needs: app.Installation,
		Template: o.Template(templates, "shared.html", "cards.html"), Show: showCards,
		Forms: map[string]screen.Then{"POST payment-keys": {Say: "office.keys_set"}, "DELETE payment-keys": {Say: "office.keys_gone"}},
	}}
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
	v.Body.Add("POST payment-keys").Fill(map[string]any{"secretKey": "", "publishableKey": "", "webhookSecret": "", "account": ""})
	v.Body.It = b
	return nil
}

func mailServerScreens(o *screen.Pages) []*screen.Screen {
	return []*screen.Screen{{
		Get: "GET /office/{alias}/settings/mailserver", Post: "POST /office/{alias}/settings/mailserver", Needs: app.Installation,
		Template: o.Template(templates, "shared.html", "mailserver.html"), Show: showMailServer,
		Forms: map[string]screen.Then{"POST mail-server": {Say: "office.saved"}, "DELETE mail-server": {Say: "office.mailserver_gone"}},
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
