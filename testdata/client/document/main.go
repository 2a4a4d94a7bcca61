package main

import (
	"encoding/json"
	"log"
	"maps"
	"os"
	"slices"
	"strings"
)

func main() {
	var document map[string]any
	if err := json.NewDecoder(os.Stdin).Decode(&document); err != nil {
		log.Fatal(err)
	}
	lower(document)
	document["openapi"] = "3.0.3"
	if err := json.NewEncoder(os.Stdout).Encode(document); err != nil {
		log.Fatal(err)
	}
}

// lower writes a part of the document in the words of 3.0.
func lower(part any) {
	switch part := part.(type) {
	case []any:
		for _, one := range part {
			lower(one)
		}
	case map[string]any:
		for _, one := range part {
			lower(one)
		}
		types(part)
		either(part)
		if properties, ok := part["properties"].(map[string]any); ok {
			twice(properties)
		}
		if values, ok := part["enum"].([]any); ok {
			part["enum"] = slices.DeleteFunc(values, func(v any) bool { return v == nil })
		}
	}
}

// types has one type for a list of them.
func types(schema map[string]any) {
	all, ok := schema["type"].([]any)
	if !ok {
		return
	}
	delete(schema, "type")
	for _, t := range all {
		if t == "null" {
			schema["nullable"] = true
		} else if schema["type"] == nil {
			schema["type"] = t
		}
	}
}

// either is a schema that may be null as well.
func either(schema map[string]any) {
	all, ok := schema["anyOf"].([]any)
	if !ok || len(all) != 2 {
		return
	}
	if null, ok := all[1].(map[string]any); !ok || null["type"] != "null" {
		return
	}
	delete(schema, "anyOf")
	schema["nullable"] = true
	one := all[0].(map[string]any)
	if one["$ref"] != nil {
		schema["allOf"] = []any{one}
		return
	}
	for name, v := range one {
		if schema[name] == nil {
			schema[name] = v
		}
	}
}

// twice names properties that would be called in Go as another one is: phone_code beside
// phoneCode becomes AlsoPhoneCode.
func twice(properties map[string]any) {
	separators := strings.NewReplacer("_", "", "-", "")
	seen := map[string]bool{}
	names := slices.Sorted(maps.Keys(properties))
	slices.SortStableFunc(names, func(a, b string) int {
		return (len(a) - len(separators.Replace(a))) - (len(b) - len(separators.Replace(b)))
	})
	for _, name := range names {
		plain := strings.ToLower(separators.Replace(name))
		if schema, ok := properties[name].(map[string]any); ok && seen[plain] {
			schema["x-go-name"] = "also_" + strings.ReplaceAll(name, "-", "_")
		}
		seen[plain] = true
	}
}
