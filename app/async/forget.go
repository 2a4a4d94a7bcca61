package async

import (
	"bytes"

	"marquee/app"
	"marquee/indexes"
)

// ForgetAbout forgets answers of a company in which one of some texts stands, in whatever case.
// It looks at so many requests behind a position, and tells where the last of them stands and
// whether there may be more. What waits to be carried out is let be.
func ForgetAbout(tx app.Tx, behind indexes.Position, most int, texts []string) (at indexes.Position, more bool, err error) {
	var ids []int64
	at = behind
	for e, err := range callByCompany.Keys(tx, indexes.Equal(tx.Company()).After(behind).Limit(most)) {
		if err != nil {
			return at, false, err
		}
		ids, at = append(ids, e.ID), e.At
	}
	for _, id := range ids {
		tells, err := tellsOf(tx, id, texts)
		if err == nil && tells {
			err = forget(tx, id)
		}
		if err != nil {
			return at, false, err
		}
	}
	return at, len(ids) == most, nil
}

// tellsOf tells whether one of the texts stands in the answer to a request, or in its path.
func tellsOf(r app.Reader, id int64, texts []string) (bool, error) {
	c, err := calls.Get(r, id)
	if err != nil || c.State != done {
		return false, missing(err)
	}
	whole := []byte(c.Request.Path)
	for _, h := range c.Header {
		whole = append(append(whole, '\n'), h.Value...)
	}
	for n := range c.Parts {
		p, _, err := parts.Find(r, partKey{A: id, B: n})
		if err != nil {
			return false, err
		}
		whole = append(whole, p.Bytes...)
	}
	whole = bytes.ToLower(whole)
	for _, text := range texts {
		if bytes.Contains(whole, bytes.ToLower([]byte(text))) {
			return true, nil
		}
	}
	return false, nil
}
