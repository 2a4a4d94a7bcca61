package handlers_test

import (
	"fmt"
	"sort"
	"strings"
	"testing"

	"marquee/handlers"
)

// TestPermissions keeps the table of who may call what as a file that people
// read: endpoint, ability, abilities that do as well, other spellings.
func TestPermissions(t *testing.T) {
	var lines []string
	for _, r := range handlers.Routes(nil) {
		var or []string
		for _, a := range r.Or {
			or = append(or, string(a))
		}
		line := fmt.Sprintf("%-6s %-28s %-18s", r.Method, r.Path, r.Allow)
		if len(or) > 0 {
			line += " or " + strings.Join(or, ", ")
		}
		if len(r.Also) > 0 {
			line += " also " + strings.Join(r.Also, ", ")
		}
		lines = append(lines, strings.TrimRight(line, " "))
	}
	sort.Strings(lines)
	head := "# Who may call what. Written by: go test ./handlers -run TestPermissions -update\n"
	golden(t, "permissions.txt", []byte(head+strings.Join(lines, "\n")+"\n"))
}
