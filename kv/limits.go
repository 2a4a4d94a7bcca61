package kv

import "fmt"

// maxSpace is the longest name of a space, in bytes.
const maxSpace = 128

// CheckWrite refuses a pair that no engine may store: an empty or overlong
// space, key or value. The error wraps [ErrTooLarge] and names the limit.
func CheckWrite(s Space, key, value []byte) error {
	if err := CheckKey(s, key); err != nil {
		return err
	}
	if n := len(value); n == 0 || n > MaxValue {
		return fmt.Errorf("%w: space %q: value has %d bytes, 1 to %d are allowed", ErrTooLarge, s, n, MaxValue)
	}
	return nil
}

// CheckKey refuses an empty or overlong space or key. A space must not begin
// with a zero byte: such names belong to the engine itself.
func CheckKey(s Space, key []byte) error {
	if n := len(s); n == 0 || n > maxSpace || s[0] == 0 {
		return fmt.Errorf("%w: space name %q has %d bytes, 1 to %d are allowed, the first not zero", ErrTooLarge, s, n, maxSpace)
	}
	if n := len(key); n == 0 || n > MaxKey {
		return fmt.Errorf("%w: space %q: key has %d bytes, 1 to %d are allowed", ErrTooLarge, s, n, MaxKey)
	}
	return nil
}
