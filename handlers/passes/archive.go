package passes

import (
	"archive/zip"
	"bytes"
	"crypto/sha1" // wallets read no other sum in a manifest; the signature over it is made with SHA-256
	"encoding/hex"
	"encoding/json"

	// Detached signatures in the form that wallets read; the standard library has none.
	"github.com/smallstep/pkcs7"
)

// part is one file of a pass.
type part struct {
	name    string
	content []byte
}

// manifest is the sums of the files of a pass.
func manifest(parts []part) ([]byte, error) {
	sums := make(map[string]string, len(parts))
	for _, p := range parts {
		sum := sha1.Sum(p.content)
		sums[p.name] = hex.EncodeToString(sum[:])
	}
	return json.Marshal(sums)
}

// archive is a pass as a file.
func (m *made) archive() ([]byte, error) {
	signature, err := m.signer.sign(m.manifest)
	if err != nil {
		return nil, err
	}
	return zipped(append(m.parts, part{"manifest.json", m.manifest}, part{"signature", signature}))
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

// sign makes a detached signature that carries the certificates and the time.
func (k *apple) sign(text []byte) ([]byte, error) {
	s, err := pkcs7.NewSignedData(text)
	if err != nil {
		return nil, err
	}
	s.SetDigestAlgorithm(pkcs7.OIDDigestAlgorithmSHA256)
	if err := s.AddSigner(k.cert, k.key, pkcs7.SignerInfoConfig{}); err != nil {
		return nil, err
	}
	s.AddCertificate(k.authority)
	s.Detach()
	return s.Finish()
}
