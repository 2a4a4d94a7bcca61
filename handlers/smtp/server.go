package smtp

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"sync"
	"time"

	// Speaks SMTP with STARTTLS and every usual log-in, and writes MIME. The next two are
	// named by this package only.
	gomail "github.com/wneessen/go-mail"
	protocol "github.com/wneessen/go-mail/smtp"

	"marquee/app/mail"
)

const (
	// dialTimeout is how long a connection may take, and every mail on it.
	dialTimeout = 45 * time.Second
	// maxIdle is how many connections are kept for the next mails, and idleLife for how
	// long.
	maxIdle  = 8
	idleLife = 15 * time.Second
	// maxMails is how many mails one connection carries.
	maxMails = 100
	// rest is how long a server is left alone that could not be reached.
	rest = 10 * time.Second
)

// Server is a mail server, with the connections to it.
type Server struct {
	client *gomail.Client
	domain string

	mu   sync.Mutex
	idle []*connection
	// closedUntil is until when nobody connects, because of reason.
	closedUntil time.Time
	reason      error
}

// connection is one to the server: idle, or used by one mail.
type connection struct {
	*protocol.Client
	mails int
	since time.Time // it was put aside
}

// New makes ready to hand mails over; it does not connect yet.
func New(c Config) (*Server, error) {
	options := []gomail.Option{
		gomail.WithPort(c.Port), gomail.WithTimeout(dialTimeout), gomail.WithHELO(c.Domain),
		gomail.WithTLSConfig(&tls.Config{ServerName: c.Host, MinVersion: tls.VersionTLS12, RootCAs: c.Roots}),
	}
	switch c.Security {
	case Implicit:
		options = append(options, gomail.WithSSL())
	case Plain:
		options = append(options, gomail.WithTLSPolicy(gomail.NoTLS))
	default:
		options = append(options, gomail.WithTLSPolicy(gomail.TLSMandatory))
	}
	if c.User != "" {
		auth := gomail.SMTPAuthAutoDiscover
		if c.Security == Plain {
			auth = gomail.SMTPAuthPlainNoEnc
		}
		options = append(options, gomail.WithSMTPAuth(auth), gomail.WithUsername(c.User), gomail.WithPassword(c.Password))
	}
	client, err := gomail.NewClient(c.Host, options...)
	return &Server{client: client, domain: c.Domain}, err
}

// Deliver hands a mail over. It is a mail.Carrier.
func (s *Server) Deliver(ctx context.Context, l *mail.Letter) error {
	m, err := s.envelope(l)
	if err != nil {
		return &mail.Rejection{Permanent: true, Text: err.Error()}
	}
	for {
		c, fresh, err := s.connect(ctx)
		if err != nil {
			return err
		}
		err = s.send(ctx, c, l, m)
		if errors.Is(err, errStale) && !fresh {
			continue // it was closed while it was idle, and the server heard nothing of the mail
		}
		return err
	}
}

// errStale: the connection is none any more.
var errStale = errors.New("the connection to the mail server is closed")

// send sends a mail over a connection, and puts that aside or closes it.
func (s *Server) send(ctx context.Context, c *connection, l *mail.Letter, m *gomail.Msg) error {
	stop := context.AfterFunc(ctx, func() { _ = c.Close() })
	defer stop()
	if err := takes(c.Client, l); err != nil {
		s.putAside(c)
		return err
	}
	err := s.client.SendWithSMTPClient(c.Client, m)
	c.mails++
	switch {
	case err == nil:
		s.putAside(c)
		return nil
	case m.IsDelivered():
		_ = c.Close() // what came afterwards is about the connection
		return nil
	}
	usable, err := meaning(err)
	if usable && ctx.Err() == nil {
		s.putAside(c)
	} else {
		_ = c.Close()
	}
	return err
}

// connect gives a connection: one that was put aside, or a fresh one.
func (s *Server) connect(ctx context.Context) (c *connection, fresh bool, err error) {
	if c := s.fromIdle(); c != nil {
		return c, false, nil
	}
	s.mu.Lock()
	ill, why := time.Now().Before(s.closedUntil), s.reason
	s.mu.Unlock()
	if ill {
		return nil, false, why
	}
	client, err := s.client.DialToSMTPClientWithContext(ctx)
	if err != nil {
		err = fmt.Errorf("the mail server cannot be reached: %w", err)
		if ctx.Err() == nil {
			s.mu.Lock()
			s.closedUntil, s.reason = time.Now().Add(rest), err
			s.mu.Unlock()
		}
		return nil, false, err
	}
	return &connection{Client: client}, true, nil
}

// fromIdle takes the connection that was put aside last; those that were idle for too
// long are closed.
func (s *Server) fromIdle() *connection {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.idle) > 0 {
		last := len(s.idle) - 1
		c := s.idle[last]
		s.idle = s.idle[:last]
		if time.Since(c.since) < idleLife {
			return c
		}
		go end(c)
	}
	return nil
}

// putAside keeps a connection for the next mail.
func (s *Server) putAside(c *connection) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c.mails >= maxMails || len(s.idle) >= maxIdle {
		go end(c)
		return
	}
	c.since = time.Now()
	s.idle = append(s.idle, c)
	time.AfterFunc(idleLife, s.closeOld)
}

// closeOld closes the connections that were idle for too long.
func (s *Server) closeOld() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.idle) > 0 && time.Since(s.idle[0].since) >= idleLife {
		go end(s.idle[0])
		s.idle = s.idle[1:]
	}
}

// Close ends the connections that nobody uses.
func (s *Server) Close() {
	s.mu.Lock()
	all := s.idle
	s.idle = nil
	s.mu.Unlock()
	for _, c := range all {
		end(c)
	}
}

// end says QUIT to the server and closes the connection.
func end(c *connection) {
	_ = c.UpdateDeadline(time.Second)
	_ = c.Quit()
	_ = c.Client.Close()
}
