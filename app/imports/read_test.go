package imports_test

import (
	"strings"
	"testing"
	"unicode/utf16"

	"marquee/app"
	"marquee/app/imports"

	"github.com/matryer/is"
)

// units are a text in UTF-16.
func units(text string, big bool) []byte {
	var b []byte
	for _, u := range utf16.Encode([]rune(text)) {
		if big {
			b = append(b, byte(u>>8), byte(u))
		} else {
			b = append(b, byte(u), byte(u>>8))
		}
	}
	return b
}

func TestHowFilesAreWritten(t *testing.T) {
	const text = "Name;Ort\nJörg;\"Köln; am\nRhein\"\n\n  ; \nÅse;Oslo\n"
	latin := strings.NewReplacer("ö", "\xf6", "Å", "\xc5").Replace(text)
	for name, file := range map[string]struct {
		bytes     []byte
		encoding  string
		separator string
	}{
		"plain UTF-8":             {[]byte(text), imports.UTF8, ";"},
		"UTF-8 with a mark":       {[]byte("\xef\xbb\xbf" + text), imports.UTF8, ";"},
		"UTF-16 with a mark":      {append([]byte{0xff, 0xfe}, units(text, false)...), imports.UTF16LE, ";"},
		"UTF-16 the other way":    {append([]byte{0xfe, 0xff}, units(text, true)...), imports.UTF16BE, ";"},
		"UTF-16 without a mark":   {units(text, false), imports.UTF16LE, ";"},
		"Windows-1252":            {[]byte(latin), imports.Windows1252, ";"},
		"tabs":                    {[]byte(strings.ReplaceAll(strings.ReplaceAll(text, "; am", " am"), ";", "\t")), imports.UTF8, "\t"},
		"lines end in two ways":   {[]byte(strings.ReplaceAll(text, "\n\n", "\r\n\r\n")), imports.UTF8, ";"},
		"a line that says how":    {[]byte("sep=;\r\n" + text), imports.UTF8, ";"},
		"lines end in CR":         {[]byte(strings.ReplaceAll(strings.ReplaceAll(text, "am\nRhein", "am Rhein"), "\n", "\r")), imports.UTF8, ";"},
		"one wrong byte":          {[]byte(strings.Replace(text, "Å", "\xc5", 1)), imports.UTF8, ";"},
		"commas inside of quotes": {[]byte("\"Name\",\"Ort; Land\"\nJörg,\"Köln, am Rhein\"\nÅse,Oslo\n"), imports.UTF8, ","},
	} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			table, err := imports.ReadTable(file.bytes, imports.Format{})
			is.NoErr(err)
			is.Equal(table.Format(), imports.Format{Encoding: file.encoding, Separator: file.separator})
			is.Equal(table.Headers()[0], "Name")
			is.Equal(len(table.Rows()), 2)
			is.Equal(table.Rows()[0].Cells[0], "Jörg")
			is.True(strings.HasPrefix(table.Rows()[0].Cells[1], "Köln"))
			is.Equal(table.Rows()[1].Cells[0], "Åse")
		})
	}
}

func TestWhatIsNoTable(t *testing.T) {
	for name, file := range map[string]string{
		"nothing":                  "",
		"a header alone":           "a,b\n",
		"a quote that never ends":  "a,b\n\"x,y\n",
		"a quote in the middle":    "a,b\nx,y\"z\n",
		"zeros":                    "a,b\nx,\x00\n",
		"half a character":         "\xff\xfea",
		"too many columns":         strings.Repeat("a,", imports.MaxColumns+1) + "\n",
		"a row that is too long":   "a,b\nx," + strings.Repeat("y", 70_000) + "\n",
		"too many rows":            "a\n" + strings.Repeat("x\n", imports.MaxRows+1),
		"a file that is too large": "a\n" + strings.Repeat("x", imports.MaxFile),
	} {
		t.Run(name, func(t *testing.T) {
			_, err := imports.ReadTable([]byte(file), imports.Format{})
			if app.KindOf(err) != app.Invalid {
				t.Errorf("%v", err)
			}
		})
	}
}

// FuzzRead: whatever is sent is refused or a table within the limits, and its encoding is
// guessed the same each time.
func FuzzRead(f *testing.F) {
	for _, s := range []string{people, soldRows, "sep=;\na;b\n1;2\n", "\xff\xfea\x00,\x00", "\"", "a\n\xf6\n"} {
		f.Add([]byte(s), "")
	}
	f.Fuzz(func(t *testing.T, file []byte, separator string) {
		table, err := imports.ReadTable(file, imports.Format{Separator: separator})
		if err != nil {
			if app.KindOf(err) != app.Invalid {
				t.Fatalf("%v", err)
			}
			return
		}
		if n := len(table.Headers()); n == 0 || n > imports.MaxColumns || len(table.Rows()) == 0 || len(table.Rows()) > imports.MaxRows {
			t.Fatalf("%d columns, %d rows", n, len(table.Rows()))
		}
		seen := map[string]bool{}
		for _, h := range table.Headers() {
			if seen[h] || h == "" {
				t.Fatalf("header %q", h)
			}
			seen[h] = true
		}
		again, err := imports.ReadTable(file, table.Format())
		if err != nil || len(again.Rows()) != len(table.Rows()) {
			t.Fatalf("read again: %v", err)
		}
	})
}

// TestCellsThatSpreadsheetsKeepAsText come without the apostrophe; names that begin with one keep it.
func TestCellsThatSpreadsheetsKeepAsText(t *testing.T) {
	is := is.New(t)
	table, err := imports.ReadTable([]byte("a,b,c,d\n'0088,'+49 171 1,'s-Hertogenbosch,'=1+1\n"), imports.Format{})
	is.NoErr(err)
	is.Equal(table.Rows()[0].Cells, []string{"0088", "+49 171 1", "'s-Hertogenbosch", "=1+1"})
}
