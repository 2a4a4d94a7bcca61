package docs

import (
	"fmt"
	"html/template"
	"slices"
	"strings"

	"marquee/handlers/rest"
)

// apiPages is the API reference: an index that can be filtered, and a page for each
// operation, by its id.
type apiPages struct {
	info   rest.Info
	groups []group
	pages  map[string][]byte
}

// group is one area of the API with its operations.
type group struct {
	rest.DocumentTag
	Operations []operation
}

// operation is one operation with what its page shows.
type operation struct {
	Method, Path string
	*rest.Operation
	Params  []rest.Parameter
	Request *rest.Schema
	Answers []answer
	Example *Example
}

// answer is one possible answer of an operation.
type answer struct {
	Code, Text string
	Schema     *rest.Schema
}

func makeAPI(d *rest.Document) *apiPages {
	api := &apiPages{info: d.Info, groups: groupsOf(d), pages: map[string][]byte{}}
	one := template.Must(template.New("operation.html").Funcs(template.FuncMap{
		"describe":   func(s *rest.Schema) []formLine { return describeForm(d, s) },
		"word":       typeWord,
		"values":     valuesOf,
		"prose":      prose,
		"success":    func(code string) bool { return strings.HasPrefix(code, "2") },
		"paragraphs": func(s string) []string { return strings.Split(s, "\n\n") },
	}).ParseFS(pageFiles, "page/operation.html"))
	for _, g := range api.groups {
		for _, op := range g.Operations {
			p := page{Title: op.Method + " " + op.Path, Section: "api", Links: linksOf(g, op.OperationID)}
			p.Content = template.HTML(execute(one, struct {
				operation
				Area string
			}{op, g.Name}))
			api.pages[op.OperationID] = p.render()
		}
	}
	return api
}

// linksOf are the links to the operations of an area.
func linksOf(g group, here string) []link {
	links := []link{{Href: "/docs/api/", Text: "All operations"}}
	for _, op := range g.Operations {
		links = append(links, link{Href: "/docs/api/" + op.OperationID, Method: op.Method, Text: op.Path, Here: op.OperationID == here})
	}
	return links
}

var indexPage = template.Must(template.ParseFS(pageFiles, "page/index.html"))

// index lists the operations that contain every word of a query.
func (api *apiPages) index(query string) []byte {
	found, total := []group{}, 0
	for _, g := range api.groups {
		g.Operations = slices.DeleteFunc(slices.Clone(g.Operations), func(op operation) bool { return !op.has(query) })
		if total += len(g.Operations); len(g.Operations) > 0 {
			found = append(found, g)
		}
	}
	p := page{Title: "API reference", Section: "api"}
	for _, g := range found {
		p.Links = append(p.Links, link{Href: "#" + g.Name, Text: fmt.Sprintf("%s (%d)", g.Name, len(g.Operations))})
	}
	p.Content = template.HTML(execute(indexPage, struct {
		Info   rest.Info
		Query  string
		Total  int
		Groups []group
	}{api.info, query, total, found}))
	return p.render()
}

// has reports whether an operation contains every word of a query.
func (op operation) has(query string) bool {
	text := strings.ToLower(strings.Join([]string{op.Method, op.Path, op.Summary, op.Operation.Description, op.Tags[0]}, " "))
	for word := range strings.FieldsSeq(strings.ToLower(query)) {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}

// groupsOf groups the operations of a document by their first tag.
func groupsOf(d *rest.Document) []group {
	groups := make([]group, len(d.Tags))
	for i, t := range d.Tags {
		groups[i].DocumentTag = t
	}
	examples := examples()
	for _, path := range d.Paths.Names() {
		item, _ := d.Paths.Get(path)
		for _, method := range item.Names() {
			op, _ := item.Get(method)
			for i := range groups {
				if groups[i].Name == op.Tags[0] {
					groups[i].Operations = append(groups[i].Operations, resolved(d, strings.ToUpper(method), path, op, examples))
				}
			}
		}
	}
	return groups
}

// resolved follows the references of an operation.
func resolved(d *rest.Document, method, path string, op *rest.Operation, examples map[string]*Example) operation {
	out := operation{Method: method, Path: path, Operation: op, Example: examples[method+" "+path]}
	for _, p := range op.Parameters {
		if p.Ref != "" {
			p, _ = d.Components.Parameters.Get(lastPart(p.Ref))
		}
		out.Params = append(out.Params, p)
	}
	if op.RequestBody != nil {
		c, _ := op.RequestBody.Content.Get("application/json")
		out.Request = c.Schema
	}
	for _, code := range op.Responses.Names() {
		r, _ := op.Responses.Get(code)
		if r.Ref != "" {
			r, _ = d.Components.Responses.Get(lastPart(r.Ref))
		}
		c, _ := r.Content.Get("application/json")
		out.Answers = append(out.Answers, answer{code, r.Description, c.Schema})
	}
	return out
}

func lastPart(ref string) string { return ref[strings.LastIndex(ref, "/")+1:] }
