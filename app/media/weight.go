package media

import (
	"bytes"
	"image"
	"image/color"
)

// What a pixel takes while a picture is decoded, in bytes.
const (
	plainPixel = 4
	// deepPixel is one with 16 bits for each colour.
	deepPixel = 8
	// turnedPixel is one whose colours are another kind of colours once more.
	turnedPixel = 8
	// coefficient is what a sample of a progressive JPEG takes to the end.
	coefficient = 4
)

// pixelBytes is about what a pixel takes while a picture is decoded.
func pixelBytes(config image.Config, sent []byte) int {
	each := plainPixel
	switch config.ColorModel {
	case color.RGBA64Model, color.NRGBA64Model, color.Gray16Model:
		each = deepPixel
	}
	switch {
	case bytes.HasPrefix(sent, []byte("RIFF")):
		return turnedPixel
	case isInterlaced(sent):
		return 2 * each // each pass is a picture of its own
	}
	frame := frameOf(sent)
	if frame.turned {
		each = turnedPixel
	}
	return each + frame.kept
}

// isInterlaced tells whether a file is a PNG that comes in passes.
func isInterlaced(sent []byte) bool {
	const interlace = 28
	return len(sent) > interlace && sent[0] == 0x89 && sent[interlace] != 0
}

// frame is what the first frame header of a JPEG says of the memory that it takes.
type frame struct {
	// kept is what a pixel takes of coefficients that are kept to the end, in bytes.
	kept int
	// turned: its colours are turned into others at the end.
	turned bool
}

// frameOf finds the frame header of a JPEG; the zero frame is that of other files.
func frameOf(sent []byte) frame {
	if !bytes.HasPrefix(sent, []byte("\xff\xd8\xff")) {
		return frame{}
	}
	for at := 2; at+4 <= len(sent) && sent[at] == 0xff; {
		switch marker := sent[at+1]; {
		case marker == 0xff: // padding
			at++
			continue
		case marker >= 0xc0 && marker <= 0xc2:
			return readFrame(sent[at+4:], marker == 0xc2, bytes.Contains(sent, []byte("Adobe")))
		case marker == 0xda:
			return frame{}
		case marker == 0 || marker >= 0xd0 && marker <= 0xd9:
			at += 2
			continue
		}
		at += 2 + int(sent[at+2])<<8 + int(sent[at+3])
	}
	return frame{}
}

// readFrame reads the components of a frame. Where colours may be others than usual, they are
// turned: a note that says so may stand anywhere in the file.
func readFrame(head []byte, progressive, adobe bool) (f frame) {
	const fixed, each = 6, 3 // bytes before the components, and of one
	samples, wide, high := 0, 1, 1
	components, red := 0, false
	for rest := head[min(fixed, len(head)):]; len(head) >= fixed && components < int(head[fixed-1]) && len(rest) >= each; rest = rest[each:] {
		h, v := int(rest[1]>>4), int(rest[1]&15)
		red = red || rest[0] == 'R'
		samples, wide, high = samples+h*v, max(wide, h), max(high, v)
		components++
	}
	f.turned = adobe || red || components == 4
	if progressive {
		f.kept = max(coefficient, (coefficient*samples+wide*high-1)/(wide*high))
	}
	return f
}
