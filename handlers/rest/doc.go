// Package rest is the endpoint layer: one declaration makes an endpoint.
//
// An endpoint is a [Spec], an input struct, an output type and a function. From
// them the package builds the decode plan (query, header, body), the validation
// (all problems at once, in dotted paths), the permission gate, the encoder with
// sparse fields, the metrics label and the OpenAPI 3.1 operation. A declaration
// that cannot work (no Allow, a tag that is not understood) panics at start.
//
// # A list, from input to route
//
//	type venuesIn struct {
//		rest.Page                              // offset, page, limit; Spec.Limit is default and maximum
//		WithTrashed rest.Trashed `query:"withTrashed"`
//		Include     rest.Include `query:"include" enum:"companies"`
//		Query       string       `query:"query" maxlen:"100" doc:"Part of the name."`
//	}
//
//	type venueJSON struct {
//		Name      string     `json:"name"`
//		City      *string    `json:"city"`             // nil is null; the key is always there
//		CreatedAt time.Time  `json:"createdAt"`        // written as YYYY-MM-DDTHH:mm:ss.SSSSSSZ
//		DeletedAt *time.Time `json:"deletedAt"`
//	}
//
//	func venues(a *app.App) []rest.Route {
//		return []rest.Route{
//			rest.HandleList(rest.Spec{
//				Method: "GET", Path: "/venues", Summary: "List venues", Tag: "Catalogue",
//				Allow: app.ViewVenues, Fields: true, Limit: 100,
//			}, func(ctx context.Context, c *app.Caller, in venuesIn) (rest.Many[venueJSON], list.Info, error) {
//				page, err := catalog.ListVenues(ctx, a, c, catalog.VenueFilter{
//					Query: in.Query, WithTrashed: bool(in.WithTrashed), Offset: in.Offset, Limit: in.Limit,
//				})
//				out := rest.List[venueJSON](in.Page, page.Info)
//				for _, v := range page.Views {
//					r := rest.Resource[venueJSON]{Type: "venues", ID: v.ID, Attributes: venueForm(v)}
//					if in.Include.Has("companies") {
//						r.Relate("companies", rest.Ref{Type: "companies", ID: v.CompanyID})
//						out.Included.Add("companies", v.CompanyID, companyForm(v.Company))
//					}
//					out.Data = append(out.Data, r)
//				}
//				return out, page.Info, err
//			}),
//		}
//	}
//
// # A write
//
//	type addVenueIn struct {
//		Name     string             `json:"name" required:"true" maxlen:"255"`
//		Capacity *int64             `json:"capacity" min:"0" max:"10000000"`
//		City     rest.Opt[string]   `json:"city" maxlen:"100"`   // absent, null and value are three things
//		Opens    *rest.Time         `json:"opensAt"`
//		EventIDs []rest.ID          `json:"eventIds" maxitems:"100"`
//		Prices   []struct {
//			CurrencyID rest.ID `json:"currencyId" required:"true"`  // a problem reads prices.0.currencyId
//			Amount     int64   `json:"amount" min:"0"`
//		} `json:"prices"`
//	}
//
//	rest.Handle(rest.Spec{Method: "POST", Path: "/venues", Status: 201, …},
//		func(ctx context.Context, c *app.Caller, in addVenueIn) (rest.One[venueJSON], error) { … })
//
// # Input
//
// Where a field comes from: `query:"name"`, `header:"X-Name"`, or `json:"name"`
// for the body. A DELETE reads its json fields from the body or the query. A
// field without one of these tags is left alone, but for [Page], [Peer] and [Origin];
// structs may be embedded.
//
// Types: string, bool and [Flag] (a boolean, or 1, 0, "true", "false", "1", "0"), int64 (and
// int, int32), float64, *T (absent or null is nil), [Opt], [ID] (number or numeric string),
// [Text] (string or number), [Time], []T, map[string]T, structs, [Raw].
// In a query a list is repeated (a[]=1&a[]=2), separated by commas, or a JSON
// array.
//
// A text that is one of a few words is a type of its own, an [Enum], which lists them;
// `enum` does the same where a type would be used once.
//
// Rules: `required:"true"` (absent, null and empty text refused), `min`, `max`
// (numbers), `minlen`, `maxlen` (characters; 65,000 unless told), `maxitems`
// (1,000 unless told; in a list of identifiers or of enumerated words each counts
// once, however often it is said), `enum:"a,b,c"`, `default:"x"` (when absent), `unavailable:"true"` (declared by the contract and
// refused: the feature is not there), `money:"true"`
// (an amount in minor units of the currency whose currencyId stands beside it; forms write it
// as people do, see [Form]), `date:"true"`
// (a [Time] that may be a day alone), `blank:"true"` (an empty string in a query
// or body counts as absent for a non-string), `doc:"text"`. On a list min, max,
// maxlen and enum speak of the entries.
//
// # Output
//
// An output is [One], [Many], or any struct, slice or map ("plain"). A nil slice
// is written as []; so are [Rows], which are made while they are written, when
// there is none; nil pointers as null; [Opt] that is not Set is left out, and
// so is a field tagged `rest:"include"` whose name was not asked for in include
// (`rest:"include:discountCodes"` names another include). The marker
//
//	type orderJSON struct {
//		_  rest.Of `rest:"orders"`
//		ID int64   `json:"id"`
//		…
//	}
//
// makes a plain struct the resource "orders" for only and except; attributes of
// a [Resource] belong to its Type. id and type are never left out.
//
// An output may have the methods Status() int and Header(http.Header), with value
// receivers; One and Many have a Code field instead. [Spec] declares the headers.
//
// # Refusals
//
// A handler returns the *[app.Error] of the command. One table, in errors.go,
// maps kinds to statuses. Anything else is a fault of ours: 500, an id in the
// message, details only in the log.
package rest
