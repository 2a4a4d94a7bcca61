package seating

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"marquee/app"
)

// Problem is something about a document that somebody should look at, and where it is.
type Problem struct {
	Path    string
	Message app.Message
	// Where is what people call it, At its place on the plan, nil: it has none.
	Where string
	At    *Position
}

// Look says what is wrong with a document, and what is doubtful: it can be stored, but
// hardly be meant.
func (d *Document) Look() (wrong, doubtful []Problem, size Size) {
	l, err := d.compile("")
	var refused *app.Error
	if errors.As(err, &refused) {
		for _, f := range refused.Fields {
			where, at := d.where(f.Field)
			wrong = append(wrong, Problem{f.Field, f.Message, where, at})
		}
	}
	if l != nil {
		size = Size{int64(len(l.spaces)), l.capacity()}
	}
	return wrong, append(d.onTopOfEachOther(), d.unusedBands()...), size
}

// Size is how large a plan is.
type Size struct{ Spaces, Capacity int64 }

// where says what people call a path of a document: "Block 1, C, 14".
func (d *Document) where(path string) (name string, at *Position) {
	step := strings.Split(path, ".")
	if len(step) < 2 {
		return "", nil
	}
	n, err := strconv.Atoi(step[1])
	if err != nil {
		return "", nil
	}
	named := func(all []Label) string { return all[n].Name }
	switch step[0] {
	case "priceBands":
		return named(d.PriceBands), nil
	case "areas":
		return named(d.Areas), nil
	case "stands":
		return named(d.Stands), nil
	case "gates":
		return named(d.Gates), nil
	case "stairs":
		return named(d.Stairs), nil
	case "blocks":
		return d.Blocks[n].Name, nil
	case "generalAdmissionAreas":
		return d.General[n].Name, nil
	case "rows":
		return d.Rows[n].where(step[2:])
	case "tables":
		return d.Tables[n].where(step[2:])
	}
	return "", nil
}

func (g *Group) where(step []string) (name string, at *Position) {
	parts := []string{}
	for _, s := range []string{g.Block, g.Name} {
		if s != "" {
			parts = append(parts, s)
		}
	}
	if len(g.Seats) > 0 {
		at = &g.Seats[0].At
	}
	if len(step) > 1 && step[0] == "seats" {
		if n, err := strconv.Atoi(step[1]); err == nil {
			parts, at = append(parts, g.Seats[n].Name), &g.Seats[n].At
		}
	}
	return strings.Join(parts, ", "), at
}

// onTopOfEachOther finds seats at the same place.
func (d *Document) onTopOfEachOther() (all []Problem) {
	first := map[Position]string{}
	for list, groups := range [][]Group{d.Rows, d.Tables} {
		for i := range groups {
			for j := range groups[i].Seats {
				path := fmt.Sprintf("%s.%d.seats.%d", [...]string{"rows", "tables"}[list], i, j)
				where, at := d.where(path)
				other, there := first[*at]
				if !there {
					first[*at] = where
					continue
				}
				if len(all) < maxProblems {
					all = append(all, Problem{path, app.Msg("is at the same place as %s", other), where, at})
				}
			}
		}
	}
	return all
}

// unusedBands finds price bands that nothing has.
func (d *Document) unusedBands() (all []Problem) {
	used := map[string]bool{}
	for _, groups := range [][]Group{d.Rows, d.Tables} {
		for i := range groups {
			for j := range groups[i].Seats {
				s := &groups[i].Seats[j]
				if s.Band == "" {
					used[groups[i].Band] = true
				}
				used[s.Band] = true
			}
		}
	}
	for i := range d.General {
		used[d.General[i].Band] = true
	}
	for i, b := range d.PriceBands {
		key := b.Key
		if key == "" {
			key = b.Name
		}
		if !used[key] {
			all = append(all, Problem{fmt.Sprintf("priceBands.%d", i), app.Msg("no seat has it"), b.Name, nil})
		}
	}
	return all
}
