package letters

import "slices"

// Replaced is a text that is printed otherwise than it is written, because no font has some of its letters.
type Replaced struct{ Text, Printed string }

// ReplacedIn are those among texts, each once.
func ReplacedIn(texts ...string) (all []Replaced) {
	for _, text := range texts {
		printed, lost := Printable(text)
		if one := (Replaced{text, printed}); len(lost) > 0 && !slices.Contains(all, one) {
			all = append(all, one)
		}
	}
	return all
}
