package cli_test

import (
	"bytes"
	bigendian "encoding/binary" // the tests call their program binary
	"fmt"
	"hash/crc32"
	"os"
	"strconv"
	"testing"

	"marquee/kv"
	"marquee/kv/bolt"

	"github.com/rogpeppe/go-internal/testscript"
)

// marks is where a store keeps what it knows of its own shape.
const marks kv.Space = "~schema"

// change writes to a store that nobody has open.
func change(ts *testscript.TestScript, file string, fn func(kv.Tx) error) {
	e, err := bolt.Open(ts.MkAbs(file), bolt.Options{FreePages: -1})
	ts.Check(err)
	ts.Check(e.Update(ts.Value(tb{}).(testing.TB).Context(), fn))
	ts.Check(e.Close())
}

// tb is under which the test itself is kept for its commands.
type tb struct{}

// older FILE makes a store forget an index, as one of an older program that did
// not have it.
func older(ts *testscript.TestScript, _ bool, args []string) {
	change(ts, args[0], func(tx kv.Tx) error { return tx.Delete(marks, []byte("index/orders.reference")) })
}

// newer FILE notes a migration that no program knows yet.
func newer(ts *testscript.TestScript, _ bool, args []string) {
	const name = "migration/0999"
	value := append([]byte{1, 0, 1, 0, 0, 0, 0}, "\x82\xa1a\x01\xa1b\xa5ready"...)
	table := crc32.MakeTable(crc32.Castagnoli)
	sum := crc32.Checksum([]byte(marks), table)
	for _, part := range [][]byte{[]byte(name), value[:3], value[7:]} {
		sum = crc32.Update(sum, table, part)
	}
	bigendian.BigEndian.PutUint32(value[3:], sum)
	change(ts, args[0], func(tx kv.Tx) error { return tx.Put(marks, []byte(name), value) })
}

// same FILE FILE compares two files byte by byte, which may be as large as stores.
func same(ts *testscript.TestScript, neg bool, args []string) {
	a, err := os.ReadFile(ts.MkAbs(args[0]))
	ts.Check(err)
	b, err := os.ReadFile(ts.MkAbs(args[1]))
	ts.Check(err)
	if (string(a) == string(b)) == neg {
		ts.Fatalf("%s and %s: the same is %v", args[0], args[1], !neg)
	}
}

// miscount FILE NAME N|garbage gives every counter of that name another value, as
// in miscount marquee.db n:orders 7.
func miscount(ts *testscript.TestScript, _ bool, args []string) {
	change(ts, args[0], func(tx kv.Tx) error {
		front := kv.String.Append(nil, args[1])
		var keys [][]byte
		for p, err := range tx.Scan("~counters", kv.Range{From: front}) {
			if err != nil || !bytes.HasPrefix(p.Key, front) {
				break
			}
			keys = append(keys, bytes.Clone(p.Key))
		}
		if len(keys) == 0 {
			return fmt.Errorf("there is no counter %s", args[1])
		}
		for _, key := range keys {
			value := []byte("garbage")
			if n, err := strconv.ParseUint(args[2], 10, 64); err == nil {
				value = bigendian.BigEndian.AppendUint64(nil, n)
				table := crc32.MakeTable(crc32.Castagnoli)
				value = bigendian.BigEndian.AppendUint32(value, crc32.Update(crc32.Checksum(key, table), table, value))
			}
			if err := tx.Put("~counters", key, value); err != nil {
				return err
			}
		}
		return nil
	})
}
