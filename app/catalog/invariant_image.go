package catalog

import (
	"marquee/app"
	"marquee/app/company"
	"marquee/app/media"
	"marquee/indexes"
)

// checkImages finds pictures whose bytes are gone, and bytes that no picture has.
func checkImages(r app.Reader, report func(app.Breach)) error {
	c, err := company.SettingsOf(r)
	if err != nil {
		return err
	}
	shown := map[int64]string{}
	note := func(images []media.Image) {
		for i := range images {
			shown[images[i].FileID] = images[i].Hash
		}
	}
	note(c.Images)
	for hit, err := range Events.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		note(hit.Rec.Images)
	}
	for hit, err := range media.Files.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		if hash, ok := shown[hit.ID]; !ok || hash != hit.Rec.Hash {
			report(app.Breach{ID: hit.ID, Key: "picture", Expected: "an event or a company that shows it", Found: "nobody"})
		}
		delete(shown, hit.ID)
	}
	for id := range shown {
		report(app.Breach{ID: id, Key: "picture", Expected: "its bytes", Found: "nothing"})
	}
	return nil
}
