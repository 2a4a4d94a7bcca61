package cli

import (
	"encoding/json"
	"log/slog"
	"maps"
	"slices"

	"marquee/backup"
)

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
		log.Warn("administration was refused", append(attrs, "error", say(err))...)
		return
	}
	log.Info("administration", attrs...)
}
