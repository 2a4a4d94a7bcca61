package mail

import (
	"errors"
	"strings"
	"unicode"

	// Names of domains with letters beyond ASCII as mail servers take them.
	"golang.org/x/net/idna"
)

// errAddress: no mail server would take it.
var errAddress = errors.New("is no address that mails can be sent to")

// The longest parts of an address, in bytes.
const (
	maxLocal  = 64
	maxDomain = 253
	maxLabel  = 63
)

// wireAddress is an address as mail servers take it: its domain in ASCII. What is in
// front of the @ stays; letters beyond ASCII there are for the mail server to take or not.
func wireAddress(s string) (string, error) {
	at := strings.LastIndexByte(s, '@')
	if at < 1 || at > maxLocal || strings.ContainsFunc(s, notInAddress) {
		return "", errAddress
	}
	local, domain := s[:at], s[at+1:]
	if strings.HasPrefix(local, ".") || strings.HasSuffix(local, ".") || strings.Contains(local, "..") || strings.Contains(local, "@") {
		return "", errAddress
	}
	ascii, err := idna.Lookup.ToASCII(domain)
	if err != nil || len(ascii) > maxDomain {
		return "", errAddress
	}
	for label := range strings.SplitSeq(ascii, ".") {
		if label == "" || len(label) > maxLabel {
			return "", errAddress
		}
	}
	return local + "@" + ascii, nil
}

// notInAddress are characters that would end an address, or a header.
func notInAddress(r rune) bool {
	return unicode.IsControl(r) || unicode.IsSpace(r) || forbidden(r) || strings.ContainsRune(`<>(),;:"\[]`, r)
}
