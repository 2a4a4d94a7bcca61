package page

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"
)

// Policy is what a page may load, beside its own origin.
type Policy struct {
	// Scripts, Frames and Connect are other origins; a payment page alone has any.
	Scripts, Frames, Connect []string
	// WebAssembly may be compiled.
	WebAssembly bool
	// Framed: other sites may show the page in a frame.
	Framed bool
	// Camera may be asked for.
	Camera bool
}

// set writes the headers of a page whose own style is the given one.
func (p Policy) set(h http.Header, style string, secure bool) {
	scripts := append([]string{"'self'"}, p.Scripts...)
	if p.WebAssembly {
		scripts = append(scripts, "'wasm-unsafe-eval'")
	}
	parts := []string{
		"default-src 'none'",
		"script-src " + strings.Join(scripts, " "),
		"style-src 'self' '" + hashOf(style) + "'",
		"img-src 'self' data: blob:",
		"connect-src " + strings.Join(append([]string{"'self'"}, p.Connect...), " "),
		"manifest-src 'self'",
		"worker-src 'self'",
		"media-src 'self' blob:",
		"base-uri 'none'",
		"form-action 'self'",
		"frame-src " + list(p.Frames),
	}
	if !p.Framed {
		parts = append(parts, "frame-ancestors 'none'")
	}
	h.Set("Content-Security-Policy", strings.Join(parts, "; "))
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	if p.Framed {
		h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	}
	camera := "camera=()"
	if p.Camera {
		camera = "camera=(self)"
	}
	h.Set("Permissions-Policy", camera+", microphone=(), geolocation=(), payment=(self), browsing-topics=()")
	if secure {
		h.Set("Strict-Transport-Security", "max-age=31536000")
	}
}

func list(origins []string) string {
	if len(origins) == 0 {
		return "'none'"
	}
	return strings.Join(origins, " ")
}

// hashOf names a style or script by its content.
func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}
