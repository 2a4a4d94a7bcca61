package paper

const (
	// MaxTickets is how many tickets one document may have.
	MaxTickets = 2000
	// MaxBarcode is the longest text of a symbol, in bytes.
	MaxBarcode = 500
	// together is after how many tickets of a document a pause is made, restful times as long
	// as they took.
	together = 10
	restful  = 3
)
