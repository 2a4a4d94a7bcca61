package app

import (
	"slices"

	"marquee/indexes"
)

// ReviseAnswers goes over the answers of some kinds that the company keeps, from behind a
// number on and so many at a time, and stores what revise changed. It tells how far it
// came, and whether there are more. A repeated call gets the revised answer: it is for
// what must not be kept any longer, a person's name.
func ReviseAnswers[T any](tx Tx, after, limit int64, kinds []string, revise func(*T) (changed bool, err error)) (last int64, more bool, err error) {
	last = after
	var all []answer
	for hit, err := range answers.Scan(tx, indexes.From(after+1).Limit(int(limit))) {
		if err != nil {
			return after, false, err
		}
		last, more = hit.Key, hit.Key-after >= limit
		if hit.Rec.Company == tx.Company() && slices.Contains(kinds, hit.Rec.Kind) {
			all = append(all, hit.Rec)
		}
	}
	for i := range all {
		if err := reviseAnswer(tx, &all[i], revise); err != nil {
			return after, false, err
		}
	}
	return last, more, nil
}

func reviseAnswer[T any](tx Tx, a *answer, revise func(*T) (bool, error)) error {
	var v T
	if err := indexes.Unmarshal([]byte(a.Body), &v); err != nil {
		return err
	}
	changed, err := revise(&v)
	if err != nil || !changed {
		return err
	}
	body, err := indexes.Marshal(&v)
	if err != nil {
		return err
	}
	a.Body = string(body)
	return answers.Put(tx, a)
}
