package office

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"marquee/app/company"
	"marquee/app/locale"
	"marquee/handlers/rest"
)

// amount is money in a form.
type amount struct {
	cur   company.Currency
	minor *int64
}

// put notes what a field shows.
func (f *form) put(path string, value any) {
	if a, ok := value.(amount); ok {
		f.units[path] = a.cur.Symbol
	}
	f.values[path] = f.written(path, value)
}

// written is a value as its field shows it.
func (f *form) written(path string, value any) []string {
	switch x := value.(type) {
	case nil:
		return []string{""}
	case string:
		return []string{x}
	case []string:
		return x
	case bool:
		return []string{strconv.FormatBool(x)}
	case int64:
		return []string{strconv.FormatInt(x, 10)}
	case *int64:
		if x == nil {
			return []string{""}
		}
		return []string{strconv.FormatInt(*x, 10)}
	case time.Time:
		return []string{x.In(f.visit.zone).Format(f.layout(path))}
	case *time.Time:
		if x == nil {
			return []string{""}
		}
		return []string{x.In(f.visit.zone).Format(f.layout(path))}
	case amount:
		return []string{x.text(f.V.Lang)}
	}
	panic(fmt.Sprintf("office: %s cannot show a %T", path, value)) // only the pages fill forms
}

// layout is how a field of a form writes times.
func (f *form) layout(path string) string {
	if d, ok := f.route.FormField(path); ok && d.Day {
		return time.DateOnly
	}
	return "2006-01-02T15:04"
}

// text is an amount without its currency.
func (a amount) text(l locale.Language) string {
	if a.minor == nil {
		return ""
	}
	bare := a.cur
	bare.Symbol = ""
	return strings.TrimSpace(strings.ReplaceAll(l.Amount(bare, *a.minor), "\u00a0", ""))
}

// Sorts of fields that templates tell apart.
const longText = rest.Sort("long")
