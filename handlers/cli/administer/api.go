package administer

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/report/sheet"
	"marquee/handlers/cli/cmdline"
	"marquee/handlers/cli/operate"
	"marquee/handlers/docs"
	"marquee/handlers/rest"

	"github.com/urfave/cli/v2"
)

// marquee api asks any operation of the API. A command line that names one is read as that of a
// command of its own, with the flags that the operation takes.

const apiWord = "api"

// apiOut is the answer of an operation; a file has its bytes.
type apiOut struct {
	Answer json.RawMessage `json:"answer,omitempty"`
	File   []byte          `json:"file,omitempty"`
}

// What the server does for marquee api: reads leave a stopped store as it is.
var (
	apiRead  = operate.Admin{Path: "api read", Own: true, Reads: true, Run: runAPI}
	apiWrite = operate.Admin{Path: "api write", Run: runAPI}
)

func runAPI(ctx context.Context, a *app.App, input []byte) (any, error) {
	in, err := cmdline.Decode[asked](input)
	if err == nil {
		in, err = in.unpacked()
	}
	if err != nil {
		return nil, err
	}
	c, err := in.caller(ctx, a)
	if err != nil {
		return nil, err
	}
	named := map[string]string{}
	if rt := operation(in.Operation); rt != nil {
		for _, f := range rt.Takes() {
			named[f.Name] = apiFlag(f)
		}
	}
	out, err := as(a, c, apiWord+" "+in.Operation).send(ctx, in.Operation, in.Fields, in.Body)
	if err != nil {
		return nil, namedFlags(err, named)
	}
	if json.Valid(out.Body) {
		return apiOut{Answer: out.Body}, nil
	}
	return apiOut{File: out.Body}, nil
}

// caller is whoever a token belongs to, and whoever sits at the machine without one.
func (in asked) caller(ctx context.Context, a *app.App) (*app.Caller, error) {
	if in.Token == "" {
		return operate.Operator(ctx, a, in.CompanyID)
	}
	var id *int64
	if in.CompanyID != 0 {
		id = &in.CompanyID
	}
	return company.Authenticate(ctx, a, in.Token, id)
}

// APICommand lists the operations.
func APICommand() *cli.Command {
	return &cli.Command{
		Name: apiWord, Usage: "ask any operation of the API, as who runs the machine or with a token", ArgsUsage: "METHOD PATH",
		Description: `Examples:

   marquee api GET /events --data ./festival
   marquee api GET /events --help
   marquee api POST /tax-bands --name Food --rate 7
   marquee api POST /events/update --id 3 --body @changes.json --token mq_…
   marquee api GET /invoice/pdf --invoice-id 17 --output 17.pdf

Each operation has a flag for what it takes, which --help behind its name lists: lists are
repeated or have commas between, objects have flags for what stands in them, and amounts
are in minor units, as in the API. @FILE is what stands in a file. Without --json a table
is shown. These flags are not read from the environment.

` + cmdline.ExitCodes + "\n\nOPERATIONS:\n" + operationList(),
		Action: func(c *cli.Context) error {
			if !c.Args().Present() {
				return cmdline.Usage("%s needs a method and a path, such as GET /events\nSee: %s --help", c.Command.HelpName, c.Command.HelpName)
			}
			return noOperation(strings.Join(c.Args().Slice()[:min(2, c.NArg())], " "))
		},
		BashComplete: completeOperation,
	}
}

// operationList lists the operations by area.
func operationList() string {
	var tags []string
	lines := map[string][]string{}
	for _, rt := range routes() {
		if lines[rt.Tag] == nil {
			tags = append(tags, rt.Tag)
		}
		lines[rt.Tag] = append(lines[rt.Tag], fmt.Sprintf("   %-6s %-44s %s", rt.Method, rt.Path, rt.Summary))
	}
	var b strings.Builder
	for _, tag := range tags {
		b.WriteString("\n" + tag + "\n" + strings.Join(lines[tag], "\n") + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// noOperation refuses what is none, and names the one that may have been meant.
func noOperation(word string) error {
	var names []string
	for _, rt := range routes() {
		names = append(names, strings.ToLower(rt.Method+" "+rt.Path))
	}
	meant := ""
	if near := cmdline.Nearest(names, word); near != "" {
		method, path, _ := strings.Cut(near, " ")
		meant = "\n" + fmt.Sprintf(cli.SuggestDidYouMeanTemplate, strings.ToUpper(method)+" "+path)
	}
	return cmdline.Usage("the API has no operation %q%s\nSee: marquee api --help", word, meant)
}

// completeOperation offers methods, and behind one the paths that it has.
func completeOperation(c *cli.Context) {
	typed := os.Args[:max(0, len(os.Args)-1)] // what follows is the question
	method := ""
	if i := slices.Index(typed, apiWord); i >= 0 && i+1 < len(typed) {
		method = strings.ToUpper(typed[i+1])
	}
	var offered []string
	for _, rt := range routes() {
		if word := cmp.Or(method, rt.Method); method == "" {
			offered = append(offered, word)
		} else if rt.Method == method {
			offered = append(offered, rt.Path)
		}
	}
	slices.Sort(offered)
	for _, word := range slices.Compact(offered) {
		fmt.Fprintln(c.App.Writer, word)
	}
}

// AsOneWord makes one word of the name of an operation behind api, so that it is found as a
// command; name is empty where there is none.
func AsOneWord(args []string) (_ []string, name string) {
	at := slices.Index(args[:min(len(args), 3)], apiWord)
	if at < 1 || at == 2 && args[1] != "help" || len(args) < at+3 {
		return args, ""
	}
	name = strings.ToUpper(args[at+1]) + " " + strings.TrimPrefix(args[at+2], rest.Base)
	if operation(name) == nil {
		return args, ""
	}
	rewritten := append([]string{args[0], apiWord + " " + name}, args[at+3:]...)
	if at == 2 {
		rewritten = append(rewritten, "--help")
	}
	return rewritten, name
}

// common are the flags of every operation.
func commonFlags() []cli.Flag {
	return []cli.Flag{
		cmdline.DataFlag(), operate.CompanyFlag(), cmdline.JSONFlag(), operate.ClockFlag(),
		cmdline.Text("token", "ask as whoever this API `TOKEN` belongs to, and not as who runs the machine"),
		&cli.StringFlag{Name: "body", Usage: "the body, as `JSON` or @FILE; flags say more"},
		&cli.StringFlag{Name: "output", Usage: "write the answer to this `FILE`"},
	}
}

// apiFlag is the flag of a field. Where it would be called as one that every operation has,
// field- stands before it.
func apiFlag(f rest.Field) string {
	name := flagName(f.Name)
	if slices.ContainsFunc(commonFlags(), func(c cli.Flag) bool { return c.Names()[0] == name }) || name == "help" {
		return "field-" + name
	}
	return name
}

// OperationCommand is the command of one operation.
func OperationCommand(program operate.Program, name string) *cli.Command {
	rt := operation(name)
	doc := strings.TrimSpace(rt.Doc + " " + rt.Needs())
	cmd := &cli.Command{
		Name: apiWord + " " + name, Usage: strings.ToLower(rt.Summary[:1]) + rt.Summary[1:], Hidden: true, Flags: commonFlags(),
		Description: folded(doc) + "\n\nExample:\n\n   " + operationExample(name, rt) + "\n\n" + cmdline.ExitCodes,
	}
	for _, f := range rt.Takes() {
		what := fieldUsage(f)
		if f.Required {
			what = strings.TrimPrefix(what+"; required", "; ")
		}
		cmd.Flags = append(cmd.Flags, fieldFlag(f, apiFlag(f), what))
	}
	cmd.Action = func(c *cli.Context) error { return askOperation(c, program, name, rt) }
	return cmd
}

// maxExample is how long a value of an example is at most, in characters.
const maxExample = 60

// operationExample is the example of the API document as a command line.
func operationExample(name string, rt *rest.Route) string {
	words := "marquee api " + name + " --data ./festival"
	said := row{}
	if e := docs.ExampleOf(name); e != nil {
		said = rowOf(e.Body)
		if _, query, _ := strings.Cut(e.Path, "?"); query != "" {
			values, _ := url.ParseQuery(query) // it was a request
			for _, key := range slices.Sorted(maps.Keys(values)) {
				raw, _ := json.Marshal(strings.Join(values[key], ","))
				said = append(said, member{strings.TrimSuffix(key, "[]"), raw})
			}
		}
	}
	for _, f := range rt.Takes() {
		if raw := said.get(f.Name); raw != nil && string(raw) != "null" {
			words += " --" + apiFlag(f) + exampleValue(f, raw)
		}
	}
	return words
}

// exampleValue is what stands behind a flag in an example.
func exampleValue(f rest.Field, raw json.RawMessage) string {
	text := row{{"", raw}}.text("")
	switch {
	case f.Kind == rest.YesField && !f.List:
		return strings.TrimSuffix("="+text, "=true")
	case f.Kind == rest.FileField:
		return " @file"
	case f.List:
		text = strings.Join(row{{"", raw}}.list(""), ",")
	}
	if f.Kind == rest.AnyField && len(text) > maxExample {
		return " @" + flagName(f.Name) + ".json"
	}
	return " " + cmdline.Typed(text)
}

// folded breaks a text into lines of a screen.
func folded(text string) string {
	const width = 88
	var b strings.Builder
	at := 0
	for word := range strings.FieldsSeq(text) {
		n := len([]rune(word))
		switch {
		case at > 0 && at+1+n > width:
			b.WriteByte('\n')
			at = 0
		case at > 0:
			b.WriteByte(' ')
			at++
		}
		b.WriteString(word)
		at += n
	}
	return b.String()
}

// askOperation asks what the flags say, and shows the answer.
func askOperation(c *cli.Context, program operate.Program, name string, rt *rest.Route) error {
	if err := cmdline.NoArguments(c); err != nil {
		return err
	}
	in, err := operationInput(c, name, rt)
	if err != nil {
		return err
	}
	ad := apiWrite
	if rt.Method == "GET" {
		ad = apiRead
	}
	result, err := ad.Call(c, program, in)
	if err != nil {
		return err
	}
	out, err := cmdline.Decode[apiOut](result)
	if err != nil {
		return err
	}
	write := func(w io.Writer) error { return writeAnswer(w, out, true) }
	if target := c.String("output"); target != "" {
		return intoFile(c, target, sheet.Format(strings.TrimPrefix(filepath.Ext(target), ".")), write)
	}
	return writeAnswer(c.App.Writer, out, c.Bool("json"))
}

func operationInput(c *cli.Context, name string, rt *rest.Route) (in asked, err error) {
	in = asked{CompanyID: int64(c.Int("company")), Operation: name, Token: c.String("token"), Fields: fields{}}
	if text := c.String("body"); text != "" {
		if in.Body, err = readNamed(c, "body", text); err != nil {
			return in, err
		}
		if !json.Valid(in.Body) {
			return in, cmdline.Usage("--body is not valid JSON")
		}
	}
	for _, f := range rt.Takes() {
		flag := apiFlag(f)
		if !c.IsSet(flag) {
			continue
		}
		raw, err := readField(c, f, flag)
		if err != nil {
			return in, err
		}
		in.Fields[f.Name] = raw
	}
	return in.packed()
}

// writeAnswer writes the answer of an operation: a file as it is, JSON as it is or as a table.
func writeAnswer(w io.Writer, out apiOut, plain bool) error {
	switch {
	case out.File != nil:
		_, err := w.Write(out.File)
		return err
	case out.Answer == nil:
		return nil
	case plain:
		_, err := fmt.Fprintf(w, "%s\n", out.Answer)
		return err
	}
	return showAnswer(w, rowOf(out.Answer))
}

// showAnswer shows an answer to people: its list as a table, else a line for each member.
func showAnswer(w io.Writer, answer row) error {
	listed, one := "", answer
	for _, m := range answer {
		if inner := rowOf(m.raw); m.name == "data" && inner != nil {
			one = inner
		}
		if len(m.raw) > 0 && m.raw[0] == '[' && m.name != "included" && (listed == "" || m.name == "data") {
			listed = m.name
		}
	}
	rows := answer.rows(listed)
	if len(rows) == 0 || rows[0] == nil {
		return showMembers(w, one)
	}
	if err := showRows(w, rows); err != nil {
		return err
	}
	if total := answer.text("meta.total"); total != "" {
		_, err := fmt.Fprintf(w, "%d of %s\n", len(rows), total)
		return err
	}
	return nil
}

// around are the members of a resource that say nothing about it.
var around = []string{"type", "attributes", "relationships", "links", "meta", "included"}

func showRows(w io.Writer, rows []row) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	var names []string
	for _, m := range rows[0] {
		said := slices.ContainsFunc(rows, func(r row) bool { return len(r.get(m.name)) > 0 && string(r.get(m.name)) != "null" })
		if said && !slices.Contains(around, m.name) && m.raw[0] != '{' && m.raw[0] != '[' {
			names = append(names, m.name)
		}
	}
	fmt.Fprintln(table, strings.Join(names, "\t"))
	for _, r := range rows {
		cells := make([]string, len(names))
		for i, name := range names {
			cells[i] = memberText(r.get(name), shownText)
		}
		fmt.Fprintln(table, strings.Join(cells, "\t"))
	}
	return table.Flush()
}

func showMembers(w io.Writer, r row) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, m := range r {
		if !slices.Contains(around, m.name) {
			fmt.Fprintf(table, "%s\t%s\n", m.name, memberText(m.raw, shownLong))
		}
	}
	return table.Flush()
}

// memberText is a member as text, empty for null.
func memberText(raw json.RawMessage, most int) string {
	return cmdline.Printable(row{{"", raw}}.text(""), most)
}
