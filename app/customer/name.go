package customer

import (
	"slices"
	"strconv"
	"strings"
)

// FirstName is the first word of the name.
func (c *Customer) FirstName() string {
	first, _ := SplitName(c.Name)
	return first
}

// Surname is the name without its first word; empty when there is only one.
func (c *Customer) Surname() string {
	_, rest := SplitName(c.Name)
	return rest
}

// SplitName is the one rule by which a name has parts, wherever they are shown: the
// first word is the first name, all others are the surname.
func SplitName(name string) (first, surname string) {
	words := strings.Fields(name)
	if len(words) == 0 {
		return "", ""
	}
	return words[0], strings.Join(words[1:], " ")
}

// joinName builds a name from its parts; a part that is nil stays as it was.
func joinName(old string, first, surname *string) string {
	f, s := SplitName(old)
	if first != nil {
		f = strings.TrimSpace(*first)
	}
	if surname != nil {
		s = strings.TrimSpace(*surname)
	}
	return strings.TrimSpace(f + " " + s)
}

// FullPhone is the phone number as it is dialled from abroad, empty without a phone.
func (c *Customer) FullPhone() string { return fullPhone(c.PhoneCode, c.Phone) }

// keepZero are the calling codes of countries whose numbers begin with a zero that
// is dialled from abroad too: Italy, San Marino and the Vatican, Benin, Burkina
// Faso, Côte d'Ivoire, Congo. Everywhere else a first zero is the trunk prefix,
// which is dialled inside the country alone.
var keepZero = []int64{39, 378, 379, 229, 226, 225, 242}

// fullPhone puts the calling code before a number and takes the trunk prefix away:
// +49 and 0170 1 give +491701. A number that says its country itself stays.
func fullPhone(code *int64, phone string) string {
	if code == nil || phone == "" || strings.HasPrefix(phone, "+") {
		return phone
	}
	if abroad, ok := strings.CutPrefix(phone, "00"); ok {
		return "+" + abroad
	}
	number := phone
	if strings.Trim(number, "0123456789 -/().") == "" {
		number = digits(number)
	}
	if !slices.Contains(keepZero, *code) {
		number = strings.TrimPrefix(number, "0")
	}
	return "+" + strconv.FormatInt(*code, 10) + number
}

func digits(s string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, s)
}
