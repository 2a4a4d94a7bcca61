package indexes

import (
	"bytes"
	"errors"
	"strconv"

	"marquee/kv"
)

// hasText looks for the text that a record should have, which is in l, if any.
func (v *verifier) hasText(s *indexShape, company int64, pk []byte, l *keyList) error {
	key := s.blockKey(company, v.global, v.idOf(pk))
	value, err := v.r.Get(s.space, key)
	if err != nil && !errors.Is(err, kv.ErrNotFound) {
		return err
	}
	var got, want []byte
	if l.len() > 0 {
		want = l.at(0)
	}
	if b, bad := readBlock(value); err == nil && bad == nil {
		got = b.text(v.idOf(pk))
	}
	if !bytes.Equal(got, want) {
		v.report(v.finding(s.name, company, pk, key, "the text "+strconv.Quote(string(want)), strconv.Quote(string(got))))
	}
	return nil
}

// textBlock checks that each text of an entry is of a record that is there; what it says was
// compared with the record.
func (v *verifier) textBlock(x index, p kv.Pair) error {
	s := x.indexShape
	company, rest := int64(0), p.Key
	var err error
	if !v.global {
		company, rest, err = kv.Int.Read(rest)
	}
	var n int64
	if err == nil {
		n, rest, err = kv.Int.Read(rest)
	}
	b, bad := readBlock(p.Value)
	if err = errors.Join(err, bad); err == nil && len(rest) > 0 {
		err = kv.ErrBadKey
	}
	if err != nil {
		v.report(v.finding(s.name, company, nil, p.Key, "texts", err.Error()))
		return nil
	}
	var owners []int64
	texts := 0
	b.each(func(at int, text []byte) {
		owners = append(owners, n*textsTogether+int64(at))
		texts += len(text) + 1
	})
	if texts != len(b.texts) {
		v.report(v.finding(s.name, company, nil, p.Key, "a text for each bit", "others"))
	}
	for _, id := range owners {
		_, err := v.r.Get(v.space, v.key(company, pkOf(id)))
		if errors.Is(err, kv.ErrNotFound) {
			v.report(v.finding(s.name, company, pkOf(id), p.Key, "no text", "the text of a record that is not there"))
			continue
		}
		if err != nil {
			return err
		}
	}
	return nil
}
