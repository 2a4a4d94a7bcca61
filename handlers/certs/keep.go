package certs

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"marquee/backup/machine"
)

const (
	// authorityLife is two seasons: crews come anew, and old phones forget it.
	authorityLife = 2 * 365 * 24 * time.Hour
	// early is how far before its making a certificate counts, for phones whose
	// clocks are behind.
	early = 48 * time.Hour
)

// authority signs for the addresses of this machine.
type authority struct {
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

// loadAuthority reads the authority from its file, or makes a new one there when
// there is none or it has ended.
func loadAuthority(path string, names []string, now time.Time) (authority, error) {
	a, err := readAuthority(path)
	switch {
	case err == nil && now.Before(a.cert.NotAfter):
		return a, a.speaksFor(names)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return a, fmt.Errorf("local authority %s: %w", path, err)
	}
	if a, err = newAuthority(names, now); err != nil {
		return a, err
	}
	return a, a.write(path)
}

// speaksFor refuses a name that the authority must not vouch for.
func (a authority) speaksFor(names []string) error {
	for _, name := range names {
		if !permits(a.cert, name) {
			return fmt.Errorf("the local authority was made for other names than %s\nRemove its file to have a new one made; phones then have to install it again", name)
		}
	}
	return nil
}

func permits(cert *x509.Certificate, name string) bool {
	for _, domain := range cert.PermittedDNSDomains {
		if name == domain || len(name) > len(domain) && name[len(name)-len(domain)-1:] == "."+domain {
			return true
		}
	}
	return false
}

// newAuthority makes one that can vouch for private addresses, for local names
// and for names, and for nothing else: whoever steals its key cannot pretend to
// be a bank to the phones that trust it.
func newAuthority(names []string, now time.Time) (authority, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return authority{}, err
	}
	serial, err := serialNumber()
	if err != nil {
		return authority{}, err
	}
	form := &x509.Certificate{
		SerialNumber: serial,
		Subject:      pkix.Name{CommonName: "Marquee " + now.UTC().Format("2006-01-02"), Organization: []string{"Marquee box office"}},
		NotBefore:    now.Add(-early), NotAfter: now.Add(authorityLife),
		IsCA: true, BasicConstraintsValid: true, MaxPathLenZero: true,
		KeyUsage:                    x509.KeyUsageCertSign,
		PermittedDNSDomainsCritical: true,
		PermittedDNSDomains:         append([]string{"local"}, names...),
		PermittedIPRanges:           private(),
	}
	der, err := x509.CreateCertificate(rand.Reader, form, form, key.Public(), key)
	if err != nil {
		return authority{}, err
	}
	cert, err := x509.ParseCertificate(der)
	return authority{cert, key}, err
}

// private are the addresses of networks that are nobody's on the internet.
func private() (all []*net.IPNet) {
	for _, text := range []string{
		"127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10",
		"::1/128", "fc00::/7", "fe80::/10",
	} {
		if _, network, err := net.ParseCIDR(text); err == nil {
			all = append(all, network)
		}
	}
	return all
}

func serialNumber() (*big.Int, error) {
	return rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 127))
}

// readAuthority reads certificate and key from one file, which must be for its
// owner alone.
func readAuthority(path string) (a authority, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return a, err
	}
	if runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		return a, fmt.Errorf("other users of this machine can read the key: chmod 600 it")
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return a, err
	}
	for block, rest := pem.Decode(text); block != nil; block, rest = pem.Decode(rest) {
		switch block.Type {
		case "CERTIFICATE":
			a.cert, err = x509.ParseCertificate(block.Bytes)
		case "EC PRIVATE KEY":
			a.key, err = x509.ParseECPrivateKey(block.Bytes)
		}
		if err != nil {
			return a, err
		}
	}
	if a.cert == nil || a.key == nil || !a.key.PublicKey.Equal(a.cert.PublicKey) {
		return a, errors.New("it does not hold a certificate with its key")
	}
	return a, nil
}

// write makes the file, whole or not at all: phones are to trust it for long.
func (a authority) write(path string) error {
	key, err := x509.MarshalECPrivateKey(a.key)
	if err != nil {
		return err
	}
	if err := machine.MakeFolder(filepath.Dir(path)); err != nil {
		return err
	}
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: a.cert.Raw})
	text = append(text, pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: key})...)
	return machine.Replace(path, text)
}
