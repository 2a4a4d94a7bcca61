package operate

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
	"sync"

	"marquee/app"
	"marquee/app/vault"
	"marquee/backup/machine"
	"marquee/handlers/cli/cmdline"

	"github.com/urfave/cli/v2"
)

// Keys can lie in the data folder, sealed: encrypted with AES-256-GCM under a key that
// lies beside them, or comes from the environment.
const (
	sealKeyFile = "seal.key"
	sealKeyEnv  = "MARQUEE_SEAL_KEY"
	sealKeySize = 32
	// maxSealed bounds a file with keys, in bytes.
	maxSealed = 1 << 20
)

// sealable are keys that can be sealed.
type sealable struct {
	// file is where they lie, and flag names the file that they are sealed from.
	file, flag string
	// as is authenticated with the text, so that nothing else that is sealed with the key
	// is taken for it.
	as string
}

var (
	gatewayKeys = sealable{"payment-keys.sealed", "stripe-keys", "marquee payment keys 1"}
	walletKeys  = sealable{"pass-keys.sealed", "pass-keys", "marquee pass keys 1"}
	mailKeys    = sealable{"mail-server.sealed", "", "marquee mail server 1"}
	sealables   = []sealable{gatewayKeys, walletKeys, mailKeys}
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

func (k sealable) seal(key, text []byte) (sealed, error) {
	c, err := aead(key)
	if err != nil {
		return sealed{}, err
	}
	nonce := make([]byte, c.NonceSize())
	rand.Read(nonce)
	return sealed{sealKeyID(key), nonce, c.Seal(nil, nonce, text, []byte(k.as))}, nil
}

func (s *sealed) open(key []byte, as string) ([]byte, error) {
	c, err := aead(key)
	if err != nil {
		return nil, err
	}
	if len(s.Nonce) != c.NonceSize() {
		return nil, errors.New("it is damaged")
	}
	text, err := c.Open(nil, s.Nonce, s.Text, []byte(as))
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

// open gives the sealed keys of a folder as text, "" when there are none. A key that is
// lost is told with what to do.
func (k sealable) open(dir string) (string, error) {
	path, anew := filepath.Join(dir, k.file), fmt.Sprintf("seal the keys anew: marquee payments seal --data %s --%s FILE", cmdline.Typed(dir), k.flag)
	if k.flag == "" {
		anew = "delete it, and name it anew"
	}
	content, err := readPrivate(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	s, err := cmdline.Decode[sealed](content)
	if err != nil {
		return "", fmt.Errorf("%s is damaged; %s", path, anew)
	}
	key, err := readSealKey(dir)
	if err != nil {
		return "", err
	}
	if key == nil || sealKeyID(key) != s.KeyID {
		return "", fmt.Errorf("%s is sealed with the key %s, which is not here\nPut it back as %s or into %s, or %s",
			path, s.KeyID, filepath.Join(dir, sealKeyFile), sealKeyEnv, anew)
	}
	text, err := s.open(key, k.as)
	if err != nil {
		return "", fmt.Errorf("%s: %w; %s", path, err, anew)
	}
	return string(text), nil
}

// companyKeys keeps the keys of companies sealed in a folder, and takes those that it is given into
// use.
type companyKeys[T any] struct {
	in  sealable
	dir string
	// flag is what the keys come from instead, empty: nothing.
	flag string
	// load takes keys into use, as a text.
	load func(text string) error
	// keep seals them.
	keep func(k sealable, text string) error

	mu sync.Mutex
}

// keysFile is the text of the keys of all companies.
type keysFile[T any] struct {
	Companies map[string]T `json:"companies"`
}

// read reads what is sealed.
func (k *companyKeys[T]) read() (f keysFile[T], text string, err error) {
	if text, err = k.in.open(k.dir); err == nil && text != "" {
		err = json.Unmarshal([]byte(text), &f)
	}
	if f.Companies == nil {
		f.Companies = map[string]T{}
	}
	return f, text, err
}

// of are the keys of a company, by any alias that it had.
func (k *companyKeys[T]) of(aliases []string) (own T, found bool, err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	f, _, err := k.read()
	for _, alias := range aliases {
		if own, found = f.Companies[alias]; found {
			break
		}
	}
	return own, found, err
}

// forget takes the keys of a company away.
func (k *companyKeys[T]) forget(aliases []string) error {
	return k.change(func(all map[string]T) {
		for _, alias := range aliases {
			delete(all, alias)
		}
	})
}

// change seals other keys and takes them into use. Where they cannot be sealed those before stay.
func (k *companyKeys[T]) change(do func(all map[string]T)) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	f, before, err := k.read()
	if err != nil {
		return err
	}
	do(f.Companies)
	text, err := json.Marshal(f)
	if err != nil {
		return err
	}
	if err := k.load(string(text)); err != nil {
		return unfitError{err}
	}
	if err := k.keep(k.in, string(text)); err != nil {
		return errors.Join(err, k.load(before))
	}
	return nil
}

// again takes into use what is sealed now, where no flag wins over it.
func (k *companyKeys[T]) again() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.flag != "" {
		return nil
	}
	_, text, err := k.read()
	if err == nil {
		err = k.load(text)
	}
	return err
}

// unfitError says why keys cannot be used.
type unfitError struct{ error }

// keyKeeper keeps those of the payment gateway.
type keyKeeper struct{ companyKeys[gatewayKey] }

type gatewayKey struct {
	SecretKey      string `json:"secretKey"`
	PublishableKey string `json:"publishableKey"`
	WebhookSecret  string `json:"webhookSecret,omitempty"`
	Account        string `json:"account,omitempty"`
}

// Gateway tells of the keys of a company.
func (k *keyKeeper) Gateway(aliases []string) (vault.Held, error) {
	if k.flag != "" {
		return vault.Held{IsSet: true, Flag: k.flag}, nil
	}
	one, found, err := k.of(aliases)
	return vault.Held{IsSet: found, LastFour: one.SecretKey[max(0, len(one.SecretKey)-4):]}, err
}

// SetGateway seals the keys of a company beside those of others.
func (k *keyKeeper) SetGateway(alias string, in vault.Gateway) error {
	return k.change(func(all map[string]gatewayKey) { all[alias] = gatewayKey(in) })
}

// ForgetGateway takes the keys of a company away.
func (k *keyKeeper) ForgetGateway(aliases []string) error { return k.forget(aliases) }

// passKeeper keeps those of passes.
type passKeeper struct{ companyKeys[passKey] }

type passKey struct {
	Apple  *applePassKey  `json:"apple,omitempty"`
	Google *googlePassKey `json:"google,omitempty"`
}

type applePassKey struct {
	Certificate string `json:"certificate"`
	Key         string `json:"key"`
	Authority   string `json:"authority"`
}

type googlePassKey struct {
	IssuerID string `json:"issuerId"`
	Account  string `json:"account"`
	Key      string `json:"key"`
}

// Passes tells of the keys of a company.
func (k *passKeeper) Passes(aliases []string) (vault.HeldPasses, error) {
	if k.flag != "" {
		return vault.HeldPasses{Flag: k.flag}, nil
	}
	one, _, err := k.of(aliases)
	return vault.HeldPasses{Apple: one.Apple != nil, Google: one.Google != nil}, err
}

// SetPasses seals the keys of a company beside those of others, under its newest alias.
func (k *passKeeper) SetPasses(aliases []string, in vault.Passes) error {
	own, _, err := k.of(aliases)
	if err != nil {
		return err
	}
	field := "google"
	if in.Google != nil {
		own.Google = (*googlePassKey)(in.Google)
	}
	if in.Apple != nil {
		own.Apple, field = (*applePassKey)(in.Apple), "apple"
	}
	err = k.change(func(all map[string]passKey) {
		for _, alias := range aliases {
			delete(all, alias)
		}
		all[aliases[0]] = own
	})
	if unfit, ok := errors.AsType[unfitError](err); ok {
		return app.Field(field, "cannot be used: %s", unfit.error)
	}
	return err
}

// ForgetPasses takes the keys of a company away.
func (k *passKeeper) ForgetPasses(aliases []string) error { return k.forget(aliases) }

// sealedIn seals a text with the key of a folder, which is made when there is none.
func (k sealable) sealedIn(dir, text string) ([]byte, error) {
	key, err := readSealKey(dir)
	if err == nil && key == nil {
		key, err = newSealKey(dir)
	}
	if err != nil {
		return nil, err
	}
	return k.sealed(key, text)
}

// keepKeys lets whoever runs the installation set keys while the store is served.
func keepKeys(c *cli.Context, program Program, store *Store) {
	dir := c.Path("data")
	keep := func(k sealable, text string) error { return store.keepSealed(dir, k, text) }
	if program.PaymentKeys != nil {
		k := &keyKeeper{companyKeys[gatewayKey]{
			in: gatewayKeys, dir: dir, flag: setElsewhere(c, gatewayKeys.flag, stripeKeysEnv), load: func(text string) error { return program.PaymentKeys("", text) }, keep: keep,
		}}
		vault.Use(store.App, k)
		store.kept = append(store.kept, keptFile{gatewayKeys, k.again})
	}
	if program.PassKeys != nil {
		k := &passKeeper{companyKeys[passKey]{
			in: walletKeys, dir: dir, flag: setElsewhere(c, walletKeys.flag, passKeysEnv), load: program.PassKeys, keep: keep,
		}}
		vault.UsePasses(store.App, k)
		store.kept = append(store.kept, keptFile{walletKeys, k.again})
	}
}

// setElsewhere is the flag or the variable that keys come from, empty: neither.
func setElsewhere(c *cli.Context, flag, env string) string {
	switch {
	case c.String(flag) != "":
		return "--" + flag
	case os.Getenv(env) != "":
		return env
	}
	return ""
}

func SealCommand(program Program) *cli.Command {
	return &cli.Command{
		Name: "seal", Usage: "encrypt the keys of the payment gateway, or of passes, into the data folder, or change the key that opens them",
		Description: "Examples:\n\n   marquee payments seal --data ./festival --stripe-keys ./stripe.json\n   marquee payments seal --data ./festival --pass-keys ./passes.json\n" +
			"   marquee payments seal --data ./festival --rotate\n\n" +
			"They are sealed with the key in " + sealKeyFile + " in the data folder, which is made when there is none, or with that of " + sealKeyEnv +
			" (32 bytes in base64). serve opens them by itself when it starts. With --cluster every node has them at once. None of these files is in a backup: keep a copy of them.\n\n" + cmdline.ExitCodes,
		Flags: append([]cli.Flag{
			cmdline.DataFlag(), cmdline.JSONFlag(),
			cmdline.Text(gatewayKeys.flag, "the `FILE` with the keys of the payment gateway as they are; delete it afterwards"),
			cmdline.Text(walletKeys.flag, "the `FILE` with the keys of passes for phones as they are; delete it afterwards"),
			cmdline.Yes("rotate", "make a new key, and seal what is sealed with it"),
		}, ClusterFlags()...),
		Action: func(c *cli.Context) error { return runSeal(c, program) },
	}
}

func runSeal(c *cli.Context, program Program) error {
	dir, ways := c.Path("data"), 0
	if err := cmdline.NoArguments(c); err != nil {
		return err
	}
	for _, flag := range []string{gatewayKeys.flag, walletKeys.flag, "rotate"} {
		if c.IsSet(flag) {
			ways++
		}
	}
	if ways != 1 {
		return cmdline.Usage("name --stripe-keys, --pass-keys or --rotate\nSee: %s --help", c.Command.HelpName)
	}
	if err := WantStore(dir); err != nil {
		return err
	}
	of, err := clusterOfFolder(c.Context, dir)
	switch {
	case err != nil:
		return err
	case of != "" && c.Bool("rotate"):
		return cmdline.Usage("the nodes of the cluster %s know each other by this key, and their log is sealed with it; it stays", of)
	case of != "" && !inCluster(c):
		return cmdline.Usage("the store is of the cluster %s: name it with --cluster, and every node gets the keys", of)
	}
	texts, err := keysToSeal(c, program)
	if err != nil {
		return err
	}
	key, err := readSealKey(dir)
	if err != nil {
		return cmdline.Usage("%v", err)
	}
	if key == nil || c.Bool("rotate") {
		if key, err = newSealKey(dir); err != nil {
			return err
		}
	}
	files, err := sealAll(c, texts, key, of != "")
	if err != nil {
		return err
	}
	if c.Bool("json") {
		return cmdline.PrintJSON(c.App.Writer, map[string]string{"keyId": sealKeyID(key)})
	}
	_, err = fmt.Fprintf(c.App.Writer, "The keys are sealed in %s with the key %s.\nKeep a copy of %s where your backups are not.\n",
		strings.Join(files, " and "), sealKeyID(key), sealKeyFile)
	return err
}

// sealAll seals texts into the folder, and has the nodes of a cluster do the same.
func sealAll(c *cli.Context, texts map[sealable]string, key []byte, inCluster bool) (files []string, err error) {
	for _, k := range sealables {
		text := texts[k]
		if text == "" {
			continue
		}
		content, err := k.sealed(key, text)
		if err == nil && inCluster {
			err = tellCluster(c, key, k, content)
		}
		path := filepath.Join(c.Path("data"), k.file)
		if err == nil && !(inCluster && NotServed(c.Context, c.Path("data")) != nil) { // a node that is served writes it itself
			err = machine.Replace(path, content)
		}
		if err != nil {
			return nil, err
		}
		files = append(files, path)
	}
	return files, nil
}

// sealed is a text as it lies in a folder.
func (k sealable) sealed(key []byte, text string) ([]byte, error) {
	s, err := k.seal(key, []byte(text))
	if err != nil {
		return nil, err
	}
	return json.Marshal(s)
}

// keysToSeal are those of a file, checked, or with --rotate all that are sealed.
func keysToSeal(c *cli.Context, program Program) (map[sealable]string, error) {
	if path := c.String(gatewayKeys.flag); path != "" {
		if program.PaymentKeys != nil {
			if err := program.PaymentKeys(path, ""); err != nil {
				return nil, cmdline.Usage("--stripe-keys: %v", err)
			}
		}
		text, err := readPrivate(path)
		return map[sealable]string{gatewayKeys: string(text)}, err
	}
	if path := c.String(walletKeys.flag); path != "" {
		text, err := readPrivate(path)
		if err == nil && program.PassKeys != nil {
			err = program.PassKeys(string(text))
		}
		if err != nil {
			return nil, cmdline.Usage("--pass-keys: %v", err)
		}
		return map[sealable]string{walletKeys: string(text)}, nil
	}
	if os.Getenv(sealKeyEnv) != "" {
		return nil, cmdline.Usage("the key is in %s: change it there, and seal the keys anew", sealKeyEnv)
	}
	texts := map[sealable]string{}
	for _, k := range sealables {
		text, err := k.open(c.Path("data"))
		if err != nil {
			return nil, cmdline.Usage("%v", err)
		}
		if text != "" {
			texts[k] = text
		}
	}
	if len(texts) == 0 {
		return nil, cmdline.Usage("nothing is sealed in %s", c.Path("data"))
	}
	return texts, nil
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
	return key, writeSealKey(dir, key)
}

func writeSealKey(dir string, key []byte) error {
	return machine.Replace(filepath.Join(dir, sealKeyFile), []byte(base64.StdEncoding.EncodeToString(key)+"\n"))
}
