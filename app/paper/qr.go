package paper

import (
	"fmt"

	// The standard is frozen, and this is the quickest encoder; the choice of the mask,
	// which it leaves out, is below.
	"rsc.io/qr/coding"
)

const qrLevel = coding.M

func (p *Printer) qr(text string) (*Symbol, error) {
	enc := qrEncoding(text)
	v := coding.Version(coding.MinVersion)
	for enc.Bits(v) > v.DataBytes(qrLevel)*8 {
		if v++; v > coding.MaxVersion {
			return nil, fmt.Errorf("paper: %d bytes do not fit into a QR code", len(text))
		}
	}
	var best *coding.Code
	least := 0
	for mask := range coding.Mask(8) {
		plan, err := p.qrPlan(v, mask)
		if err != nil {
			return nil, err
		}
		code, err := plan.Encode(enc)
		if err != nil {
			return nil, err
		}
		if worse := qrPenalty(code); best == nil || worse < least {
			best, least = code, worse
		}
	}
	s := &Symbol{Kind: QR, Width: best.Size, Height: best.Size, Quiet: 4, dark: make([]bool, best.Size*best.Size)}
	for y := range best.Size {
		for x := range best.Size {
			s.dark[y*best.Size+x] = best.Black(x, y)
		}
	}
	return s, nil
}

// qrEncoding is the shortest of the modes that can say the text.
func qrEncoding(text string) coding.Encoding {
	switch {
	case coding.Num(text).Check() == nil:
		return coding.Num(text)
	case coding.Alpha(text).Check() == nil:
		return coding.Alpha(text)
	}
	return coding.String(text)
}

type qrPlanKey struct {
	version coding.Version
	mask    coding.Mask
}

// qrPlan makes or remembers what depends on size and mask alone: most of the work.
// There are at most 40 × 8.
func (p *Printer) qrPlan(v coding.Version, m coding.Mask) (*coding.Plan, error) {
	key := qrPlanKey{v, m}
	if known, ok := p.plans.Load(key); ok {
		return known.(*coding.Plan), nil
	}
	plan, err := coding.NewPlan(v, qrLevel, m)
	if err == nil {
		p.plans.Store(key, plan)
	}
	return plan, err
}

// qrPenalty is how hard a code is to read, by the four rules of the standard
// (ISO/IEC 18004, 7.8.3.1).
func qrPenalty(c *coding.Code) int {
	dark := make([][]bool, c.Size)
	turned := make([][]bool, c.Size)
	for y := range c.Size {
		dark[y], turned[y] = make([]bool, c.Size), make([]bool, c.Size)
		for x := range c.Size {
			dark[y][x], turned[y][x] = c.Black(x, y), c.Black(y, x)
		}
	}
	sum, black := qrBlocks(dark), 0
	for i := range c.Size {
		sum += qrRuns(dark[i]) + qrRuns(turned[i]) + qrFinders(dark[i]) + qrFinders(turned[i])
		for _, d := range dark[i] {
			if d {
				black++
			}
		}
	}
	off := black*20 - c.Size*c.Size*10
	return sum + max(off, -off)/(c.Size*c.Size)*10
}

// qrRuns: 3 for five modules of one colour in a row, one more for each that follows.
func qrRuns(line []bool) (sum int) {
	run := 0
	for i := range line {
		if i > 0 && line[i] == line[i-1] {
			run++
		} else {
			run = 1
		}
		switch {
		case run == 5:
			sum += 3
		case run > 5:
			sum++
		}
	}
	return sum
}

// qrBlocks: 3 for each block of 2 × 2 modules of one colour.
func qrBlocks(dark [][]bool) (sum int) {
	for y := 1; y < len(dark); y++ {
		for x := 1; x < len(dark); x++ {
			if d := dark[y][x]; d == dark[y-1][x] && d == dark[y][x-1] && d == dark[y-1][x-1] {
				sum += 3
			}
		}
	}
	return sum
}

// qrFinders: 40 for each part that looks like one of the three corners, with four
// white modules before or after it.
func qrFinders(line []bool) (sum int) {
	const finder, width = 0b1011101, 11
	bits := 0
	for i, d := range line {
		bits = bits << 1 & (1<<width - 1)
		if d {
			bits |= 1
		}
		if i >= width-1 && (bits == finder || bits == finder<<4) {
			sum += 40
		}
	}
	return sum
}
