package demo

import (
	"encoding/csv"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"time"

	"marquee/testdata"
)

// itemSpec is one line of items.csv: one thing on sale.
type itemSpec struct {
	product           bool
	name, description string
	price, fee        int64 // minor units
	vat               int64 // percent
	stock             int64 // 0: unlimited
	min, max          int64
	multiple          int64
	sale, valid       window // on sale, and good at the gate
	grace             int64  // minutes
	weight            int    // how often it is bought
	channels          []string
	approval          bool
}

// window is counted from the start of the festival; nil is open-ended.
type window struct{ from, until *time.Duration }

// zoneSpec is one line of zones.csv: one zone beside the Entry zone.
type zoneSpec struct {
	name, scan     string
	capacity       *int64
	minAge, maxAge *int64
	maxIn          *int64
	open           window
	items          []string
}

// personSpec is one line of names.csv.
type personSpec struct{ first, last string }

// data is the festival as the files describe it.
type data struct {
	items  []itemSpec
	zones  []zoneSpec
	people []personSpec
}

func readData() (data, error) {
	files, err := fs.Sub(testdata.Demo, "demo")
	if err != nil {
		return data{}, err
	}
	var d data
	if d.items, err = readAll(files, "items.csv", parseItem); err != nil {
		return d, err
	}
	if d.zones, err = readAll(files, "zones.csv", parseZone); err != nil {
		return d, err
	}
	d.people, err = readAll(files, "names.csv", func(r *row) personSpec {
		return personSpec{r.text("first"), r.text("last")}
	})
	return d, err
}

func parseItem(r *row) itemSpec {
	return itemSpec{
		product: r.text("kind") == "product", name: r.text("name"), description: r.text("description"),
		price: r.int("price"), fee: r.int("fee"), vat: r.int("vat"), stock: r.int("stock"),
		min: r.int("min"), max: r.int("max"), multiple: r.int("multiple"),
		sale:  window{r.hours("sale_from"), r.hours("sale_until")},
		valid: window{r.hours("valid_from"), r.hours("valid_until")}, grace: r.int("grace"),
		weight: int(r.int("weight")), channels: r.list("channels"), approval: r.text("approval") == "yes",
	}
}

func parseZone(r *row) zoneSpec {
	return zoneSpec{
		name: r.text("name"), scan: r.text("scan"), capacity: r.optional("capacity"),
		minAge: r.optional("min_age"), maxAge: r.optional("max_age"), maxIn: r.optional("max_in"),
		open: window{r.hours("opens_hours"), r.hours("closes_hours")}, items: r.list("items"),
	}
}

// row reads the named cells of one line and keeps the first problem.
type row struct {
	columns map[string]int
	cells   []string
	err     error
}

func (r *row) text(column string) string {
	i, ok := r.columns[column]
	if !ok {
		r.err = fmt.Errorf("no column %s", column)
		return ""
	}
	return r.cells[i]
}

func (r *row) int(column string) int64 {
	if v := r.optional(column); v != nil {
		return *v
	}
	return 0
}

func (r *row) optional(column string) *int64 {
	s := r.text(column)
	if s == "" {
		return nil
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		r.err = fmt.Errorf("column %s: %w", column, err)
	}
	return &n
}

func (r *row) hours(column string) *time.Duration {
	n := r.optional(column)
	if n == nil {
		return nil
	}
	d := time.Duration(*n) * time.Hour
	return &d
}

func (r *row) list(column string) []string {
	s := r.text(column)
	if s == "" {
		return nil
	}
	return strings.Split(s, "|")
}

func readAll[T any](files fs.FS, name string, parse func(*row) T) ([]T, error) {
	f, err := files.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, err
	}
	columns := map[string]int{}
	for i, c := range lines[0] {
		columns[c] = i
	}
	var all []T
	for n, cells := range lines[1:] {
		r := &row{columns: columns, cells: cells}
		all = append(all, parse(r))
		if r.err != nil {
			return nil, fmt.Errorf("%s line %d: %w", name, n+2, r.err)
		}
	}
	return all, nil
}
