package rest

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"marquee/app"
)

// A field of an answer, or a name that may be included, can need more than its route does.
// Its tag says what, with | between abilities of which one is enough:
//
//	Email   *string `json:"customerEmail" needs:"customers.view"`
//	Include Include `query:"include" enum:"venues,zones" needs:"zones=zones.scan|events.edit"`
//
// For callers without it the field is null, and the include is as if it was not asked for.
// The query behind the route asks by itself: what this forgets is refused there.

// needsOf reads what a field of an answer needs, nil for no more than its route.
func needsOf(f reflect.StructField) app.AnyOf {
	tag, ok := f.Tag.Lookup("needs")
	if !ok {
		return nil
	}
	return abilitiesIn(f.Name, tag)
}

// abilitiesIn reads abilities with | between them.
func abilitiesIn(field, list string) (all app.AnyOf) {
	for name := range strings.SplitSeq(list, "|") {
		a := app.Ability(name)
		if !a.Known() {
			panic(fmt.Sprintf("rest: field %s needs %q, which is no ability", field, name))
		}
		all = append(all, a)
	}
	return all
}

// includeNeeds reads what each name of an include parameter needs.
func includeNeeds(f reflect.StructField, r *rules) map[string]app.AnyOf {
	tag, ok := f.Tag.Lookup("needs")
	if !ok {
		return nil
	}
	all := map[string]app.AnyOf{}
	for one := range strings.SplitSeq(tag, ",") {
		name, list, _ := strings.Cut(one, "=")
		if !slices.Contains(r.enum, name) {
			panic(fmt.Sprintf("rest: field %s: %q is none of its names", f.Name, name))
		}
		all[name] = abilitiesIn(f.Name, list)
	}
	return all
}

// withhold takes out of the include parameter what the caller may not see.
func (s *shape) withhold(v reflect.Value, c *app.Caller) {
	for _, in := range s.fields {
		if in.rules.needs == nil {
			continue
		}
		asked := v.FieldByIndex(in.index).Addr().Interface().(*Include)
		*asked = slices.DeleteFunc(*asked, func(name string) bool {
			needs, some := in.rules.needs[name]
			return some && !c.Meets(needs)
		})
	}
}

// needsDoc says in the API document what a field needs.
func needsDoc(doc string, needs app.AnyOf) string {
	if needs == nil {
		return doc
	}
	return strings.TrimSpace(doc + " Null without " + abilityNames(needs) + ".")
}

// includeDoc says what the names of an include parameter need.
func includeDoc(r *rules) string {
	var parts []string
	for _, name := range r.enum {
		if needs := r.needs[name]; needs != nil {
			parts = append(parts, name+" without "+abilityNames(needs))
		}
	}
	if parts == nil {
		return r.doc
	}
	return strings.TrimSpace(r.doc + " Left out: " + strings.Join(parts, ", ") + ".")
}

func abilityNames(all app.AnyOf) string {
	var names []string
	for _, a := range all {
		names = append(names, "`"+string(a)+"`")
	}
	return strings.Join(names, " or ")
}
