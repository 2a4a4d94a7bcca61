package form

// alphabet has the 32 characters that people cannot mistake for each other. All of them
// are in the dense alphabet of QR codes, which takes five and a half bits for each.
const alphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"

// values are the places of characters in the alphabet, 255: not in it.
var values = func() (v [256]byte) {
	for i := range v {
		v[i] = 255
	}
	for i := range len(alphabet) {
		v[alphabet[i]] = byte(i)
	}
	return v
}()

// Spell writes bytes, five bits a character, the last one filled up with zeros.
func Spell(out, b []byte) []byte {
	var bits, have uint
	for _, c := range b {
		bits, have = bits<<8|uint(c), have+8
		for have >= 5 {
			have -= 5
			out = append(out, alphabet[bits>>have&31])
		}
	}
	if have > 0 {
		out = append(out, alphabet[bits<<(5-have)&31])
	}
	return out
}

// unspell reads whole bytes; bits that fill up the last character are left out. ok is
// false where a character is none of ours.
func unspell(s string) (b []byte, ok bool) {
	b = make([]byte, 0, len(s)*5/8)
	var bits, have uint
	for i := range len(s) {
		v := values[s[i]]
		if v == 255 {
			return nil, false
		}
		bits, have = bits<<5|uint(v), have+5
		if have >= 8 {
			have -= 8
			b = append(b, byte(bits>>have))
		}
	}
	return b, true
}
