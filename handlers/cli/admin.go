package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"

	"marquee/app"
	"marquee/backup"

	"github.com/urfave/cli/v2"
)

// admin is one administration command. It is run by this process on a stopped
// store, and by the server on a running one; In and Out travel as JSON either way.
type admin struct {
	// path is the command's words: "token create".
	path, usage, example string
	// former are words that the last one of path was before, and that it still answers to.
	former []string
	flags  []cli.Flag
	// input reads the flags; it is told where a password may come from.
	input func(c *cli.Context) (any, error)
	// run does the work. It may run in the server.
	run func(ctx context.Context, a *app.App, input []byte) (any, error)
	// long is run instead where the work takes its time and tells of it.
	long func(ctx context.Context, a *app.App, input []byte, progress func(string)) (any, error)
	// reads tells that run writes nothing: a stopped store is then left as it is.
	reads bool
	// print shows the result as text.
	print func(w io.Writer, result []byte) error
	// judge is what the command ends with once its result was shown; it may be nil.
	judge func(result []byte) error
}

// command makes the command line form of an administration command.
func (ad admin) command(program Program, name string) *cli.Command {
	return &cli.Command{
		Name: name, Aliases: ad.former, Usage: ad.usage, Description: "Example:\n\n   " + ad.example + "\n\n" + exitCodes,
		Flags: append([]cli.Flag{dataFlag(), jsonFlag(), clockFlag()}, ad.flags...),
		Action: func(c *cli.Context) error {
			in, err := ad.input(c)
			if err != nil {
				return err
			}
			result, err := ad.call(c, program, in)
			if err != nil {
				return err
			}
			if c.Bool("json") {
				_, err = fmt.Fprintf(c.App.Writer, "%s\n", result)
			} else {
				err = ad.print(screen{c.App.Writer, c.Path("data"), c.Int("company")}, result)
			}
			if err == nil && ad.judge != nil {
				err = ad.judge(result)
			}
			return err
		},
	}
}

// screen is where the result of a command is shown, the data folder that it is of, and the
// company that was named, 0 for none.
type screen struct {
	io.Writer
	data    string
	company int
}

// toType is a command to type next, about the data folder and the company of what is being
// shown.
func toType(w io.Writer, command string) string {
	s, ok := w.(screen)
	if !ok {
		return command
	}
	command += " --data " + typed(s.data)
	if s.company != 0 {
		command += fmt.Sprintf(" --company %d", s.company)
	}
	return command
}

// call runs the command where the store is open, or opens it.
func (ad admin) call(c *cli.Context, program Program, in any) ([]byte, error) {
	dir := c.Path("data")
	if err := wantStore(dir); err != nil {
		return nil, err
	}
	input, err := json.Marshal(in)
	if err != nil {
		return nil, err
	}
	request := backup.Request{Command: ad.path, Input: input}
	reply, err := backup.Call(c.Context, dir, request, progressTo(c.App.ErrWriter))
	if errors.Is(err, backup.ErrNobody) {
		return ad.here(c, program, input)
	}
	if err == nil && reply.Error != "" {
		err = &Exit{reply.Code, errors.New(reply.Error)}
	}
	return reply.Result, err
}

// here runs the command on a stopped store.
func (ad admin) here(c *cli.Context, program Program, input []byte) (result []byte, err error) {
	if ad.reads {
		return ad.read(c, program, input)
	}
	store, err := openStore(c, program, slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	out, err := ad.run(ad.asOperator(c.Context), store.App, input)
	if err != nil {
		return nil, asFlags(err, ad.flags)
	}
	return json.Marshal(out)
}

// asOperator names the command in the audit log.
func (ad admin) asOperator(ctx context.Context) context.Context {
	return app.AsOperator(ctx, app.Via{Through: app.ThroughCommand, Operation: ad.path})
}

// answer runs requests of the private socket in the server.
func answer(a *app.App, me holderJSON) backup.Handler {
	return func(ctx context.Context, r backup.Request, progress func(string)) backup.Reply {
		if r.Command == askHolder {
			return reply(me, nil)
		}
		for _, ad := range adminTable() {
			if ad.path == r.Command && ad.long != nil {
				return reply(ad.long(ad.asOperator(ctx), a, r.Input, progress))
			}
			if ad.path == r.Command {
				out, err := ad.run(ad.asOperator(ctx), a, r.Input)
				if !ad.reads && (ad.input != nil || ad.path == apiWrite.path) { // others without input the program itself asks
					logAdministration(a.Log(), r, err)
				}
				return reply(out, asFlags(err, ad.flags))
			}
		}
		return backup.Reply{Error: fmt.Sprintf("the running server does not know %q; it may be older than this command", r.Command), Code: exitUsage}
	}
}

func reply(out any, err error) backup.Reply {
	if err == nil {
		var result []byte
		if result, err = json.Marshal(out); err == nil {
			return backup.Reply{Result: result}
		}
	}
	return backup.Reply{Error: say(err), Code: codeOf(err)}
}

func printJSON(w io.Writer, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s\n", b)
	return err
}

// decode reads what travelled as JSON.
func decode[T any](b []byte) (T, error) {
	var v T
	err := json.Unmarshal(b, &v)
	return v, err
}
