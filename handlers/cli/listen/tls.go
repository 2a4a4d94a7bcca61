package listen

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"

	"marquee/handlers/certs"
	"marquee/handlers/cli/cmdline"
	"marquee/handlers/rest"

	"github.com/urfave/cli/v2"
)

// CertFolder is where the server's own certificates lie in the data folder.
const CertFolder = "tls"

func TlsFlags() []cli.Flag {
	return []cli.Flag{
		cmdline.Text("tls", "speak TLS: auto, with certificates by ACME for the name in --base-url; files, with --tls-cert and --tls-key; local, for phones beside a laptop; plain HTTP without it"),
		&cli.PathFlag{Name: "tls-cert", Usage: "the certificate and its chain, a PEM `FILE`; a new one is taken up by itself", EnvVars: cmdline.Env("tls-cert")},
		&cli.PathFlag{Name: "tls-key", Usage: "its key, a PEM `FILE`", EnvVars: cmdline.Env("tls-key")},
		cmdline.Text("http-listen", "with TLS: a second `HOST:PORT` for plain HTTP that sends browsers on to https, such as 0.0.0.0:80"),
		cmdline.Text("acme-email", "with --tls auto: where the authority writes when something is wrong"),
		cmdline.Text("acme-directory", "with --tls auto: the `URL` of another authority"),
		&cli.PathFlag{Name: "acme-roots", Usage: "with --acme-directory: a PEM `FILE` of the roots that its own certificate comes from", EnvVars: cmdline.Env("acme-roots")},
	}
}

// front is how the server meets the world.
type front struct {
	secured net.Listener   // or plain HTTP, where there is no guard
	plain   []net.Listener // what sends callers to secured
	Scheme  string
	Guard   *certs.Guard // nil without TLS
	port    string
}

// OpenFront makes a listener speak what the flags say.
func OpenFront(ctx context.Context, c *cli.Context, l net.Listener, log *slog.Logger) (*front, error) {
	_, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		return nil, err
	}
	f := &front{secured: l, Scheme: "http", port: port}
	if err := checkTLSFlags(c); err != nil || c.String("tls") == "" {
		return f, err
	}
	var second net.Listener
	if at := c.String("http-listen"); at != "" {
		if at, err = AddressOf("http-listen", at); err != nil {
			return nil, err
		}
		if second, err = net.Listen("tcp", at); err != nil {
			return nil, err
		}
		f.plain = append(f.plain, Limited(c, second, log))
	}
	if f.Guard, err = guard(ctx, c, l, second, log); err != nil {
		return nil, errors.Join(err, f.close())
	}
	var beside net.Listener
	f.secured, beside = f.Guard.Split(l)
	f.plain, f.Scheme = append(f.plain, beside), "https"
	return f, nil
}

// checkTLSFlags refuses flags that do not go together.
func checkTLSFlags(c *cli.Context) error {
	how := c.String("tls")
	switch how {
	case "", "auto", "files", "local":
	default:
		return cmdline.Usage("--tls must be auto, files or local")
	}
	needs := map[string]string{
		"tls-cert": "files", "tls-key": "files", "acme-email": "auto", "acme-directory": "auto", "acme-roots": "auto",
	}
	for flag, way := range needs {
		if c.String(flag) != "" && how != way {
			return cmdline.Usage("--%s needs --tls %s", flag, way)
		}
	}
	if how == "files" && (c.Path("tls-cert") == "" || c.Path("tls-key") == "") {
		return cmdline.Usage("--tls files needs --tls-cert and --tls-key")
	}
	if how == "" && c.String("http-listen") != "" {
		return cmdline.Usage("--http-listen needs --tls; --listen is where plain HTTP is spoken without it")
	}
	return nil
}

func guard(ctx context.Context, c *cli.Context, l, second net.Listener, log *slog.Logger) (*certs.Guard, error) {
	folder := filepath.Join(c.Path("data"), CertFolder)
	name := NameIn(c.String("base-url"))
	switch c.String("tls") {
	case "files":
		return certs.Files(ctx, c.Path("tls-cert"), c.Path("tls-key"), log)
	case "local":
		return certs.Local(certs.LocalOptions{Folder: folder, Name: name})
	}
	g, err := certs.Auto(ctx, certs.AutoOptions{
		Name: name, Folder: folder, Email: c.String("acme-email"),
		Directory: c.String("acme-directory"), Roots: c.Path("acme-roots"),
		Port: portOf(l), PlainPort: portOf(second), Log: log,
	})
	if errors.Is(err, certs.ErrNotPublic) {
		return nil, cmdline.Usage("--tls auto: %v\nGive --base-url https://NAME with a name that leads here from everywhere, or take --tls local", err)
	}
	return g, err
}

// NameIn is the host of the base URL.
func NameIn(base string) string {
	u, err := url.Parse(base)
	if err != nil {
		return ""
	}
	return u.Hostname()
}

// BaseURL checks a base URL and takes the slash off its end.
func BaseURL(text string) (string, error) {
	if text == "" {
		return "", nil
	}
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return "", cmdline.Usage("--base-url must be a URL such as https://tickets.example.com")
	}
	return strings.TrimRight(u.String(), "/"), nil
}

func portOf(l net.Listener) int {
	if l == nil {
		return 0
	}
	_, text, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		return 0
	}
	port, err := strconv.Atoi(text)
	if err != nil {
		return 0
	}
	return port
}

// Serve runs the server on every listener; it returns when the main one ends,
// and shutting the server down ends the others.
func (f *front) Serve(server *http.Server, base string, log *slog.Logger) error {
	if f.Guard == nil {
		return server.Serve(f.secured)
	}
	beside := rest.Server(f.Guard.Plain(base, f.port), log)
	server.RegisterOnShutdown(func() { _ = beside.Close() })
	for _, l := range f.plain {
		go func() { _ = beside.Serve(l) }()
	}
	server.Handler = f.Guard.Around(server.Handler)
	return server.Serve(f.secured)
}

// close ends the listeners, for the case that nobody serves on them.
func (f *front) close() (err error) {
	for _, l := range f.plain {
		err = errors.Join(err, l.Close())
	}
	return err
}
