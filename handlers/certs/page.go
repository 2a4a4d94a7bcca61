package certs

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/pem"
	"fmt"
	"html/template"
	"net"
	"net/http"
	"slices"
	"strings"

	"marquee/handlers/rest"

	// Draws the code that phones read off a screen; it has been finished for years.
	"rsc.io/qr"
)

//go:embed page/*
var pageFiles embed.FS

// pagePolicy lets the page load its own style sheet and picture, nothing else.
const pagePolicy = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// The addresses of the pages.
const (
	pagePath  = "/ca"
	stylePath = "/ca/style.css"
	codePath  = "/ca/qr.png"
	certPath  = "/ca/marquee.crt"
	pemPath   = "/ca/marquee.pem"
)

// isPage tells whether a request is for the pages on which a phone learns to
// trust the authority.
func isPage(r *http.Request) bool {
	reads := r.Method == http.MethodGet || r.Method == http.MethodHead
	return reads && slices.Contains([]string{pagePath, stylePath, codePath, certPath, pemPath}, r.URL.Path)
}

// pageData is what the page shows.
type pageData struct {
	Secured     bool   // the page came by TLS
	Address     string // of the page, for other devices
	Test        string // the page by TLS
	Fingerprint string
	Until       string
	Lonely      bool // no other device can reach the address
}

func (l *local) pages() http.Handler {
	page := template.Must(template.ParseFS(pageFiles, "page/ca.html"))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rest.Secure(w.Header())
		w.Header().Set("Content-Security-Policy", pagePolicy)
		switch r.URL.Path {
		case stylePath:
			http.ServeFileFS(w, r, pageFiles, "page/style.css")
		case certPath:
			w.Header().Set("Content-Type", "application/x-x509-ca-cert")
			w.Header().Set("Content-Disposition", `attachment; filename="marquee.crt"`)
			_, _ = w.Write(l.cert.Raw)
		case pemPath:
			w.Header().Set("Content-Type", "application/x-pem-file")
			w.Header().Set("Content-Disposition", `attachment; filename="marquee.pem"`)
			_ = pem.Encode(w, &pem.Block{Type: "CERTIFICATE", Bytes: l.cert.Raw})
		case codePath:
			drawCode(w, "http://"+forOthers(r.Host, addresses())+pagePath)
		default:
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			var out bytes.Buffer
			if err := page.Execute(&out, l.pageData(r)); err != nil {
				http.Error(w, "The page cannot be made.", http.StatusInternalServerError)
				return
			}
			_, _ = w.Write(out.Bytes())
		}
	})
}

func (l *local) pageData(r *http.Request) pageData {
	host := forOthers(r.Host, addresses())
	return pageData{
		Secured: r.TLS != nil, Address: "http://" + host + pagePath, Test: "https://" + host + pagePath,
		Fingerprint: fingerprint(l.cert.Raw), Until: l.cert.NotAfter.Format("2 January 2006"), Lonely: isLonely(host),
	}
}

func drawCode(w http.ResponseWriter, text string) {
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		http.Error(w, "The address is too long for a code.", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "image/png")
	_, _ = w.Write(code.PNG())
}

// fingerprint is what people compare: pairs of hex digits.
func fingerprint(der []byte) string {
	sum := sha256.Sum256(der)
	return strings.ReplaceAll(fmt.Sprintf("% X", sum[:]), " ", ":")
}

// forOthers is the host that other devices call: the one that was asked for,
// unless only this machine knows it by that name.
func forOthers(asked string, addresses []net.IP) string {
	host, port, err := net.SplitHostPort(asked)
	if err != nil {
		host, port = strings.Trim(asked, "[]"), "80"
	}
	if isLonely(asked) && len(addresses) > 0 {
		host = addresses[0].String()
	}
	return net.JoinHostPort(host, port)
}

// isLonely tells whether a host means the very machine that asks.
func isLonely(asked string) bool {
	host, _, err := net.SplitHostPort(asked)
	if err != nil {
		host = strings.Trim(asked, "[]")
	}
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && (ip.IsLoopback() || ip.IsUnspecified())
}

// addresses are those of this machine that a phone beside it can call, the old
// short kind first.
func addresses() (all []net.IP) {
	found, err := net.InterfaceAddrs()
	if err != nil {
		return nil
	}
	for _, a := range found {
		network, ok := a.(*net.IPNet)
		if ok && network.IP.IsPrivate() && !network.IP.IsLoopback() {
			all = append(all, network.IP)
		}
	}
	slices.SortStableFunc(all, func(a, b net.IP) int { return len(a.To4()) - len(b.To4()) })
	slices.Reverse(all)
	return all
}
