package app

// Language says in which language a caller writes and reads the texts of a company.
// The zero value is the company's own.
type Language struct {
	// Asked is one of the company's languages: the one that was asked for, else the
	// fallback.
	Asked string
	// Fallback is read where there is no text in the one asked for.
	Fallback string
}
