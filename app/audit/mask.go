package audit

import (
	"slices"
	"strings"

	"marquee/app"
)

// masked stands for what is not shown.
const masked = "***"

// secrets are parts of names of fields that nobody reads off the log beside what opens something,
// in small letters: what pays, and what tells who or where somebody is.
var secrets = []string{"nfc", "iban", "email", "phone", "birth", "dob", "ipaddress"}

// notSecret are names that only look like it, in small letters.
var notSecret = []string{"tokenid"}

// keyOf is the key of a record as the log shows it. Of a table about people that is known by
// other things than numbers, an address or a tag, the key says who it is about.
func (d *differ) keyOf(key string) string {
	if d.personal && strings.Trim(key, "0123456789{} -") != "" {
		return masked
	}
	return key
}

// isSecret tells whether a field is never shown, by the last part of its name.
func isSecret(path string) bool {
	name := strings.ToLower(path[strings.LastIndexByte(path, '.')+1:])
	for _, n := range notSecret {
		if name == n {
			return false
		}
	}
	return app.Opens(name) || slices.ContainsFunc(secrets, func(part string) bool { return strings.Contains(name, part) })
}
