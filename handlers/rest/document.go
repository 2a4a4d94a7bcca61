package rest

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Document is the OpenAPI 3.1 description of an API.
type Document struct {
	OpenAPI    string             `json:"openapi"`
	Info       Info               `json:"info"`
	Servers    []ServerAddress    `json:"servers"`
	Security   []map[string][]any `json:"security"`
	Tags       []DocumentTag      `json:"tags"`
	Paths      Members[*PathItem] `json:"paths"`
	Components Components         `json:"components"`
}

// Info says what the API is.
type Info struct {
	Title       string `json:"title"`
	Version     string `json:"version"`
	Description string `json:"description"`
}

// ServerAddress is where the API is found.
type ServerAddress struct {
	URL         string `json:"url"`
	Description string `json:"description,omitempty"`
}

// DocumentTag is one group of operations.
type DocumentTag struct {
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
}

// PathItem holds the operations of a path by lower-case method.
type PathItem = Members[*Operation]

// Operation is one endpoint.
type Operation struct {
	OperationID string              `json:"operationId"`
	Summary     string              `json:"summary"`
	Description string              `json:"description"`
	Tags        []string            `json:"tags"`
	Deprecated  bool                `json:"deprecated,omitempty"`
	Security    *[]map[string][]any `json:"security,omitempty"`
	Parameters  []Parameter         `json:"parameters,omitempty"`
	RequestBody *RequestBody        `json:"requestBody,omitempty"`
	Responses   Members[Response]   `json:"responses"`
}

// Parameter is one query or header parameter, or a reference to one.
type Parameter struct {
	Ref         string  `json:"$ref,omitempty"`
	Name        string  `json:"name,omitempty"`
	In          string  `json:"in,omitempty"`
	Description string  `json:"description,omitempty"`
	Required    bool    `json:"required,omitempty"`
	Style       string  `json:"style,omitempty"`
	Explode     *bool   `json:"explode,omitempty"`
	Schema      *Schema `json:"schema,omitempty"`
}

// RequestBody is the JSON body of a request.
type RequestBody struct {
	Description string           `json:"description,omitempty"`
	Required    bool             `json:"required,omitempty"`
	Content     Members[Content] `json:"content"`
}

// Content is the form of a body.
type Content struct {
	Schema *Schema `json:"schema"`
}

// Response is one answer, or a reference to one.
type Response struct {
	Ref         string           `json:"$ref,omitempty"`
	Description string           `json:"description,omitempty"`
	Headers     Members[Header]  `json:"headers,omitzero"`
	Content     Members[Content] `json:"content,omitzero"`
}

// Header is a response header, or a reference to one.
type Header struct {
	Ref         string  `json:"$ref,omitempty"`
	Description string  `json:"description,omitempty"`
	Schema      *Schema `json:"schema,omitempty"`
}

// Components are what operations refer to.
type Components struct {
	SecuritySchemes Members[SecurityScheme] `json:"securitySchemes"`
	Parameters      Members[Parameter]      `json:"parameters"`
	Headers         Members[Header]         `json:"headers"`
	Responses       Members[Response]       `json:"responses"`
	Schemas         Members[*Schema]        `json:"schemas"`
}

// SecurityScheme is how callers prove who they are.
type SecurityScheme struct {
	Type        string `json:"type"`
	Scheme      string `json:"scheme"`
	Description string `json:"description"`
}

// Schema is the form of a value (JSON Schema 2020-12).
type Schema struct {
	Ref                  string           `json:"$ref,omitempty"`
	Type                 any              `json:"type,omitempty"`
	Format               string           `json:"format,omitempty"`
	Description          string           `json:"description,omitempty"`
	Enum                 []any            `json:"enum,omitempty"`
	Const                any              `json:"const,omitempty"`
	Default              any              `json:"default,omitempty"`
	Minimum              *float64         `json:"minimum,omitempty"`
	Maximum              *float64         `json:"maximum,omitempty"`
	MinLength            int              `json:"minLength,omitempty"`
	MaxLength            int              `json:"maxLength,omitempty"`
	MaxItems             int              `json:"maxItems,omitempty"`
	Items                *Schema          `json:"items,omitempty"`
	Properties           Members[*Schema] `json:"properties,omitzero"`
	Required             []string         `json:"required,omitempty"`
	AdditionalProperties *Schema          `json:"additionalProperties,omitempty"`
	AnyOf                []*Schema        `json:"anyOf,omitempty"`
	OneOf                []*Schema        `json:"oneOf,omitempty"`
	Discriminator        *Discriminator   `json:"discriminator,omitempty"`
	Deprecated           bool             `json:"deprecated,omitempty"`
	// These are words of OpenAPI 3.0, see Lower; GoName and OgenProperties
	// are how programs call properties.
	AllOf          []*Schema               `json:"allOf,omitempty"`
	Nullable       bool                    `json:"nullable,omitempty"`
	GoName         string                  `json:"x-go-name,omitempty"`
	OgenProperties map[string]OgenProperty `json:"x-ogen-properties,omitempty"`
}

// Discriminator says by which property one of several forms is told from the others.
type Discriminator struct {
	Property string            `json:"propertyName"`
	Mapping  map[string]string `json:"mapping"`
}

// OgenProperty is how programs call a property.
type OgenProperty struct {
	Name string `json:"name"`
}

// Members is a JSON object that keeps the order of its members.
type Members[T any] struct {
	names  []string
	values map[string]T
}

// Set adds or replaces a member.
func (m *Members[T]) Set(name string, v T) {
	if m.values == nil {
		m.values = map[string]T{}
	}
	if _, ok := m.values[name]; !ok {
		m.names = append(m.names, name)
	}
	m.values[name] = v
}

// Get finds a member.
func (m Members[T]) Get(name string) (T, bool) {
	v, ok := m.values[name]
	return v, ok
}

// Names lists the members in their order.
func (m Members[T]) Names() []string { return m.names }

// IsZero tells that there are none.
func (m Members[T]) IsZero() bool { return len(m.names) == 0 }

// MarshalJSON writes the members in their order.
func (m Members[T]) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i, name := range m.names {
		if i > 0 {
			b = append(b, ',')
		}
		v, err := plainJSON(m.values[name])
		if err != nil {
			return nil, err
		}
		b = append(append(appendString(b, name), ':'), v...)
	}
	return append(b, '}'), nil
}

// plainJSON is encoding/json without the HTML escapes.
func plainJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, fmt.Errorf("api document: %w", err)
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}

// JSON is the document as a file, indented.
func (d *Document) JSON() ([]byte, error) {
	b, err := plainJSON(d)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := json.Indent(&out, b, "", "  "); err != nil {
		return nil, fmt.Errorf("api document: %w", err)
	}
	out.WriteByte('\n')
	return out.Bytes(), nil
}
