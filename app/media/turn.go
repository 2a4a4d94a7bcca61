package media

import (
	"encoding/binary"
	"image"
)

// turn is how a picture must be turned to be upright: by quarter turns to the right, after
// it was mirrored from left to right.
type turn struct {
	mirrored bool
	quarters int
}

// turns are those of the orientations 1 to 8 that a camera notes.
var turns = [9]turn{1: {}, 2: {true, 0}, 3: {false, 2}, 4: {true, 2}, 5: {true, 3}, 6: {false, 1}, 7: {true, 1}, 8: {false, 3}}

// upright is where a pixel of the picture comes from, and the size of the upright one.
func (t turn) upright(size image.Point) (image.Point, func(x, y int) (int, int)) {
	w, h := size.X, size.Y
	from := [4]func(x, y int) (int, int){
		func(x, y int) (int, int) { return x, y },
		func(x, y int) (int, int) { return y, h - 1 - x },
		func(x, y int) (int, int) { return w - 1 - x, h - 1 - y },
		func(x, y int) (int, int) { return w - 1 - y, x },
	}[t.quarters]
	out := size
	if t.quarters%2 == 1 {
		out = image.Pt(h, w)
	}
	if !t.mirrored {
		return out, from
	}
	return out, func(x, y int) (int, int) {
		x, y = from(x, y)
		return w - 1 - x, y
	}
}

// orientation finds the note of the camera in a JPEG. Without one, or with one that
// cannot be read, the picture is upright.
func orientation(sent []byte) turn {
	tiff := exif(sent)
	if len(tiff) < 8 {
		return turn{}
	}
	var order binary.ByteOrder = binary.BigEndian
	if tiff[0] == 'I' {
		order = binary.LittleEndian
	}
	at := uint64(order.Uint32(tiff[4:]))
	if at+2 > uint64(len(tiff)) {
		return turn{}
	}
	entries := tiff[at+2:]
	for range order.Uint16(tiff[at:]) {
		if len(entries) < 12 {
			return turn{}
		}
		const orientationTag, short = 0x112, 3
		if order.Uint16(entries) == orientationTag && order.Uint16(entries[2:]) == short {
			if n := order.Uint16(entries[8:]); n >= 1 && n <= 8 {
				return turns[n]
			}
			return turn{}
		}
		entries = entries[12:]
	}
	return turn{}
}

// exif is the part of a JPEG in which cameras write, nil where there is none.
func exif(sent []byte) []byte {
	if len(sent) < 4 || sent[0] != 0xff || sent[1] != 0xd8 {
		return nil
	}
	for b := sent[2:]; len(b) >= 4 && b[0] == 0xff && b[1] != 0xda; {
		n := int(binary.BigEndian.Uint16(b[2:]))
		if n < 2 || n+2 > len(b) {
			return nil
		}
		if part := b[4 : n+2]; b[1] == 0xe1 && len(part) > 6 && string(part[:6]) == "Exif\x00\x00" {
			return part[6:]
		}
		b = b[n+2:]
	}
	return nil
}
