package passes

import (
	// Detached signatures in the form that wallets read; the standard library has none.
	"github.com/smallstep/pkcs7"
)

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
