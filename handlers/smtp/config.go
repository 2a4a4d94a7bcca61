package smtp

import (
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
)

// Security is how a connection is encrypted.
type Security int

// The ways.
const (
	// StartTLS demands that the server offers it.
	StartTLS Security = iota
	// Implicit is TLS from the first byte.
	Implicit
	// Plain is none; only for a server on this machine.
	Plain
)

// Config says where the mail server is, and how to log in.
type Config struct {
	Host string
	Port int
	// User is empty where the server wants no log-in.
	User, Password string
	Security       Security
	// Domain is how we name ourselves: in greetings and in Message-IDs.
	Domain string
	// Roots are the authorities that are trusted; nil are those of the system.
	Roots *x509.CertPool
}

var (
	errForm     = errors.New("must be smtp://user@host:587 or smtps://user@host:465")
	errPassword = errors.New("must not hold the password, which others on this machine could see; put it into a file")
	errLoopback = errors.New("only a mail server on this machine may go without TLS")
)

// Parse reads the address of a mail server. plain asks for no TLS.
func Parse(address string, plain bool) (Config, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Path != "" && u.Path != "/" || u.RawQuery != "" || u.Fragment != "" {
		return Config{}, errForm
	}
	c := Config{Host: u.Hostname()}
	port := u.Port()
	switch u.Scheme {
	case "smtp":
		c.Port = 587
	case "smtps":
		c.Port, c.Security = 465, Implicit
	default:
		return Config{}, errForm
	}
	if port != "" {
		if c.Port, err = strconv.Atoi(port); err != nil || c.Port < 1 || c.Port > 65535 {
			return Config{}, errForm
		}
	}
	if u.User != nil {
		if _, has := u.User.Password(); has {
			return Config{}, errPassword
		}
		c.User = u.User.Username()
	}
	if strings.ContainsAny(c.Host+c.User, "\r\n") {
		return Config{}, errForm
	}
	if !plain {
		return c, nil
	}
	if c.Security == Implicit || !loopback(c.Host) {
		return Config{}, errLoopback
	}
	c.Security = Plain
	return c, nil
}

func loopback(host string) bool {
	if host == "localhost" {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.IsLoopback()
}

// String names the server, without who logs in.
func (c *Config) String() string {
	scheme := "smtp"
	if c.Security == Implicit {
		scheme = "smtps"
	}
	return fmt.Sprintf("%s://%s", scheme, net.JoinHostPort(c.Host, strconv.Itoa(c.Port)))
}
