package app

import (
	"testing"

	"github.com/matryer/is"
)

func TestNetwork(t *testing.T) {
	is := is.New(t)
	is.Equal(Network("2001:db8:1:2::1"), Network("2001:db8:1:2:ffff::9")) // one network
	is.True(Network("2001:db8:1:2::1") != Network("2001:db8:1:3::1"))
	is.Equal(Network("::ffff:192.0.2.1"), "192.0.2.1")
	is.Equal(Network("fe80::1%eth0"), Network("fe80::2%eth1"))
	for _, none := range []string{"127.0.0.1", "127.8.9.1", "::1", "::ffff:127.0.0.1", "", "pipe"} {
		is.Equal(Network(none), "")
	}
}
