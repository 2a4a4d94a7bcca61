package guestlist

import "testing"

func TestWhatALineSays(t *testing.T) {
	for text, want := range map[string]struct {
		name, email string
		heads       int64
		problem     string
	}{
		"Ada Lovelace":                       {"Ada Lovelace", "", 1, ""},
		"Ada Lovelace, ada@example.com, 2":   {"Ada Lovelace", "ada@example.com", 2, ""},
		"2; ada@example.com; Ada Lovelace":   {"Ada Lovelace", "ada@example.com", 2, ""},
		"Ada\tLovelace\tada@example.com\t3":  {"Ada Lovelace", "ada@example.com", 3, ""},
		"Ada Lovelace +2, ada@example.com":   {"Ada Lovelace", "ada@example.com", 3, ""},
		"Ada Lovelace, +1":                   {"Ada Lovelace", "", 2, ""},
		"  Ada Lovelace <ada@example.com>  ": {"Ada Lovelace", "ada@example.com", 1, ""},
		"The 5 Royales, 4":                   {"The 5 Royales", "", 4, ""},
		"C+ Group":                           {"C+ Group", "", 1, ""},
		"ada@example.com, 2":                 {"", "ada@example.com", 2, "has no name"},
		"Ada, a@example.com, b@example.com":  {"Ada", "b@example.com", 1, "has two e-mail addresses"},
		"Ada, 2, 3":                          {"Ada", "", 3, "has two numbers"},
		"Ada, 0":                             {"Ada", "", 0, "must be between 1 and 300"},
		"Ada, +300":                          {"Ada", "", 301, "must be between 1 and 300"},
		"Ada, 99999999999999999999":          {"Ada", "", 301, "must be between 1 and 300"},
		"Zoé Lefèvre;zoe@example.com;;":      {"Zoé Lefèvre", "zoe@example.com", 1, ""},
	} {
		all := Lines(text)
		if len(all) != 1 {
			t.Fatalf("%q is %d lines", text, len(all))
		}
		got, problem := all[0], ""
		if got.Problem != nil {
			problem = got.Problem.String()
		}
		if got.Name != want.name || got.Email != want.email || got.Heads != want.heads || problem != want.problem {
			t.Errorf("%q: %+v %s", text, got, problem)
		}
	}
}

func TestLinesKeepTheirNumbers(t *testing.T) {
	all := Lines("Ada\r\n\r\n  \nGrace\n")
	if len(all) != 2 || all[0].Number != 1 || all[1].Number != 4 || all[1].Name != "Grace" {
		t.Errorf("%+v", all)
	}
}
