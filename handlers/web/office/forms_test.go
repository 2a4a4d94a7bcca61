package office_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"marquee/app/apptest"
	"marquee/app/locale"
	"marquee/handlers"
	"marquee/handlers/rest"
	"marquee/handlers/web/words"
)

var (
	forms   = regexp.MustCompile(`\.Form(?:Of [$.A-Za-z]+)?((?: "[^"]+")+)`)
	fields  = regexp.MustCompile(`\.(?:Field|Must|Short|Loosely|Hidden|Set|Called "[^"]+")\s+(?:\(printf )?"([^"]+)"|\.Labelled [$.A-Za-z]+ \(printf "([^"]+)"`)
	actions = regexp.MustCompile(`<form[^>]*action="([^"]*)"`)
)

// others are the addresses of forms that are no operations: they choose a language, end a session,
// take back what an operation did, and ask for what is looked for.
var others = map[string]bool{"/language": true, "/staff/sign-out": true, "{{.Undo}}": true, "{{.It}}": true}

// TestEveryFormIsAnOperation: behind each action of each template stands an operation of the API,
// and each of its fields is declared there and has a label in the words.
func TestEveryFormIsAnOperation(t *testing.T) {
	api := rest.New(rest.Options{}, handlers.Routes(apptest.New(t).App))
	files, _ := filepath.Glob("*/*.html")
	if len(files) < 8 {
		t.Fatalf("found only %v", files)
	}
	for _, name := range files {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		text := string(b)
		for _, a := range actions.FindAllStringSubmatch(text, -1) {
			if !strings.Contains(a[0], `method="get"`) && !others[a[1]] && !strings.HasSuffix(a[1], "Action}}") {
				t.Errorf("%s: a form is sent to %s, which is no operation", name, a[1])
			}
		}
		all := operationsIn(t, api, name, text)
		for _, at := range fields.FindAllStringSubmatchIndex(text, -1) {
			found := fields.FindStringSubmatch(text[at[0]:at[1]])
			path := strings.ReplaceAll(found[1]+found[2], "%d", "0")
			operations := operationsIn(t, api, name, lastForm(text[:at[0]]))
			if operations == nil { // it stands in a part, for whatever form that is drawn in
				operations = all
			}
			for _, rt := range operations {
				if _, ok := rt.FormField(path); !ok {
					t.Errorf("%s: %s %s declares no field %s", name, rt.Method, rt.Path, path)
				}
			}
			if strings.HasPrefix(found[0], ".Hidden") || strings.HasPrefix(found[0], ".Set") {
				continue
			}
			label := "office.f." + strings.ReplaceAll(path, ".0", "")
			if words.Text(locale.English, label) == label {
				t.Errorf("%s: there are no words for %s", name, label)
			}
		}
	}
}

// lastForm is the last name of a form in a text: what comes behind it belongs to that.
func lastForm(text string) string {
	all := forms.FindAllStringIndex(text, -1)
	if all == nil {
		return ""
	}
	return text[all[len(all)-1][0]:]
}

// operationsIn are those that a template names.
func operationsIn(t *testing.T, api *rest.API, name, text string) (all []*rest.Route) {
	for _, found := range forms.FindAllStringSubmatch(text, -1) {
		for _, quoted := range strings.Split(strings.TrimSpace(found[1]), `" "`) {
			op := strings.Trim(quoted, `"`)
			rt := api.Operation(strings.Replace(op, " ", " /", 1))
			if rt == nil {
				t.Errorf("%s: there is no operation %s", name, op)
				continue
			}
			all = append(all, rt)
		}
	}
	return all
}
