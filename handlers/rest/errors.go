package rest

import (
	"errors"
	"net/http"
	"strconv"
	"strings"

	"marquee/app"
)

// statusOf is the one table from kinds of refusal to statuses.
var statusOf = map[app.Kind]int{
	app.Invalid:         http.StatusUnprocessableEntity,
	app.Malformed:       http.StatusBadRequest,
	app.Unauthenticated: http.StatusUnauthorized,
	app.Forbidden:       http.StatusForbidden,
	app.NotFound:        http.StatusNotFound,
	app.Conflict:        http.StatusConflict,
	app.TooLarge:        http.StatusRequestEntityTooLarge,
	app.TooMany:         http.StatusTooManyRequests,
	app.Unavailable:     http.StatusServiceUnavailable,
	app.OutsideFailed:   http.StatusInternalServerError,
}

// appendError writes the body of a refusal: {message} or {message, errors}, where
// errors is an object of fields or, where each has a type, a list.
func appendError(b []byte, e *app.Error, in *language) []byte {
	b = appendString(append(b, `{"message":`...), in.text(e.Message))
	switch {
	case len(e.Reasons) > 0:
		b = appendReasons(append(b, `,"errors":`...), e.Reasons, in)
	case len(e.Fields) > 0:
		b = appendFields(append(b, `,"errors":`...), e.Fields, in)
	}
	return append(b, '}')
}

// Unavailable answers 503 where no API stands: in the form of the API to its callers, and to
// browsers as a text.
func Unavailable(w http.ResponseWriter, r *http.Request, why app.Message) {
	in := languageOf(r.Header.Get("Accept-Language"))
	Secure(w.Header())
	w.Header().Set("Content-Language", in.name)
	body, form := []byte(in.text(why)+"\n"), "text/plain; charset=utf-8"
	if strings.HasPrefix(r.URL.Path, Base) {
		body, form = appendError(nil, &app.Error{Kind: app.Unavailable, Message: why}, in), "application/json"
	}
	w.Header().Set("Content-Type", form)
	w.WriteHeader(http.StatusServiceUnavailable)
	_, _ = w.Write(body)
}

// appendFields writes {field: [text, …]} in the order of first mention.
func appendFields(b []byte, fields []app.FieldError, in *language) []byte {
	texts := map[string][]string{}
	var order []string
	for _, f := range fields {
		if texts[f.Field] == nil {
			order = append(order, f.Field)
		}
		texts[f.Field] = append(texts[f.Field], in.text(f.Message))
	}
	b = append(b, '{')
	for i, name := range order {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(appendString(b, name), ':', '[')
		for j, t := range texts[name] {
			if j > 0 {
				b = append(b, ',')
			}
			b = appendString(b, t)
		}
		b = append(b, ']')
	}
	return append(b, '}')
}

// appendReasons writes [{type, message}, …], each with the id of what it is about.
func appendReasons(b []byte, list []app.Reason, in *language) []byte {
	b = append(b, '[')
	for i, e := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendString(append(b, `{"type":`...), e.Type)
		b = appendString(append(b, `,"message":`...), in.text(e.Message))
		if e.ID != 0 {
			b = append(appendString(append(b, ','), e.Ref), ':')
			b = strconv.AppendInt(b, e.ID, 10)
		}
		b = append(b, '}')
	}
	return append(b, ']')
}

// Said is what a caller is told of a refusal in one text, where it is one part of an answer.
func Said(c *app.Caller, err error) string {
	e, ok := errors.AsType[*app.Error](err)
	if !ok {
		return ""
	}
	var all []string
	for _, f := range e.Fields {
		all = append(all, Translate(c.Locale, f.Message))
	}
	for _, r := range e.Reasons {
		all = append(all, Translate(c.Locale, r.Message))
	}
	if len(all) == 0 {
		return Translate(c.Locale, e.Message)
	}
	return strings.Join(all, "; ")
}
