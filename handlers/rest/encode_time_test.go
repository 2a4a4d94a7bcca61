package rest

import (
	"reflect"
	"testing"
	"time"

	"github.com/matryer/is"
)

func TestMomentsHaveMicroseconds(t *testing.T) {
	is := is.New(t)
	at := time.Date(2027, 6, 1, 12, 0, 0, 0, time.UTC)
	out := struct {
		At   time.Time  `json:"at"`
		Ref  *time.Time `json:"ref"`
		None *time.Time `json:"none"`
	}{at, &at, nil}
	w := &writer{}
	encoderOf(reflect.TypeOf(out))(w, reflect.ValueOf(&out).Elem())
	is.Equal(string(w.buf), `{"at":"2027-06-01T12:00:00.000000Z","ref":"2027-06-01T12:00:00.000000Z","none":null}`)
}
