package apptest

import (
	"go/ast"
	"go/types"
	"slices"
	"testing"

	"github.com/matryer/is"
)

// handWritten are the types with an encoding of their own. Nothing may be added: a
// hand-written encoding saves a fraction of a microsecond per record, but it is a
// second list of the record's fields, its fields have no names, and they can only
// be extended at the end. These few stay because stored records have this form.
var handWritten = []string{
	"app.answer", "app/entry.Scan", "app/entry.TicketCount", "app/entry.TicketState", "app/entry.ZoneCounter",
}

// encodingMethods turn the default encoding of a type off, in this package's
// tables or in the msgpack library.
var encodingMethods = []string{"EncodeMsgpack", "DecodeMsgpack", "MarshalMsgpack", "UnmarshalMsgpack"}

// encodingOf names the type whose encoding a declaration is, if it is one.
func encodingOf(pkg string, d ast.Decl) string {
	fn, ok := d.(*ast.FuncDecl)
	if !ok || fn.Recv == nil || !slices.Contains(encodingMethods, fn.Name.Name) {
		return ""
	}
	recv := fn.Recv.List[0].Type
	if star, ok := recv.(*ast.StarExpr); ok {
		recv = star.X
	}
	return pkg + "." + types.ExprString(recv)
}

func TestNoTypeGetsAnEncodingOfItsOwn(t *testing.T) {
	is := is.New(t)
	var found []string
	for _, s := range sources(t) {
		if s.test {
			continue
		}
		for _, d := range s.file.Decls {
			if name := encodingOf(s.pkg, d); name != "" && !slices.Contains(found, name) {
				found = append(found, name)
			}
		}
	}
	slices.Sort(found)
	is.Equal(found, handWritten) // store a plain struct with msgpack tags instead
}
