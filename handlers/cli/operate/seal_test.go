package operate

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"marquee/app"
	"marquee/app/vault"
	"marquee/backup/machine"
	"marquee/handlers/cli/cmdline"

	"github.com/matryer/is"
)

func TestSealedKeys(t *testing.T) {
	const text = `{"companies": {"songs": {"secretKey": "sk_live_1"}}}`
	sealIn := func(t *testing.T, dir string) (key []byte) {
		is := is.New(t)
		key, err := newSealKey(dir)
		is.NoErr(err)
		s, err := gatewayKeys.seal(key, []byte(text))
		is.NoErr(err)
		content, err := json.Marshal(s)
		is.NoErr(err)
		is.True(!bytes.Contains(content, []byte("sk_live")))
		is.NoErr(machine.Replace(filepath.Join(dir, gatewayKeys.file), content))
		return key
	}
	t.Run("are opened with their key", func(t *testing.T) {
		is := is.New(t)
		dir := t.TempDir()
		sealIn(t, dir)
		opened, err := gatewayKeys.open(dir)
		is.NoErr(err)
		is.Equal(opened, text)
	})
	t.Run("are none in an empty folder", func(t *testing.T) {
		is := is.New(t)
		opened, err := gatewayKeys.open(t.TempDir())
		is.NoErr(err)
		is.Equal(opened, "")
	})
	for _, c := range []struct {
		must   string
		damage func(dir string) error
		says   string
	}{
		{"are told to be without their key", func(dir string) error { return os.Remove(filepath.Join(dir, sealKeyFile)) }, "which is not here\nPut it back"},
		{"are not opened with another key", func(dir string) error { _, err := newSealKey(dir); return err }, "which is not here\nPut it back"},
		{"are not opened with what is no key", func(dir string) error { return machine.Replace(filepath.Join(dir, sealKeyFile), []byte("key")) }, "is no key"},
		{"are not opened when they are damaged", func(dir string) error {
			path := filepath.Join(dir, gatewayKeys.file)
			b, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			s, err := cmdline.Decode[sealed](b)
			if err != nil {
				return err
			}
			s.Text[0] ^= 1
			b, err = json.Marshal(s)
			if err != nil {
				return err
			}
			return machine.Replace(path, b)
		}, "is damaged; seal the keys anew"},
		{"are not opened when they are no JSON", func(dir string) error { return machine.Replace(filepath.Join(dir, gatewayKeys.file), []byte("{")) }, "is damaged; seal the keys anew"},
		{"are not opened when others may read the key", func(dir string) error { return os.Chmod(filepath.Join(dir, sealKeyFile), 0o644) }, "chmod 600"},
	} {
		t.Run(c.must, func(t *testing.T) {
			is := is.New(t)
			dir := filepath.Join(t.TempDir(), "two words")
			is.NoErr(os.Mkdir(dir, 0o700))
			sealIn(t, dir)
			is.NoErr(c.damage(dir))
			opened, err := gatewayKeys.open(dir)
			is.True(err != nil)
			is.True(strings.Contains(err.Error(), c.says))
			is.True(!strings.Contains(err.Error(), "sk_live"))
			if _, command, ok := strings.Cut(err.Error(), "marquee payments seal "); ok {
				is.True(strings.HasPrefix(command, "--data '"+dir+"' --")) // as it can be typed
			}
			is.Equal(opened, "")
		})
	}
	t.Run("are not taken for others", func(t *testing.T) {
		is := is.New(t)
		dir := t.TempDir()
		sealIn(t, dir)
		is.NoErr(os.Rename(filepath.Join(dir, gatewayKeys.file), filepath.Join(dir, walletKeys.file)))
		_, err := walletKeys.open(dir)
		is.True(err != nil)
	})
}

// TestKeysThatDoNotFitChangeNothing: what cannot be used is refused with its field, and neither
// sealed nor in use; the other sort stays.
func TestKeysThatDoNotFitChangeNothing(t *testing.T) {
	is := is.New(t)
	var inUse string
	dir := t.TempDir()
	k := &passKeeper{companyKeys[passKey]{in: walletKeys, dir: dir, load: func(text string) error {
		if strings.Contains(text, "wrong") {
			return errors.New("it is wrong")
		}
		inUse = text
		return nil
	}, keep: func(s sealable, text string) error { return new(Store).keepSealed(dir, s, text) }}}
	is.NoErr(k.SetPasses([]string{"songs"}, vault.Passes{Google: &vault.GooglePasses{IssuerID: "1", Account: "a", Key: "k"}}))
	before := inUse
	err := k.SetPasses([]string{"songs"}, vault.Passes{Apple: &vault.ApplePasses{Certificate: "wrong"}})
	var e *app.Error
	is.True(errors.As(err, &e))
	is.Equal(e.Fields[0].Field, "apple")
	is.Equal(inUse, before)
	held, err := k.Passes([]string{"tunes", "songs"})
	is.NoErr(err)
	is.Equal(held, vault.HeldPasses{Google: true})
	is.NoErr(k.ForgetPasses([]string{"songs"}))
	held, err = k.Passes([]string{"songs"})
	is.NoErr(err)
	is.Equal(held, vault.HeldPasses{})
}
