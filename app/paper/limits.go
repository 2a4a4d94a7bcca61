package paper

const (
	// MaxTickets is how many tickets one document may have.
	MaxTickets = 2000
	// MaxBarcode is the longest text of a symbol, in bytes.
	MaxBarcode = 500
)
