package member

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"
)

// writeCertificate makes one that is good until a time.
func writeCertificate(t *testing.T, p Place, serial int64, until time.Time) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := &x509.Certificate{SerialNumber: big.NewInt(serial), NotBefore: until.Add(-time.Hour), NotAfter: until}
	der, err := x509.CreateCertificate(rand.Reader, c, c, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	for path, b := range map[string]*pem.Block{p.Cert: {Type: "CERTIFICATE", Bytes: der}, p.Key: {Type: "PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(path, pem.EncodeToMemory(b), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// TestTheCertificateOfANode: one that is out of date is refused in words, and one that is renewed is
// shown without a new start.
func TestTheCertificateOfANode(t *testing.T) {
	is := is.New(t)
	dir := t.TempDir()
	p := Place{Cert: filepath.Join(dir, "node.pem"), Key: filepath.Join(dir, "node.key")}
	writeCertificate(t, p, 1, time.Now().Add(-time.Minute))
	err := p.certify(&tls.Config{})
	is.True(err != nil && strings.Contains(err.Error(), "out of date"))
	writeCertificate(t, p, 2, time.Now().Add(time.Minute))
	c := &tls.Config{}
	is.NoErr(p.certify(c))
	serial := func() int64 {
		shown, err := c.GetClientCertificate(nil)
		is.NoErr(err)
		return shown.Leaf.SerialNumber.Int64()
	}
	is.Equal(serial(), int64(2))
	writeCertificate(t, p, 3, time.Now().Add(time.Minute))
	is.Equal(serial(), int64(3))
	is.NoErr(os.WriteFile(p.Cert, []byte("half"), 0o600)) // somebody is writing it
	is.Equal(serial(), int64(2))
}
