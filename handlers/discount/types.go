package discount

import (
	"marquee/app"
	"marquee/app/discount"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type fixedFieldsIn struct {
	Net *rest.Flag `json:"applyToNetPrice" doc:"The amount counts against the price without tax."`
	targetsIn
	limitsIn
}

type addFixedIn struct {
	Code   string `json:"code" required:"true" maxlen:"255" doc:"Letters and digits, unique in the company without case."`
	Amount int64  `json:"amount" required:"true" money:"true" doc:"Minor units."`
	fixedFieldsIn
}

type editFixedIn struct {
	changeIn
	Amount *int64 `json:"amount" money:"true" doc:"Minor units."`
	fixedFieldsIn
}

func (in *fixedFieldsIn) made(code *string, amount *int64) (discount.Fields, error) {
	f := in.fields(code, amount)
	in.put(&f)
	if in.Net != nil {
		f.NetPrice = (*bool)(in.Net)
	}
	return f, nil
}

func fixed(x *routes) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/discount-codes/fixed", Summary: "Create a code for a fixed amount", Tag: "Discounts",
			Doc:   "The amount goes off once for each order, shared by price, and never more than there is.",
			Allow: app.EditDiscountCodes, Status: 201, Fields: true,
		}, create(x, discount.Fixed, func(in addFixedIn) (discount.Fields, error) { return in.made(&in.Code, &in.Amount) })),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/discount-codes/fixed/update", Summary: "Change a code for a fixed amount", Tag: "Discounts",
			Doc: updateDoc, Allow: app.EditDiscountCodes, Fields: true,
		}, update(x, discount.Fixed, func(in editFixedIn) changeIn { return in.changeIn },
			func(in editFixedIn) (discount.Fields, error) { return in.made(nil, in.Amount) })),
	}
}

const updateDoc = "Found by id or code. What is absent stays, null clears. Orders keep what the code took off; open baskets follow when they change."

type percentFieldsIn struct {
	CheapestFirst *rest.Flag `json:"cheapestFirst" doc:"Of more units than maxUsesPerOrder the cheapest are reduced."`
	targetsIn
	capsIn
	limitsIn
}

type addPercentIn struct {
	Code   string  `json:"code" required:"true" maxlen:"255" doc:"Letters and digits, unique in the company without case."`
	Amount float64 `json:"amount" required:"true" min:"0" max:"100" doc:"Percent, with at most two decimals."`
	percentFieldsIn
}

type editPercentIn struct {
	changeIn
	Amount *float64 `json:"amount" min:"0" max:"100" doc:"Percent, with at most two decimals."`
	percentFieldsIn
}

func (in *percentFieldsIn) made(code *string, amount *float64) (discount.Fields, error) {
	percent, err := wire.Percent(amount, "amount")
	f := in.fields(code, percent)
	in.put(&f)
	f.Caps, f.CheapestFirst = in.caps(), wire.Yes(in.CheapestFirst)
	return f, err
}

func (in *capsIn) caps() app.Maybe[map[string]int64] {
	return app.Maybe[map[string]int64]{Given: in.MaximumDiscount.Set, Value: in.MaximumDiscount.Ptr()}
}

func percentage(x *routes) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/discount-codes/percentage", Summary: "Create a code for a percentage", Tag: "Discounts",
			Doc:   "The percentage goes off each unit, rounded half up.",
			Allow: app.EditDiscountCodes, Status: 201, Fields: true,
		}, create(x, discount.Percentage, func(in addPercentIn) (discount.Fields, error) { return in.made(&in.Code, &in.Amount) })),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/discount-codes/percentage/update", Summary: "Change a code for a percentage", Tag: "Discounts",
			Doc: updateDoc, Allow: app.EditDiscountCodes, Fields: true,
		}, update(x, discount.Percentage, func(in editPercentIn) changeIn { return in.changeIn },
			func(in editPercentIn) (discount.Fields, error) { return in.made(nil, in.Amount) })),
	}
}

type buyGetFieldsIn struct {
	capsIn
	limitsIn
}

type addBuyGetIn struct {
	Code              string  `json:"code" required:"true" maxlen:"255" doc:"Letters and digits, unique in the company without case."`
	Amount            float64 `json:"amount" required:"true" min:"0" max:"100" doc:"Percent off what is got, with at most two decimals."`
	ConditionID       rest.ID `json:"conditionSaleItemId" required:"true" doc:"What must be bought."`
	ConditionQuantity int64   `json:"conditionSaleItemQuantity" required:"true" doc:"How many of it for each group."`
	TargetID          rest.ID `json:"targetSaleItemId" required:"true" doc:"What is reduced; may be the same."`
	TargetQuantity    int64   `json:"targetSaleItemQuantity" required:"true" doc:"How many of it in each group."`
	buyGetFieldsIn
}

type editBuyGetIn struct {
	changeIn
	Amount            *float64 `json:"amount" min:"0" max:"100" doc:"Percent off what is got, with at most two decimals."`
	ConditionID       *rest.ID `json:"conditionSaleItemId" doc:"What must be bought."`
	ConditionQuantity *int64   `json:"conditionSaleItemQuantity" doc:"How many of it for each group."`
	TargetID          *rest.ID `json:"targetSaleItemId" doc:"What is reduced; may be the same."`
	TargetQuantity    *int64   `json:"targetSaleItemQuantity" doc:"How many of it in each group."`
	buyGetFieldsIn
}

func (in *buyGetFieldsIn) made(code *string, amount *float64) (discount.Fields, error) {
	percent, err := wire.Percent(amount, "amount")
	f := in.fields(code, percent)
	f.Caps = in.caps()
	return f, err
}

func buyGet(x *routes) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/discount-codes/buy-x-get-y", Summary: "Create a code of the kind buy X, get Y", Tag: "Discounts",
			Doc:   "Whoever buys so many of one sale item gets so many of another, or of the same, for a percentage less; the cheapest units are reduced.",
			Allow: app.EditDiscountCodes, Status: 201, Fields: true,
		}, create(x, discount.BuyXGetY, func(in addBuyGetIn) (discount.Fields, error) {
			f, err := in.made(&in.Code, &in.Amount)
			f.ConditionID, f.ConditionQuantity = (*int64)(&in.ConditionID), &in.ConditionQuantity
			f.TargetID, f.TargetQuantity = (*int64)(&in.TargetID), &in.TargetQuantity
			return f, err
		})),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/discount-codes/buy-x-get-y/update", Summary: "Change a code of the kind buy X, get Y", Tag: "Discounts",
			Doc: updateDoc, Allow: app.EditDiscountCodes, Fields: true,
		}, update(x, discount.BuyXGetY, func(in editBuyGetIn) changeIn { return in.changeIn },
			func(in editBuyGetIn) (discount.Fields, error) {
				f, err := in.made(nil, in.Amount)
				f.ConditionID, f.ConditionQuantity = (*int64)(in.ConditionID), in.ConditionQuantity
				f.TargetID, f.TargetQuantity = (*int64)(in.TargetID), in.TargetQuantity
				return f, err
			})),
	}
}
