package cli

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/urfave/cli/v2"
)

// The keys of the payment gateway can lie in the data folder, sealed: encrypted with
// AES-256-GCM under a key that lies beside them, or comes from the environment.
const (
	sealedFile  = "payment-keys.sealed"
	sealKeyFile = "seal.key"
	sealKeyEnv  = "MARQUEE_SEAL_KEY"
	sealKeySize = 32
	// sealedAs is authenticated with the text, so that nothing else that is sealed with
	// the key is taken for it.
	sealedAs = "marquee payment keys 1"
	// maxSealed bounds a file with keys, in bytes.
	maxSealed = 1 << 20
)

// sealed is a text that only its key opens.
type sealed struct {
	KeyID string `json:"keyId"`
	Nonce []byte `json:"nonce"`
	Text  []byte `json:"text"`
}

// sealKeyID names a key without giving it away.
func sealKeyID(key []byte) string {
	sum := sha256.Sum256(append([]byte("marquee seal key id"), key...))
	return hex.EncodeToString(sum[:4])
}

func aead(key []byte) (cipher.AEAD, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}

func seal(key, text []byte) (sealed, error) {
	c, err := aead(key)
	if err != nil {
		return sealed{}, err
	}
	nonce := make([]byte, c.NonceSize())
	rand.Read(nonce)
	return sealed{sealKeyID(key), nonce, c.Seal(nil, nonce, text, []byte(sealedAs))}, nil
}

func (s *sealed) open(key []byte) ([]byte, error) {
	c, err := aead(key)
	if err != nil {
		return nil, err
	}
	if len(s.Nonce) != c.NonceSize() {
		return nil, errors.New("it is damaged")
	}
	text, err := c.Open(nil, s.Nonce, s.Text, []byte(sealedAs))
	if err != nil {
		return nil, errors.New("it is damaged")
	}
	return text, nil
}

// readSealKey reads the key of a folder, that of the environment first; nil without one.
func readSealKey(dir string) ([]byte, error) {
	text, from := os.Getenv(sealKeyEnv), sealKeyEnv
	if text == "" {
		from = filepath.Join(dir, sealKeyFile)
		b, err := readPrivate(from)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		text = string(b)
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimSpace(text))
	if err != nil || len(key) != sealKeySize {
		return nil, fmt.Errorf("%s is no key: it has %d bytes in base64", from, sealKeySize)
	}
	return key, nil
}

// readPrivate reads a small file that nobody but its owner may read.
func readPrivate(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		return nil, fmt.Errorf("%s: others may read it; close it with chmod 600", path)
	}
	if info.Size() > maxSealed {
		return nil, fmt.Errorf("%s is larger than %d bytes", path, maxSealed)
	}
	return os.ReadFile(path)
}

// writePrivate writes a file for its owner alone, as a whole or not at all.
func writePrivate(path string, content []byte) error {
	tmp := path + ".new"
	if err := os.WriteFile(tmp, content, 0o600); err != nil {
		return err
	}
	return os.Rename(tmp, path)
}

// openSealedKeys gives the sealed keys of a folder as text, "" when there are none. A key
// that is lost is told with what to do.
func openSealedKeys(dir string) (string, error) {
	path := filepath.Join(dir, sealedFile)
	content, err := readPrivate(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	s, err := decode[sealed](content)
	if err != nil {
		return "", fmt.Errorf("%s is damaged; seal the keys anew: marquee payments seal --data %s --stripe-keys FILE", path, dir)
	}
	key, err := readSealKey(dir)
	if err != nil {
		return "", err
	}
	if key == nil || sealKeyID(key) != s.KeyID {
		return "", fmt.Errorf("%s is sealed with the key %s, which is not here\nPut it back as %s or into %s, or seal the keys anew: marquee payments seal --data %s --stripe-keys FILE",
			path, s.KeyID, filepath.Join(dir, sealKeyFile), sealKeyEnv, dir)
	}
	text, err := s.open(key)
	if err != nil {
		return "", fmt.Errorf("%s: %w; seal the keys anew: marquee payments seal --data %s --stripe-keys FILE", path, err, dir)
	}
	return string(text), nil
}

func sealCommand(program Program) *cli.Command {
	return &cli.Command{
		Name: "seal", Usage: "encrypt the keys of the payment gateway into the data folder, or change the key that opens them",
		Description: "Examples:\n\n   marquee payments seal --data ./festival --stripe-keys ./stripe.json\n   marquee payments seal --data ./festival --rotate\n\n" +
			"They are sealed with the key in " + sealKeyFile + " in the data folder, which is made when there is none, or with that of " + sealKeyEnv +
			" (32 bytes in base64). serve opens them by itself when it starts. Neither file is in a backup: keep a copy of both.\n\n" + exitCodes,
		Flags: []cli.Flag{
			dataFlag(), jsonFlag(),
			text("stripe-keys", "the `FILE` with the keys as they are; delete it afterwards"),
			yes("rotate", "make a new key, and seal what is sealed with it"),
		},
		Action: func(c *cli.Context) error { return runSeal(c, program) },
	}
}

func runSeal(c *cli.Context, program Program) error {
	dir, path := c.Path("data"), c.String("stripe-keys")
	if err := noArguments(c); err != nil {
		return err
	}
	if (path == "") != c.Bool("rotate") {
		return usage("name --stripe-keys or --rotate\nSee: %s --help", c.Command.HelpName)
	}
	if err := wantStore(dir); err != nil {
		return err
	}
	text, err := keysToSeal(c, program)
	if err != nil {
		return err
	}
	key, err := readSealKey(dir)
	if err != nil {
		return usage("%v", err)
	}
	if key == nil || c.Bool("rotate") {
		if key, err = newSealKey(dir); err != nil {
			return err
		}
	}
	s, err := seal(key, text)
	if err != nil {
		return err
	}
	content, err := json.Marshal(s)
	if err != nil {
		return err
	}
	if err := writePrivate(filepath.Join(dir, sealedFile), content); err != nil {
		return err
	}
	if c.Bool("json") {
		return printJSON(c.App.Writer, map[string]string{"keyId": s.KeyID})
	}
	_, err = fmt.Fprintf(c.App.Writer, "The keys are sealed in %s with the key %s.\nKeep a copy of %s where your backups are not.\n",
		filepath.Join(dir, sealedFile), s.KeyID, sealKeyFile)
	return err
}

// keysToSeal are those of a file, checked, or with --rotate those that are sealed.
func keysToSeal(c *cli.Context, program Program) ([]byte, error) {
	if path := c.String("stripe-keys"); path != "" {
		if program.PaymentKeys != nil {
			if err := program.PaymentKeys(path, ""); err != nil {
				return nil, usage("--stripe-keys: %v", err)
			}
		}
		return readPrivate(path)
	}
	if os.Getenv(sealKeyEnv) != "" {
		return nil, usage("the key is in %s: change it there, and seal the keys anew with --stripe-keys", sealKeyEnv)
	}
	text, err := openSealedKeys(c.Path("data"))
	if err != nil {
		return nil, usage("%v", err)
	}
	if text == "" {
		return nil, usage("nothing is sealed in %s", c.Path("data"))
	}
	return []byte(text), nil
}

// newSealKey makes the key of a folder. The one before opens nothing any more once what
// it sealed is sealed anew, so it stays beside the new one until somebody deletes it.
func newSealKey(dir string) ([]byte, error) {
	key := make([]byte, sealKeySize)
	rand.Read(key)
	path := filepath.Join(dir, sealKeyFile)
	if err := os.Rename(path, path+".old"); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return key, writePrivate(path, []byte(base64.StdEncoding.EncodeToString(key)+"\n"))
}
