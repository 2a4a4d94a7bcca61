package indexes

// Marshal writes a value that is stored inside a record (an answer kept for a
// repeat), in the form records have: explicit tags, empty fields left out.
func Marshal[T any](v *T) ([]byte, error) { return pack(nil, v) }

// Unmarshal reads what Marshal wrote. Garbage gives an error, never a panic.
func Unmarshal[T any](b []byte, v *T) error { return unpack(b, v) }
