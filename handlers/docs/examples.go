package docs

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
)

// Example is a call of an operation with its answer. A test of package handlers
// records examples from the API scenarios and keeps examples.json up to date.
type Example struct {
	Method string          `json:"method"`
	Path   string          `json:"path"` // below /v1, with its query
	Body   json.RawMessage `json:"body,omitempty"`
	Status int             `json:"status"`
	Answer json.RawMessage `json:"answer,omitempty"`
}

//go:embed examples.json
var examplesFile []byte

// readExamples returns the examples by method and path of their operation.
func readExamples() map[string]*Example {
	var all map[string]*Example
	if err := json.Unmarshal(examplesFile, &all); err != nil {
		panic(fmt.Sprintf("docs: examples.json: %v", err))
	}
	return all
}

// ExampleOf is the example of an operation, such as GET /events; nil for none.
func ExampleOf(operation string) *Example { return examples()[operation] }

var examples = sync.OnceValue(readExamples)

// Curl is the call as a command line. The shell variables are those of the chapter
// about the API in the manual.
func (e *Example) Curl() string {
	call := `curl -H "$auth"`
	if e.Method != "GET" && e.Method != "POST" || e.Method == "POST" && e.Body == nil {
		call += " -X " + e.Method
	}
	if e.Body == nil {
		return fmt.Sprintf(`%s "$api%s"`, call, e.Path)
	}
	body := strings.ReplaceAll(indented(e.Body), "'", `'\''`)
	return fmt.Sprintf("%s -H 'Content-Type: application/json' \"$api%s\" \\\n  -d '%s'", call, e.Path, body)
}

// Result is the answer, indented.
func (e *Example) Result() string { return indented(e.Answer) }

func indented(raw json.RawMessage) string {
	if raw == nil {
		return ""
	}
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(raw); err != nil {
		panic(fmt.Sprintf("docs: example: %v", err))
	}
	return strings.TrimSuffix(b.String(), "\n")
}
