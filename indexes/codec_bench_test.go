package indexes

import "testing"

func BenchmarkCodec(b *testing.B) {
	count := int64(5)
	rec := &parcel{Int: 123456, Small: 3, Unsigned: 700, Bool: true, Text: "Weekend ticket", Count: &count,
		List: []string{"a", "b"}, Lines: []line{{Net: 12900}, {Net: 250}}, line: line{Net: 4711}}
	value, err := seal(nil, 7, 1, []byte("key"), rec)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("seal", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := seal(nil, 7, 1, []byte("key"), rec); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(len(value)), "bytes")
	})
	b.Run("unseal", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			var out parcel
			payload, _, err := unseal(7, []byte("key"), value)
			if err != nil {
				b.Fatal(err)
			}
			if err := unpack(payload, &out); err != nil {
				b.Fatal(err)
			}
		}
	})
}
