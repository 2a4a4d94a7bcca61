package catalog

import (
	"time"

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

// scheduleJSON is a series that events belong to.
type scheduleJSON struct {
	_            rest.Of    `rest:"eventSchedules"`
	ID           int64      `json:"id"`
	Name         string     `json:"name"`
	Description  *string    `json:"description"`
	Type         string     `json:"type" enum:"repeating,mixed"`
	FutureEvents int64      `json:"futureEventsCount"`
	StartDate    *time.Time `json:"startDate"`
	EndDate      *time.Time `json:"endDate"`
	Thumbnail    *string    `json:"thumbnail"`
	wire.SoftStamps
}

// gateJSON is a gate that scanning devices stand at.
type gateJSON struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
}
