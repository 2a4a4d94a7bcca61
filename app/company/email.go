package company

import (
	"errors"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"marquee/app"

	// Names of domains with letters beyond ASCII as the rest of the world calls them.
	"golang.org/x/net/idna"
)

var errBadEmail = errors.New("must be a valid e-mail address")

// NormalEmail is the one form of an address: fields take it, it is stored, compared and
// counted, and mail servers are given it. It is without surrounding space, in lower case, with
// the plain form of characters that have several and without those that show nothing, so that
// no second address looks like the first; the domain is in ASCII. Letters beyond ASCII in
// front of the @ are for the mail server to take or not. It refuses what no mail can be sent
// to.
func NormalEmail(s string) (string, error) {
	local, domain, ok := strings.Cut(plainEmail(s), "@")
	if !ok || !goodLocal(local) {
		return "", errBadEmail
	}
	domain, err := idna.Lookup.ToASCII(domain)
	if err != nil || !goodDomain(domain) || len(local)+len("@")+len(domain) > MaxEmail {
		return "", errBadEmail
	}
	return local + "@" + domain, nil
}

// plainEmail is an address in lower case with one form of each character, "" for what is too
// long or no text.
func plainEmail(s string) string {
	if !utf8.ValidString(s) || len(s) > maxRawEmail {
		return ""
	}
	return app.OneForm(strings.ToLower(strings.TrimSpace(app.OneForm(s))))
}

// goodLocal tells whether a mail server takes what is in front of the @: words with dots
// between them.
func goodLocal(local string) bool {
	return len(local) <= maxLocal && !slices.Contains(strings.Split(local, "."), "") && !strings.ContainsFunc(local, notInEmail)
}

// goodDomain tells whether a name in ASCII can be that of a domain.
func goodDomain(domain string) bool {
	for label := range strings.SplitSeq(domain, ".") {
		if label == "" || len(label) > maxLabel {
			return false
		}
	}
	return len(domain) <= maxDomain
}

// notInEmail are characters that would end an address, or a header.
func notInEmail(r rune) bool {
	return r == utf8.RuneError || unicode.IsControl(r) || unicode.IsSpace(r) || strings.ContainsRune(`<>(),;:"\[]@`, r)
}

// EmailForms are the forms in which an address may be stored, each once: the normal one, and
// those of earlier releases, which knew neither domains in ASCII nor dots at their end, nor
// one form of each character. What was taken then and would be refused now is among them.
// There are none of what is no address.
func EmailForms(s string) (all []string) {
	plain := plainEmail(s)
	local, domain, ok := strings.Cut(plain, "@")
	domain = strings.TrimRight(domain, ".")
	if !ok || local == "" || domain == "" || strings.Contains(domain, "@") || strings.ContainsFunc(local+domain, notInEmail) {
		return nil
	}
	forms := []string{local + "@" + domain, local + "@" + domain + ".", plain, strings.ToLower(strings.TrimSpace(s))}
	if normal, err := NormalEmail(forms[0]); err == nil {
		forms = append([]string{normal}, forms...)
	}
	if letters, err := idna.Lookup.ToUnicode(domain); err == nil {
		forms = append(forms, local+"@"+letters)
	}
	return app.Distinct(forms)
}

// SameEmail tells whether two texts are the same address.
func SameEmail(a, b string) bool { return emailKey(a) == emailKey(b) }

// emailKey is what an address is compared by.
func emailKey(s string) string {
	if forms := EmailForms(s); len(forms) > 0 {
		s = forms[0]
	}
	return app.Fold(s)
}
