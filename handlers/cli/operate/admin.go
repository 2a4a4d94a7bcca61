package operate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net"
	"path/filepath"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/backup"
	"marquee/handlers/cli/cmdline"

	"github.com/urfave/cli/v2"
)

// Admin is one administration command. It is run by this process on a stopped
// store, and by the server on a running one; In and Out travel as JSON either way.
type Admin struct {
	// Path is the command's words: "token create".
	Path, Usage, Example string
	// Former are words that the last one of path was before, and that it still answers to.
	Former []string
	Flags  []cli.Flag
	// Input reads the flags; it is told where a password may come from.
	Input func(c *cli.Context) (any, error)
	// Run does the work. It may run in the server.
	Run func(ctx context.Context, a *app.App, input []byte) (any, error)
	// long is run instead where the work takes its time and tells of it.
	long func(ctx context.Context, a *app.App, input []byte, progress func(string)) (any, error)
	// Own tells that the program asks it by itself: nobody typed it.
	Own bool
	// Reads tells that run writes nothing: a stopped store is then left as it is.
	Reads bool
	// Here tells that it is about this machine, and not about what the store keeps.
	Here bool
	// Print shows the result as text.
	Print func(w io.Writer, result []byte) error
	// Judge is what the command ends with once its result was shown; it may be nil.
	Judge func(result []byte) error
}

// Command makes the command line form of an administration command.
func (ad Admin) Command(program Program, name string) *cli.Command {
	return &cli.Command{
		Name: name, Aliases: ad.Former, Usage: ad.Usage, Description: "Example:\n\n   " + ad.Example + "\n\n" + cmdline.ExitCodes,
		Flags: append([]cli.Flag{cmdline.DataFlag(), cmdline.JSONFlag(), ClockFlag()}, ad.Flags...),
		Action: func(c *cli.Context) error {
			in, err := ad.Input(c)
			if err != nil {
				return err
			}
			result, err := ad.Call(c, program, in)
			if err != nil {
				return err
			}
			if c.Bool("json") {
				_, err = fmt.Fprintf(c.App.Writer, "%s\n", result)
			} else {
				err = ad.Print(cmdline.Screen{Writer: c.App.Writer, Data: c.Path("data"), Company: c.Int("company")}, result)
			}
			if err == nil && ad.Judge != nil {
				err = ad.Judge(result)
			}
			return err
		},
	}
}

// Call runs the command where the store is open, or opens it.
func (ad Admin) Call(c *cli.Context, program Program, in any) ([]byte, error) {
	dir := c.Path("data")
	if err := WantStore(dir); err != nil {
		return nil, err
	}
	input, err := json.Marshal(in)
	if err != nil {
		return nil, err
	}
	request := backup.Request{Command: ad.Path, Input: input}
	reply, err := backup.Call(c.Context, dir, request, cmdline.ProgressTo(c.App.ErrWriter))
	if errors.Is(err, backup.ErrNobody) {
		return ad.here(c, program, input)
	}
	if err == nil && reply.Error != "" {
		err = &cmdline.Exit{Code: reply.Code, Err: errors.New(reply.Error)}
	}
	return reply.Result, err
}

// here runs the command on a stopped store.
func (ad Admin) here(c *cli.Context, program Program, input []byte) (result []byte, err error) {
	if ad.Reads {
		return ad.read(c, program, input)
	}
	store, err := openStore(c, program, slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	out, err := ad.Run(ad.asOperator(c.Context), store.App, input)
	if err != nil {
		return nil, cmdline.AsFlags(err, ad.Flags)
	}
	return json.Marshal(out)
}

// asOperator names the command in the audit log.
func (ad Admin) asOperator(ctx context.Context) context.Context {
	return app.AsOperator(ctx, app.Via{Through: app.ThroughCommand, Operation: ad.Path})
}

// answer runs requests of the private socket in the server.
func answer(program Program, a *app.App, me holderJSON) backup.Handler {
	return func(ctx context.Context, r backup.Request, progress func(string)) backup.Reply {
		if r.Command == askHolder {
			return reply(me, nil)
		}
		for _, ad := range program.Admins() {
			if ad.Path == r.Command && ad.long != nil {
				return reply(ad.long(ad.asOperator(ctx), a, r.Input, progress))
			}
			if ad.Path == r.Command {
				out, err := ad.Run(ad.asOperator(ctx), a, r.Input)
				if !ad.Reads && !ad.Own {
					logAdministration(a.Log(), r, err)
				}
				return reply(out, cmdline.AsFlags(err, ad.Flags))
			}
		}
		return backup.Reply{Error: fmt.Sprintf("the running server does not know %q; it may be older than this command", r.Command), Code: cmdline.ExitUsage}
	}
}

func reply(out any, err error) backup.Reply {
	if err == nil {
		var result []byte
		if result, err = json.Marshal(out); err == nil {
			return backup.Reply{Result: result}
		}
	}
	return backup.Reply{Error: cmdline.Say(err), Code: cmdline.CodeOf(err)}
}

// Operator is whoever sits at the machine: they may do everything. Without an id
// it is the only company.
func Operator(ctx context.Context, a *app.App, companyID int64) (*app.Caller, error) {
	c := &app.Caller{UserName: "operator", Installation: true, Super: true, CompanyID: companyID, Locale: "en"}
	err := a.ViewCompany(ctx, 0, func(r app.Reader) error {
		if companyID != 0 {
			_, err := company.CompanyByID(r, companyID)
			return err
		}
		var ids []int64
		err := company.EachCompany(r, func(found company.Company) error {
			ids = append(ids, found.ID)
			return nil
		})
		if err == nil && len(ids) != 1 {
			return cmdline.Usage("there are %d companies: name one with --company ID", len(ids))
		}
		if err == nil {
			c.CompanyID = ids[0]
		}
		return err
	})
	return c, err
}

// On runs a command on what it was told.
func On[In any](do func(ctx context.Context, a *app.App, in In) (any, error)) func(context.Context, *app.App, []byte) (any, error) {
	return func(ctx context.Context, a *app.App, input []byte) (any, error) {
		in, err := cmdline.Decode[In](input)
		if err != nil {
			return nil, err
		}
		return do(ctx, a, in)
	}
}

// Prints shows what a command answers.
func Prints[Out any](show func(w io.Writer, out Out) error) func(io.Writer, []byte) error {
	return func(w io.Writer, result []byte) error {
		out, err := cmdline.Decode[Out](result)
		if err != nil {
			return err
		}
		return show(w, out)
	}
}

// OfCompany is the company that an input names, 0 for the only one.
type OfCompany struct {
	CompanyID int64 `json:"companyId"`
}

// Company is its number.
func (in OfCompany) Company() int64 { return in.CompanyID }

// CompanyOf is what --company says.
func CompanyOf(c *cli.Context) OfCompany { return OfCompany{int64(c.Int("company"))} }

// ForCompany runs a command of the operator on a company.
func ForCompany[In interface{ Company() int64 }](do func(ctx context.Context, a *app.App, c *app.Caller, in In) (any, error)) func(context.Context, *app.App, []byte) (any, error) {
	return On(func(ctx context.Context, a *app.App, in In) (any, error) {
		c, err := Operator(ctx, a, in.Company())
		if err != nil {
			return nil, err
		}
		return do(ctx, a, c, in)
	})
}

func CompanyFlag() cli.Flag {
	return cmdline.Whole("company", 0, "the company's `ID`; needed when there are several")
}

// secrets are the inputs of administration that no log may show; a file has people in it.
var secrets = []string{"password", "token", "made", "file", "secret", "data", "plan", "body", "packed"}

// logAdministration notes what somebody at the machine changed while the server runs:
// the command, what it was about, and why it was refused if it was.
func logAdministration(log *slog.Logger, r backup.Request, err error) {
	attrs := []any{"command", r.Command}
	var in map[string]any
	if json.Unmarshal(r.Input, &in) == nil {
		if said, ok := in["fields"].(map[string]any); ok {
			delete(in, "fields")
			maps.Copy(in, said)
		}
		for _, name := range slices.Sorted(maps.Keys(in)) {
			if !slices.Contains(secrets, name) && in[name] != nil && in[name] != "" && in[name] != float64(0) && in[name] != false {
				attrs = append(attrs, name, in[name])
			}
		}
	}
	if err != nil {
		log.Warn("administration was refused", append(attrs, "error", cmdline.Say(err))...)
		return
	}
	log.Info("administration", attrs...)
}

// read runs a command that only reads on a stopped store, and leaves the store as it
// is. One of an older program is read by way of a copy, which is upgraded instead.
func (ad Admin) read(c *cli.Context, program Program, input []byte) (result []byte, err error) {
	ctx, path := c.Context, filepath.Join(c.Path("data"), StoreFile)
	k, err := keeper(c, program)
	if err != nil {
		return nil, err
	}
	run := func(a *app.App) error {
		out, err := ad.Run(ctx, a, input)
		if err != nil {
			return cmdline.AsFlags(err, ad.Flags)
		}
		result, err = json.Marshal(out)
		return err
	}
	pending, err := k.Pending(ctx, path)
	switch {
	case err != nil:
	case len(pending) == 0:
		err = k.Read(path, run)
	default:
		err = readCopy(ctx, program, path, run)
	}
	return result, unreadable(err)
}

// unreadable gives a store that cannot be read its exit code.
func unreadable(err error) error {
	switch {
	case backup.IsNewer(err):
		return Newer(err)
	case backup.IsDamaged(err):
		return Damaged(err)
	}
	return InUse(err)
}

// readCopy upgrades a copy of a stopped store and lets fn read that.
func readCopy(ctx context.Context, program Program, path string, fn func(a *app.App) error) error {
	dir := filepath.Dir(path)
	if err := backup.RequireSpace(dir, path, 1, copyStays); err != nil {
		return err
	}
	copied, err := newCopy(dir)
	if err != nil {
		return err
	}
	defer removeCopy(copied)
	if err := errors.Join(backup.ColdCopy(path, copied), backup.StandAlone(copied)); err != nil {
		return err
	}
	store, err := program.Open(ctx, copied, backup.Opening{}, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	return errors.Join(fn(store.App), store.Close())
}

const (
	// leaderFor is how long a command waits for a node that leads: the lease of the one that led may
	// have to run out first. It looks again every againEvery.
	leaderFor, againEvery = 20 * time.Second, 100 * time.Millisecond
	// appliedFor is how long one waits that another node ran until this node has what it wrote.
	appliedFor = 5 * time.Second
)

// changes tells whether a command changes what the store keeps, so that only the node that leads
// can run it.
func (ad Admin) changes() bool { return !ad.Reads && !ad.Here }

// whereItBelongs has a command that changes the store run by the node that leads, and every other
// one by this node.
func (p *nodePart) whereItBelongs(program Program, here backup.Handler) backup.Handler {
	if p == nil {
		return here
	}
	p.here = here
	return func(ctx context.Context, r backup.Request, progress func(string)) backup.Reply {
		for _, ad := range program.Admins() {
			if ad.Path == r.Command && ad.changes() {
				return p.decide(ctx, r, progress)
			}
		}
		return here(ctx, r, progress)
	}
}

// decide runs a command here while this node leads, else where another one does.
func (p *nodePart) decide(ctx context.Context, r backup.Request, progress func(string)) (out backup.Reply) {
	timeout := time.NewTimer(leaderFor)
	defer timeout.Stop()
	again := time.NewTicker(againEvery)
	defer again.Stop()
	for {
		_, role := p.node.Leads()
		leader, changed := p.node.Elsewhere()
		if p.relay.Lead(func() { out = p.here(ctx, r, progress) }) {
			return out
		}
		switch {
		case leader == "":
		case isOfThisMachine(r):
			return reply(struct{}{}, nil)
		default:
			if out, reached := p.passOn(ctx, leader, r, progress); reached {
				return out
			}
		}
		select {
		case <-role:
		case <-changed:
		case <-again.C:
		case <-ctx.Done():
			return reply(nil, ctx.Err())
		case <-timeout.C:
			return nobodyLeads()
		}
	}
}

func nobodyLeads() backup.Reply {
	return backup.Reply{Code: cmdline.ExitFailed, Error: "no node of the cluster leads at the moment; nothing was changed\nWhy that is: marquee cluster status"}
}

// isOfThisMachine tells whether a request is the note of a backup in a folder: the node that leads
// has another folder of that name.
func isOfThisMachine(r backup.Request) bool {
	in, err := cmdline.Decode[noteIn](r.Input)
	return r.Command == NoteBackup.Path && err == nil && !backup.IsS3(in.To)
}

// passOn has the node at an address run a command, and waits until this node has what it wrote. It is
// not reached where nobody listens there: a node that led and is gone is said to lead for a while.
func (p *nodePart) passOn(ctx context.Context, leader string, r backup.Request, progress func(string)) (out backup.Reply, reached bool) {
	request, err := json.Marshal(r)
	if err != nil {
		return reply(nil, err), true
	}
	said, err := p.peers.Command(ctx, leader, append(request, '\n'))
	if broken, ok := errors.AsType[*net.OpError](err); ok && broken.Op == "dial" && ctx.Err() == nil {
		return out, false
	}
	if err != nil {
		return reply(nil, fmt.Errorf("the node that leads, at %s, cannot be asked; whether it ran the command is not known: %w", leader, err)), true
	}
	defer said.Close()
	out, err = backup.Receive(said, progress)
	if err != nil {
		return reply(nil, fmt.Errorf("the node that leads, at %s, did not say what came of it: %w", leader, err)), true
	}
	for end := time.Now().Add(appliedFor); p.node.Last().Before(out.At) && time.Now().Before(end); {
		select {
		case <-time.After(time.Millisecond):
		case <-ctx.Done():
			return out, true
		}
	}
	return out, true
}

// run runs a command that another node passed on. It is not passed on again.
func (p *nodePart) run(ctx context.Context, in io.Reader, out io.Writer) {
	backup.Answer(ctx, in, out, func(ctx context.Context, r backup.Request, progress func(string)) (out backup.Reply) {
		if !p.relay.Lead(func() { out = p.here(ctx, r, progress) }) {
			return nobodyLeads()
		}
		out.At = p.node.Last()
		return out
	})
}
