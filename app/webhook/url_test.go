package webhook_test

import (
	"net/netip"
	"strings"
	"testing"

	"marquee/app"
	"marquee/app/webhook"

	"github.com/matryer/is"
)

func TestURLsThatNoCallMayGoTo(t *testing.T) {
	o := newOffice(t)
	kinds := []webhook.Kind{webhook.NewEvent}
	for _, bad := range []string{
		"", "receiver.example.com", "http://receiver.example.com/", "ftp://receiver.example.com/", "https://", "https:///path", "https:receiver",
		"https://ada@receiver.example.com/", "https://ada:secret@receiver.example.com/", "https://receiver.example.com:8443/", "https://receiver.example.com:22/",
		"https://localhost/", "https://LOCALHOST./", "https://a.localhost/", "https://receiver/", "https://127.0.0.1/", "https://127.1/", "https://0x7f.0.0.1/",
		"https://0x7f000001/", "https://2130706433/", "https://017700000001/", "https://0.0.0.0/", "https://10.0.0.1/", "https://169.254.169.254/latest",
		"https://100.64.0.1/", "https://192.168.1.1/", "https://[::1]/", "https://[::ffff:127.0.0.1]/", "https://[::ffff:a00:1]/", "https://[64:ff9b::7f00:1]/",
		"https://[::ffff:0:7f00:1]/", "https://[fe80::1%25eth0]/", "https://[fd00::1]/", "https://[2002:7f00:1::]/", "https://[::]/", "https://224.0.0.1/", "https://receiver.example.com/#part",
		"https://receiver.example.com/a b", "https://receiver.example.com\\@10.0.0.1/", "https://receiver.example.com/\nHost: x",
	} {
		t.Run(bad, func(t *testing.T) {
			_, _, err := webhook.Create(t.Context(), o.App, o.A.Owner, webhook.Fields{URL: &bad, Kinds: &kinds})
			is.New(t).Equal(app.KindOf(err), app.Invalid)
		})
	}
	for _, good := range []string{
		"https://receiver.example.com", "https://receiver.example.com:443/a?b=c", "https://93.184.215.14/", "https://[2606:4700::1111]/x", "https://bücher.example/",
	} {
		t.Run(good, func(t *testing.T) {
			_, _, err := webhook.Create(t.Context(), o.App, o.A.Owner, webhook.Fields{URL: &good, Kinds: &kinds})
			is.New(t).NoErr(err)
		})
	}
}

func TestPublicAddresses(t *testing.T) {
	for text, public := range map[string]bool{
		"8.8.8.8": true, "2606:4700::1111": true, "::ffff:8.8.8.8": true, "127.0.0.1": false, "::ffff:127.0.0.1": false, "0.1.2.3": false, "10.1.2.3": false,
		"172.16.0.1": false, "172.32.0.1": true, "192.168.0.1": false, "169.254.169.254": false, "100.64.0.1": false, "100.128.0.1": true, "224.0.0.1": false,
		"255.255.255.255": false, "240.0.0.1": false, "::1": false, "::": false, "fe80::1": false, "fec0::1": false, "fc00::1": false, "fd12::1": false, "ff02::1": false,
		"64:ff9b::808:808": false, "2002:808:808::1": false, "2001::1": false, "2001:db8::1": false, "::8.8.8.8": false, "fe80::1%eth0": false, "198.18.0.1": false,
		"::ffff:0:127.0.0.1": false, "::ffff:0:10.0.0.1": false, "64:ff9b:1::a00:1": false, "100::1": false, "5f00::1": false, "3fff::1": false, "4000::1": false,
	} {
		is.New(t).Equal(webhook.Public(netip.MustParseAddr(text)), public) // the address in text
	}
}

// TestNamesAreCountedInCharacters: as the API document says, in whatever script; of a URL, which
// is sent as bytes, these are told.
func TestNamesAreCountedInCharacters(t *testing.T) {
	is := is.New(t)
	o := newOffice(t)
	at, kinds := "https://receiver.example.com/", []webhook.Kind{webhook.NewEvent}
	create := func(name, url string) error {
		_, _, err := webhook.Create(t.Context(), o.App, o.A.Owner, webhook.Fields{Name: &name, URL: &url, Kinds: &kinds})
		return err
	}
	is.NoErr(create(strings.Repeat("ж", webhook.MaxName), at))
	is.Equal(app.KindOf(create(strings.Repeat("ж", webhook.MaxName+1), at)), app.Invalid)
	is.NoErr(create("", at+strings.Repeat("ж", 200)))
	err := create("", at+strings.Repeat("ж", 300))
	is.Equal(app.KindOf(err), app.Invalid)
	is.True(strings.Contains(err.Error(), "bytes"))
}
