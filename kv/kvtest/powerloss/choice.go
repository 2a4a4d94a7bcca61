package powerloss

import (
	"fmt"
	"math/rand/v2"

	"marquee/kv/kvtest/trace"
)

// choice is which of the changes that were not synced are on the disk all the same.
type choice struct {
	how   string
	data  []bool
	names []bool
	// torn is the write of which only the bytes up to keep, or those from keep on, are on
	// the disk; -1 for none.
	torn, keep int
	tail       bool
	// grown means that every file has the length that it has in memory.
	grown bool
}

const sector = 512

// ways are the ways to choose changes.
var ways = []string{"none", "all", "one", "all but one", "some", "torn"}

// choose picks some of the changes.
func choose(d *disk, rng *rand.Rand) choice {
	c := choice{how: ways[rng.IntN(len(ways))], torn: -1, grown: rng.IntN(2) == 0}
	c.data = pick(c.how, len(d.data), rng)
	c.names = pick(ways[rng.IntN(len(ways))], len(d.naming), rng)
	if c.how == "torn" && len(d.data) > 0 {
		c.tear(d, rng)
	}
	return c
}

func pick(how string, n int, rng *rand.Rand) []bool {
	there := make([]bool, n)
	for i := range there {
		there[i] = how == "all" || how == "all but one" || (how == "some" || how == "torn") && rng.IntN(2) == 0
	}
	if n > 0 && (how == "one" || how == "all but one") {
		i := rng.IntN(n)
		there[i] = !there[i]
	}
	return there
}

func (c *choice) tear(d *disk, rng *rand.Rand) {
	i := rng.IntN(len(d.data))
	if p := d.data[i]; p.Kind == trace.Write && len(p.Data) > sector {
		c.torn, c.tail, c.data[i] = i, rng.IntN(4) == 0, true
		c.keep = sector * (1 + rng.IntN((len(p.Data)-1)/sector))
	}
}

// apply makes the chosen changes durable, on a copy of the disk.
func (c choice) apply(d *disk) *disk {
	left := d.copy()
	for i, p := range d.data {
		if !c.data[i] {
			continue
		}
		e := p.Event
		if i == c.torn && c.tail {
			e.Offset, e.Data = e.Offset+int64(c.keep), e.Data[c.keep:]
		} else if i == c.torn {
			e.Data = e.Data[:c.keep]
		}
		left.change(e)
	}
	for i, p := range d.naming {
		if c.names[i] {
			left.name(p.Event)
		}
	}
	if c.grown {
		for file, size := range d.full {
			left.files[file].resize(max(size, left.files[file].size))
		}
	}
	return left
}

// String identifies the choice: different choices have different strings.
func (c choice) String() string {
	return fmt.Sprintf("%s: data %s, names %s, torn %d at %d (%v), grown %v", c.how, bits(c.data), bits(c.names), c.torn, c.keep, c.tail, c.grown)
}

func bits(all []bool) string {
	text := make([]byte, len(all))
	for i, there := range all {
		text[i] = '-'
		if there {
			text[i] = '+'
		}
	}
	return string(text)
}
