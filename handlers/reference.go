package handlers

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"net/http"
	"strings"
	"sync"

	"marquee/handlers/rest"
)

//go:embed reference/*
var referenceFiles embed.FS

// referencePolicy lets the page load its own style sheet and nothing else.
const referencePolicy = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// reference serves the API reference: the document as one page that needs no
// script and asks nobody else for anything. It is made when it is first asked for.
func reference(document func() *rest.Document) http.Handler {
	page := sync.OnceValue(func() []byte { return renderReference(document()) })
	style, err := referenceFiles.ReadFile("reference/style.css")
	if err != nil {
		panic(fmt.Sprintf("handlers: reference style: %v", err))
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", referencePolicy)
		if r.URL.Path == "/docs/style.css" {
			w.Header().Set("Content-Type", "text/css; charset=utf-8")
			_, _ = w.Write(style)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write(page())
	})
}

func renderReference(d *rest.Document) []byte {
	t := template.Must(template.New("page.html").Funcs(template.FuncMap{
		"describe":   func(s *rest.Schema) []formLine { return describeForm(d, s) },
		"word":       func(s *rest.Schema) string { return typeWord(s) },
		"anchor":     func(method, path string) string { return strings.Trim(method+strings.ReplaceAll(path, "/", "-"), "-") },
		"success":    func(code string) bool { return strings.HasPrefix(code, "2") },
		"paragraphs": func(s string) []string { return strings.Split(s, "\n\n") },
	}).ParseFS(referenceFiles, "reference/page.html"))
	var page bytes.Buffer
	if err := t.Execute(&page, referencePage(d)); err != nil {
		panic(fmt.Sprintf("handlers: reference page: %v", err))
	}
	return page.Bytes()
}

// referenceGroup is one tag with its operations.
type referenceGroup struct {
	rest.DocumentTag
	Operations []referenceOperation
}

// referenceOperation is one operation with its address.
type referenceOperation struct {
	Method, Path string
	*rest.Operation
	Params  []rest.Parameter
	Request *rest.Schema
	Answers []referenceAnswer
}

// referenceAnswer is one answer of an operation.
type referenceAnswer struct {
	Code, Text string
	Schema     *rest.Schema
}

// referencePage groups the operations by tag.
func referencePage(d *rest.Document) any {
	groups := make([]referenceGroup, len(d.Tags))
	for i, t := range d.Tags {
		groups[i].DocumentTag = t
	}
	for _, path := range d.Paths.Names() {
		item, _ := d.Paths.Get(path)
		for _, method := range item.Names() {
			op, _ := item.Get(method)
			for i := range groups {
				if groups[i].Name == op.Tags[0] {
					groups[i].Operations = append(groups[i].Operations, resolved(d, strings.ToUpper(method), path, op))
				}
			}
		}
	}
	return struct {
		*rest.Document
		Groups []referenceGroup
	}{d, groups}
}

// resolved follows the references of an operation.
func resolved(d *rest.Document, method, path string, op *rest.Operation) referenceOperation {
	out := referenceOperation{Method: method, Path: path, Operation: op}
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
		out.Answers = append(out.Answers, referenceAnswer{code, r.Description, c.Schema})
	}
	return out
}

func lastPart(ref string) string { return ref[strings.LastIndex(ref, "/")+1:] }
