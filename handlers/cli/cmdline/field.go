package cmdline

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"marquee/app"

	"github.com/urfave/cli/v2"
)

// AsFlags names the fields of a refusal as the flags that they came from: whoever typed a
// command knows no fields. A field that is no flag keeps its name.
func AsFlags(err error, flags []cli.Flag) error {
	var refused *app.Error
	if !errors.As(err, &refused) || len(refused.Fields) == 0 {
		return err
	}
	named := *refused
	named.Fields = slices.Clone(refused.Fields)
	for i, f := range named.Fields {
		if flag := flagOfField(f.Field, flags); flag != "" {
			named.Fields[i].Field = flag
		}
	}
	return &named
}

// flagOfField is the flag with the name of a field or of something in which it lies: that
// name itself, that of one of several (roles.0 is --role), or its beginning (walletId is
// --wallet); behind it stands the name of what lies in it. It is empty for none.
func flagOfField(field string, flags []cli.Flag) (found string) {
	inside := ""
	for _, part := range slices.Backward(strings.Split(field, ".")) {
		name := WithDashes(part)
		for _, f := range flags {
			flag := f.Names()[0]
			some := name == flag || name == flag+"s" || name == strings.TrimSuffix(flag, "y")+"ies" || strings.HasPrefix(name, flag+"-")
			if some && len(flag) > len(found) {
				found = flag
			}
		}
		if found != "" {
			return "--" + found + inside
		}
		if _, place := strconv.Atoi(part); place != nil {
			inside = " " + part + inside
		}
	}
	return ""
}

// WithDashes is a name of the API as a flag has it: keep-hours for keepHours.
func WithDashes(name string) string {
	var b strings.Builder
	for _, r := range name {
		switch {
		case unicode.IsUpper(r):
			b.WriteRune('-')
			r = unicode.ToLower(r)
		case r == '_':
			r = '-'
		}
		b.WriteRune(r)
	}
	return b.String()
}
