package administer

import (
	"encoding/json"
	"strings"
	"testing"

	"marquee/handlers/cli/cmdline"
	"marquee/handlers/cli/operate"
	"marquee/handlers/rest"

	"github.com/matryer/is"
	"github.com/urfave/cli/v2"
)

// Every operation can be asked: it has help, an example, and flags of which no two are alike.
func TestEveryOperationIsACommand(t *testing.T) {
	for _, rt := range routes() {
		name := rt.Method + " " + rt.Path
		cmd := OperationCommand(operate.Program{}, name)
		seen := map[string]bool{}
		for _, flag := range cmd.Flags {
			if doc, ok := flag.(cli.DocGenerationFlag); !ok || doc.GetUsage() == "" && !strings.Contains(flag.Names()[0], "-") && doc.TakesValue() {
				t.Errorf("%s: --%s says nothing", name, flag.Names()[0])
			}
			if seen[flag.Names()[0]] {
				t.Errorf("%s has --%s twice", name, flag.Names()[0])
			}
			seen[flag.Names()[0]] = true
		}
		if !strings.Contains(cmd.Description, "marquee api "+name) {
			t.Errorf("%s shows no example", name)
		}
		if args, asked := AsOneWord([]string{"marquee", "api", strings.ToLower(rt.Method), "/v1" + rt.Path, "--json"}); asked != name || len(args) != 3 {
			t.Errorf("marquee api %s is not understood: %v", name, args)
		}
	}
}

func TestWhatIsSaidBecomesARequest(t *testing.T) {
	is := is.New(t)
	said := fields{}.say("id", 3).say("shop.title", "Hi").say("shop.isOpen", true).say("currencies", []string{"EUR", "GBP"})
	delete(said, "id")
	in, err := said.request(operation("POST /company/settings"), "POST", json.RawMessage(`{"shop":{"title":"Other","email":"a@example.com"}}`))
	is.NoErr(err)
	is.Equal(in.Path, "/v1/company/settings")
	is.Equal(string(in.Body), `{"currencies":["EUR","GBP"],"shop":{"email":"a@example.com","isOpen":true,"title":"Hi"}}`)
	in, err = fields{}.say("states", []string{"sent", "dead"}).say("limit", 5).say("orderId", "3K7T").request(operation("GET /mails"), "GET", nil)
	is.NoErr(err)
	is.Equal(in.Query, "limit=5&orderId=3K7T&states=sent&states=dead")
	is.Equal(in.Body, nil)
	_, err = fields{}.say("colour", "red").request(operation("GET /mails"), "GET", nil)
	is.Equal(cmdline.CodeOf(err), cmdline.ExitUsage)
}

func TestExamplesAreThoseOfTheDocument(t *testing.T) {
	is := is.New(t)
	is.Equal(operationExample("DELETE /access-codes", operation("DELETE /access-codes")), "marquee api DELETE /access-codes --data ./festival --id 3")
	is.Equal(exampleValue(rest.Field{Kind: rest.YesField}, json.RawMessage("true")), "")
	is.Equal(exampleValue(rest.Field{Kind: rest.YesField}, json.RawMessage("false")), "=false")
	is.Equal(exampleValue(rest.Field{Kind: rest.IDField, List: true}, json.RawMessage("[1,2]")), " 1,2")
	is.Equal(exampleValue(rest.Field{Kind: rest.TextField}, json.RawMessage(`"All songs"`)), " 'All songs'")
}

func TestRefusedFieldsAreNamedAsTheFlagsThatSaidThem(t *testing.T) {
	flags := map[string]string{"states": "state", "schedule.at": "at", "plan": "file", "scopedAbilities": "scoped"}
	for field, want := range map[string]string{
		"states": "--state", "states.0": "--state", "schedule.at": "--at", "plan.rows.0.name": "--file rows.0.name",
		"scopedAbilities.0.recordIds.1": "--scoped recordIds", "total": "total",
	} {
		t.Run(field, func(t *testing.T) { is.New(t).Equal(flagFor(field, flags), want) })
	}
}

func TestAnAnswerIsProjected(t *testing.T) {
	is := is.New(t)
	sections := []section{
		{name: "things", columns: []column{{name: "id"}, {name: "on", from: "isOn", as: asYes}, {name: "inner", from: "a.b"}, {name: "at", as: asMoment}, {name: "n", as: asNumber}}, table: "id on n:MANY at"},
		{from: ".", columns: []column{{name: "total", from: "meta.total"}}},
	}
	out, err := project(sections, json.RawMessage(`{"data":[{"type":"x","id":3,"attributes":{"id":4,"isOn":true,"a":{"b":"c"},"at":null,"n":null}}],"meta":{"total":7}}`))
	is.NoErr(err)
	is.Equal(string(out), `{"things":[{"id":3,"on":true,"inner":"c","at":null,"n":0}],"total":7}`)
	var b strings.Builder
	is.NoErr(shown(sections...)(&b, out))
	is.Equal(b.String(), "ID  ON    MANY  AT\n3   true  0     -\n")
}

func TestFieldsSayWhatTheyAre(t *testing.T) {
	is := is.New(t)
	is.Equal(fieldUsage(rest.Field{Doc: "How many calls.", Kind: rest.NumberField}), "how many calls; a `NUMBER`")
	is.Equal(fieldUsage(rest.Field{Doc: "ISO 4217; the first.", Kind: rest.TextField, List: true}), "ISO 4217; the first; repeatable")
	is.Equal(fieldUsage(rest.Field{Words: []string{"a", "b"}, Kind: rest.TextField}), "a, b")
	is.Equal(folded(strings.Repeat("word ", 20)), strings.TrimSpace(strings.Repeat("word ", 17))+"\n"+strings.TrimSpace(strings.Repeat("word ", 3)))
	is.Equal(orWords([]string{"a", "b", "c"}), "a, b or c")
}
