package bolt

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// The file lock does not tell who holds it, so the holder writes its process id to a
// file beside the store. It is only information; the lock decides.
func holderFile(path string) string { return path + ".holder" }

func writeHolder(path string) error {
	err := os.WriteFile(holderFile(path), []byte(strconv.Itoa(os.Getpid())+"\n"), 0o600)
	if err != nil {
		_ = removeHolder(path) // it may be incomplete
	}
	return err
}

func removeHolder(path string) error { return os.Remove(holderFile(path)) }

// holder names the process that holds the store.
func holder(path string) string {
	b, err := os.ReadFile(holderFile(path))
	if err != nil {
		return "an unknown process"
	}
	return fmt.Sprintf("process %s", strings.TrimSpace(string(b)))
}
