package passes

import (
	"bytes"
	"crypto"
	"crypto/x509"
	"encoding/asn1"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"marquee/app/order"
)

// keyFile is what holds keys: by the alias of the company.
type keyFile struct {
	Companies map[string]struct {
		Apple  *appleKeys  `json:"apple"`
		Google *googleKeys `json:"google"`
	} `json:"companies"`
}

// appleKeys are texts in PEM.
type appleKeys struct {
	// Certificate is that of the pass type, Key its key, and Authority the certificate that
	// signed it.
	Certificate string `json:"certificate"`
	Key         string `json:"key"`
	Authority   string `json:"authority"`
}

// Issuers are the keys with which companies sign passes.
type Issuers struct {
	mu      sync.RWMutex
	byAlias map[string]issuer
}

type issuer struct {
	apple  *apple
	google *google
}

// apple signs .pkpass files.
type apple struct {
	passType, team string
	cert           *x509.Certificate
	authority      *x509.Certificate
	key            crypto.Signer
}

// Load reads the keys from a text, in place of those before; an empty one is no keys. What
// is wrong with them is told without them.
func (s *Issuers) Load(text string) error {
	all := map[string]issuer{}
	if text != "" {
		var f keyFile
		d := json.NewDecoder(strings.NewReader(text))
		d.DisallowUnknownFields()
		if err := d.Decode(&f); err != nil {
			return errors.New(`it is not of the form {"companies": {"alias": {"apple": {"certificate": …, "key": …, "authority": …}, "google": {"issuerId": …, "account": …, "key": …}}}}`)
		}
		for alias, k := range f.Companies {
			own, err := parse(k.Apple, k.Google)
			if err != nil {
				return fmt.Errorf("company %s: %w", alias, err)
			}
			all[alias] = own
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.byAlias = all
	return nil
}

// parse reads the keys of one company; it may lack either.
func parse(a *appleKeys, g *googleKeys) (out issuer, err error) {
	if a != nil {
		if out.apple, err = a.parse(); err != nil {
			return out, fmt.Errorf("apple: %w", err)
		}
	}
	if g != nil {
		if out.google, err = g.parse(); err != nil {
			return out, fmt.Errorf("google: %w", err)
		}
	}
	return out, nil
}

// of are the keys of a company, under any alias that it has had.
func (s *Issuers) of(aliases ...string) issuer {
	s.mu.RLock()
	defer s.mu.RUnlock()
	for _, alias := range aliases {
		if own, ok := s.byAlias[alias]; ok {
			return own
		}
	}
	return issuer{}
}

// Offers tells for which phones a company makes passes at a moment.
func (s *Issuers) Offers(aliases []string, now time.Time) order.Wallets {
	own := s.of(aliases...)
	return order.Wallets{Apple: own.apple.good(now), Google: own.google != nil}
}

// userID is the attribute of a certificate's subject that names the pass type.
var userID = asn1.ObjectIdentifier{0, 9, 2342, 19200300, 100, 1, 1}

func (k *appleKeys) parse() (*apple, error) {
	out := &apple{}
	var err error
	if out.cert, err = certificate(k.Certificate); err != nil {
		return nil, fmt.Errorf("certificate %w", err)
	}
	if out.authority, err = certificate(k.Authority); err != nil {
		return nil, fmt.Errorf("authority %w", err)
	}
	if out.key, err = privateKey(k.Key); err != nil {
		return nil, fmt.Errorf("key %w", err)
	}
	for _, name := range out.cert.Subject.Names {
		if text, ok := name.Value.(string); ok && name.Type.Equal(userID) {
			out.passType = text
		}
	}
	if len(out.cert.Subject.OrganizationalUnit) > 0 {
		out.team = out.cert.Subject.OrganizationalUnit[0]
	}
	public, ok := out.cert.PublicKey.(interface{ Equal(crypto.PublicKey) bool })
	switch {
	case !strings.HasPrefix(out.passType, "pass.") || out.team == "":
		return nil, errors.New("certificate is not that of a pass type")
	case !ok || !public.Equal(out.key.Public()):
		return nil, errors.New("key is not that of the certificate")
	case out.cert.CheckSignatureFrom(out.authority) != nil:
		return nil, errors.New("authority did not sign the certificate")
	}
	return out, nil
}

// good tells whether the certificate is good at a moment.
func (k *apple) good(now time.Time) bool {
	return k != nil && !now.Before(k.cert.NotBefore) && now.Before(k.cert.NotAfter)
}

func certificate(text string) (*x509.Certificate, error) {
	block, _ := pem.Decode([]byte(text))
	if block == nil || block.Type != "CERTIFICATE" {
		return nil, errors.New("is no certificate in PEM")
	}
	c, err := x509.ParseCertificate(block.Bytes)
	if err != nil {
		return nil, errors.New("cannot be read")
	}
	return c, nil
}

// privateKey reads a key that is not encrypted.
func privateKey(text string) (crypto.Signer, error) {
	block, _ := pem.Decode(bytes.TrimSpace([]byte(text)))
	if block == nil || !strings.HasSuffix(block.Type, "PRIVATE KEY") {
		return nil, errors.New("is no private key in PEM")
	}
	if any8, err := x509.ParsePKCS8PrivateKey(block.Bytes); err == nil {
		if signer, ok := any8.(crypto.Signer); ok {
			return signer, nil
		}
	}
	if key, err := x509.ParsePKCS1PrivateKey(block.Bytes); err == nil {
		return key, nil
	}
	return nil, errors.New("cannot be read; it must not be encrypted")
}
