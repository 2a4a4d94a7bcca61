package capture

import (
	"context"
	"slices"

	"marquee/app"
	"marquee/app/list"
	"marquee/indexes"
)

// QuestionFilter says which questions a list shows and which page of them.
type QuestionFilter struct {
	// Groups that are listed; none: all.
	Groups        []string `list:"groups"`
	WithTrashed   bool     `list:"withTrashed"`
	Offset, Limit int64
}

var questionList = &list.List[Question, QuestionFilter]{
	Needs: app.ViewQuestions,
	Name:  "questions", Max: MaxPage, Table: Questions, ByOffset: true,
	Plan: func(r app.Reader, f *QuestionFilter) (list.Plan[Question], error) {
		groups, err := listedGroups(r, questionListed, f.WithTrashed, func(n int64) bool {
			return len(f.Groups) == 0 || slices.Contains(f.Groups, string(Groups[n]))
		})
		return list.Groups(r, questionListed, groups, list.All, false), err
	},
}

// ListQuestions lists questions by id.
func ListQuestions(ctx context.Context, a *app.App, c *app.Caller, f QuestionFilter) (list.Page[Question], error) {
	return questionList.Read(ctx, a, c, f, list.Request{Offset: f.Offset, Limit: f.Limit}, nil)
}

// AskedQuestion is a question, and at how many places it is asked.
type AskedQuestion struct {
	Question
	Places int
}

// ReadQuestion reads a question that was not deleted.
func ReadQuestion(ctx context.Context, a *app.App, c *app.Caller, id int64) (q AskedQuestion, err error) {
	err = a.View(ctx, c, app.ViewQuestions, func(r app.Reader) error {
		was, err := standing(r, id)
		if err != nil {
			return err
		}
		fields, err := fieldsOf(app.Whole(r), id<<1)
		q = AskedQuestion{*was, len(fields)}
		return err
	})
	return q, err
}

// FieldFilter says which fields a list shows and which page of them.
type FieldFilter struct {
	// Entities that are listed; none: all.
	Entities      []string `list:"entities"`
	WithTrashed   bool     `list:"withTrashed"`
	Offset, Limit int64
}

var fieldList = &list.List[Field, FieldFilter]{
	Needs: app.ViewQuestions,
	Name:  "question fields", Max: MaxPage, Table: Fields, ByOffset: true,
	Plan: func(r app.Reader, f *FieldFilter) (list.Plan[Field], error) {
		groups, err := listedGroups(r, fieldListed, f.WithTrashed, func(n int64) bool {
			return len(f.Entities) == 0 || slices.Contains(f.Entities, string(Entities[n]))
		})
		return list.Groups(r, fieldListed, groups, list.All, false), err
	},
}

// ListFields lists fields by id.
func ListFields(ctx context.Context, a *app.App, c *app.Caller, f FieldFilter) (list.Page[Field], error) {
	return fieldList.Read(ctx, a, c, f, list.Request{Offset: f.Offset, Limit: f.Limit}, nil)
}

// listedGroups are the groups of a list whose number passes.
func listedGroups[T any](r app.Reader, listed *indexes.By[T, int64], trashed bool, pass func(n int64) bool) (kept []indexes.Group, err error) {
	end := int64(deletedGroup)
	if trashed {
		end = 2 * deletedGroup
	}
	all, err := listed.Groups(r, 0, end)
	for _, g := range all {
		if pass(g.Key &^ deletedGroup) {
			kept = append(kept, g)
		}
	}
	return kept, err
}
