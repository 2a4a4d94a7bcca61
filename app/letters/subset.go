package letters

import (
	"encoding/binary"
	"slices"
)

// Subset is a font of the given glyphs, numbered in this order; the first is the one of what is missing. What glyphs are made up
// of follows them.
func (f *Face) Subset(glyphs []uint16) []byte {
	all := slices.Clone(glyphs)
	var glyf, loca, hmtx []byte
	for i := 0; i < len(all); i++ { // it grows
		loca = binary.BigEndian.AppendUint32(loca, uint32(len(glyf)))
		shape := slices.Clone(f.outline(all[i]))
		f.components(shape, func(part []byte) {
			g := be16(part, 2)
			n := slices.Index(all[len(glyphs):], g)
			if n < 0 {
				n = len(all) - len(glyphs)
				all = append(all, g)
			}
			binary.BigEndian.PutUint16(part[2:], uint16(len(glyphs)+n))
		})
		glyf = append(glyf, shape...)
		for len(glyf)%4 != 0 {
			glyf = append(glyf, 0)
		}
		hmtx = binary.BigEndian.AppendUint16(hmtx, uint16(f.width(all[i])))
		hmtx = binary.BigEndian.AppendUint16(hmtx, f.bearing(all[i]))
	}
	loca = binary.BigEndian.AppendUint32(loca, uint32(len(glyf)))
	head, hhea, maxp := slices.Clone(f.tables["head"]), slices.Clone(f.tables["hhea"]), slices.Clone(f.tables["maxp"])
	binary.BigEndian.PutUint32(head[8:], 0)
	binary.BigEndian.PutUint16(head[50:], 1) // long
	binary.BigEndian.PutUint16(hhea[34:], uint16(len(all)))
	binary.BigEndian.PutUint16(maxp[4:], uint16(len(all)))
	return assembled([]string{"glyf", "head", "hhea", "hmtx", "loca", "maxp"}, [][]byte{glyf, head, hhea, hmtx, loca, maxp})
}

// bearing is where a glyph begins on its left.
func (f *Face) bearing(glyph uint16) uint16 {
	hmtx := f.tables["hmtx"]
	if int(glyph) < f.widths {
		return be16(hmtx, 4*int(glyph)+2)
	}
	return be16(hmtx, 4*f.widths+2*(int(glyph)-f.widths))
}

// What a part of a glyph says of itself.
const (
	wordArguments = 1 << 0
	offsets       = 1 << 1
	oneScale      = 1 << 3
	moreParts     = 1 << 5
	twoScales     = 1 << 6
	matrix        = 1 << 7
)

// components calls back with each part that a glyph is made up of, from its flags on.
func (f *Face) components(shape []byte, each func(part []byte)) {
	if len(shape) == 0 || signed(shape, 0) >= 0 {
		return
	}
	for at := 10; ; {
		flags := be16(shape, at)
		each(shape[at:])
		if flags&moreParts == 0 {
			return
		}
		at += partSize(flags)
	}
}

// partSize is how many bytes the description of a part has.
func partSize(flags uint16) int {
	size := 6
	if flags&wordArguments != 0 {
		size += 2
	}
	switch {
	case flags&oneScale != 0:
		size += 2
	case flags&twoScales != 0:
		size += 4
	case flags&matrix != 0:
		size += 8
	}
	return size
}

// assembled is a TrueType font of tables, which are in the order of their names.
func assembled(names []string, tables [][]byte) []byte {
	out := binary.BigEndian.AppendUint32(nil, 0x10000)
	for _, v := range []uint16{uint16(len(names)), 64, 2, uint16(16*len(names) - 64)} {
		out = binary.BigEndian.AppendUint16(out, v)
	}
	at := len(out) + 16*len(names)
	head := 0
	for i, name := range names {
		if name == "head" {
			head = at
		}
		out = append(out, name...)
		out = binary.BigEndian.AppendUint32(out, sum(tables[i]))
		out = binary.BigEndian.AppendUint32(out, uint32(at))
		out = binary.BigEndian.AppendUint32(out, uint32(len(tables[i])))
		at += (len(tables[i]) + 3) &^ 3
	}
	for _, t := range tables {
		out = append(out, t...)
		for len(out)%4 != 0 {
			out = append(out, 0)
		}
	}
	binary.BigEndian.PutUint32(out[head+8:], 0xb1b0afba-sum(out))
	return out
}

// sum is the checksum of a table.
func sum(table []byte) (s uint32) {
	for len(table) >= 4 {
		s += binary.BigEndian.Uint32(table)
		table = table[4:]
	}
	var rest [4]byte
	copy(rest[:], table)
	return s + binary.BigEndian.Uint32(rest[:])
}
