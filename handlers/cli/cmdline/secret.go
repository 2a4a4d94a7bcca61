package cmdline

import (
	"bufio"
	"errors"
	"io"
	"strings"

	"marquee/app/company"
)

// MaxSecret bounds what is read from standard input, in bytes.
const MaxSecret = 4096

// Password reads one line, or makes a strong password when none is offered;
// made tells which, because a made one must be shown.
func Password(fromStdin bool, in io.Reader) (secret string, made bool, err error) {
	if !fromStdin {
		return company.StrongPassword(), true, nil
	}
	line, err := bufio.NewReader(io.LimitReader(in, MaxSecret)).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", false, err
	}
	secret = strings.TrimRight(line, "\r\n")
	if secret == "" {
		return "", false, Usage("--password-stdin: there is no password on standard input")
	}
	return secret, false, nil
}
