package smtp

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"math/big"
	"net"
	"strings"
	"sync"
	"testing"
	"time"
)

// fake is a mail server that does what a test says.
type fake struct {
	t        *testing.T
	listener net.Listener
	tls      *tls.Config
	roots    *x509.CertPool
	// utf8 and noTLS are what it offers.
	utf8, noTLS bool
	// password that it wants, empty for no log-in.
	password string
	// answers are what it says instead of yes: by command ("RCPT", "DATA", ".") or by
	// "RCPT address". An answer of "drop" ends the connection.
	mu          sync.Mutex
	answers     map[string]string
	connections int
	mails       []received
}

// received is a mail that it took.
type received struct{ from, to, text string }

func newFake(t *testing.T) *fake {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	f := &fake{t: t, listener: listener, answers: map[string]string{}, password: "secret"}
	f.certify()
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			go f.serve(c)
		}
	}()
	return f
}

func (f *fake) certify() {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		f.t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		f.t.Fatal(err)
	}
	leaf, err := x509.ParseCertificate(der)
	if err != nil {
		f.t.Fatal(err)
	}
	f.roots = x509.NewCertPool()
	f.roots.AddCert(leaf)
	f.tls = &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}}
}

// config is how to reach it.
func (f *fake) config() Config {
	return Config{
		Host: "127.0.0.1", Port: f.listener.Addr().(*net.TCPAddr).Port, User: "shop", Password: "secret", Domain: "example.com", Roots: f.roots,
	}
}

func (f *fake) answer(command, text string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.answers[command] = text
}

// took lists what it took.
func (f *fake) took() []received {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]received{}, f.mails...)
}

func (f *fake) opened() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.connections
}

// says gives the answer to a command; false when the connection ends with it.
func (f *fake) says(c *wired, command, detail, usual string) bool {
	f.mu.Lock()
	text, ok := f.answers[command+" "+detail]
	if !ok {
		text, ok = f.answers[command]
	}
	f.mu.Unlock()
	switch {
	case !ok:
		text = usual
	case text == "drop":
		return false
	}
	return c.say(text)
}

// wired is one connection.
type wired struct {
	net.Conn
	r *bufio.Reader
}

func (c *wired) say(lines ...string) bool {
	_, err := c.Write([]byte(strings.Join(lines, "\r\n") + "\r\n"))
	return err == nil
}

func (c *wired) line() (string, bool) {
	s, err := c.r.ReadString('\n')
	return strings.TrimRight(s, "\r\n"), err == nil
}

func (f *fake) serve(raw net.Conn) {
	f.mu.Lock()
	f.connections++
	f.mu.Unlock()
	c := &wired{raw, bufio.NewReader(raw)}
	defer func() { _ = c.Close() }()
	if !f.says(c, "hello", "", "220 fake") {
		return
	}
	var m received
	encrypted := false
	for {
		s, ok := c.line()
		if !ok {
			return
		}
		verb, rest, _ := strings.Cut(s, " ")
		switch strings.ToUpper(verb) {
		case "EHLO":
			ok = c.say(f.offers(encrypted)...)
		case "STARTTLS":
			c.say("220 go ahead")
			up := tls.Server(c.Conn, f.tls)
			if up.Handshake() != nil {
				return
			}
			c, encrypted = &wired{up, bufio.NewReader(up)}, true
		case "AUTH":
			ok = c.say(f.logIn(rest))
		case "MAIL":
			m = received{from: address(rest)}
			ok = f.says(c, "MAIL", "", "250 ok")
		case "RCPT":
			m.to = address(rest)
			ok = f.says(c, "RCPT", m.to, "250 ok")
		case "DATA":
			if ok = f.says(c, "DATA", "", "354 go on"); ok && !f.changes("DATA") {
				ok = f.data(c, &m)
			}
		case "QUIT":
			c.say("221 bye")
			return
		default:
			ok = c.say("250 ok")
		}
		if !ok {
			return
		}
	}
}

func (f *fake) offers(encrypted bool) []string {
	all := []string{"250-fake"}
	if !encrypted && !f.noTLS {
		all = append(all, "250-STARTTLS")
	}
	if f.utf8 {
		all = append(all, "250-SMTPUTF8")
	}
	if encrypted || f.noTLS {
		all = append(all, "250-AUTH PLAIN")
	}
	return append(all, "250 8BITMIME")
}

func (f *fake) logIn(rest string) string {
	_, code, _ := strings.Cut(rest, " ")
	text, _ := base64.StdEncoding.DecodeString(code)
	if string(text) == "\x00shop\x00"+f.password {
		return "235 welcome"
	}
	return "535 no"
}

// data reads the text of a mail, and takes it unless the test says otherwise.
func (f *fake) data(c *wired, m *received) bool {
	var text strings.Builder
	for {
		s, ok := c.line()
		if !ok {
			return false
		}
		if s == "." {
			break
		}
		text.WriteString(strings.TrimPrefix(s, ".") + "\n")
		if f.dropsIn("text") {
			return false
		}
	}
	m.text = text.String()
	f.mu.Lock()
	refused := f.answers["."] != "" && f.answers["."][0] != '2' && f.answers["."] != "drop"
	if !refused {
		f.mails = append(f.mails, *m)
	}
	f.mu.Unlock()
	if !f.says(c, ".", "", "250 taken") {
		return false
	}
	return !f.dropsIn("after")
}

// changes tells that a test has an answer of its own.
func (f *fake) changes(command string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.answers[command] != ""
}

func (f *fake) dropsIn(place string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.answers[place] == "drop"
}

func address(s string) string {
	_, s, _ = strings.Cut(s, "<")
	s, _, _ = strings.Cut(s, ">")
	return s
}
