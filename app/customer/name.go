package customer

import (
	"strconv"
	"strings"
)

// FirstName is the first word of the name (domain 8).
func (c *Customer) FirstName() string {
	first, _ := splitName(c.Name)
	return first
}

// Surname is the name without its first word; empty when there is only one.
func (c *Customer) Surname() string {
	_, rest := splitName(c.Name)
	return rest
}

// FullPhone is the phone number with its calling code, empty without a phone.
func (c *Customer) FullPhone() string {
	if c.Phone == "" || c.PhoneCode == nil || strings.HasPrefix(c.Phone, "+") {
		return c.Phone
	}
	return "+" + strconv.FormatInt(*c.PhoneCode, 10) + c.Phone
}

func splitName(name string) (first, rest string) {
	words := strings.Fields(name)
	if len(words) == 0 {
		return "", ""
	}
	return words[0], strings.Join(words[1:], " ")
}

// joinName builds a name from its parts; a part that is nil stays as it was.
func joinName(old string, first, surname *string) string {
	f, s := splitName(old)
	if first != nil {
		f = strings.TrimSpace(*first)
	}
	if surname != nil {
		s = strings.TrimSpace(*surname)
	}
	return strings.TrimSpace(f + " " + s)
}
