package certs

import (
	"context"
	"crypto/tls"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/handlers/rest"
)

func TestOnlyPublicNamesGetPublicCertificates(t *testing.T) {
	for name, good := range map[string]bool{
		"tickets.example.com": true, "": false, "192.168.1.20": false, "::1": false, "localhost": false, "laptop": false,
		"laptop.local": false, "box.lan": false, "box.internal": false,
	} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			is.Equal(checkPublic(name) == nil, good)
		})
	}
}

func TestRootsAreReadOrRefused(t *testing.T) {
	is := is.New(t)
	file := t.TempDir() + "/roots.pem"
	_, err := rootsOf(file)
	is.True(err != nil)
	is.NoErr(os.WriteFile(file, []byte("nonsense"), 0o600))
	_, err = rootsOf(file)
	is.True(err != nil)
	system, err := rootsOf("")
	is.NoErr(err)
	is.True(system == nil)
}

// TestACME runs against a real authority for tests: see make test-acme. The
// authority calls back on the ports of its configuration.
func TestACME(t *testing.T) {
	directory := os.Getenv("MARQUEE_TEST_ACME")
	if directory == "" {
		t.Skip("make test-acme runs this with an authority")
	}
	const name, port, plainPort = "tickets.example.com", 5001, 5002
	o := AutoOptions{
		Name: name, Email: "owner@example.com", Directory: directory, Roots: os.Getenv("MARQUEE_TEST_ACME_ROOTS"),
		Port: port, Log: slog.New(slog.NewTextHandler(t.Output(), nil)),
	}
	for way, plain := range map[string]int{"over TLS alone": 0, "with plain HTTP": plainPort} {
		t.Run(way, func(t *testing.T) {
			is := is.New(t)
			o.Folder, o.PlainPort = t.TempDir(), plain
			ctx, stop := context.WithTimeout(t.Context(), 2*time.Minute)
			defer stop()
			shown := certified(ctx, t, o)
			is.Equal(shown.DNSNames(), []string{name})
			is.Equal(certified(ctx, t, o).Serial(), shown.Serial()) // kept over a restart
		})
	}
}

// leaf is the certificate that a server showed.
type leaf struct{ tls.ConnectionState }

func (l leaf) DNSNames() []string { return l.PeerCertificates[0].DNSNames }
func (l leaf) Serial() string     { return l.PeerCertificates[0].SerialNumber.String() }

// certified runs a server until a handshake succeeds.
func certified(ctx context.Context, t *testing.T, o AutoOptions) leaf {
	t.Helper()
	is := is.New(t)
	l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", o.Port))
	is.NoErr(err)
	g, err := Auto(ctx, o)
	is.NoErr(err)
	secured, plain := g.Split(l)
	server, beside := rest.Server(g.Around(http.NotFoundHandler()), slog.New(slog.DiscardHandler)), rest.Server(g.Plain("", "5001"), slog.New(slog.DiscardHandler))
	go func() { _ = server.Serve(secured) }()
	go func() { _ = beside.Serve(plain) }()
	defer beside.Close()
	defer server.Close()
	if o.PlainPort != 0 {
		second, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", o.PlainPort))
		is.NoErr(err)
		go func() { _ = beside.Serve(second) }()
	}
	pause := time.NewTicker(100 * time.Millisecond)
	defer pause.Stop()
	for {
		c, err := tls.Dial("tcp", l.Addr().String(), &tls.Config{ServerName: o.Name, InsecureSkipVerify: true}) // the test authority is in nobody's store
		if err == nil {
			defer c.Close()
			return leaf{c.ConnectionState()}
		}
		select {
		case <-ctx.Done():
			t.Fatalf("no certificate: %v", err)
		case <-pause.C:
		}
	}
}
