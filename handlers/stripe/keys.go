package stripe

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"strings"
)

// maxKeys bounds a file with keys, in bytes.
const maxKeys = 1 << 20

// keys are those of one company.
type keys struct {
	SecretKey      string `json:"secretKey"`
	PublishableKey string `json:"publishableKey"`
	// WebhookSecret signs notices; without it none are taken, and everything is found
	// out by asking.
	WebhookSecret string `json:"webhookSecret"`
	// Account is the connected account that is charged, if it is not the keys' own.
	Account string `json:"account"`
}

// file is what holds keys: by the alias of the company.
type file struct {
	Companies map[string]keys `json:"companies"`
}

// errOpen: others than the owner may read the keys.
var errOpen = errors.New("others may read it; close it with chmod 600")

// readKeys reads a file with keys that nobody but its owner may read.
func readKeys(path string) (map[string]keys, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if runtime.GOOS != "windows" && (!info.Mode().IsRegular() || info.Mode().Perm()&fs.FileMode(0o077) != 0) {
		return nil, fmt.Errorf("file with payment keys %s: %w", path, errOpen)
	}
	text, err := io.ReadAll(io.LimitReader(f, maxKeys))
	if err != nil {
		return nil, err
	}
	all, err := parseKeys(text)
	if err != nil {
		return nil, fmt.Errorf("file with payment keys %s: %w", path, err)
	}
	return all, nil
}

// parseKeys reads keys. What is wrong with them is told without them.
func parseKeys(text []byte) (map[string]keys, error) {
	var f file
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&f); err != nil {
		return nil, errors.New(`it is not of the form {"companies": {"alias": {"secretKey": …, "publishableKey": …, "webhookSecret": …}}}`)
	}
	for alias, k := range f.Companies {
		switch {
		case !strings.HasPrefix(k.SecretKey, "sk_") && !strings.HasPrefix(k.SecretKey, "rk_"):
			return nil, fmt.Errorf("company %s: secretKey begins with sk_ or rk_", alias)
		case !strings.HasPrefix(k.PublishableKey, "pk_"):
			return nil, fmt.Errorf("company %s: publishableKey begins with pk_", alias)
		case k.WebhookSecret != "" && !strings.HasPrefix(k.WebhookSecret, "whsec_"):
			return nil, fmt.Errorf("company %s: webhookSecret begins with whsec_", alias)
		}
	}
	return f.Companies, nil
}
