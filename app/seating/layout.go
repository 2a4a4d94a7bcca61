package seating

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"marquee/app"
)

// layout is a plan that was read and found whole: its parts and spaces as they are
// stored, which refer to each other by their places, from 1.
type layout struct {
	name   string
	focal  *Point
	parts  []Part
	spaces []Space
	// bands is how many parts are price bands: they come first.
	bands int64
	// bandAreas are the price bands with their areas.
	bandAreas []BandParts
}

// compile makes the layout of a document. Every mistake is told by its path in the
// document, behind a prefix.
func (d *Document) compile(prefix string) (*layout, error) {
	c := &compiler{prefix: prefix, keys: map[string]int64{}, l: &layout{name: strings.TrimSpace(d.Name)}}
	c.name("name", c.l.name)
	c.focal(d.Focal)
	c.labels("priceBands", Band, d.PriceBands, maxBands)
	c.l.bands = int64(len(c.l.parts))
	c.labels("areas", Area, d.Areas, maxAreas)
	c.labels("stands", Stand, d.Stands, maxLabels)
	c.labels("gates", Gate, d.Gates, maxLabels)
	c.labels("stairs", Stairs, d.Stairs, maxLabels)
	c.blocks(d.Blocks)
	c.most("rows", len(d.Rows)+len(d.Tables), maxGroups)
	c.groups("rows", Row, d.Rows)
	c.groups("tables", Table, d.Tables)
	c.generals(d.General)
	switch n := len(c.l.spaces); {
	case n == 0 && len(c.p) == 0:
		c.fail("rows", "must have at least one entry")
	case n > MaxSpaces:
		c.fail("rows", "must not have more than %d seats", MaxSpaces)
	}
	if err := c.p.Err(); err != nil {
		return nil, err
	}
	c.l.bandAreas = c.l.areasOfBands()
	return c.l, nil
}

// Check tells what is wrong with a document, by paths behind a prefix.
func (d *Document) Check(prefix string) error {
	_, err := d.compile(prefix)
	return err
}

// compiler notes what is wrong on the way.
type compiler struct {
	prefix string
	p      app.Problems
	// keys are the parts by kind and key.
	keys map[string]int64
	l    *layout
}

func (c *compiler) fail(path, format string, args ...any) {
	if len(c.p) < maxProblems {
		c.p.Add(c.prefix+path, format, args...)
	}
}

func (c *compiler) most(path string, n, most int) {
	if n > most {
		c.fail(path, "must not have more than %d entries", most)
	}
}

func (c *compiler) name(path, name string) {
	switch {
	case app.Blank(name):
		c.fail(path, "is required")
	case utf8.RuneCountInString(name) > maxName:
		c.fail(path, "must not be longer than %d characters", maxName)
	}
}

// at makes a place of coordinates, in thousandths.
func (c *compiler) at(path string, p Position) Point {
	for name, v := range map[string]float64{"x": p.X, "y": p.Y} {
		if math.IsNaN(v) || math.Abs(v) > maxCoordinate {
			c.fail(path+name, "must be between %d and %d", -maxCoordinate, maxCoordinate)
		}
	}
	return Point{int64(math.Round(p.X * pointUnit)), int64(math.Round(p.Y * pointUnit))}
}

func (c *compiler) focal(p *Position) {
	if p != nil {
		at := c.at("focalPoint.", *p)
		c.l.focal = &at
	}
}

// add notes a part under its key.
func (c *compiler) add(path, key string, p Part) {
	p.Name = strings.TrimSpace(p.Name)
	c.name(path+".name", p.Name)
	if key = strings.TrimSpace(key); key != "" {
		c.name(path+".key", key)
	}
	if key != p.Name {
		p.Key = key
	}
	if key == "" {
		key = p.Name
	}
	c.l.parts = append(c.l.parts, p)
	if p.Kind == Row || p.Kind == Table {
		return
	}
	named := fmt.Sprintf("%d/%s", p.Kind, key)
	if _, twice := c.keys[named]; twice {
		c.fail(path+".key", "is there twice")
	}
	c.keys[named] = int64(len(c.l.parts))
}

// find looks a part up; blank is none.
func (c *compiler) find(path string, kind Kind, key string) int64 {
	if key = strings.TrimSpace(key); key == "" {
		return 0
	}
	at, ok := c.keys[fmt.Sprintf("%d/%s", kind, key)]
	if !ok {
		c.fail(path, "does not exist")
	}
	return at
}

func (c *compiler) findAll(path string, kind Kind, keys []string) []int64 {
	c.most(path, len(keys), maxWays)
	var all []int64
	for i, key := range keys {
		if at := c.find(fmt.Sprintf("%s.%d", path, i), kind, key); at != 0 {
			all = append(all, at)
		}
	}
	return all
}

func (c *compiler) labels(path string, kind Kind, all []Label, most int) {
	c.most(path, len(all), most)
	for i, l := range all {
		c.add(fmt.Sprintf("%s.%d", path, i), l.Key, Part{Kind: kind, Name: l.Name})
	}
}

func (c *compiler) blocks(all []Block) {
	c.most("blocks", len(all), maxBlocks)
	for i, b := range all {
		path := fmt.Sprintf("blocks.%d", i)
		c.add(path, b.Key, Part{
			Kind: BlockPart, Name: b.Name, Area: c.find(path+".area", Area, b.Area), Stand: c.find(path+".stand", Stand, b.Stand),
			Gates: c.findAll(path+".gates", Gate, b.Gates), Stairs: c.findAll(path+".stairs", Stairs, b.Stairs),
		})
	}
}

func (c *compiler) groups(path string, kind Kind, all []Group) {
	known := map[string]bool{}
	for i := range all {
		g, at := &all[i], fmt.Sprintf("%s.%d", path, i)
		p := Part{Kind: kind, Name: g.Name, Block: c.find(at+".block", BlockPart, g.Block), Whole: g.Whole && kind == Table}
		p.Area = c.find(at+".area", Area, g.Area)
		if p.Block != 0 {
			b := &c.l.parts[p.Block-1]
			if p.Area != 0 && b.Area != 0 && p.Area != b.Area {
				c.fail(at+".area", "must be that of its block")
			}
			if p.Area == 0 {
				p.Area = b.Area
			}
			p.Stand = b.Stand
		}
		c.add(at, "", p)
		full := fmt.Sprintf("%d/%d/%s", p.Area, p.Block, strings.TrimSpace(g.Name))
		if known[full] {
			c.fail(at+".name", "is there twice")
		}
		known[full] = true
		c.seats(at, g, int64(len(c.l.parts)))
	}
}

func (c *compiler) seats(path string, g *Group, in int64) {
	if len(g.Seats) == 0 {
		c.fail(path+".seats", "must have at least one entry")
	}
	c.most(path+".seats", len(g.Seats), maxGroup)
	general := c.find(path+".priceBand", Band, g.Band)
	known := make(map[string]bool, len(g.Seats))
	for i := range g.Seats {
		s, at := &g.Seats[i], fmt.Sprintf("%s.seats.%d", path, i)
		made := Space{Name: strings.TrimSpace(s.Name), In: in, Band: general, Gap: s.Gap, Mark: s.Mark}
		c.name(at+".name", made.Name)
		if known[made.Name] {
			c.fail(at+".name", "is there twice")
		}
		known[made.Name] = true
		if s.Band != "" {
			made.Band = c.find(at+".priceBand", Band, s.Band)
		} else if general == 0 {
			c.fail(at+".priceBand", "is required")
		}
		made.At = c.at(at+".", s.At)
		c.l.spaces = append(c.l.spaces, made)
	}
}

func (c *compiler) generals(all []General) {
	const path = "generalAdmissionAreas"
	c.most(path, len(all), maxGeneral)
	known := map[string]bool{}
	for i, g := range all {
		at := fmt.Sprintf("%s.%d", path, i)
		made := Space{
			Name: strings.TrimSpace(g.Name), Areas: c.findAll(at+".areas", Area, g.Areas),
			Band: c.find(at+".priceBand", Band, g.Band), Capacity: g.Capacity, Mark: g.Mark,
		}
		c.name(at+".name", made.Name)
		if known[made.Name] {
			c.fail(at+".name", "is there twice")
		}
		known[made.Name] = true
		if g.Band == "" {
			c.fail(at+".priceBand", "is required")
		}
		if g.Capacity < 1 || g.Capacity > MaxCapacity {
			c.fail(at+".capacity", "must be between %d and %d", 1, MaxCapacity)
		}
		c.l.spaces = append(c.l.spaces, made)
	}
}
