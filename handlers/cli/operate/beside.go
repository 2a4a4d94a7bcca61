package operate

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"sync/atomic"

	"marquee/backup/member"

	"github.com/urfave/cli/v2"
)

// beside is what a node leads with and what is not in the store: it tells the other nodes a
// fingerprint of each, so that somebody sees where they differ. The key keeps those who see the
// fingerprints from trying out what they are made of.
type beside struct {
	c   *cli.Context
	key []byte
	now atomic.Pointer[map[string]string]
}

// look takes the fingerprints of what is there now.
func (b *beside) look() error {
	prints := map[string]string{}
	for what, read := range map[string]func(*cli.Context) (string, error){
		member.Payments:    func(c *cli.Context) (string, error) { return gatewayKeys.of(c, stripeKeysEnv) },
		member.Passes:      func(c *cli.Context) (string, error) { return walletKeys.of(c, passKeysEnv) },
		member.Mail:        mailText,
		member.Address:     func(c *cli.Context) (string, error) { return c.String("base-url"), nil },
		member.Certificate: certificateText,
	} {
		text, err := read(b.c)
		if err != nil {
			return err
		}
		if text != "" {
			h := hmac.New(sha256.New, b.key)
			h.Write([]byte(what + " " + text))
			prints[what] = hex.EncodeToString(h.Sum(nil)[:6])
		}
	}
	b.now.Store(&prints)
	return nil
}

// told are the fingerprints that were taken last.
func (b *beside) told() map[string]string { return *b.now.Load() }

// of are keys as a text: those of a file, of the environment, or those that are sealed in the
// data folder.
func (k sealable) of(c *cli.Context, env string) (string, error) {
	if path := c.String(k.flag); path != "" {
		content, err := readPrivate(path)
		return string(content), err
	}
	if text := os.Getenv(env); text != "" {
		return text, nil
	}
	return k.open(c.Path("data"))
}

// mailText is the mail server of the flags, or the one that is sealed in the data folder.
func mailText(c *cli.Context) (string, error) {
	cfg, named, err := mailServer(c)
	if err != nil || !named {
		sealed, unread := mailKeys.open(c.Path("data"))
		if err == nil {
			err = unread
		}
		return sealed, err
	}
	return c.String("smtp-url") + " " + c.String("mail-from") + " " + cfg.Password, nil
}

// certificateText is the certificate that the node was given; one that it gets itself is its own.
func certificateText(c *cli.Context) (string, error) {
	path := c.Path("tls-cert")
	if path == "" {
		return "", nil
	}
	content, err := os.ReadFile(path)
	return string(content), err
}
