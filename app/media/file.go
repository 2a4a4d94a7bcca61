package media

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"marquee/app"
	"marquee/indexes"
)

// File is the bytes of a picture.
type File struct {
	ID    int64  `msgpack:"id"`
	MIME  string `msgpack:"m"`
	Hash  string `msgpack:"h"` // of the bytes: 32 hexadecimal digits
	Bytes []byte `msgpack:"b"`
}

// Files is the table of them.
var Files = fileTable.Table

var fileTable = indexes.Define(indexes.Spec[File]{
	Name: "media_files", Version: 1,
	Person:    indexes.Nobody("pictures of events"),
	Unaudited: "a copy",
	ID:        func(f *File) *int64 { return &f.ID },
	Check: func(f *File) error {
		if len(f.Bytes) == 0 || len(f.Bytes) > maxStored || f.Hash != hashOf(f.Bytes) {
			return errors.New("a picture has other bytes than it was stored with")
		}
		return nil
	},
})

// Area is what this area brings.
func Area() app.Area {
	return app.Area{
		Tables: []indexes.Declared{Files.Declared},
	}
}

// hashOf is the first half of the SHA-256 of a file.
func hashOf(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:16])
}

// Image says of a picture what its owner's record keeps. Its owner is what the record is of.
type Image struct {
	FileID    int64     `msgpack:"f"`
	Place     Place     `msgpack:"p"`
	MIME      string    `msgpack:"m"`
	Hash      string    `msgpack:"h"`
	Size      int64     `msgpack:"s"` // in bytes
	Width     int64     `msgpack:"w"` // in pixels
	Height    int64     `msgpack:"t"`
	CreatedAt time.Time `msgpack:"c"`
}

// Path is in front of the addresses of pictures.
const Path = "/media"

// Address is where a picture of a company is.
func (m *Image) Address(company int64) string {
	return fmt.Sprintf("%s/%d/%d-%s.%s", Path, company, m.FileID, m.Hash, strings.TrimPrefix(m.MIME, "image/"))
}

// In is the picture in a place, nil for none.
func In(images []Image, place Place) *Image {
	for i := range images {
		if images[i].Place == place {
			return &images[i]
		}
	}
	return nil
}

// Put stores a picture among those of an owner, in the place of the one before.
func Put(tx app.Tx, c *app.Caller, images []Image, p Picture) ([]Image, error) {
	if err := app.TakeRows(tx, c, rowsEach); err != nil {
		return nil, err
	}
	kept, _, err := Remove(tx, images, p.Place)
	if err != nil {
		return nil, err
	}
	f := File{MIME: p.MIME, Hash: hashOf(p.Bytes), Bytes: p.Bytes}
	if err := fileTable.Insert(tx, &f); err != nil {
		return nil, err
	}
	return append(kept, Image{
		FileID: f.ID, Place: p.Place, MIME: p.MIME, Hash: f.Hash, Size: int64(len(p.Bytes)), Width: p.Width, Height: p.Height, CreatedAt: tx.Now(),
	}), nil
}

// Copy stores the pictures of an owner once more, for another one.
func Copy(tx app.Tx, images []Image) ([]Image, error) {
	all := slices.Clone(images)
	for i := range all {
		f, err := Files.Get(tx, all[i].FileID)
		if err != nil {
			return nil, err
		}
		f.ID = 0
		if err := fileTable.Insert(tx, &f); err != nil {
			return nil, err
		}
		all[i].FileID, all[i].CreatedAt = f.ID, tx.Now()
	}
	return all, nil
}

// Remove deletes the picture in a place; found is false when there is none.
func Remove(tx app.Tx, images []Image, place Place) (kept []Image, found bool, err error) {
	i := slices.IndexFunc(images, func(m Image) bool { return m.Place == place })
	if i < 0 {
		return slices.Clone(images), false, nil
	}
	kept = slices.Delete(slices.Clone(images), i, i+1)
	return kept, true, fileTable.Delete(tx, images[i].FileID)
}

// Open reads a picture for anybody who has its address.
func Open(ctx context.Context, a *app.App, company, id int64, hash string) (f File, err error) {
	err = a.ViewCompany(ctx, company, func(r app.Reader) (err error) {
		f, err = Files.Get(r, id)
		return err
	})
	if err == nil && subtle.ConstantTimeCompare([]byte(f.Hash), []byte(hash)) == 1 {
		return f, nil
	}
	if err == nil || errors.Is(err, indexes.ErrNotFound) {
		err = app.Missing("picture")
	}
	return File{}, err
}
