package imports

// ReadTable is read.
var ReadTable = read

// Headers, Format and Rows are what was read.
func (t *table) Headers() []string { return t.headers }
func (t *table) Format() Format    { return t.format }
func (t *table) Rows() []Row       { return t.rows }
