package tickets

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"net/http"
	"strconv"

	"marquee/app"
)

var (
	//go:embed refusal.html
	refusalHTML string
	//go:embed refusal.css
	refusalCSS string

	refusalPage = template.Must(template.New("refusal").Parse(refusalHTML))
)

// refusal is what a guest reads who gets no tickets.
type refusal struct {
	Language, Title, Text string
	Style                 template.CSS
}

type words struct{ title, text string }

var gone = map[string]words{
	"en": {"This link opens nothing", "The ticket was changed, passed on or cancelled, or the address is not complete. Use the newest message about your order, or ask the organiser."},
	"de": {"Hinter diesem Link ist nichts", "Das Ticket wurde geändert, weitergegeben oder storniert, oder die Adresse ist unvollständig. Nutze die neueste Nachricht zu deiner Bestellung oder frage den Veranstalter."},
	"fr": {"Ce lien n'ouvre rien", "Le billet a été modifié, transmis ou annulé, ou l'adresse est incomplète. Utilisez le dernier message concernant votre commande ou demandez à l'organisateur."},
}

var later = map[string]words{
	"en": {"One moment, please", "The tickets cannot be made right now. Try again in a moment."},
	"de": {"Einen Moment bitte", "Die Tickets können gerade nicht erstellt werden. Versuche es gleich noch einmal."},
	"fr": {"Un instant, s'il vous plaît", "Les billets ne peuvent pas être créés pour le moment. Réessayez dans un instant."},
}

var unclear = map[string]words{
	"en": {"This address is not right", "Choose format a4, a6 or roll, and symbol qr, aztec or code128."},
	"de": {"Diese Adresse stimmt nicht", "Wähle format a4, a6 oder roll und symbol qr, aztec oder code128."},
	"fr": {"Cette adresse n'est pas correcte", "Choisissez format a4, a6 ou roll, et symbol qr, aztec ou code128."},
}

func (h *Handler) refuse(w http.ResponseWriter, r *http.Request, language string, err error) {
	status, say := http.StatusServiceUnavailable, later
	switch app.KindOf(err) {
	case app.NotFound:
		status, say = http.StatusNotFound, gone
	case app.Invalid:
		status, say = http.StatusUnprocessableEntity, unclear
	case app.TooMany:
		status = http.StatusTooManyRequests
		w.Header().Set("Retry-After", strconv.Itoa(retryAfter))
	case app.Unavailable:
		w.Header().Set("Retry-After", strconv.Itoa(retryAfter))
	default:
		if r.Context().Err() == nil {
			h.log.Error("tickets could not be made", "error", err)
		}
	}
	if say[language] == (words{}) {
		language = "en"
	}
	sum := sha256.Sum256([]byte(refusalCSS))
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+
		"'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_ = refusalPage.Execute(w, refusal{language, say[language].title, say[language].text, template.CSS(refusalCSS)})
}
