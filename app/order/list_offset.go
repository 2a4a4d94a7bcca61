package order

import (
	"encoding/binary"

	"marquee/indexes"
)

// offsetPosition is the position in a plain list of ids: how many were passed.
func offsetPosition(n int) indexes.Position { return binary.AppendUvarint(nil, uint64(n)) }

// parseOffset undoes offsetPosition; nil is the beginning.
func parseOffset(at indexes.Position, most int) (int, error) {
	if at == nil {
		return 0, nil
	}
	n, size := binary.Uvarint(at)
	if size != len(at) || n > uint64(most) {
		return 0, indexes.ErrPosition
	}
	return int(n), nil
}
