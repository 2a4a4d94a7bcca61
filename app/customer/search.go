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

// Named are those whose name alone has all words.
func Named(r app.Reader, asked []string) (list.IDs, error) {
	ids, err := Found(r, asked)
	if err != nil {
		return nil, err
	}
	return matching(r, ids, asked, func(c *Contact) []string { return search.Words(c.Name) })
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
