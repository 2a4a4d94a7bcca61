package customer

import (
	"marquee/app"
	"marquee/app/list"
	"marquee/app/search"
)

// Found are the customers, deleted ones too, whose name and e-mail have all words.
func Found(r app.Reader, asked []string) (list.IDs, error) {
	return list.Words(r, byWord, asked, func(ids list.IDs) (list.IDs, error) {
		return matching(r, ids, asked, func(c *Contact) []string { return search.Words(c.Name, c.Email) })
	})
}

// Named are those whose name alone has all words. Of many nobody reads the names: then it
// gives those of Found, and HasName is to be asked.
func Named(r app.Reader, asked []string) (ids list.IDs, exact bool, err error) {
	ids, err = Found(r, asked)
	if err != nil || len(ids) > manyNames {
		return ids, false, err
	}
	ids, err = matching(r, ids, asked, func(c *Contact) []string { return search.Words(c.Name) })
	return ids, true, err
}

// HasName tells whether the name of a customer has all words.
func HasName(r app.Reader, id int64, asked []string) (bool, error) {
	found, err := Contacts(r, []int64{id})
	return len(found) > 0 && search.Matches(search.Words(found[0].Name), asked), err
}

// matching keeps those whose words match.
func matching(r app.Reader, ids list.IDs, asked []string, words func(*Contact) []string) (list.IDs, error) {
	found, err := Contacts(r, ids)
	kept := list.IDs{}
	for i := range found {
		if search.Matches(words(&found[i]), asked) {
			kept = append(kept, found[i].ID)
		}
	}
	return kept, err
}
