package catalog

import (
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// What may stand beside events in their list. Nothing of it can be made yet, so
// each list is empty; clients rely on its form.

// eventCodeJSON is the answer that an event gives to a question about events.
type eventCodeJSON struct {
	QuestionID int64   `json:"questionId"`
	Answer     *string `json:"answer"`
}

// eventQuestionJSON is a question about events, with the answers to choose from.
type eventQuestionJSON struct {
	_          rest.Of             `rest:"eventCodes"`
	ID         int64               `json:"id"`
	Question   string              `json:"question"`
	Group      string              `json:"questionGroup"`
	CategoryID *int64              `json:"questionCategoryId"`
	Options    []eventQuestionPick `json:"availableOptions"`
}

type eventQuestionPick struct {
	ID    int64  `json:"id"`
	Value string `json:"value"`
}

// tagCategoryJSON is a category of tags.
type tagCategoryJSON struct {
	_           rest.Of `rest:"tagCategories"`
	ID          int64   `json:"id"`
	Name        string  `json:"name"`
	CompanyID   int64   `json:"companyId"`
	IsMandatory int64   `json:"isMandatory" doc:"0 or 1."`
	CreatedBy   *int64  `json:"createdBy"`
	UpdatedBy   *int64  `json:"updatedBy"`
	wire.SoftStamps
}

// gateJSON is a gate that scanning devices stand at.
type gateJSON struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
}
