package indexes

// Marshal encodes a value that is stored inside a record (such as the answer in an
// idempotency record) the way records are encoded: by explicit tags, leaving empty
// fields out.
func Marshal[T any](v *T) ([]byte, error) { return pack(nil, v) }

// Unmarshal reads what Marshal wrote. Malformed input gives an error, never a panic.
func Unmarshal[T any](b []byte, v *T) error { return unpack(b, v) }
