package certs

import (
	"crypto/tls"
	"net/http"
)

// remember is how long browsers remember that this name speaks TLS, in seconds: a
// year. Who goes back to plain HTTP meanwhile locks out whoever was here before.
const remember = "max-age=31536000"

// Guard is one way to speak TLS.
type Guard struct {
	// Config answers handshakes.
	Config *tls.Config
	// pages answers below /ca; nil where there is nothing to install.
	pages http.Handler
	// challenges answers authorities over plain HTTP before anything else does.
	challenges func(http.Handler) http.Handler
	// note is what people have to know when the server starts, for the address on
	// which it listens.
	note func(address string) string
	// public tells that browsers trust the certificate without being told to.
	public bool
}

// Note is what people have to know when the server starts on an address; empty
// when there is nothing.
func (g *Guard) Note(address string) string {
	if g == nil || g.note == nil {
		return ""
	}
	return g.note(address)
}

// Around adds to a handler what belongs to the certificates.
func (g *Guard) Around(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if g.public {
			w.Header().Set("Strict-Transport-Security", remember)
		}
		if g.pages != nil && isPage(r) {
			g.pages.ServeHTTP(w, r)
			return
		}
		h.ServeHTTP(w, r)
	})
}

// suites are those of TLS 1.2 that keep earlier talks secret when the key is lost and
// protect what they encrypt (AEAD). TLS 1.3 has no others.
var suites = []uint16{
	tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, tls.TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
	tls.TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, tls.TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
	tls.TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, tls.TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
}

// config is what every way starts from. The box office speaks HTTP/2 and HTTP/1.1.
func config(get func(*tls.ClientHelloInfo) (*tls.Certificate, error)) *tls.Config {
	return &tls.Config{MinVersion: tls.VersionTLS12, CipherSuites: suites, NextProtos: []string{"h2", "http/1.1"}, GetCertificate: get}
}
