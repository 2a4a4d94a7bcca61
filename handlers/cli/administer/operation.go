package administer

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"

	"marquee/app"
	"marquee/handlers"
	"marquee/handlers/cli/cmdline"
	"marquee/handlers/cli/operate"
	"marquee/handlers/rest"

	"github.com/urfave/cli/v2"
)

// routes are the operations of the API, as they are declared.
var routes = sync.OnceValue(func() []rest.Route { return handlers.Routes(nil) })

// operation is what the API declares of an operation such as GET /webhooks, nil for none.
func operation(name string) *rest.Route {
	method, path, _ := strings.Cut(name, " ")
	return rest.Find(routes(), method, path)
}

// fields are what is said to an operation: JSON by the names of fields, with a dot between an
// object and what stands in it.
type fields map[string]json.RawMessage

// say adds a field.
func (f fields) say(name string, value any) fields {
	f[name], _ = json.Marshal(value) // plain values can be written
	return f
}

// request is the request that says it.
func (f fields) request(rt *rest.Route, method string, body json.RawMessage) (rest.Later, error) {
	in, query, whole := rest.Later{Method: method, Path: rest.Base + rt.Path, Host: "localhost", Body: body}, url.Values{}, map[string]any{}
	if body != nil {
		if err := json.Unmarshal(body, &whole); err != nil && len(f) > 0 {
			return in, cmdline.Usage("--body must be a JSON object where flags say more")
		}
	}
	known := 0
	for _, field := range rt.Takes() {
		raw, said := f[field.Name]
		switch {
		case !said:
			continue
		case field.Query:
			query[field.Name] = queryTexts(raw)
		default:
			put(whole, field.Name, raw)
		}
		known++
	}
	for name := range f {
		if strings.HasPrefix(name, own) {
			known++
		}
	}
	if known < len(f) {
		return in, cmdline.Usage("the running server does not know all of %v; it may be of another version", slices.Sorted(maps.Keys(f)))
	}
	in.Query = query.Encode()
	if len(whole) == 0 || method == "GET" {
		return in, nil
	}
	var err error
	in.Body, err = json.Marshal(whole)
	return in, err
}

// put puts a value into the object that its name leads to.
func put(object map[string]any, name string, raw json.RawMessage) {
	above, below, deeper := strings.Cut(name, ".")
	if !deeper {
		object[name] = raw
		return
	}
	inner, ok := object[above].(map[string]any)
	if !ok {
		inner = map[string]any{}
		object[above] = inner
	}
	put(inner, below, raw)
}

// queryTexts are the texts of a value in a query.
func queryTexts(raw json.RawMessage) []string {
	var all []json.RawMessage
	if json.Unmarshal(raw, &all) != nil {
		all = []json.RawMessage{raw}
	}
	texts := make([]string, len(all))
	for i, one := range all {
		if json.Unmarshal(one, &texts[i]) != nil {
			texts[i] = string(one)
		}
	}
	return texts
}

// asker asks operations in the name of a caller.
type asker struct {
	api    *rest.API
	app    *app.App
	caller *app.Caller
}

// as asks in the name of whoever sits at the machine; the audit log names their command.
func as(a *app.App, c *app.Caller, command string) asker {
	caller := *c
	caller.Via = app.Via{Through: app.ThroughCommand, Operation: command}
	return asker{handlers.Local(a), a, &caller}
}

// ask gives the answer of an operation.
func (k asker) ask(ctx context.Context, name string, said fields) (json.RawMessage, error) {
	out, err := k.send(ctx, name, said, nil)
	return out.Body, err
}

func (k asker) send(ctx context.Context, name string, said fields, body json.RawMessage) (out rest.LaterAnswer, err error) {
	rt := operation(name)
	if rt == nil {
		return out, cmdline.Usage("the API has no operation %s", name)
	}
	method, _, _ := strings.Cut(name, " ")
	in, err := said.request(rt, method, body)
	if err != nil {
		return out, err
	}
	if out, err = k.api.Ask(ctx, k.caller, in); err == nil && out.Status >= 400 {
		err = errors.New(strings.Trim(string(out.Body), "\n"))
	}
	return out, err
}

// fieldFlag makes the flag of a field.
func fieldFlag(f rest.Field, name, usage string) cli.Flag {
	switch {
	case f.Kind == rest.YesField && !f.List:
		return &cli.BoolFlag{Name: name, Usage: usage}
	case f.List || f.Kind == rest.PairsField:
		return &cli.StringSliceFlag{Name: name, Usage: usage}
	}
	return &cli.StringFlag{Name: name, Usage: usage, DefaultText: f.Default}
}

// fieldUsage tells what a field is in the words of its declaration.
func fieldUsage(f rest.Field) string {
	doc := strings.TrimSuffix(f.Doc, ".")
	if first, rest, _ := strings.Cut(doc, " "); len(first) > 1 && strings.ToUpper(first[1:]) != first[1:] || len(first) == 1 {
		doc = strings.TrimSpace(strings.ToLower(first[:1]) + first[1:] + " " + rest)
	}
	if len(f.Words) > 0 {
		doc = strings.TrimPrefix(doc+": ", ": ") + strings.Join(f.Words, ", ")
	}
	value := map[rest.FieldKind]string{
		rest.NumberField: "a `NUMBER`", rest.IDField: "an `ID`", rest.TimeField: "a `TIME` such as 2027-06-12 or 2027-06-12T19:00:00Z", rest.PairsField: "`NAME=VALUE`",
		rest.AnyField: "`JSON`, or @FILE", rest.FileField: "@`FILE`",
	}[f.Kind]
	if doc == "" && value == "" && f.Kind == rest.TextField {
		value = "a `TEXT`"
	}
	all := slices.DeleteFunc([]string{strings.ReplaceAll(doc, "`", ""), value}, func(s string) bool { return s == "" })
	if f.List || f.Kind == rest.PairsField {
		all = append(all, "repeatable")
	}
	return strings.Join(all, "; ")
}

// flagName is the name of a field as flags are called.
func flagName(field string) string { return cmdline.WithDashes(strings.ReplaceAll(field, ".", "-")) }

// readField reads what the flag of a field says, as JSON.
func readField(c *cli.Context, f rest.Field, name string) (json.RawMessage, error) {
	var value any
	var err error
	switch {
	case f.Kind == rest.YesField && !f.List:
		value = c.Bool(name)
	case f.Kind == rest.PairsField:
		value, err = readPairs(c, name)
	case f.List:
		all := []any{}
		for _, text := range cmdline.Pieces(c, name) {
			one, err := readValue(c, f, name, text)
			if err != nil {
				return nil, err
			}
			all = append(all, one)
		}
		value = all
	default:
		value, err = readValue(c, f, name, c.String(name))
	}
	if err != nil {
		return nil, err
	}
	return json.Marshal(value)
}

// readValue reads one value.
func readValue(c *cli.Context, f rest.Field, name, text string) (any, error) {
	switch f.Kind {
	case rest.NumberField, rest.IDField:
		n, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return nil, cmdline.Usage("--%s must be a number; it is %q%s", name, text, listOfGroup(c))
		}
		if f.Most > 0 && (n < 1 || n > float64(f.Most)) {
			return nil, cmdline.Usage("--%s must be from 1 to %d", name, f.Most)
		}
		return json.Number(text), nil
	case rest.YesField:
		return strconv.ParseBool(text)
	case rest.FileField:
		b, err := readNamed(c, name, text)
		return base64.StdEncoding.EncodeToString(b), err
	case rest.AnyField:
		b, err := readNamed(c, name, text)
		if err == nil && !json.Valid(b) {
			err = cmdline.Usage("--%s is not valid JSON", name)
		}
		return json.RawMessage(b), err
	}
	return text, nil
}

// listOfGroup names the command that lists the ids of a group, where there is one.
func listOfGroup(c *cli.Context) string {
	words := strings.Fields(c.Command.HelpName)
	if len(words) < 3 {
		return ""
	}
	if group := cmdline.CommandOf(c.App.Commands, words[1]); group == nil || cmdline.CommandOf(group.Subcommands, "list") == nil {
		return ""
	}
	return "\nSee the ids: marquee " + words[1] + " list --data " + cmdline.Typed(c.Path("data"))
}

// maxNamed is the largest file that a flag may name, in bytes.
const maxNamed = 10 << 20

// readNamed is a text, or the file behind an @; @- is standard input.
func readNamed(c *cli.Context, name, text string) ([]byte, error) {
	path, file := strings.CutPrefix(text, "@")
	if !file {
		return []byte(text), nil
	}
	from := c.App.Reader
	if path != "-" {
		f, err := operate.OpenNamed(path)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		from = f
	}
	all, err := io.ReadAll(io.LimitReader(from, maxNamed+1))
	if err == nil && len(all) > maxNamed {
		err = cmdline.Usage("--%s: the file is larger than %d MB", name, maxNamed>>20)
	}
	return all, err
}

// readPairs reads NAME=VALUE; with commas in it a value is a list.
func readPairs(c *cli.Context, name string) (any, error) {
	all := map[string]any{}
	for _, text := range c.StringSlice(name) {
		key, value, ok := strings.Cut(text, "=")
		if !ok {
			return nil, cmdline.Usage("--%s must be NAME=VALUE", name)
		}
		before, _ := all[key].([]string)
		all[key] = append(before, strings.Split(value, ",")...)
	}
	return all, nil
}

// asked is what a command asks of an operation; it goes through the private socket.
type asked struct {
	CompanyID int64  `json:"companyId,omitempty"`
	Fields    fields `json:"fields,omitempty"`
	// Packed are the fields, compressed, where they are long.
	Packed []byte `json:"packed,omitempty"`
	// The others are said to marquee api alone.
	Operation string          `json:"operation,omitempty"`
	Body      json.RawMessage `json:"body,omitempty"`
	Token     string          `json:"token,omitempty"`
}

// maxUnpacked is how long fields are at most that travel as they are, in bytes.
const maxUnpacked = 1 << 20

func (in asked) packed() (asked, error) {
	all, err := json.Marshal(in.Fields)
	if err != nil || len(all) <= maxUnpacked {
		return in, err
	}
	in.Fields = nil
	in.Packed, err = pack(all)
	return in, err
}

func (in asked) unpacked() (asked, error) {
	if in.Packed == nil {
		return in, nil
	}
	all, err := unpack(in.Packed)
	if err == nil {
		err = json.Unmarshal(all, &in.Fields)
	}
	return in, err
}

func pack(text []byte) ([]byte, error) {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := w.Write(text)
	err = errors.Join(err, w.Close())
	return b.Bytes(), err
}

func unpack(packed []byte) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(io.LimitReader(r, 2*maxNamed))
}

// namedFlags says what an operation refused in the words of flags, by the name of each field.
func namedFlags(err error, flags map[string]string) error {
	var refused *app.Error
	if !errors.As(err, &refused) || len(refused.Fields) == 0 {
		return err
	}
	named := *refused
	named.Fields = slices.Clone(refused.Fields)
	for i, f := range named.Fields {
		named.Fields[i].Field = flagFor(f.Field, flags)
	}
	return &named
}

// flagFor is the flag of a field or of what it lies in, and behind it what lies in that: which
// of several does not matter, but its place in a file does. Without one it is the field.
func flagFor(field string, flags map[string]string) string {
	for above := field; above != ""; above = above[:max(strings.LastIndex(above, "."), 0)] {
		flag := flags[above]
		if flag == "" {
			continue
		}
		inside := strings.Split(strings.TrimPrefix(field[len(above):], "."), ".")
		if _, err := strconv.Atoi(inside[0]); err == nil {
			inside = slices.DeleteFunc(inside, func(part string) bool { _, err := strconv.Atoi(part); return err == nil })
			return strings.TrimSpace("--" + flag + " " + strings.Join(inside, " "))
		}
		return strings.TrimSpace("--" + flag + " " + strings.Join(inside, "."))
	}
	return field
}
