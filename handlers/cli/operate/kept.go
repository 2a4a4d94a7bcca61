package operate

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"marquee/app"
	"marquee/backup/machine"
	"marquee/backup/member"

	"github.com/urfave/cli/v2"
)

// In a cluster what is sealed beside the store is the same on every node: who leads writes it
// where all see it before it counts, and each node puts it into its own file.

// keptFile is one of what is sealed, and what takes it into use.
type keptFile struct {
	sealable
	again func() error
}

// toldIn is how long it may take to tell the other nodes.
const toldIn = 5 * time.Second

// keepSealed seals a text into a folder, and has the other nodes do the same.
func (s *Store) keepSealed(dir string, k sealable, text string) error {
	content, err := k.sealedIn(dir, text)
	if err == nil {
		err = s.tellNodes(k, content)
	}
	if err != nil {
		return err
	}
	return s.replaceSealed(dir, k, content)
}

// replaceSealed is called by whoever was given keys, and by whoever hears of that from the cluster.
func (s *Store) replaceSealed(dir string, k sealable, content []byte) error {
	s.sealing.Lock()
	defer s.sealing.Unlock()
	return machine.Replace(filepath.Join(dir, k.file), content)
}

// forgetSealed removes what is sealed, on the other nodes too.
func (s *Store) forgetSealed(dir string, k sealable) error {
	if err := s.tellNodes(k, nil); err != nil {
		return err
	}
	return removeSealed(dir, k)
}

func removeSealed(dir string, k sealable) error {
	if err := os.Remove(filepath.Join(dir, k.file)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func (s *Store) tellNodes(k sealable, content []byte) error {
	if s.Node == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), toldIn)
	defer cancel()
	if err := s.Node.Keep(ctx, k.file, content); err != nil {
		s.App.Log().Warn("the other nodes were not told of new keys", "file", k.file, "error", err)
		return &app.Error{Kind: app.Unavailable, Message: app.Msg("The other machines of the box office could not be told. Please look whether it was changed, and try again."), RetryAfter: 1}
	}
	return nil
}

// tellCluster has every node of the cluster that flags name keep what is sealed.
func tellCluster(c *cli.Context, seal []byte, k sealable, content []byte) error {
	cluster, err := OpenCluster(c, seal)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(c.Context, toldIn)
	defer cancel()
	return errors.Join(OfNoCluster(cluster.Keep(ctx, k.file, content)), cluster.Close())
}

// shelf is what of a node is to be the same as on the others.
type shelf struct {
	store  *Store
	node   *member.Node
	dir    string
	files  []keptFile
	beside *beside
	log    *slog.Logger
	seen   map[string][]byte // what was put into each file last, or found in it
}

// follow puts what all nodes shall have into the files of this one, until the context ends. Where
// nobody said what that is, it is what the node has that leads.
func (s *shelf) follow(ctx context.Context) {
	for {
		var changed <-chan struct{}
		for _, f := range s.files {
			var content []byte
			var there bool
			content, there, changed = s.node.Kept(f.file)
			if err := s.one(ctx, f, content, there); err != nil && ctx.Err() == nil {
				s.log.Error("what is sealed beside the store is not the same as on the other nodes", "file", f.file, "error", err)
			}
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return
		}
	}
}

func (s *shelf) one(ctx context.Context, f keptFile, content []byte, there bool) error {
	if last, known := s.seen[f.file]; there && known && bytes.Equal(last, content) {
		return nil
	}
	own, err := os.ReadFile(filepath.Join(s.dir, f.file))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	leads, _ := s.node.Leads()
	switch {
	case !there && own != nil && leads:
		return s.node.Keep(ctx, f.file, own)
	case !there:
		return nil
	}
	s.seen[f.file] = content // one that cannot be used is told of once
	if !bytes.Equal(own, content) {
		s.log.Info("what is sealed beside the store comes from another node", "file", f.file)
		err = s.put(f, content)
	}
	return errors.Join(err, s.beside.look())
}

func (s *shelf) put(f keptFile, content []byte) error {
	if len(content) == 0 {
		return errors.Join(removeSealed(s.dir, f.sealable), f.again())
	}
	if err := s.store.replaceSealed(s.dir, f.sealable, content); err != nil {
		return err
	}
	return f.again()
}

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
