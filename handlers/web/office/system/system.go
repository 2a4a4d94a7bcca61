package system

import (
	"embed"
	"slices"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/office"
	"marquee/app/system"
	"marquee/handlers/rest"
	"marquee/handlers/web/office/screen"
)

//go:embed *.html
var templates embed.FS

// The operations that the page is for.
const (
	backUp = "POST system/backup"
	try    = "POST system/restore-trial"

	makeCompany = "POST companies"
)

// Screens are those of the installation.
func Screens(o *screen.Pages) []*screen.Screen {
	return []*screen.Screen{{
		Get: "GET /office/system", Post: "POST /office/system", Needs: app.Installation, Outside: true,
		Template: o.Template(templates, "system.html"), Show: show,
		Forms: map[string]screen.Then{backUp: {Say: "office.system_asked"}, try: {Say: "office.system_tries"}, makeCompany: {Say: "office.company_made", To: toCompany}},
	}}
}

type body struct {
	Chip    screen.Chip
	About   string
	Figures []figure
	Groups  []group
	Trial   trial
	Cluster *together // nil where the store stands alone
	// Going: something is under way that is worth looking at again.
	Going     bool
	BackUp    string // what its button says
	Companies []companyRow
}

// companyRow is a company with how much there is of it.
type companyRow struct{ Name, To, State, Users, Events, Orders string }

// figure is one thing that is known in numbers.
type figure struct{ Label, Value, Beside string }

// group is some checks that belong together, the worst first.
type group struct {
	Name, Title string
	Checks      []check
}

type check struct {
	Title, Found string
	Do           []string // line by line
	Icon, Tone   string
	Says         string // the colour in words
}

// trial is the last time a backup was restored for a trial.
type trial struct {
	check
	CanTry bool
}

// groups are the checks that belong together; what is in none is about the machine.
var groups = []struct {
	name  string
	holds []app.Noun
}{
	{"cluster", []app.Noun{"leader", "nodes", "node keys", "node clocks"}},
	{"etcd", []app.Noun{"etcd"}},
	{"backups", []app.Noun{"backups", "journal", "shipping"}},
	{"out", []app.Noun{"mail", "payments", "disputes", "outbound calls", "outbox", "jobs"}},
	{"machine", nil},
}

func show(v *screen.Visit) error {
	v.View.Title = v.View.T("office.system")
	s, err := system.Look(v.R.Context(), v.App, v.Caller)
	if err != nil {
		return err
	}
	t, err := system.LastTrial(v.R.Context(), v.App, v.Caller)
	if err != nil {
		return err
	}
	b := &body{
		Figures: figures(v, &s), Trial: trialOf(v, &t), Cluster: togetherOf(v, s.Cluster), BackUp: v.View.T("office.system_back_up"),
		About: v.View.T("office.system_about", "version", s.Version, "since", v.Moment(s.Since)),
		Going: s.Backup.IsRunning || s.Backup.IsAsked || t.State == system.Running,
	}
	for _, g := range groups {
		b.Groups = append(b.Groups, group{Name: g.name, Title: v.View.T("office.system_" + g.name)})
	}
	todo := 0
	for i := range s.Checks {
		k := checkOf(v, &s.Checks[i])
		if k.Tone != "ok" && k.Tone != "" {
			todo++
		}
		at := slices.IndexFunc(groups, func(g struct {
			name  string
			holds []app.Noun
		}) bool {
			return g.holds == nil || slices.Contains(g.holds, s.Checks[i].Name)
		})
		b.Groups[at].Checks = append(b.Groups[at].Checks, k)
	}
	b.Groups = slices.DeleteFunc(b.Groups, func(g group) bool { return len(g.Checks) == 0 })
	for i := range b.Groups {
		slices.SortStableFunc(b.Groups[i].Checks, func(a, c check) int { return rank(a.Tone) - rank(c.Tone) })
	}
	b.Chip = chipOf(v, s.Level(), todo)
	v.Body.It = b
	return b.addCompanies(v)
}

// rank puts the worst first.
func rank(tone string) int { return slices.Index([]string{"bad", "warn", "ok", ""}, tone) }

func chipOf(v *screen.Visit, level system.Level, todo int) screen.Chip {
	switch level {
	case system.Bad:
		return screen.Chip{Text: v.View.T("office.system_todo", "n", todo), Tone: "bad"}
	case system.Warn:
		return screen.Chip{Text: v.View.T("office.system_todo", "n", todo), Tone: "warn"}
	}
	return screen.Chip{Text: v.View.T("office.system_well"), Tone: "ok"}
}

// looks are the icon, the colour and the word of a level.
var looks = map[system.Level][3]string{
	system.OK:      {"tick", "ok", "office.system_is_ok"},
	system.Unknown: {"info", "", "office.system_is_unknown"},
	system.Warn:    {"alert", "warn", "office.system_is_warn"},
	system.Bad:     {"alert", "bad", "office.system_is_bad"},
}

func checkOf(v *screen.Visit, c *system.Check) check {
	lang := string(v.View.Lang)
	look := looks[c.Level]
	k := check{
		Title: rest.Title(lang, app.Message{Format: string(c.Name)}), Found: rest.Translate(lang, c.Found.With(v.Moment)),
		Icon: look[0], Tone: look[1], Says: v.View.T(look[2]),
	}
	if c.Do.Format != "" {
		k.Do = strings.Split(rest.Translate(lang, c.Do), "\n")
	}
	return k
}

func trialOf(v *screen.Visit, t *system.Trial) trial {
	out := trial{check: check{Title: v.View.T("office.system_trial"), Found: v.View.T("office.system_trial_" + string(t.State))}, CanTry: t.State != system.Running}
	level := system.OK
	switch t.State {
	case system.Never, system.Stopped:
		level = system.Unknown
	case system.Running:
		level = system.Unknown
	case system.Failed:
		level = system.Bad
		out.Found = v.View.T("office.system_trial_failed", "when", v.Moment(*t.Ended), "why", t.Problem)
	case system.Good:
		out.Found = v.View.T("office.system_trial_good", "when", v.Moment(*t.Ended), "n", t.Records, "took", span(v, t.Ended.Sub(t.Began)), "until", v.Moment(t.LastCommit))
	}
	look := looks[level]
	out.Icon, out.Tone, out.Says = look[0], look[1], v.View.T(look[2])
	return out
}

// addCompanies names those that somebody reaches.
func (b *body) addCompanies(v *screen.Visit) error {
	all, err := company.Reachable(v.R.Context(), v.App, v.Caller)
	for i := range all {
		text := v.View.T("office.system_live")
		if all[i].Demo {
			text = v.View.T("office.system_demo")
		}
		n, err := office.CountCompany(v.R.Context(), v.App, v.Caller, all[i].ID)
		if err != nil {
			return err
		}
		b.Companies = append(b.Companies, companyRow{
			all[i].Name, screen.Path + "/" + all[i].Alias, text, v.View.Number(n.Users), v.View.Number(n.Events), v.View.Number(n.Orders),
		})
	}
	v.Body.Add(makeCompany).Fill(map[string]any{"name": "", "currencyCode": v.Company.Currency().Code, "timezone": v.Company.Timezone})
	return err
}

// toCompany leads to the company that was made.
func toCompany(v *screen.Visit, out any) string {
	all, err := company.Reachable(v.R.Context(), v.App, v.Caller)
	for i := range all {
		if err == nil && all[i].ID == rest.IDOf(out) {
			return screen.Path + "/" + all[i].Alias
		}
	}
	return screen.SystemPath
}

// figures are what matters most, in numbers.
func figures(v *screen.Visit, s *system.State) (all []figure) {
	newest := figure{Label: v.View.T("office.system_newest"), Value: v.View.T("office.system_none"), Beside: s.Backup.To}
	if at := s.Backup.Newest; at != nil {
		newest.Value = app.Ago(v.App.Now().Sub(*at)).Say(string(v.View.Lang))
	}
	all = append(all, newest, lost(v, s))
	if s.Sync > 0 {
		all = append(all, figure{v.View.T("office.system_sync"), millis(v, s.Sync), v.View.T("office.system_sync_late", "span", millis(v, s.SyncLate))})
	}
	if s.TotalBytes > 0 {
		all = append(all, figure{v.View.T("office.system_free"), size(v, s.FreeBytes), v.View.T("office.system_free_of", "size", size(v, s.FileBytes))})
	}
	return all
}

// lost is what is gone if the disk dies now: what lies nowhere else.
func lost(v *screen.Visit, s *system.State) figure {
	f := figure{Label: v.View.T("office.system_lost")}
	switch {
	case elsewhere(s.Cluster):
		f.Value, f.Beside = v.View.T("office.system_lost_nothing"), v.View.T("office.system_lost_nodes")
	case s.Shipped != nil:
		f.Value, f.Beside = span(v, *s.Shipped), v.View.T("office.system_lost_shipped")
	case s.Backup.SameDisk || s.Backup.Newest == nil:
		f.Value, f.Beside = v.View.T("office.system_lost_all"), v.View.T("office.system_lost_here")
	default:
		f.Value, f.Beside = span(v, v.App.Now().Sub(*s.Backup.Newest)), v.View.T("office.system_lost_since")
	}
	return f
}

// span is a length of time in words.
func span(v *screen.Visit, d time.Duration) string { return app.Span(d).Say(string(v.View.Lang)) }

func millis(v *screen.Visit, d time.Duration) string {
	return v.View.Number(max(1, d.Round(time.Millisecond).Milliseconds())) + "\u00a0ms"
}

// size is a number of bytes in words of the reader.
func size(v *screen.Visit, n int64) string {
	unit := v.View.T("office.byte")
	switch {
	case n >= 1<<30:
		return v.View.Number(n>>30) + "\u00a0G" + unit
	default:
		return v.View.Number(max(1, n>>20)) + "\u00a0M" + unit
	}
}
