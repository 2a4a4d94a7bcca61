package mail

import (
	"bytes"
	"compress/flate"
	"errors"
	"io"
	"time"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

// body is the text of a mail as it was sent, without what a link opens. It is kept for
// whoever asks what somebody was told.
type body struct {
	MailID int64     `msgpack:"i"`
	At     time.Time `msgpack:"t"`
	// Text is compressed.
	Text []byte `msgpack:"x"`
}

var (
	bodyByAge = indexes.NewBy("age", kv.Time, func(b *body) []time.Time { return []time.Time{b.At} })
	bodies    = indexes.DefineKeyed(indexes.KeyedSpec[int64, body]{
		Name: "mail_bodies", Version: 1,
		Person:    indexes.Removed("the mail"),
		Unaudited: "follows from mails",
		Key:       kv.Int,
		KeyOf:     func(b *body) int64 { return b.MailID },
		Check: func(b *body) error {
			if b.MailID == 0 || len(b.Text) == 0 {
				return errors.New("mail: a text of no mail")
			}
			return nil
		},
	}, bodyByAge.Index)
)

// keep stores the text of a mail.
func keep(tx app.Tx, id int64, packed []byte) error {
	return bodies.Put(tx, &body{MailID: id, At: tx.Now(), Text: packed})
}

// pack compresses a text. What compresses takes 1.2 MB, and is used again.
func (o *office) pack(text string) []byte {
	var out bytes.Buffer
	w, ok := o.packers.Get().(*flate.Writer)
	if !ok {
		w, _ = flate.NewWriter(nil, flate.BestSpeed) // the level is a known one
	}
	w.Reset(&out)
	_, _ = io.WriteString(w, text) // a buffer takes everything
	_ = w.Close()
	o.packers.Put(w)
	return out.Bytes()
}

// unpack is the text that was kept.
func (b *body) unpack() (string, error) {
	text, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(b.Text)), maxText))
	return string(text), err
}

// maxText bounds a text that is unpacked, in bytes.
const maxText = 1 << 20
