package indexes

// Schema is the list of every table of a store.
type Schema struct{}

// NewSchema makes an empty schema.
func NewSchema() *Schema { return &Schema{} }
