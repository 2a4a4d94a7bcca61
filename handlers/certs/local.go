package certs

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

const (
	// leafLife is short, since a new one costs nothing.
	leafLife = 90 * 24 * time.Hour
	// leafRest is what must be left of it when it is shown.
	leafRest = 30 * 24 * time.Hour
	// maxLeaves bounds those kept: a laptop has a handful of addresses.
	maxLeaves = 64
)

// localFile keeps the authority with its key.
const localFile = "local-ca.pem"

// LocalOptions of Local.
type LocalOptions struct {
	// Folder keeps the authority.
	Folder string
	// Name is what the server is called besides its address and the machine's own
	// name; may be empty.
	Name string
	// Clock is time.Now when nil.
	Clock func() time.Time
}

// Local makes certificates for the addresses of this machine, signed by an
// authority of its own that phones install once from the pages below /ca. A
// laptop that moves to another network needs nothing: each address gets its
// certificate when somebody calls it.
func Local(o LocalOptions) (*Guard, error) {
	if o.Clock == nil {
		o.Clock = time.Now
	}
	l := &local{clock: o.Clock, names: localNames(o.Name), leaves: map[string]*tls.Certificate{}}
	var err error
	if l.authority, err = loadAuthority(filepath.Join(o.Folder, localFile), l.names, o.Clock()); err != nil {
		return nil, err
	}
	return &Guard{Config: config(l.get), pages: l.pages(), note: l.note}, nil
}

// local is an authority at work.
type local struct {
	authority
	clock func() time.Time
	names []string

	mu     sync.Mutex
	leaves map[string]*tls.Certificate
}

// note tells where phones learn to trust the authority.
func (l *local) note(address string) string {
	host := forOthers(address, addresses())
	text := fmt.Sprintf("Phones install its certificate from http://%s%s\nFingerprint (SHA-256): %s\n", host, pagePath, fingerprint(l.cert.Raw))
	if listen, _, err := net.SplitHostPort(address); err == nil && net.ParseIP(listen).IsLoopback() {
		text += "But no phone can reach this address: start with --listen 0.0.0.0:8443\n"
	}
	return text
}

// localNames are what this machine is called.
func localNames(name string) []string {
	names := []string{"localhost"}
	if host, err := os.Hostname(); err == nil && host != "" && net.ParseIP(host) == nil {
		host = strings.ToLower(host)
		names = append(names, host)
		if !strings.HasSuffix(host, ".local") {
			names = append(names, host+".local")
		}
	}
	if name != "" && net.ParseIP(name) == nil {
		names = append(names, strings.ToLower(name))
	}
	return names
}

// get answers a handshake with a certificate for what the caller asked for: one
// of the machine's names, or the address at which the call arrived.
func (l *local) get(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
	name := strings.ToLower(hello.ServerName)
	if !slices.Contains(l.names, name) {
		host, _, err := net.SplitHostPort(hello.Conn.LocalAddr().String())
		if err != nil {
			return nil, err
		}
		name, _, _ = strings.Cut(host, "%")
	}
	return l.leaf(name)
}

func (l *local) leaf(name string) (*tls.Certificate, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.clock()
	if kept := l.leaves[name]; kept != nil && now.Add(leafRest).Before(kept.Leaf.NotAfter) {
		return kept, nil
	}
	made, err := l.sign(name, now)
	if err != nil {
		return nil, fmt.Errorf("certificate for %s: %w", name, err)
	}
	if len(l.leaves) >= maxLeaves {
		clear(l.leaves)
	}
	l.leaves[name] = made
	return made, nil
}

func (l *local) sign(name string, now time.Time) (*tls.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	serial, err := serialNumber()
	if err != nil {
		return nil, err
	}
	form := &x509.Certificate{
		SerialNumber: serial,
		// No name: some clients would hold it against the authority's limits.
		Subject:   pkix.Name{CommonName: "Marquee box office"},
		NotBefore: now.Add(-early), NotAfter: now.Add(leafLife),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	if ip := net.ParseIP(name); ip != nil {
		form.IPAddresses = []net.IP{ip}
	} else {
		form.DNSNames = []string{name}
	}
	der, err := x509.CreateCertificate(rand.Reader, form, l.cert, key.Public(), l.key)
	if err != nil {
		return nil, err
	}
	leaf, err := x509.ParseCertificate(der)
	return &tls.Certificate{Certificate: [][]byte{der, l.cert.Raw}, PrivateKey: key, Leaf: leaf}, err
}
