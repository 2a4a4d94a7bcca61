package attack

import (
	"archive/tar"
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"
)

// files gives the program files that were made up: none becomes a store, none takes long,
// none fills the disk.
func files(g *target) string {
	if !g.large() {
		return "the program alone reads files"
	}
	n := 0
	for name, content := range hostileFiles() {
		dir := g.t.TempDir()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, content, 0o600); err != nil {
			g.t.Fatal(err)
		}
		for _, args := range [][]string{
			{"restore", "--data", filepath.Join(dir, "new"), path}, {"verify", path}, {"import", "--data", filepath.Join(dir, "new"), path},
		} {
			n++
			start := time.Now()
			out, err := exec.Command(g.program, args...).CombinedOutput()
			if err == nil || bytes.Contains(out, []byte("panic")) || bytes.Contains(out, []byte("goroutine ")) {
				g.t.Errorf("%s of %s: %v %.300s", args[0], name, err, out)
			}
			if took := time.Since(start); took > 20*time.Second {
				g.t.Errorf("%s of %s took %v", args[0], name, took)
			}
		}
		if size := sizeOf(dir); size > int64(len(content))+(64<<20) {
			g.t.Errorf("%s left %d MB", name, size>>20)
		}
	}
	return fmt.Sprintf("%d commands refused made-up files", n)
}

func sizeOf(dir string) (size int64) {
	_ = filepath.WalkDir(dir, func(_ string, d os.DirEntry, err error) error {
		if info, bad := d.Info(); err == nil && bad == nil && !d.IsDir() {
			size += info.Size()
		}
		return nil
	})
	return size
}

// hostileFiles are named as backups are.
func hostileFiles() map[string][]byte {
	random := rand.New(rand.NewPCG(1, 1))
	noise := make([]byte, 1<<20)
	for i := range noise {
		noise[i] = byte(random.Uint32())
	}
	return map[string][]byte{
		"empty.tar.zst": nil, "noise.tar.zst": noise, "text.tar.zst": []byte(strings.Repeat("marquee export 1\n", 1000)),
		"bomb.tar.zst":    packed(`{"product":"marquee","form":1,"bytes":4294967296}`, "marquee.db", 1<<30, 1<<20),
		"window.tar.zst":  packed(`{"product":"marquee","form":1,"bytes":268435456}`, "marquee.db", 256<<20, 512<<20),
		"outside.tar.zst": packed(`{"product":"marquee","form":1,"bytes":1048576}`, "../../marquee.db", 1<<20, 1<<20),
		"plain.db":        append(make([]byte, 16), append([]byte{0xed, 0xda, 0x0c, 0xed}, noise...)...),
	}
}

// packed is a container with so many zeros in it.
func packed(manifest, name string, zeros int64, window int) []byte {
	var out bytes.Buffer
	z, _ := zstd.NewWriter(&out, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(window))
	t := tar.NewWriter(z)
	_ = t.WriteHeader(&tar.Header{Name: "manifest.json", Size: int64(len(manifest)), Mode: 0o600})
	_, _ = t.Write([]byte(manifest))
	_ = t.WriteHeader(&tar.Header{Name: name, Size: zeros, Mode: 0o600})
	block := make([]byte, 1<<20)
	for range zeros >> 20 {
		_, _ = t.Write(block)
	}
	_ = z.Close()
	return out.Bytes()
}
