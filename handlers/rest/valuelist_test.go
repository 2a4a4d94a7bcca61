package rest

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
)

type valuesIn struct {
	Include     Include   `json:"include" enum:"wallet,notes"`
	Kinds       []string  `json:"kinds" enum:"a,b"`
	IDs         []ID      `json:"ids"`
	Free        []string  `json:"free"`
	WithTrashed Trashed   `json:"withTrashed"`
	Grid        [][]ID    `json:"grid"`
	Asked       Include   `query:"asked" enum:"x,y"`
	Numbers     []int64   `query:"numbers"`
	More        []ID      `query:"more"`
	Other       []Trashed `query:"other"`
}

type valuesJSON struct {
	Text string `json:"text"`
}

// TestValueListsAreTakenOncePerValue: saying a value a thousand times costs as
// much as saying it once.
func TestValueListsAreTakenOncePerValue(t *testing.T) {
	api := New(Options{}, []Route{Handle(Spec{Method: "POST", Path: "/values", Summary: "Values", Tag: "Demo", Allow: app.Anyone},
		func(_ context.Context, _ *app.Caller, in valuesIn) (valuesJSON, error) {
			return valuesJSON{fmt.Sprint(in.Include, in.Kinds, in.IDs, in.Free, in.Grid, in.Asked, in.Numbers, in.More)}, nil
		})})
	many := strings.Repeat("x,", 900)
	for _, c := range []struct {
		name, query, body string
		status            int
		want              string
	}{
		{"an include of a body is a list", "", `{"include":["wallet","notes","wallet"]}`, 200, "[wallet notes]"},
		{"an include of a body is text", "", `{"include":"wallet"}`, 200, "[wallet] []"},
		{"an include of a body is text with commas", "", `{"include":"notes, wallet,notes"}`, 200, "[notes wallet]"},
		{"an empty text includes nothing", "", `{"include":""}`, 200, "[] []"},
		{"a text that is no name is refused", "", `{"include":"wallet,nope"}`, 422, `"include.1":["must be one of: wallet, notes"]`},
		{"a number is no include", "", `{"include":1}`, 422, `"include":["must be a list"]`},
		{"words of a list count once", "", `{"kinds":["b","a","b","b"]}`, 200, "[b a]"},
		{"identifiers count once, however they are spelled", "", `{"ids":[2,"2",1,2]}`, 200, "[2 1]"},
		{"texts without a list of values are left alone", "", `{"free":["u","u"]}`, 200, "[u u]"},
		{"lists of lists are left alone", "", `{"grid":[[1,1],[1]]}`, 200, "[[1] [1]]"},
		{"a query counts once too", "asked=" + many + "&asked=y&asked=x", `{}`, 200, "[x y]"},
		{"numbers are no values", "numbers=1,1", `{}`, 200, "[1 1]"},
		{"identifiers in a query count once", "more=3,3,4", `{}`, 200, "[3 4]"},
		{"true in a body is a word", "", `{"withTrashed":true}`, 200, ""},
		{"withTrashed=true", "", `{"withTrashed":"true"}`, 200, ""},
		{"blank is false", "", `{"withTrashed":""}`, 200, ""},
		{"withTrashed is no number", "", `{"withTrashed":1}`, 422, `"withTrashed":["must be true or false"]`},
		{"withTrashed is no number in text", "", `{"withTrashed":"1"}`, 422, `"withTrashed":["must be true or false"]`},
		{"nor in a query", "other=0", `{}`, 422, `"other.0":["must be true or false"]`},
	} {
		t.Run(c.name, func(t *testing.T) {
			is := is.New(t)
			w := call(api, http.MethodPost, "/v1/values?"+c.query, c.body)
			is.Equal(w.Code, c.status)
			if !strings.Contains(w.Body.String(), c.want) {
				t.Errorf("got %s, want %s", w.Body, c.want)
			}
		})
	}
}

type direction string

func (direction) Values() []string { return []string{"in", "out"} }

type wordsIn struct {
	Way    direction      `json:"way"`
	Maybe  *direction     `json:"maybe"`
	Cut    Opt[direction] `json:"cut"`
	Ways   []direction    `json:"ways"`
	Asked  []direction    `query:"asked"`
	Plan   Raw            `json:"plan" unavailable:"true"`
	Code   *Text          `json:"code" unavailable:"true"`
	Best   Flag           `json:"best" unavailable:"true"`
	Nested []struct {
		Seat *ID `json:"seat" unavailable:"true" doc:"A seat."`
	} `json:"nested"`
}

type wordsJSON struct {
	Text string    `json:"text"`
	Way  direction `json:"way"`
}

func TestWordsAreDeclaredOnce(t *testing.T) {
	route := Handle(Spec{Method: "POST", Path: "/words", Summary: "Words", Tag: "Demo", Allow: app.Anyone},
		func(_ context.Context, _ *app.Caller, in wordsIn) (wordsJSON, error) {
			return wordsJSON{Text: fmt.Sprintf("%v %v %v %v %v", in.Way, in.Maybe != nil, in.Cut.Value, in.Ways, in.Asked)}, nil
		})
	api := New(Options{}, []Route{route})
	const wrong = `["must be one of: in, out"]`
	for _, c := range []struct {
		name, query, body string
		status            int
		want              string
	}{
		{"words that are listed", "asked=in,in", `{"way":"in","maybe":"out","cut":"out","ways":["out","out"]}`, 200, `"in true out [out] [in]"`},
		{"a word that is not", "", `{"way":"up"}`, 422, `"way":` + wrong},
		{"an optional word that is not", "", `{"maybe":"up"}`, 422, `"maybe":` + wrong},
		{"a word to clear that is not", "", `{"cut":"up"}`, 422, `"cut":` + wrong},
		{"a word of a list that is not", "", `{"ways":["in","up"]}`, 422, `"ways.1":` + wrong},
		{"a word of a query that is not", "asked=up", `{}`, 422, `"asked.0":` + wrong},
		{"what is not available, said to be nothing", "", `{"plan":null,"code":"","best":false,"nested":[{"seat":null}]}`, 200, ""},
		{"what is not available", "", `{"plan":{},"code":"x","best":true,"nested":[{},{"seat":1}]}`, 422,
			`"plan":["is not available"],"code":["is not available"],"best":["is not available"],"nested.1.seat":["is not available"]`},
	} {
		t.Run(c.name, func(t *testing.T) {
			is := is.New(t)
			w := call(api, http.MethodPost, "/v1/words?"+c.query, c.body)
			is.Equal(w.Code, c.status)
			if !strings.Contains(w.Body.String(), c.want) {
				t.Errorf("got %s, want %s", w.Body, c.want)
			}
		})
	}
	t.Run("the document lists them", func(t *testing.T) {
		b, err := Describe(Info{}, nil, []Route{route}).JSON()
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(b), `"in",`); n != 6 || !strings.Contains(string(b), `"A seat. Not available yet."`) {
			t.Errorf("%d fields list the words:\n%s", n, b)
		}
	})
}

type flagsIn struct {
	Plain  bool      `json:"plain"`
	Maybe  *bool     `json:"maybe"`
	Flag   Flag      `json:"flag"`
	Cut    Opt[bool] `json:"cut"`
	Many   []bool    `json:"many"`
	Asked  bool      `query:"asked"`
	Raised Flag      `query:"raised"`
}

// TestBooleansAreReadInOneWay: in bodies and queries, whatever the type of the field.
func TestBooleansAreReadInOneWay(t *testing.T) {
	api := New(Options{}, []Route{Handle(Spec{Method: "POST", Path: "/flags", Summary: "Flags", Tag: "Demo", Allow: app.Anyone},
		func(_ context.Context, _ *app.Caller, in flagsIn) (valuesJSON, error) {
			return valuesJSON{fmt.Sprint(in.Plain, in.Maybe != nil && *in.Maybe, in.Flag, in.Cut.Value, in.Many, in.Asked, in.Raised)}, nil
		})})
	for said, want := range map[string]string{
		`true`: "true", `1`: "true", `"true"`: "true", `"1"`: "true",
		`false`: "false", `0`: "false", `"false"`: "false", `"0"`: "false", `""`: "false",
		`2`: "", `"yes"`: "", `"TRUE"`: "", `1.0`: "", `{}`: "", `[]`: "",
	} {
		t.Run(said, func(t *testing.T) {
			is := is.New(t)
			body := fmt.Sprintf(`{"plain": %[1]s, "maybe": %[1]s, "flag": %[1]s, "cut": %[1]s, "many": [%[1]s]}`, said)
			query := strings.Trim(said, `"`)
			w := call(api, http.MethodPost, "/v1/flags?asked="+query+"&raised="+query, body)
			if want == "" {
				is.Equal(w.Code, http.StatusUnprocessableEntity)
				is.Equal(strings.Count(w.Body.String(), "must be true or false"), 7) // each field
				return
			}
			is.Equal(w.Code, http.StatusOK)
			is.True(strings.Contains(w.Body.String(), fmt.Sprintf("%[1]s %[1]s %[1]s %[1]s [%[1]s] %[1]s %[1]s", want)))
		})
	}
}
