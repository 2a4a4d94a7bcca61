package certs

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"

	// Asks a public authority for certificates and renews them in time, with the
	// waiting and trying again that years of outages have taught it.
	"github.com/caddyserver/certmagic"
	"go.uber.org/zap" // certmagic wants a logger of this kind; it gets one that says nothing

	"marquee/backup/machine"
)

// AutoOptions of Auto.
type AutoOptions struct {
	// Name is the public name of the server: tickets.example.com.
	Name string
	// Folder keeps keys, certificates and the account, in a folder of their own.
	Folder string
	// Email is where the authority writes to; may be empty.
	Email string
	// Directory is the authority's address; a well-known free one when empty.
	Directory string
	// Roots is a PEM file of authorities that Directory's own certificate may come
	// from; the system's when empty.
	Roots string
	// Port is where the server speaks TLS, PlainPort where it speaks plain HTTP, 0
	// for nowhere. The world must reach them as 443 and 80.
	Port, PlainPort int
	Log             *slog.Logger
}

// ErrNotPublic: no authority gives a certificate for such a name.
var ErrNotPublic = errors.New("no public name")

// Auto has a certificate made by ACME and kept fresh until ctx ends. It does not
// wait for the first one: handshakes fail until it is there, and the log tells
// how it goes.
func Auto(ctx context.Context, o AutoOptions) (*Guard, error) {
	if err := checkPublic(o.Name); err != nil {
		return nil, err
	}
	roots, err := rootsOf(o.Roots)
	if err != nil {
		return nil, err
	}
	o.Folder = filepath.Join(o.Folder, "acme")
	if err := machine.MakeFolder(o.Folder); err != nil {
		return nil, err
	}
	magic, issuer := o.keeper(roots)
	if err := magic.ManageAsync(ctx, []string{o.Name}); err != nil {
		return nil, fmt.Errorf("certificate for %s: %w", o.Name, err)
	}
	c := config(magic.GetCertificate)
	c.NextProtos = append(c.NextProtos, magic.TLSConfig().NextProtos...)
	return &Guard{Config: c, challenges: issuer.HTTPChallengeHandler, public: true}, nil
}

func (o AutoOptions) keeper(roots *x509.CertPool) (*certmagic.Config, *certmagic.ACMEIssuer) {
	quiet := zap.NewNop()
	var magic *certmagic.Config
	cache := certmagic.NewCache(certmagic.CacheOptions{
		GetConfigForCert: func(certmagic.Certificate) (*certmagic.Config, error) { return magic, nil },
		Logger:           quiet,
	})
	magic = certmagic.New(cache, certmagic.Config{
		Storage: &certmagic.FileStorage{Path: o.Folder}, Logger: quiet, OnEvent: o.tell,
	})
	issuer := certmagic.NewACMEIssuer(magic, certmagic.ACMEIssuer{
		CA: o.Directory, Email: o.Email, Agreed: true, TrustedRoots: roots, Logger: quiet,
		DisableHTTPChallenge: o.PlainPort == 0, AltHTTPPort: o.PlainPort, AltTLSALPNPort: o.Port,
	})
	magic.Issuers = []certmagic.Issuer{issuer}
	return magic, issuer
}

// tell logs what becomes of a certificate.
func (o AutoOptions) tell(_ context.Context, event string, data map[string]any) error {
	switch event {
	case "cert_obtaining":
		o.Log.Info("asking for a certificate", "name", data["identifier"])
	case "cert_obtained":
		o.Log.Info("new certificate", "name", data["identifier"], "renewal", data["renewal"])
	case "cert_failed":
		o.Log.Error("no certificate yet; it is tried again. The name must lead to this machine, and the world must reach its port 443",
			"name", data["identifier"], "error", data["error"])
	}
	return nil
}

// checkPublic refuses names for which no public authority can vouch.
func checkPublic(name string) error {
	switch {
	case name == "":
		return fmt.Errorf("%w: nobody said under which name the world finds the server", ErrNotPublic)
	case net.ParseIP(name) != nil:
		return fmt.Errorf("%w: %s is an address", ErrNotPublic, name)
	case !strings.Contains(name, "."), strings.HasSuffix(name, ".local"), strings.HasSuffix(name, ".localhost"),
		strings.HasSuffix(name, ".lan"), strings.HasSuffix(name, ".internal"), strings.HasSuffix(name, ".home.arpa"):
		return fmt.Errorf("%w: %s is known in its own network only", ErrNotPublic, name)
	}
	return nil
}

func rootsOf(file string) (*x509.CertPool, error) {
	if file == "" {
		return nil, nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(text) {
		return nil, fmt.Errorf("%s holds no certificate", file)
	}
	return pool, nil
}
