package administer

import (
	"context"
	"encoding/json"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"marquee/app"
	"marquee/handlers/cli/cmdline"
	"marquee/handlers/cli/operate"
	"marquee/handlers/rest"

	"github.com/urfave/cli/v2"
)

// derived is a command that asks an operation of the API: its flags are what the operation
// takes, its --json and its table are what it answers. What is written down here is what is
// to be called or said in another way.
type derived struct {
	path, usage, example string
	former               []string
	operation            string
	// flags are those with another name or form than their fields. The others follow by
	// themselves, but for those in without.
	flags   []option
	without []string
	// either are flags of which exactly one is wanted.
	either []string
	// with are flags that mean something only with another one.
	with map[string]string
	// shows is what it answers; none: the answer of the API as it is.
	shows []section
	// says is what it prints instead of a table, print how it shows its answer where neither
	// will do, and judge what it ends with then.
	says  func(w io.Writer, r row) string
	print func(w io.Writer, result []byte) error
	judge func(result []byte) error
	// then follows the operation, and makes the answer that is shown.
	then func(ctx context.Context, k asker, said fields, answer json.RawMessage) (json.RawMessage, error)
	// typed adds what follows from what was typed.
	typed func(c *cli.Context, said fields)
	// before makes what is said to the operation of what flags said.
	before func(ctx context.Context, k asker, said fields) error
}

// option is a flag with a name of its own for a field.
type option struct {
	name, field string
	// usage is what it is; the words of the declaration without it.
	usage string
	// is is what the flag says when it stands there, nil: it has a value.
	is any
	// words are the values that it may have, with what they say.
	words []word
	// read reads its values, nil: as the field is declared.
	read func(texts []string) (any, error)
	// repeats: it can be given several times, and read reads all of them.
	repeats bool
	// file: it names a file, and says what stands in it.
	file bool
	// needed: the command needs it, though the operation does not.
	needed bool
	of     rest.Field
}

// word is a value of a flag, and what it says.
type word struct {
	name string
	says any
}

// own is before the name of what a command is told, and no operation.
const own = "="

// notFlags are fields of lists that are for programs.
var notFlags = []string{"cursor", "include", "page"}

// allFlags are the flags of the command: its own, and one for each other field.
func (d *derived) allFlags() []option {
	rt := operation(d.operation)
	if rt == nil {
		panic("there is no operation " + d.operation)
	}
	takes, all := rt.Takes(), slices.Clone(d.flags)
	named := map[string]bool{}
	for i := range all {
		f := &all[i]
		named[f.field] = true
		if strings.HasPrefix(f.field, own) {
			continue
		}
		at := slices.IndexFunc(takes, func(t rest.Field) bool { return t.Name == f.field })
		if at < 0 {
			panic(d.operation + " takes no " + f.field)
		}
		f.of = takes[at]
		if f.usage == "" {
			f.usage = fieldUsage(f.of)
		}
	}
	for _, t := range takes {
		if !named[t.Name] && !slices.Contains(d.without, t.Name) && !slices.Contains(notFlags, t.Name) {
			all = append(all, option{name: flagName(t.Name), field: t.Name, usage: fieldUsage(t), of: t})
		}
	}
	return all
}

// form is the flag as the library has it.
func (f *option) form() cli.Flag {
	switch {
	case f.is != nil:
		return cmdline.Yes(f.name, f.usage)
	case f.words != nil:
		return cmdline.Text(f.name, f.usage)
	case f.repeats:
		return cmdline.Texts(f.name, f.usage)
	}
	made := fieldFlag(f.of, f.name, f.usage)
	switch made := made.(type) {
	case *cli.BoolFlag:
		made.EnvVars = cmdline.Env(f.name)
	case *cli.StringSliceFlag:
		made.EnvVars = cmdline.Env(f.name)
	case *cli.StringFlag:
		made.EnvVars = cmdline.Env(f.name)
	}
	return made
}

// value is what the flag says, as JSON.
func (f *option) value(c *cli.Context) (any, error) {
	switch {
	case f.is != nil:
		return f.is, nil
	case f.words != nil:
		var names []string
		for _, w := range f.words {
			if w.name == c.String(f.name) {
				return w.says, nil
			}
			names = append(names, w.name)
		}
		return nil, cmdline.Usage("--%s must be %s; it is %q", f.name, orWords(names), c.String(f.name))
	case f.file:
		return readValue(c, f.of, f.name, "@"+c.String(f.name))
	case f.repeats:
		return f.read(c.StringSlice(f.name))
	case f.read != nil && f.of.List:
		return f.read(cmdline.Pieces(c, f.name))
	case f.read != nil && f.of.Kind == rest.YesField:
		return f.read([]string{strconv.FormatBool(c.Bool(f.name))})
	case f.read != nil:
		return f.read([]string{c.String(f.name)})
	}
	return readField(c, f.of, f.name)
}

// admin is the command as it is run.
func (d derived) admin() operate.Admin {
	flags := d.allFlags()
	ad := operate.Admin{Path: d.path, Usage: d.usage, Example: d.example, Former: d.former, Reads: strings.HasPrefix(d.operation, "GET ")}
	named := map[string]string{}
	for i := range flags {
		ad.Flags = append(ad.Flags, flags[i].form())
		if named[flags[i].field] == "" {
			named[flags[i].field] = flags[i].name
		}
	}
	ad.Flags = append(ad.Flags, operate.CompanyFlag())
	ad.Input = func(c *cli.Context) (any, error) { return d.input(c, flags) }
	ad.Run = func(ctx context.Context, a *app.App, input []byte) (any, error) {
		out, err := d.run(ctx, a, input)
		return out, namedFlags(err, named)
	}
	ad.Print, ad.Judge = d.print, d.judge
	switch {
	case d.print != nil:
	case d.says == nil:
		ad.Print = shown(d.shows...)
	default:
		ad.Print = func(w io.Writer, result []byte) error {
			_, err := io.WriteString(w, d.says(w, rowOf(result)))
			return err
		}
	}
	return ad
}

// input reads the flags that are there.
func (d *derived) input(c *cli.Context, flags []option) (any, error) {
	in, by := asked{CompanyID: int64(c.Int("company")), Fields: fields{}}, map[string]string{}
	for i := range flags {
		f := &flags[i]
		if !c.IsSet(f.name) || f.is != nil && !c.Bool(f.name) {
			continue
		}
		if other := by[f.field]; other != "" {
			return nil, cmdline.Usage("--%s and --%s exclude each other", other, f.name)
		}
		by[f.field] = f.name
		value, err := f.value(c)
		if err != nil {
			return nil, err
		}
		in.Fields.say(f.field, value)
	}
	if err := d.wants(c, flags); err != nil {
		return nil, err
	}
	if d.typed != nil {
		d.typed(c, in.Fields)
	}
	return in.packed()
}

// wants refuses flags that are missing, and such as do not go together.
func (d *derived) wants(c *cli.Context, flags []option) error {
	var needed []string
	for i := range flags {
		if f := &flags[i]; (f.of.Required || f.needed) && f.is == nil && !slices.Contains(d.either, f.name) {
			needed = append(needed, f.name)
		}
	}
	if err := cmdline.Need(c, needed...); err != nil {
		return err
	}
	set := 0
	for _, name := range d.either {
		if c.IsSet(name) {
			set++
		}
	}
	if len(d.either) > 0 && set != 1 {
		last := len(d.either) - 1
		return cmdline.Usage("%s needs either --%s or --%s\nSee: %s --help", c.Command.HelpName, strings.Join(d.either[:last], ", --"), d.either[last], c.Command.HelpName)
	}
	for _, name := range slices.Sorted(maps.Keys(d.with)) {
		if other := d.with[name]; c.IsSet(name) && !c.IsSet(other) {
			at := slices.IndexFunc(flags, func(f option) bool { return f.name == other })
			return cmdline.Usage("--%s needs --%s %s", name, other, orWords(flags[at].of.Words))
		}
	}
	return nil
}

// run asks the operation, where the store is open.
func (d *derived) run(ctx context.Context, a *app.App, input []byte) (any, error) {
	in, err := cmdline.Decode[asked](input)
	if err == nil {
		in, err = in.unpacked()
	}
	if err != nil {
		return nil, err
	}
	c, err := operate.Operator(ctx, a, in.CompanyID)
	if err != nil {
		return nil, err
	}
	k := as(a, c, d.path)
	if d.before != nil {
		if err := d.before(ctx, k, in.Fields); err != nil {
			return nil, err
		}
	}
	answer, err := k.ask(ctx, d.operation, in.Fields)
	if err == nil && d.then != nil {
		answer, err = d.then(ctx, k, in.Fields, answer)
	}
	if err != nil || d.shows == nil {
		return answer, err
	}
	return project(d.shows, answer)
}

// answerSaid answers with what was said to the operation, whose own answer says nothing.
func answerSaid(_ context.Context, _ asker, said fields, _ json.RawMessage) (json.RawMessage, error) {
	return json.Marshal(said)
}

// withSaid answers with what was said beside the answer of the operation.
func withSaid(_ context.Context, _ asker, said fields, answer json.RawMessage) (json.RawMessage, error) {
	both := maps.Clone(said)
	if err := json.Unmarshal(answer, &both); err != nil {
		return nil, err
	}
	return json.Marshal(both)
}

// asOneOf makes a list of an answer that is one record.
func asOneOf(_ context.Context, _ asker, _ fields, answer json.RawMessage) (json.RawMessage, error) {
	return json.Marshal(map[string]any{"data": []json.RawMessage{rowOf(answer).get("data")}})
}

// orWords are words with commas between, and or before the last one.
func orWords(all []string) string {
	if len(all) < 2 {
		return strings.Join(all, "")
	}
	last := len(all) - 1
	return strings.Join(all[:last], ", ") + " or " + all[last]
}
