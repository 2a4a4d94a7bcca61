package imports

import "slices"

// Preset is a ready mapping for the files of a system.
type Preset struct {
	// Name is what it is asked for by, About a line for people, Type the kind of file.
	Name, About, Type string
	columns           []Column
	values            []Value
	decimalComma      bool
	monthFirst        bool
}

// Presets are the ready mappings for a type, or all for "".
func Presets(typ string) []Preset {
	return slices.DeleteFunc(presets(), func(p Preset) bool { return typ != "" && p.Type != typ })
}

// presetNamed finds a ready mapping, nil for none.
func presetNamed(typ, name string) *Preset {
	for _, p := range presets() {
		if p.Name == name && p.Type == typ {
			return &p
		}
	}
	return nil
}

// presetOf guesses the system that a file comes from: the one of whose columns it has
// most, if it has nearly all.
func presetOf(typ string, headers []string) *Preset {
	var best *Preset
	for _, p := range Presets(typ) {
		n := 0
		for _, c := range p.columns {
			n += btoi(slices.ContainsFunc(headers, func(h string) bool { return plainHeader(h) == plainHeader(c.Header) }))
		}
		if n*10 >= len(p.columns)*8 && (best == nil || len(p.columns) > len(best.columns)) {
			best = &p
		}
	}
	return best
}

func (p *Preset) mapping() Mapping {
	return Mapping{Preset: p.Name, Columns: slices.Clone(p.columns), Values: slices.Clone(p.values), DecimalComma: p.decimalComma, MonthFirst: p.monthFirst}
}

// field is what a column is, "" where the mapping does not say.
func (p *Preset) field(header string) string {
	if p == nil {
		return ""
	}
	for _, c := range p.columns {
		if plainHeader(c.Header) == plainHeader(header) {
			return c.Field
		}
	}
	return ""
}
