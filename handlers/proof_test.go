package handlers_test

import (
	"slices"
	"sort"
	"strings"
	"testing"

	"marquee/app"
	"marquee/handlers"
)

// aboutPeople are abilities of which each operation that changes something asks for a proof.
var aboutPeople = []app.Ability{app.ManageUsers, app.CreateUsers, app.EditUsers, app.DeleteUsers, app.RestoreUsers, app.DeleteCustomers, app.WalletCashout, app.SettleResale}

// noProof are those that ask for none all the same, and why.
var noProof = map[string]string{
	"POST /devices/block":              "whoever lost a phone has it blocked at once",
	"POST /devices/unblock":            "a device gets in by a token alone",
	"POST /admin-users/single-sign-on": "programs ask for it, pages never do",
	"POST /customers/merge":            "it takes nothing away, and nobody gets anything by it",
}

// TestSensitiveOperationsAskForAProof keeps the list of what asks a page whether it is still the
// same person who sits in front of it: keys, people, erasure, what is given out, money out.
func TestSensitiveOperationsAskForAProof(t *testing.T) {
	var lines []string
	for _, r := range handlers.Routes(nil) {
		name := r.Method + " " + r.Path
		switch {
		case r.Proof && noProof[name] != "":
			t.Errorf("%s asks for a proof by now", name)
		case r.Proof:
			lines = append(lines, name)
		case r.Method != "GET" && noProof[name] == "" && sensitive(r.Allow, r.Or, r.Path):
			t.Errorf("%s asks for no proof: give it Proof, or say in noProof why not", name)
		}
	}
	sort.Strings(lines)
	head := "# What a page asks for only after a password or a code within 15 minutes. Written by: go test ./handlers -run TestSensitive -update\n"
	golden(t, "proof.txt", []byte(head+strings.Join(lines, "\n")+"\n"))
}

func sensitive(allow app.Ability, or []app.Ability, path string) bool {
	if strings.HasSuffix(path, "-keys") || strings.HasSuffix(path, "/secret") {
		return true
	}
	return slices.Contains(aboutPeople, allow) || slices.ContainsFunc(or, func(a app.Ability) bool { return slices.Contains(aboutPeople, a) })
}
