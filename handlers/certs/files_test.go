package certs

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/handlers/rest"
)

// certify writes a certificate for name into dir.
func certify(t *testing.T, dir, name string, at time.Time) {
	t.Helper()
	is := is.New(t)
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	is.NoErr(err)
	form := &x509.Certificate{
		SerialNumber: big.NewInt(at.Unix()), Subject: pkix.Name{CommonName: name}, DNSNames: []string{name},
		NotBefore: at.Add(-time.Hour), NotAfter: at.Add(time.Hour),
	}
	der, err := x509.CreateCertificate(rand.Reader, form, form, key.Public(), key)
	is.NoErr(err)
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	is.NoErr(err)
	for file, block := range map[string]*pem.Block{"cert.pem": {Type: "CERTIFICATE", Bytes: der}, "key.pem": {Type: "PRIVATE KEY", Bytes: secret}} {
		path := filepath.Join(dir, file)
		is.NoErr(os.WriteFile(path, pem.EncodeToMemory(block), 0o600))
		is.NoErr(os.Chtimes(path, at, at))
	}
}

func TestANewCertificateIsTakenUp(t *testing.T) {
	is := is.New(t)
	dir, log, at := t.TempDir(), slog.New(slog.DiscardHandler), time.Now().Add(-time.Minute)
	p := &pair{certFile: filepath.Join(dir, "cert.pem"), keyFile: filepath.Join(dir, "key.pem")}
	is.True(p.load() != nil) // nothing there
	shown := func() string {
		c, err := p.get(&tls.ClientHelloInfo{})
		is.NoErr(err)
		return c.Leaf.DNSNames[0]
	}
	certify(t, dir, "old.test", at)
	is.NoErr(p.load())
	is.Equal(shown(), "old.test")

	certify(t, dir, "new.test", at.Add(time.Second))
	is.Equal(shown(), "old.test") // not before somebody looks
	is.NoErr(p.refresh(log))
	is.Equal(shown(), "new.test")

	is.NoErr(os.WriteFile(p.keyFile, []byte("half"), 0o600))
	is.True(p.refresh(log) != nil)
	is.Equal(shown(), "new.test") // what works stays

	is.NoErr(os.Remove(p.certFile))
	is.True(p.refresh(log) != nil)
	is.Equal(shown(), "new.test")
}

func TestTheServerSpeaksTLS(t *testing.T) {
	is := is.New(t)
	dir := t.TempDir()
	certify(t, dir, "tickets.test", time.Now())
	p := &pair{certFile: filepath.Join(dir, "cert.pem"), keyFile: filepath.Join(dir, "key.pem")}
	is.NoErr(p.load())
	l, err := net.Listen("tcp", "127.0.0.1:0")
	is.NoErr(err)
	server := rest.Server(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = w.Write([]byte("hello")) }), slog.New(slog.DiscardHandler))
	go func() {
		_ = server.Serve(tls.NewListener(rest.PerAddress(l, rest.Connections, func(string) {}), config(p.get)))
	}()
	defer server.Close()
	chain, err := os.ReadFile(p.certFile)
	is.NoErr(err)
	roots := x509.NewCertPool()
	is.True(roots.AppendCertsFromPEM(chain))
	get := func(roots *x509.CertPool) error {
		client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots, ServerName: "tickets.test"}}}
		r, err := client.Get("https://" + l.Addr().String())
		if err == nil {
			err = r.Body.Close()
		}
		return err
	}
	is.NoErr(get(roots))
	is.True(get(x509.NewCertPool()) != nil) // a client that does not know the certificate
}
