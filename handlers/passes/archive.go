package passes

import (
	"archive/zip"
	"bytes"
	"crypto/sha1" // wallets read no other sum in a manifest; the signature over it is made with SHA-256
	"encoding/hex"
	"encoding/json"
)

// part is one file of a pass.
type part struct {
	name    string
	content []byte
}

// archive is a pass as a file.
func (k *apple) archive(parts []part) ([]byte, error) {
	sums := make(map[string]string, len(parts))
	for _, p := range parts {
		sum := sha1.Sum(p.content)
		sums[p.name] = hex.EncodeToString(sum[:])
	}
	manifest, err := json.Marshal(sums)
	if err != nil {
		return nil, err
	}
	signature, err := k.sign(manifest)
	if err != nil {
		return nil, err
	}
	return zipped(append(parts, part{"manifest.json", manifest}, part{"signature", signature}))
}

func zipped(parts []part) ([]byte, error) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, p := range parts {
		f, err := w.Create(p.name)
		if err != nil {
			return nil, err
		}
		if _, err := f.Write(p.content); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return b.Bytes(), err
}
