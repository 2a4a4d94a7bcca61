package list

import (
	"marquee/app"
	"marquee/app/search"
	"marquee/indexes"
)

// fewWords is up to how many records are read to see whether they have the other
// words that were asked for; of more, the entries of those words are.
const fewWords = 2_000

// Words finds the records that have a word beginning with each of those asked for,
// in an index of folded words. has reads some records and tells which of them have
// all of the words.
func Words[T any](r app.Reader, by *indexes.By[T, string], asked []string, has func(ids IDs) (IDs, error)) (IDs, error) {
	if len(asked) == 0 {
		return IDs{}, nil
	}
	first, err := rarest(r, by, asked)
	if err != nil {
		return nil, err
	}
	ids, err := withWord(r, by, asked[first])
	if err != nil || len(asked) == 1 {
		return ids, err
	}
	if len(ids) <= fewWords {
		return has(ids)
	}
	for i, word := range asked {
		if i == first {
			continue
		}
		others, err := withWord(r, by, word)
		if err != nil {
			return nil, err
		}
		ids = ids.Both(others)
	}
	return ids, nil
}

// Named is Words for records that are small enough to be read for their words.
func Named[T any](r app.Reader, table *indexes.Table[T], by *indexes.By[T, string], asked []string, words func(*T) []string) (IDs, error) {
	return Words(r, by, asked, func(ids IDs) (IDs, error) {
		recs, err := table.GetMany(r, ids)
		kept := IDs{}
		for i := range recs {
			if search.Matches(words(&recs[i]), asked) {
				kept = append(kept, table.IDOf(&recs[i]))
			}
		}
		return kept, err
	})
}

// rarest is which of some words has the fewest entries, as far as it is worth to know.
func rarest[T any](r app.Reader, by *indexes.By[T, string], words []string) (int, error) {
	for limit := 64; len(words) > 1 && limit < 8*fewWords; limit *= 8 {
		for i, word := range words {
			n, err := countWord(r, by, word, limit)
			if err != nil {
				return 0, err
			}
			if n < limit {
				return i, nil
			}
		}
	}
	return 0, nil
}

// withWord are the records with a word that begins like this one.
func withWord[T any](r app.Reader, by *indexes.By[T, string], word string) (IDs, error) {
	var ids []int64
	for id, err := range by.IDs(r, beginning(word)) {
		if err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return Sorted(ids), nil
}

// countWord counts their entries, up to a limit.
func countWord[T any](r app.Reader, by *indexes.By[T, string], word string, limit int) (n int, err error) {
	for _, err := range by.IDs(r, beginning(word).Limit(limit)) {
		if err != nil {
			return 0, err
		}
		n++
	}
	return n, nil
}

// beginning is every word that begins like this one: no text has the largest of all
// characters.
func beginning(word string) indexes.Range[string] { return indexes.Between(word, word+"\U0010FFFF") }
