package imports

import (
	"context"
	"slices"

	"marquee/app"
)

// Type is one kind of file: what its columns can be, and what a record does.
type Type struct {
	// Name is the slug of the API, About a line for people.
	Name, About string
	// Needs are the abilities without which nobody takes such a file in: those of the
	// commands that its records are.
	Needs []app.Ability
	// Opens, where it is not empty, lets whoever has it take in files of this type alone, as if they
	// had imports.edit.
	Opens app.Ability
	// Fields are what columns can be.
	Fields []Field
	// Group is the field that is the same in all rows of one record; "" where each row is a
	// record. GroupIn is the field that it counts in, "" for the file.
	Group, GroupIn string
	// Key is the field that later rows name a record by, in their fields that have Names,
	// and Scope the fields that are the same in both.
	Key   string
	Scope []string
	// Once: the records would be taken in twice if the file were, and are not.
	Once bool
	// Apply takes one record in. It calls the commands that there are with the App and the
	// caller; what it finds wrong with the cells is noted in the rows.
	Apply func(ctx context.Context, d *doing, rows []record) (made, error)
}

// Field is what a column can be.
type Field struct {
	// Name is that of the API, where it has the field; About a line for people.
	Name, About string
	// Wire is how refusals of the commands name it, where that is not its name.
	Wire []string
	// Also are headers by which a column is recognised, beside the name.
	Also []string
	// Required: a column, or a value for all rows, must be this.
	Required bool
	// Unique: no two records of a file may have the same.
	Unique bool
	// Names tells that it names another record of the file by its Key.
	Names bool
	// Worded: its cells are words of another system, of which each can stand for one of ours.
	Worded bool
	// Else are fields that say the same. Where neither it nor one of them has a column, it is asked for
	// all rows.
	Else []string
}

// made is what became of a record.
type made struct {
	id  int64
	did Outcome
	// key is what the record is called where it comes from, "" where nobody asks.
	key string
}

// types are all kinds of files, in the order of documents.
func types() []*Type {
	return []*Type{
		customers(), users(), venues(), events(), saleItems(), groups(), orderItems(), tags(), questions(),
		discountCodes(), accessCodes(), walletAdjustments(), shops(), shopProducts(), orderActions(),
	}
}

// Types lists all kinds of files.
func Types() []*Type { return types() }

// TypeNamed finds a kind of file, nil for none.
func TypeNamed(name string) *Type {
	all := types()
	if i := slices.IndexFunc(all, func(t *Type) bool { return t.Name == name }); i >= 0 {
		return all[i]
	}
	return nil
}

// opened is what whoever takes in files has; which of them is said by the type.
var opened = app.AnyOf{app.EditImports, app.EditOrders}

// TypeNames are the slugs of all.
func TypeNames() (names []string) {
	for _, t := range types() {
		names = append(names, t.Name)
	}
	return names
}

// Field finds a field by its name, nil for none.
func (t *Type) Field(name string) *Field {
	if i := slices.IndexFunc(t.Fields, func(f Field) bool { return f.Name == name }); i >= 0 {
		return &t.Fields[i]
	}
	return nil
}

// may refuses whoever lacks an ability of the type. Whoever has none of them is told as
// much as of a type that there is not.
func (t *Type) may(c *app.Caller) error {
	if !c.Can(app.EditImports) && (t.Opens == "" || !c.Can(t.Opens)) {
		return c.Need(app.EditImports)
	}
	for _, need := range t.Needs {
		if err := c.Need(need); err != nil {
			return err
		}
	}
	return nil
}
