package rest

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
)

// TestAStreamEndsWithItsCaller: who is reading a long file is asked with each piece who they
// are, so that what ends their access ends the file too, and nobody takes a part for the whole.
func TestAStreamEndsWithItsCaller(t *testing.T) {
	reader := func(abilities ...app.Ability) *app.Caller {
		c := &app.Caller{UserID: 7, CompanyID: 1, Abilities: map[app.Ability]bool{}}
		for _, a := range abilities {
			c.Abilities[a] = true
		}
		return c
	}
	began := reader(app.ViewReports, app.ViewOrders)
	grouped := *began
	grouped.Visibility = &app.Visibility{UserID: 7, Groups: []int64{3}}
	piece := make([]byte, 2*streamPiece)
	for name, c := range map[string]struct {
		caller *app.Caller
		err    error
		pieces int
	}{
		"nothing changed":             {began, nil, 3},
		"its token was revoked":       {nil, unauthenticated(), 1},
		"the user left the company":   {nil, forbidden(), 1},
		"the user may read no report": {reader(app.ViewOrders), nil, 1},
		"the user may do less":        {reader(app.ViewReports), nil, 1},
		"the user sees less":          {&grouped, nil, 1},
	} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			now, ended := began, error(nil)
			asked := []int64{}
			auth := func(_ context.Context, cr Credentials) (*app.Caller, error) {
				if cr.CompanyID != nil {
					asked = append(asked, *cr.CompanyID)
				}
				return now, ended
			}
			route := Handle(Spec{Method: "GET", Path: "/file", Summary: "A file", Tag: "Demo", Allow: app.ViewReports, Media: []string{"text/csv"}},
				func(context.Context, *app.Caller, struct{}) (Stream, error) {
					return Stream{ContentType: "text/csv", Filename: "file.csv", Write: func(_ context.Context, w io.Writer) error {
						for range 3 {
							if _, err := w.Write(piece); err != nil {
								return err
							}
							now, ended = c.caller, c.err
						}
						return nil
					}}, nil
				})
			api, w := New(Options{Authenticate: auth}, []Route{route}), httptest.NewRecorder()
			r := httptest.NewRequest("GET", "/v1/file", nil)
			r.Header.Set("Authorization", "Bearer good")
			cut := func() (cut bool) {
				defer func() { cut = recover() == http.ErrAbortHandler }()
				api.ServeHTTP(w, r)
				return false
			}()
			is.Equal(cut, c.pieces < 3)
			is.Equal(w.Body.Len(), c.pieces*len(piece))
			is.Equal(asked[0], int64(1)) // of the company that the file is of, whichever is selected by now
		})
	}
}
