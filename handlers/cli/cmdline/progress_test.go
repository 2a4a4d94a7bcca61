package cmdline

import (
	"bytes"
	"testing"

	"github.com/matryer/is"
)

func TestBar(t *testing.T) {
	is := is.New(t)
	is.Equal(bar("orders", 0, 3), "orders       [........................]   0 %  0 of 3")
	is.Equal(bar("orders", 1, 2), "orders       [############............]  50 %  1 of 2")
	is.Equal(bar("orders", 5, 3), "orders       [########################] 100 %  5 of 3")
	is.Equal(bar("orders", 0, 0), "orders       [########################] 100 %  0 of 0")
}

// TestNoProgressInAFile: who reads the output gets neither bars nor colours.
func TestNoProgressInAFile(t *testing.T) {
	is := is.New(t)
	var out bytes.Buffer
	Steps(&out)("orders", 1, 1)
	is.Equal(out.String(), "")
	is.Equal(Painted(&out, Red, "fail"), "fail")
}
