package rules

import (
	"testing"

	"marquee/app"
	"marquee/app/order"

	"github.com/matryer/is"
)

func TestSettle(t *testing.T) {
	all := &app.Caller{Super: true}
	till := &app.Caller{Abilities: map[app.Ability]bool{app.PayCash: true}}
	half := []Split{{500, order.Cash}, {500, order.Bank}}
	for _, tt := range []struct {
		name   string
		caller *app.Caller
		pay    Payment
		due    int64
		want   []Split
		kind   app.Kind
	}{
		{"cash pays what is due", till, Payment{Method: order.Cash}, 1000, []Split{{1000, order.Cash}}, 0},
		{"a method of another ability", till, Payment{Method: order.Bank}, 1000, nil, app.Forbidden},
		{"free needs no method", till, Payment{}, 0, nil, 0},
		{"free takes any method", all, Payment{Method: order.Cash}, 0, nil, 0},
		{"free takes an online method", till, Payment{Method: order.CardPresentOnline}, 0, nil, 0},
		{"free takes a method of another ability", till, Payment{Method: order.ComplimentaryMethod}, 0, nil, 0},
		{"free takes a split without parts", till, Payment{Method: order.SplitMethod}, 0, nil, 0},
		{"what is due needs a method", all, Payment{}, 1, nil, app.Invalid},
		{"complimentary pays nothing", all, Payment{Method: order.ComplimentaryMethod}, 1000, []Split{{0, order.ComplimentaryMethod}}, 0},
		{"complimentary has its own ability", till, Payment{Method: order.ComplimentaryMethod}, 1000, nil, app.Forbidden},
		{"online is for later", all, Payment{Method: order.CardPresentOnline}, 1000, nil, app.Invalid},
		{"a split adds up", all, Payment{Method: order.SplitMethod, Splits: half}, 1000, half, 0},
		{"splits alone are a split", all, Payment{Splits: half}, 1000, half, 0},
		{"splits beside another method", all, Payment{Method: order.Cash, Splits: half}, 1000, nil, app.Invalid},
		{"a split that falls short", all, Payment{Method: order.SplitMethod, Splits: half}, 1001, nil, app.Invalid},
		{"a split that is too much", all, Payment{Method: order.SplitMethod, Splits: half}, 999, nil, app.Invalid},
		{"a split of one", all, Payment{Method: order.SplitMethod, Splits: half[:1]}, 500, nil, app.Invalid},
		{"a split with nothing in a part", all, Payment{Method: order.SplitMethod, Splits: []Split{{1000, order.Cash}, {0, order.Bank}}}, 1000, nil, app.Invalid},
		{"a negative part", all, Payment{Method: order.SplitMethod, Splits: []Split{{1500, order.Cash}, {-500, order.Bank}}}, 1000, nil, app.Invalid},
		{"a complimentary part", all, Payment{Method: order.SplitMethod, Splits: []Split{{500, order.Cash}, {500, order.ComplimentaryMethod}}}, 1000, nil, app.Invalid},
		{"a part of another ability", till, Payment{Method: order.SplitMethod, Splits: half}, 1000, nil, app.Forbidden},
		{"a split of nothing", all, Payment{Method: order.SplitMethod, Splits: half}, 0, nil, app.Invalid},
	} {
		t.Run(tt.name, func(t *testing.T) {
			is := is.New(t)
			got, err := Settle(tt.caller, tt.pay, tt.due, 978)
			is.Equal(app.KindOf(err), tt.kind)
			if tt.kind == 0 {
				is.NoErr(err)
				is.Equal(got, tt.want)
			}
		})
	}
}
