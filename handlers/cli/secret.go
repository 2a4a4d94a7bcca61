package cli

import (
	"bufio"
	"errors"
	"io"
	"strings"

	"marquee/app/company"
)

// maxSecret bounds what is read from standard input, in bytes.
const maxSecret = 4096

// password reads one line, or makes a strong password when none is offered;
// made tells which, because a made one must be shown.
func password(fromStdin bool, in io.Reader) (secret string, made bool, err error) {
	if !fromStdin {
		return company.StrongPassword(), true, nil
	}
	line, err := bufio.NewReader(io.LimitReader(in, maxSecret)).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", false, err
	}
	secret = strings.TrimRight(line, "\r\n")
	if secret == "" {
		return "", false, usage("--password-stdin: there is no password on standard input")
	}
	return secret, false, nil
}
