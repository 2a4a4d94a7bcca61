package entry

import (
	"testing"

	"marquee/app"

	"github.com/matryer/is"
)

func TestDisabledItems(t *testing.T) {
	for _, c := range []struct {
		name, raw string
		want      []int64
	}{
		{"absent", ``, nil},
		{"null", ` null `, nil},
		{"an object of truths", `{"17": true, "18": false, "19": null, "20": 0, "21": 1}`, []int64{17, 21}},
		{"words are read as those of any boolean", `{"17": "false", "18": "true", "19": "0", "20": "1", "21": ""}`, []int64{18, 20}},
		{"a list of ids", `[17, "18"]`, []int64{17, 18}},
		{"an empty list", `[]`, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			is := is.New(t)
			got, err := disabledItems([]byte(c.raw))
			is.NoErr(err)
			is.Equal(len(got), len(c.want))
			for _, id := range c.want {
				is.True(got[id])
			}
		})
	}
	for _, raw := range []string{`17`, `"x"`, `{"x": true}`, `[true]`, `[[1]]`, `{"99999999999999999999": true}`, `{"0": 1}`, `{"0": 17}`, `{"17": 2}`, `{"17": "yes"}`, `{"17": []}`, `[0]`} {
		t.Run("refused: "+raw, func(t *testing.T) {
			is := is.New(t)
			_, err := disabledItems([]byte(raw))
			is.Equal(app.KindOf(err), app.Invalid)
		})
	}
}

func FuzzDisabledItems(f *testing.F) {
	for _, seed := range []string{`{"1": true}`, `[1, "2"]`, `null`, `{"\u0000": 1}`, `[1e9]`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		got, err := disabledItems(raw)
		if err != nil && app.KindOf(err) != app.Invalid {
			t.Fatal(err)
		}
		if len(got) > maxDisabled {
			t.Fatalf("%d items", len(got))
		}
	})
}
