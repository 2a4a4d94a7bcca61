package entry

import (
	"bytes"
	"encoding/json"
	"strconv"

	"marquee/app"
	"marquee/handlers/rest"
)

// disabledItems reads the sale items that a device does not take. The contract
// says object and no more, so both of the forms that devices may send are read:
// {"17": true, "18": true} and [17, 18]; ids may be numbers or text, and the values are read
// as every boolean is. A list that was written as an object, {"0": 17}, is refused: nothing
// would be disabled.
func disabledItems(raw rest.Raw) (map[int64]bool, error) {
	text := bytes.TrimSpace(raw)
	if len(text) == 0 || bytes.Equal(text, []byte("null")) {
		return nil, nil
	}
	disabled := map[int64]bool{}
	if text[0] == '[' {
		var ids []json.RawMessage
		if json.Unmarshal(text, &ids) != nil {
			return nil, app.Field("disabledItems", "must be an object")
		}
		for i, id := range ids {
			if err := disable(disabled, "disabledItems."+strconv.Itoa(i), string(id)); err != nil {
				return nil, err
			}
		}
		return disabled, nil
	}
	var byID map[string]json.RawMessage
	if json.Unmarshal(text, &byID) != nil {
		return nil, app.Field("disabledItems", "must be an object")
	}
	for id, on := range byID {
		field := "disabledItems." + clipKey(id)
		switch on, ok := rest.FlagOf(rest.Raw(on)); {
		case !ok:
			return nil, app.Field(field, "must be true or false")
		case !on:
		default:
			if err := disable(disabled, field, id); err != nil {
				return nil, err
			}
		}
	}
	return disabled, nil
}

// maxDisabled is how many sale items a device may disable in one request.
const maxDisabled = 1000

func disable(ids map[int64]bool, field, text string) error {
	id, err := strconv.ParseInt(string(bytes.Trim([]byte(text), `"`)), 10, 64)
	if err != nil {
		return app.Field(field, "must be an integer")
	}
	if id < 1 {
		return app.Field(field, "must be at least %d", 1)
	}
	if ids[id] = true; len(ids) > maxDisabled {
		return app.Field("disabledItems", "must not have more than %d entries", maxDisabled)
	}
	return nil
}

// clipKey keeps a field's name short enough to repeat it to the caller.
func clipKey(key string) string {
	if len(key) > 20 {
		return key[:20]
	}
	return key
}
