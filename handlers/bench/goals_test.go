package bench

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// outcome is one line of what was promised: a figure beside its goal.
type outcome struct {
	Measure  string  `json:"measure"`
	Measured float64 `json:"measured"`
	Unit     string  `json:"unit,omitempty"`
	AtMost   bool    `json:"atMost"` // else at least
	Goal     float64 `json:"goal"`
	Stretch  float64 `json:"stretch,omitempty"`
	Verdict  string  `json:"verdict"`
	Detail   string  `json:"detail,omitempty"`
}

// board collects the outcomes of a run.
type board struct{ lines []outcome }

func (b *board) atLeast(measure string, measured, goal, stretch float64, detail string, args ...any) {
	b.add(outcome{Measure: measure, Measured: measured, Goal: goal, Stretch: stretch, Detail: fmt.Sprintf(detail, args...)})
}

func (b *board) atMost(measure string, measured, goal, stretch float64, detail string, args ...any) {
	b.add(outcome{Measure: measure, Measured: measured, Goal: goal, Stretch: stretch, AtMost: true, Detail: fmt.Sprintf(detail, args...)})
}

// note is for a figure that nothing was promised of.
func (b *board) note(measure string, measured float64, detail string, args ...any) {
	b.lines = append(b.lines, outcome{Measure: measure, Measured: measured, Verdict: "no goal", Detail: fmt.Sprintf(detail, args...)})
}

// in gives the last line its unit; lines without one are ratios.
func (b *board) in(unit string) { b.lines[len(b.lines)-1].Unit = unit }

// without notes what could not be measured here.
func (b *board) without(measure, why string) {
	b.lines = append(b.lines, outcome{Measure: measure, Verdict: why})
}

func (b *board) add(o outcome) {
	o.Verdict = o.judge()
	b.lines = append(b.lines, o)
}

func (o *outcome) judge() string {
	reaches := func(goal float64) bool {
		if o.AtMost {
			return o.Measured <= goal
		}
		return o.Measured >= goal
	}
	switch {
	case o.Stretch != 0 && reaches(o.Stretch):
		return "met, stretch too"
	case reaches(o.Goal):
		return "met"
	}
	return fmt.Sprintf("missed (%.2f of the goal)", o.Measured/o.Goal)
}

func (b *board) sheet() sheet {
	s := sheet{}
	s.row("goal", "measured", "goal", "stretch", "verdict", "figures")
	for _, o := range b.lines {
		switch {
		case o.Measured == 0:
			s.row(o.Measure, "", "", "", o.Verdict, "")
		case o.Goal == 0:
			s.row(o.Measure, o.figure(o.Measured), "", "", o.Verdict, o.Detail)
		case o.Stretch == 0:
			s.row(o.named(), o.figure(o.Measured), o.bound(o.Goal), "", o.Verdict, o.Detail)
		default:
			s.row(o.named(), o.figure(o.Measured), o.bound(o.Goal), o.bound(o.Stretch), o.Verdict, o.Detail)
		}
	}
	return s
}

func (o *outcome) named() string {
	if o.Unit == "" {
		return o.Measure
	}
	return o.Measure + ", " + o.Unit
}

func (o *outcome) bound(x float64) string {
	if o.AtMost {
		return "<= " + short(x)
	}
	return ">= " + short(x)
}

func (o *outcome) figure(x float64) string {
	if o.Unit == "" {
		return fmt.Sprintf("%.2f", x)
	}
	return fmt.Sprintf("%.4g", x)
}

func short(x float64) string {
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.3f", x), "0"), ".")
}

func (b *board) json(out io.Writer) error {
	e := json.NewEncoder(out)
	e.SetIndent("", "  ")
	return e.Encode(b.lines)
}
