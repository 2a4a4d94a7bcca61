package wire

import (
	"encoding/json"
	"time"

	"marquee/app/person"
)

// PersonJSON is everything that is kept about a customer.
type PersonJSON struct {
	CustomerID int64               `json:"customerId"`
	At         time.Time           `json:"at"`
	More       bool                `json:"more" doc:"There are more records of a kind than an export has."`
	Sections   []PersonSectionJSON `json:"sections"`
}

// PersonSectionJSON is records of one kind.
type PersonSectionJSON struct {
	Name    string          `json:"name"`
	Records json.RawMessage `json:"records" needs:"customers.delete" doc:"As they are stored; what opens something is left out."`
}

// PersonForm is what is kept about a customer, as it is given out.
func PersonForm(x *person.Export) (PersonJSON, error) {
	out := PersonJSON{CustomerID: x.CustomerID, At: x.At, More: x.More, Sections: []PersonSectionJSON{}}
	for _, s := range x.Sections {
		records, err := Kept(s.Records)
		if err != nil {
			return out, err
		}
		out.Sections = append(out.Sections, PersonSectionJSON{s.Name, records})
	}
	return out, nil
}
