package certs

import (
	"context"
	"crypto/tls"
	"fmt"
	"log/slog"
	"os"
	"runtime"
	"sync/atomic"
	"time"
)

// renewal is how often certificate files are looked at.
const renewal = 10 * time.Second

// Files takes the certificate and its key from two PEM files, and takes up new
// ones until ctx ends.
func Files(ctx context.Context, cert, key string, log *slog.Logger) (*Guard, error) {
	p := &pair{certFile: cert, keyFile: key}
	if err := p.load(); err != nil {
		return nil, err
	}
	go p.follow(ctx, log)
	return &Guard{Config: config(p.get), public: true}, nil
}

// pair is a certificate that lies in two files and is taken up anew when they
// change. Only load and follow touch seen.
type pair struct {
	certFile, keyFile string
	seen              [2]time.Time
	current           atomic.Pointer[tls.Certificate]
}

func (p *pair) get(*tls.ClientHelloInfo) (*tls.Certificate, error) { return p.current.Load(), nil }

func (p *pair) load() error {
	changed, err := p.changed()
	if err != nil {
		return fmt.Errorf("certificate: %w", err)
	}
	if err := keyIsSecret(p.keyFile); err != nil {
		return err
	}
	cert, err := tls.LoadX509KeyPair(p.certFile, p.keyFile)
	if err != nil {
		return fmt.Errorf("certificate %s with key %s: %w", p.certFile, p.keyFile, err)
	}
	p.seen = changed
	p.current.Store(&cert)
	return nil
}

// changed is when the files were written last.
func (p *pair) changed() (at [2]time.Time, err error) {
	for i, name := range []string{p.certFile, p.keyFile} {
		info, err := os.Stat(name)
		if err != nil {
			return at, err
		}
		at[i] = info.ModTime()
	}
	return at, nil
}

// follow takes up new files until ctx ends. While only one of the two has been
// replaced they do not fit, and the old certificate stays.
func (p *pair) follow(ctx context.Context, log *slog.Logger) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(renewal):
		}
		if err := p.refresh(log); err != nil {
			log.Warn("the new certificate is not taken up; the old one stays", "error", err)
		}
	}
}

// refresh loads the files when they have changed.
func (p *pair) refresh(log *slog.Logger) error {
	at, err := p.changed()
	if err != nil || at == p.seen {
		return err
	}
	if err := p.load(); err != nil {
		return err
	}
	leaf := p.current.Load().Leaf
	log.Info("new certificate", "names", leaf.DNSNames, "until", leaf.NotAfter)
	return nil
}

// keyIsSecret refuses a key that every user of the machine can read. On systems whose
// files do not tell, it takes them all.
func keyIsSecret(path string) error {
	info, err := os.Stat(path)
	if err != nil || runtime.GOOS == "windows" || info.Mode().Perm()&0o004 == 0 {
		return err
	}
	return fmt.Errorf("certificate: every user of this machine can read the key %s: close it with chmod 600 %s", path, path)
}
