package order

// The class of an order item is what its lists are narrowed by, as with orders: the
// switches in the lowest bits, above them the number of its type. What the bits mean
// is stored: it never changes.
const (
	itemDeleted = 1 << iota
	itemResale
	itemModified
	itemType // the first bit of the type's number
)

// itemClassBits is how many bits a class takes; the event stands above them in the
// index by event.
const itemClassBits = 8

// class packs what lists look at. Only sold items are listed.
func (i *Item) class() (class int64, listed bool) {
	class = i.Type.ID()*itemType | bitIf(i.DeletedAt != nil, itemDeleted) |
		bitIf(i.ReplacedBy(ByResale), itemResale) | bitIf(i.ReplacedBy(ByModification), itemModified)
	return class, i.Sold
}

func (i *Item) listed() []int64 {
	class, ok := i.class()
	if !ok {
		return nil
	}
	return []int64{class}
}

func (i *Item) listedByEvent() []int64 {
	class, ok := i.class()
	if !ok {
		return nil
	}
	return []int64{i.EventID<<itemClassBits | class}
}

func (i *Item) changed() []classTime {
	class, ok := i.class()
	if !ok {
		return nil
	}
	return []classTime{{A: class, B: i.UpdatedAt}}
}
