package operate

import (
	"strings"
	"testing"

	"marquee/app/customer"
	"marquee/backup"

	"github.com/matryer/is"
)

// TestWhomToEraseAgain: a command is printed for customers alone, whose numbers are known.
func TestWhomToEraseAgain(t *testing.T) {
	is := is.New(t)
	is.Equal(backText("fest", backup.RolledBack{}), "")
	r := backup.RolledBack{Erased: []customer.Erased{{Company: 2, Customer: -17}}}
	is.True(!strings.Contains(backText("fest", r), "marquee erase"))
	is.True(strings.Contains(backText("fest", r), "may have 1 who were erased"))
	r.Erased = append(r.Erased, customer.Erased{Company: 2, Customer: 5})
	is.True(strings.HasSuffix(backText("my fest", r), "\n   marquee erase --data 'my fest' --company 2 --customer 5\n"))
	for range mostBack {
		r.Erased = append(r.Erased, customer.Erased{Company: 2, Customer: 6})
	}
	text := backText("fest", r)
	is.True(strings.Contains(text, "The copy has 21 customers"))
	is.Equal(strings.Count(text, "marquee erase"), mostBack)
	is.True(strings.HasSuffix(text, "   and 1 more, whom --json lists\n"))
}
