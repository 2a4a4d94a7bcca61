package bolt

import (
	"bufio"
	"fmt"
	"os"
	"runtime/debug"
	"time"
)

// FlipStore is set in the child that checks flipped files with bbolt alone, which may
// crash: the file to flip bits in.
const FlipStore = "MARQUEE_FLIP_STORE"

// flipTimeout is how long bbolt may check one file: it never ends on pages that form a
// cycle, and uses more and more memory.
const flipTimeout = 10 * time.Second

// FlipChild reads pairs of a byte and a bit and answers each with found or sound. It ends
// without an answer when bbolt exceeds the timeout.
func FlipChild(path string) int {
	debug.SetPanicOnFault(true)
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		var at int64
		var bit uint
		if _, err := fmt.Sscan(in.Text(), &at, &bit); err != nil {
			return 2
		}
		if err := Flip(path, at, bit); err != nil {
			return 2
		}
		endless := time.AfterFunc(flipTimeout, func() { os.Exit(3) })
		said := "sound"
		if BBoltAlone(path) != nil {
			said = "found"
		}
		endless.Stop()
		fmt.Println(said)
		if err := Flip(path, at, bit); err != nil {
			return 2
		}
	}
	return 0
}

// Flip turns one bit of a file over.
func Flip(path string, at int64, bit uint) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	b := make([]byte, 1)
	if _, err := f.ReadAt(b, at); err != nil {
		return err
	}
	b[0] ^= 1 << bit
	_, err = f.WriteAt(b, at)
	return err
}
