package screen

import (
	"slices"
	"strconv"
	"strings"

	"marquee/handlers/rest"
)

// Option is one of the answers to choose from.
type Option struct {
	Value, Text string
	Chosen      bool
}

// Field is a field of a form, with all that its declaration says of it.
type Field struct {
	rest.FormField
	Name, ID, Label, Help, Unit string
	Value                       string
	Was                         []string
	Problem, Theirs             string
	Options                     []Option
	// On tells whether a switch is on.
	On bool
	// Optional: it may be left blank.
	Optional bool
}

// labelled tells whether there are words for a path.
func (f *Form) labelled(path string) bool { return !strings.HasPrefix(f.label(path), "office.") }

// label is what a field is called: by the words for its path.
func (f *Form) label(path string) string {
	var parts []string
	for part := range strings.SplitSeq(path, ".") {
		if _, err := strconv.Atoi(part); err != nil {
			parts = append(parts, part)
		}
	}
	return f.V.T("office.f." + strings.Join(parts, "."))
}

// Field draws the field of a path, with the words of a key as help if there is one. What may
// stand in it comes from the declaration.
func (f *Form) Field(path string, help ...string) (*Field, error) {
	d, ok := f.Route.FormField(path)
	if !ok {
		return nil, undeclared(f.Op, path)
	}
	out := &Field{
		FormField: d, Name: path, ID: f.id(path), Label: f.label(path), Unit: f.units[path],
		Was: f.Values[path], Problem: f.problems[path], Theirs: f.theirs[path], Options: f.Lists[path],
	}
	if len(help) > 0 {
		out.Help = f.V.T(help[0])
	}
	now := f.Values[path]
	if f.Sent != nil {
		now = f.Sent[path]
	}
	if len(now) > 0 {
		out.Value = now[len(now)-1]
	}
	out.On = out.Value == "true"
	if d.Sort == rest.SortText && (d.MaxLen == 0 || d.MaxLen > 500) && !address(path) {
		out.Sort = longText
	}
	for i := range out.Options {
		out.Options[i].Chosen = slices.Contains(now, out.Options[i].Value)
	}
	return out, nil
}

// address tells whether a field holds a web address, which has one line however long it is.
func address(path string) bool {
	path = strings.ToLower(path)
	return strings.HasSuffix(path, "url") || strings.HasSuffix(path, "logo")
}

// Ticked tells whether a list has a value, of what came back or else of what the form shows.
func (f *Form) Ticked(path, value string) bool {
	now := f.Values[path]
	if f.Sent != nil {
		now = f.Sent[path]
	}
	return slices.Contains(now, value)
}

// Must is Field for what the page does not let be left blank.
func (f *Form) Must(path string, help ...string) (*Field, error) {
	out, err := f.Field(path, help...)
	if err == nil {
		out.Required = true
	}
	return out, err
}

// Short is Field for a text of one line.
func (f *Form) Short(path string, help ...string) (*Field, error) {
	out, err := f.Field(path, help...)
	if err == nil {
		out.Sort = rest.SortText
	}
	return out, err
}

// Loosely is Field for what is needed only where something beside it is filled in.
func (f *Form) Loosely(path string) (*Field, error) {
	out, err := f.Field(path)
	if err == nil {
		out.Required = false
	}
	return out, err
}

// Beside is Loosely for one of several of a kind, told apart by a name.
func (f *Form) Beside(name, path string) (*Field, error) {
	out, err := f.Loosely(path)
	if err == nil {
		out.Label += ", " + name
	}
	return out, err
}

// Labelled is Must with a label of its own, where there are several of one path.
func (f *Form) Labelled(label, path string) (*Field, error) {
	out, err := f.Must(path)
	if err == nil {
		out.Label = label
	}
	return out, err
}

// Called is Field with a label of its own, where the same path means another thing elsewhere.
func (f *Form) Called(label, path string, help ...string) (*Field, error) {
	out, err := f.Field(path, help...)
	if err == nil {
		out.Label = f.V.T(label)
	}
	return out, err
}

// Hidden is a field that goes along without being shown.
func (f *Form) Hidden(path string) (*Field, error) {
	if _, ok := f.Route.FormField(path); !ok {
		return nil, undeclared(f.Op, path)
	}
	return &Field{Name: path, Value: strings.Join(f.Values[path], "")}, nil
}

// Set is a hidden field with a value that the page says.
func (f *Form) Set(path, value string) (*Field, error) {
	if _, ok := f.Route.FormField(path); !ok {
		return nil, undeclared(f.Op, path)
	}
	return &Field{Name: path, Value: value, Was: f.Values[path]}, nil
}

// id is that of a field in its page, where several forms may have one of the same path.
func (f *Form) id(path string) string {
	n := slices.Index(f.Visit.Body.forms, f)
	return "f" + strconv.Itoa(n) + "-" + strings.ReplaceAll(path, ".", "-")
}

type undeclaredError struct{ op, path string }

func undeclared(op, path string) error { return undeclaredError{op, path} }

func (e undeclaredError) Error() string { return "office: " + e.op + " declares no field " + e.path }
