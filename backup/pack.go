package backup

import (
	"archive/tar"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	// zstd: a store shrinks to a fifth at the speed of a disk, and every system
	// has a tool that opens the result.
	"github.com/klauspost/compress/zstd"
)

// The two files of a container.
const (
	manifestName = "manifest.json"
	storeName    = "marquee.db"
)

// A container ends in a frame that zstd tools skip: this head, then the SHA-256
// of everything before it. No bit of a backup is without a witness.
const sealSize = 8 + sha256.Size

var sealHead = [8]byte{0x5a, 0x2a, 0x4d, 0x18, sha256.Size, 0, 0, 0}

// pack writes a container: a tar of manifest and store, compressed and sealed.
func pack(w io.Writer, m Manifest, store string) error {
	sum := sha256.New()
	z, err := newZip(io.MultiWriter(w, sum))
	if err != nil {
		return err
	}
	if err := packFiles(z, m, store); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	_, err = w.Write(sum.Sum(sealHead[:]))
	return err
}

// zip writes bytes as zstd does.
func zip(w io.Writer, content []byte) error {
	z, err := newZip(w)
	if err != nil {
		return err
	}
	if _, err := z.Write(content); err != nil {
		return err
	}
	return z.Close()
}

const (
	// window is how far back what we write points, in bytes, and so the memory that it takes
	// to look into it. With four times as much a backup is a fiftieth smaller, and a look at
	// its manifest takes forty times as long.
	window = 2 << 20
	// maxWindow is how far back what we read may point: twice what older programs wrote. Who
	// made a file up could ask for half a gigabyte.
	maxWindow = 16 << 20
)

func newZip(w io.Writer) (*zstd.Encoder, error) {
	return zstd.NewWriter(w, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(window))
}

// unzip reads what zstd wrote.
func unzip(r io.Reader) (*zstd.Decoder, error) {
	return zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
}

// packFiles ends a block of the compression behind the manifest: what is left of a
// backup that was cut off or damaged further on still tells what it was.
func packFiles(z *zstd.Encoder, m Manifest, store string) error {
	t := tar.NewWriter(z)
	manifest, err := json.Marshal(m) // without indents, which would be half of a long one
	if err == nil && len(manifest) > maxManifest {
		err = fmt.Errorf("its manifest would have %d bytes, for %d customers who were erased; there is room for %d", len(manifest), len(m.Report.Erased), maxManifest)
	}
	if err != nil {
		return err
	}
	if err := t.WriteHeader(header(m, manifestName, int64(len(manifest)))); err != nil {
		return err
	}
	if _, err := t.Write(manifest); err != nil {
		return err
	}
	if err := errors.Join(t.Flush(), z.Flush()); err != nil {
		return err
	}
	f, err := os.Open(store)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := t.WriteHeader(header(m, storeName, m.Bytes)); err != nil {
		return err
	}
	if _, err := io.Copy(t, f); err != nil {
		return err
	}
	return t.Close()
}

func header(m Manifest, name string, size int64) *tar.Header {
	return &tar.Header{Typeflag: tar.TypeReg, Name: name, Size: size, Mode: 0o600, ModTime: m.Made, Format: tar.FormatPAX}
}

// sealed reads a container without its seal, and answers a wrong seal instead of
// the end.
type sealed struct {
	r    io.Reader
	sum  interface{ Sum([]byte) []byte }
	hash io.Writer
	buf  []byte // what was read and not given out; at least the seal, at the end
	end  bool
}

func newSealed(r io.Reader) *sealed {
	h := sha256.New()
	return &sealed{r: r, sum: h, hash: h}
}

// sealedStep is how much is read at once, in bytes.
const sealedStep = 64 << 10

func (s *sealed) Read(p []byte) (int, error) {
	for len(s.buf) <= sealSize && !s.end {
		if err := s.fill(); err != nil {
			return 0, err
		}
	}
	n := copy(p, s.buf[:max(0, len(s.buf)-sealSize)])
	if n == 0 && len(p) > 0 {
		return 0, s.finish()
	}
	s.hash.Write(p[:n])
	s.buf = s.buf[n:]
	return n, nil
}

func (s *sealed) fill() error {
	step := make([]byte, sealedStep)
	n, err := s.r.Read(step)
	s.buf = append(s.buf, step[:n]...)
	if err == io.EOF {
		s.end = true
		return nil
	}
	return err
}

// finish compares the seal.
func (s *sealed) finish() error {
	if want := s.sum.Sum(sealHead[:]); string(want) != string(s.buf) {
		return bad("its seal does not match: it is damaged or cut off")
	}
	return io.EOF
}

// frameMagic is how zstd begins.
var frameMagic = binary.LittleEndian.AppendUint32(nil, 0xfd2fb528)
