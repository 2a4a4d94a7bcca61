package backup

import (
	"archive/tar"
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// maxManifest bounds a manifest, in bytes: it names everybody who was erased, so it has
// room for some hundred thousand of them. What is too large is not written.
const maxManifest = 64 << 20

// BadBackup says why a file is no good backup. Nothing was touched.
type BadBackup struct{ Reason string }

func (e *BadBackup) Error() string { return "not a good backup: " + e.Reason }

func bad(format string, args ...any) error { return &BadBackup{fmt.Sprintf(format, args...)} }

// IsBad tells whether an error is about the backup itself.
func IsBad(err error) bool {
	var b *BadBackup
	return errors.As(err, &b)
}

// unpack reads a container to its end and hands its store to write, compared
// with the manifest on the way.
func unpack(r io.Reader, write func(m Manifest, store io.Reader) error) (Manifest, error) {
	in := newSealed(r)
	z, err := unzip(in)
	if err != nil {
		return Manifest{}, bad("%v", err)
	}
	defer z.Close()
	t := tar.NewReader(z)
	m, err := readManifest(t)
	if err != nil {
		return m, err
	}
	if err := readStore(t, m, write); err != nil {
		return m, err
	}
	for _, rest := range []io.Reader{z, in} {
		if _, err := io.Copy(io.Discard, rest); err != nil {
			return m, asBad(err)
		}
	}
	return m, nil
}

func readManifest(t *tar.Reader) (m Manifest, err error) {
	head, err := t.Next()
	if err != nil {
		return m, bad("%v", err)
	}
	if head.Name != manifestName || head.Size > maxManifest {
		return m, bad("it does not begin with a manifest: another product made it")
	}
	b, err := io.ReadAll(t)
	if err == nil {
		err = json.Unmarshal(b, &m)
	}
	switch {
	case err != nil:
		return m, bad("its manifest cannot be read: %v", err)
	case m.Product != product:
		return m, bad("another product made it (%q)", m.Product)
	case m.Form > packForm:
		return m, bad("a newer program made it (%s); use that one", m.Build)
	}
	return m, nil
}

// readStore compares size and SHA-256 with the manifest while write reads.
func readStore(t *tar.Reader, m Manifest, write func(Manifest, io.Reader) error) error {
	head, err := t.Next()
	if err != nil {
		return bad("%v", err)
	}
	if head.Name != storeName || head.Size != m.Bytes {
		return bad("its store has %d bytes, the manifest says %d", head.Size, m.Bytes)
	}
	sum := sha256.New()
	from := &source{r: io.TeeReader(t, sum)}
	if err := write(m, from); err != nil {
		if from.err != nil {
			return asBad(from.err)
		}
		return err
	}
	if _, err := io.Copy(io.Discard, from); err != nil {
		return asBad(err)
	}
	if got := hex.EncodeToString(sum.Sum(nil)); got != m.SHA256 {
		return bad("its store has the SHA-256 %s, the manifest says %s", got, m.SHA256)
	}
	return nil
}

// source remembers how reading failed, to tell it from failing to write.
type source struct {
	r   io.Reader
	err error
}

func (s *source) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	if err != nil && err != io.EOF {
		s.err = err
	}
	return n, err
}

// asBad turns what went wrong while reading a container into a bad backup,
// unless the disk itself failed.
func asBad(err error) error {
	var path *os.PathError
	if IsBad(err) || errors.As(err, &path) {
		return err
	}
	return bad("%v", err)
}

// kind is what a file looks like.
type kind int

const (
	unknown kind = iota
	container
	encrypted
	plainStore
)

// look tells what a stream begins like, without taking anything from it.
func look(r *bufio.Reader) kind {
	b, _ := r.Peek(len(ageIntro))
	switch {
	case bytes.HasPrefix(b, frameMagic):
		return container
	case string(b) == ageIntro:
		return encrypted
	case len(b) >= 20 && bytes.Equal(b[16:20], []byte{0xed, 0xda, 0x0c, 0xed}):
		return plainStore
	}
	return unknown
}
