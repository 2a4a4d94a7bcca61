package page

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"

	"marquee/handlers/rest"
)

// AssetsPath is in front of style sheets and scripts.
const AssetsPath = "/assets"

// hashLength is how much of a hash stands in a name, in hexadecimal digits.
const hashLength = 16

// Assets are files that never change under their names: each has the hash of its content
// in it, so that browsers keep them for good. They are read when the first one is asked for.
type Assets struct{ all func() assetTable }

type assetTable struct {
	byName map[string]*asset // shop.css
	byPath map[string]*asset // shop.0123456789abcdef.css
}

type asset struct {
	name, hashed, mime string
	plain              []byte
	// packed is compressed when it is first asked for; nil where that does not help.
	packed func() []byte
	// brotli is smaller still; only large files are kept in that form too.
	brotli []byte
}

// NewAssets are the files at the top of a file system, but for Go sources. A large file
// lies there packed in two ways, name.gz and name.br.
func NewAssets(files fs.FS) *Assets {
	return &Assets{sync.OnceValue(func() assetTable {
		a, err := readAssets(files)
		if err != nil {
			panic(err) // the files are part of the program
		}
		return a
	})}
}

func readAssets(files fs.FS) (assetTable, error) {
	a := assetTable{byName: map[string]*asset{}, byPath: map[string]*asset{}}
	all, err := fs.ReadDir(files, ".")
	if err != nil {
		return a, err
	}
	for _, entry := range all {
		name := entry.Name()
		if ext := path.Ext(name); entry.IsDir() || ext == ".go" || ext == ".br" {
			continue
		}
		one, err := readAsset(files, name)
		if err != nil {
			return a, err
		}
		name = one.name
		a.byName[name], a.byPath[one.hashed] = one, one
	}
	return a, nil
}

// readAsset reads a file, or both forms of one that is packed.
func readAsset(files fs.FS, name string) (*asset, error) {
	held, err := fs.ReadFile(files, name)
	whole, isPacked := strings.CutSuffix(name, ".gz")
	if err != nil || !isPacked {
		return newAsset(name, held), err
	}
	a := newAsset(whole, held)
	a.plain, a.packed = nil, func() []byte { return held }
	a.brotli, err = fs.ReadFile(files, whole+".br")
	return a, err
}

// content is the file itself. Few browsers take none of the packed forms.
func (a *asset) content() ([]byte, error) {
	if a.plain != nil {
		return a.plain, nil
	}
	r, err := gzip.NewReader(bytes.NewReader(a.packed()))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}

func newAsset(name string, plain []byte) *asset {
	sum := sha256.Sum256(plain)
	ext := path.Ext(name)
	a := &asset{name: name, hashed: strings.TrimSuffix(name, ext) + "." + hex.EncodeToString(sum[:])[:hashLength] + ext, plain: plain}
	a.mime = mediaType(ext)
	a.packed = sync.OnceValue(func() []byte { return rest.Gzipped(plain, gzip.BestCompression) })
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
	case ".png":
		return "image/png"
	}
	if known := mime.TypeByExtension(ext); known != "" {
		return known
	}
	return "application/octet-stream"
}

// Path is where a file is, by its plain name.
func (a *Assets) Path(name string) (string, error) {
	one, ok := a.all().byName[name]
	if !ok {
		return "", fmt.Errorf("no asset %s: run make web", name)
	}
	return AssetsPath + "/" + one.hashed, nil
}

// Content is a file by its plain name.
func (a *Assets) Content(name string) ([]byte, bool) {
	one, ok := a.all().byName[name]
	if !ok {
		return nil, false
	}
	plain, err := one.content()
	return plain, err == nil
}

func (a *Assets) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	one, ok := a.all().byPath[strings.TrimPrefix(r.URL.Path, AssetsPath+"/")]
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
	if one.brotli != nil && rest.Takes(r, "br") {
		w.Header().Set("Content-Encoding", "br")
		writeBody(w, r, http.StatusOK, one.brotli)
		return
	}
	if packed := one.packed(); one.plain == nil && rest.Takes(r, "gzip") {
		w.Header().Set("Content-Encoding", "gzip")
		writeBody(w, r, http.StatusOK, packed)
		return
	}
	plain, err := one.content()
	if err != nil {
		http.Error(w, "The file cannot be read.", http.StatusInternalServerError)
		return
	}
	send(w, r, http.StatusOK, plain, one.packed)
}

// send answers with a body, compressed where the browser takes it and it helps.
func send(w http.ResponseWriter, r *http.Request, status int, plain []byte, compressed func() []byte) {
	body := plain
	if rest.Takes(r, "gzip") {
		if small := compressed(); small != nil {
			body = small
			w.Header().Set("Content-Encoding", "gzip")
		}
	}
	writeBody(w, r, status, body)
}

func writeBody(w http.ResponseWriter, r *http.Request, status int, body []byte) {
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		rest.Put(w, body)
	}
}
