package door

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"net/http"

	"marquee/handlers/web/page"
)

//go:embed *.html
var templates embed.FS

// scannerAssets are what the scanner loads: its service worker keeps them, so that it
// opens without a network.
var scannerAssets = []string{"scanner.css", "scanner.js", "rules.wasm", "reader.wasm", "icon.svg"}

type scannerBody struct {
	Rules, Reader string
}

// showScanner serves the page of the scanner: the same to everybody, for it is kept on
// phones. Whose it is it asks for.
func (d *Door) showScanner(w http.ResponseWriter, r *http.Request) {
	v := d.site.View(w, r)
	v.Title, v.Home, v.Bare, v.Unlisted = v.T("door.page"), DoorPath+"/", true, true
	v.Styles, v.Scripts = []string{"scanner.css"}, []string{"scanner.js"}
	v.Policy = page.Policy{WebAssembly: true, Camera: true}
	var body scannerBody
	var err error
	if body.Rules, err = v.Asset("rules.wasm"); err == nil {
		body.Reader, err = v.Asset("reader.wasm")
	}
	if err != nil {
		d.site.Refuse(w, r, err)
		return
	}
	v.Body = body
	w.Header().Set("Cache-Control", "no-cache")
	d.site.Show(w, r, d.scanner, v)
}

// worker is the service worker with the list of what it keeps. It changes when any of that
// does, and so browsers see that there is a new release.
func (d *Door) worker() ([]byte, error) {
	paths := []string{DoorPath + "/"}
	for _, name := range scannerAssets {
		at, err := d.site.Assets.Path(name)
		if err != nil {
			return nil, err
		}
		paths = append(paths, at)
	}
	list, err := json.Marshal(paths)
	if err != nil {
		return nil, err
	}
	code, _ := d.site.Assets.Content("worker.js")
	sum := sha256.Sum256(append(list, code...))
	head := `self.marquee={version:"` + hex.EncodeToString(sum[:8]) + `",files:` + string(list) + "};\n"
	return append([]byte(head), code...), nil
}

func (d *Door) serviceWorker(w http.ResponseWriter, r *http.Request) {
	code, err := d.worker()
	if err != nil {
		d.site.Refuse(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	d.site.Send(w, r, http.StatusOK, code)
}

// manifestJSON makes an app of the page.
type manifestJSON struct {
	ID         string         `json:"id"`
	Name       string         `json:"name"`
	ShortName  string         `json:"short_name"`
	Lang       string         `json:"lang"`
	StartURL   string         `json:"start_url"`
	Scope      string         `json:"scope"`
	Display    string         `json:"display"`
	Background string         `json:"background_color"`
	Theme      string         `json:"theme_color"`
	Icons      []manifestIcon `json:"icons"`
}

type manifestIcon struct {
	Src     string `json:"src"`
	Sizes   string `json:"sizes"`
	Type    string `json:"type"`
	Purpose string `json:"purpose"`
}

func (d *Door) manifest(w http.ResponseWriter, r *http.Request) {
	v := d.site.View(w, r)
	icons, err := manifestIcons(v)
	if err != nil {
		d.site.Refuse(w, r, err)
		return
	}
	body, err := json.Marshal(manifestJSON{
		ID: DoorPath + "/", Name: "Marquee " + v.T("door.app"), ShortName: v.T("door.app"), Lang: string(v.Lang),
		StartURL: DoorPath + "/", Scope: DoorPath + "/", Display: "standalone", Background: "#0b0e13", Theme: "#0b0e13",
		Icons: icons,
	})
	if err != nil {
		d.site.Refuse(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/manifest+json")
	d.site.Send(w, r, http.StatusOK, body)
}

// manifestIcons are the icons of the app. Phones that cannot draw the first one take a picture.
func manifestIcons(v *page.View) ([]manifestIcon, error) {
	icons := []manifestIcon{
		{"icon.svg", "any", "image/svg+xml", "any"}, {"icon-192.png", "192x192", "image/png", "any"},
		{"icon-512.png", "512x512", "image/png", "any"}, {"icon-512.png", "512x512", "image/png", "maskable"},
	}
	for i := range icons {
		at, err := v.Asset(icons[i].Src)
		if err != nil {
			return nil, err
		}
		icons[i].Src = at
	}
	return icons, nil
}
