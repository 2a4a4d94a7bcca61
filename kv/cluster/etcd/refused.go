package etcd

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"strings"
	"time"

	"go.etcd.io/etcd/api/v3/v3rpc/rpctypes"
)

// Refused: a member of etcd does not let this program in, or the way there is not what it was told
// to be. That does not pass by itself.
type Refused struct {
	Member string // its address
	Why    error
	Remedy string // what somebody has to do
}

func (e *Refused) Error() string { return fmt.Sprintf("etcd at %s: %v\n%s", e.Member, e.Why, e.Remedy) }
func (e *Refused) Unwrap() error { return e.Why }

// remedy says what to do about an error that does not pass by itself; empty for others.
func (o Options) remedy(err error) string {
	switch {
	case errors.Is(err, rpctypes.ErrAuthFailed):
		return fmt.Sprintf("It does not know a user %s with this password. See who is there: etcdctl user list", o.User)
	case errors.Is(err, rpctypes.ErrUserEmpty):
		return "It wants somebody to log in. Give this node a user and the password"
	case denied(err):
		return fmt.Sprintf("The user %s may not do that. Give a role of the user the right: etcdctl role grant-permission ROLE --prefix=true readwrite %s", o.User, o.Prefix)
	}
	for _, s := range signs {
		if strings.Contains(err.Error(), s.text) {
			return s.remedy
		}
	}
	return ""
}

// denied tells whether the user may not do what was asked. Older members say so of what is root's in
// another form.
func denied(err error) bool {
	return errors.Is(err, rpctypes.ErrPermissionDenied) || strings.Contains(err.Error(), "auth: permission denied")
}

// signs are what a connection that is not made says of the reason: etcd's client passes on no more
// than its text. The first one that is found counts.
var signs = []struct{ text, remedy string }{
	{"remote error: tls:", "It does not take the certificate that this node shows. Look whether one is given, is in date, and comes from the authority that etcd is told to trust (--trusted-ca-file)"},
	{"certificate has expired or is not yet valid", "The certificate of this member is out of date: renew it. Where it is not, the clock of this machine is wrong"},
	{"certificate signed by unknown authority", "Its certificate comes from another authority than the one in the CA file of this node. Give it the file of the authority that made the certificates of etcd"},
	{"x509:", "Its certificate is not made for this address. Name the member as its certificate does, or make one that has this address among its names"},
	{"handshake failed: EOF", "It hangs up where TLS begins, so it may speak without: let the address begin with etcd://, or give etcd a certificate"},
	{"error reading server preface", "It hangs up on who speaks without TLS: let the address begin with etcds://"},
}

// hungUp tells whether a member ended a connection. With TLS it may have said why, and etcd's client
// have met the end before it read that.
func hungUp(err error) bool {
	for _, end := range []string{"broken pipe", "connection reset by peer", "EOF"} {
		if strings.Contains(err.Error(), end) {
			return true
		}
	}
	return false
}

// listenFor is how long a member may take to say why it hangs up.
const listenFor = 500 * time.Millisecond

// listen connects to a member and hears whether it says that it does not want to; nil if it does not.
func (o Options) listen(address string) error {
	ctx, cancel := context.WithTimeout(context.Background(), listenFor)
	defer cancel()
	with := o.TLS.Clone()
	with.NextProtos = []string{"h2"}
	c, err := (&tls.Dialer{Config: with}).DialContext(ctx, "tcp", address)
	if err == nil {
		defer c.Close()
		if err = c.SetReadDeadline(time.Now().Add(listenFor)); err == nil {
			_, err = c.Read(make([]byte, 1))
		}
	}
	if err != nil && strings.Contains(err.Error(), "tls: ") {
		return err
	}
	return nil
}
