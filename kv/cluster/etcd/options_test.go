package etcd

import (
	"errors"
	"testing"

	"github.com/matryer/is"
)

func TestAddressesOfEtcd(t *testing.T) {
	is := is.New(t)
	o, name, err := Parse("etcd://one:2379,two,[fe80::1]:23/festival")
	is.NoErr(err)
	is.Equal(o, Options{Members: []string{"one:2379", "two:2379", "[fe80::1]:23"}, Prefix: "/marquee/festival/"})
	is.Equal(name, "festival")
	o, _, err = Parse("etcds://ma%40rquee:se%2Fcret@one/festival")
	is.NoErr(err)
	is.Equal(o.User, "ma@rquee")
	is.Equal(o.Password, "se/cret")
	is.True(o.TLS != nil)
	for _, bad := range []string{"", "one:2379", "http://one/x", "etcd://one", "etcd:///x", "etcd://one,,two/x", "etcd://one/x/y", "etcd://%zz:p@one/x"} {
		if _, _, err := Parse(bad); !errors.Is(err, ErrAddress) {
			t.Errorf("%s: %v", bad, err)
		}
	}
}
