package wire

import (
	"time"

	"marquee/app/capture"
	"marquee/handlers/rest"
)

// QuestionJSON is a question; numbers stand for yes and no, as the contract has them.
type QuestionJSON struct {
	Question     string        `json:"question"`
	Description  string        `json:"description"`
	TypeID       int64         `json:"questionTypeId"`
	CategoryID   *int64        `json:"questionCategoryId"`
	Validation   string        `json:"validation"`
	IsMarketing  int64         `json:"isMarketing"`
	Order        *int64        `json:"orderColumn"`
	QuestionType capture.Type  `json:"questionType"`
	Group        capture.Group `json:"questionGroup"`
	SoftStamps
}

type captureOptionJSON struct {
	Value     string  `json:"value"`
	IsEnabled int64   `json:"isEnabled"`
	JSON      *string `json:"json"`
	Order     *int64  `json:"orderColumn"`
	SoftStamps
}

// FieldJSON is where a question is asked.
type FieldJSON struct {
	Entity           capture.Entity `json:"assignedToEntity"`
	EntityID         *int64         `json:"assignedToId"`
	QuestionID       int64          `json:"questionId"`
	SourceEntityType capture.Entity `json:"sourceEntityType"`
	SourceEntityID   *int64         `json:"sourceEntityId"`
	IsRequired       int64          `json:"isRequired"`
	Hidden           int64          `json:"hideDuringCheckout"`
	EnabledAt        *time.Time     `json:"enabledAt"`
	Order            *int64         `json:"orderColumn"`
	SoftStamps
}

func bit(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// The types of the resources.
const (
	QuestionType = "dataCaptureQuestions"
	OptionType   = "dataCaptureQuestionOptions"
	FieldType    = "dataCaptureFields"
	ResponseType = "dataCaptureResponses"
)

// QuestionRow is a question as a row, with its options beside it. Options that were taken
// away are shown to those who manage questions.
func QuestionRow(q *capture.Question, in *rest.Included, all bool) rest.Resource[QuestionJSON] {
	out := rest.Resource[QuestionJSON]{Type: QuestionType, ID: q.ID, Attributes: QuestionForm(q)}
	if q.Type.HasOptions() {
		out.Relate(OptionType, OptionsOf(q, in, all))
	}
	return out
}

// QuestionForm is the form of a question.
func QuestionForm(q *capture.Question) QuestionJSON {
	return QuestionJSON{
		Question: q.Text, Description: q.Description, TypeID: q.Type.ID(), Validation: q.Rules, IsMarketing: bit(q.Group == capture.Marketing),
		Order: q.Order, QuestionType: q.Type, Group: q.Group, SoftStamps: SoftStampsOf(q.CreatedAt, q.UpdatedAt, q.DeletedAt),
	}
}

// OptionsOf includes the options of a question and refers to them.
func OptionsOf(q *capture.Question, in *rest.Included, all bool) []rest.Ref {
	refs := []rest.Ref{}
	for i := range q.Options {
		o := &q.Options[i]
		if !all && !o.Offered() {
			continue
		}
		place := int64(i + 1)
		in.Add(OptionType, o.ID, captureOptionJSON{
			Value: o.Value, IsEnabled: bit(!o.Disabled), Order: &place, SoftStamps: SoftStampsOf(o.CreatedAt, o.UpdatedAt, o.DeletedAt),
		})
		refs = append(refs, rest.Ref{Type: OptionType, ID: o.ID})
	}
	return refs
}

// FieldRow is a field as a row.
func FieldRow(f *capture.Field) rest.Resource[FieldJSON] {
	out := rest.Resource[FieldJSON]{Type: FieldType, ID: f.ID, Attributes: FieldJSON{
		Entity: f.Entity, EntityID: OrNull(f.EntityID), QuestionID: f.QuestionID,
		SourceEntityType: f.Entity, SourceEntityID: OrNull(f.EntityID), IsRequired: bit(f.Required), Hidden: bit(f.Hidden),
		EnabledAt: f.EnabledAt, Order: f.Order, SoftStamps: SoftStampsOf(f.CreatedAt, f.UpdatedAt, f.DeletedAt),
	}}
	out.Relate(QuestionType, rest.Ref{Type: QuestionType, ID: f.QuestionID})
	return out
}

// ResponseJSON is an answer.
type ResponseJSON struct {
	Question   string                `json:"question"`
	QuestionID int64                 `json:"questionId"`
	Group      capture.Group         `json:"questionGroup"`
	CategoryID *int64                `json:"questionCategoryId"`
	Answer     any                   `json:"answer" doc:"Text, or a list of option ids."`
	Options    []AvailableOptionJSON `json:"availableOptions"`
	OrderID    int64                 `json:"orderId"`
	ItemID     *int64                `json:"orderItemId"`
	MetaData   *string               `json:"metaData"`
	CreatedAt  time.Time             `json:"createdAt"`
	UpdatedAt  time.Time             `json:"updatedAt"`
}

// AnswerForms are the forms of what was answered.
var AnswerForms = map[string][]any{"answer": {"", []int64{}, nil}}

// Forms are those of an answer.
func (ResponseJSON) Forms() map[string][]any { return AnswerForms }

// AvailableOptionJSON is an option that can be chosen.
type AvailableOptionJSON struct {
	ID    int64  `json:"id"`
	Value string `json:"value"`
}

// ResponseForm is the form of an answer.
func ResponseForm(t *capture.Told) ResponseJSON {
	out := ResponseJSON{
		Question: t.Question.Text, QuestionID: t.QuestionID, Group: t.Question.Group, Answer: t.Shape(),
		OrderID: t.OrderID, CreatedAt: t.CreatedAt, UpdatedAt: t.UpdatedAt,
	}
	if t.Shown != "" {
		out.Question = t.Shown
	}
	if t.ItemID != 0 {
		out.ItemID = &t.ItemID
	}
	for _, o := range t.Question.Options {
		if o.Offered() {
			out.Options = append(out.Options, AvailableOptionJSON{o.ID, o.Value})
		}
	}
	return out
}

// Beside lists the options of a question.
func (QuestionJSON) Beside() []rest.Kind {
	return []rest.Kind{{Type: OptionType, Attributes: captureOptionJSON{}}}
}

// Beside is what a field asks.
func (FieldJSON) Beside() []rest.Kind {
	return append([]rest.Kind{{Type: QuestionType, Attributes: QuestionJSON{}}}, QuestionJSON{}.Beside()...)
}
