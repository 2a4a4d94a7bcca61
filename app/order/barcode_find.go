package order

import (
	"strings"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

// Barcodes that are issued here are unlike all others. Those that were printed elsewhere may
// be there once at each of several events: what came first is found by its barcode, and
// everything after that by its barcode and event.

// ItemByBarcode finds the item that carries a barcode now, as it was scanned or as
// somebody typed it (see CanonicalBarcode): of several the first.
func ItemByBarcode(r app.Reader, code string) (Item, bool, error) { return ItemAt(r, code, 0) }

// ItemAt is ItemByBarcode for whoever asks at an event, 0: at none. What lets in there comes
// before others with the same barcode.
func ItemAt(r app.Reader, code string, event int64) (i Item, found bool, err error) {
	i, found, err = spelledAt(r, code, event)
	if err != nil || found && i.Barcode == code {
		return i, found, err
	}
	return anyCase(r, code, event, i, found)
}

// spelledAt is ItemAt for a barcode that is spelled as it was printed, or as they are issued.
func spelledAt(r app.Reader, code string, event int64) (i Item, found bool, err error) {
	for _, text := range spellings(code) {
		if i, found, err = itemAt(r, text, event); found || err != nil {
			return i, found, err
		}
	}
	return i, false, nil
}

// maxAlike is how many barcodes that differ by their case are looked at.
const maxAlike = 20

// anyCase finds what was printed elsewhere with small letters, as keyboards change them: the one
// that there is, or is at the event. Where several differ by their case alone it is none of them.
// first is what has the barcode in the form in which they are issued.
func anyCase(r app.Reader, code string, event int64, first Item, some bool) (Item, bool, error) {
	alike := 0
	for hit, err := range itemByFolded.Scan(r, indexes.Equal(strings.ToLower(CanonicalBarcode(code))).Limit(maxAlike)) {
		if err != nil {
			return Item{}, false, err
		}
		it := hit.Rec
		switch {
		case some && it.Barcode != first.Barcode:
			return Item{}, false, nil
		case some && (event == 0 || !it.At(event) || first.At(event)):
			continue
		}
		first, some = it, true
		alike++
	}
	return first, some && alike < maxAlike, nil
}

// spellings are a code as it was read and, where that is another, as barcodes are written.
func spellings(code string) []string {
	if typed := CanonicalBarcode(code); typed != code && typed != "" {
		return []string{code, typed}
	}
	return []string{code}
}

func itemAt(r app.Reader, code string, event int64) (Item, bool, error) {
	first, found, err := itemByBarcode.Find(r, code)
	if err != nil || found && (event == 0 || first.At(event)) {
		return first, found, err
	}
	if event != 0 {
		if twin, ok, err := itemByRepeated.Find(r, kv.Pair2[string, int64]{A: code, B: event}); ok || err != nil {
			return twin, ok, err
		}
		return first, found, nil // what repeats it elsewhere is nothing here
	}
	for e, err := range itemByRepeated.Keys(r, indexes.PrefixOf[int64](code).Limit(1)) {
		if err != nil {
			return Item{}, false, err
		}
		twin, err := Items.Get(r, e.ID)
		return twin, err == nil, err
	}
	return Item{}, false, nil
}

// ItemsByBarcode are the ids of all items that carry a barcode now, each at its own event.
func ItemsByBarcode(r app.Reader, code string) (ids []int64, err error) {
	for _, text := range spellings(code) {
		first, found, err := itemByBarcode.Find(r, text)
		if err != nil {
			return nil, err
		}
		if found {
			ids = append(ids, first.ID)
		}
		for e, err := range itemByRepeated.Keys(r, indexes.PrefixOf[int64](text)) {
			if err != nil {
				return nil, err
			}
			ids = append(ids, e.ID)
		}
		if len(ids) > 0 {
			return ids, nil
		}
	}
	for e, err := range itemByFolded.Keys(r, indexes.Equal(strings.ToLower(CanonicalBarcode(code))).Limit(maxAlike)) {
		if err != nil {
			return nil, err
		}
		ids = append(ids, e.ID)
	}
	return ids, nil
}

// OldBarcodeAt finds what became of a barcode that was replaced, as it was scanned or typed:
// whoever had it, or who had it at an event.
func OldBarcodeAt(r app.Reader, code string, event int64) (b OldBarcode, found bool, err error) {
	for _, text := range spellings(code) {
		if b, found, err = oldBarcodeByCode.Find(r, text); found || err != nil {
			return b, found, err
		}
		if event == 0 {
			continue
		}
		if b, found, err = oldByRepeated.Find(r, kv.Pair2[string, int64]{A: text, B: event}); found || err != nil {
			return b, found, err
		}
	}
	return b, false, nil
}

// FreeBarcode tells whether something at an event can have a barcode that was printed
// elsewhere, and whether it repeats one: then it is found together with the event.
func FreeBarcode(r app.Reader, code string, event int64, repeatable bool) (free, repeats bool, err error) {
	r = app.Whole(r) // the caller is told no more than that it is taken
	_, before, err := OldBarcodeAt(r, code, event)
	if err != nil || before {
		return false, false, err
	}
	has, found, err := spelledAt(r, code, event)
	if err != nil || !found {
		return err == nil, false, err
	}
	return repeatable && event != 0 && has.EventID != 0 && !has.At(event), true, nil
}

// NoteBarcode keeps a barcode that an item has no more, so that it is never good again: where
// others have the same, at the event of the item.
func NoteBarcode(tx app.Tx, was *Item, old *OldBarcode) error {
	shared := was.Repeats
	for _, err := range itemByRepeated.Keys(tx, indexes.PrefixOf[int64](old.Old).Limit(1)) {
		if err != nil {
			return err
		}
		shared = true
	}
	if shared {
		old.EventID = was.EventID
	}
	return oldBarcodeTable.Insert(tx, old)
}

// checkRepeated holds that a barcode leads to one item of an event.
func checkRepeated(r app.Reader, report func(app.Breach)) error {
	for e, err := range itemByRepeated.Keys(r, indexes.All[kv.Pair2[string, int64]]()) {
		if err != nil {
			return err
		}
		first, found, err := itemByBarcode.Find(r, e.Key.A)
		if err != nil {
			return err
		}
		if found && first.At(e.Key.B) {
			report(app.Breach{ID: e.ID, Key: "barcode", Expected: "of one item of an event", Found: "of two"})
		}
	}
	return nil
}
