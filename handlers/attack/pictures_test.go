package attack

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"net/http"
	"sync"
	"sync/atomic"
)

// pictureBombs are small files of large pictures, many at once. Those that never fit are
// refused, the others are made one after the other, or told to come again.
func pictureBombs(g *target) string {
	sides := [][2]int{{8000, 5000}, {1000, 1000}}
	if g.large() {
		sides = append(sides, [2]int{5700, 5700}, [2]int{6000, 5000}, [2]int{4000, 4000})
	}
	var made, refused, later atomic.Int64
	var all sync.WaitGroup
	for range g.times(2, 8) {
		all.Go(func() {
			for _, side := range sides {
				body := fmt.Sprintf(`{"eventId":%d,"collection":"header","data":"%s"}`, g.a.ids["eventId"], base64.StdEncoding.EncodeToString(blankPNG(side[0], side[1])))
				status, answer := g.call(g.a.token, "POST", "/events/image", body)
				switch {
				case status == http.StatusUnprocessableEntity && side[0] == 8000:
					refused.Add(1)
				case status == http.StatusTooManyRequests:
					later.Add(1)
				case status < 300 && status > 0 && side[0] != 8000:
					made.Add(1)
				default:
					g.t.Errorf("a picture of %d × %d: %d %.200s", side[0], side[1], status, answer)
				}
			}
		})
	}
	all.Wait()
	return fmt.Sprintf("%d pictures made, %d refused, %d told to wait", made.Load(), refused.Load(), later.Load())
}

// blankPNG is a picture with nothing on it, made row by row.
func blankPNG(width, height int) []byte {
	out := bytes.NewBufferString("\x89PNG\r\n\x1a\n")
	chunk := func(kind string, data []byte) {
		part := append([]byte(kind), data...)
		out.Write(binary.BigEndian.AppendUint32(nil, uint32(len(data))))
		out.Write(part)
		out.Write(binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE(part)))
	}
	head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, uint32(width)), uint32(height))
	chunk("IHDR", append(head, 8, 6, 0, 0, 0))
	var rows bytes.Buffer
	z, row := zlib.NewWriter(&rows), make([]byte, 1+4*width)
	for range height {
		_, _ = z.Write(row) // a buffer takes all
	}
	_ = z.Close()
	chunk("IDAT", rows.Bytes())
	chunk("IEND", nil)
	return out.Bytes()
}
