package shop

import (
	"errors"
	"strings"

	"marquee/app"
	"marquee/handlers/rest"
	"marquee/handlers/web/page"
)

// told tells whether an error is a refusal to be shown beside the form, and not a page of
// its own.
func told(err error) bool {
	switch app.KindOf(err) {
	case app.Invalid, app.Conflict, app.TooMany, app.OutsideFailed:
		return true
	}
	return false
}

// say puts a refusal of the business into words for a buyer. The page on which they stand is
// refused for it.
func say(v *page.View, err error) string {
	v.Refused = err
	var e *app.Error
	if !errors.As(err, &e) {
		return v.T("page.later_text")
	}
	if len(e.Reasons) > 0 {
		var all []string
		for _, reason := range e.Reasons {
			all = append(all, rest.Translate(string(v.Lang), reason.Message))
		}
		return strings.Join(all, " ")
	}
	if e.Kind == app.Conflict {
		return v.T("shop.being_paid")
	}
	if len(e.Fields) == 0 {
		return rest.Translate(string(v.Lang), e.Message)
	}
	f := e.Fields[0]
	switch f.Field + " " + f.Message.Format {
	case "basketId has expired":
		return v.T("shop.went_back")
	case "basketId is being paid":
		return v.T("shop.being_paid")
	case "basketId is already complete":
		return v.T("shop.already_bought")
	case "transactionId is not open any more":
		return v.T("shop.being_paid")
	case "basketId cannot be extended any more":
		return v.T("shop.no_more_extensions")
	}
	switch f.Field {
	case "code", "accessCode":
		if unknownCode(err) {
			return v.T("shop.code_unknown")
		}
		return v.T("shop.code_because", "why", rest.Translate(string(v.Lang), f.Message))
	case "transactionId":
		return v.T(refusedBecause(f.Message))
	case "cardNumber":
		return v.T("shop.card_refused")
	}
	return rest.Sentence(string(v.Lang), f.Message)
}

// unknownCode tells that a code was refused because there is none like it.
func unknownCode(err error) bool {
	var e *app.Error
	return errors.As(err, &e) && len(e.Fields) > 0 && e.Fields[0].Message.Format == "is not a valid code"
}

// refusedBecause is what a buyer is told of a gateway's word for a refusal: only what they
// can do something about.
func refusedBecause(m app.Message) string {
	if len(m.Args) == 1 {
		switch m.Args[0] {
		case "insufficient_funds":
			return "shop.card_no_funds"
		case "expired_card":
			return "shop.card_old"
		case wantsFactor:
			return "shop.card_unconfirmed"
		}
	}
	return "shop.card_refused"
}

// expired tells that a command was refused because the time of the basket is up.
func expired(err error) bool {
	var e *app.Error
	return errors.As(err, &e) && len(e.Fields) > 0 && e.Fields[0].Field == "basketId" && e.Fields[0].Message.Format == "has expired"
}
