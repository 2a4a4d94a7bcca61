package screen

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"marquee/app/company"
	"marquee/app/locale"
	"marquee/handlers/rest"
)

// Amount is money in a form.
type Amount struct {
	Cur   company.Currency
	Minor *int64
}

// Put notes what a field shows.
func (f *Form) Put(path string, value any) {
	if a, ok := value.(Amount); ok {
		f.units[path] = a.Cur.Symbol
	}
	f.Values[path] = f.written(path, value)
}

// written is a value as its field shows it.
func (f *Form) written(path string, value any) []string {
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
		return []string{x.In(f.Visit.Zone).Format(f.layout(path))}
	case *time.Time:
		if x == nil {
			return []string{""}
		}
		return []string{x.In(f.Visit.Zone).Format(f.layout(path))}
	case Amount:
		return []string{x.text(f.V.Lang)}
	}
	panic(fmt.Sprintf("office: %s cannot show a %T", path, value)) // only the pages fill forms
}

// layout is how a field of a form writes times.
func (f *Form) layout(path string) string {
	if d, ok := f.Route.FormField(path); ok && d.Day {
		return time.DateOnly
	}
	return "2006-01-02T15:04"
}

// text is an amount without its currency.
func (a Amount) text(l locale.Language) string {
	if a.Minor == nil {
		return ""
	}
	bare := a.Cur
	bare.Symbol = ""
	return strings.TrimSpace(strings.ReplaceAll(l.Amount(bare, *a.Minor), "\u00a0", ""))
}

// Sorts of fields that templates tell apart.
const longText = rest.Sort("long")

func Number(n int64) string { return strconv.FormatInt(n, 10) }

// IdOr is a number in a form, where 0 is none.
func IdOr(n int64) string {
	if n == 0 {
		return ""
	}
	return Number(n)
}
