package member

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"os"
	"time"

	"marquee/kv/cluster/etcd"
)

// Place is where the nodes of a cluster meet.
type Place struct {
	// Address is etcd://HOST:PORT,HOST:PORT/NAME, or etcds:// for TLS.
	Address string
	// CA is a file with the roots that the certificates of etcd come from, Cert and Key are files
	// with what is shown to it; each may be empty.
	CA, Cert, Key string
	// User and Password log in to etcd, where the address does not say who.
	User, Password string
}

// ErrPlace: it cannot be one.
var ErrPlace = errors.New("the cluster cannot be reached like this")

// open makes the way there.
func (p Place) open() (etcd.Store, string, error) {
	o, name, err := etcd.Parse(p.Address)
	if err != nil {
		return etcd.Store{}, "", fmt.Errorf("%w: %w", ErrPlace, err)
	}
	if o.User == "" {
		o.User, o.Password = p.User, p.Password
	}
	if p.CA+p.Cert+p.Key != "" && o.TLS == nil {
		return etcd.Store{}, "", fmt.Errorf("%w: certificates belong to an address that begins with etcds://", ErrPlace)
	}
	if err := p.certify(o.TLS); err != nil {
		return etcd.Store{}, "", fmt.Errorf("%w: %w", ErrPlace, err)
	}
	return etcd.Open(o), name, nil
}

// certify reads the certificates.
func (p Place) certify(c *tls.Config) error {
	if p.CA != "" {
		text, err := os.ReadFile(p.CA)
		if err != nil {
			return err
		}
		c.RootCAs = x509.NewCertPool()
		if !c.RootCAs.AppendCertsFromPEM(text) {
			return fmt.Errorf("%s has no certificate in it", p.CA)
		}
	}
	if p.Cert == "" && p.Key == "" {
		return nil
	}
	own, err := tls.LoadX509KeyPair(p.Cert, p.Key)
	if err != nil {
		return err
	}
	if until := own.Leaf.NotAfter; time.Now().After(until) {
		return fmt.Errorf("the certificate in %s is out of date since %s: renew it", p.Cert, until.UTC().Format(time.DateTime))
	}
	// One that is renewed is shown from the next connection on.
	c.GetClientCertificate = func(*tls.CertificateRequestInfo) (*tls.Certificate, error) {
		if now, err := tls.LoadX509KeyPair(p.Cert, p.Key); err == nil {
			return &now, nil
		}
		return &own, nil
	}
	return nil
}

// Derive makes a key for one use of that which all nodes have.
func Derive(seal []byte, use string) []byte {
	h := hmac.New(sha256.New, seal)
	h.Write([]byte("marquee cluster " + use))
	return h.Sum(nil)
}
