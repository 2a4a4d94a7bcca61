package certs

import (
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// End is when a certificate ends.
type End struct {
	Name  string
	Until time.Time
}

// Ends tells when the certificates end that the server keeps in its folder, and
// the one in file, if one is named.
func Ends(folder, file string) (all []End, err error) {
	add := func(path string) error {
		end, err := endOf(path)
		if err == nil {
			all = append(all, end)
		}
		return err
	}
	if file != "" {
		if err := add(file); err != nil {
			return all, err
		}
	}
	err = filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
		switch {
		case os.IsNotExist(err):
			return nil
		case err != nil:
			return err
		case filepath.Ext(path) == ".crt", filepath.Base(path) == localFile:
			return add(path)
		}
		return nil
	})
	return all, err
}

// endOf looks at the first certificate of a PEM file, which is the server's.
func endOf(path string) (End, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return End{}, err
	}
	for block, rest := pem.Decode(text); block != nil; block, rest = pem.Decode(rest) {
		if block.Type != "CERTIFICATE" {
			continue
		}
		cert, err := x509.ParseCertificate(block.Bytes)
		if err != nil {
			return End{}, fmt.Errorf("%s: %w", path, err)
		}
		return End{nameOf(cert), cert.NotAfter}, nil
	}
	return End{}, fmt.Errorf("%s holds no certificate", path)
}

func nameOf(cert *x509.Certificate) string {
	if len(cert.DNSNames) > 0 {
		return cert.DNSNames[0]
	}
	return cert.Subject.CommonName
}
