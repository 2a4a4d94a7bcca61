package etcd

import (
	"context"
	"crypto/tls"
	"errors"
	"strings"
	"testing"
	"time"

	"marquee/kv/cluster"
	"marquee/kv/cluster/shared"

	"github.com/matryer/is"
	clientv3 "go.etcd.io/etcd/client/v3"
)

// secured has members show a certificate and want one of the same authority.
func secured(a *authority, cert, key string) func(*members) {
	own, ownKey := a.issue("test", "127.0.0.1", time.Time{})
	return func(m *members) {
		m.tls = a.trusts(own, ownKey)
		m.flags = append(m.flags, "--cert-file", cert, "--key-file", key, "--client-cert-auth", "--trusted-ca-file", a.dir+"/ca.pem")
	}
}

// refuses holds that a node is told why it is not let in, and what to do: it is when it starts, and
// whatever else it asks.
func refuses(t *testing.T, o Options, remedy string) {
	t.Helper()
	s := Open(o)
	defer s.Close()
	ctx, cancel := context.WithTimeout(background, patience)
	defer cancel()
	var start error
	await(t, "there is no answer", func() bool { // on a busy machine it may take longer than a node waits
		_, start = cluster.Start(ctx, nodeOptions(s, "a", t.TempDir()+"/none.db"))
		return !errors.Is(start, context.DeadlineExceeded)
	})
	_, look := cluster.Look(ctx, s)
	_, commit := s.Commit(ctx, shared.Txn{Then: []shared.Op{shared.Put("one", []byte("x"))}})
	for what, err := range map[string]error{"start": start, "look": look, "commit": commit} {
		var refused *Refused
		if !errors.As(err, &refused) || !strings.Contains(refused.Remedy, remedy) {
			t.Errorf("%s: %v, and not: %s", what, err, remedy)
		}
	}
	if said := s.Health(ctx)[0].Error; said != "" && !strings.Contains(said, remedy) { // older ones tell anybody how they are
		t.Errorf("health: %s, and not: %s", said, remedy)
	}
}

func TestTLSToARealEtcd(t *testing.T) {
	t.Parallel()
	a, other := newAuthority(t), newAuthority(t)
	cert, key := a.issue("member", "127.0.0.1", time.Time{})
	m := startMembers(t, 1, secured(a, cert, key))
	own, ownKey := a.issue("node", "127.0.0.1", time.Time{})
	foreign, foreignKey := other.issue("node", "127.0.0.1", time.Time{})
	old, oldKey := a.issue("old", "127.0.0.1", time.Now().Add(-time.Minute))
	at := func(c *tls.Config) Options {
		return Options{Members: m.addresses(), Prefix: "/marquee/contract/", TLS: c}
	}
	s := Open(at(a.trusts(own, ownKey)))
	t.Cleanup(func() { s.Close() })
	keeps(t, s)
	for name, c := range map[string]struct {
		tls    *tls.Config
		remedy string
	}{
		"another authority":            {other.trusts(own, ownKey), "CA file"},
		"no certificate":               {a.trusts("", ""), "not take the certificate"},
		"one of another authority":     {a.trusts(foreign, foreignKey), "not take the certificate"},
		"one that is out of date":      {a.trusts(old, oldKey), "not take the certificate"},
		"the address begins with etcd": {nil, "etcds://"},
	} {
		t.Run(name, func(t *testing.T) { refuses(t, at(c.tls), c.remedy) })
	}
}

func TestCertificatesOfMembersThatAreNoGood(t *testing.T) {
	t.Parallel()
	a := newAuthority(t)
	own, ownKey := a.issue("node", "127.0.0.1", time.Time{})
	old, oldKey := a.issue("old", "127.0.0.1", time.Now().Add(-time.Minute))
	elsewhere, elsewhereKey := a.issue("elsewhere", "10.0.0.1", time.Time{})
	for name, c := range map[string]struct{ cert, key, remedy string }{
		"out of date":         {old, oldKey, "out of date"},
		"for another address": {elsewhere, elsewhereKey, "not made for this address"},
	} {
		t.Run(name, func(t *testing.T) {
			m := startSilent(t, 1, secured(a, c.cert, c.key))
			listening(t, m.addresses()[0])
			refuses(t, Options{Members: m.addresses(), Prefix: "/marquee/contract/", TLS: a.trusts(own, ownKey)}, c.remedy)
		})
	}
	t.Run("none", func(t *testing.T) {
		m := startMembers(t, 1)
		refuses(t, Options{Members: m.addresses(), Prefix: "/marquee/contract/", TLS: a.trusts(own, ownKey)}, "etcd://")
	})
}

// locked has members want a user and a password: root may do everything, marquee what it needs with
// a prefix, and guest the same with another one.
func locked(t *testing.T, m *members, prefix string) {
	t.Helper()
	is := is.New(t)
	c, err := clientv3.New(clientv3.Config{Endpoints: m.addresses(), TLS: m.tls})
	is.NoErr(err)
	defer c.Close()
	ctx, cancel := context.WithTimeout(background, patience)
	defer cancel()
	for user, prefix := range map[string]string{"root": "", "marquee": prefix, "guest": "/marquee/other/"} {
		_, err := c.UserAdd(ctx, user, "the password of "+user)
		is.NoErr(err)
		_, err = c.RoleAdd(ctx, user)
		is.NoErr(err)
		if prefix != "" {
			_, err = c.RoleGrantPermission(ctx, user, prefix, clientv3.GetPrefixRangeEnd(prefix), clientv3.PermissionType(clientv3.PermReadWrite))
			is.NoErr(err)
		}
		_, err = c.UserGrantRole(ctx, user, user)
		is.NoErr(err)
	}
	_, err = c.AuthEnable(ctx)
	is.NoErr(err)
}

func TestLoggingInToARealEtcd(t *testing.T) {
	t.Parallel()
	m := startMembers(t, 1, flagged("--bcrypt-cost", "4"))
	locked(t, m, "/marquee/contract/")
	at := func(user, password string) Options {
		return Options{Members: m.addresses(), Prefix: "/marquee/contract/", User: user, Password: password}
	}
	s := Open(at("marquee", "the password of marquee"))
	t.Cleanup(func() { s.Close() })
	keepsWithRight(t, s)
	is.New(t).Equal(s.Health(background)[0].Error, "")
	for name, c := range map[string]struct{ user, password, remedy string }{
		"another password": {"marquee", "guess", "user marquee with this password"},
		"nobody like that": {"nobody", "guess", "user nobody with this password"},
		"no password":      {"marquee", "", "a user and the password"},
		"nobody":           {"", "", "a user and the password"},
		"no right":         {"guest", "the password of guest", "readwrite /marquee/contract/"},
	} {
		t.Run(name, func(t *testing.T) { refuses(t, at(c.user, c.password), c.remedy) })
	}
}

// TestATokenThatIsForgotten: a member that begins again does not know any more who had logged in.
func TestATokenThatIsForgotten(t *testing.T) {
	t.Parallel()
	is := is.New(t)
	m := startMembers(t, 1, flagged("--bcrypt-cost", "4"))
	locked(t, m, "/marquee/contract/")
	s := Open(Options{Members: m.addresses(), Prefix: "/marquee/contract/", User: "marquee", Password: "the password of marquee"})
	t.Cleanup(func() { s.Close() })
	put(is, s, "one", "x")
	m.kill(0)
	m.start(0, "existing")
	await(t, "nothing is taken any more", func() bool {
		_, err := s.Commit(background, shared.Txn{Then: []shared.Op{shared.Put("one", []byte("y"))}})
		return err == nil
	})
	keepsWithRight(t, s)
}

// keepsWithRight is keeps for a user with a right on its own keys alone, who may not have newer
// members forget anything.
func keepsWithRight(t *testing.T, s Store) {
	t.Helper()
	is := is.New(t)
	now := put(is, s, "one", "y")
	if err := s.Compact(background, now.Revision); err != nil {
		is.True(denied(err) && strings.Contains(err.Error(), "--auto-compaction-retention"))
		for name, test := range promises {
			if name != "compaction" {
				t.Run(name, func(t *testing.T) { test(is.New(t), s) })
			}
		}
		return
	}
	keeps(t, s)
}
