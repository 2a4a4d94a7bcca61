package listen

import (
	"testing"

	"github.com/matryer/is"
)

func TestBaseURL(t *testing.T) {
	for _, c := range []struct {
		name, text, want string
		refused          bool
	}{
		{"nothing said", "", "", false},
		{"a name", "https://tickets.example.com", "https://tickets.example.com", false},
		{"a slash at the end", "https://tickets.example.com/", "https://tickets.example.com", false},
		{"a port and a path", "http://10.0.0.7:8080/box/", "http://10.0.0.7:8080/box", false},
		{"a name alone", "tickets.example.com", "", true},
		{"another scheme", "ftp://tickets.example.com", "", true},
		{"no host", "https:///box", "", true},
		{"a password", "https://a:b@tickets.example.com", "", true},
		{"a query", "https://tickets.example.com/?a=1", "", true},
		{"no URL", "https://[", "", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			is := is.New(t)
			got, err := BaseURL(c.text)
			is.Equal(err != nil, c.refused)
			is.Equal(got, c.want)
		})
	}
}
