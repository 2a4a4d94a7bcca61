package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// imageUser runs the program in the image: nobody that a machine knows.
const imageUser = 65532

// descriptor names a blob of an image.
type descriptor struct {
	MediaType   string            `json:"mediaType"`
	Digest      string            `json:"digest"`
	Size        int               `json:"size"`
	Platform    *platform         `json:"platform,omitempty"`
	Annotations map[string]string `json:"annotations,omitempty"`
}

type platform struct {
	Architecture string `json:"architecture"`
	OS           string `json:"os"`
}

// The parts of an image that are told.
type (
	manifest struct {
		SchemaVersion int          `json:"schemaVersion"`
		MediaType     string       `json:"mediaType"`
		Config        descriptor   `json:"config"`
		Layers        []descriptor `json:"layers"`
	}
	index struct {
		SchemaVersion int          `json:"schemaVersion"`
		MediaType     string       `json:"mediaType"`
		Manifests     []descriptor `json:"manifests"`
	}
	imageConfig struct {
		Architecture string     `json:"architecture"`
		OS           string     `json:"os"`
		Config       runConfig  `json:"config"`
		RootFS       rootFS     `json:"rootfs"`
		History      []struct{} `json:"history"`
	}
	runConfig struct {
		User         string              `json:"User"`
		ExposedPorts map[string]struct{} `json:"ExposedPorts"`
		Env          []string            `json:"Env"`
		Entrypoint   []string            `json:"Entrypoint"`
		Cmd          []string            `json:"Cmd"`
		Volumes      map[string]struct{} `json:"Volumes"`
		WorkingDir   string              `json:"WorkingDir"`
		StopSignal   string              `json:"StopSignal"`
		Labels       map[string]string   `json:"Labels"`
	}
	rootFS struct {
		Type    string   `json:"type"`
		DiffIDs []string `json:"diff_ids"`
	}
)

// image writes one archive with an image for each processor.
func (r *release) image(arches []string) error {
	b := &blobs{known: map[string]bool{}}
	all := index{SchemaVersion: 2, MediaType: "application/vnd.oci.image.index.v1+json"}
	for _, arch := range arches {
		one, err := r.imageFor(b, arch)
		if err != nil {
			return err
		}
		all.Manifests = append(all.Manifests, one)
	}
	// Names stand at an index of its own, so that whoever loads the archive gets both.
	whole, err := b.json(all.MediaType, all)
	if err != nil {
		return err
	}
	whole.Annotations = map[string]string{"org.opencontainers.image.ref.name": r.version, "io.containerd.image.name": "marquee:" + r.version}
	top, err := json.Marshal(index{SchemaVersion: 2, MediaType: all.MediaType, Manifests: []descriptor{whole}})
	if err != nil {
		return err
	}
	f, err := os.Create(filepath.Join(r.dist, "marquee-"+r.version+"-image.tar"))
	if err != nil {
		return err
	}
	defer f.Close()
	if err := tarOf(f, append(b.entries,
		entry{name: "oci-layout", mode: 0o644, content: []byte(`{"imageLayoutVersion":"1.0.0"}`)},
		entry{name: "index.json", mode: 0o644, content: top})); err != nil {
		return err
	}
	return f.Close()
}

func (r *release) imageFor(b *blobs, arch string) (descriptor, error) {
	files, err := r.imageFiles(arch)
	if err != nil {
		return descriptor{}, err
	}
	var plain bytes.Buffer
	if err := tarOf(&plain, files); err != nil {
		return descriptor{}, err
	}
	packed, err := zipped(files)
	if err != nil {
		return descriptor{}, err
	}
	config, err := b.json("application/vnd.oci.image.config.v1+json", imageConfig{
		Architecture: arch, OS: "linux",
		Config: runConfig{
			User: fmt.Sprint(imageUser), ExposedPorts: map[string]struct{}{"8080/tcp": {}},
			Env:        []string{"ZONEINFO=/zoneinfo.zip", "MARQUEE_DATA=/data", "MARQUEE_LISTEN=0.0.0.0:8080"},
			Entrypoint: []string{"/marquee"}, Cmd: []string{"serve"},
			Volumes: map[string]struct{}{"/data": {}}, WorkingDir: "/data", StopSignal: "SIGTERM",
			Labels: map[string]string{"org.opencontainers.image.version": r.version, "org.opencontainers.image.licenses": "MIT", "org.opencontainers.image.title": "marquee"},
		},
		RootFS: rootFS{"layers", []string{digest(plain.Bytes())}}, History: []struct{}{{}},
	})
	if err != nil {
		return descriptor{}, err
	}
	m := manifest{SchemaVersion: 2, MediaType: "application/vnd.oci.image.manifest.v1+json", Config: config}
	m.Layers = []descriptor{b.add("application/vnd.oci.image.layer.v1.tar+gzip", packed)}
	out, err := b.json(m.MediaType, m)
	out.Platform = &platform{arch, "linux"}
	return out, err
}

// imageFiles are those of the one layer: the program, whom it trusts, the timezones, and
// folders that it may write to.
func (r *release) imageFiles(arch string) ([]entry, error) {
	files := []entry{
		{name: "marquee", mode: 0o755}, {name: "zoneinfo.zip", mode: 0o644}, {name: "etc/ssl/certs/ca-certificates.crt", mode: 0o644},
		{name: "etc/passwd", mode: 0o644, content: fmt.Appendf(nil, "marquee:x:%d:%[1]d::/data:/nologin\n", imageUser)},
		{name: "data/", mode: 0o700, owner: imageUser}, {name: "tmp/", mode: 0o1777},
	}
	for i, from := range []string{r.binary(arch), r.zones, r.roots} {
		var err error
		if files[i].content, err = os.ReadFile(from); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// blobs are the files of an archive that are named by what is in them.
type blobs struct {
	entries []entry
	known   map[string]bool
}

func (b *blobs) add(mediaType string, content []byte) descriptor {
	d := descriptor{MediaType: mediaType, Digest: digest(content), Size: len(content)}
	if !b.known[d.Digest] {
		b.known[d.Digest] = true
		b.entries = append(b.entries, entry{name: "blobs/sha256/" + d.Digest[len("sha256:"):], mode: 0o644, content: content})
	}
	return d
}

func (b *blobs) json(mediaType string, v any) (descriptor, error) {
	content, err := json.Marshal(v)
	return b.add(mediaType, content), err
}

func digest(b []byte) string {
	sum := sha256.Sum256(b)
	return "sha256:" + hex.EncodeToString(sum[:])
}
