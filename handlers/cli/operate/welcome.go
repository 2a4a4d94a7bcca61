package operate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"

	"marquee/app/company"
	"marquee/app/firstrun"
	"marquee/app/paper"
	"marquee/backup"
	"marquee/handlers/cli/cmdline"

	"github.com/urfave/cli/v2"
)

// printWelcome prints where the box office is, what its certificates need, and with
// --demo how to get in.
func printWelcome(c *cli.Context, store *Store, base, note string) error {
	w := c.App.Writer
	if store.Node != nil {
		_, err := fmt.Fprintf(w, "Marquee is open at %s, as the node %s of a cluster\n%s", base, store.Node.Name(), note)
		return err
	}
	code := firstrun.NewCode()
	if waits, err := firstrun.Await(c.Context, store.App, code); err != nil || waits {
		return orElse(err, printFirstRun(w, base+"/setup/"+code, note))
	}
	fmt.Fprintf(w, "Marquee is open at %s\nThe API is at %s/v1, its documentation at %s/docs\n%s", base, base, base, note)
	if simulated, err := company.InDemo(c.Context, store.App); err == nil && len(simulated) > 0 {
		fmt.Fprintf(w, "Payments by card are simulated, and no money moves, for: %s\n", cmdline.Printable(strings.Join(simulated, ", "), 200))
	}
	if !c.Bool("demo") {
		return nil
	}
	demo, err := isDemo(c.Context, store.App)
	if err != nil {
		return err
	}
	if !demo {
		_, err := fmt.Fprintf(w, "--demo: %s holds a store of your own; it is served as it is\n", c.Path("data"))
		return err
	}
	keys, err := demoKeys(c.Context, store.App)
	if err != nil {
		return err
	}
	fmt.Fprintln(w)
	keys.print(w)
	_, err = fmt.Fprintf(w, "\nTry: curl -H 'Authorization: Bearer %s' '%s/v1/orders?limit=3'\n", keys.Token, base)
	return err
}

// printFirstRun prints where the box office is set up, and on a terminal a picture of that for
// the camera of a phone.
func printFirstRun(w io.Writer, address, note string) error {
	_, err := fmt.Fprintf(w, "There is no company yet. Set up the box office at this address, which is good once, for an hour:\n\n   %s\n\n%s", address, note)
	if err != nil || !cmdline.IsTerminal(w) {
		return err
	}
	symbol, err := paper.NewPrinter().Symbol(paper.QR, address)
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, inBlocks(symbol)+"\n")
	return err
}

// inBlocks draws a symbol for a terminal, two rows a line, light on dark as terminals mostly are.
func inBlocks(s *paper.Symbol) string {
	var b strings.Builder
	light := func(x, y int) int {
		if x < 0 || y < 0 || x >= s.Width || y >= s.Height || !s.Dark(x, y) {
			return 1
		}
		return 0
	}
	for y := -s.Quiet / 2; y < s.Height+s.Quiet/2; y += 2 {
		for x := -s.Quiet / 2; x < s.Width+s.Quiet/2; x++ {
			b.WriteString([]string{" ", "▄", "▀", "█"}[light(x, y)<<1|light(x, y+1)])
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// askHolder is the request that a server answers with who it is.
const askHolder = "holder"

// holderPatience keeps the refusal of a second process well below a second.
const holderPatience = 500 * time.Millisecond

type holderJSON struct {
	Process int       `json:"process"`
	Address string    `json:"address"`
	Since   time.Time `json:"since"`
	// BaseURL and TLS are what the server was told of them.
	BaseURL string `json:"baseUrl,omitempty"`
	TLS     bool   `json:"tls,omitempty"`
}

func thisHolder(c *cli.Context, address string) holderJSON {
	return holderJSON{os.Getpid(), address, time.Now().UTC(), c.String("base-url"), c.String("tls") != ""}
}

// holderOf asks the server of a folder who it is.
func holderOf(ctx context.Context, dir string) (h holderJSON, err error) {
	reply, err := backup.Call(ctx, dir, backup.Request{Command: askHolder}, func(string) {})
	if err == nil {
		err = json.Unmarshal(reply.Result, &h)
	}
	return h, err
}

// NotServed refuses a folder on which a server runs already, and says which.
func NotServed(ctx context.Context, dir string) error {
	if err := noFile(dir); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, holderPatience)
	defer cancel()
	h, err := holderOf(ctx, dir)
	if errors.Is(err, backup.ErrNobody) {
		return nil
	}
	if errors.Is(err, fs.ErrPermission) {
		return err
	}
	if err != nil {
		return cmdline.InUse(fmt.Errorf("a server holds the store and does not answer: %w", err))
	}
	return cmdline.InUse(fmt.Errorf("the store is in use by process %d, which serves it on %s since %s\nStop it first, or choose another folder with --data",
		h.Process, h.Address, cmdline.Moment(&h.Since)))
}
