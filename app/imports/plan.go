package imports

import (
	"marquee/app"
	"marquee/indexes"
)

// plan is a file as its records: which rows are one, and what they refer to. It follows
// from the stored rows and the mapping alone, so that it is the same each time.
type plan struct {
	t     *Type
	m     *Mapping
	words words
	at    map[string]int
	units []unit
	// byKey is the first record with each key.
	byKey map[string]int
}

// unit is the rows of one record.
type unit struct {
	rows []Row
	// numbers are those of the rows, from 1.
	numbers []int64
	// twice says of which field another record has the same value, and in which line.
	twice []fault
	// needs are records above that it refers to.
	needs []int
}

// load reads the rows of an import and puts them together.
func load(r app.Reader, n *Import) (*plan, error) {
	var rows []Row
	for hit, err := range parts.Scan(r, indexes.Between(partKey{A: n.ID}, partKey{A: n.ID + 1})) {
		if err != nil {
			return nil, err
		}
		rows = append(rows, hit.Rec.Rows...)
	}
	t := TypeNamed(n.Type)
	p := &plan{t: t, m: &n.Mapping, words: n.Mapping.words(), at: n.Mapping.columns(n.Headers), byKey: map[string]int{}}
	p.group(rows)
	p.compare()
	return p, nil
}

// cell is the text of a field in a row, without its case where it is compared.
func (p *plan) cell(row *Row, field string) string {
	return record{d: &doing{mapping: p.m, words: p.words}, row: row, at: p.at}.text(field)
}

// group makes a record of each row, or of the rows with the same group.
func (p *plan) group(rows []Row) {
	known := map[string]int{}
	for i := range rows {
		name := ""
		if p.t.Group != "" {
			name = p.groupOf(&rows[i])
		}
		at, ok := known[name]
		if !ok || name == "" {
			at = len(p.units)
			known[name] = at
			p.units = append(p.units, unit{})
		}
		u := &p.units[at]
		u.rows, u.numbers = append(u.rows, rows[i]), append(u.numbers, int64(i+1))
	}
}

// groupOf is what the rows of one record have in common, letter by letter: elsewhere aB3 and
// Ab3 may be two orders, as are those of one number from two sources.
func (p *plan) groupOf(row *Row) string {
	name := p.cell(row, p.t.Group)
	if name == "" || p.t.GroupIn == "" {
		return name
	}
	return p.cell(row, p.t.GroupIn) + "\x00" + name
}

// compare finds what two records have and only one may, and which records name others.
func (p *plan) compare() {
	seen := map[[2]string]int64{}
	for i := range p.units {
		u := &p.units[i]
		for _, f := range p.t.Fields {
			for j := range u.rows {
				value := app.Fold(p.cell(&u.rows[j], f.Name))
				if value == "" {
					continue
				}
				if _, mapped := p.at[f.Name]; f.Unique && mapped {
					u.mark(seen, f.Name, value, u.rows[j].Line)
				}
				if f.Names {
					if k, ok := p.byKey[p.scoped(&u.rows[j], value)]; ok {
						u.needs = append(u.needs, k)
					}
				}
			}
		}
		if p.t.Key != "" {
			if key := app.Fold(p.cell(&u.rows[0], p.t.Key)); key != "" {
				key = p.scoped(&u.rows[0], key)
				if _, ok := p.byKey[key]; !ok {
					p.byKey[key] = i
				}
			}
		}
	}
}

// scoped is a key with what it counts in.
func (p *plan) scoped(row *Row, key string) string {
	for _, field := range p.t.Scope {
		key += "\x00" + app.Fold(p.cell(row, field))
	}
	return key
}

// mark notes that a value was there before, in another line.
func (u *unit) mark(seen map[[2]string]int64, field, value string, line int64) {
	if before, ok := seen[[2]string{field, value}]; ok {
		u.twice = append(u.twice, fault{field, "is in line " + decimal(before) + " too"})
		return
	}
	seen[[2]string{field, value}] = line
}
