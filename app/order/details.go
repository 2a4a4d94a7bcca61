package order

// Details are what the buyer of an order in the shop typed. They stay with the order: the
// page of the order shows these, and never what is on file about a customer with the same
// e-mail. They say nothing until the order is completed with them.
type Details struct {
	Name     string `msgpack:"n,omitempty"`
	Email    string `msgpack:"e,omitempty"`
	Phone    string `msgpack:"p,omitempty"`
	Language string `msgpack:"l,omitempty"`
}
