package order

import (
	"encoding/binary"

	"marquee/indexes"
)

// place is the position in a plain list of ids: how many were passed.
func place(n int) indexes.Position { return binary.AppendUvarint(nil, uint64(n)) }

// readPlace undoes place; nil is the beginning.
func readPlace(at indexes.Position, most int) (int, error) {
	if at == nil {
		return 0, nil
	}
	n, size := binary.Uvarint(at)
	if size != len(at) || n > uint64(most) {
		return 0, indexes.ErrPosition
	}
	return int(n), nil
}
