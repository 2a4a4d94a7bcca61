package fee

// Delivery is how what was bought reaches its buyer. The text is the slug of the API.
type Delivery string

// The deliveries that a company can charge for. Tickets by e-mail and as downloads are always
// there, and free.
const (
	InPerson Delivery = "in_person"
	Digital  Delivery = "digital"
	Shipped  Delivery = "shipped"
)

// Deliveries are all of them.
var Deliveries = []Delivery{InPerson, Digital, Shipped}

// Offered are the charges of each delivery that can be chosen for a basket: none where it is
// free. They are in the order of the fees.
func Offered(fees []*Fee, b Basket) (all []Offer) {
	for _, f := range fees {
		if f.Delivery == "" {
			continue
		}
		b.DeliveryID = f.ID
		if f.counts(b) && f.coversSome(b.Units) {
			all = append(all, Offer{f, Charges([]*Fee{f}, b)})
		}
	}
	return all
}

// Offer is a delivery that can be chosen, with what it is charged.
type Offer struct {
	Fee     *Fee
	Charges []Charge
}

func (f *Fee) coversSome(units []Unit) bool {
	for _, u := range units {
		if f.covers(u) {
			return true
		}
	}
	return false
}
