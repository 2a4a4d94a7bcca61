package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"path"
	"time"
)

// packedAt is the time of every file: a release that is made again is the same.
var packedAt = time.Unix(0, 0).UTC()

// entry is a file of an archive, or a folder, which has no content and whose name ends in /.
type entry struct {
	name    string
	mode    int64
	owner   int // of image folders that the program writes to
	content []byte
}

// tarOf writes entries with the folders above them.
func tarOf(w io.Writer, entries []entry) error {
	t := tar.NewWriter(w)
	made := map[string]bool{".": true, "/": true}
	for _, e := range entries {
		if err := foldersAbove(t, e.name, made); err != nil {
			return err
		}
		h := &tar.Header{Name: e.name, Mode: e.mode, Size: int64(len(e.content)), ModTime: packedAt, Typeflag: tar.TypeReg, Uid: e.owner, Gid: e.owner, Format: tar.FormatGNU}
		if folder := path.Clean(e.name); e.name[len(e.name)-1] == '/' {
			h.Typeflag, made[folder] = tar.TypeDir, true
		}
		if err := t.WriteHeader(h); err != nil {
			return err
		}
		if _, err := t.Write(e.content); err != nil {
			return err
		}
	}
	return t.Close()
}

func foldersAbove(t *tar.Writer, name string, made map[string]bool) error {
	above := path.Dir(path.Clean(name))
	if made[above] {
		return nil
	}
	if err := foldersAbove(t, above, made); err != nil {
		return err
	}
	made[above] = true
	prefix := ""
	if name[0] == '.' {
		prefix = "./"
	}
	return t.WriteHeader(&tar.Header{Name: prefix + path.Clean(above) + "/", Mode: 0o755, ModTime: packedAt, Typeflag: tar.TypeDir, Format: tar.FormatGNU})
}

// zipped is an archive, compressed.
func zipped(entries []entry) ([]byte, error) {
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if err := tarOf(z, entries); err != nil {
		return nil, err
	}
	err = z.Close()
	return out.Bytes(), err
}

// arOf writes the plain archive that a Debian package is.
func arOf(w io.Writer, entries []entry) error {
	if _, err := io.WriteString(w, "!<arch>\n"); err != nil {
		return err
	}
	for _, e := range entries {
		if _, err := fmt.Fprintf(w, "%-16s%-12d%-6d%-6d%-8o%-10d`\n", e.name, packedAt.Unix(), 0, 0, 0o100000|e.mode, len(e.content)); err != nil {
			return err
		}
		content := e.content
		if len(content)%2 == 1 {
			content = append(content[:len(content):len(content)], '\n')
		}
		if _, err := w.Write(content); err != nil {
			return err
		}
	}
	return nil
}
