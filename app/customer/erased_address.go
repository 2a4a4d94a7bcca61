package customer

import (
	"bytes"
	"context"
	"crypto/sha256"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

// digestBytes is how long the digest of an address is.
const digestBytes = 16

// digests are those of some addresses. They differ from company to company. Somebody who
// knows an address can tell that it was erased, and nobody can read it from the digest.
func digests(companyID int64, emails []string) (all [][]byte) {
	for _, email := range app.Distinct(emails) {
		if email != "" {
			all = append(all, digest(companyID, email))
		}
	}
	return all
}

func digest(companyID int64, email string) []byte {
	sum := sha256.Sum256([]byte("erased address of company " + strconv.FormatInt(companyID, 10) + ": " + app.Fold(email)))
	return sum[:digestBytes]
}

// eraseAddresses erases those of whom a store has only an address. It gives whom it erased. Of
// two who had the same one it is the last who counts: what was kept under it after the first
// was erased went with them.
func eraseAddresses(ctx context.Context, a *app.App, all []Erased) (done []Erased, err error) {
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b Erased) int { return b.At.Compare(a.At) })
	found, err := addressesIn(ctx, a, all)
	for i, e := range all {
		if err != nil || len(found[i]) == 0 {
			continue
		}
		begun := false
		err = a.UpdateCompany(ctx, e.Company, func(tx app.Tx) (err error) {
			begun, err = beginByAddress(tx, e, found[i])
			return err
		})
		if err == nil && begun {
			done = append(done, e)
			err = eraseToTheEnd(ctx, updating(a, e.Company), e.addressID())
		}
	}
	return done, err
}

// beginByAddress begins the erasure of whoever is known by some addresses, unless that was
// done: what is found all the same is no record of a person. An address that a customer has
// is theirs, who may be somebody else, or have come back.
func beginByAddress(tx app.Tx, who Erased, emails []string) (begun bool, err error) {
	id := who.addressID()
	was, found, err := erasures.Find(tx, id)
	all := joined(was.Addresses, who.Addresses)
	if err != nil || found && was.DoneAt != nil && len(all) == len(was.Addresses) {
		return false, err
	}
	var left []string
	for _, email := range emails {
		_, theirs, err := findEmail(tx, email)
		if err != nil {
			return false, err
		}
		if !theirs {
			left = append(left, email)
		}
	}
	if len(left) == 0 {
		return false, nil
	}
	return true, step(tx, &Erasure{CustomerID: id, At: who.At, Made: who.Made, Addresses: all, Email: left[0], Former: left[1:], Words: left})
}

// joined are all digests of both, each once.
func joined(a, b [][]byte) [][]byte {
	all := slices.Concat(a, b)
	slices.SortFunc(all, bytes.Compare)
	return slices.CompactFunc(all, bytes.Equal)
}

// anAddress is whatever may be an address in a text.
var anAddress = regexp.MustCompile(`[^\s"'<>()\[\],;:]+@[^\s"'<>()\[\],;:@]+`)

// addressesIn looks through all records of a store for the addresses of some people. It gives
// them by their places in all.
func addressesIn(ctx context.Context, a *app.App, all []Erased) (map[int][]string, error) {
	found, sought := map[int][]string{}, map[string]int{}
	for i := range all {
		for _, d := range all[i].Addresses {
			if _, known := sought[string(d)]; !known {
				sought[string(d)] = i
			}
		}
	}
	if len(sought) == 0 {
		return found, nil
	}
	err := a.Engine().View(ctx, func(r kv.Reader) error {
		return eachAddress(ctx, a.Schema(), r, func(company int64, email string) {
			i, known := sought[string(digest(company, email))]
			if known && all[i].Company == company && !slices.Contains(found[i], email) {
				found[i] = append(found[i], email)
			}
		})
	})
	return found, err
}

// eachAddress walks over whatever may be an address in the records of companies.
func eachAddress(ctx context.Context, schema *indexes.Schema, r kv.Reader, fn func(company int64, email string)) error {
	for raw, err := range schema.Scan(ctx, r) {
		if err != nil {
			return err
		}
		if raw.Company == 0 || !bytes.ContainsRune(raw.Payload, '@') {
			continue
		}
		fields, err := raw.Fields()
		if err != nil {
			return err
		}
		eachText(fields, func(text string) {
			for _, email := range anAddress.FindAllString(text, -1) {
				fn(raw.Company, app.Fold(strings.TrimRight(email, ".")))
			}
		})
	}
	return nil
}

// eachText walks over all texts of a stored record.
func eachText(v any, fn func(string)) {
	switch v := v.(type) {
	case string:
		fn(v)
	case []byte:
		fn(string(v))
	case []any:
		for _, part := range v {
			eachText(part, fn)
		}
	case map[string]any:
		for key, part := range v {
			eachText(key, fn)
			eachText(part, fn)
		}
	case map[any]any:
		for key, part := range v {
			eachText(key, fn)
			eachText(part, fn)
		}
	}
}
