package shop

import (
	"testing"

	"github.com/matryer/is"
)

// TestTextBlocks: an empty line begins a paragraph, a line with # is a heading, and nothing is
// lost.
func TestTextBlocks(t *testing.T) {
	is := is.New(t)
	is.Equal(textBlocks(" # Imprint\r\n\r\nOne\r\n two\n## More ##\nthree\n\n\n#\n"), []textBlock{
		{true, []string{"Imprint"}}, {false, []string{"One", "two"}}, {true, []string{"More ##"}}, {false, []string{"three"}}, {false, []string{"#"}},
	})
	is.Equal(textBlocks(" \n"), []textBlock(nil))
}
