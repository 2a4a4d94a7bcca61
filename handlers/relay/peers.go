package relay

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"time"

	"marquee/handlers/rest"
)

const (
	// copyPath is where a node that joins asks for a copy of the store, and commandPath where one
	// that does not lead passes on what somebody at its machine told it.
	copyPath, commandPath = "/copy", "/command"
	// dialFor is how long it may take to reach another node, and answerFor until it says something:
	// longer than any call may take.
	dialFor, answerFor = 2 * time.Second, time.Minute
	// idlePeers are connections to the leader that are kept for the next calls.
	idlePeers = 256
	// certLives is how long the certificate is good that a process makes for itself.
	certLives = 20 * 365 * 24 * time.Hour
)

// errStranger: whoever is at the other end is no node of this cluster.
var errStranger = errors.New("it does not have the key of this cluster")

// Peers are the nodes to each other. They speak TLS, and each shows a certificate whose key is made
// of the one that all nodes have and nobody else: so nobody has to hand out certificates, calls are
// not read on their way, and nobody else can say for whom he speaks.
type Peers struct {
	tls       *tls.Config
	transport *http.Transport
}

// NewPeers knows the nodes by a key of 32 bytes.
func NewPeers(key []byte) (*Peers, error) {
	private := ed25519.NewKeyFromSeed(key)
	form := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-24 * time.Hour), NotAfter: time.Now().Add(certLives),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	raw, err := x509.CreateCertificate(rand.Reader, form, form, private.Public(), private)
	if err != nil {
		return nil, err
	}
	own, _ := private.Public().(ed25519.PublicKey)
	config := &tls.Config{
		MinVersion:   tls.VersionTLS13,
		Certificates: []tls.Certificate{{Certificate: [][]byte{raw}, PrivateKey: private}},
		ClientAuth:   tls.RequireAnyClientCert,
		// No authority signed it, and it names nobody: VerifyConnection compares the key.
		InsecureSkipVerify: true,
		VerifyConnection: func(s tls.ConnectionState) error {
			if len(s.PeerCertificates) == 0 {
				return errStranger
			}
			theirs, ok := s.PeerCertificates[0].PublicKey.(ed25519.PublicKey)
			if !ok || !bytes.Equal(theirs, own) {
				return errStranger
			}
			return nil
		},
	}
	return &Peers{tls: config, transport: &http.Transport{
		DialContext:     (&net.Dialer{Timeout: dialFor}).DialContext,
		TLSClientConfig: config.Clone(), TLSHandshakeTimeout: dialFor, ResponseHeaderTimeout: answerFor,
		MaxIdleConnsPerHost: idlePeers, IdleConnTimeout: time.Minute, DisableCompression: true,
	}}, nil
}

// Own is what a node does for another one.
type Own struct {
	// Copy writes a copy of its store.
	Copy func(ctx context.Context, w io.Writer) error
	// Command runs an administration command, and says what came of it.
	Command func(ctx context.Context, in io.Reader, out io.Writer)
}

// Server is what a node serves to others: calls that they pass on, and what it does for them itself.
func (p *Peers) Server(r *Relay, own Own, log *slog.Logger) *http.Server {
	s := rest.Server(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		passed, call := arrived(req), req.Method+" "+req.URL.Path
		switch {
		case passed != nil:
			r.ServeHTTP(w, passed)
		case req.Header.Get(headerFor) == "" && call == "GET "+copyPath:
			atLeisure(w)
			if err := own.Copy(req.Context(), w); err != nil {
				log.Warn("a copy of the store was not sent", "to", req.RemoteAddr, "error", err)
				panic(http.ErrAbortHandler) // who joins must not take what came for whole
			}
		case req.Header.Get(headerFor) == "" && call == "POST "+commandPath:
			out := atLeisure(w)
			own.Command(req.Context(), req.Body, out)
		default:
			http.Error(w, "This address is for the other nodes of the cluster.", http.StatusNotFound)
		}
	}), log)
	s.TLSConfig = p.tls
	return s
}

// atLeisure is for an answer that may take longer than any other, and says each line at once.
func atLeisure(w http.ResponseWriter) io.Writer {
	c := http.NewResponseController(w)
	_ = errors.Join(c.SetWriteDeadline(time.Time{}), c.EnableFullDuplex())
	return &atOnce{w, c}
}

type atOnce struct {
	w io.Writer
	c *http.ResponseController
}

func (o *atOnce) Write(b []byte) (int, error) {
	n, err := o.w.Write(b)
	return n, errors.Join(err, o.c.Flush())
}

// Command has the node at an address run an administration command, and begins to read what it
// says.
func (p *Peers) Command(ctx context.Context, address string, request []byte) (io.ReadCloser, error) {
	return p.ask(ctx, http.MethodPost, "https://"+address+commandPath, bytes.NewReader(request))
}

// FetchCopy begins to read the store of the node at an address.
func (p *Peers) FetchCopy(ctx context.Context, address string) (io.ReadCloser, error) {
	return p.ask(ctx, http.MethodGet, "https://"+address+copyPath, nil)
}

func (p *Peers) ask(ctx context.Context, method, url string, body io.Reader) (io.ReadCloser, error) {
	req, err := http.NewRequestWithContext(ctx, method, url, body)
	if err != nil {
		return nil, err
	}
	res, err := p.transport.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	if res.StatusCode != http.StatusOK {
		return nil, errors.Join(fmt.Errorf("it answers %s", res.Status), res.Body.Close())
	}
	return res.Body, nil
}
