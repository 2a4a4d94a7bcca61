package passes

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"marquee/app/catalog"
	"marquee/app/locale"
	"marquee/app/paper"
	"marquee/app/pass"
)

// googleKeys are those of a service account that may make passes for an issuer.
type googleKeys struct {
	Issuer  string `json:"issuerId"`
	Account string `json:"account"`
	Key     string `json:"key"`
}

// google signs save links.
type google struct {
	issuer, account string
	key             *rsa.PrivateKey
}

var issuerID = regexp.MustCompile(`^[0-9]{5,25}$`)

func (k *googleKeys) parse() (*google, error) {
	signer, err := privateKey(k.Key)
	if err != nil {
		return nil, fmt.Errorf("key %w", err)
	}
	key, ok := signer.(*rsa.PrivateKey)
	switch {
	case !ok:
		return nil, errors.New("key is none of RSA")
	case !issuerID.MatchString(k.Issuer):
		return nil, errors.New("issuerId has digits alone")
	case !strings.Contains(k.Account, "@"):
		return nil, errors.New("account is the address of a service account")
	}
	return &google{k.Issuer, k.Account, key}, nil
}

const (
	// saveAt is in front of what a save link carries.
	saveAt = "https://pay.google.com/gp/v/save/"
	// longestLink is how long a save link may be that browsers carry.
	longestLink = 1800
)

// saveClaims are what a save link says.
type saveClaims struct {
	Issuer   string   `json:"iss"`
	Audience string   `json:"aud"`
	Type     string   `json:"typ"`
	Issued   int64    `json:"iat"`
	Origins  []string `json:"origins,omitempty"`
	Payload  struct {
		Classes []classJSON  `json:"eventTicketClasses"`
		Objects []objectJSON `json:"eventTicketObjects"`
	} `json:"payload"`
}

// classJSON is an event. The first link of an event makes it.
type classJSON struct {
	ID     string         `json:"id"`
	Issuer string         `json:"issuerName"`
	Review string         `json:"reviewStatus"`
	Logo   *pictureJSON   `json:"wideLogo,omitempty"`
	Name   localized      `json:"eventName"`
	Venue  *venueJSON     `json:"venue,omitempty"`
	Dates  *eventDateJSON `json:"dateTime,omitempty"`
}

// pictureJSON is where a wallet fetches a picture.
type pictureJSON struct {
	Source struct {
		URI string `json:"uri"`
	} `json:"sourceUri"`
}

type venueJSON struct {
	Name    localized `json:"name"`
	Address localized `json:"address"`
}

type eventDateJSON struct {
	Start string `json:"start"`
	End   string `json:"end,omitempty"`
}

// objectJSON is a ticket.
type objectJSON struct {
	ID      string        `json:"id"`
	ClassID string        `json:"classId"`
	State   string        `json:"state"`
	Barcode saveCodeJSON  `json:"barcode"`
	Holder  string        `json:"ticketHolderName,omitempty"`
	Number  string        `json:"ticketNumber,omitempty"`
	Kind    *localized    `json:"ticketType,omitempty"`
	Seat    *seatJSON     `json:"seatInfo,omitempty"`
	Valid   *validityJSON `json:"validTimeInterval,omitempty"`
	Colour  string        `json:"hexBackgroundColor"`
}

type saveCodeJSON struct {
	Type    string `json:"type"`
	Value   string `json:"value"`
	Spelled string `json:"alternateText,omitempty"`
}

type seatJSON struct {
	Section *localized `json:"section,omitempty"`
	Row     *localized `json:"row,omitempty"`
	Seat    *localized `json:"seat,omitempty"`
}

type validityJSON struct {
	End *dateJSON `json:"end"`
}

type dateJSON struct {
	Date string `json:"date"`
}

// localized is a text in one language.
type localized struct {
	Default struct {
		Language string `json:"language"`
		Value    string `json:"value"`
	} `json:"defaultValue"`
}

func in(l locale.Language, text string) (out localized) {
	out.Default.Language, out.Default.Value = string(l), text
	return out
}

// maybeIn is nil for no text.
func maybeIn(l locale.Language, text string) *localized {
	if text == "" {
		return nil
	}
	return new(in(l, text))
}

// link is a save link with as much of the pass as it can carry; empty where not even its
// code and its event fit.
func (k *google) link(p *pass.Pass, l locale.Language, symbol paper.Kind, origin string, now time.Time) (string, error) {
	c := saveClaims{Issuer: k.account, Audience: "google", Type: "savetowallet", Issued: now.Unix()}
	if origin != "" {
		c.Origins = []string{origin}
	}
	t := textsIn(p, l)
	class := k.class(p, &t, l)
	if p.Logo != nil && strings.HasPrefix(origin, "https://") { // nothing else is fetched
		class.Logo = new(pictureJSON)
		class.Logo.Source.URI = origin + p.Logo.Address(p.Company.ID)
	}
	object := k.object(p, &t, l, symbol)
	object.ClassID = class.ID
	for _, shorten := range []func(){
		func() {},
		func() { object.Barcode.Spelled, object.Valid = "", nil },
		func() { object.Kind, object.Holder = nil, "" },
		func() { class.Logo = nil },
		func() { class.Venue = nil },
		func() { class.Dates, object.Number = nil, "" },
	} {
		shorten()
		c.Payload.Classes, c.Payload.Objects = []classJSON{class}, []objectJSON{object}
		token, err := k.token(&c)
		if err != nil || len(saveAt)+len(token) <= longestLink {
			return saveAt + token, err
		}
	}
	return "", nil
}

func (k *google) class(p *pass.Pass, t *texts, l locale.Language) classJSON {
	out := classJSON{
		ID: fmt.Sprintf("%s.%s-goods", k.issuer, p.Company.Key()), Issuer: p.Company.Name, Review: "UNDER_REVIEW", Name: in(l, t.event),
	}
	if e := p.Event; e != nil {
		out.ID = fmt.Sprintf("%s.%s-%d", k.issuer, p.Company.Key(), e.ID)
	}
	if len(p.Dates) > 0 {
		out.ID += datesKey(p.Dates)
		out.Dates = &eventDateJSON{moment(p.Dates[0].Start()), moment(*lastEnd(p))}
	}
	if p.Venue.Name != "" {
		where := p.Venue.OneLine()
		if where == "" {
			where = p.Venue.Name // an address is demanded
		}
		out.Venue = &venueJSON{in(l, p.Venue.Name), in(l, where)}
	}
	return out
}

// datesKey tells passes of one event apart that are for other dates than it: all of a class have
// the same.
func datesKey(all []catalog.Showing) (key string) {
	if len(all) == 1 && all[0].Slot != nil {
		return fmt.Sprintf("-slot-%d", all[0].Slot.ID)
	}
	for i := 1; i < len(all); i++ {
		key = fmt.Sprintf("-to-%d", all[i].Event.ID)
	}
	return key
}

// saveTypes are what save links call the kinds of codes.
var saveTypes = map[string]string{formats[paper.QR]: "QR_CODE", formats[paper.Aztec]: "AZTEC", formats[paper.Code128]: "CODE_128"}

func (k *google) object(p *pass.Pass, t *texts, l locale.Language, symbol paper.Kind) objectJSON {
	background, _ := paper.Colors(p.Company.Branding.PrimaryColor)
	code := barcode(symbol, p.Code, p.Barcode)
	out := objectJSON{
		ID: k.issuer + "." + p.Company.Key() + "-" + p.Serial, State: "ACTIVE", Holder: p.Holder, Number: p.Number, Kind: maybeIn(l, t.item),
		Barcode: saveCodeJSON{saveTypes[code.Format], code.Message, code.Spelled},
		Colour:  fmt.Sprintf("#%02x%02x%02x", background[0], background[1], background[2]),
	}
	if s := p.Place; s != (pass.Place{}) {
		out.Seat = &seatJSON{maybeIn(l, s.Area), maybeIn(l, s.Row), maybeIn(l, s.Seat)}
	}
	until := p.Until
	if until == nil && len(p.Dates) > 1 {
		until = lastEnd(p)
	}
	if until != nil {
		out.Valid = &validityJSON{&dateJSON{moment(until.Add(afterwards))}}
	}
	return out
}

// token is a JSON web token signed with RSA and SHA-256.
func (k *google) token(c *saveClaims) (string, error) {
	claims, err := json.Marshal(c)
	if err != nil {
		return "", err
	}
	encode := base64.RawURLEncoding.EncodeToString
	text := encode([]byte(`{"alg":"RS256","typ":"JWT"}`)) + "." + encode(claims)
	sum := sha256.Sum256([]byte(text))
	signature, err := rsa.SignPKCS1v15(rand.Reader, k.key, crypto.SHA256, sum[:])
	return text + "." + encode(signature), err
}
