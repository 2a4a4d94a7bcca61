package etcd

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net/url"
	"strings"
)

// Options say where etcd is.
type Options struct {
	// Members are the addresses of its members: host:port.
	Members []string
	// Prefix stands before every key: several clusters may have one etcd.
	Prefix string
	// TLS is how members are trusted, and shown who asks; nil: without.
	TLS *tls.Config
	// User and Password log in; empty: nobody does.
	User, Password string
}

// ErrAddress: what should say where etcd is does not.
var ErrAddress = errors.New("etcd: not an address like etcd://one:2379,two:2379,three:2379/name")

// Parse reads etcd://USER:PASSWORD@HOST:PORT,HOST:PORT/NAME, or etcds:// for TLS. Name is that of
// the cluster.
func Parse(address string) (o Options, name string, err error) {
	scheme, rest, ok := strings.Cut(address, "://")
	if !ok || scheme != "etcd" && scheme != "etcds" {
		return o, "", ErrAddress
	}
	if i := strings.LastIndex(rest, "@"); i >= 0 {
		user, password, _ := strings.Cut(rest[:i], ":")
		rest = rest[i+1:]
		var bad error
		if o.User, err = url.PathUnescape(user); err == nil {
			o.Password, bad = url.PathUnescape(password)
		}
		if err := errors.Join(err, bad); err != nil {
			return o, "", fmt.Errorf("%w: who logs in cannot be read", ErrAddress)
		}
	}
	hosts, name, _ := strings.Cut(rest, "/")
	for host := range strings.SplitSeq(hosts, ",") {
		if host == "" {
			return o, "", ErrAddress
		}
		if !strings.Contains(host[strings.LastIndex(host, "]")+1:], ":") {
			host += ":2379"
		}
		o.Members = append(o.Members, host)
	}
	if name == "" || strings.ContainsAny(name, "/ ") {
		return o, "", fmt.Errorf("%w: a name of the cluster belongs behind the last member", ErrAddress)
	}
	if scheme == "etcds" {
		o.TLS = &tls.Config{MinVersion: tls.VersionTLS12}
	}
	o.Prefix = "/marquee/" + name + "/"
	return o, name, nil
}
