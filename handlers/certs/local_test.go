package certs

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"image/png"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/handlers/rest"
)

var summer = time.Date(2026, 7, 4, 12, 0, 0, 0, time.UTC)

func inSummer() time.Time { return summer }

func newLocal(t *testing.T, file string, clock func() time.Time) *local {
	t.Helper()
	is := is.New(t)
	a, err := loadAuthority(file, []string{"localhost", "doors.example.org"}, clock())
	is.NoErr(err)
	return &local{authority: a, clock: clock, names: []string{"localhost", "doors.example.org"}, leaves: map[string]*tls.Certificate{}}
}

// trusts tells whether a phone that installed the authority accepts a leaf.
func (l *local) trusts(name string) error {
	c, err := l.sign(name, l.clock())
	if err != nil {
		return err
	}
	roots := x509.NewCertPool()
	roots.AddCert(l.cert)
	_, err = c.Leaf.Verify(x509.VerifyOptions{Roots: roots, DNSName: name, CurrentTime: l.clock()})
	return err
}

func TestTheAuthorityVouchesForTheHouseAlone(t *testing.T) {
	l := newLocal(t, filepath.Join(t.TempDir(), "ca.pem"), inSummer)
	for name, good := range map[string]bool{
		"127.0.0.1": true, "192.168.1.20": true, "10.9.8.7": true, "172.16.0.1": true, "fd00::1": true, "fe80::1": true,
		"localhost": true, "laptop.local": true, "doors.example.org": true,
		"8.8.8.8": false, "172.32.0.1": false, "2001:4860::1": false,
		"bank.example.com": false, "example.org": false, "notdoors.example.org": false,
	} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			is.Equal(l.trusts(name) == nil, good)
		})
	}
}

func TestTheAuthorityIsKept(t *testing.T) {
	is := is.New(t)
	file := filepath.Join(t.TempDir(), "tls", "ca.pem")
	first := newLocal(t, file, inSummer)
	info, err := os.Stat(file)
	is.NoErr(err)
	is.Equal(info.Mode().Perm(), os.FileMode(0o600))
	is.Equal(newLocal(t, file, inSummer).cert.Raw, first.cert.Raw) // the same after a restart

	_, err = loadAuthority(file, []string{"other.example.org"}, summer)
	is.True(err != nil) // it cannot vouch for a name it was not made for
	is.True(strings.Contains(err.Error(), "other names"))

	after := func() time.Time { return summer.Add(authorityLife + time.Hour) }
	is.True(!bytes.Equal(newLocal(t, file, after).cert.Raw, first.cert.Raw)) // a new one when it has ended
}

func TestAnAuthorityThatIsNotWholeIsRefused(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "ca.pem")
	newLocal(t, file, inSummer)
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(dir, "other.pem")
	newLocal(t, other, inSummer)
	foreign, err := os.ReadFile(other)
	if err != nil {
		t.Fatal(err)
	}
	cut := bytes.Index(whole, []byte("-----BEGIN EC"))
	for must, content := range map[string][]byte{
		"without a key": whole[:cut], "with another's key": append(append([]byte{}, whole[:cut]...), foreign[bytes.Index(foreign, []byte("-----BEGIN EC")):]...),
		"empty": nil, "nonsense": []byte("nonsense"),
	} {
		t.Run(must, func(t *testing.T) {
			is := is.New(t)
			is.NoErr(os.WriteFile(file, content, 0o600))
			_, err := loadAuthority(file, nil, summer)
			is.True(err != nil)
		})
	}
	t.Run("open to others", func(t *testing.T) {
		is := is.New(t)
		is.NoErr(os.WriteFile(file, whole, 0o600))
		is.NoErr(os.Chmod(file, 0o644))
		_, err := loadAuthority(file, nil, summer)
		is.True(err != nil)
	})
}

func TestALeafIsMadeAnewInTime(t *testing.T) {
	is := is.New(t)
	now := summer
	l := newLocal(t, filepath.Join(t.TempDir(), "ca.pem"), func() time.Time { return now })
	first, err := l.leaf("192.168.1.20")
	is.NoErr(err)
	again, err := l.leaf("192.168.1.20")
	is.NoErr(err)
	is.Equal(first, again)
	now = first.Leaf.NotAfter.Add(-leafRest)
	renewed, err := l.leaf("192.168.1.20")
	is.NoErr(err)
	is.True(renewed != first)
	for i := range 2 * maxLeaves {
		_, err := l.leaf(net.IPv4(10, 0, byte(i/256), byte(i)).String())
		is.NoErr(err)
	}
	is.True(len(l.leaves) <= maxLeaves)
}

// laptop is a server with an authority of its own.
type laptop struct {
	address string
	trust   *x509.CertPool
}

func openLaptop(t *testing.T) laptop {
	t.Helper()
	is := is.New(t)
	folder := t.TempDir()
	g, err := Local(LocalOptions{Folder: folder})
	is.NoErr(err)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	is.NoErr(err)
	secured, plain := g.Split(l)
	_, port, err := net.SplitHostPort(l.Addr().String())
	is.NoErr(err)
	inside := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = w.Write([]byte("inside " + r.URL.Path)) })
	server, beside := rest.Server(g.Around(inside), slog.New(slog.DiscardHandler)), rest.Server(g.Plain("", port), slog.New(slog.DiscardHandler))
	go func() { _ = server.Serve(secured) }()
	go func() { _ = beside.Serve(plain) }()
	t.Cleanup(func() { _ = server.Close(); _ = beside.Close() })
	a, err := readAuthority(filepath.Join(folder, localFile))
	is.NoErr(err)
	trust := x509.NewCertPool()
	trust.AddCert(a.cert)
	return laptop{l.Addr().String(), trust}
}

// get asks without following redirects.
func (l laptop) get(t *testing.T, trust *x509.CertPool, method, url string, header ...string) (int, http.Header, string, error) {
	t.Helper()
	client := &http.Client{
		Transport:     &http.Transport{TLSClientConfig: &tls.Config{RootCAs: trust}, DisableKeepAlives: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Timeout:       10 * time.Second,
	}
	r, err := http.NewRequestWithContext(t.Context(), method, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	answer, err := client.Do(r)
	if err != nil {
		return 0, nil, "", err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	return answer.StatusCode, answer.Header, string(body), err
}

func TestAPhoneLearnsToTrustALaptop(t *testing.T) {
	is := is.New(t)
	l := openLaptop(t)
	_, _, _, err := l.get(t, x509.NewCertPool(), "GET", "https://"+l.address+"/")
	is.True(err != nil) // a phone that has installed nothing

	status, header, page, err := l.get(t, nil, "GET", "http://"+l.address+"/ca")
	is.NoErr(err)
	is.Equal(status, 200)
	is.Equal(header.Get("Content-Type"), "text/html; charset=utf-8")
	is.True(strings.Contains(header.Get("Content-Security-Policy"), "default-src 'none'"))
	is.True(strings.Contains(page, "/ca/marquee.crt"))

	status, header, der, err := l.get(t, nil, "GET", "http://"+l.address+"/ca/marquee.crt")
	is.NoErr(err)
	is.Equal(status, 200)
	is.Equal(header.Get("Content-Type"), "application/x-x509-ca-cert")
	is.True(strings.Contains(page, fingerprint([]byte(der)))) // what the page tells people to compare

	status, header, text, err := l.get(t, nil, "GET", "http://"+l.address+"/ca/marquee.pem")
	is.NoErr(err)
	is.Equal(status, 200)
	is.Equal(header.Get("Content-Type"), "application/x-pem-file")
	block, rest := pem.Decode([]byte(text))
	is.True(block != nil && len(rest) == 0)
	is.Equal(string(block.Bytes), der) // the same certificate

	installed, err := x509.ParseCertificate([]byte(der))
	is.NoErr(err)
	trust := x509.NewCertPool()
	trust.AddCert(installed)
	_, port, err := net.SplitHostPort(l.address)
	is.NoErr(err)
	for _, host := range []string{"127.0.0.1", "localhost"} {
		status, header, body, err := l.get(t, trust, "GET", "https://"+net.JoinHostPort(host, port)+"/zones")
		is.NoErr(err)
		is.Equal(status, 200)
		is.Equal(body, "inside /zones")
		is.Equal(header.Get("Strict-Transport-Security"), "") // such a name may speak HTTP tomorrow
	}
	_, _, page, err = l.get(t, trust, "GET", "https://"+l.address+"/ca")
	is.NoErr(err)
	is.True(strings.Contains(page, "this device is ready"))

	_, _, code, err := l.get(t, trust, "GET", "https://"+l.address+"/ca/qr.png")
	is.NoErr(err)
	_, err = png.Decode(strings.NewReader(code))
	is.NoErr(err)
}

func TestEndsOfCertificates(t *testing.T) {
	is := is.New(t)
	folder := t.TempDir()
	none, err := Ends(filepath.Join(folder, "tls"), "")
	is.NoErr(err)
	is.Equal(len(none), 0)
	newLocal(t, filepath.Join(folder, localFile), inSummer)
	certify(t, folder, "tickets.test", summer)
	found, err := Ends(folder, filepath.Join(folder, "cert.pem"))
	is.NoErr(err)
	is.Equal(found, []End{
		{"tickets.test", summer.Add(time.Hour)}, {"Marquee 2026-07-04", summer.Add(authorityLife)},
	})
	is.NoErr(os.WriteFile(filepath.Join(folder, "half.crt"), []byte("half"), 0o600))
	_, err = Ends(folder, "")
	is.True(err != nil)
}

func TestPlainHTTPIsSentToTLS(t *testing.T) {
	l := openLaptop(t)
	for _, c := range []struct {
		must, method, path, location string
		status                       int
		header                       []string
	}{
		{"a page is sent on", "GET", "/docs/?a=b", "https://" + l.address + "/docs/?a=b", 307, nil},
		{"a token is not", "GET", "/docs/", "", 403, []string{"Authorization", "Bearer mq_x"}},
		{"the API is not", "GET", "/v1/config", "", 403, nil},
		{"a form is not", "POST", "/docs/", "", 403, nil},
		{"the pages take no form", "POST", "/ca", "", 403, nil},
	} {
		t.Run(c.must, func(t *testing.T) {
			is := is.New(t)
			status, header, _, err := l.get(t, nil, c.method, "http://"+l.address+c.path, c.header...)
			is.NoErr(err)
			is.Equal(status, c.status)
			is.Equal(header.Get("Location"), c.location)
		})
	}
}

func TestASilentCallerHoldsNobodyUp(t *testing.T) {
	is := is.New(t)
	l := openLaptop(t)
	silent, err := net.Dial("tcp", l.address)
	is.NoErr(err)
	defer silent.Close()
	status, _, _, err := l.get(t, l.trust, "GET", "https://"+l.address+"/")
	is.NoErr(err)
	is.Equal(status, 200)
}

func TestClosingOneListenerClosesBoth(t *testing.T) {
	is := is.New(t)
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	is.NoErr(err)
	g := &Guard{Config: config(nil)}
	secured, plain := g.Split(inner)
	is.NoErr(secured.Close())
	_, err = plain.Accept()
	is.True(err != nil)
	is.NoErr(plain.Close())
}

func TestOtherDevicesGetAnAddressTheyCanCall(t *testing.T) {
	lan := []net.IP{net.ParseIP("192.168.1.20")}
	for _, c := range []struct {
		asked, want string
		lan         []net.IP
	}{
		{"localhost:8443", "192.168.1.20:8443", lan},
		{"127.0.0.1:8443", "192.168.1.20:8443", lan},
		{"0.0.0.0:8443", "192.168.1.20:8443", lan},
		{"[::]:8443", "192.168.1.20:8443", lan},
		{"10.0.0.1:8443", "10.0.0.1:8443", lan},
		{"laptop.local:8443", "laptop.local:8443", lan},
		{"laptop.local", "laptop.local:80", lan},
		{"localhost:8443", "localhost:8443", nil},
	} {
		t.Run(c.asked, func(t *testing.T) {
			is := is.New(t)
			is.Equal(forOthers(c.asked, c.lan), c.want)
		})
	}
}

func TestWhereTLSIsSpoken(t *testing.T) {
	for _, c := range []struct{ asked, base, port, want string }{
		{"tickets.example.com", "https://tickets.example.com", "443", "tickets.example.com"},
		{"evil.example.com", "https://tickets.example.com", "443", "tickets.example.com"},
		{"10.0.0.1:80", "", "8443", "10.0.0.1:8443"},
		{"10.0.0.1", "http://10.0.0.1", "443", "10.0.0.1"},
		{"[fd00::1]:80", "", "8443", "[fd00::1]:8443"},
	} {
		t.Run(c.asked, func(t *testing.T) {
			is := is.New(t)
			is.Equal(secureHost(c.asked, c.base, c.port), c.want)
		})
	}
}
