package handlers_test

import (
	"archive/zip"
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"image/color"
	"image/png"
	"io"
	"math/big"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/company"
	"marquee/app/order"
	"marquee/handlers"
	"marquee/handlers/passes"
	"marquee/indexes"
)

// passKeys are keys of the form that operators have, made once.
type passKeys struct{ certificate, key, authority, otherKey string }

func pemOf(kind string, der []byte) string {
	return string(pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}))
}

var madeKeys = sync.OnceValue(func() (k passKeys) {
	must := func(err error) {
		if err != nil {
			panic(err)
		}
	}
	root, err := rsa.GenerateKey(rand.Reader, 2048)
	must(err)
	from, to := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2090, 1, 1, 0, 0, 0, 0, time.UTC)
	authority := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "Authority"}, NotBefore: from, NotAfter: to,
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, authority, authority, &root.PublicKey, root)
	must(err)
	k.authority = pemOf("CERTIFICATE", der)
	own, err := rsa.GenerateKey(rand.Reader, 2048)
	must(err)
	leaf := &x509.Certificate{
		SerialNumber: big.NewInt(2), NotBefore: from, NotAfter: to, KeyUsage: x509.KeyUsageDigitalSignature,
		Subject: pkix.Name{CommonName: "Pass", OrganizationalUnit: []string{"TEAM123456"}, ExtraNames: []pkix.AttributeTypeAndValue{
			{Type: asn1.ObjectIdentifier{0, 9, 2342, 19200300, 100, 1, 1}, Value: "pass.example.tickets"},
		}},
	}
	der, err = x509.CreateCertificate(rand.Reader, leaf, authority, &own.PublicKey, root)
	must(err)
	k.certificate = pemOf("CERTIFICATE", der)
	der, err = x509.MarshalPKCS8PrivateKey(own)
	must(err)
	k.key = pemOf("PRIVATE KEY", der)
	other, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must(err)
	der, err = x509.MarshalPKCS8PrivateKey(other)
	must(err)
	k.otherKey = pemOf("PRIVATE KEY", der)
	return k
})

// keyText is a file with the keys of one company.
func (k passKeys) text(alias string) string {
	b, _ := json.Marshal(map[string]any{"companies": map[string]any{alias: map[string]any{
		"apple":  map[string]string{"certificate": k.certificate, "key": k.key, "authority": k.authority},
		"google": map[string]string{"issuerId": "3388000000022345678", "account": "tickets@project.iam.gserviceaccount.com", "key": k.key},
	}}})
	return string(b)
}

// newPassBookings is a box office of which the first company makes passes.
func newPassBookings(t *testing.T) *bookings {
	t.Helper()
	w := apptest.New(t, apptest.Calm())
	sellable(t, w)
	keys := &passes.Issuers{}
	if err := keys.Load(madeKeys().text(w.A.Company.Alias)); err != nil {
		t.Fatal(err)
	}
	return &bookings{t, w, handlers.New(w.App, handlers.Options{BaseURL: "https://tickets.example.com", Passes: keys})}
}

// unpacked is a pass by the names of its files.
func unpacked(t *testing.T, content []byte) map[string][]byte {
	t.Helper()
	is := is.New(t)
	z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	is.NoErr(err)
	files := map[string][]byte{}
	for _, f := range z.File {
		r, err := f.Open()
		is.NoErr(err)
		files[f.Name], err = io.ReadAll(r)
		is.NoErr(err)
	}
	return files
}

// signedWell asks a program that we did not write whether a signature is one over a text.
func signedWell(t *testing.T, signature, text []byte) bool {
	t.Helper()
	is := is.New(t)
	dir := t.TempDir()
	at := func(name string, content []byte) string {
		path := filepath.Join(dir, name)
		is.NoErr(os.WriteFile(path, content, 0o600))
		return path
	}
	sig, body, ca := at("signature", signature), at("manifest.json", text), at("ca.pem", []byte(madeKeys().authority))
	for _, how := range []string{"smime", "cms"} {
		out, err := exec.Command("openssl", how, "-verify", "-binary", "-inform", "DER", "-in", sig, "-content", body, "-CAfile", ca, "-purpose", "any", "-out", os.DevNull).CombinedOutput()
		if err != nil {
			t.Logf("openssl %s: %s", how, out)
			return false
		}
	}
	return true
}

// TestPassesAreReadByOthers: what a wallet checks of a pass holds, and nothing of it can be
// changed.
func TestPassesAreReadByOthers(t *testing.T) {
	is := is.New(t)
	s := newPassBookings(t)
	o := s.sell()
	item := o["items"].([]any)[0].(map[string]any)
	link := item["appleWalletPassUrl"].(string)
	is.Equal(link, item["downloadUrl"].(string)+"/tickets.pkpass")
	got := s.open(link)
	is.Equal(got.Code, http.StatusOK)
	is.Equal(got.Header().Get("Content-Type"), "application/vnd.apple.pkpass")
	is.Equal(got.Header().Get("Cache-Control"), "private, no-store")
	files := unpacked(t, got.Body.Bytes())
	var sums map[string]string
	is.NoErr(json.Unmarshal(files["manifest.json"], &sums))
	is.Equal(len(sums), len(files)-2) // all but itself and the signature
	for name, sum := range sums {
		is.Equal(fmt.Sprintf("%x", sha1.Sum(files[name])), sum)
	}
	for _, name := range []string{"pass.json", "icon.png", "icon@2x.png", "icon@3x.png", "en.lproj/pass.strings", "de.lproj/pass.strings", "fr.lproj/pass.strings"} {
		is.True(len(files[name]) > 0)
	}
	is.True(strings.Contains(string(files["de.lproj/pass.strings"]), "\"When\" = \"Wann\";\n"))
	var form map[string]any
	is.NoErr(json.Unmarshal(files["pass.json"], &form))
	is.Equal(form["passTypeIdentifier"], "pass.example.tickets")
	is.Equal(form["teamIdentifier"], "TEAM123456")
	is.Equal(dig(form, "barcodes").([]any)[0], map[string]any{
		"format": "PKBarcodeFormatQR", "message": item["barcode"], "messageEncoding": "iso-8859-1", "altText": item["barcode"],
	})
	var other map[string]any
	is.NoErr(json.Unmarshal(unpacked(t, s.open(link+"?symbol=aztec").Body.Bytes())["pass.json"], &other))
	is.Equal(other["barcodes"].([]any)[0].(map[string]any)["format"], "PKBarcodeFormatAztec")
	is.Equal(other["serialNumber"], form["serialNumber"])

	if _, err := exec.LookPath("openssl"); err != nil {
		t.Skip("openssl is not installed")
	}
	is.True(signedWell(t, files["signature"], files["manifest.json"]))
	changed := strings.Replace(string(files["manifest.json"]), sums["pass.json"], hex.EncodeToString(make([]byte, sha1.Size)), 1)
	is.True(changed != string(files["manifest.json"]))
	is.True(!signedWell(t, files["signature"], []byte(changed)))
	if _, err := exec.LookPath("unzip"); err == nil {
		path := filepath.Join(t.TempDir(), "t.pkpass")
		is.NoErr(os.WriteFile(path, got.Body.Bytes(), 0o600))
		is.NoErr(exec.Command("unzip", "-tq", path).Run())
	}
}

// TestPassesOfTheDemoSaySo: a phone shows that a ticket was sold in demo mode, in its language.
func TestPassesOfTheDemoSaySo(t *testing.T) {
	is := is.New(t)
	s := newPassBookings(t)
	_, err := company.ChangeSettings(t.Context(), s.w.App, s.w.A.Owner, company.SettingsChange{Demo: new(true)})
	is.NoErr(err)
	item := s.sell()["items"].([]any)[0].(map[string]any)
	files := unpacked(t, s.open(item["appleWalletPassUrl"].(string)).Body.Bytes())
	name := item["itemSaleName"].(string)
	is.True(strings.Contains(string(files["pass.json"]), "Demo: "+name))
	is.True(strings.Contains(string(files["fr.lproj/pass.strings"]), "\"Demo: "+name+"\" = \"Démo\u00a0: "+name+"\";\n"))
}

// TestLinksOfPasses: there are those of what the purchaser holds, together and each alone,
// and they end as download links do.
func TestLinksOfPasses(t *testing.T) {
	is := is.New(t)
	s := newPassBookings(t)
	o := s.sell()
	listed := dig(s.api("GET", "/orders", ""), "orders").([]any)[0].(map[string]any)
	many := s.open(listed["appleWalletPassUrl"].(string))
	is.Equal(many.Header().Get("Content-Type"), "application/vnd.apple.pkpasses")
	is.Equal(len(unpacked(t, many.Body.Bytes())), 3)
	is.Equal(s.open(listed["mobileWalletPassUrl"].(string)).Code, http.StatusOK)
	first, second := o["items"].([]any)[0].(map[string]any), o["items"].([]any)[1].(map[string]any)
	link := first["appleWalletPassUrl"].(string)
	is.Equal(s.open(link+"?symbol=pdf417").Code, http.StatusUnprocessableEntity)
	is.Equal(s.open(strings.Replace(link, "/tickets/", "/tickets/x", 1)).Code, http.StatusNotFound)

	is.NoErr(s.w.App.UpdateCompany(t.Context(), s.w.A.Company.ID, func(tx app.Tx) error {
		_, err := indexes.Forge(order.Items).Update(tx, number(first["id"]), func(i *order.Item) error { i.Frozen = true; return nil })
		return err
	}))
	is.Equal(s.open(link).Code, http.StatusNotFound)
	is.Equal(s.order(number(o["id"]))["items"].([]any)[0].(map[string]any)["appleWalletPassUrl"], nil)
	s.api("POST", "/orders/revoke-links", fmt.Sprintf(`{"orderId":"%v"}`, o["reference"]))
	is.Equal(s.open(second["appleWalletPassUrl"].(string)).Code, http.StatusNotFound)
}

// opened checks the signature of a save link as its receiver does, and gives what it says.
func opened(t *testing.T, link string) map[string]any {
	t.Helper()
	is := is.New(t)
	token, ok := strings.CutPrefix(link, "https://pay.google.com/gp/v/save/")
	is.True(ok)
	is.True(len(link) <= 1800)
	_, signature, _ := strings.Cut(token[strings.Index(token, ".")+1:], ".")
	text := token[:len(token)-len(signature)-1]
	raw, err := base64.RawURLEncoding.DecodeString(signature)
	is.NoErr(err)
	block, _ := pem.Decode([]byte(madeKeys().certificate))
	cert, err := x509.ParseCertificate(block.Bytes)
	is.NoErr(err)
	sum := sha256.Sum256([]byte(text))
	is.NoErr(rsa.VerifyPKCS1v15(cert.PublicKey.(*rsa.PublicKey), crypto.SHA256, sum[:], raw))
	head, body, _ := strings.Cut(text, ".")
	alg, err := base64.RawURLEncoding.DecodeString(head)
	is.NoErr(err)
	is.Equal(string(alg), `{"alg":"RS256","typ":"JWT"}`)
	raw, err = base64.RawURLEncoding.DecodeString(body)
	is.NoErr(err)
	var claims map[string]any
	is.NoErr(json.Unmarshal(raw, &claims))
	return claims
}

// TestSaveLinks: the other kind of phone is sent to where it saves a ticket, with a link that
// its browser can carry however much there is to say.
func TestSaveLinks(t *testing.T) {
	is := is.New(t)
	s := newPassBookings(t)
	const android = "Mozilla/5.0 (Linux; Android 16; Pixel 10)"
	o := s.sell()
	item := o["items"].([]any)[0].(map[string]any)
	link := item["downloadUrl"].(string)
	got := s.open(link + "/save")
	is.Equal(got.Code, http.StatusSeeOther)
	claims := opened(t, got.Header().Get("Location"))
	is.Equal(claims["iss"], "tickets@project.iam.gserviceaccount.com")
	is.Equal(claims["aud"], "google")
	is.Equal(claims["typ"], "savetowallet")
	is.Equal(claims["origins"], []any{"https://tickets.example.com"})
	ticket := dig(claims, "payload", "eventTicketObjects").([]any)[0].(map[string]any)
	is.Equal(dig(ticket, "barcode", "value"), item["barcode"])
	is.Equal(dig(ticket, "barcode", "type"), "QR_CODE")
	is.Equal(dig(claims, "payload", "eventTicketClasses").([]any)[0].(map[string]any)["id"], ticket["classId"])

	is.Equal(s.open(link+"/wallet", "User-Agent", android).Header().Get("Location")[:33], "https://pay.google.com/gp/v/save/")
	is.Equal(s.open(link+"/wallet", "User-Agent", "Mozilla/5.0 (iPhone)").Header().Get("Content-Type"), "application/vnd.apple.pkpass")
	own := o["downloadUrl"].(string)
	page := s.open(own+"/wallet", "User-Agent", android).Header().Get("Location")
	is.Equal(page, "/orders/"+own[strings.LastIndex(own, "/")+1:])
	shown := s.open(page, "Accept-Language", "de").Body.String()
	is.Equal(strings.Count(shown, "Zu Apple Wallet hinzufügen"), 3)
	is.Equal(strings.Count(shown, "Zu Google Wallet hinzufügen"), 3)
	is.Equal(strings.Count(shown, "/save\""), 3)

	long := strings.Repeat("Ünïcödé ", 25)
	is.NoErr(s.w.App.UpdateCompany(t.Context(), s.w.A.Company.ID, func(tx app.Tx) error {
		_, err := indexes.Forge(order.Items).Update(tx, number(item["id"]), func(i *order.Item) error { i.NamedHolder = long; return nil })
		return err
	}))
	cut := dig(opened(t, s.open(link+"/save").Header().Get("Location")), "payload", "eventTicketObjects").([]any)[0].(map[string]any)
	is.Equal(cut["ticketHolderName"], nil) // it would not fit
	is.Equal(dig(cut, "barcode", "value"), item["barcode"])

	is.Equal(s.open(link[:len(link)-1]+"/save").Code, http.StatusNotFound)
	s.api("POST", "/orders/revoke-links", fmt.Sprintf(`{"orderId":"%v"}`, o["reference"]))
	is.Equal(s.open(link+"/save").Code, http.StatusNotFound)
}

// TestPassesHaveTheLogo in the place of the company's name, one kind of phone as pictures and the
// other as an address.
func TestPassesHaveTheLogo(t *testing.T) {
	is := is.New(t)
	s := newPassBookings(t)
	item := s.sell()["items"].([]any)[0].(map[string]any)
	look := func() (files map[string][]byte, form map[string]any, class map[string]any) {
		files = unpacked(t, s.open(item["appleWalletPassUrl"].(string)).Body.Bytes())
		is.NoErr(json.Unmarshal(files["pass.json"], &form))
		claims := opened(t, s.open(item["downloadUrl"].(string)+"/save").Header().Get("Location"))
		return files, form, dig(claims, "payload", "eventTicketClasses").([]any)[0].(map[string]any)
	}
	files, form, class := look()
	is.Equal([]any{form["logoText"], len(files["logo.png"]), class["wideLogo"]}, []any{"Twin Festivals", 0, nil})

	out := s.api("POST", "/company/image", fmt.Sprintf(`{"collection":"logo","data":%q}`, drawing(color.Black)))
	files, form, class = look()
	is.Equal(form["logoText"], nil)
	for _, name := range []string{"logo.png", "logo@2x.png", "logo@3x.png"} {
		_, err := png.DecodeConfig(bytes.NewReader(files[name]))
		is.NoErr(err) // name
	}
	is.Equal(dig(class, "wideLogo", "sourceUri", "uri"), dig(out, "attributes", "url"))
}

// TestPassesNeedKeys: a company without them makes none, whoever else has some.
func TestPassesNeedKeys(t *testing.T) {
	is := is.New(t)
	s := newBookings(t)
	item := s.sell()["items"].([]any)[0].(map[string]any)
	is.Equal(item["appleWalletPassUrl"], nil)
	is.Equal(dig(s.api("GET", "/orders", ""), "orders").([]any)[0].(map[string]any)["mobileWalletPassUrl"], nil)
	for _, below := range []string{"/tickets.pkpass", "/save", "/wallet"} {
		is.Equal(s.open(item["downloadUrl"].(string)+below).Code, http.StatusNotFound)
	}
	link := item["downloadUrl"].(string)
	shown := s.open("/orders/" + link[strings.LastIndex(link, "/")+1:])
	is.Equal(shown.Code, http.StatusOK)
	is.True(!strings.Contains(shown.Body.String(), "Wallet"))
}

func TestKeysOfPasses(t *testing.T) {
	good := madeKeys()
	for must, k := range map[string]passKeys{
		"have the key of the certificate": {good.certificate, good.otherKey, good.authority, ""},
		"have a certificate of a type":    {good.authority, good.key, good.authority, ""},
		"have its authority":              {good.certificate, good.key, good.certificate, ""},
		"have a key":                      {good.certificate, "secret", good.authority, ""},
		"have a certificate":              {"", good.key, good.authority, ""},
	} {
		t.Run(must, func(t *testing.T) {
			is := is.New(t)
			err := (&passes.Issuers{}).Load(k.text("songs"))
			is.True(err != nil)
			is.True(!strings.Contains(err.Error(), "secret"))
		})
	}
	is := is.New(t)
	keys := &passes.Issuers{}
	is.NoErr(keys.Load(good.text("songs")))
	is.Equal(keys.Offers([]string{"songs"}, time.Now()), order.Wallets{Apple: true, Google: true})
	is.Equal(keys.Offers([]string{"songs"}, time.Date(2091, 1, 1, 0, 0, 0, 0, time.UTC)), order.Wallets{Google: true}) // its certificate is over
	is.Equal(keys.Offers([]string{"new", "others"}, time.Now()), order.Wallets{})
	is.True(keys.Load(`{"companies": {"songs": {"other": {}}}}`) != nil)
}
