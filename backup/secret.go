package backup

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"

	// age: encryption to a public key, so that the machine which makes backups
	// cannot read them; its files open with everybody's age tool.
	"filippo.io/age"
)

// Recipient is whom a backup is encrypted to, Identity who can open it.
type (
	Recipient = age.Recipient
	Identity  = age.Identity
)

// ageIntro is how an encrypted file begins.
const ageIntro = "age-encryption.org/v1"

// errLocked: the backup is encrypted, and the key for it is not there.
var errLocked = &BadBackup{"it is encrypted, and opens only with its key"}

// Recipients reads the public keys that a backup is encrypted to, one per line.
func Recipients(path string) ([]Recipient, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	to, err := age.ParseRecipients(f)
	if err != nil {
		return nil, fmt.Errorf("recipients file %s: %w", path, err)
	}
	return to, nil
}

// Identities reads the secret keys that open a backup.
func Identities(path string) ([]Identity, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	who, err := age.ParseIdentities(f)
	if err != nil {
		return nil, fmt.Errorf("identity file %s: %w", path, err)
	}
	return who, nil
}

// encryptTo writes through age when there is somebody to encrypt to.
func encryptTo(w io.Writer, to []Recipient, write func(io.Writer) error) error {
	if len(to) == 0 {
		return write(w)
	}
	secret, err := age.Encrypt(w, to...)
	if err != nil {
		return err
	}
	if err := write(secret); err != nil {
		return err
	}
	return secret.Close()
}

// decrypt opens an encrypted stream; another one is read as it is.
func decrypt(r io.Reader, who []Identity) (*bufio.Reader, error) {
	in := bufio.NewReaderSize(r, sealedStep)
	if look(in) != encrypted {
		return in, nil
	}
	if len(who) == 0 {
		return nil, fmt.Errorf("%w; name the file with it: --identity FILE", errLocked)
	}
	open, err := age.Decrypt(in, who...)
	var other *age.NoIdentityMatchError
	if errors.As(err, &other) {
		return nil, fmt.Errorf("%w: none of the keys fits", errLocked)
	}
	if err != nil {
		return nil, bad("%v", err)
	}
	return bufio.NewReaderSize(open, sealedStep), nil
}
