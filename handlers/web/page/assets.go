package page

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"
)

// AssetsPath is in front of style sheets and scripts.
const AssetsPath = "/assets"

// hashLength is how much of a hash stands in a name, in hexadecimal digits.
const hashLength = 16

// Assets are files that never change under their names: each has the hash of its content
// in it, so that browsers keep them for good.
type Assets struct {
	byName map[string]*asset // shop.css
	byPath map[string]*asset // shop.0123456789abcdef.css
}

type asset struct {
	name, hashed, mime string
	plain              []byte
	// packed is compressed when it is first asked for; nil where that does not help.
	packed func() []byte
}

// NewAssets reads the files at the top of a file system, but for Go sources.
func NewAssets(files fs.FS) (*Assets, error) {
	a := &Assets{byName: map[string]*asset{}, byPath: map[string]*asset{}}
	all, err := fs.ReadDir(files, ".")
	if err != nil {
		return nil, err
	}
	for _, entry := range all {
		name := entry.Name()
		if entry.IsDir() || path.Ext(name) == ".go" {
			continue
		}
		plain, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		one := newAsset(name, plain)
		a.byName[name], a.byPath[one.hashed] = one, one
	}
	return a, nil
}

func newAsset(name string, plain []byte) *asset {
	sum := sha256.Sum256(plain)
	ext := path.Ext(name)
	a := &asset{name: name, hashed: strings.TrimSuffix(name, ext) + "." + hex.EncodeToString(sum[:])[:hashLength] + ext, plain: plain}
	a.mime = mediaType(ext)
	a.packed = sync.OnceValue(func() []byte { return packed(plain, gzip.BestCompression) })
	return a
}

// mediaType names what browsers refuse under another name.
func mediaType(ext string) string {
	switch ext {
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".wasm":
		return "application/wasm"
	case ".webmanifest":
		return "application/manifest+json"
	case ".svg":
		return "image/svg+xml"
	}
	if known := mime.TypeByExtension(ext); known != "" {
		return known
	}
	return "application/octet-stream"
}

// packed compresses, and gives nil where that does not help.
func packed(plain []byte, level int) []byte {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, level)
	if err == nil {
		_, err = w.Write(plain)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil || out.Len() >= len(plain) {
		return nil
	}
	return out.Bytes()
}

// Path is where a file is, by its plain name.
func (a *Assets) Path(name string) (string, error) {
	one, ok := a.byName[name]
	if !ok {
		return "", fmt.Errorf("no asset %s: run make web", name)
	}
	return AssetsPath + "/" + one.hashed, nil
}

// Content is a file by its plain name.
func (a *Assets) Content(name string) ([]byte, bool) {
	one, ok := a.byName[name]
	if !ok {
		return nil, false
	}
	return one.plain, true
}

func (a *Assets) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	one, ok := a.byPath[strings.TrimPrefix(r.URL.Path, AssetsPath+"/")]
	if !ok {
		http.Error(w, "There is nothing at this address.", http.StatusNotFound)
		return
	}
	h := w.Header()
	Policy{}.set(h, "", false)
	h.Set("Cross-Origin-Resource-Policy", "cross-origin") // a frame on another site loads them too
	h.Set("Cache-Control", "public, max-age="+strconv.Itoa(int(assetMemory.Seconds()))+", immutable")
	h.Set("Content-Type", one.mime)
	h.Set("Vary", "Accept-Encoding")
	send(w, r, one.plain, one.packed)
}

// send answers with a body, compressed where the browser takes it and it helps.
func send(w http.ResponseWriter, r *http.Request, plain []byte, compressed func() []byte) {
	body := plain
	if takesGzip(r) {
		if small := compressed(); small != nil {
			body = small
			w.Header().Set("Content-Encoding", "gzip")
		}
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	if r.Method != http.MethodHead {
		_, _ = w.Write(body)
	}
}

// takesGzip tells whether a browser names gzip among what it takes.
func takesGzip(r *http.Request) bool {
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, q, _ := strings.Cut(strings.TrimSpace(part), ";")
		if name == "gzip" && strings.ReplaceAll(q, " ", "") != "q=0" {
			return true
		}
	}
	return false
}
