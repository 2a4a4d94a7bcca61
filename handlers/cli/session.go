package cli

import (
	"errors"
	"time"

	"marquee/app/company"

	"github.com/urfave/cli/v2"
)

func sessionFlags() []cli.Flag {
	return []cli.Flag{
		&cli.DurationFlag{Name: "session-idle", EnvVars: env("session-idle"), Usage: "log-ins end when they were not used for this `TIME`, such as 12h; never without it; those of pages for staff after 12h at the latest"},
		&cli.DurationFlag{Name: "session-max", EnvVars: env("session-max"), Usage: "log-ins end this `TIME` after they were made, such as 168h; never without it; those of pages for staff after 168h at the latest"},
	}
}

// sessionsOf reads how long log-ins are good.
func sessionsOf(c *cli.Context) (company.Sessions, error) {
	s := company.Sessions{Idle: c.Duration("session-idle"), Total: c.Duration("session-max")}
	return s, errors.Join(longEnough("session-idle", s.Idle), longEnough("session-max", s.Total))
}

func longEnough(flag string, d time.Duration) error {
	if d != 0 && d < company.MinSession {
		return usage("--%s must be at least %s, or 0 for never", flag, company.MinSession)
	}
	return nil
}
